/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/hall/hall.h"

#include <stdlib.h>
#include <string.h>

#include "common/text-mark.h"

/* What a header says of the message that the API gives; new text, NULL: it has none. */
static char *header_of(const json_t *message, const char *name)
{
	const char *base64 = json_string_value(json_object_get(message, "hdrs"));
	char *headers = base64 ? jetstream_decode(base64) : NULL, *rest = headers, *line, *value = NULL;
	const size_t length = strlen(name);

	while ((line = strsep(&rest, "\r\n")))
		if (!value && strncasecmp(line, name, length) == 0 && line[length] == ':')
			value = strdup(line + length + 1 + strspn(line + length + 1, " "));
	free(headers);
	return value;
}

/* The database has what the stream has last, or has had it: so it goes on behind that. */
static enum stream_place_verdict compare(struct stream_reader *reader, int64_t subject, const char *text,
					 struct stream_place *place)
{
	int64_t first = 0, last = stream_reader_last(reader, subject);
	json_t *list = stream_reader_range(reader, subject, place->seq, place->seq, 1, &first);
	const char *here = json_string_value(json_array_get(list, 0));
	const enum stream_place_verdict verdict = !list				       ? PLACE_UNREADABLE :
						  here && strcmp(here, text) == 0      ? PLACE_FOUND :
						  !here && place->seq <= last ? PLACE_FOUND : /* it keeps it no more */
											 PLACE_PARTED;

	place->mark = here ? text_mark(here) : 0;
	json_decref(list);
	return verdict;
}

enum stream_place_verdict stream_place_find(struct stream_reader *reader, const char *id, int64_t epoch,
					    int64_t subject, const json_t *answer, struct stream_place *ret)
{
	const json_t *message = json_object_get(answer, "message");
	const char *data = json_string_value(json_object_get(message, "data"));
	char *text = data ? jetstream_decode(data) : NULL, *last_line = text ? strrchr(text, '\n') : NULL;
	char *from = header_of(message, LINK_HALL_HEADER);
	json_t *publication = NULL;
	enum stream_place_verdict verdict = PLACE_NONE;
	int64_t its_epoch;

	last_line = last_line ? last_line + 1 : text;
	publication = text ? json_loads(last_line, 0, NULL) : NULL;
	its_epoch = json_integer_value(json_object_get(publication, "epoch"));
	*ret = (struct stream_place){ .stream_seq = (uint64_t)json_integer_value(json_object_get(message, "seq")),
				      .seq = json_integer_value(json_object_get(publication, "seq")) };
	if (from && *id && strcmp(from, id) != 0)
		verdict = PLACE_FOREIGN;
	else if (its_epoch > epoch)
		verdict = PLACE_LATER;
	else if (its_epoch == epoch && ret->seq > 0)
		verdict = compare(reader, subject, last_line, ret);
	json_decref(publication);
	free(from);
	free(text);
	return verdict;
}
