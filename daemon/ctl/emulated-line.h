/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The terminal line of an emulated board, and the trace that is played on it. */
#ifndef CTL_EMULATE_LINE_H
#define CTL_EMULATE_LINE_H

#include "daemon/ctl/ctl.h"
#include "daemon/ctl/emulated-board.h"

struct emulated_line {
	const char *link;	/* leads to the line, NULL: none is made */
	const char *bytes;	/* in place of a line: this file or FIFO */
	bool is_hid;		/* in place of a line: a HID device of the kernel's */
	char node[64];		/* is_hid: its node, "" as long as the kernel has not made it */
	int master, slave;	/* -1: unplugged. The slave is held so that a reader that goes does not hang the line up */
};

/* A new line; its name is printed, that of a HID device when it is known. 0, or a negative errno value. */
int emulated_plug(struct emulated_line *line, struct emulated *board);
void emulated_unplug(struct emulated_line *line, struct emulated *board);
/* What was said is heard, what is to be said is sent. */
void emulated_exchange(struct emulated_line *line, struct emulated *board);

/* emulated-hid.c: the same for a HID device, whose name becomes known once. */
int emulated_hid_plug(struct emulated_line *line);
bool emulated_hid_find(struct emulated_line *line);
void emulated_hid_exchange(struct emulated_line *line, struct emulated *board);

/* A trace in memory. */
struct emulated_script {
	struct core_setup setup;
	struct board_event *event;
	size_t count;
};

/* CTL_DONE, or CTL_FAILED with the sentence said. Either way emulated_script_done() it. */
int emulated_script_load(struct ctl *ctl, const char *path, const struct emulated_kind *kind, struct emulated_script *ret);
void emulated_script_done(struct emulated_script *script);

#endif
