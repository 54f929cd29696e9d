// SPDX-License-Identifier: GPL-2.0-or-later
#include "replay/board-input.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void squares_to_game(const struct game *game, const struct board_squares *squares, char ret[static GAME_MAX_SQUARES])
{
	memset(ret, 0, GAME_MAX_SQUARES);
	for (unsigned i = 0; i < game->squares; i++) {
		int cell = game->cell_of_square(i);

		ret[i] = cell >= 0 && cell < squares->count ? squares->squares[cell] : '?';
	}
}

void squares_to_input(const struct game *game, const struct board_squares *squares, int64_t t_us, struct input *ret)
{
	*ret = input_at(t_us, INPUT_SQUARES);
	squares_to_game(game, squares, ret->squares);
}

static enum side side_of(unsigned side)
{
	return side == BOARD_WHITE ? WHITE : side == BOARD_BLACK ? BLACK : NO_SIDE;
}

int lever_to_input(const struct board_squares *squares, int64_t t_us, struct input *ret)
{
	*ret = input_at(t_us, INPUT_PRESS);
	ret->side = side_of(squares->lever);
	return ret->side != NO_SIDE;
}

static int text_to_input(const struct game *game, const char *text, int64_t t_us, struct input *ret,
			 char err[static 160])
{
	json_error_t why;
	json_t *o = json_loads(text, 0, &why);
	int r;

	if (!o) {
		snprintf(err, 160, "%s", why.text);
		return -EINVAL;
	}
	r = input_parse(game, o, ret, err);
	json_decref(o);
	if (r < 0)
		return r;
	ret->t_us = t_us;
	return 1;
}

int board_to_input(const struct game *game, const struct board_event *event, int64_t t_us, struct input *ret,
		   char err[static 160])
{
	int square;

	err[0] = 0;
	switch (event->type) {
	case BOARD_EVENT_LIFT:
	case BOARD_EVENT_PLACE:
		square = event->square < game->width * game->height ? game->square_of_cell(event->square) : -EINVAL;
		if (square < 0)
			return 0;
		*ret = input_at(t_us, event->type == BOARD_EVENT_LIFT ? INPUT_LIFT : INPUT_PLACE);
		ret->square = (uint8_t)square;
		ret->piece = event->piece == '?' ? 0 : event->piece;
		return 1;
	case BOARD_EVENT_PRESS:
		*ret = input_at(t_us, INPUT_PRESS);
		ret->side = side_of(event->side);
		return 1;
	case BOARD_EVENT_PAUSE:
		*ret = input_at(t_us, INPUT_PAUSE);
		return 1;
	case BOARD_EVENT_TIME:
		*ret = input_at(t_us, INPUT_TICK);
		return 1;
	case BOARD_EVENT_LOST:
		*ret = input_at(t_us, INPUT_LOST);
		ret->count = event->lost;
		return 1;
	case BOARD_EVENT_SQUARES:
		squares_to_input(game, event->squares, t_us, ret);
		return 1;
	case BOARD_EVENT_TEXT:
		return text_to_input(game, event->text, t_us, ret, err);
	case BOARD_EVENT_ANSWER: /* nothing happened on the board */
		return 0;
	}
	return 0;
}
