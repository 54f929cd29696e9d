/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a game says. Each publication is public, or for the arbiter's side only.
 * Observation is not ruling: under a book that forbids the arbiter to speak,
 * a fallen flag or an illegal turn is a publication with is_public = false.
 */
#ifndef DAEMON_CORE_FORMAT_PUBLICATION_H
#define DAEMON_CORE_FORMAT_PUBLICATION_H

#include <jansson.h>

#include "daemon/core/tracker/tracker.h"
#include "rules/sentences/sentence.h"
#include "rules/vocabulary.h"

enum publication_type {
	PUBLISH_MOVE = 1,
	PUBLISH_TURN,
	PUBLISH_CLOCK,
	PUBLISH_RULING,
	PUBLISH_QUESTION,
	PUBLISH_LOSS,
	PUBLISH_SETUP,	  /* the board stands wrongly (displaced), or rightly again (none) */
	PUBLISH_FLAG,	  /* a flag fell: arbiter's side only, unless the book rules at once */
	PUBLISH_LATE,	  /* an input came after its time was settled; t_us is its own time. Arbiter's side only */
	PUBLISH_POSITION, /* a person set the position */
	PUBLISH_ABSENT,	  /* who is not there yet */
	PUBLISH_UNDONE,	  /* a person has undone an act: what follows says what is so now, as far as it is otherwise */
};

enum move_state { MOVE_PROVISIONAL = 1, MOVE_REVISED, MOVE_COMMITTED, MOVE_UNDONE };

#define PUBLICATION_ARTICLES 8

struct publication {
	enum publication_type type;
	int64_t t_us;
	bool is_public;

	/* MOVE */
	unsigned ply;
	enum move_state state;
	enum side side;
	char uci[GAME_TEXT];	    /* the game's move text; "0000" a turn without a move */
	char san[GAME_TEXT];	    /* tells legality: public with says_san alone */
	bool says_san;		    /* the book does not silence the arbiter */
	char placement[GAME_FEN];   /* after the move; RULING: where it changes that, the official one;
				       QUESTION: what its sentence names, or the names of readings; POSITION: its FEN */
	struct game_position after; /* what placement shows; not of a provisional move */
	bool legal;		    /* arbiter's side only */
	bool is_timed;		    /* left_us means something */

	/* TURN, SETUP */
	struct turn turn;

	/* CLOCK: remaining at t_us, and who runs; MOVE: what its side had left after the press */
	int64_t left_us[2];
	enum side running;
	bool by_device; /* a clock that runs by itself counts */
	bool is_set;	/* a person set these times */
	bool is_read;	/* such a clock shows them: what a turn of the same instant has left */

	/* RULING, QUESTION */
	enum ruling_kind ruling;
	const char *reason; /* static text of the closed list */
	const char *result; /* static text; "none" */
	int64_t adjust_us[2];
	const char *rulebook; /* id; lives as long as the core */
	char article[PUBLICATION_ARTICLES][16];
	unsigned articles;
	enum claim_kind claim;		   /* what it answers, or asks about */
	char readings[FACT_READINGS_TEXT]; /* QUESTION: what the turn may have been (turn_readings_format()) */
	struct sentence_facts facts;	   /* what its sentence names */
	enum claim_kind open_question;	   /* RULING: what waits for a verdict then, CLAIM_NONE */
	enum side to_move;		   /* RULING, POSITION: then, NO_SIDE where the game is over */
	bool new_start;			   /* QUESTION: the game starts from placement */
	json_t *evidence; /* QUESTION in a game that keeps its events: evidence_of() then, NULL nothing. Borrowed */

	uint64_t judged_count; /* core_judged_count() then */

	/* LOSS */
	uint32_t lost;

	bool absent[2]; /* ABSENT */

	/* UNDONE */
	const char *act;     /* its word: private where the book silences the arbiter */
	uint32_t act_number; /* arbiter's side only */
	const char *notice;  /* the last public ruling but accepted moves, as it was published, JSON; NULL none. As long
				as  the published game has it */
	const char *question; /* what is asked now, "" nothing */
	bool is_known;	      /* of what follows it: the published game is so already */
};

/* "white", "black", "both", "" nobody. */
const char *absent_word(const bool absent[2]);
/* Of a RULING or QUESTION: what it says to people, in English. */
void publication_sentence(const struct publication *p, char ret[static SENTENCE_TEXT]);
/* One JSON object. with_private: also what only the arbiter may see. New reference or NULL. */
json_t *publication_format(const struct game *game, const struct publication *p, bool with_private);

/* --- statement.c: A published ruling or question, read back from its JSON: what is needed to say it in another
 * language. --- */

/* Who won by a result ("1-0", "0-2", "1/2-1/2", "none", NULL). */
enum side statement_winner(const char *result);
/* Texts are borrowed from the object. False: it is no ruling and no question, or of a version that gave no facts. */
bool statement_parse(const json_t *publication, struct statement *ret);

#endif
