/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What goes into a game: the only way in. The journal is the list of these,
 * in the order and with the times that the core saw; feeding them again gives
 * the same game.
 *
 * Each has one JSON form, the same in traces, casebook cases, the journal and
 * on the command line (doc/trace.md).
 */
#ifndef DAEMON_INPUT_H
#define DAEMON_INPUT_H

#include <jansson.h>
#include "daemon/core/tracker/tracker.h"
#include "rules/vocabulary.h"

enum input_type {
	INPUT_LIFT = 1,
	INPUT_PLACE,
	INPUT_PRESS,
	INPUT_SQUARES, /* from the board */
	INPUT_LOST,    /* events are missing: count */
	INPUT_TICK,    /* nothing happened up to t_us */
	INPUT_PAUSE,
	INPUT_RESUME,
	INPUT_ARRIVE,
	INPUT_AWAIT, /* side is said not to be there yet */
	INPUT_CLOCK_REPORT,
	INPUT_CLAIM,
	INPUT_REPORT,
	INPUT_DECIDE,
	INPUT_TAKEBACK,	 /* both agreed: take back count turns */
	INPUT_POSITION,	 /* the arbiter sets the position: text is a FEN */
	INPUT_PROMOTION, /* a person names the promoted piece: piece */
	INPUT_MOVE,	 /* the arbiter or a player tells the move that was played: text */
	INPUT_END,	 /* the arbiter ends the game: text is the result */
	INPUT_ANSWER, /* a search that went on outside comes back: side can win in the position text (a FEN): answer */
	INPUT_UNDO,   /* a person takes act number count back: it was none (undone-acts.c). text is the reason */
	INPUT_FINISH, /* the source has ended: a legal last move set down counts. Has no JSON form, stands in no journal
		       */
};

/* INT64_MIN where a number was not given. */
#define INPUT_ABSENT INT64_MIN

struct input {
	enum input_type type;
	int64_t t_us; /* since the start of the game */
	uint8_t square;
	char piece;
	enum side side;			/* press, arrive, absent, resume (NO_SIDE: none given) */
	uint32_t count;			/* LOST, TAKEBACK, UNDO */
	char squares[GAME_MAX_SQUARES]; /* SQUARES */

	enum person by;	       /* CLAIM, REPORT, DECIDE */
	enum claim_kind claim; /* CLAIM, REPORT: what; DECIDE: the answered one */
	char about[24];	       /* CLAIM, DECIDE: "straighten", "adjacent-kings", "conduct", … else "" */
	enum verdict_kind verdict;
	enum side against;
	int64_t white_us, black_us; /* CLOCK_REPORT, replace-clock; INPUT_ABSENT */
	int64_t ms;		    /* DECIDE */
	int64_t base_ms;	    /* wrong-time */
	int64_t claim_count;	    /* claim's "count", "rule"; UNDO: so many rulings were made before it */
	enum side first;	    /* CLOCK_REPORT: whose flag fell first; NO_SIDE: unknown */
	bool has_first;		    /* CLOCK_REPORT: the arbiter looked; false: a device's periodic reading */
	bool sets;	   /* CLOCK_REPORT: the arbiter sets the times, INPUT_ABSENT: stays; no flag is asked about */
	enum side running; /* CLOCK_REPORT of a device */
	bool forced_win;
	char intend[16]; /* announced move */
	char source[16], remedy[16], want[16], level[24];
	char text[GAME_FEN]; /* POSITION, MOVE, END, ANSWER; DECIDE: the reading that is right; UNDO: why */
	enum game_answer answer;
	bool stops; /* UNDO: the act had stopped the clock, which stays so; else nobody would know whose time that was
		     */
};

/* "lift", "claim", …: the word of its JSON form. */
const char *input_type_name(enum input_type type);

/* An input of which no more is given than its type and time. */
static inline struct input input_at(int64_t t_us, enum input_type type)
{
	return (struct input){
		.type = type,
		.t_us = t_us,
		.square = GAME_NO_SQUARE,
		.side = NO_SIDE,
		.against = NO_SIDE,
		.first = NO_SIDE,
		.running = NO_SIDE,
		.white_us = INPUT_ABSENT,
		.black_us = INPUT_ABSENT,
		.ms = INPUT_ABSENT,
		.base_ms = INPUT_ABSENT,
		.claim_count = INPUT_ABSENT,
	};
}

/*
 * input_parse - from JSON
 * Reads "t_us" or "t_ms". err: a sentence naming the key at fault. Returns 0, -EINVAL.
 */
int input_parse(const struct game *game, json_t *object, struct input *ret, char err[static 160]);
/* One JSON object without blanks: new text, or NULL without memory. Keys at rest are left out. actor: its last key, who
 * did it as the caller knows it, a JSON value; NULL: none. */
char *input_format(const struct game *game, const struct input *input, const char *actor);

/*
 * --- undone-acts.c ---
 * What persons do in a game is numbered, from 1, in the order of its inputs. An act that is undone is left out where
 * the inputs are fed again, so that the core never needs to take anything back: the inputs are looked through first,
 * and then each passes here on its way to the core.
 */

struct undone_act {
	uint32_t number;
	bool stops;
};

/* Zeroed: none. */
struct undone_acts {
	struct undone_act *list;
	unsigned count;
	uint32_t seen; /* acts that have passed */
};

void undone_acts_done(struct undone_acts *acts);
/* Something that a person does to the game, which may be undone? */
bool input_is_act(const struct input *input);
/* What this says, if it undoes something. 0 or -ENOMEM. */
int undone_acts_note(struct undone_acts *acts, const struct input *input);
bool undone_acts_has(const struct undone_acts *acts, uint32_t number);
/*
 * The next input of the list. *number, which may be NULL: the act's, 0 it is none. False: it is left out; else it is
 * fed, where an act that is undone, and had stopped the clock, has become an INPUT_UNDO that only stops it, and what
 * undid it the passing of time.
 */
bool undone_acts_pass(struct undone_acts *acts, struct input *input, uint32_t *number);

#endif
