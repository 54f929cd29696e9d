/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/dgt.h"

#include <errno.h>
#include <string.h>

/* How long a frame of this kind is; 0: any length. */
static size_t length_of(uint8_t kind)
{
	switch (kind) {
	case DGT_BOARD:
		return 3 + DGT_SQUARES;
	case DGT_CLOCK:
		return 10;
	case DGT_FIELD:
		return 5;
	case DGT_SERIAL:
		return 8;
	case DGT_VERSION:
		return 5;
	case DGT_LONG_SERIAL:
		return 13;
	default:
		return 0;
	}
}

static enum dgt_frame_result dgt_frame_drop(struct dgt_parser *p)
{
	bool was_noise = p->noise;

	p->have = p->length = 0;
	p->noise = true;
	return was_noise ? DGT_FRAME_INCOMPLETE : DGT_FRAME_NOISE;
}

enum dgt_frame_result board_dgt_feed(struct dgt_parser *p, uint8_t byte)
{
	size_t right;

	if (p->length && p->have == p->length) /* the last one was taken */
		p->have = p->length = 0;
	if (byte & 0x80) {
		bool cut = p->have != 0;
		bool was_noise = p->noise;

		p->have = 1;
		p->length = 0;
		p->frame[0] = byte;
		p->noise = cut;
		return cut && !was_noise ? DGT_FRAME_NOISE : DGT_FRAME_INCOMPLETE;
	}
	if (p->have == 0)
		return dgt_frame_drop(p);
	p->frame[p->have++] = byte;
	if (p->have == 3) {
		p->length = (size_t)p->frame[1] << 7 | p->frame[2];
		right = length_of(p->frame[0]);
		if (p->length < 3 || p->length > DGT_FRAME_MAX || (right && p->length != right))
			return dgt_frame_drop(p);
	}
	if (p->have != p->length)
		return DGT_FRAME_INCOMPLETE;
	p->noise = false;
	return DGT_FRAME_COMPLETE;
}

char board_dgt_piece(uint8_t code)
{
	static const char letters[] = ".PRNBKQprnbkq???";

	return code < 16 ? letters[code] : 0;
}

/* The board counts from a8, row by row; libboard from a1. */
static uint8_t square_of(uint8_t field)
{
	return field ^ 56;
}

int board_dgt_parse_field(const uint8_t *frame, uint8_t *square, char *piece)
{
	if (frame[3] >= DGT_SQUARES || !board_dgt_piece(frame[4]))
		return -EBADMSG;
	*square = square_of(frame[3]);
	*piece = board_dgt_piece(frame[4]);
	return 0;
}

int board_dgt_parse_board(const uint8_t *frame, char squares[static DGT_SQUARES])
{
	for (uint8_t i = 0; i < DGT_SQUARES; i++) {
		char piece = board_dgt_piece(frame[3 + i]);

		if (!piece)
			return -EBADMSG;
		squares[square_of(i)] = piece;
	}
	return 0;
}

static int two_digits(uint8_t bcd)
{
	return (bcd & 15) < 10 && bcd >> 4 < 6 ? (bcd >> 4) * 10 + (bcd & 15) : -1;
}

/* Hours with flags in the upper bits, minutes, seconds. */
static int read_time(const uint8_t *b, uint32_t *ms, bool *flag)
{
	int minutes = two_digits(b[1]), seconds = two_digits(b[2]);

	if ((b[0] & 15) > 9 || minutes < 0 || seconds < 0)
		return -EBADMSG;
	*ms = (uint32_t)((b[0] & 15) * 3600 + minutes * 60 + seconds) * 1000;
	*flag = (b[0] & 0x10) && *ms == 0;
	return 0;
}

int board_dgt_parse_clock(const uint8_t *frame, struct dgt_clock_reading *ret)
{
	static const uint8_t nothing[7];
	uint8_t status = frame[9];

	if ((frame[3] & 15) == 10 || (frame[6] & 15) == 10)
		return 0; /* an answer to a command */
	if (status & 0x20)
		return -ENODEV;
	if (memcmp(frame + 3, nothing, sizeof(nothing)) == 0)
		return 0; /* some boards send zeros while they search for a clock */
	*ret = (struct dgt_clock_reading){ .running = status & 1, .has_increment = (frame[3] | frame[6]) & 0x20 };
	if (read_time(frame + 3, &ret->right_ms, &ret->right_flag) < 0 ||
	    read_time(frame + 6, &ret->left_ms, &ret->left_flag) < 0)
		return -EBADMSG;
	/* Where neither or both of the other bits are set the lever (bit 1) decides. */
	if ((status & 0x18) == 0x08)
		ret->to_move = DGT_LEFT;
	else if ((status & 0x18) == 0x10)
		ret->to_move = DGT_RIGHT;
	else
		ret->to_move = status & 2 ? DGT_RIGHT : DGT_LEFT;
	ret->disagrees = (ret->to_move == DGT_RIGHT) != (status >> 1 & 1);
	return 1;
}
