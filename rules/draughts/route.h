/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_DRAUGHTS_ROUTE_H
#define RULES_DRAUGHTS_ROUTE_H

#include "rules/draughts/position.h"

/*
 * The landing squares (bits) of the capture m, in order, without from, its last is m->to. Of several routes the one
 * whose squares have the lowest numbers that visits via[0..via_count-1] in that order. Returns how many; 0: none does.
 */
unsigned draughts_route(const struct draughts_position *d, const struct draughts_move *m, const uint8_t *via,
			unsigned via_count, uint8_t route[static DRAUGHTS_MAX_CAPTURED]);

/* The empty squares that the capture or move m crosses or lands on, by any of its routes (bits). */
uint64_t draughts_path_squares(const struct draughts_position *d, const struct draughts_move *m);

#endif
