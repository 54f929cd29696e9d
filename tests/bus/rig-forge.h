/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A journal that is written anew while no daemon has it, as if all that is in it had been written otherwise: nothing of
 * it looks damaged. What is there is read and written by the daemon's own functions.
 */
#ifndef TESTS_BUS_RIG_FORGE_H
#define TESTS_BUS_RIG_FORGE_H

#include "tests/bus/rig-journal.h"

/*
 * What stands there instead of the n-th text of that kind (map, input, ruling, ended, event, round), from 0; game:
 * whose it is, 0 none's. To be freed; NULL it is left out.
 */
typedef char *(*rig_forge_fn)(void *userdata, const char *kind, uint64_t game, uint64_t n, const char *text);
void rig_forge(struct rig *rig, rig_forge_fn edit, void *userdata);

/* In the rounds a text is another one: it has to be there. */
void rig_forge_round(struct rig *rig, const char *from, const char *to);
/* The rig's game was begun under another boot of the machine, whose wall clock was behind by so much. */
void rig_forge_boot(struct rig *rig, const char *boot, int64_t behind_us);
/* The rig's game ended so much earlier, by the wall clock. */
void rig_forge_end(struct rig *rig, int64_t earlier_us);
/* Of the rig's game a ruling is another one; to NULL: it was not given. */
void rig_forge_ruling(struct rig *rig, unsigned n, const char *from, const char *to);

#endif
