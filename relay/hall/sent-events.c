/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/hall/hall.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text-file.h"

/* Of the events that have ended those that are in the stream. New reference. */
static json_t *sent_of(struct stream_reader *reader, struct sender *sender)
{
	json_t *ended = stream_reader_ended(reader), *publications;
	const char *event;
	void *next;

	if (json_object_size(ended) > 0)
		sender_changed(sender); /* after they were counted: so none of them is overlooked */
	json_object_foreach_safe(ended, next, event, publications)
		if (!sender_has_sent(sender, event))
			json_object_del(ended, event);
	return ended;
}

static int write_word(const char *stream, const char *text)
{
	const char *slash = strrchr(stream, '/');
	const int folder = slash ? (int)(slash - stream) + 1 : 0;
	char *path = NULL;
	int r = asprintf(&path, "%.*ssent.json", folder, stream) < 0 ? -ENOMEM : text_file_replace(path, text, false);

	free(path);
	return r;
}

int sent_events_tell(const char *stream, struct stream_reader *reader, struct sender *sender, char **said)
{
	json_t *sent = sent_of(reader, sender), *word;
	char *text;
	int r = 0;

	if (!*said && json_object_size(sent) == 0) { /* there is nothing to say */
		json_decref(sent);
		return 0;
	}
	word = json_pack("{s:I, s:o}", "epoch", (json_int_t)stream_reader_epoch(reader), "sent", sent);
	text = word ? json_dumps(word, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
	json_decref(word);
	if (!text)
		return -ENOMEM;
	if (!*said || strcmp(*said, text) != 0)
		r = write_word(stream, text);
	if (r >= 0) {
		free(*said);
		*said = text;
	} else {
		free(text);
	}
	return r;
}
