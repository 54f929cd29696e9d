/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Commands to a board during a game: lights and sounds. Boards need time between two commands, lose some, and a line
 * may be full. So nothing here waits: what cannot be sent now is sent from a timer, which is part of the descriptor
 * that the caller polls. Of several states of the lights only the last is worth sending.
 */
#ifndef BOARD_COMMAND_QUEUE_H
#define BOARD_COMMAND_QUEUE_H

#include "libboard/serial-line.h"

/* The longest sets coloured lights: 247 bytes. */
#define COMMAND_SIZE 256

enum command_kind { COMMAND_LIGHTS, COMMAND_SOUND, COMMAND_KINDS };

struct queued_command {
	size_t size;   /* 0: none */
	unsigned left; /* how often it may still be sent */
	uint8_t bytes[COMMAND_SIZE];
};

struct command_queue {
	struct serial_line *line;
	uint32_t gap_us; /* between the end of a command and the next */
	unsigned tries;	 /* how often a state of the lights is sent until the board acknowledges it; 1: it never does */
	int timer_fd;
	int64_t free_us; /* nothing may be sent before this instant */
	struct queued_command queued[COMMAND_KINDS];
	size_t size, sent; /* of the command that is being sent */
	uint8_t bytes[COMMAND_SIZE];
};

void board_command_queue_init(struct command_queue *queue); /* so that close does nothing yet */
/* line is open, and lives longer. 0, or a negative errno value. */
int board_command_queue_open(struct command_queue *queue, struct serial_line *line, uint32_t gap_us, unsigned tries);
void board_command_queue_close(struct command_queue *queue);
/* Now if it may be, else later. 0; -ENODEV and others: what writing gave. */
int board_command_queue_send(struct command_queue *queue, enum command_kind kind, const uint8_t *bytes, size_t n);
/* The board acknowledges the last command. */
void board_command_queue_acknowledge(struct command_queue *queue);
/* Sends what is due. To be called when the descriptor is ready; any other time is as good. As
 * board_command_queue_send(). */
int board_command_queue_run(struct command_queue *queue);

#endif
