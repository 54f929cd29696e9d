/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the boards on serial lines share: opening the line, or a file of bytes that once came over one. */
#ifndef BOARD_SERIAL_LINE_H
#define BOARD_SERIAL_LINE_H

#include <termios.h>

#include "libboard/backend.h"

struct serial {
	int fd;
	bool is_live;		/* a terminal line; else recorded bytes */
	bool is_file;		/* ends at its end, and never makes a reader wait */
	struct board_wake wake;
};

void board_serial_init(struct serial *line);	/* so that close does nothing yet */
/* A tty is set to 8N1 at this speed, raw, its modem lines left alone; B0 is for
 * a hidraw node. 0, or a negative errno value with the sentence in board. */
int board_serial_open(struct serial *line, struct board *board, const char *path, speed_t speed, const struct board_opener *opener);
/* Opening a tty raises DTR; some boards want it low. */
void board_serial_lower_dtr(struct serial *line);
void board_serial_close(struct serial *line);
/* Bytes read; -EAGAIN; -ENODATA: recorded bytes have ended; -ENODEV: the line is gone; or what read(2) gave. */
int board_serial_read(struct serial *line, uint8_t *buf, size_t size);
/* Until something can be read, or at most this long. */
void board_serial_wait(struct serial *line, int ms);
/* To a live line, all of it. 0, or a negative errno value. */
int board_serial_write(struct serial *line, const uint8_t *buf, size_t n);

#endif
