/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tags of a record that its caller knows: of players, board and event. */
#ifndef FORMATS_TAGS_H
#define FORMATS_TAGS_H

#include <jansson.h>

#include "formats/pgn.h"

/*
 * record_tags_set - tags from names and texts, in order
 * Empty texts, and what follows from the game itself (Result, FEN, …), are passed over; control characters become
 * blanks. tags may be NULL. 0 or -ENOMEM.
 */
int record_tags_set(struct pgn_game *pgn, const json_t *tags);

#endif
