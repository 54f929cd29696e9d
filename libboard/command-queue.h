/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What is said to a board while a game is on: lights and sounds. Boards want time between two commands, lose some, and
 * a line may be full. So nothing here waits: what cannot be said now is said from a timer, which is part of the
 * descriptor that the reader polls. Of several states of the lights only the last is worth saying.
 */
#ifndef BOARD_COMMAND_QUEUE_H
#define BOARD_COMMAND_QUEUE_H

#include "libboard/serial-line.h"

/* Chessnut says least with 3 bytes; the lights of a board with coloured ones take 247. */
#define COMMAND_SIZE 256

enum command_kind { COMMAND_LIGHTS, COMMAND_SOUND, COMMAND_KINDS };

struct queued_command {
	size_t size;		/* 0: nothing to be said */
	unsigned left;		/* how often it may still be said */
	uint8_t bytes[COMMAND_SIZE];
};

struct command_queue {
	struct serial_line *line;
	uint32_t gap_us;	/* between the end of a command and the next */
	unsigned tries;		/* how often a state of the lights is said until the board says that it has it; 1: it never says */
	int timer_fd;
	int64_t free_us;	/* nothing may be said before this instant */
	struct queued_command wanted[COMMAND_KINDS];
	size_t size, done;	/* of the command that is under way */
	uint8_t bytes[COMMAND_SIZE];
};

void board_command_queue_init(struct command_queue *speak);	/* so that close does nothing yet */
/* line is open, and lives longer. 0, or a negative errno value. */
int board_command_queue_open(struct command_queue *speak, struct serial_line *line, uint32_t gap_us, unsigned tries);
void board_command_queue_close(struct command_queue *speak);
/* Now if it may be, else later. 0; -ENODEV and others: what writing gave. */
int board_command_queue_send(struct command_queue *speak, enum command_kind what, const uint8_t *bytes, size_t n);
/* The board says that it has done what it was told last. */
void board_command_queue_acknowledge(struct command_queue *speak);
/* To be called when the descriptor is ready, and whenever it does not cost anything. As board_command_queue_send(). */
int board_command_queue_run(struct command_queue *speak);

#endif
