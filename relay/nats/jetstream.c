/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/nats/link.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int jetstream_ask(const struct jetstream *js, const char *call, const char *more, json_t *request, const char *inbox)
{
	char subject[JETSTREAM_SUBJECT], reply[JETSTREAM_SUBJECT];
	char *text = request ? json_dumps(request, JSON_COMPACT) : strdup("");
	int r;

	json_decref(request);
	if (!text)
		return -ENOMEM;
	snprintf(subject, sizeof(subject), "$JS%s%s.API.%s.%s%s%s", js->domain ? "." : "", js->domain ? js->domain : "",
		 call, js->stream, more ? "." : "", more ? more : "");
	snprintf(reply, sizeof(reply), "%s.%s", link_inbox(js->link), inbox);
	r = link_publish(js->link, subject, reply, NULL, text, strlen(text));
	free(text);
	return r;
}

json_t *jetstream_stream_config(const struct jetstream *js, const struct jetstream_stream *stream)
{
	const json_int_t ns = 1000000000;
	json_t *config = json_pack("{s:s, s:s, s:s, s:s, s:i, s:I, s:I}", "name", js->stream, "retention", "limits",
				   "storage", "file", "discard", "old", "num_replicas", (int)stream->replicas,
				   "duplicate_window", stream->duplicates_s * ns, "max_age", stream->max_age_s * ns);

	if (!stream->domains) {
		json_object_set_new(config, "subjects", json_pack("[s]", "flagfall.>"));
		return config;
	}
	json_object_set_new(config, "sources", json_array());
	for (char **d = stream->domains; *d; d++) {
		char api[JETSTREAM_SUBJECT];

		snprintf(api, sizeof(api), "$JS.%s.API", *d);
		json_array_append_new(json_object_get(config, "sources"),
				      json_pack("{s:s, s:{s:s, s:s}}", "name", js->stream, "external", "api", api,
						"deliver", ""));
	}
	return config;
}

int jetstream_error(const json_t *answer)
{
	const json_t *error = json_object_get(answer, "error");

	if (!error)
		return 0;
	return json_is_integer(json_object_get(error, "err_code")) ?
		       (int)json_integer_value(json_object_get(error, "err_code")) :
		       -1;
}

const char *jetstream_words(const json_t *answer)
{
	const char *text = json_string_value(json_object_get(json_object_get(answer, "error"), "description"));

	if (jetstream_error(answer) == JETSTREAM_TOO_FEW)
		return "too few servers run of those that share the stream (more than half of them have to)";
	return text ?: "the servers give no answer that can be read";
}

char *jetstream_decode(const char *base64)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *text = malloc(strlen(base64) / 4 * 3 + 4);
	unsigned bits = 0, have = 0;
	size_t n = 0;

	if (!text)
		return NULL;
	for (const char *c = base64; *c && *c != '='; c++) {
		const char *digit = strchr(digits, *c);

		if (!digit) {
			free(text);
			return NULL;
		}
		bits = bits << 6 | (unsigned)(digit - digits);
		have += 6;
		if (have >= 8) {
			have -= 8;
			text[n++] = (char)(bits >> have & 0xff);
		}
	}
	text[n] = '\0';
	return text;
}

/*
 * $JS.ACK.STREAM.CONSUMER.DELIVERED.SEQUENCE.…, of nine words; or, between accounts and domains,
 * $JS.ACK.DOMAIN.ACCOUNT.STREAM.CONSUMER.DELIVERED.SEQUENCE.… of eleven or more.
 */
uint64_t jetstream_sequence(const char *reply)
{
	unsigned words = 1, wanted;

	if (strncmp(reply, "$JS.ACK.", 8) != 0)
		return 0;
	for (const char *c = reply; *c; c++)
		words += *c == '.';
	wanted = words >= 11 ? 7 : 5;
	if (words < 9)
		return 0;
	while (wanted-- > 0)
		reply = strchr(reply, '.') + 1;
	return strtoull(reply, NULL, 10);
}
