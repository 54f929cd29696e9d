/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/relay/made-servers.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct day d;

/* --- chance, time, and what is said --- */

int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
	const int64_t us = d.now_us + (clock == CLOCK_REALTIME ? REALTIME_US : 0);

	*now = (struct timespec){ us / 1000000, us % 1000000 * 1000 };
	return 0;
}

unsigned next(unsigned n)
{
	d.lot = d.lot * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(d.lot >> 33) % n;
}

void note(const char *format, ...)
{
	char *line;
	va_list ap;

	va_start(ap, format);
	assert_true(vasprintf(&line, format, ap) >= 0);
	va_end(ap);
	if (d.prints)
		printf("# %lld %s\n", (long long)(d.now_us / 1000), line);
	free(line);
}

void note_json(const char *what, json_t *o)
{
	char *text = o ? json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(9)) : NULL;

	note("%s %s", what, text ? text : "none");
	free(text);
	json_decref(o);
}

/* --- the servers --- */

static void put_out(struct link *to, enum tag tag, const char *subject, const char *reply, int status, const char *text)
{
	struct waiting *w = &d.queue[d.waiting];

	if (!*subject || d.waiting == MOST || next(1000) < d.lost)
		return;
	*w = (struct waiting){
		to,
		tag,
		{ .type = LINK_MESSAGE,
		  .subject = strdup(subject),
		  .reply = strdup(reply),
		  .status = status,
		  .text = strdup(text),
		  .size = strlen(text) },
	};
	d.waiting++;
}

static void answer(struct link *to, const char *reply, const char *text)
{
	static const char *const odd[] = { "",
					   "{",
					   "{\"error\":{\"code\":503}}",
					   "{\"error\":{\"code\":500,\"description\":\"out of room\"}}",
					   "{\"error\":{\"code\":400,\"err_code\":10052,\"description\":\"bad\"}}",
					   "{}",
					   "{\"created\":\"x\"}",
					   "{\"state\":{\"last_seq\":3}}",
					   "[]" };
	unsigned n;

	if (!reply || next(1000) < d.mute)
		return;
	if (next(1000) >= d.refused) {
		put_out(to, TAG_ANSWER, reply, "", 0, text);
		return;
	}
	n = next(sizeof(odd) / sizeof(odd[0]));
	put_out(to, TAG_ANSWER, reply, "", n == 0 && next(2) ? 503 : 0, odd[n]);
}

static unsigned last_of(const char *subject)
{
	for (unsigned i = d.count; i > 0; i--)
		if (!d.list[i - 1].gone && strcmp(d.list[i - 1].subject, subject) == 0)
			return i;
	return 0;
}

void store_message(const char *subject, const char *id, const char *text)
{
	assert_true(d.count < MOST);
	d.list[d.count++] = (struct message){ strdup(subject), strdup(id), strdup(text), false };
}

void cut_stream(unsigned count)
{
	while (d.count > count) {
		struct message *m = &d.list[--d.count];

		free(m->subject);
		free(m->id);
		free(m->text);
	}
	d.has_consumer = false;
}

/* A publication of the hall's. */
static void take(struct link *from, const char *subject, const char *reply, const struct link_header *headers,
		 const char *text)
{
	const char *id = headers[0].value;
	char said[160];
	unsigned last = last_of(subject);

	assert_string_equal(headers[0].name, "Nats-Msg-Id");
	assert_string_equal(headers[1].name, "Nats-Expected-Last-Subject-Sequence");
	if (!d.exists) {
		put_out(from, TAG_ANSWER, reply, "", 503, "");
		return;
	}
	for (unsigned i = d.count > 40 ? d.count - 40 : 0; i < d.count; i++)
		if (strcmp(d.list[i].id, id) == 0 && !(d.list[i].gone && next(2))) {
			snprintf(said, sizeof(said), "{\"stream\":\"flagfall\",\"seq\":%u,\"duplicate\":true}", i + 1);
			answer(from, reply, said);
			return;
		}
	if (strtoul(headers[1].value, NULL, 10) != last) {
		answer(from, reply,
		       "{\"error\":{\"code\":400,\"err_code\":10071,\"description\":\"wrong last sequence\"}}");
		return;
	}
	store_message(subject, id, text);
	snprintf(said, sizeof(said), "{\"stream\":\"flagfall\",\"seq\":%u}", d.count);
	answer(from, reply, said);
}

static char *encode(const char *text)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const size_t size = strlen(text);
	char *base64 = calloc(1, size * 2 + 8);

	for (size_t i = 0, n = 0; i < size; i += 3) {
		unsigned bits = 0;

		for (size_t k = 0; k < 3; k++)
			bits = bits << 8 | (i + k < size ? (unsigned char)text[i + k] : 0);
		for (size_t k = 0; k < 4; k++)
			base64[n++] = i + k > size ? '=' : digits[bits >> (18 - 6 * k) & 63];
	}
	return base64;
}

/* A call of JetStream's API. */
static void serve(struct link *from, const char *call, const char *reply, const char *text)
{
	json_t *asked = *text ? json_loads(text, 0, NULL) : NULL;
	char said[160], *data;
	unsigned n;

	if (strncmp(call, "STREAM.CREATE.", 14) == 0) {
		answer(from, reply,
		       d.exists ? "{\"error\":{\"code\":400,\"err_code\":10058,\"description\":\"name in use\"}}" :
				  "{}");
		d.made += !d.exists;
		d.exists = true;
	} else if (!d.exists) {
		answer(from, reply,
		       "{\"error\":{\"code\":404,\"err_code\":10059,\"description\":\"stream not found\"}}");
	} else if (strncmp(call, "STREAM.INFO.", 12) == 0) {
		snprintf(said, sizeof(said), "{\"created\":\"day %u\",\"state\":{\"last_seq\":%u}}", d.made, d.count);
		answer(from, reply, said);
	} else if (strncmp(call, "STREAM.MSG.GET.", 15) == 0) {
		n = last_of(json_string_value(json_object_get(asked, "last_by_subj")));
		if (n) {
			data = encode(d.list[n - 1].text);
			note_json("holds", json_pack("{s:i}", "seq", n));
			json_decref(asked);
			asked = json_pack("{s:{s:i, s:s}}", "message", "seq", n, "data", data);
			free(data);
			data = json_dumps(asked, JSON_COMPACT);
			answer(from, reply, data);
			free(data);
		} else {
			answer(from, reply,
			       "{\"error\":{\"code\":404,\"err_code\":10037,\"description\":\"no message found\"}}");
		}
	} else if (strncmp(call, "CONSUMER.CREATE.", 16) == 0) {
		const json_t *config = json_object_get(asked, "config");

		d.next = (unsigned)json_integer_value(json_object_get(config, "opt_start_seq"));
		d.next = d.next ? d.next : 1;
		d.has_consumer = true;
		d.left = 0;
		snprintf(said, sizeof(said), "{\"name\":\"c%u\"}", ++d.consumers);
		answer(from, reply, said);
	} else if (strncmp(call, "CONSUMER.MSG.NEXT.", 18) == 0) {
		snprintf(d.pull, sizeof(d.pull), "%s", reply);
		d.left = 1 + next((unsigned)json_integer_value(json_object_get(asked, "batch")));
		d.until_us = d.now_us + json_integer_value(json_object_get(asked, "expires")) / 1000;
		if (!d.has_consumer)
			put_out(from, TAG_PULL, reply, "", 503, "");
	} else {
		fail_msg("%s", call);
	}
	json_decref(asked);
}

/* What waits in the stream goes to who has asked for it. */
void serve_pull(void)
{
	char reply[120];

	for (; d.has_consumer && d.left > 0 && d.next <= d.count; d.next++) {
		const struct message *m = &d.list[d.next - 1];

		if (m->gone)
			continue;
		snprintf(reply, sizeof(reply),
			 next(2) ? "$JS.ACK.flagfall.c.1.%u.%u.1800000000000000000.0" :
				   "$JS.ACK.dom.acc.flagfall.c.1.%u.%u.1800000000000000000.0.x",
			 d.next, d.next);
		put_out(&d.centre_link, TAG_PULL, m->subject, reply, 0, m->text);
		d.left--;
	}
	if (d.left > 0 && d.now_us >= d.until_us) {
		put_out(&d.centre_link, TAG_PULL, d.pull, "", next(2) ? 404 : 408, "");
		d.left = 0;
	} else if (d.left > 0 && !next(10)) {
		put_out(&d.centre_link, TAG_PULL, d.pull, "", 100, "");
	}
}

int link_publish(struct link *link, const char *subject, const char *reply, const struct link_header *headers,
		 const char *text, size_t size)
{
	char *whole = strndup(text, size);
	const char *api = strstr(subject, ".API.");

	note("%s > %s %s %s %s: %s", link == &d.hall_link ? "hall" : "centre", subject, reply ? reply : "-",
	     headers ? headers[0].value : "-", headers ? headers[1].value : "-", whole);
	if (!link->connected || next(1000) < d.refused / 4) {
		free(whole);
		note("… which is not taken");
		return -EIO;
	}
	if (next(1000) < d.lost)
		note("… and lost");
	else if (strncmp(subject, "$JS.", 4) == 0)
		serve(link, api + 5, reply, whole);
	else if (strncmp(subject, "flagfall.", 9) == 0)
		take(link, subject, reply, headers, whole);
	else if (strncmp(subject, "flagfall-replay.", 16) == 0)
		put_out(&d.hall_link, TAG_REPLAY, subject, reply, 0, whole);
	else if (strncmp(subject, "flagfall-health.", 16) == 0)
		put_out(&d.centre_link, TAG_HEALTH, subject, "", 0, whole);
	else
		put_out(&d.centre_link, TAG_ANSWER, subject, "", 0, whole);
	free(whole);
	return 0;
}

const char *link_inbox(const struct link *link)
{
	return link->inbox;
}
