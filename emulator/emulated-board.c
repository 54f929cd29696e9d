/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "emulator/emulated-board.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct emulated *emulated_new(const struct emulated_kind *kind, const struct emulated_options *options,
			      const struct clock_control *control, const char *squares)
{
	struct emulated *board = calloc(1, kind->size);

	if (!board)
		return NULL;
	board->kind = kind;
	board->options = *options;
	if (board->options.late_us < 0)
		board->options.late_us = kind->late_us;
	memcpy(board->stands, squares, emulated_cells(board));
	kind->init(board, control);
	return board;
}

int emulated_apply(struct emulated *board, const struct board_event *ev)
{
	const bool named = board->kind->sensors == BOARD_PIECE_ID;
	const unsigned cells = emulated_cells(board);

	switch (ev->type) {
	case BOARD_EVENT_LIFT:
		board->stands[ev->square] = '.';
		break;
	case BOARD_EVENT_PLACE:
		if (named && ev->piece == '?')
			return -EINVAL;
		board->stands[ev->square] = ev->piece;
		break;
	case BOARD_EVENT_SQUARES:
		if (ev->squares->count != cells || (named && memchr(ev->squares->squares, '?', cells)))
			return -EINVAL;
		memcpy(board->stands, ev->squares->squares, cells);
		break;
	default:
		break;
	}
	if (board->kind->act)
		board->kind->act(board, ev);
	return 0;
}

void emulated_send(struct emulated *board, const uint8_t *bytes, size_t n)
{
	if (board->size + n > sizeof(board->out))
		return;
	memcpy(board->out + board->size, bytes, n);
	board->size += n;
}

void emulated_show(struct emulated *board, const char *format, ...)
{
	size_t n = strlen(board->shown);
	va_list args;

	va_start(args, format);
	n += (size_t)vsnprintf(board->shown + n, sizeof(board->shown) - n, format, args);
	va_end(args);
	if (n + 1 < sizeof(board->shown))
		memcpy(board->shown + n, "\n", 2);
}
