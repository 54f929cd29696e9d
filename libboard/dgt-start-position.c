/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/dgt-start-position.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libboard/dgt-decoder.h"

/* So many squares differ from the start after four moves: fewer, and the tracker sees what was played. */
#define NEAR 8

struct look {
	struct dgt_decoder reader;
	bool has_board, has_clock, has_start;
	char squares[DGT_SQUARES];	/* the first whole board */
	enum dgt_side to_move;		/* when it stood so */
	char mover;			/* the first man that went, 0 none yet */
};

static void turn(char squares[static DGT_SQUARES])
{
	for (unsigned i = 0; i < DGT_SQUARES / 2; i++) {
		char piece = squares[i];

		squares[i] = squares[DGT_SQUARES - 1 - i];
		squares[DGT_SQUARES - 1 - i] = piece;
	}
}

/* Does White play from the far end? Most men that have not moved tell; else how far the men have come. */
static bool is_turned(const char squares[static DGT_SQUARES])
{
	char other[DGT_SQUARES];
	unsigned straight = board_dgt_distance_from_start(squares), turned;
	int rows[2] = { 0, 0 }, men[2] = { 0, 0 };

	memcpy(other, squares, sizeof(other));
	turn(other);
	turned = board_dgt_distance_from_start(other);
	if (straight != turned)
		return turned < straight;
	for (unsigned i = 0; i < DGT_SQUARES; i++)
		if (isalpha((unsigned char)squares[i])) {
			rows[!!isupper((unsigned char)squares[i])] += (int)i / 8;
			men[!!isupper((unsigned char)squares[i])]++;
		}
	return rows[1] * men[0] > rows[0] * men[1];
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
	/* nobody can tell what has moved and come back */
	snprintf(rights, sizeof(rights), "%s%s%s%s", s[4] == 'K' && s[7] == 'R' ? "K" : "", s[4] == 'K' && s[0] == 'R' ? "Q" : "",
		 s[60] == 'k' && s[63] == 'r' ? "k" : "", s[60] == 'k' && s[56] == 'r' ? "q" : "");
	snprintf(fen + n, DGT_FEN - n, "%c %s - 0 1", side, *rights ? rights : "-");
}

static void look(struct look *l, uint8_t byte)
{
	struct dgt_decoder *r = &l->reader;
	struct board_event ev;

	board_dgt_decoder_byte(r, byte, 0);
	if (r->boards && !l->has_board) {
		l->has_board = true;
		memcpy(l->squares, r->squares, sizeof(l->squares));
	}
	if (l->has_board && r->knows_clock && !l->has_clock) {
		l->has_clock = true;
		l->to_move = r->clock.to_move;
	}
	if (r->knows_squares && board_dgt_decoder_distance_from_start(r) == 0)
		l->has_start = true;
	while (board_dgt_decoder_pop(r, &ev))
		if (l->has_board && !l->mover && ev.type == BOARD_EVENT_PLACE)
			l->mover = ev.piece;
}

static int conclude(const struct look *l, struct dgt_start_position *ret)
{
	const struct dgt_decoder *r = &l->reader;
	char squares[DGT_SQUARES], side;

	if (!l->has_board || l->has_start || !has_kings(l->squares))
		return 0;
	memcpy(squares, l->squares, sizeof(squares));
	if (is_turned(squares))
		turn(squares);
	if (board_dgt_distance_from_start(squares) <= NEAR)
		return 0;
	ret->white = r->white ? r->white : r->votes > 0 ? DGT_LEFT : r->votes < 0 ? DGT_RIGHT : DGT_NONE;
	if (l->has_clock && ret->white)
		side = l->to_move == ret->white ? 'w' : 'b';
	else if (isalpha((unsigned char)l->mover))
		side = isupper((unsigned char)l->mover) ? 'w' : 'b';
	else
		return 0;
	write_fen(squares, side, ret->fen);
	return 1;
}

int board_dgt_start_position(int fd, struct dgt_start_position *ret)
{
	struct look *l = calloc(1, sizeof(*l));
	uint8_t buf[4096];
	off_t at = 0;
	ssize_t n;
	int r;

	if (!l)
		return -ENOMEM;
	l->reader.recorded = true;
	while ((n = pread(fd, buf, sizeof(buf), at)) > 0 && !l->has_start) {
		for (ssize_t i = 0; i < n; i++)
			look(l, buf[i]);
		at += n;
	}
	r = n < 0 ? -errno : conclude(l, ret);
	free(l);
	return r;
}
