/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What emulated boards share that report all their squares after each scan. The squares are scanned one after the
 * other: a piece that is moved from a square that was just scanned to one that is next stands on both.
 */
#ifndef EMULATOR_EMULATED_SNAPSHOTS_H
#define EMULATOR_EMULATED_SNAPSHOTS_H

#include "emulator/emulated-board.h"

#define EMULATED_DELAYED 8 /* messages that are on their way at once */
#define EMULATED_MESSAGE 2048

struct emulated_snapshots {
	struct emulated base;
	char seen[64];	/* as the scan that is under way sees it, and the last one from field on: the board's own
			 * order, from its a8 */
	unsigned field; /* scanned next */
	int64_t scan_at_us, step_us;
	bool on; /* it reports what it sees */
	/* After a scan of all squares: reports them. */
	void (*report)(struct emulated_snapshots *s);
	/* A square is scanned: for those that see more than a letter; NULL: seen[field] is all. */
	void (*scan)(struct emulated_snapshots *s, unsigned field, unsigned square);
	unsigned head, tail; /* free running */
	struct emulated_message {
		int64_t due_us;
		size_t size;
		uint8_t bytes[EMULATED_MESSAGE];
	} delayed[EMULATED_DELAYED];
};

/* scan_us: unless the options say otherwise. */
void emulated_snapshots_init(struct emulated_snapshots *s, int64_t scan_us);
void emulated_snapshots_advance(struct emulated *board, int64_t now_us);
/* Sends it late. What the board cannot hold so long is lost. */
void emulated_snapshots_send(struct emulated_snapshots *s, const uint8_t *bytes, size_t n);
/* The square on the table under a field of the board. */
unsigned emulated_square(const struct emulated *board, unsigned field);
/* lit: bit 0 is the board's a1. */
void emulated_show_lights(struct emulated *board, uint64_t lit);

#endif
