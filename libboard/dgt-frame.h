/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The bytes of a DGT board, taken apart. Pure: no files, no clock.
 *
 * A frame is a byte with the top bit set (its kind), two bytes of seven bits
 * with the length of the whole frame, and data, all below 0x80. So a byte
 * with the top bit begins a frame wherever it stands.
 */
#ifndef BOARD_DGT_FRAME_H
#define BOARD_DGT_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a host may send. Codes that a board would store, or hang on, are not here and are never sent. */
enum dgt_command {
	DGT_SEND_RESET = 0x40, /* stop sending */
	DGT_SEND_CLOCK = 0x41,
	DGT_SEND_BOARD = 0x42,
	DGT_SEND_UPDATES = 0x43, /* fields as they change, the clock at least once a second */
	DGT_SEND_SERIAL = 0x45,
	DGT_SEND_LOG = 0x49, /* the stored changes, see dgt-log.h */
	DGT_SEND_BATTERY = 0x4c,
	DGT_SEND_VERSION = 0x4d,
};

enum dgt_kind {
	DGT_BOARD = 0x86,
	DGT_CLOCK = 0x8d, /* times, or an answer of the clock */
	DGT_FIELD = 0x8e,
	DGT_LOG = 0x8f,
	DGT_SERIAL = 0x91,
	DGT_VERSION = 0x93,
	DGT_BATTERY = 0xa0, /* its length differs */
	DGT_LONG_SERIAL = 0xa2,
};

#define DGT_SQUARES 64
/* The longest frame is the log of stored moves. */
#define DGT_FRAME_MAX (0x1f00 + 3)

/* Zeroed to begin with. */
struct dgt_parser {
	size_t have, length; /* bytes of the frame so far; of the whole frame, 0 not known yet */
	bool noise;	     /* bytes that belong to no frame are being skipped, and this was reported */
	uint8_t frame[DGT_FRAME_MAX];
};

enum dgt_frame_result { DGT_FRAME_NOISE = -1, DGT_FRAME_INCOMPLETE = 0, DGT_FRAME_COMPLETE = 1 };

/*
 * One byte. DGT_FRAME_COMPLETE: parser->frame holds a frame of parser->have bytes, of the right length for its kind,
 * until the next call. DGT_FRAME_NOISE: bytes had to be dropped; once for each stretch of them. Resumes at the next
 * frame.
 */
enum dgt_frame_result board_dgt_feed(struct dgt_parser *parser, uint8_t byte);

/* One side of the clock, as seen from its front. */
enum dgt_side { DGT_NONE = 0, DGT_LEFT, DGT_RIGHT };

struct dgt_clock_reading {
	uint32_t left_ms, right_ms; /* whole seconds */
	bool left_flag, right_flag; /* the time is over and the clock stands */
	bool running;
	bool has_increment;    /* a press gives time to its side */
	bool disagrees;	       /* the lever's bit names the other side */
	enum dgt_side to_move; /* whose time runs, or would */
};

/* Squares are those of board.h, letters of FEN, '.' for nothing, '?' for one of the three result pieces (draw, 1-0,
 * 0-1). */
char board_dgt_piece(uint8_t code); /* 0: no such code */
/* These take a whole frame of their kind. 0, or -EBADMSG. */
int board_dgt_parse_field(const uint8_t *frame, uint8_t *square, char *piece);
int board_dgt_parse_board(const uint8_t *frame, char squares[static DGT_SQUARES]);
/* 1: *ret is filled; 0: an answer of the clock, or zeros; -ENODEV: no clock is there; -EBADMSG: no time. */
int board_dgt_parse_clock(const uint8_t *frame, struct dgt_clock_reading *ret);

#endif
