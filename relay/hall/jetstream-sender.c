/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/hall/sender-inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/machine-clock.h"
#include "common/text-mark.h"

#define PATIENCE_US 5000000 /* for an answer */
#define FIRST_PAUSE_US 100000
#define LONGEST_PAUSE_US 5000000
#define AUDIT_US 10000000	/* how often the stream is asked whether it still has what it had */
#define MOST_BYTES (128 * 1024) /* of a message; a server takes a million */

static bool is_under_way(const struct subject *s)
{
	return s->state == ASKING || s->state == SENDING;
}

static void set_state(struct sender *sender, struct subject *s, enum subject_state state)
{
	sender->under_way -= is_under_way(s);
	s->state = state;
	sender->under_way += is_under_way(s);
	if (is_under_way(s)) {
		s->attempt++;
		s->deadline_us = machine_clock_us(CLOCK_MONOTONIC) + PATIENCE_US;
	}
}

static void set_due(struct sender *sender, struct subject *s)
{
	if (s->is_due || is_under_way(s) || (s->state == READY && s->next > s->last))
		return;
	s->is_due = true;
	s->next_due = NULL;
	*sender->due_end = s;
	sender->due_end = &s->next_due;
}

static struct subject *take_due(struct sender *sender)
{
	struct subject *s = sender->due;

	sender->due = s->next_due;
	if (!sender->due)
		sender->due_end = &sender->due;
	s->is_due = false;
	return s;
}

/* Something is wrong with the servers, not with one subject: all wait a little, and longer each time. */
static void pause_all(struct sender *sender, const char *why)
{
	if (machine_clock_us(CLOCK_MONOTONIC) < sender->resume_us)
		return; /* one of those that were under way then */
	snprintf(sender->fault, sizeof(sender->fault), "%s", why);
	sender->pause_us = sender->pause_us ? 2 * sender->pause_us : FIRST_PAUSE_US;
	if (sender->pause_us > LONGEST_PAUSE_US)
		sender->pause_us = LONGEST_PAUSE_US;
	sender->resume_us = machine_clock_us(CLOCK_MONOTONIC) + sender->pause_us;
}

void sender_hold(struct sender *sender, const char *why)
{
	if (!sender->has_parted)
		snprintf(sender->held, sizeof(sender->held), "%s", why);
	sender->is_meant = false;
}

/* why, and what is done at the centre to have this one go on. */
static void hold_until_accepted(struct sender *sender, const char *why)
{
	char sentence[SENDER_HELD];

	snprintf(sentence, sizeof(sentence), "%s: \"flagfall-centre accept %.64s\" at the centre", why, sender->hall);
	sender_hold(sender, sentence);
}

void sender_hold_foreign(struct sender *sender)
{
	hold_until_accepted(
		sender,
		"another hall of this name has published here, so nothing of this one is sent; if it is to take its place");
}

void sender_hold_later(struct sender *sender)
{
	hold_until_accepted(
		sender,
		"this hall goes on elsewhere, on a machine that took its place or has a later copy of it, so nothing of this one is sent; "
		"if this one is to go on");
}

static void all_unknown(struct sender *sender)
{
	for (size_t i = 0; i < sender->size; i++) {
		struct subject *s = sender->subjects[i];

		if (!s)
			continue;
		s->stream_seq = 0;
		set_state(sender, s, UNKNOWN);
		set_due(sender, s);
	}
}

static void ask_last(struct sender *sender, struct subject *s)
{
	char inbox[64];

	set_state(sender, s, ASKING);
	snprintf(inbox, sizeof(inbox), "last.%lld.%u", (long long)s->id, s->attempt);
	if (jetstream_ask(sender->js, "STREAM.MSG.GET", NULL, json_pack("{s:s}", "last_by_subj", s->name), inbox) < 0) {
		set_state(sender, s, UNKNOWN);
		set_due(sender, s);
		pause_all(sender, "the connection takes nothing");
	}
}

/* Several publications as one text, a line each; NULL without memory. */
static char *lines_of(const json_t *list)
{
	char *text = NULL;
	size_t size, i;
	json_t *one;
	FILE *out = open_memstream(&text, &size);

	json_array_foreach(list, i, one)
		if (out)
			fprintf(out, "%s%s", i ? "\n" : "", json_string_value(one));
	if (out && fclose(out) != 0) {
		free(text);
		text = NULL;
	}
	return text;
}

static int publish(struct sender *sender, struct subject *s, const char *text)
{
	char id[256], expected[24], reply[JETSTREAM_SUBJECT];
	const struct link_header headers[LINK_HEADERS] = { { "Nats-Msg-Id", id },
							   { "Nats-Expected-Last-Subject-Sequence", expected },
							   { *sender->id ? LINK_HALL_HEADER : NULL, sender->id } };

	snprintf(id, sizeof(id), "%s/%s/%u/%u/%lld/%lld", sender->hall, s->event, s->round, s->board,
		 (long long)sender->epoch, (long long)s->next);
	snprintf(expected, sizeof(expected), "%llu", (unsigned long long)s->stream_seq);
	snprintf(reply, sizeof(reply), "%s.sent.%lld.%u", link_inbox(sender->js->link), (long long)s->id, s->attempt);
	return link_publish(sender->js->link, s->name, reply, headers, text, strlen(text));
}

static void has_parted(struct sender *sender, const char *event)
{
	sender->has_parted = true;
	snprintf(sender->held, sizeof(sender->held),
		 "event %.80s was put back to an earlier copy, which parts from what was published", event);
}

/* Is the publication before the next one still what was sent? */
static void look_behind(struct sender *sender, const struct subject *s)
{
	int64_t first = 0;
	json_t *list = s->mark ? stream_reader_range(sender->reader, s->id, s->next - 1, s->next - 1, 1, &first) : NULL;
	const char *before = json_string_value(json_array_get(list, 0));

	if (before && text_mark(before) != s->mark)
		has_parted(sender, s->event);
	json_decref(list);
}

/*
 * A subject has one message under way: the next one names the last one's place in the stream, which only the answer
 * tells. What the hall says meanwhile goes together in the next message, so that a long way to the servers makes
 * messages longer and no queue.
 */
static void send_next(struct sender *sender, struct subject *s)
{
	int64_t first = s->next;
	json_t *list;
	char *text;

	look_behind(sender, s);
	if (sender->has_parted)
		return;
	list = stream_reader_range(sender->reader, s->id, s->next, s->last, MOST_BYTES, &first);
	text = json_array_size(list) ? lines_of(list) : NULL;
	if (list && json_array_size(list) == 0) { /* of an event that is over: it is kept no more */
		s->next = s->last + 1;
		s->mark = 0;
	} else if (text) {
		s->next = first;
		s->sending = (int64_t)json_array_size(list);
		s->sent_mark = text_mark(json_string_value(json_array_get(list, s->sending - 1)));
		set_state(sender, s, SENDING);
		if (publish(sender, s, text) < 0) {
			set_state(sender, s, UNKNOWN);
			set_due(sender, s);
			pause_all(sender, "the connection takes nothing");
		}
	} else {
		set_due(sender, s);
		pause_all(sender, "the stream database cannot be read");
	}
	free(text);
	json_decref(list);
}

/*
 * Where a subject stands is asked of the stream; but nats-server 2.9 dies if it is asked for a message of a stream that
 * it is still making, and that cannot be told from one without messages. Neither has a message of the subject, as far
 * as is known: so its first one is sent, as the first. If there are others it is refused, and that the stream can
 * refuse is the sign that it can be asked.
 */
static void begin_subject(struct sender *sender, struct subject *s)
{
	if (sender->may_ask) {
		ask_last(sender, s);
		return;
	}
	s->stream_seq = 0;
	s->next = 1;
	s->mark = 0;
	set_state(sender, s, READY);
	if (s->next <= s->last)
		send_next(sender, s);
}

static void pump(struct sender *sender)
{
	while (sender->connected && sender->ready && sender->reader && sender->due && !*sender->held &&
	       sender->under_way < sender->window && machine_clock_us(CLOCK_MONOTONIC) >= sender->resume_us) {
		struct subject *s = take_due(sender);

		if (s->state == UNKNOWN)
			begin_subject(sender, s);
		else if (s->state == READY && s->next <= s->last)
			send_next(sender, s);
	}
}

static void make_stream(struct sender *sender)
{
	sender->ready = sender->may_ask = false;
	if (machine_clock_us(CLOCK_MONOTONIC) < sender->resume_us)
		return;
	jetstream_ask(sender->js, "STREAM.CREATE", NULL, jetstream_stream_config(sender->js, sender->stream), "made");
	sender->stored = 0;
	sender->created[0] = '\0';
	pause_all(sender, "there was no stream; it is made");
}

/* An error that is not about one subject's order. */
static void refused(struct sender *sender, const json_t *answer, const struct link_event *event)
{
	if (jetstream_error(answer) == JETSTREAM_NO_STREAM || (event->status == 503 && !answer))
		make_stream(
			sender); /* nobody listens: there is no stream, or no leader yet, and then this is refused */
	else
		pause_all(sender, jetstream_words(answer));
}

/* Where the subject stands, by the message that the stream has of it. */
static void take_last(struct sender *sender, struct subject *s, const json_t *answer)
{
	const uint64_t before = s->stream_seq;
	struct stream_place place;
	const enum stream_place_verdict verdict = stream_place_find(sender->reader, sender->id, sender->epoch, s->id,
								    answer, &place);

	s->stream_seq = place.stream_seq;
	s->next = verdict == PLACE_FOUND ? place.seq + 1 : 1;
	s->mark = verdict == PLACE_FOUND ? place.mark : 0;
	set_state(sender, s, verdict == PLACE_NONE || verdict == PLACE_FOUND ? READY : UNKNOWN);
	if (verdict == PLACE_PARTED) {
		has_parted(sender, s->event);
	} else if (verdict == PLACE_LATER) {
		sender_hold_later(sender);
	} else if (verdict == PLACE_FOREIGN && sender->is_meant) {
		set_state(sender, s, READY);
	} else if (verdict == PLACE_FOREIGN) {
		sender_hold_foreign(sender);
	} else if (verdict == PLACE_UNREADABLE) {
		pause_all(sender, "the stream database cannot be read");
	} else if (s->stream_seq < before) { /* it has lost what it had confirmed: others may have lost theirs, too */
		sender->stored = 0;
		all_unknown(sender);
	}
}

static void answer_last(struct sender *sender, struct subject *s, json_t *answer, const struct link_event *event)
{
	int error = jetstream_error(answer);

	if (answer && (!error || error == JETSTREAM_NO_MESSAGE)) {
		take_last(sender, s, answer);
		if (s->next > s->last) { /* else the next message shows whether it takes any */
			sender->pause_us = 0;
			sender->fault[0] = '\0';
		}
	} else {
		set_state(sender, s, UNKNOWN);
		refused(sender, answer, event);
	}
}

static void answer_sent(struct sender *sender, struct subject *s, json_t *answer, const struct link_event *event)
{
	uint64_t seq = (uint64_t)json_integer_value(json_object_get(answer, "seq"));
	int error = jetstream_error(answer);

	if (answer && !error && seq && !json_is_true(json_object_get(answer, "duplicate"))) {
		sender->may_ask = true;
		s->stream_seq = seq;
		s->next += s->sending;
		s->mark = s->sent_mark;
		sender->stored = seq > sender->stored ? seq : sender->stored;
		sender->pause_us = 0;
		sender->fault[0] = '\0';
		set_state(sender, s, READY);
		return;
	}
	/* a duplicate may be of a message that was lost meanwhile: only the stream knows */
	set_state(sender, s, UNKNOWN);
	sender->may_ask |= error == JETSTREAM_WRONG_LAST || (answer && !error);
	if (!answer || (error && error != JETSTREAM_WRONG_LAST))
		refused(sender, answer, event);
}

static void audit(struct sender *sender, json_t *answer)
{
	const char *created = json_string_value(json_object_get(answer, "created"));
	json_t *state = json_object_get(answer, "state");
	uint64_t last = (uint64_t)json_integer_value(json_object_get(state, "last_seq"));

	if (jetstream_error(answer) == JETSTREAM_NO_STREAM) {
		make_stream(sender);
		all_unknown(sender);
	}
	if (!created || !state)
		return;
	if ((*sender->created && strcmp(sender->created, created) != 0) || last < sender->stored) {
		sender->stored = 0;
		all_unknown(sender);
	}
	if (strcmp(sender->created, created) != 0)
		sender->may_ask = false;
	snprintf(sender->created, sizeof(sender->created), "%s", created);
	sender->may_ask |= last > 0;
	sender->ready = true;
}

static void sender_look(struct sender *sender)
{
	sender->audit_us = machine_clock_us(CLOCK_MONOTONIC);
	jetstream_ask(sender->js, "STREAM.INFO", NULL, NULL, "audit");
}

void sender_answer(struct sender *sender, const char *words, const struct link_event *event)
{
	json_t *answer = event->size ? json_loadb(event->text, event->size, 0, NULL) : NULL;
	long long id = 0;
	unsigned attempt = 0;
	char kind[8] = "";

	sscanf(words, "%7[a-z].%lld.%u", kind, &id, &attempt);
	if (strcmp(kind, "audit") == 0) {
		audit(sender, answer);
	} else if (strcmp(kind, "made") == 0) {
		if (jetstream_error(answer) && jetstream_error(answer) != JETSTREAM_NAME_IN_USE)
			pause_all(sender, jetstream_words(answer));
	} else if (id > 0 && (size_t)id < sender->size && sender->subjects[id]) {
		struct subject *s = sender->subjects[id];

		if (s->attempt == attempt && s->state == ASKING && strcmp(kind, "last") == 0)
			answer_last(sender, s, answer, event);
		else if (s->attempt == attempt && s->state == SENDING && strcmp(kind, "sent") == 0)
			answer_sent(sender, s, answer, event);
		set_due(sender, s);
	}
	json_decref(answer);
	pump(sender);
}

static struct subject *subject_of(struct sender *sender, const json_t *row)
{
	const size_t id = (size_t)json_integer_value(json_object_get(row, "id"));
	struct subject *s;

	if (id >= sender->size) {
		size_t size = 2 * id + 16;
		struct subject **all = reallocarray(sender->subjects, size, sizeof(struct subject *));

		if (!all)
			return NULL;
		memset(all + sender->size, 0, (size - sender->size) * sizeof(struct subject *));
		sender->subjects = all;
		sender->size = size;
	}
	s = sender->subjects[id];
	if (s)
		return s;
	s = calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->state = UNKNOWN;
	s->id = (int64_t)id;
	s->next = 1;
	s->round = (unsigned)json_integer_value(json_object_get(row, "round"));
	s->board = (unsigned)json_integer_value(json_object_get(row, "board"));
	s->event = strdup(json_string_value(json_object_get(row, "event")));
	if (!s->event || asprintf(&s->name, "flagfall.%s.%s.%u.%u", sender->hall, s->event, s->round, s->board) < 0) {
		free(s->event);
		free(s);
		return NULL;
	}
	sender->subjects[id] = s;
	return s;
}

void sender_changed(struct sender *sender)
{
	json_t *rows = sender->reader ? stream_reader_changed(sender->reader, &sender->after) : NULL, *row;
	size_t i;

	json_array_foreach(rows, i, row) {
		struct subject *s = subject_of(sender, row);

		if (!s) {
			sender->after = 0; /* no memory: all is looked at again */
			break;
		}
		s->last = json_integer_value(json_object_get(row, "last"));
		if (s->state == READY && s->next > s->last + 1) /* an earlier copy: the stream is asked */
			set_state(sender, s, UNKNOWN);
		set_due(sender, s);
	}
	json_decref(rows);
	pump(sender);
}

static void forget(struct sender *sender)
{
	for (size_t i = 0; i < sender->size; i++) {
		if (!sender->subjects[i])
			continue;
		free(sender->subjects[i]->event);
		free(sender->subjects[i]->name);
		free(sender->subjects[i]);
	}
	free(sender->subjects);
	sender->subjects = NULL;
	sender->size = 0;
	sender->under_way = 0;
	sender->due = NULL;
	sender->due_end = &sender->due;
	sender->after = 0;
}

void sender_set_reader(struct sender *sender, struct stream_reader *reader)
{
	forget(sender);
	sender->has_parted = sender->is_meant = false;
	sender->held[0] = '\0';
	sender->reader = reader;
	sender->epoch = reader ? stream_reader_epoch(reader) : 0;
	sender_changed(sender);
}

void sender_connected(struct sender *sender, bool connected)
{
	sender->connected = connected;
	if (!connected)
		return;
	sender->resume_us = sender->pause_us = 0;
	sender->fault[0] = '\0';
	sender->ready = sender->may_ask = sender->is_meant = false;
	if (!sender->has_parted)
		sender->held[0] = '\0';
	sender->created[0] = '\0';
	sender->stored = 0;
	all_unknown(sender);
	sender_look(sender);
}

void sender_tick(struct sender *sender)
{
	const int64_t now = machine_clock_us(CLOCK_MONOTONIC);
	bool waits = false;

	for (size_t i = 0; i < sender->size; i++) {
		struct subject *s = sender->subjects[i];

		if (!s)
			continue;
		if (is_under_way(s) && now >= s->deadline_us) {
			set_state(sender, s, UNKNOWN);
			set_due(sender, s);
			pause_all(sender, "the servers do not answer");
		}
		waits |= s->next <= s->last;
	}
	sender->since_us = !waits ? 0 : sender->since_us ? sender->since_us : now;
	if (sender->connected && (!sender->ready || now - sender->audit_us >= AUDIT_US))
		sender_look(sender);
	pump(sender);
}

void sender_release(struct sender *sender)
{
	if (sender->has_parted || sender->is_meant)
		return;
	sender->is_meant = true;
	if (!*sender->held)
		return;
	sender->held[0] = '\0';
	all_unknown(sender);
	pump(sender);
}

int sender_new(const struct jetstream *js, const struct jetstream_stream *stream, const char *hall, unsigned window,
	       struct sender **ret)
{
	struct sender *sender = calloc(1, sizeof(*sender));

	if (!sender)
		return -ENOMEM;
	sender->js = js;
	sender->stream = stream;
	sender->hall = hall;
	sender->window = window;
	sender->due_end = &sender->due;
	*ret = sender;
	return 0;
}

void sender_free(struct sender *sender)
{
	if (!sender)
		return;
	forget(sender);
	free(sender);
}
