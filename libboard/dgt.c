/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * dgt:PATH, a DGT board on a serial line (USB, Bluetooth), or a file or FIFO
 * of bytes that one once sent. What the bytes mean is dgt-frame.c's and
 * dgt-reader.c's.
 *
 * A live board is first asked for its version: another device behind the same
 * kind of serial adapter has heard two letters then, and is let go.
 */
#include "libboard/dgt-reader.h"
#include "libboard/serial.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define ANSWER_US 1000000

/* One whole scan of the squares. */
#define SCAN_US 250000
/* The board asks its clock two or three times a second, and the clock may answer a second late. */
#define GRACE_US 1500000

/* For a recording, what a trace's header says. */
static const char header[] =
	"{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"chess\",\"sensors\":\"piece-id\",\"lever\":true,"
	"\"scan_us\":250000,\"grace_us\":1500000,\"board\":{\"model\":\"DGT board\"}}";

struct dgt {
	struct board board;
	const char *path;
	struct serial line;
	bool told_noise;
	int over;		/* what reading has come to; told when the queue is empty */
	size_t start, end;	/* bytes read and not yet taken */
	uint8_t buf[512];
	struct dgt_reader reader;
};

static struct dgt *dgt_of(const struct board *board)
{
	return (struct dgt *)board;
}

/* Takes bytes until there is an event, or something to say. 1: events wait. */
static int advance(struct dgt *d)
{
	while (dgt_reader_is_empty(&d->reader)) {
		if (d->start == d->end) {
			int n = board_serial_read(&d->line, d->buf, sizeof(d->buf));

			if (n < 0)
				return n;
			d->start = 0;
			d->end = (size_t)n;
		}
		if (board_dgt_reader_byte(&d->reader, d->buf[d->start++], d->line.is_live ? board_now_us() : 0) < 0 && !d->told_noise) {
			d->told_noise = true;	/* once: a bad cable goes on for hours */
			return board_fail(&d->board, -EBADMSG, "%.300s: noise on the line: bytes that are no frame of a DGT board ",
					  d->path);
		}
	}
	return 1;
}

/* Reads ahead until done says so; events stay queued. */
static int wait_for(struct dgt *d, bool (*done)(const struct dgt_reader *, unsigned), unsigned was)
{
	int64_t until = board_now_us() + ANSWER_US;

	while (!done(&d->reader, was)) {
		int64_t left = until - board_now_us();
		int n;

		if (d->start < d->end) {
			board_dgt_reader_byte(&d->reader, d->buf[d->start++], board_now_us());
			continue;
		}
		if (left <= 0)
			return -ETIMEDOUT;
		board_serial_wait(&d->line, (int)(left / 1000 + 1));
		n = board_serial_read(&d->line, d->buf, sizeof(d->buf));
		if (n < 0 && n != -EAGAIN)
			return n;
		d->start = 0;
		d->end = n > 0 ? (size_t)n : 0;
	}
	return 0;
}

static int ask(struct dgt *d, enum dgt_command command, bool (*done)(const struct dgt_reader *, unsigned), unsigned was)
{
	uint8_t byte = (uint8_t)command;
	int r = board_serial_write(&d->line, &byte, 1);

	return r < 0 || !done ? r : wait_for(d, done, was);
}

static bool has_version(const struct dgt_reader *r, unsigned was) { return r->version[0]; }
static bool has_serial(const struct dgt_reader *r, unsigned was) { return r->serial[0]; }
static bool has_board(const struct dgt_reader *r, unsigned was) { return r->boards != was; }

static void forget_events(struct dgt_reader *r)
{
	r->head = r->tail;
	r->lost = 0;
}

static int identify(struct dgt *d)
{
	struct board_info *info = &d->board.info;
	int r = ask(d, DGT_SEND_RESET, NULL, 0);

	if (r == 0)
		r = ask(d, DGT_SEND_VERSION, has_version, 0);
	if (r == -ETIMEDOUT)
		return board_fail(&d->board, -ENODEV, "%.300s: what is there does not answer like a DGT board", d->path);
	if (r < 0)
		return r;
	snprintf(info->firmware, sizeof(info->firmware), "%s", d->reader.version);
	r = ask(d, DGT_SEND_SERIAL, has_serial, 0);
	if (r < 0 && r != -ETIMEDOUT)
		return r;
	snprintf(info->serial, sizeof(info->serial), "%s", d->reader.serial);
	r = ask(d, DGT_SEND_BOARD, has_board, d->reader.boards);
	if (r == -ETIMEDOUT)
		return board_fail(&d->board, r, "%.300s: the DGT board does not tell its squares", d->path);
	forget_events(&d->reader);
	return r < 0 ? r : ask(d, DGT_SEND_UPDATES, NULL, 0);
}

static int dgt_open(struct board *board, const char *address, const struct board_opener *opener)
{
	struct dgt *d = dgt_of(board);
	int r;

	board_serial_init(&d->line);
	d->path = strchr(board->uri, ':') + 1;
	r = board_serial_open(&d->line, board, address, B9600, opener);
	if (r < 0)
		return r;
	board->info = (struct board_info){
		.width = 8, .height = 8, .sensors = BOARD_PIECE_ID, .features = BOARD_FEATURE_LEVER | BOARD_FEATURE_PAUSE,
		.scan_us = SCAN_US, .grace_us = GRACE_US, .model = "DGT board",
	};
	d->reader.recorded = !d->line.is_live;
	if (d->line.is_live)
		r = identify(d);
	else
		board->info.features |= BOARD_FEATURE_DEVICE_TIME;
	board_wake_set(&d->line.wake, d->line.is_file || !dgt_reader_is_empty(&d->reader) || d->start < d->end);
	return r;
}

static void dgt_close(struct board *board)
{
	struct dgt *d = dgt_of(board);
	uint8_t byte = DGT_SEND_RESET;

	if (d->line.is_live && d->line.fd >= 0 && !d->over && d->reader.version[0])
		(void)board_serial_write(&d->line, &byte, 1);
	board_serial_close(&d->line);
}

static int dgt_get_fd(const struct board *board)
{
	return dgt_of(board)->line.wake.poll_fd;
}

static const char *dgt_get_header(const struct board *board)
{
	return dgt_of(board)->line.is_live ? NULL : header;
}

static int dgt_read(struct board *board, struct board_event *ev)
{
	struct dgt *d = dgt_of(board);
	int r = d->over;

	if (!r || !dgt_reader_is_empty(&d->reader))
		r = advance(d);
	if (r == 1)
		board_dgt_reader_pop(&d->reader, ev);
	if (r == -ENODATA || r == -ENODEV)
		d->over = r;
	if (!d->line.is_file)
		board_wake_set(&d->line.wake, !dgt_reader_is_empty(&d->reader) || d->start < d->end);
	if (r == -ENODATA)
		return board_fail(board, r, "%.300s: the recorded bytes have ended", d->path);
	return r;
}

static int dgt_get_squares(struct board *board, struct board_squares *ret)
{
	struct dgt *d = dgt_of(board);
	int r;

	if (!d->line.is_live)
		return board_fail(board, -EOPNOTSUPP, "%.300s: recorded bytes cannot be asked for the whole board", d->path);
	r = ask(d, DGT_SEND_BOARD, has_board, d->reader.boards);
	board_wake_set(&d->line.wake, !dgt_reader_is_empty(&d->reader) || d->start < d->end);
	if (r < 0)
		return r;
	ret->host_us = board_now_us();
	ret->seq = d->reader.seq;
	ret->count = DGT_SQUARES;
	ret->lever = board_dgt_reader_lever(&d->reader);
	memcpy(ret->squares, d->reader.squares, DGT_SQUARES);
	return 0;
}

const struct board_backend board_dgt = {
	.scheme = "dgt",
	.size = sizeof(struct dgt),
	.open = dgt_open,
	.close = dgt_close,
	.get_fd = dgt_get_fd,
	.read = dgt_read,
	.get_header = dgt_get_header,
	.get_squares = dgt_get_squares,
};
