/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lichess/lichess.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static json_t *format_game(const struct lichess_game *game)
{
	json_t *one = json_pack("{s:s, s:s, s:s, s:s, s:b, s:s}", "game_id", game->id, "board", game->board, "white",
				game->white, "black", game->black, "pushed", game->taken == game->version, "error",
				game->refused == game->version ? game->error : "");

	if (one && *game_left_out(game))
		json_object_set_new(one, "left_out", json_string(game_left_out(game)));
	return one;
}

int report_write(const char *path, const char *round, const char *state, const char *error, int64_t retry_s,
		 const struct lichess_games *games)
{
	json_t *list = json_array(), *report;
	char temporary[4096], when[32];
	time_t now = time(NULL);
	struct tm tm;
	int r = 0;

	gmtime_r(&now, &tm);
	strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ", &tm);
	for (size_t i = 0; i < games->count; i++)
		json_array_append_new(list, format_game(&games->list[i]));
	report = json_pack("{s:s, s:s, s:s, s:I, s:s, s:o}", "round", round, "state", state, "error", error, "retry_s",
			   (json_int_t)retry_s, "time", when, "games", list);
	if (!report)
		return -ENOMEM;
	if ((size_t)snprintf(temporary, sizeof(temporary), "%s.tmp", path) >= sizeof(temporary))
		r = -ENAMETOOLONG;
	else if (json_dump_file(report, temporary, JSON_INDENT(1)) < 0 || rename(temporary, path) < 0)
		r = errno ? -errno : -EIO;
	json_decref(report);
	return r;
}
