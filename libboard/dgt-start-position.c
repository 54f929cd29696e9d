/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/dgt.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* So many squares differ from the start after four moves: with fewer the tracker finds the moves by itself. */
#define NEAR 8

struct scan {
	struct dgt_decoder decoder;
	bool has_board, has_clock, has_start;
	char squares[DGT_SQUARES]; /* the first whole board */
	enum dgt_side to_move;	   /* when it stood so */
	char mover;		   /* the first piece that moved, 0 none yet */
};

static void turn_round(char squares[static DGT_SQUARES])
{
	for (unsigned i = 0; i < DGT_SQUARES / 2; i++) {
		char piece = squares[i];

		squares[i] = squares[DGT_SQUARES - 1 - i];
		squares[DGT_SQUARES - 1 - i] = piece;
	}
}

/* Does White play from the far end? Most unmoved pieces decide; else how far the pieces have advanced. */
static bool is_turned(const char squares[static DGT_SQUARES])
{
	char other[DGT_SQUARES];
	unsigned straight = board_dgt_distance_from_start(squares), turned;
	int rows[2] = { 0, 0 }, pieces[2] = { 0, 0 };

	memcpy(other, squares, sizeof(other));
	turn_round(other);
	turned = board_dgt_distance_from_start(other);
	if (straight != turned)
		return turned < straight;
	for (unsigned i = 0; i < DGT_SQUARES; i++)
		if (isalpha((unsigned char)squares[i])) {
			rows[!!isupper((unsigned char)squares[i])] += (int)i / 8;
			pieces[!!isupper((unsigned char)squares[i])]++;
		}
	return rows[1] * pieces[0] > rows[0] * pieces[1];
}

static bool has_kings(const char squares[static DGT_SQUARES])
{
	unsigned kings[2] = { 0, 0 };

	for (unsigned i = 0; i < DGT_SQUARES; i++) {
		if (squares[i] == '?')
			return false;
		kings[0] += squares[i] == 'K';
		kings[1] += squares[i] == 'k';
	}
	return kings[0] == 1 && kings[1] == 1;
}

static void write_fen(const char s[static DGT_SQUARES], char side, char fen[static DGT_FEN])
{
	char rights[5];
	size_t n = 0;

	for (unsigned rank = 8; rank-- > 0;) {
		for (unsigned file = 0; file < 8; file++) {
			unsigned empty = 0;

			while (file < 8 && s[8 * rank + file] == '.') {
				empty++;
				file++;
			}
			if (empty)
				fen[n++] = (char)('0' + empty);
			if (file < 8)
				fen[n++] = s[8 * rank + file];
		}
		fen[n++] = rank ? '/' : ' ';
	}
	/* pieces that moved and came back cannot be known */
	snprintf(rights, sizeof(rights), "%s%s%s%s", s[4] == 'K' && s[7] == 'R' ? "K" : "",
		 s[4] == 'K' && s[0] == 'R' ? "Q" : "", s[60] == 'k' && s[63] == 'r' ? "k" : "",
		 s[60] == 'k' && s[56] == 'r' ? "q" : "");
	snprintf(fen + n, DGT_FEN - n, "%c %s - 0 1", side, *rights ? rights : "-");
}

static void scan_byte(struct scan *scan, uint8_t byte)
{
	struct dgt_decoder *r = &scan->decoder;
	struct board_event ev;

	board_dgt_decoder_byte(r, byte, 0);
	if (r->boards && !scan->has_board) {
		scan->has_board = true;
		memcpy(scan->squares, r->squares, sizeof(scan->squares));
	}
	if (scan->has_board && r->knows_clock && !scan->has_clock) {
		scan->has_clock = true;
		scan->to_move = r->clock.to_move;
	}
	if (r->knows_squares && board_dgt_decoder_distance_from_start(r) == 0)
		scan->has_start = true;
	while (board_dgt_decoder_pop(r, &ev))
		if (scan->has_board && !scan->mover && ev.type == BOARD_EVENT_PLACE)
			scan->mover = ev.piece;
}

static int conclude(const struct scan *scan, struct dgt_start_position *ret)
{
	const struct dgt_decoder *r = &scan->decoder;
	char squares[DGT_SQUARES], side;

	if (!scan->has_board || scan->has_start || !has_kings(scan->squares))
		return 0;
	memcpy(squares, scan->squares, sizeof(squares));
	if (is_turned(squares))
		turn_round(squares);
	if (board_dgt_distance_from_start(squares) <= NEAR)
		return 0;
	ret->white = r->white ? r->white : r->votes > 0 ? DGT_LEFT : r->votes < 0 ? DGT_RIGHT : DGT_NONE;
	if (scan->has_clock && ret->white)
		side = scan->to_move == ret->white ? 'w' : 'b';
	else if (isalpha((unsigned char)scan->mover))
		side = isupper((unsigned char)scan->mover) ? 'w' : 'b';
	else
		return 0;
	write_fen(squares, side, ret->fen);
	return 1;
}

int board_dgt_start_position(int fd, struct dgt_start_position *ret)
{
	struct scan *scan = calloc(1, sizeof(*scan));
	uint8_t buf[4096];
	off_t at = 0;
	ssize_t n;
	int r;

	if (!scan)
		return -ENOMEM;
	scan->decoder.recorded = true;
	while ((n = pread(fd, buf, sizeof(buf), at)) > 0 && !scan->has_start) {
		for (ssize_t i = 0; i < n; i++)
			scan_byte(scan, buf[i]);
		at += n;
	}
	r = n < 0 ? -errno : conclude(scan, ret);
	free(scan);
	return r;
}
