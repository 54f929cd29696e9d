/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stream-order URL STREAM [DOMAIN]: reads every message that the stream has, in its order, one by one. Of each subject
 * the numbers have to go on from 1 by 1, within an epoch. Prints "MESSAGES SUBJECTS BYTES"; ends with 1 if anything is
 * out of order.
 */
#include <jansson.h>
#include <nats/nats.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *subjects; /* {SUBJECT: [epoch, seq]} */

static bool look_at(natsMsg *msg)
{
	const char *name = natsMsg_GetSubject(msg);
	json_t *publication = json_loadb(natsMsg_GetData(msg), (size_t)natsMsg_GetDataLength(msg), 0, NULL),
	       *before = json_object_get(subjects, name);
	const json_int_t epoch = json_integer_value(json_object_get(publication, "epoch")),
			 seq = json_integer_value(json_object_get(publication, "seq")),
			 last_epoch = json_integer_value(json_array_get(before, 0)),
			 last = epoch == last_epoch ? json_integer_value(json_array_get(before, 1)) : 0;
	const bool right = epoch >= last_epoch && seq == last + 1;

	if (!right)
		fprintf(stderr, "%s: %lld of %lld comes after %lld of %lld\n", name, (long long)seq, (long long)epoch,
			(long long)last, (long long)last_epoch);
	json_object_set_new(subjects, name, json_pack("[I, I]", epoch, seq));
	json_decref(publication);
	return right;
}

int main(int argc, char **argv)
{
	natsConnection *connection = NULL;
	jsCtx *js = NULL;
	jsStreamInfo *info = NULL;
	jsOptions options;
	natsStatus s;
	uint64_t seq = 0, last = 0, bytes = 0, count = 0;
	bool right = true;

	if (argc != 3 && argc != 4) {
		fprintf(stderr, "usage: stream-order URL STREAM [DOMAIN]\n");
		return 2;
	}
	subjects = json_object();
	s = natsConnection_ConnectTo(&connection, argv[1]);
	jsOptions_Init(&options);
	options.Domain = argc > 3 ? argv[3] : NULL;
	if (s == NATS_OK)
		s = natsConnection_JetStream(&js, connection, &options);
	if (s == NATS_OK)
		s = js_GetStreamInfo(&info, js, argv[2], NULL, NULL);
	if (s == NATS_OK) {
		seq = info->State.FirstSeq;
		last = info->State.Msgs ? info->State.LastSeq : 0;
	}
	for (; s == NATS_OK && seq <= last; seq++) {
		natsMsg *msg = NULL;

		s = js_GetMsg(&msg, js, argv[2], seq, NULL, NULL);
		if (s == NATS_OK) {
			right &= look_at(msg);
			bytes += (uint64_t)natsMsg_GetDataLength(msg);
			count++;
		}
		natsMsg_Destroy(msg);
	}
	if (s == NATS_OK)
		printf("%llu %zu %llu\n", (unsigned long long)count, json_object_size(subjects),
		       (unsigned long long)bytes);
	else
		fprintf(stderr, "stream-order: %s\n", natsStatus_GetText(s));
	jsStreamInfo_Destroy(info);
	jsCtx_Destroy(js);
	natsConnection_Destroy(connection);
	json_decref(subjects);
	nats_Close();
	return s == NATS_OK && right ? 0 : 1;
}
