/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef LIBBOARD_SERIAL_LINE_H
#define LIBBOARD_SERIAL_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "libboard/backend.h"

/* --- poll-set.c: One descriptor to poll for a backend that reads ahead: readable while a source is, or while events
 * are queued. --- */

struct poll_set {
	int fd; /* what board_get_fd() gives */
	int event_fd;
	bool ready;
};

void board_poll_set_init(struct poll_set *set); /* so that close does nothing yet */
/* fd is a source, -1: none. 0, or a negative errno value. */
int board_poll_set_open(struct poll_set *set, int fd);
int board_poll_set_add(struct poll_set *set, int fd); /* another source, until it is closed */
void board_poll_set_close(struct poll_set *set);
/* Are events queued that were read from the sources already? */
void board_poll_set_mark(struct poll_set *set, bool ready);

/* --- serial-line.c: What the boards on serial lines share: opening the line, or a file of bytes that once came over
 * one. --- */

struct serial_line {
	int fd;
	bool is_live; /* a terminal line; else recorded bytes */
	bool is_file; /* ends at its end, and never makes a reader wait */
	struct poll_set poll_set;
};

void board_serial_line_init(struct serial_line *line); /* so that close does nothing yet */
/* A tty is set to 8N1 at this speed, raw, its modem lines left alone; B0 is for
 * a hidraw node. 0, or a negative errno value with the sentence in board. */
int board_serial_line_open(struct serial_line *line, struct board *board, const char *path, speed_t speed,
			   const struct board_opener *opener);
/* Opening a tty raises DTR; some boards want it low. */
void board_serial_line_lower_dtr(struct serial_line *line);
void board_serial_line_close(struct serial_line *line);
/* Bytes read; -EAGAIN; -ENODATA: recorded bytes have ended; -ENODEV: the line is gone; or what read(2) gave. */
int board_serial_line_read(struct serial_line *line, uint8_t *buf, size_t size);
/* Until something can be read, or at most this long. */
void board_serial_line_wait(struct serial_line *line, int ms);
/* To a live line, all of it. 0, or a negative errno value. */
int board_serial_line_write(struct serial_line *line, const uint8_t *buf, size_t n);

/*
 * --- command-queue.c ---
 * Commands to a board during a game: lights and sounds. Boards need time between two commands, lose some, and a line
 * may be full. So nothing here waits: what cannot be sent now is sent from a timer, which is part of the descriptor
 * that the caller polls. Of several states of the lights only the last is worth sending.
 */

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

/* --- plain-text.c: Texts that devices and the kernel give, as logs and D-Bus can take them. --- */

/*
 * Copies from (NULL: "") as UTF-8 without control characters: a byte that is neither becomes '?'. What does not fit
 * into size bytes is cut, between two characters.
 */
void board_plain_text(char *to, size_t size, const char *from);

#endif
