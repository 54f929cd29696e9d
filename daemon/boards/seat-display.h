/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a board with a clock and lights shows of its game. */
#ifndef SHELL_SEAT_DISPLAY_H
#define SHELL_SEAT_DISPLAY_H

#include "daemon/boards/seat.h"
#include "rules/vocabulary.h"

void seat_show_clock(struct seat *seat, struct session *session);
/* On a clock that shows letters: in a word what was ruled, for some seconds; the result, until the next game begins. */
void seat_show_ruling(struct seat *seat, enum ruling_kind ruling);
void seat_show_result(struct seat *seat, const char *result);
void seat_clear_result(struct seat *seat);
/* Where pieces are to be put right: lights the squares of the next step, and puts the lights out after the last. */
void seat_guide(struct seat *seat, struct session *session);

/* The board has answered a request of these functions. */
void seat_display_answer(struct seat *seat, const struct board_answer *answer);

#endif
