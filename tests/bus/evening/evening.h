/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An evening of 20 boards on one daemon that may be killed at any step of its own (tests/faults/disk-steps.h). Boards
 * of several kinds and real games; illegal moves, flags, claims, corrections; a game by a rulebook that silences the
 * arbiter. What is done on the boards is done once, whatever becomes of the daemon; what a person says is said again if
 * the daemon ended before it was in the journal. Boards have their own time, so an evening that was disturbed has the
 * same instants as one that was not.
 *
 * Functions that cannot do their part end the test with the reason.
 */
#ifndef TESTS_BUS_EVENING_H
#define TESTS_BUS_EVENING_H

#include "tests/bus/rig.h"
#include "tests/faults/disk-steps.h"
#include "tests/sim/hands.h"

#define EVENING_BOARDS 20
#define EVENING_PLIES 64

/* One board's evening. */
struct evening_plan {
	const char *score;    /* of tests/games */
	const char *rulebook; /* NULL: none is named */
	const char *time;
	bool presence; /* the sensors do not name pieces */
	bool by_hand;  /* the lever is not the board's */
	/*
	 * What happens, one after the other, separated by "; ":
	 *   play N               the score, until so many turns were pressed in all
	 *   illegal FROM TO      that, pressed, and two seconds
	 *   restore              the pieces go back to where the next turn of the score begins
	 *   stand PLACEMENT      they are put up so (FEN's first field)
	 *   stop                 the clock's pause key
	 *   wait MS
	 *   claim SIDE WHAT, resume SIDE, pause, end RESULT, position FEN, clock WHITE_MS BLACK_MS
	 *   takeback N           and the pieces go back
	 */
	const char *script;
};

extern const struct evening_plan evening_plans[EVENING_BOARDS];

struct evening_table {
	const struct evening_plan *plan;
	struct sim *sim;
	char serial[16], socket[112];
	char game[32], path[64]; /* "" not begun */
	struct hands_score score;
	struct hands_event *hands;
	size_t count, next;
	unsigned ply;					     /* turns of the score that were pressed */
	int64_t base_us;				     /* the board's time at the score's 0 */
	char before[EVENING_PLIES + 1][SBW_MAX_SQUARES + 1]; /* each turn */
	const char *rest;
	unsigned acts; /* by persons, in the journal */
	char **heard;  /* rulings, as the arbiter's side hears them */
	size_t heard_count;
};

struct evening {
	struct rig *rig; /* its bus and client; its own board takes no part */
	struct disk_steps *steps;
	char steps_path[96];
	unsigned kills;
	char *where;	 /* … each a line: in which step of which board. NULL: none yet */
	uint64_t random; /* not 0: while it starts after a kill, it may be killed again */
	unsigned lost;	 /* rulings that were heard and are not in the journal: said, and counted */
	struct evening_table table[EVENING_BOARDS];
};

/* The boards are there and the daemon runs. */
struct evening *evening_new(struct rig *rig);
void evening_free(struct evening *e);

/*
 * The next step of that board: a turn, or what somebody says; false: its evening is over. The daemon is there when it
 * returns, and has taken it, whether it was killed on the way or not: the steps' kill_at says where, once.
 */
bool evening_step(struct evening *e, struct evening_table *t);
/* When all are over: waits until each game's record is written. Names, and counts, those that are not. */
unsigned evening_wait_recorded(struct evening *e);

/* It is not killed any more. */
void evening_spare(struct evening *e);
uint64_t evening_random(uint64_t *state);

/* What was ruled on each board, a line each as the journal has it, and the results. free() */
char *evening_rulings(struct evening *e);
/* The records of all games, but for what differs from evening to evening. free() */
char *evening_records(struct evening *e);

#endif
