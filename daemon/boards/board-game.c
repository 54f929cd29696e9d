/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/board-game.h"

#include <errno.h>
#include <syslog.h>

#include "daemon/boards/board-dbus.h"
#include "daemon/boards/board-display.h"
#include "daemon/boards/board-lending.h"
#include "daemon/boards/board-stream.h"
#include "daemon/games/live-game.h"
#include "daemon/publish/dirty-games.h"

enum time_source live_board_time_source(const struct live_board *board)
{
	const struct board_info *info = board_get_info(board->handle);

	return !board->live || (info->features & BOARD_FEATURE_DEVICE_TIME) ? TIME_DEVICE : TIME_HOST;
}

void live_board_start(struct live_board *board, const struct board_squares *squares)
{
	if (squares->count > 0)
		live_board_stream_squares(board, squares);
	board->holding = board->ask = false;
	board->asking = 0;
	board->skipping = squares->count > 0;
	board->skip_seq = squares->seq;
}

void live_board_take(struct live_board *board, struct live_game *game)
{
	live_board_lending_end(board);
	live_board_clear_result(board);
	board->game = game;
	game->board = board;
	dirty_games_add(game);
	if (!board->live)
		live_board_read_later(board, 0);
	live_board_changed(board, LIVE_BOARD_GAME);
}

void live_board_leave(struct live_board *board)
{
	live_board_guide(board, board->game);
	board->game->board = NULL;
	board->game = NULL;
	board->ask = board->holding = board->returning = false;
	board->asking = board->recalling = 0;
	live_board_changed(board, LIVE_BOARD_GAME);
}

void live_board_rejoin(struct live_board *board)
{
	struct live_game *s = live_game_on_board(board->context, board->name);
	const struct board_info *info = board_get_info(board->handle);
	const struct game *game;

	if (!s || s->board)
		return;
	game = s->setup.core.game;
	if (game->width != info->width || game->height != info->height) {
		log_message(LOG_ERR, "Board %s has %ux%u squares; game %s cannot be played on it", board->name,
			    info->width, info->height, s->id);
		return;
	}
	board->returning = board->ask = board->stream_asks = true;
	board->keeps_no_log = false;
	live_board_take(board, s);
}
