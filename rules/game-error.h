/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For the readers of positions, moves and games: one way to say what is wrong and where. */
#ifndef RULES_GAME_ERROR_H
#define RULES_GAME_ERROR_H

#include "rules/game.h"

/* Fills *err (may be NULL), cutting what is too long, and returns code, so that a reader can `return refuse(…)`. */
int game_refuse(struct game_error *err, int code, const char *field, unsigned offset, const char *reason, ...)
	__attribute__((format(printf, 5, 6)));

/* A byte of bad input as it may be shown: 'x' for printing ASCII, byte 0x9f for others. */
const char *game_show_byte(unsigned char c, char buf[static 16]);

#endif
