/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands wrongly on a board before a game, for people. */
#ifndef FLAGFALLCTL_WRONG_SQUARES_H
#define FLAGFALLCTL_WRONG_SQUARES_H

#include <stdio.h>

#include "flagfallctl/ctl.h"
#include "rules/game.h"

#define WRONG_SQUARES_MANY 6 /* from so many on two boards are easier to read */

/*
 * Draws what is wanted beside what stands.
 * @placement: as it should be, FEN's first field
 * @wrong:     sentences as StartGame and Check give them: "e2: expected P, found nothing"
 * False, and nothing is drawn: they cannot be read. game may be NULL.
 */
bool wrong_squares_draw(const struct game *game, const char *placement, const json_t *wrong, FILE *out);

#endif
