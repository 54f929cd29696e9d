/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Moves against the rules, put into games that were played, and restless hands (tests/sim/restless.h) that make them.
 */
#ifndef TESTS_BENCH_OFFENCES_H
#define TESTS_BENCH_OFFENCES_H

#include "daemon/core/core.h"
#include "tests/sim/chance.h"
#include "tests/sim/restless.h"

enum offence_kind {
	OFFENCE_GEOMETRY,  /* that piece does not move so, to an empty square */
	OFFENCE_BLOCKED,   /* it does, but over others */
	OFFENCE_CAPTURE,   /* either of the two, and takes */
	OFFENCE_CHECK,	   /* the own king is left or put in check */
	OFFENCE_CASTLING,  /* king and rook castle, and may not */
	OFFENCE_TWO,	   /* two pieces, each as it may */
	OFFENCE_PROMOTION, /* the pawn stays on the last rank, or the opponent's queen is put there */
	OFFENCE_KINDS
};
extern const char *const offence_names[OFFENCE_KINDS];

enum { OFFENCE_BEFORE = 8, OFFENCE_AFTER = 8, OFFENCE_PLIES = OFFENCE_BEFORE + 1 + OFFENCE_AFTER };

struct offence {
	enum offence_kind kind;
	struct hands_score score; /* its moves are those below */
	struct game_move move[OFFENCE_PLIES];
	unsigned ply; /* of the offence, from 0; up to eight legal ones before it, what is made of the game after it */
	enum side side;
};

/* What the sensors say up to that ply, as inputs, with room for some more; free() it. NULL without memory. */
enum { OFFENCE_SPARE = 4 };
struct input *offence_inputs(const struct restless *hands, bool presence, unsigned until, unsigned *count);
/* Those of each kind that is in kinds (bit = kind), so many of each, by the hands of that style, out of the games of a
 * file. 0; -errno: no such file. */
struct offence_plan {
	const char *path;
	const struct restless_style *style;
	unsigned kinds, count;
	uint64_t seed;
	bool recaptured; /* by the first ply behind it, a tenth of a second to a second and a half after its press */
	unsigned after_least, after_most; /* legal plies behind it */
};
int offences_each(const struct offence_plan *plan,
		  void (*offence)(void *userdata, const struct offence *offence, const struct restless *hands),
		  void *userdata);
/* "tidy" for 1, "club" for 2. NULL: none. */
const struct restless_style *offence_style(unsigned level);
/* What a core is set up with for it, but for lever, rulebook and clock. */
struct core_setup offence_setup(const struct offence *offence, const struct restless_style *style, bool presence);
/* Was a piece reported on each square on which the offence has put one? */
bool offence_is_seen(const struct offence *offence, const struct restless *hands);

#endif
