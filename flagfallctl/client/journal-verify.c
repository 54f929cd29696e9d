/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/files.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/chain-log.h"
#include "common/packed-file.h"

/* What is found in one file. */
struct finding {
	struct chain_reader reader;
	bool is_segment, is_event;
	bool has_ended; /* the last line of a game or an event says that it is the last */
	uint64_t games, events;
};

static bool says(const struct chain_line *line, const char *key, const char *value)
{
	json_t *object = json_loadb(line->json, line->json_length, 0, NULL);
	const char *text = json_string_value(json_object_get(object, key));
	const bool is = text && (value ? strcmp(text, value) == 0 : *text);

	json_decref(object);
	return is;
}

static int journal_verify_take_line(void *userdata, const struct chain_line *line, struct chain_owner *owner,
				    bool begins)
{
	struct finding *f = userdata;

	if (!owner)
		return 0;
	f->games += begins && line->kind == CHAIN_GAME;
	f->events += begins && line->kind == CHAIN_EVENT;
	f->is_event = owner->is_event;
	if (line->kind == CHAIN_STATE)
		f->has_ended = says(line, "state", "recorded") || says(line, "state", "given-up");
	else if (line->kind == CHAIN_EVENT)
		f->has_ended = says(line, "ended", NULL);
	else if (!owner->is_event)
		f->has_ended = false;
	return 0;
}

/* New text with its size, or NULL and errno. */
static char *journal_verify_read_file(const char *path, size_t *size)
{
	const int fd = packed_file_open_named(path);
	FILE *in = fd < 0 ? NULL : fdopen(fd, "r");
	char *text = NULL;
	size_t room = 0;

	*size = 0;
	if (fd < 0)
		errno = -fd;
	while (in) {
		char *more = realloc(text, room += 1 << 20);
		size_t n;

		if (!more)
			break;
		text = more;
		n = fread(text + *size, 1, room - *size, in);
		*size += n;
		if (n > 0 && !ferror(in))
			continue;
		if (ferror(in)) {
			free(text);
			text = NULL;
		}
		break;
	}
	if (in)
		fclose(in);
	return text;
}

/* --- what is said --- */

static void add_sentence(json_t *list, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_sentence(json_t *list, const char *format, ...)
{
	char text[300];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	json_array_append_new(list, json_string(text));
}

static void list_broken(const struct finding *f, json_t *list)
{
	for (size_t i = 0; i < f->reader.slots; i++)
		for (const struct chain_owner *o = f->reader.table[i]; o; o = o->next)
			if (o->broken && o->is_event)
				add_sentence(list,
					     "event %s: its lines are sound up to number %" PRIu64
					     ", and what was written after that is not",
					     o->id, o->others);
			else if (o->broken)
				add_sentence(list,
					     "game %s: its inputs are sound up to number %" PRIu64
					     ", and what was written after that is not",
					     o->id, o->inputs);
}

static json_t *faults_of(const struct finding *f, size_t size)
{
	json_t *list = json_array();

	if (size == 0)
		add_sentence(list, "the file is empty");
	else if (f->is_segment && !f->reader.has_head)
		add_sentence(list, "its first line is damaged");
	if (chain_reader_is_damaged(&f->reader))
		add_sentence(list, "damaged at byte %" PRIu64, f->reader.first_damage);
	list_broken(f, list);
	if (size > 0 && !f->is_segment && !f->games && !f->events)
		add_sentence(list, "no game and no event begins in it");
	else if (!f->is_segment && !f->has_ended && !chain_reader_is_damaged(&f->reader))
		add_sentence(list, f->is_event ? "it ends before the event has ended" :
						 "it ends before the game has its record");
	return list;
}

static void print(struct ctl *ctl, const char *path, const struct finding *f, json_t *faults)
{
	json_t *fault;
	size_t i;

	if (ctl->json) {
		json_t *o = json_pack("{s:s, s:b, s:I, s:I, s:I, s:I, s:O}", "file", path, "whole",
				      json_array_size(faults) == 0, "games", (json_int_t)f->games, "events",
				      (json_int_t)f->events, "inputs", (json_int_t)f->reader.inputs, "torn_bytes",
				      (json_int_t)f->reader.torn, "faults", faults);

		ctl_print_json(o);
		return;
	}
	json_array_foreach(faults, i, fault)
		printf("%s: %s\n", path, json_string_value(fault));
	if (json_array_size(faults) == 0)
		printf("%s: whole: %" PRIu64 " games, %" PRIu64 " events, %" PRIu64 " inputs\n", path, f->games,
		       f->events, f->reader.inputs);
	if (f->reader.torn)
		printf("%s: behind them %" PRIu64 " bytes that were being written\n", path, f->reader.torn);
}

static int verify(struct ctl *ctl, const char *path)
{
	struct finding f = { .is_segment = false };
	const struct chain_sink sink = { journal_verify_take_line, &f };
	struct chain_line line;
	size_t size;
	char *text = journal_verify_read_file(path, &size);
	const char *stop = text ? memchr(text, '\n', size) : NULL;
	json_t *faults;
	ssize_t r;

	if (!text)
		return ctl_fail(ctl, "%s, where a journal's file is expected, cannot be read: %s", path,
				strerror(errno));
	if (stop && chain_line_parse(text, (size_t)(stop - text), &line))
		f.is_segment = line.kind <= CHAIN_BATCH;
	else
		f.is_segment = memmem(text, size, " batch ", 7);
	chain_reader_init(&f.reader, &sink);
	r = f.is_segment ? chain_read(&f.reader, text, size, true) : chain_read_lines(&f.reader, text, size);
	faults = faults_of(&f, size);
	if (r >= 0)
		print(ctl, path, &f, faults);
	r = r < 0 ? ctl_fail(ctl, "%s: %s", path, strerror((int)-r)) : json_array_size(faults) ? CTL_FAILED : CTL_DONE;
	json_decref(faults);
	chain_reader_done(&f.reader);
	free(text);
	return (int)r;
}

int journal_verify(struct ctl *ctl, const char *const *files, size_t count)
{
	int status = chain_begin() < 0 ? ctl_fail(ctl, "libgcrypt is not usable") : CTL_DONE;

	for (size_t i = 0; i < count; i++) {
		const int r = verify(ctl, files[i]);

		status = status == CTL_DONE ? r : status;
	}
	return status;
}
