/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a board's sensors saw and nothing else, with a game or without one: for programs that show boards. It knows no
 * rules and is the same under every rulebook: a question that a game asks the board leaves no trace here.
 */
#include "daemon/boards/inside.h"

#include <string.h>

#include "build/data/bus-vtables.h"
#include "common/bus-names.h"
#include "replay/board-input.h"
#include "daemon/bus/subscribers.h"

static const char *event_word(enum board_event_type type)
{
	switch (type) {
	case BOARD_EVENT_LIFT:
		return "lift";
	case BOARD_EVENT_PLACE:
		return "place";
	case BOARD_EVENT_PRESS:
		return "press";
	case BOARD_EVENT_PAUSE:
		return "pause";
	case BOARD_EVENT_LOST:
		return "lost";
	case BOARD_EVENT_SQUARES:
		return "board";
	case BOARD_EVENT_TIME:
	case BOARD_EVENT_TEXT:
	case BOARD_EVENT_ANSWER:
		break;
	}
	return NULL;
}

static void send_event(struct live_board *board, enum board_event_type type, int64_t host_us, const char *square,
		       char piece, unsigned side)
{
	const char *word = event_word(type);
	const char letter[2] = { piece };
	int64_t t_us = host_us == BOARD_NO_TIME ? context_now(board->context)->boottime_us : host_us;

	for (size_t i = 0; i < board->watchers.count; i++) {
		sd_bus_message *m = NULL;
		int r = sd_bus_message_new_signal(board->context->bus, &m, board->path, BUS_BOARD, "Event");

		if (r >= 0)
			r = sd_bus_message_append(m, "xssss", t_us, word, square, letter,
						  side == BOARD_WHITE ? "white" :
						  side == BOARD_BLACK ? "black" :
									"none");
		if (r >= 0)
			r = sd_bus_message_set_destination(m, board->watchers.members[i].name);
		if (r >= 0)
			sd_bus_send(board->context->bus, m, NULL);
		sd_bus_message_unref(m);
	}
}

static void tell_user(struct live_board *board)
{
	if (!board->game)
		board->context->boards->user->stands(board);
}

/* Of a sensor under a square that no game is played on nothing is told. */
static void on_square(struct live_board *board, const struct board_event *ev)
{
	const struct board_info *info = board_get_info(board->handle);
	const struct game *game = board_placement_game(info);
	const bool lifted = ev->type == BOARD_EVENT_LIFT;
	int square = game && ev->square < info->width * info->height ? game->square_of_cell(ev->square) : -1;
	char name[8];

	if (square < 0)
		return;
	board->seen[ev->square] = lifted ? '.' : ev->piece ? ev->piece : '?';
	tell_user(board);
	if (board->watchers.count == 0)
		return;
	game->square_name((unsigned)square, name);
	send_event(board, ev->type, ev->host_us, name, ev->piece ? ev->piece : '?', 0);
}

void live_board_stream_event(struct live_board *board, const struct board_event *ev)
{
	switch (ev->type) {
	case BOARD_EVENT_LIFT:
	case BOARD_EVENT_PLACE:
		on_square(board, ev);
		break;
	case BOARD_EVENT_SQUARES:
		live_board_stream_squares(board, ev->squares);
		break;
	case BOARD_EVENT_LOST:
		board->stream_asks = true;
		send_event(board, ev->type, ev->host_us, "", 0, 0);
		break;
	case BOARD_EVENT_PRESS:
	case BOARD_EVENT_PAUSE:
		send_event(board, ev->type, ev->host_us, "", 0, ev->side);
		break;
	case BOARD_EVENT_TIME:
	case BOARD_EVENT_TEXT:
	case BOARD_EVENT_ANSWER:
		break;
	}
}

void live_board_stream_squares(struct live_board *board, const struct board_squares *squares)
{
	board->stream_asks = false;
	if (board->seen_all && memcmp(board->seen, squares->squares, squares->count) == 0)
		return;
	memcpy(board->seen, squares->squares, squares->count);
	board->seen_all = true;
	tell_user(board);
	send_event(board, BOARD_EVENT_SQUARES, squares->host_us, "", 0, 0);
}

void live_board_stream_placement(const struct live_board *board, char text[static GAME_FEN])
{
	const struct game *game = board_placement_game(board_get_info(board->handle));

	text[0] = '\0';
	if (game && board->seen_all)
		board_placement_format(game, board->seen, text);
}

int board_method_subscribe(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_board *board = userdata;

	if (!board->seen_all && board->live) { /* it did not answer when it came */
		board->ask = board->stream_asks = true;
		live_board_read_later(board, 0);
	}
	return subscribers_add(&board->watchers, m);
}

int board_method_unsubscribe(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_board *board = userdata;

	return subscribers_remove(&board->watchers, m);
}
