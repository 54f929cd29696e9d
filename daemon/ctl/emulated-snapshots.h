/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What emulated boards share that tell all their squares after each look at them. The squares are looked at one after the
 * other: a man that is moved from a square that was just looked at to one that is next stands on both.
 */
#ifndef CTL_EMULATE_SHOTS_H
#define CTL_EMULATE_SHOTS_H

#include "daemon/ctl/emulated-board.h"

#define EMULATED_LATE 8		/* messages that are on their way at once */
#define EMULATED_MESSAGE 2048

struct emulated_shots {
	struct emulated base;
	char seen[64];		/* as the look that is under way sees it, and the last one from field on: the board's own
				 * order, from its a8 */
	unsigned field;		/* looked at next */
	int64_t look_us, step_us;
	bool on;		/* it tells what it sees */
	/* After a look at all squares: tells them. */
	void (*tell)(struct emulated_shots *s);
	/* A square is looked at: for those that see more than a letter; NULL: seen[field] is all. */
	void (*look)(struct emulated_shots *s, unsigned field, unsigned square);
	unsigned head, tail;	/* free running */
	struct emulated_message {
		int64_t due_us;
		size_t size;
		uint8_t bytes[EMULATED_MESSAGE];
	} late[EMULATED_LATE];
};

/* scan_us: unless the options say otherwise. */
void emulated_shots_init(struct emulated_shots *s, int64_t scan_us);
void emulated_shots_advance(struct emulated *board, int64_t now_us);
/* Sends it late. What the board cannot hold so long is lost. */
void emulated_shots_send(struct emulated_shots *s, const uint8_t *bytes, size_t n);
/* The square on the table under a field of the board. */
unsigned emulated_square(const struct emulated *board, unsigned field);
/* lit: bit 0 is the board's a1. */
void emulated_show_lights(struct emulated *board, uint64_t lit);

#endif
