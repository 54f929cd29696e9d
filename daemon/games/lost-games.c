/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/games.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#define LINES 40 /* tags stand at the beginning */

/* The value of a tag's line, in place; NULL it is another's. */
static char *tag_value(char *line, const char *tag)
{
	const size_t length = strlen(tag);
	char *end = strrchr(line, '"');

	if (line[0] != '[' || strncmp(line + 1, tag, length) != 0 || strncmp(line + 1 + length, " \"", 2) != 0)
		return NULL;
	if (end <= line + length + 2)
		return NULL;
	*end = '\0';
	return line + length + 3;
}

/* What its record says of who played. New text or NULL. */
static char *read_setup(const char *path)
{
	static const char *const tags[][2] = { { "White", "white" },
					       { "Black", "black" },
					       { "Event", "event" },
					       { "Round", "round" },
					       { "Date", "date" } };
	json_t *setup = json_object();
	FILE *in = fopen(path, "re");
	char *line = NULL, *text;
	size_t size = 0;

	for (int n = 0; in && n < LINES && getline(&line, &size, in) > 0; n++)
		for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
			const char *value = tag_value(line, tags[i][0]);

			if (value) {
				json_object_set_new(setup, tags[i][1], json_string(value));
				break;
			}
		}
	if (in)
		fclose(in);
	free(line);
	text = json_dumps(setup, JSON_COMPACT);
	json_decref(setup);
	return text;
}

static int note_found(void *userdata, const struct journal_game *game)
{
	(void)game;
	*(bool *)userdata = true;
	return 1;
}

static int add(struct context *ctx, const char *folder, const char *name, uint64_t number)
{
	static const char why[] = "the journal does not have this game any more; its record is there";
	char path[4096], *setup;
	bool found = false;
	int r = journal_one_game(ctx->journal, number, note_found, &found);

	if (r < 0 || found)
		return r;
	snprintf(path, sizeof(path), "%.3900s/%.60s", folder, name);
	setup = read_setup(path);
	if (!setup)
		return -ENOMEM;
	r = journal_stage_game(ctx->journal, number, &(struct journal_start){ "?", setup, "{}", "{}", NULL });
	if (r >= 0)
		r = journal_stage_unrecovered(ctx->journal, number, why);
	if (r >= 0)
		log_message(LOG_CRIT, "Game g%" PRIu64 ": %s: %s", number, why, path);
	free(setup);
	return r;
}

int lost_games_find(struct context *ctx)
{
	char folder[4000];
	struct dirent *entry;
	DIR *dir;
	int r = 0;

	snprintf(folder, sizeof(folder), "%.3900s/running", ctx->records_folder);
	dir = opendir(folder);
	while (dir && r >= 0 && (entry = readdir(dir))) {
		char *end;
		const uint64_t number = strtoull(entry->d_name, &end, 10);

		if (number && (strcmp(end, ".pgn") == 0 || strcmp(end, ".pdn") == 0))
			r = add(ctx, folder, entry->d_name, number);
	}
	if (dir)
		closedir(dir);
	return r;
}
