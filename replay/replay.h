/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Running a recorded game: inputs are gathered into groups of the same
 * instant and given to a core; what was played is then written as text.
 */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include <stdio.h>
#include "daemon/core/core.h"
#include "formats/pgn.h"

struct replay {
	struct core *core;
	unsigned count;
	struct input group[CORE_GROUP];
};

/* Takes one input; inputs of earlier instants are judged. As core_input(). */
int replay_input(struct replay *replay, const struct input *input, char err[static 160]);
/* What was gathered is judged. */
int replay_flush(struct replay *replay, char err[static 160]);
/* No more will come. What a ruling left undecided is searched now, and ruled on. */
int replay_finish(struct replay *replay, char err[static 160]);

/* The turns as they stand, one token a line. */
int replay_moves(const struct core *core, FILE *out);
/*
 * core_pgn - the game so far
 * Moves with [%clk], the result, TimeControl, Termination, Rulebook and, for another start, FEN. Other tags are the
 * caller's to set. NULL without memory. pgn_free() it.
 */
struct pgn_game *core_pgn(const struct core *core);

#endif
