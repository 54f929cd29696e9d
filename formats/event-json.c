/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/event-file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/json-text.h"
#include "formats/json-fields.h"

struct event_file *event_file_new(void)
{
	struct event_file *file = calloc(1, sizeof(*file));

	if (!file)
		return NULL;
	*file = (struct event_file){ .refs = 1,
				     .start = "arbiter",
				     .options = json_object(),
				     .overrides = json_array(),
				     .tags = json_object() };
	if (file->options && file->overrides && file->tags)
		return file;
	event_file_unref(file);
	return NULL;
}

struct event_file *event_file_ref(struct event_file *file)
{
	if (file)
		file->refs++;
	return file;
}

void event_file_unref(struct event_file *file)
{
	if (!file || --file->refs > 0)
		return;
	json_decref(file->options);
	json_decref(file->overrides);
	json_decref(file->tags);
	free(file->dates);
	free(file->boards);
	free(file);
}

int event_file_add_date(struct event_file *file, const char *date)
{
	char(*list)[EVENT_DATE] = reallocarray(file->dates, file->date_count + 1, sizeof(*list));

	if (!list)
		return -ENOMEM;
	file->dates = list;
	if (strlen(date) >= sizeof(*list))
		return -EINVAL;
	strcpy(list[file->date_count++], date);
	return 0;
}

int event_file_add_board(struct event_file *file, unsigned number, const char *board)
{
	struct event_board *list = reallocarray(file->boards, file->board_count + 1, sizeof(*list));

	if (!list)
		return -ENOMEM;
	file->boards = list;
	if (strlen(board) >= sizeof(list->board))
		return -EINVAL;
	list[file->board_count].number = number;
	strcpy(list[file->board_count++].board, board);
	return 0;
}

static json_t *format_dates(const struct event_file *file)
{
	json_t *list = json_array();
	int failed = 0;

	for (size_t i = 0; i < file->date_count; i++)
		failed |= json_array_append_new(list, json_string(file->dates[i]));
	return json_whole(list, failed);
}

static json_t *format_boards(const struct event_file *file)
{
	json_t *list = json_array();
	int failed = 0;

	for (size_t i = 0; i < file->board_count; i++) {
		json_t *one = json_object();

		failed |= json_put_number(one, "number", file->boards[i].number);
		failed |= json_put_text(one, "board", file->boards[i].board);
		failed |= json_array_append_new(list, one);
	}
	return json_whole(list, failed);
}

static json_t *format_delay(const struct event_file *file)
{
	json_t *delay = json_object();
	int failed = 0;

	failed |= json_put_number(delay, "moves", file->delay_moves);
	failed |= json_put_number(delay, "minutes", file->delay_minutes);
	return json_whole(delay, failed);
}

json_t *event_file_format(const struct event_file *file)
{
	json_t *object = json_object();
	int failed = 0;

	failed |= json_put_text(object, "id", file->id);
	failed |= json_put_text(object, "name", file->name);
	failed |= json_put_text(object, "site", file->site);
	failed |= json_object_set_new(object, "dates", format_dates(file));
	failed |= json_put_text(object, "timezone", file->timezone);
	failed |= json_put_text(object, "rulebook", file->rulebook);
	failed |= json_put_text(object, "time", file->time);
	failed |= json_put_text(object, "lever", file->lever);
	failed |= json_put_text(object, "start", file->start);
	failed |= json_object_set_new(object, "boards", format_boards(file));
	failed |= json_object_set(object, "options", file->options);
	failed |= json_object_set(object, "overrides", file->overrides);
	failed |= json_object_set_new(object, "delay", format_delay(file));
	failed |= json_object_set(object, "tags", file->tags);
	failed |= json_object_set_new(object, "relay", json_boolean(file->relay));
	if (*file->ended)
		failed |= json_put_text(object, "ended", file->ended);
	return json_whole(object, failed);
}

struct event_pairing event_pairing_of(const json_t *setup)
{
	const json_t *pairing = json_object_get(setup, "pairing"), *delay = json_object_get(pairing, "delay");

	return (struct event_pairing){
		.event = text_of(pairing, "event"),
		.timezone = text_of(pairing, "timezone"),
		.round = (unsigned)json_integer_value(json_object_get(pairing, "round")),
		.board = (unsigned)json_integer_value(json_object_get(pairing, "board")),
		.delay_moves = (unsigned)json_integer_value(json_object_get(delay, "moves")),
		.delay_minutes = (unsigned)json_integer_value(json_object_get(delay, "minutes")),
	};
}

json_t *event_pairing_format(const struct event_file *file, unsigned round, unsigned board)
{
	json_t *pairing = json_object();
	int failed = 0;

	failed |= json_put_text(pairing, "event", file->id);
	failed |= json_put_number(pairing, "round", round);
	failed |= json_put_number(pairing, "board", board);
	failed |= json_put_text(pairing, "timezone", file->timezone);
	failed |= json_object_set_new(pairing, "delay", format_delay(file));
	return json_whole(pairing, failed);
}

static int parse_dates(const json_t *list, struct event_file *file)
{
	const json_t *one;
	size_t i;
	int r = json_is_array(list) ? 0 : -EINVAL;

	json_array_foreach(list, i, one)
		if (r >= 0)
			r = json_is_string(one) ? event_file_add_date(file, json_string_value(one)) : -EINVAL;
	return r;
}

static int parse_boards(const json_t *list, struct event_file *file)
{
	const json_t *one;
	size_t i;
	int r = json_is_array(list) ? 0 : -EINVAL;

	json_array_foreach(list, i, one) {
		const char *board = json_string_value(json_object_get(one, "board"));
		unsigned number;

		if (r >= 0)
			r = board ? json_take_number(one, "number", &number) : -EINVAL;
		if (r >= 0)
			r = event_file_add_board(file, number, board);
	}
	return r;
}

static int parse_texts(const json_t *json, struct event_file *file)
{
	const struct {
		const char *key;
		char *to;
		size_t size;
	} list[] = {
		{ "id", file->id, sizeof(file->id) },
		{ "name", file->name, sizeof(file->name) },
		{ "site", file->site, sizeof(file->site) },
		{ "timezone", file->timezone, sizeof(file->timezone) },
		{ "rulebook", file->rulebook, sizeof(file->rulebook) },
		{ "time", file->time, sizeof(file->time) },
		{ "lever", file->lever, sizeof(file->lever) },
		{ "start", file->start, sizeof(file->start) },
	};
	int r = 0;

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]) && r >= 0; i++)
		r = json_take_text(json, list[i].key, list[i].to, list[i].size);
	if (r >= 0 && json_object_get(json, "ended"))
		r = json_take_text(json, "ended", file->ended, sizeof(file->ended));
	return r;
}

/* Those that are handed on as they are. */
static int parse_objects(const json_t *json, struct event_file *file)
{
	json_t *options = json_object_get(json, "options"), *overrides = json_object_get(json, "overrides"),
	       *tags = json_object_get(json, "tags");

	if (!json_is_object(options) || !json_is_array(overrides) || !json_is_object(tags))
		return -EINVAL;
	json_decref(file->options);
	json_decref(file->overrides);
	json_decref(file->tags);
	file->options = json_incref(options);
	file->overrides = json_incref(overrides);
	file->tags = json_incref(tags);
	return 0;
}

static int parse(const json_t *json, struct event_file *file)
{
	const json_t *relay = json_object_get(json, "relay"), *delay = json_object_get(json, "delay");
	int r = json_is_boolean(relay) ? parse_texts(json, file) : -EINVAL;

	file->relay = json_is_true(relay);
	if (r >= 0)
		r = json_take_number(delay, "moves", &file->delay_moves);
	if (r >= 0)
		r = json_take_number(delay, "minutes", &file->delay_minutes);
	if (r >= 0)
		r = parse_dates(json_object_get(json, "dates"), file);
	if (r >= 0)
		r = parse_boards(json_object_get(json, "boards"), file);
	return r < 0 ? r : parse_objects(json, file);
}

int event_file_parse(const json_t *json, struct event_file **ret)
{
	struct event_file *file = event_file_new();
	int r = file ? parse(json, file) : -ENOMEM;

	if (r < 0)
		event_file_unref(file);
	else
		*ret = file;
	return r;
}

struct event_file *event_file_copy(const struct event_file *from)
{
	json_t *json = event_file_format(from);
	struct event_file *file = NULL;

	if (json)
		event_file_parse(json, &file);
	json_decref(json);
	return file;
}
