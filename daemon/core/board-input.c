// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/board-input.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static struct input at(int64_t t_us, enum input_type type)
{
	return (struct input){
		.type = type, .t_us = t_us, .square = GAME_NO_SQUARE, .side = NO_SIDE, .against = NO_SIDE, .first = NO_SIDE,
		.running = NO_SIDE, .white_us = INPUT_ABSENT, .black_us = INPUT_ABSENT, .ms = INPUT_ABSENT, .base_ms = INPUT_ABSENT,
		.claim_count = INPUT_ABSENT,
	};
}

int squares_to_input(const struct game *game, const struct board_squares *squares, int64_t t_us, struct input *ret)
{
	struct input in = at(t_us, INPUT_SQUARES);

	memset(in.squares, '.', sizeof(in.squares));
	for (unsigned i = 0; i < squares->count && i < game->width * game->height; i++) {
		int square = game->square_of_cell(i);

		if (square >= 0)
			in.squares[square] = squares->squares[i];
	}
	*ret = in;
	return 1;
}

static int text_to_input(const struct game *game, const char *text, int64_t t_us, struct input *ret, char err[static 160])
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

int board_to_input(const struct game *game, const struct board_event *event, int64_t t_us, struct input *ret, char err[static 160])
{
	int square;

	err[0] = 0;
	switch (event->type) {
	case BOARD_EVENT_LIFT:
	case BOARD_EVENT_PLACE:
		square = event->square < game->width * game->height ? game->square_of_cell(event->square) : -EINVAL;
		if (square < 0)
			return 0;
		*ret = at(t_us, event->type == BOARD_EVENT_LIFT ? INPUT_LIFT : INPUT_PLACE);
		ret->square = (uint8_t)square;
		ret->piece = event->piece == '?' ? 0 : event->piece;
		return 1;
	case BOARD_EVENT_PRESS:
		*ret = at(t_us, INPUT_PRESS);
		ret->side = event->side == BOARD_WHITE ? WHITE : BLACK;
		return 1;
	case BOARD_EVENT_PAUSE:
		*ret = at(t_us, INPUT_PAUSE);
		return 1;
	case BOARD_EVENT_TIME:
		*ret = at(t_us, INPUT_TICK);
		return 1;
	case BOARD_EVENT_LOST:
		*ret = at(t_us, INPUT_LOST);
		ret->count = event->lost;
		return 1;
	case BOARD_EVENT_SQUARES:
		return squares_to_input(game, event->squares, t_us, ret);
	case BOARD_EVENT_TEXT:
		return text_to_input(game, event->text, t_us, ret, err);
	}
	return 0;
}
