/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The record of a pairing without a game: one that has not begun, or that was decided without the board. */
#ifndef FORMATS_UNPLAYED_H
#define FORMATS_UNPLAYED_H

#include <jansson.h>

#include "rules/game.h"

/* "1-0" for "+/-", and so on; another result as it is. */
const char *unplayed_result(const struct game *game, const char *result);
/* tags: as those of struct record. result: as a round has it, also "+/-", "-/+", "-/-"; "" none. free() the text; NULL
 * without memory. */
char *unplayed_record(const struct game *game, const json_t *tags, const char *result);

#endif
