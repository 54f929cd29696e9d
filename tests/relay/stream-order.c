/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stream-order URL STREAM [DOMAIN]: reads every message that the stream has, in its order, by a consumer of its own. Of
 * each subject the numbers of the publications, a line each, have to go on from 1 by 1, within an epoch. Prints
 * "PUBLICATIONS SUBJECTS BYTES MESSAGES"; ends with 1 if anything is out of order, or if a message did not come.
 */
#include <jansson.h>
#include <nats/nats.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static json_t *subjects; /* {SUBJECT: [epoch, seq]} */

#define PATIENCE_MS 20000 /* for the next message, while servers are being killed */

struct seen {
	uint64_t publications, messages, bytes;
	bool right;
};

/* The integer behind "KEY": in one publication's envelope, which the relay's text begins with: no need to read all. */
static long long number(const char *line, const char *key)
{
	const char *at = strstr(line, key);

	return at ? strtoll(at + strlen(key), NULL, 10) : 0;
}

static void look_at_line(struct seen *seen, const char *name, const char *line)
{
	const json_t *before = json_object_get(subjects, name);
	const json_int_t epoch = number(line, "{\"epoch\":"), seq = number(line, "\"seq\":"),
			 last_epoch = json_integer_value(json_array_get(before, 0)),
			 last = epoch == last_epoch ? json_integer_value(json_array_get(before, 1)) : 0;

	if (epoch < last_epoch || seq != last + 1) {
		fprintf(stderr, "%s: %lld of %lld comes after %lld of %lld\n", name, (long long)seq, (long long)epoch,
			(long long)last, (long long)last_epoch);
		seen->right = false;
	}
	json_object_set_new(subjects, name, json_pack("[I, I]", epoch, seq));
	seen->publications++;
}

static void look_at(struct seen *seen, natsMsg *msg)
{
	char *text = strndup(natsMsg_GetData(msg), (size_t)natsMsg_GetDataLength(msg)), *rest = text;

	seen->messages++;
	seen->bytes += (uint64_t)natsMsg_GetDataLength(msg);
	while (rest) {
		const char *line = strsep(&rest, "\n");

		look_at_line(seen, natsMsg_GetSubject(msg), line);
	}
	free(text);
}

/* All messages up to that sequence of the stream, from the first. */
static natsStatus read_all(jsCtx *js, const char *stream, uint64_t last, struct seen *seen)
{
	natsSubscription *subscription = NULL;
	jsSubOptions options;
	natsStatus s;
	uint64_t seq = 0, left = 1;

	json_object_clear(subjects);
	*seen = (struct seen){ .right = true };
	jsSubOptions_Init(&options);
	options.Stream = stream;
	options.Ordered = true; /* what is lost on the way is asked for again, in its order */
	s = js_SubscribeSync(&subscription, js, "flagfall.>", NULL, &options, NULL);
	while (s == NATS_OK && seq < last && left > 0) {
		jsMsgMetaData *about = NULL;
		natsMsg *msg = NULL;

		s = natsSubscription_NextMsg(&msg, subscription, PATIENCE_MS);
		if (s == NATS_OK)
			s = natsMsg_GetMetaData(&about, msg);
		if (s == NATS_OK) {
			seq = about->Sequence.Stream;
			left = about->NumPending;
			look_at(seen, msg);
		}
		jsMsgMetaData_Destroy(about);
		natsMsg_Destroy(msg);
	}
	natsSubscription_Destroy(subscription);
	return s;
}

int main(int argc, char **argv)
{
	natsConnection *connection = NULL;
	jsCtx *js = NULL;
	jsStreamInfo *info = NULL;
	jsOptions options;
	natsStatus s;
	struct seen seen = { .right = true };
	int tries;

	if (argc != 3 && argc != 4) {
		fprintf(stderr, "usage: stream-order URL STREAM [DOMAIN]\n");
		return 2;
	}
	alarm(8 * PATIENCE_MS / 1000);
	subjects = json_object();
	s = natsConnection_ConnectTo(&connection, argv[1]);
	jsOptions_Init(&options);
	options.Domain = argc > 3 ? argv[3] : NULL;
	options.Wait = PATIENCE_MS;
	if (s == NATS_OK)
		s = natsConnection_JetStream(&js, connection, &options);
	for (tries = 0; s == NATS_OK && !info && tries < 3; tries++) { /* who leads may be gone: nobody answers */
		s = js_GetStreamInfo(&info, js, argv[2], NULL, NULL);
		if (s == NATS_TIMEOUT && tries < 2)
			s = NATS_OK;
	}
	/* the reader may be at a server whose store is gone, and that has nothing to give yet */
	for (tries = 0; info && info->State.Msgs > 0 && tries < 3 && (tries == 0 || s == NATS_TIMEOUT); tries++)
		s = read_all(js, argv[2], info->State.LastSeq, &seen);
	if (s == NATS_OK)
		printf("%llu %zu %llu %llu\n", (unsigned long long)seen.publications, json_object_size(subjects),
		       (unsigned long long)seen.bytes, (unsigned long long)seen.messages);
	else
		fprintf(stderr, "stream-order: %s\n", natsStatus_GetText(s));
	fflush(stdout);
	/* not by return: libnats 3.4 may wait for its own thread for ever when an ordered reader's connection is closed
	 */
	_exit(s == NATS_OK && seen.right ? 0 : 1);
}
