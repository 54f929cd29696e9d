/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/seat-game.h"

#include <errno.h>
#include <syslog.h>

#include "daemon/boards/seat-dbus.h"
#include "daemon/boards/seat-display.h"
#include "daemon/boards/seat-lending.h"
#include "daemon/boards/seat-stream.h"
#include "daemon/games/session.h"
#include "daemon/publish/touched-games.h"

enum time_source seat_time_source(const struct seat *seat)
{
	const struct board_info *info = board_get_info(seat->board);

	return !seat->live || (info->features & BOARD_FEATURE_DEVICE_TIME) ? TIME_DEVICE : TIME_HOST;
}

void seat_start(struct seat *seat, const struct board_squares *squares)
{
	if (squares->count > 0)
		seat_stream_squares(seat, squares);
	seat->holding = seat->ask = false;
	seat->asking = 0;
	seat->skipping = squares->count > 0;
	seat->skip_seq = squares->seq;
}

void seat_take(struct seat *seat, struct session *session)
{
	seat_lending_end(seat);
	seat_clear_result(seat);
	seat->session = session;
	session->seat = seat;
	touched_games_add(session);
	if (!seat->live)
		seat_read_later(seat, 0);
	seat_changed(seat, SEAT_GAME);
}

void seat_leave(struct seat *seat)
{
	seat_guide(seat, seat->session);
	seat->session->seat = NULL;
	seat->session = NULL;
	seat->ask = seat->holding = seat->returning = false;
	seat->asking = seat->recalling = 0;
	seat_changed(seat, SEAT_GAME);
}

void seat_rejoin(struct seat *seat)
{
	struct session *s = session_on_board(seat->context, seat->name);
	const struct board_info *info = board_get_info(seat->board);
	const struct game *game;

	if (!s || s->seat)
		return;
	game = s->setup.core.game;
	if (game->width != info->width || game->height != info->height) {
		note(LOG_ERR, "Board %s has %ux%u squares; game %s cannot be played on it", seat->name, info->width,
		     info->height, s->id);
		return;
	}
	seat->returning = seat->ask = seat->stream_asks = true;
	seat->keeps_no_log = false;
	seat_take(seat, s);
}
