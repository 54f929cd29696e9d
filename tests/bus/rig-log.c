/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/rig-log.h"

#include <glob.h>
#include <stdio.h>

static int take_line(void *userdata, const struct chain_line *line, struct chain_owner *owner, bool begins)
{
	struct rig_log *log = userdata;

	if (line->kind <= CHAIN_BATCH)
		return 0;
	for (size_t i = 0; begins && i < log->count; i++)
		if (strcmp(log->line[i].id, owner->id) == 0 && (log->line[i].kind >= CHAIN_EVENT) == owner->is_event) {
			free(log->line[i].json);
			memmove(log->line + i, log->line + i + 1, (--log->count - i) * sizeof(log->line[0]));
			i--;
		}
	log->line = reallocarray(log->line, log->count + 1, sizeof(log->line[0]));
	assert_non_null(log->line);
	log->line[log->count].kind = line->kind;
	strcpy(log->line[log->count].id, line->id);
	log->line[log->count++].json = strndup(line->json, line->json_length);
	return 0;
}

char *rig_log_file(const char *path, size_t *size)
{
	FILE *in = fopen(path, "r");
	char *text = NULL;

	if (!in) /* it may have turned over meanwhile */
		return NULL;
	fseek(in, 0, SEEK_END);
	*size = (size_t)ftell(in);
	rewind(in);
	text = calloc(1, *size + 1);
	assert_non_null(text);
	*size = fread(text, 1, *size, in);
	fclose(in);
	return text;
}

static void read_files(struct rig_log *log, const char *pattern)
{
	const struct chain_sink sink = { take_line, log };
	glob_t found;

	if (glob(pattern, 0, NULL, &found) != 0)
		return;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct chain_reader reader;
		size_t size;
		char *text = rig_log_file(found.gl_pathv[i], &size);

		chain_reader_init(&reader, &sink);
		if (text)
			assert_int_equal(chain_read_lines(&reader, text, size), 0);
		chain_reader_done(&reader);
		free(text);
	}
	globfree(&found);
}

void rig_log_read(struct rig *rig, struct rig_log *log)
{
	const struct chain_sink sink = { take_line, log };
	char pattern[200];
	glob_t found;
	size_t size;
	char *text;

	*log = (struct rig_log){ 0 };
	assert_int_equal(chain_begin(), 0);
	snprintf(pattern, sizeof(pattern), "%s/state/journal/games/*/*.trace", rig->dir);
	read_files(log, pattern);
	snprintf(pattern, sizeof(pattern), "%s/state/journal/events/*.log", rig->dir);
	read_files(log, pattern);
	chain_reader_init(&log->reader, &sink);
	snprintf(pattern, sizeof(pattern), "%s/state/journal/[0-9]*.log", rig->dir);
	if (glob(pattern, 0, NULL, &found) != 0)
		return;
	snprintf(log->segment, sizeof(log->segment), "%s", found.gl_pathv[found.gl_pathc - 1]);
	globfree(&found);
	text = rig_log_file(log->segment, &size);
	if (text)
		assert_true(chain_read(&log->reader, text, size, true) >= 0);
	free(text);
}

void rig_log_done(struct rig_log *log)
{
	for (size_t i = 0; i < log->count; i++)
		free(log->line[i].json);
	free(log->line);
	chain_reader_done(&log->reader);
}
