/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Servers of the test's own between a hall's relay and a centre, chance, and a time that stands still between steps. */
#ifndef TESTS_UNIT_RELAY_MADE_SERVERS_H
#define TESTS_UNIT_RELAY_MADE_SERVERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "relay/nats/link.h"
#include "tests/unit/memory-folder.h"

#define MOST 4096
#define REALTIME_US INT64_C(1800000000000000) /* CLOCK_REALTIME, when CLOCK_MONOTONIC was 0 */

enum tag { TAG_ANSWER = 1, TAG_PULL, TAG_HEALTH, TAG_REPLAY };

struct link {
	const char *inbox;
	bool connected;
};

struct waiting {
	struct link *to;
	enum tag tag;
	struct link_event event;
};

struct message {
	char *subject, *id, *text;
	bool gone;
};

struct day {
	char dir[MEMORY_FOLDER_PATH], database_path[96], store_path[96], export[96];
	uint64_t lot;
	bool prints;
	int64_t now_us;
	/* what goes wrong by now, in a thousand */
	unsigned lost, refused, mute;

	/* the servers */
	bool exists, has_consumer;
	unsigned made;
	struct message list[MOST];
	unsigned count, next, left, consumers;
	char pull[64];
	int64_t until_us;
	struct waiting queue[MOST];
	unsigned waiting;

	/* the hall */
	struct link hall_link;
	struct stream_database *database;
	struct stream_reader *reader;
	struct sender *sender;
	char *word;
	json_t *files; /* {"EVENT/PATH": text} */
	unsigned said, turns;

	/* the centre */
	struct link centre_link;
	struct store *store;
	struct consumer *consumer;
	struct halls *halls;
	struct folder *folder;
};

extern struct day d;

/* Below that. */
unsigned next(unsigned n);
/* Something that was asked, said or found; printed where a day is looked at alone. */
__attribute__((format(printf, 1, 2))) void note(const char *format, ...);
/* The same of JSON; takes the reference over. */
void note_json(const char *what, json_t *o);
/* The stream as it was after so many messages. */
void cut_stream(unsigned count);
void store_message(const char *subject, const char *id, const char *text);
/* What waits in the stream goes to who has asked for it. */
void serve_pull(void);

#endif
