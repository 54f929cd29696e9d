/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What these programs ask of JetStream, as its API has it on the wire: a request is JSON to a subject, and the answer
 * comes to an inbox. Nothing here waits. Pure but for jetstream_ask().
 */
#ifndef NATS_JETSTREAM_H
#define NATS_JETSTREAM_H

#include <jansson.h>
#include <stdint.h>

#include "relay/nats/link.h"

#define JETSTREAM_SUBJECT 256

/* Error codes of its answers ("err_code"). */
enum jetstream_error {
	JETSTREAM_NO_CONSUMER = 10014,
	JETSTREAM_NO_MESSAGE = 10037,
	JETSTREAM_NAME_IN_USE = 10058,
	JETSTREAM_NO_STREAM = 10059,
	JETSTREAM_WRONG_LAST = 10071, /* another message was the subject's last one */
};

struct jetstream {
	struct link *link;
	const char *domain; /* NULL: the servers' own */
	const char *stream;
};

struct jetstream_stream {
	unsigned replicas;
	int64_t duplicates_s; /* how long ids of messages are remembered */
	int64_t max_age_s;    /* 0 for ever */
	char **domains; /* of leaf nodes whose streams it gathers, NULL-terminated; NULL: it has its own subjects */
};

/*
 * jetstream_ask - a request to the API
 * @call: as "STREAM.INFO"; the stream's name follows it
 * @more: what follows the name; NULL nothing
 * @request: JSON, may be NULL; a reference is taken over
 * The answer comes to the link's inbox, with that behind a point. 0 or a negative errno value.
 */
int jetstream_ask(const struct jetstream *js, const char *call, const char *more, json_t *request, const char *inbox);
/* The configuration of the stream with all subjects of all halls. New reference. */
json_t *jetstream_stream_config(const struct jetstream *js, const struct jetstream_stream *stream);
/* Its err_code, 0: it is no error; -1 an error without one. */
int jetstream_error(const json_t *answer);
/* The content of a message that the API gives in base64. New text, NULL where it is none. */
char *jetstream_decode(const char *base64);
/* The stream's sequence of a delivered message, by its reply subject; 0: it has none. */
uint64_t jetstream_sequence(const char *reply);

#endif
