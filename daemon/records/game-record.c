/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The game record on disk: where it is and when it is written. What it says is live-game-record.h. */
#include "daemon/records/inside.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "formats/record.h"
#include "daemon/records/live-game-record.h"
#include "daemon/games/live-game.h"

/* What a name gives to a file's name. */
static void name_in_path(const char *name, char buf[static 33])
{
	size_t n = 0;

	for (; *name && n < 32; name++)
		if (isalnum((unsigned char)*name) || ((unsigned char)*name & 0x80))
			buf[n++] = *name;
		else if (n > 0 && buf[n - 1] != '_')
			buf[n++] = '_';
	while (n > 0 && (buf[n - 1] == '_' || ((unsigned char)buf[n - 1] & 0x80))) /* nor half a character */
		n--;
	buf[n] = '\0';
}

char *game_record_path(const struct context *ctx, uint64_t number, const json_t *setup, const struct tm *day,
		       const char *suffix)
{
	const char *white_name = json_string_value(json_object_get(setup, "white"));
	const char *black_name = json_string_value(json_object_get(setup, "black"));
	char white[33], black[33], folder[32], *path;

	name_in_path(white_name ? white_name : "", white);
	name_in_path(black_name ? black_name : "", black);
	strftime(folder, sizeof(folder), "%Y/%m-%d", day);
	return asprintf(&path, "%s/%s/%" PRIu64 "%s%s%s%s.%s", ctx->records_folder, folder, number, *white ? "-" : "",
			white, *black ? "-" : "", black, suffix) < 0 ?
		       NULL :
		       path;
}

static char *running_path(const struct live_game *s)
{
	char *path;

	return asprintf(&path, "%s/running/%s.%s", s->context->records_folder, s->id,
			record_suffix(s->setup.core.game)) < 0 ?
		       NULL :
		       path;
}

static char *choose_path(const struct live_game *s)
{
	const char *suffix = record_suffix(s->setup.core.game);
	struct tm day;

	live_game_day(s, &day);
	return s->over ? game_record_path(s->context, s->number, s->setup.json, &day, suffix) : running_path(s);
}

struct record_job *game_record_make(const struct live_game *s)
{
	/* what a daemon before this one wrote while it ran has no other name */
	char *running = s->over && !s->pgn ? running_path(s) : NULL;
	struct record_job *job = record_job_new(s->number, choose_path(s), live_game_record(s),
						running ? running : s->pgn, s->over);

	free(running);
	if (job) {
		job->context = s->context;
		job->closes = live_game_is_settled(s);
	}
	return job;
}

void game_record_made(struct live_game *s, struct record_job *job)
{
	if (s->pgn && strcmp(s->pgn, job->path) == 0)
		return;
	free(s->pgn);
	s->pgn = job->path;
	job->path = NULL;
	live_game_changed(s, LIVE_GAME_PGN_PATH);
}
