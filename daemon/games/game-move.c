/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "daemon/bus/replies.h"
#include "daemon/boards/live-board.h"

#define NO_BOOT UINT32_MAX /* no board counts its starts so far: another board's time is not this one's */

static bool is_busy(const struct live_game *s, const struct live_board *to)
{
	const struct live_game *other = live_game_on_board(s->context, to->name);

	return to->start || (other && other != s);
}

int live_game_move_check(const struct live_game *s, const struct live_board *to, sd_bus_error *error)
{
	const json_t *was = json_object_get(s->setup.json, "board");
	const struct board_info *info = board_get_info(to->handle);
	const struct game *game = s->setup.core.game;
	const char *sensors = json_string_value(json_object_get(was, "sensors"));

	if (is_busy(s, to))
		return fault(error, ERROR_BOARD_BUSY, "Another game is on board %s", to->name);
	if (s->setup.core.clock.mode != CLOCK_NONE && s->published.running != NO_SIDE)
		return fault(
			error, ERROR_REFUSED,
			"The clocks of game %s run; stop them first (flagfallctl pause %s), and put up the pieces on %s",
			s->id, s->id, to->name);
	if (!to->live || game->width != info->width || game->height != info->height)
		return fault(error, ERROR_REFUSED, "Game %s cannot be played on board %s", s->id, to->name);
	if (sensors && strcmp(sensors, "piece-id") == 0 && info->sensors != BOARD_PIECE_ID)
		return fault(error, ERROR_REFUSED,
			     "Board %s does not name its pieces; game %s was begun on one that does", to->name, s->id);
	if (sensors && strcmp(sensors, "presence") == 0 && info->sensors != BOARD_PRESENCE)
		return fault(error, ERROR_REFUSED, "Board %s names its pieces; game %s was begun on one that does not",
			     to->name, s->id);
	if (s->setup.lever == LEVER_BOARD && !(info->features & BOARD_FEATURE_LEVER))
		return fault(error, ERROR_REFUSED, "Board %s has no clock; game %s was begun on one that has", to->name,
			     s->id);
	if (s->map.source != game_board_time_source(to))
		return fault(error, ERROR_REFUSED, "Board %s keeps time in another way than that of game %s", to->name,
			     s->id);
	return 0;
}

int live_game_move(struct live_game *s, const char *board)
{
	char *name = strdup(board);
	struct live_board *to;

	if (!name)
		return -ENOMEM;
	if (s->board)
		game_board_leave(s->board);
	log_message(LOG_INFO, "Game g%s goes on on board %s instead of %s", s->id, name, s->board_name);
	free(s->board_name);
	s->board_name = name;
	s->map.board_boot = NO_BOOT;
	to = live_board_find(s->context, name);
	if (to) {
		game_board_rejoin(to);
		live_board_read_later(to, 0);
	}
	s->clock_changed = true;
	dirty_games_add(s);
	live_game_changed(s, LIVE_GAME_STATE | LIVE_GAME_BOARD);
	return live_game_stage_map(s);
}
