/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a ruling says to people: who, what, why, and what to do now. A statement holds the codes and the facts; a
 * language (language.h) has the words.
 */
#ifndef RULES_SENTENCES_SENTENCE_H
#define RULES_SENTENCES_SENTENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/game.h"
#include "rules/sentences/language.h"
#include "rules/vocabulary.h"

#define SENTENCE_TEXT 1920 /* the longest, NUL included: Cyrillic takes two bytes a letter */

#define FACT_NO_NUMBER INT64_MIN
#define FACT_SQUARE 8
#define FACT_READINGS 8 /* of one turn, at most */
#define FACT_READINGS_TEXT 640

/* What a text may name besides the codes. Texts are "" or NULL where nothing is known; those that are pointers are
 * static. */
struct sentence_facts {
	enum person by;	   /* who claimed or reported it, PERSON_NONE nobody */
	enum side player;  /* whom it concerns: who moved, offended, came late, has to act; NO_SIDE */
	const char *word;  /* what the turn was (turn_word()), or what else tells cases of a reason apart */
	const char *piece; /* piece_word() */
	char square[FACT_SQUARE], to[FACT_SQUARE]; /* where it stood, where it went */
	bool captures;				   /* it took something there */
	const char *other_piece;		   /* a second one: to be captured, or the rook of castling */
	char other_square[FACT_SQUARE];
	int64_t count, limit, time_us; /* of whatever the reason counts, FACT_NO_NUMBER */
	enum side starts;	       /* whose clock a person has to start now, NO_SIDE */
	bool clock_stopped;	       /* of a question: the clock stands, or none runs */
	enum side puts_back;	       /* who first puts back what still stands wrongly, NO_SIDE */
	bool has_move;		       /* who puts pieces back moves then, and presses only after that */
	const char *void_end;	       /* the reason for which the game would have ended, had the move been allowed */
	const char *duty;	       /* what has to be played instead of what is taken back; NULL: nothing certain */
	bool undone;		       /* more was played after the turn that is taken back, and goes with it */
	const char *judge; /* who decides or decided: "captain"; "captains": one of them or an arbiter; NULL:
			    * the arbiter */
};

struct statement {
	const char *ruling, *reason; /* words of the vocabulary; "question" for what is asked without a ruling */
	const char *about;	     /* the claim that it answers */
	enum side winner;	     /* NO_SIDE: nobody */
	int64_t adjust_us[2];
	const char *article;  /* the first one cited */
	const char *text;     /* a position or the like */
	const char *readings; /* what a turn may have been (turn_readings_format()) */
	struct sentence_facts facts;
};

struct sentence_facts no_facts(void);
/* The word for a piece's letter in that game: "pawn", "king"; draughts "man", "crowned"; NULL: none. */
const char *piece_word(const struct game *game, char piece);

/*
 * sentence_write - the statement in words of language
 * The text of the most specific key is taken: ruling/reason/word, ruling/reason/about, ruling/reason, ruling. Returns
 * the length; cut to size between letters. False in *complete (may be NULL): a fact that the text needs is missing.
 */
size_t sentence_write(const struct language *language, const struct statement *statement, char *buf, size_t size,
		      bool *complete);
/* The key whose text is taken, NULL: none. */
const char *sentence_key(const struct language *language, const struct statement *statement, char buf[static 96]);

#endif
