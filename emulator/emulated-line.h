/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The terminal line of an emulated board, or what it has in place of one. */
#ifndef EMULATOR_EMULATED_LINE_H
#define EMULATOR_EMULATED_LINE_H

#include "emulator/emulated-board.h"

struct emulated_line {
	const char *link;  /* leads to the line, NULL: none is made */
	const char *bytes; /* in place of a line: this file or FIFO */
	bool is_hid;	   /* in place of a line: a HID device of the kernel's */
	bool is_socket;	   /* in place of a line: link is the socket itself */
	char node[108];	   /* is_hid: its node, "" as long as the kernel has not made it; is_socket: its name */
	int listener;	   /* is_socket: -1: unplugged */
	int master, slave; /* -1: unplugged; is_socket: nobody is connected. The slave is held so that a reader that
			      goes does not hang the line up */
};

/* A new line; its name is printed, that of a HID device when it is known. 0, or a negative errno value. */
int emulated_line_plug(struct emulated_line *line, struct emulated *board);
void emulated_line_unplug(struct emulated_line *line, struct emulated *board);
/* Receives what the host has sent, and sends what the board has to say. */
void emulated_line_exchange(struct emulated_line *line, struct emulated *board);

#endif
