/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the boards on serial lines share: opening the line, or a file of bytes that once came over one. */
#ifndef BOARD_SERIAL_LINE_H
#define BOARD_SERIAL_LINE_H

#include <termios.h>

#include "libboard/backend.h"
#include "libboard/poll-set.h"

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

#endif
