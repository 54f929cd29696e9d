/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/hall/hall.h"

#include <stdint.h>
#include <string.h>

#define MOST_HEADS 1000
#define MOST_BYTES (256 * 1024) /* a message may have a million */
#define MOST_ASKED 4096

static json_t *answers_refuse(const char *why)
{
	return json_pack("{s:s}", "error", why);
}

static json_t *heads(struct stream_reader *reader, const json_t *request)
{
	json_t *list = stream_reader_subjects(reader, json_integer_value(json_object_get(request, "after")),
					      MOST_HEADS);

	return list ? json_pack("{s:I, s:o}", "epoch", (json_int_t)stream_reader_epoch(reader), "heads", list) :
		      answers_refuse("the stream database cannot be read");
}

/* As a round or a board may have it. */
static bool is_number(const json_t *value)
{
	return json_is_integer(value) && json_integer_value(value) >= 0 && json_integer_value(value) <= INT32_MAX;
}

static json_t *range(struct stream_reader *reader, const json_t *request)
{
	const json_t *event = json_object_get(request, "event"), *round = json_object_get(request, "round"),
		     *board = json_object_get(request, "board"), *from = json_object_get(request, "from"),
		     *to = json_object_get(request, "to");
	int64_t first = 0, id;
	json_t *list;

	if (!json_is_string(event) || !is_number(round) || !is_number(board) || !json_is_integer(from) ||
	    !json_is_integer(to))
		return answers_refuse("a range has event, round, board, from and to");
	id = stream_reader_find(reader, &(struct stream_subject){
						.event = json_string_value(event),
						.round = (unsigned)json_integer_value(round),
						.board = (unsigned)json_integer_value(board),
					});
	list = stream_reader_range(reader, id, json_integer_value(from), json_integer_value(to), MOST_BYTES, &first);
	return list ? json_pack("{s:I, s:I, s:o}", "epoch", (json_int_t)stream_reader_epoch(reader), "first",
				(json_int_t)first, "publications", list) :
		      answers_refuse("the stream database cannot be read");
}

bool answer_may_go_to(const char *subject)
{
	return *subject && *subject != '$' && strncmp(subject, "flagfall", strlen("flagfall")) != 0;
}

char *answer_to(struct stream_reader *reader, const char *id, const char *request, size_t size)
{
	json_t *asked = size <= MOST_ASKED ? json_loadb(request, size, 0, NULL) : NULL, *answer;
	const char *what = json_string_value(json_object_get(asked, "ask"));
	char *text;

	if (!what)
		answer = answers_refuse("a JSON object with \"ask\" is expected");
	else if (!reader)
		answer = answers_refuse("this hall has nothing to tell yet");
	else if (strcmp(what, "heads") == 0)
		answer = heads(reader, asked);
	else if (strcmp(what, "range") == 0)
		answer = range(reader, asked);
	else
		answer = answers_refuse("\"heads\" or \"range\" can be asked for");
	if (answer)
		json_object_set_new(answer, "hall", json_string(id));
	text = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
	json_decref(asked);
	json_decref(answer);
	return text;
}
