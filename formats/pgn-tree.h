/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game as it grows: what the reader needs of it. Not for callers. */
#ifndef FORMATS_PGN_TREE_H
#define FORMATS_PGN_TREE_H

#include "formats/pgn.h"

#define PGN_MAX_DEPTH 64 /* of variations in variations */

void *pgn_grow(void *array, unsigned count, size_t size);
int pgn_push_comment(char ***comments, unsigned *count, const char *text);
struct pgn_move *pgn_push_move(struct pgn_line *line, const char *text);

#endif
