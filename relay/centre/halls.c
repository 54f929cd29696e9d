/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/centre/centre.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/machine-clock.h"
#include "relay/nats/link.h"

#define LAGS 1024	    /* of the last publications, */
#define LAG_FOR_US 60000000 /* … if they came within a minute: what an outage has delayed is told for no longer */
#define PATIENCE_US 5000000 /* for a hall's answer */
#define PATIENT_WORDS 2	    /* so often a hall says that it has more before it is asked */
#define GAPS_AT_ONCE 64
#define MOST_HALLS 1000
#define EVENT_NAME 80

struct hall {
	struct hall *next;
	char name[64];
	char id[40];			       /* who it is, "" not known yet: then whoever is read first */
	int64_t refused_us;		       /* when another one was heard that calls itself so; 0 none was */
	char refused[80];		       /* … its machine */
	int64_t parted_us;		       /* when it last said what it has said otherwise before; 0 never */
	int64_t parted_epoch;		       /* … in that epoch, which it has to end; 0: it has, or was told */
	unsigned number;		       /* in inboxes */
	int64_t lag_us[LAGS], lag_at_us[LAGS]; /* CLOCK_MONOTONIC, when it was heard */
	unsigned lags, lag_next;
	json_t *ranges;	  /* to be asked for: [{"event", "round", "board", "epoch", "from", "to"}] */
	unsigned attempt; /* of the question that is open */
	int64_t asked_us; /* 0: none is */
	bool heads;	  /* it is for heads */
	int64_t heads_after;
	unsigned words_of_more;
	int64_t whole_epoch; /* all that the hall has is here, by its last word; 0: it is not */
};

struct halls {
	struct link *link;
	struct store *store;
	const struct consumer *consumer;
	struct hall *list;
	unsigned count;
	char fault[240];
};

static struct hall *hall_of(struct halls *halls, const char *name)
{
	struct hall *h;

	for (h = halls->list; h; h = h->next)
		if (strcmp(h->name, name) == 0)
			return h;
	if (!link_is_word(name) || strlen(name) >= sizeof(h->name) || halls->count == MOST_HALLS)
		return NULL;
	h = calloc(1, sizeof(*h));
	if (!h)
		return NULL;
	snprintf(h->name, sizeof(h->name), "%s", name);
	h->number = ++halls->count;
	h->ranges = json_array();
	h->next = halls->list;
	halls->list = h;
	return h;
}

/* --- questions --- */

static void halls_ask(struct halls *halls, struct hall *h, json_t *question)
{
	char subject[JETSTREAM_SUBJECT], reply[JETSTREAM_SUBJECT];
	char *text = question ? json_dumps(question, JSON_COMPACT) : NULL;

	json_decref(question);
	h->attempt++;
	h->asked_us = machine_clock_us(CLOCK_MONOTONIC);
	snprintf(subject, sizeof(subject), "flagfall-replay.%s", h->name);
	snprintf(reply, sizeof(reply), "%s.api.hall.%u.%u", link_inbox(halls->link), h->number, h->attempt);
	if (text)
		link_publish(halls->link, subject, reply, NULL, text, strlen(text));
	free(text);
}

static void ask_range(struct halls *halls, struct hall *h)
{
	json_t *range = json_array_get(h->ranges, 0);

	h->heads = false;
	halls_ask(halls, h,
		  json_pack("{s:s, s:O, s:O, s:O, s:O, s:O}", "ask", "range", "event", json_object_get(range, "event"),
			    "round", json_object_get(range, "round"), "board", json_object_get(range, "board"), "from",
			    json_object_get(range, "from"), "to", json_object_get(range, "to")));
}

static void ask_heads(struct halls *halls, struct hall *h)
{
	h->heads = true;
	halls_ask(halls, h, json_pack("{s:s, s:I}", "ask", "heads", "after", (json_int_t)h->heads_after));
}

static void ask_next(struct halls *halls, struct hall *h)
{
	if (json_array_size(h->ranges) > 0)
		ask_range(halls, h);
	else if (h->heads_after)
		ask_heads(halls, h);
	else
		h->asked_us = 0;
}

/* Of what a hall or the centre's file says. False: it is no subject that there may be. */
static bool subject_of(const struct hall *h, const json_t *of, struct store_subject *ret)
{
	const char *event = json_string_value(json_object_get(of, "event")) ?: "";
	const json_int_t round = json_integer_value(json_object_get(of, "round")),
			 board = json_integer_value(json_object_get(of, "board"));

	*ret = (struct store_subject){ .hall = h->name, .event = event, .round = (unsigned)round, (unsigned)board };
	return link_is_word(event) && strlen(event) < EVENT_NAME && round >= 0 && round <= STORE_MOST_NUMBER &&
	       board >= 0 && board <= STORE_MOST_NUMBER;
}

static bool number_of(const char *word, unsigned *ret)
{
	const size_t digits = strspn(word, "0123456789");

	*ret = digits && digits < 8 ? (unsigned)strtoul(word, NULL, 10) : 0;
	return digits && digits < 8 && !word[digits] && (*word != '0' || digits == 1) && *ret <= STORE_MOST_NUMBER;
}

/* flagfall.HALL.EVENT.ROUND.BOARD; its texts in buf. False: it is no subject that there may be. */
static bool subject_of_name(const char *name, char buf[static JETSTREAM_SUBJECT], struct store_subject *ret)
{
	char *words[5], *rest = buf;

	if (strlen(name) >= JETSTREAM_SUBJECT)
		return false;
	strcpy(buf, name);
	for (unsigned i = 0; i < 5; i++)
		if (!(words[i] = strsep(&rest, ".")))
			return false;
	*ret = (struct store_subject){ .hall = words[1], .event = words[2] };
	return !rest && strcmp(words[0], "flagfall") == 0 && link_is_word(ret->event) &&
	       strlen(ret->event) < EVENT_NAME && number_of(words[3], &ret->round) && number_of(words[4], &ret->board);
}

/* --- answers --- */

static void take_heads(struct halls *halls, struct hall *h, const json_t *answer)
{
	json_t *heads = json_object_get(answer, "heads"), *head;
	const json_int_t epoch = json_integer_value(json_object_get(answer, "epoch")), before = h->heads_after;
	struct store_subject subject;
	size_t i;

	h->heads_after = 0;
	json_array_foreach(heads, i, head) {
		const int64_t last = json_integer_value(json_object_get(head, "last"));
		int64_t whole;

		h->heads_after = json_integer_value(json_object_get(head, "id"));
		if (!subject_of(h, head, &subject) || last > STORE_MOST_SEQ)
			continue;
		whole = store_whole(halls->store, &subject, epoch);
		if (last > whole)
			json_array_append_new(h->ranges, json_pack("{s:s, s:i, s:i, s:I, s:I, s:I}", "event",
								   subject.event, "round", (int)subject.round, "board",
								   (int)subject.board, "epoch", epoch, "from",
								   (json_int_t)whole + 1, "to", (json_int_t)last));
	}
	if (h->heads_after <= before) /* it would be asked for the same again and again */
		h->heads_after = 0;
}

/* It was put back to an earlier copy, and its stream with it: else it would have known. */
static int note_parting(struct halls *halls, struct hall *h, int r)
{
	if (r != -ESTALE)
		return r;
	h->parted_us = machine_clock_us(CLOCK_MONOTONIC);
	h->parted_epoch = store_epoch(halls->store, h->name);
	return 0;
}

static void take_range(struct halls *halls, struct hall *h, const json_t *answer)
{
	json_t *range = json_array_get(h->ranges, 0), *list = json_object_get(answer, "publications"), *text;
	const json_int_t epoch = json_integer_value(json_object_get(answer, "epoch")),
			 first = json_integer_value(json_object_get(answer, "first")),
			 from = json_integer_value(json_object_get(range, "from")),
			 to = json_integer_value(json_object_get(range, "to"));
	struct store_subject subject;
	int64_t lag_us, whole;
	size_t i;
	int r = 0;

	/* of another database than was meant, or nothing that was asked for */
	if (epoch != json_integer_value(json_object_get(range, "epoch")) || !subject_of(h, range, &subject) ||
	    (json_array_size(list) && (first < from || first > to))) {
		json_array_remove(h->ranges, 0);
		return;
	}
	if (json_is_array(list)) /* what the hall does not keep any more will not come */
		r = store_skip(halls->store, &subject, epoch, json_array_size(list) ? first : to + 1);
	json_array_foreach(list, i, text)
		if (json_is_string(text) && r >= 0)
			r = note_parting(halls, h,
					 store_take(halls->store, &subject, json_string_value(text),
						    json_string_length(text), 0, &lag_us));
	if (store_commit(halls->store) < 0 || r < 0)
		return; /* asked for again, since it is still missing */
	whole = store_whole(halls->store, &subject, epoch);
	if (json_array_size(list) && whole >= first && whole < to)
		json_object_set_new(range, "from", json_integer(whole + 1));
	else
		json_array_remove(h->ranges, 0);
}

/* Is it of the hall that is meant, and not of a copy of what that was? key: its identity's, which older relays have
 * not. */
static bool is_of_hall(struct halls *halls, const struct hall *h, const json_t *answer, const char *key)
{
	const char *id = json_string_value(json_object_get(answer, key)) ?: "";
	const json_int_t epoch = json_integer_value(json_object_get(answer, "epoch"));

	return (!*id || !*h->id || strcmp(id, h->id) == 0) && (!epoch || epoch >= store_epoch(halls->store, h->name));
}

void halls_answer(struct halls *halls, const char *words, const struct link_event *event)
{
	unsigned number = 0, attempt = 0;
	struct hall *h = halls->list;
	json_t *answer;

	if (sscanf(words, "hall.%u.%u", &number, &attempt) != 2)
		return;
	while (h && h->number != number)
		h = h->next;
	if (!h || h->attempt != attempt || !h->asked_us)
		return;
	answer = event->size ? json_loadb(event->text, event->size, 0, NULL) : NULL;
	if (answer && !is_of_hall(halls, h, answer, "hall")) { /* another one of that name answers, too */
		json_decref(answer);
		return;
	}
	if (!answer ||
	    json_object_get(answer, "error")) { /* the hall is not there: it is asked when it says something */
		json_array_clear(h->ranges);
		h->heads_after = 0;
		h->asked_us = 0;
	} else {
		if (h->heads)
			take_heads(halls, h, answer);
		else if (json_array_size(h->ranges) > 0)
			take_range(halls, h, answer);
		ask_next(halls, h);
	}
	json_decref(answer);
}

/* --- publications and health --- */

static void add_lag(struct hall *h, int64_t lag_us)
{
	h->lag_us[h->lag_next] = lag_us;
	h->lag_at_us[h->lag_next] = machine_clock_us(CLOCK_MONOTONIC);
	h->lag_next = (h->lag_next + 1) % LAGS;
	h->lags += h->lags < LAGS;
}

static int halls_compare(const void *a, const void *b)
{
	const int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;

	return p < q ? -1 : p > q;
}

static void lags_of(const struct hall *h, int64_t *median_us, int64_t *p99_us)
{
	int64_t sorted[LAGS];

	const int64_t since_us = machine_clock_us(CLOCK_MONOTONIC) - LAG_FOR_US;
	unsigned count = 0;

	*median_us = *p99_us = 0;
	for (unsigned i = 0; i < h->lags; i++)
		if (h->lag_at_us[i] >= since_us)
			sorted[count++] = h->lag_us[i];
	if (!count)
		return;
	qsort(sorted, count, sizeof(sorted[0]), halls_compare);
	*median_us = sorted[count / 2];
	*p99_us = sorted[(count * 99 - 1) / 100];
}

static void set_identity(struct halls *halls, struct hall *h, const char *id)
{
	if (strlen(id) < sizeof(h->id) && store_set_identity(halls->store, h->name, id) >= 0)
		strcpy(h->id, id);
}

int halls_take(struct halls *halls, const struct link_event *event, int64_t realtime_us)
{
	char buf[JETSTREAM_SUBJECT];
	const char *from = event->hall ?: "";
	struct store_subject subject;
	struct hall *h;
	int r = 0;

	if (!subject_of_name(event->subject, buf, &subject))
		return 0;
	h = hall_of(halls, subject.hall);
	if (!h)
		return 0;
	if (!*h->id && *from)
		set_identity(halls, h, from);
	if (*from && strcmp(from, h->id) != 0) /* its health says more of it */
		return 0;
	for (char *line = event->text, *rest = line; line && r >= 0; line = rest) {
		int64_t lag_us;

		strsep(&rest, "\n");
		r = store_take(halls->store, &subject, line, strlen(line), realtime_us, &lag_us);
		if (r >= 0 && lag_us >= 0 && !consumer_is_behind(halls->consumer))
			add_lag(h, lag_us);
		r = note_parting(halls, h, r);
		if (r == -EBADMSG)
			r = 0;
	}
	return r;
}

/* Has the hall more of some event than is whole here? */
static bool has_more(struct halls *halls, const struct hall *h, const json_t *health)
{
	json_t *said = json_object_get(health, "events"), *rows, *here;
	const char *event;
	bool more = false;

	here = store_events(halls->store, h->name, json_integer_value(json_object_get(health, "epoch")));
	json_object_foreach(said, event, rows)
		more |= json_integer_value(rows) > json_integer_value(json_object_get(here, event));
	json_decref(here);
	return more;
}

/* To the halls of this name: which is the one. */
static void tell_identity(struct halls *halls, const struct hall *h)
{
	json_t *row = store_hall(halls->store, h->name), *word,
	       *accepted = json_loads(json_string_value(json_object_get(row, "accepted")) ?: "", 0, NULL);
	char subject[JETSTREAM_SUBJECT], *text;

	word = json_pack("{s:s, s:s, s:I}", "ask", "hall", "id", h->id, "epoch",
			 (json_int_t)store_epoch(halls->store, h->name));
	if (accepted)
		json_object_set_new(word, "accepted",
				    json_pack("{s:O?, s:O?}", "id", json_object_get(accepted, "id"), "epoch",
					      json_object_get(accepted, "epoch")));
	text = word ? json_dumps(word, JSON_COMPACT) : NULL;
	snprintf(subject, sizeof(subject), "flagfall-replay.%s", h->name);
	if (text && halls->link)
		link_publish(halls->link, subject, NULL, NULL, text, strlen(text));
	free(text);
	json_decref(word);
	json_decref(accepted);
	json_decref(row);
}

static void refuse(struct halls *halls, struct hall *h, const char *text, const json_t *health, int64_t realtime_us)
{
	snprintf(h->refused, sizeof(h->refused), "%s",
		 json_string_value(json_object_get(health, "machine")) ?: "not known");
	h->refused_us = machine_clock_us(CLOCK_MONOTONIC);
	store_set_refused(halls->store, h->name, realtime_us, text);
}

static bool is_same(const json_t *a, const json_t *b, const char *key)
{
	const json_t *one = json_object_get(a, key);

	return one && json_equal(one, json_object_get(b, key));
}

/* The one that was accepted is here: it is refused no more. */
static void end_refusal(struct halls *halls, struct hall *h, const json_t *health)
{
	json_t *row = h->refused_us ? store_hall(halls->store, h->name) : NULL,
	       *refused = json_loads(json_string_value(json_object_get(row, "refused")) ?: "", 0, NULL),
	       *accepted = json_loads(json_string_value(json_object_get(row, "accepted")) ?: "", 0, NULL);

	if (is_same(refused, accepted, "id") && is_same(refused, accepted, "epoch") &&
	    is_same(accepted, health, "machine")) {
		h->refused_us = 0;
		store_set_refused(halls->store, h->name, 0, "");
	}
	json_decref(row);
	json_decref(refused);
	json_decref(accepted);
}

const char *halls_fault(struct halls *halls)
{
	const int64_t now = machine_clock_us(CLOCK_MONOTONIC);

	for (const struct hall *h = halls->list; h; h = h->next)
		if (h->refused_us && now - h->refused_us < 2 * PATIENCE_US) {
			snprintf(halls->fault, sizeof(halls->fault),
				 "hall %s: another one calls itself so, on the machine \"%s\"; nothing of it is taken",
				 h->name, h->refused);
			return halls->fault;
		} else if (h->parted_us && now - h->parted_us < 2 * PATIENCE_US) {
			snprintf(halls->fault, sizeof(halls->fault),
				 "hall %s, and its server, were put back to an earlier copy; all of it is taken again",
				 h->name);
			return halls->fault;
		}
	return "";
}

/* The next word to it says that it has to begin anew. */
static void end_parting(struct halls *halls, struct hall *h, const json_t *health)
{
	const json_int_t epoch = json_integer_value(json_object_get(health, "epoch"));

	if (!h->parted_epoch || epoch < h->parted_epoch)
		return;
	if (epoch == h->parted_epoch)
		store_take_again(halls->store, h->name);
	h->parted_epoch = 0;
}

void halls_health(struct halls *halls, const struct link_event *event, int64_t realtime_us)
{
	const char *name = strchr(event->subject, '.');
	struct hall *h = name ? hall_of(halls, name + 1) : NULL;
	json_t *health = event->size ? json_loadb(event->text, event->size, 0, NULL) : NULL;
	const bool is_whole = consumer_is_whole(halls->consumer); /* else another one may have been read first */
	int64_t median_us, p99_us;
	bool more;

	if (h && json_is_object(health) && is_whole && !*h->id)
		set_identity(halls, h, json_string_value(json_object_get(health, "id")) ?: "");
	if (h && json_is_object(health) && *h->id)
		tell_identity(halls, h);
	if (h && json_is_object(health) && !is_of_hall(halls, h, health, "id")) {
		refuse(halls, h, event->text, health, realtime_us);
	} else if (h && json_is_object(health)) {
		end_refusal(halls, h, health);
		lags_of(h, &median_us, &p99_us);
		store_set_hall(halls->store, h->name, realtime_us, event->text, median_us, p99_us);
		end_parting(halls, h, health);
		more = has_more(halls, h, health);
		h->whole_epoch = !more && is_whole ? json_integer_value(json_object_get(health, "epoch")) : 0;
		if (!more || !is_whole)
			h->words_of_more = 0;
		else if (++h->words_of_more >= PATIENT_WORDS && !h->asked_us)
			ask_heads(halls, h);
	}
	json_decref(health);
}

json_t *halls_lost_rounds(struct halls *halls)
{
	json_t *all = json_array(), *rounds, *round;
	size_t i;

	for (const struct hall *h = halls->list; h; h = h->next) {
		rounds = h->whole_epoch ? store_lost_rounds(halls->store, h->name, h->whole_epoch) : NULL;
		json_array_foreach(rounds, i, round)
			json_object_set_new(round, "hall", json_string(h->name));
		json_array_extend(all, rounds);
		json_decref(rounds);
	}
	return all;
}

void halls_tick(struct halls *halls)
{
	const int64_t now = machine_clock_us(CLOCK_MONOTONIC);

	for (struct hall *h = halls->list; h; h = h->next) {
		if (h->asked_us && now - h->asked_us > PATIENCE_US) {
			json_array_clear(h->ranges);
			h->heads_after = 0;
			h->asked_us = 0;
		}
		if (h->asked_us)
			continue;
		json_decref(h->ranges);
		h->ranges = store_gaps(halls->store, h->name, GAPS_AT_ONCE);
		if (json_array_size(h->ranges) > 0)
			ask_range(halls, h);
	}
}

int halls_new(struct link *link, struct store *store, const struct consumer *consumer, struct halls **ret)
{
	struct halls *halls = calloc(1, sizeof(*halls));
	json_t *known = halls ? store_halls(store) : NULL, *one;
	size_t i;

	if (!halls)
		return -ENOMEM;
	halls->link = link;
	halls->store = store;
	halls->consumer = consumer;
	json_array_foreach(known, i, one) {
		struct hall *h = hall_of(halls, json_string_value(json_object_get(one, "hall")));

		if (h)
			snprintf(h->id, sizeof(h->id), "%s", json_string_value(json_object_get(one, "id")));
	}
	json_decref(known);
	*ret = halls;
	return 0;
}

void halls_free(struct halls *halls)
{
	if (!halls)
		return;
	for (struct hall *h = halls->list, *next; h; h = next) {
		next = h->next;
		json_decref(h->ranges);
		free(h);
	}
	free(halls);
}
