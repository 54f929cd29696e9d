/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/bus/rig-log.h"

/* Where the n-th line of that kind of the rig's game begins in the text; NULL there is none. */
static char *find_line(struct rig *rig, char *text, const char *kind, unsigned n)
{
	char head[64];
	char *line = text;
	size_t length;

	length = (size_t)snprintf(head, sizeof(head), " %s %s ", kind, rig->game);
	for (; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
		if (strlen(line) > CHAIN_DIGITS && strncmp(line + CHAIN_DIGITS, head, length) == 0 && n-- == 0)
			return line;
	return NULL;
}

static void write_file(const char *path, const char *text, size_t size)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	assert_int_equal(fwrite(text, 1, size, out), size);
	assert_int_equal(fclose(out), 0);
}

static char *segment_text(struct rig *rig, char path[static 200])
{
	struct rig_log log;
	size_t size;
	char *text;

	rig_log_read(rig, &log);
	snprintf(path, 200, "%s", log.segment);
	rig_log_done(&log);
	text = rig_log_file(path, &size);
	assert_non_null(text);
	return text;
}

void rig_damage(struct rig *rig, const char *kind, unsigned n, const char *from, const char *to)
{
	char path[200], *text = segment_text(rig, path), *line = find_line(rig, text, kind, n), *at, *all;

	assert_non_null(line);
	at = strstr(line, from);
	assert_true(at && at < strchr(line, '\n'));
	assert_true(asprintf(&all, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) > 0);
	write_file(path, all, strlen(all));
	free(all);
	free(text);
}

void rig_lose(struct rig *rig, const char *kind, unsigned n, bool is_rest)
{
	char path[200], *text = segment_text(rig, path), *line = find_line(rig, text, kind, n);

	assert_non_null(line);
	do {
		const char *next = strchr(line, '\n') + 1;

		memmove(line, next, strlen(next) + 1);
	} while (is_rest && (line = find_line(rig, text, kind, n)));
	write_file(path, text, strlen(text));
	free(text);
}

void rig_cut(struct rig *rig)
{
	struct rig_log log;
	size_t size, from;
	char *text;

	rig_log_read(rig, &log);
	text = rig_log_file(log.segment, &size);
	assert_non_null(text);
	from = log.reader.end - log.reader.batch.bytes - 1;
	while (from > 0 && text[from - 1] != '\n')
		from--;
	memset(text + from, 0, log.reader.end - from);
	write_file(log.segment, text, size);
	free(text);
	rig_log_done(&log);
}

void rig_game_file(struct rig *rig, char path[static 160])
{
	snprintf(path, 160, "%s/state/journal/games/%llu/%s.trace", rig->dir, strtoull(rig->game, NULL, 10) / 1000,
		 rig->game);
	for (int i = 0; i < 4000 && access(path, F_OK) < 0; i++)
		poll(NULL, 0, 5);
	if (access(path, F_OK) < 0)
		fail_msg("%s is not there", path);
}

void rig_damage_file(struct rig *rig, const char *from, const char *to)
{
	char path[160], *text, *at, *all;
	size_t size;

	rig_game_file(rig, path);
	text = rig_log_file(path, &size);
	at = text ? strstr(text, from) : NULL;
	assert_non_null(at);
	assert_true(asprintf(&all, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) > 0);
	write_file(path, all, strlen(all));
	free(all);
	free(text);
}

void rig_lose_file(struct rig *rig)
{
	char path[160];

	rig_game_file(rig, path);
	assert_return_code(unlink(path), errno);
}
