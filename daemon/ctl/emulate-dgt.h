/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An emulated DGT board with its clock: what hands do goes in, the bytes that
 * such a board would send come out. Pure: the caller says what time it is.
 * Written from what is known of the boards, not from the reader's code.
 *
 * The squares are looked at one after the other, again and again: a man that
 * is moved from a square that was just looked at to one that is next shows
 * there before he is gone here. The clock is asked now and then and its answer is late.
 */
#ifndef CTL_EMULATE_DGT_H
#define CTL_EMULATE_DGT_H

#include "daemon/core/clock.h"
#include "libboard/board.h"

struct emulated_dgt {
	/* set by the caller after emulated_dgt_init() */
	int64_t scan_us;	/* of all squares */
	int64_t late_us;	/* between the clock's time and its frame */
	bool turned;		/* the board stands turned by 180 degrees */
	bool white_right;	/* White sits at the clock's right side */

	int64_t now_us;
	char stands[64];	/* as on the table: libboard's squares and letters */
	char told[64];		/* as last seen by the board, in its own order */
	unsigned field;		/* looked at next */
	int64_t look_us;

	struct game_clock clock;
	int64_t ask_us;		/* the clock is asked then */
	int64_t answer_us;	/* and its answer is out then, CLOCK_NEVER: none under way */
	uint8_t answer[10], last[10];
	int64_t last_us;	/* when the last clock frame was sent */

	enum { DGT_IDLE, DGT_FIELDS, DGT_ALL, DGT_NICE } mode;
	unsigned skip, skip_size;	/* bytes of a clock command still to come; 0xff: its length is next */
	uint8_t harm;		/* a command that a board would store or hang on was heard: this one */

	size_t size;		/* bytes to be sent; the caller takes them */
	uint8_t out[8192];
};

/* squares: what stands there, 64 letters from a1. */
void emulated_dgt_init(struct emulated_dgt *e, const struct clock_control *control, const char *squares);
/* Time passes. */
void emulated_dgt_advance(struct emulated_dgt *e, int64_t now_us);
/* The start button: side's time runs. */
void emulated_dgt_start(struct emulated_dgt *e, enum side side);
/* Hands do this, now. 0; -EINVAL: what no DGT board has, or a man without a name. */
int emulated_dgt_do(struct emulated_dgt *e, const struct board_event *ev);
/* The host says a byte. */
void emulated_dgt_hear(struct emulated_dgt *e, uint8_t byte);

#endif
