/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The arbiter: game state and rulebook in, rulings out. Pure: it reads no
 * clock, owns none, moves no piece. It is called with what happened, in order, each
 * time with a view of the table at that instant, and leaves a list of rulings.
 * What a ruling changes on the table (times, position, moves) stands in the
 * ruling, and the caller carries it out before the next call.
 *
 * Which rulebook is played it learns from parameters alone.
 */
#ifndef RULES_ARBITER_H
#define RULES_ARBITER_H

#include "rules/rulebook.h"
#include "rules/sentences/sentence.h"
#include "rules/turn.h"
#include "rules/vocabulary.h"

#define ARBITER_NEVER INT64_MAX
#define ARBITER_ABSENT INT64_MIN
#define ARBITER_ARTICLES 3 /* the one that decides, and two that it rests on */
#define ARBITER_ARTICLE 16

/* What the event announced. Casebook options; -1 where a switch was not given. */
struct arbiter_options {
	int flag_auto; /* 1 auto, 0 claim, -1 the book's default */
	int illegal_auto;
	bool arbiter_calls;
	enum { SUPERVISION_UNSAID = 0, SUPERVISION_FULL, SUPERVISION_LIMITED, SUPERVISION_NONE } supervision;
	int quickplay;	    /* 1 last period with all moves in limited time, 0 not the last period, -1 unsaid */
	bool guidelines;    /* quickplay guidelines were announced */
	int64_t default_us; /* late arrival, ARBITER_ABSENT unsaid */
	unsigned min_draw_move;
	bool players_record;
};

struct kept_turn;

struct arbiter_setup {
	const struct game *game;
	const struct rulebook *rulebook;
	struct game_position start;
	struct arbiter_options options;
	const char *clock_mode; /* "sudden-death", …; NULL no clock */
	int64_t base_us[2];	/* the time set for the game */
	int64_t bonus_us;
	bool clock_runs;   /* from the start */
	bool sensors_sure; /* no change of a square is missed or late */
	/* what happened before */
	unsigned moves[2];
	unsigned illegal[2];
	bool absent[2];
	unsigned kings_only, sixteen, five; /* draughts: moves by each side */
	uint64_t nodes;			    /* a search may visit so many positions, 0: default */
	/* Where somebody remembers the turns, too, they are remembered once: NULL, or turn n as it is there; NULL: it
	 * is not. */
	struct kept_turn *(*turn_at)(void *userdata, unsigned n);
	void *userdata;
};

/* The table as it stands when something happens: copies, so that no ruling changes what it was made on. */
struct arbiter_view {
	int64_t t_us;
	struct game_position position;	/* after all closed turns */
	struct game_position set_down;	/* and after a legal move that stands unpressed; else the same */
	char squares[GAME_MAX_SQUARES]; /* the pieces as they stand */
	bool has_clock;
	int64_t left_us[2];
	int64_t flag_us[2];			  /* when it fell, ARBITER_NEVER while up */
	int64_t credited_us[2];			  /* what each side's last press added */
	int64_t period_us[2];			  /* what the period that each is in has brought, 0: no periods */
	enum side running;			  /* NO_SIDE: stopped … */
	enum side ran;				  /* … and this one ran before that, NO_SIDE: none has run */
	bool last_period[2];			  /* no time is to come */
	unsigned period_moves[2], period_made[2]; /* of the period each is in: its moves, 0 none, and those made */
	bool moves_met[2];			  /* the moves of a period that is over, or would be now, are made */
	bool unpressed_counts[2];		  /* only with moves that nobody pressed are they made */
	/* asked for claims and moves set down: a piece of the side to move was moved before the last press, and stands
	 * so */
	bool moved_early;
	bool by_lift;		  /* what happened came about by lifting a piece */
	enum claim_kind too_late; /* asked for a flag: a claim that comes after it, CLAIM_NONE none */
};

enum arbiter_effect {
	EFFECT_UNDO = 1 << 0,	    /* take back turns down to ply: before it is the official position */
	EFFECT_REVOKE = 1 << 1,	    /* the press of side does not count, nor what it added (in adjust_us) */
	EFFECT_REVIVE = 1 << 2,	    /* side's fallen flag is lifted */
	EFFECT_NEW_GAME = 1 << 3,   /* from the correct start position */
	EFFECT_PROMOTE = 1 << 4,    /* the last turn's promotion is piece */
	EFFECT_SET_CLOCK = 1 << 5,  /* set_us, ARBITER_ABSENT: as it is */
	EFFECT_INCREMENT = 1 << 6,  /* from now on increment_us at every press */
	EFFECT_CONTINUE = 1 << 7,   /* both flags are lifted (order unknown): play goes on */
	EFFECT_STANDS = 1 << 9,	    /* what stands on the board is the official position, the same side to move */
	EFFECT_COUNTER = 1 << 10,   /* the move counter of side (NO_SIDE: of both) shows counter */
	EFFECT_NO_RESULT = 1 << 11, /* of a game that is over: its result does not count */
	EFFECT_REPLY = 1 << 8,	    /* UNDO to keep's turn with keep as its move: the first set-down stands */
};

enum arbiter_result { RESULT_NONE = 0, RESULT_WHITE, RESULT_BLACK, RESULT_DRAW, RESULT_BOTH_LOSE };

/* What a person is asked: about what, and what a forced win contests; whose claim, against whom. CLAIM_NONE: nothing.
 */
struct arbiter_asked {
	enum claim_kind claim, object;
	enum side by, against;
	bool postponed;
	bool quiet; /* the arbiter's side alone knows of it */
};

struct ruling {
	enum ruling_kind kind;
	enum reason reason;
	enum arbiter_result result;
	bool is_public;
	enum claim_kind claim;	 /* what it answers */
	enum claim_kind context; /* what else its articles depend on, CLAIM_NONE nothing */
	const char *word; /* of the turn that it rests on (turn_word()), or of the count; NULL none. Read by the arbiter
			     alone */
	bool by_event;	  /* a value that the event set decides, too */
	unsigned grounds; /* cited after the book's line. Read by the arbiter alone */
	enum rulebook_parameter ground[2];
	enum side side; /* whom it concerns */
	int64_t t_us;
	int64_t adjust_us[2]; /* added to the clocks, negative: taken */
	unsigned articles;    /* the deciding one first */
	char article[ARBITER_ARTICLES][ARBITER_ARTICLE];
	struct sentence_facts facts; /* what its sentence names */

	unsigned effects;
	unsigned ply;	   /* UNDO */
	char piece;	   /* PROMOTE */
	int64_t set_us[2]; /* SET_CLOCK */
	int64_t increment_us;
	unsigned counter;	    /* COUNTER */
	struct game_move keep;	    /* REPLY */
	unsigned decided;	    /* a person has said what this turn was, from 1; 0 none */
	struct arbiter_asked asked; /* what is open once it is ruled */
};

struct arbiter;

/*
 * arbiter_take_rulings - what the last call has ruled, in order
 * Each function below that gets a view may rule. The caller takes the rulings after it and carries them out before it
 * calls again. 0; -ENOMEM: there was no memory to read old turns with, and they may be wrong.
 */
#define ARBITER_RULINGS 8 /* more than any one call makes */
struct ruling_list {
	unsigned count;
	struct ruling ruling[ARBITER_RULINGS];
};
int arbiter_take_rulings(struct arbiter *arbiter, struct ruling_list *ret);
bool arbiter_has_rulings(const struct arbiter *arbiter);

/* 0; -EINVAL with a sentence: the rulebook is not for this game, clock or start; -ENOMEM. */
int arbiter_new(const struct arbiter_setup *setup, struct arbiter **ret, char err[static 160]);
void arbiter_free(struct arbiter *arbiter);

/* Under this book nothing public may tell an illegal turn or a fallen flag before a claim. */
bool arbiter_is_silent(const struct arbiter *arbiter);
/* The turn, from 1, that was illegal, that nobody has claimed, and on which the book lets the arbiter act who sees it;
 * 0 none. */
unsigned arbiter_illegal_seen(const struct arbiter *arbiter);
bool arbiter_over(const struct arbiter *arbiter);
/* It was ended from outside: nothing is asked any more, and an appeal may be made. */
void arbiter_end(struct arbiter *arbiter);
/* A flag fell and nothing was said: a ruling at the flag is the arbiter's own here. */
bool arbiter_calls_flags(const struct arbiter *arbiter);
enum claim_kind arbiter_question(const struct arbiter *arbiter);
/* The turn in doubt that the open question is about, from 1; 0: about none. */
unsigned arbiter_doubt_asked(const struct arbiter *arbiter);
/* What a person is asked now. False: nothing. */
bool arbiter_asked(const struct arbiter *arbiter, struct arbiter_asked *ret);

/* Is the game perhaps over by this position, where a move that is not pressed yet stands? It is where a search for a
 * dead one found no way to win and does not know. */
bool arbiter_may_end(const struct arbiter *arbiter, const struct game_position *set_down);
/* … is it over by what everybody sees on the board, a mate, and not by what was counted or searched? */
bool arbiter_ends_on_board(const struct arbiter *arbiter, const struct game_position *set_down);

/* The table. */
void arbiter_touched(struct arbiter *arbiter, const struct arbiter_view *view, enum side side, unsigned square,
		     char piece);
/* A legal move of side stands; it closes windows, though it may yet be taken back … */
void arbiter_move_stands(struct arbiter *arbiter, enum side side);
/* … and stood there since at_us, though it is gone now: the hand had left it. */
void arbiter_move_stood(struct arbiter *arbiter, enum side side, const struct game_move *move, int64_t at_us);
/* … and this one stays: the game may be over by it. */
void arbiter_set_down(struct arbiter *arbiter, const struct arbiter_view *view, enum side side,
		      const struct game_move *move);
void arbiter_taken_back(struct arbiter *arbiter, const struct arbiter_view *view);
/*
 * Mate, stalemate and a dead position end the game where the move that makes them keeps the rules of touched pieces:
 * one that does not waits for a claim until that instant, ARBITER_NEVER: none waits.
 */
int64_t arbiter_held_until(const struct arbiter *arbiter);
/* Of whose move it is, NO_SIDE none. */
enum side arbiter_held_mover(const struct arbiter *arbiter);
/* No claim came: it ends the game. view: the table when it was set down. */
void arbiter_end_held(struct arbiter *arbiter, const struct arbiter_view *view);
/* A turn was closed by a press (or ended by itself). after is the position then. */
int arbiter_turn(struct arbiter *arbiter, const struct arbiter_view *view, const struct turn *turn,
		 const struct game_position *after);
/* A turn was pressed and is still being read: what is published of it under a silent rulebook. */
void arbiter_pressed(struct arbiter *arbiter, int64_t t_us, const struct turn *turn);
/* The last turn is read anew: an owed piece was put, a sensor was late. */
int arbiter_revised(struct arbiter *arbiter, const struct arbiter_view *view, unsigned ply, const struct turn *turn,
		    const struct game_position *after);
/* The waiting side pressed and closed no turn. */
void arbiter_empty_press(struct arbiter *arbiter, const struct arbiter_view *view, enum side side);

/* The clock. */
void arbiter_flag(struct arbiter *arbiter, const struct arbiter_view *view, enum side side);
void arbiter_next_period(struct arbiter *arbiter, const struct arbiter_view *view, enum side side);
void arbiter_paused(struct arbiter *arbiter, const struct arbiter_view *view);
/* A clock is started: the first time, after a stop, or in place of the one that runs. */
enum clock_start { CLOCK_START_FIRST, CLOCK_START_STOPPED, CLOCK_START_RUNNING };

void arbiter_resumed(struct arbiter *arbiter, const struct arbiter_view *view, enum side side, enum clock_start start);
/* The arbiter read the clock; first: whose flag fell first, NO_SIDE unknown. */
void arbiter_clock_report(struct arbiter *arbiter, const struct arbiter_view *view, enum side first);

/* The arbiter sets the clock's times, ARBITER_ABSENT: one that stays. The ruling says by how much each changes. */
void arbiter_set_times(struct arbiter *arbiter, const struct arbiter_view *view, const int64_t us[2]);

/* People. */
/* Nobody is at the board, and White is not to lose the time that passes so. */
bool arbiter_awaits_players(const struct arbiter *arbiter);
void arbiter_arrived(struct arbiter *arbiter, const struct arbiter_view *view, enum side side);
/* It is said of that player that he is not there yet. */
void arbiter_absent(struct arbiter *arbiter, enum side side);
/* Who comes then, and is awaited, is too late; ARBITER_NEVER: nobody is awaited, there is no such time, or it was ruled
 * on. */
int64_t arbiter_default_deadline(const struct arbiter *arbiter);
/* That instant has come. */
void arbiter_default_passed(struct arbiter *arbiter, const struct arbiter_view *view);

struct arbiter_claim {
	enum claim_kind claim;
	enum person by;
	bool is_report;
	enum side against, side; /* side: whose counter */
	uint8_t square;		 /* GAME_NO_SQUARE none */
	int64_t count;		 /* ARBITER_ABSENT none */
	int64_t base_us;
	bool forced_win;
	const char *about, *intend, *source, *remedy, *want; /* never NULL */
};

/* Claims of the same instant, in the order they were made, and how far they are judged. */
struct claim_group {
	const struct arbiter_claim *claims;
	unsigned count, next;
	bool illegal_first, at_others;	   /* illegal-move claims come before the others; those are done */
	bool forced_win[2], accidental[2]; /* what else each side says */
	bool refuses[2];		   /* is reported of it */
};

/* Once for a group, before its first claim is judged. */
struct claim_group arbiter_group_claims(struct arbiter *arbiter, const struct arbiter_view *view,
					const struct arbiter_claim *claims, unsigned count);
/* Judges the next claim of the group. False: none is left. */
bool arbiter_judge_claim(struct arbiter *arbiter, const struct arbiter_view *view, struct claim_group *group);

struct arbiter_decision {
	enum verdict_kind verdict;
	enum claim_kind claim; /* the question answered, CLAIM_NONE: about says */
	enum person by;
	const char *about, *level;
	enum side against, side;
	int64_t us;    /* ARBITER_ABSENT none */
	int64_t count; /* of moves, ARBITER_ABSENT none */
	int64_t set_us[2];
	bool contradicted; /* by what another captain decides at the same time */
	const char *move;  /* illegal-move: the reading that is right (rules/turn.h); NULL or "" none */
};
/* Is there anything for it to decide: what it accepts, rejects or postpones was asked, or is conduct that a person saw
 * himself? Of a game that is over only an appeal is left, to be accepted or rejected. */
bool arbiter_was_asked(const struct arbiter *arbiter, const struct arbiter_decision *decision);
/* 0; -EINVAL with a sentence: it names a reading that no turn in doubt has, that is of the other verdict, or from which
 * play has gone on otherwise. */
int arbiter_check_decision(const struct arbiter *arbiter, const struct arbiter_decision *decision,
			   char err[static 160]);
void arbiter_decided(struct arbiter *arbiter, const struct arbiter_view *view, const struct arbiter_decision *decision);

/*
 * What a search with the setup's budget left undecided at a ruling: the game was lost though the winner may not be able
 * to win, or the position was taken for alive though it may be dead. A larger search may go on outside.
 */
struct arbiter_search {
	unsigned number; /* of the question, from 1; one about both sides is answered side by side under one number */
	struct game_position position;
	enum side side;	    /* can this one still win? */
	enum reason reason; /* of the draw that it would be */
};
/* stands: the position on the board; one that is left is not asked about any more. False: nothing is open. */
bool arbiter_open_search(const struct arbiter *arbiter, const struct game_position *stands, struct arbiter_search *ret);
/* Quickly: can there be one? */
bool arbiter_search_is_open(const struct arbiter *arbiter);
/* The answer to what arbiter_open_search() gives now; GAME_NO may bring a ruling that takes the earlier one's place. */
void arbiter_answered(struct arbiter *arbiter, const struct arbiter_view *view, enum side side,
		      enum game_answer answer);

/* What came since has changed how surely turn ply was what it was reported as: turn->unsure, other. */
void arbiter_weighed(struct arbiter *arbiter, unsigned ply, const struct turn *turn);

/* The official position was set otherwise (takeback, by a person): turns from ply on are no more. */
int arbiter_reset(struct arbiter *arbiter, unsigned ply, const struct game_position *position);

#endif
