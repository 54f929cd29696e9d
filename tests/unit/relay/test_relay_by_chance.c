// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A hall's relay, servers and a centre without a network and with a time of their own, through days of chance: messages
 * and answers are lost, servers refuse, a stream is lost or set back, the hall's database or the centre's file is, and
 * either is cut off. After each day the stream is in order and the centre has what the hall has said, file for file.
 * FLAGFALL_DAY=N plays that day alone and prints all that each has said and asked.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "stream/stream.h"
#include "common/text-file.h"
#include "relay/centre/centre.h"
#include "relay/store/store.h"
#include "relay/hall/hall.h"
#include "tests/unit/relay/made-servers.h"

#define DAYS 60
#define STEPS 250

static const struct jetstream_stream stream = { .replicas = 1, .duplicates_s = 120 };
static const char *const events[] = { "club", "league_2" };
static struct jetstream hall_js, centre_js;

/* What relay and centre do with what comes: as their main programs. */
static void give(const struct waiting *w)
{
	const struct link_event *e = &w->event;
	const size_t inbox = strlen(w->to->inbox) + 1;

	note("%s < %s %s %d: %s", w->to == &d.hall_link ? "hall" : "centre", e->subject, e->reply, e->status, e->text);
	if (w->tag == TAG_REPLAY) {
		char *text = answer_to(d.reader, "", e->text, e->size);

		assert_non_null(text);
		link_publish(&d.hall_link, e->reply, NULL, NULL, text, strlen(text));
		free(text);
	} else if (w->to == &d.hall_link) {
		sender_answer(d.sender, e->subject + inbox, e);
	} else if (w->tag == TAG_PULL) {
		if (consumer_pulled(d.consumer, e))
			note("taken %d", halls_take(d.halls, e, d.now_us + REALTIME_US));
	} else if (w->tag == TAG_HEALTH) {
		halls_health(d.halls, e, d.now_us + REALTIME_US);
	} else {
		consumer_answer(d.consumer, e->subject + inbox + 4, e);
		halls_answer(d.halls, e->subject + inbox + 4, e);
	}
}

static void deliver(unsigned most)
{
	serve_pull();
	while (d.waiting > 0 && most-- > 0) {
		struct waiting w = d.queue[0];

		memmove(d.queue, d.queue + 1, --d.waiting * sizeof(d.queue[0]));
		if (w.to->connected)
			give(&w);
		link_event_done(&w.event);
	}
	note("kept %d", consumer_save(d.consumer));
	note("kept %d", store_commit(d.store));
}

void link_event_done(struct link_event *event)
{
	free(event->subject);
	free(event->reply);
	free(event->text);
	*event = (struct link_event){ 0 };
}

/* --- hall and centre --- */

static void connect_to(struct link *link, bool connected)
{
	if (link->connected == connected)
		return;
	note("%s is %sconnected", link->inbox, connected ? "" : "not ");
	link->connected = connected;
	if (link == &d.hall_link)
		sender_connected(d.sender, connected);
	else
		consumer_connected(d.consumer, connected);
}

static void open_database(void)
{
	char err[256];

	assert_int_equal(stream_database_open(d.database_path, &d.database, err), 0);
	assert_int_equal(stream_reader_open(d.database_path, &d.reader, err), 0);
	sender_set_reader(d.sender, d.reader);
}

static void close_database(void)
{
	sender_set_reader(d.sender, NULL);
	stream_reader_close(d.reader);
	stream_database_close(d.database);
	d.reader = NULL;
}

static void open_centre(void)
{
	char err[256];

	assert_int_equal(store_open(d.store_path, false, &d.store, err), 0);
	assert_int_equal(store_files_again(d.store), 0);
	assert_int_equal(store_commit(d.store), 0);
	assert_int_equal(folder_new(d.store, d.export, &d.folder), 0);
	assert_int_equal(consumer_new(&centre_js, &stream, d.store, &d.consumer), 0);
	assert_int_equal(halls_new(&d.centre_link, d.store, d.consumer, &d.halls), 0);
}

static void close_centre(void)
{
	d.centre_link.connected = false;
	folder_free(d.folder);
	halls_free(d.halls);
	consumer_free(d.consumer);
	store_close(d.store);
}

static void say_file(const struct stream_subject *subject, const char *path, const char *text)
{
	char key[96];

	assert_int_equal(stream_database_file(d.database, subject, path, text, d.now_us), 0);
	snprintf(key, sizeof(key), "%s/%s", subject->event, path);
	json_object_set_new(d.files, key, json_string(text));
}

/* The hall says something. */
static void say(void)
{
	const unsigned round = 1 + next(2), board = 1 + next(3);
	const struct stream_subject subject = { events[next(2)], round, board }, of_round = { subject.event, round, 0 };
	const int64_t t_us = d.now_us + REALTIME_US - (next(4) ? 0 : next(30000)), plies = next(3);
	char path[48], text[160];
	json_t *p;
	int r = 0;

	switch (next(8)) {
	case 0:
		snprintf(path, sizeof(path), "round-%u/index.json", round);
		snprintf(text, sizeof(text), "{\"pairings\":[{\"board\":2},{\"board\":1},{\"board\":3}],\"turn\":%u}\n",
			 d.turns / 9);
		say_file(&of_round, path, text);
		break;
	case 1:
	case 2:
		snprintf(path, sizeof(path), "round-%u/game-%u.%s", round, board, round == 1 ? "pgn" : "pdn");
		snprintf(text, sizeof(text), "[White \"Łukasz %u\"]\n\n%.*s*\n", board, (int)(d.turns % 23 * 3),
			 "e4 e5 f4 ef Kc Qh4 Kf1 b5 Bb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5");
		say_file(&subject, path, text);
		break;
	case 3:
		p = json_pack("{s:s, s:I, s:i}", "type", "ruling", "t_wall", (json_int_t)t_us, "n", d.turns);
		r = stream_database_withhold(d.database, &subject, (uint32_t)plies, p);
		json_decref(p);
		break;
	case 4:
		r = stream_database_release(d.database, &subject, next(2) ? (uint32_t)plies : STREAM_ALL_PLIES);
		break;
	case 5:
		if (!next(4))
			r = stream_database_end(d.database, subject.event, t_us);
		break;
	default:
		p = json_pack("{s:s, s:I, s:i}", "type", "move", "t_wall", (json_int_t)t_us, "n", d.turns);
		r = stream_database_add(d.database, &subject, p);
		json_decref(p);
	}
	d.turns++;
	assert_true(r >= 0);
	assert_int_equal(stream_database_commit(d.database), 0);
	sender_changed(d.sender);
}

static void tell_health(void)
{
	struct sender_totals totals;
	json_t *health;
	char *text;

	sender_totals(d.sender, &totals);
	health = json_pack("{s:s, s:s, s:I, s:I, s:I, s:i, s:i, s:I, s:s, s:o}", "hall", "north", "version", "1",
			   "epoch", (json_int_t)(d.reader ? stream_reader_epoch(d.reader) : 0), "rows",
			   (json_int_t)totals.rows, "sent", (json_int_t)totals.sent, "subjects", (int)totals.subjects,
			   "under_way", (int)totals.under_way, "since", (json_int_t)totals.since_us, "fault",
			   sender_fault(d.sender), "events", sender_events(d.sender));
	text = json_dumps(health, JSON_COMPACT);
	link_publish(&d.hall_link, "flagfall-health.north", NULL, NULL, text, strlen(text));
	free(text);
	json_decref(health);
}

static void tick(void)
{
	int64_t changed = 0;

	sender_changed(d.sender);
	sender_tick(d.sender);
	consumer_tick(d.consumer);
	if (d.centre_link.connected)
		halls_tick(d.halls);
	note("faults %s, %s; %d %d; whole %d", sender_fault(d.sender), consumer_fault(d.consumer),
	     sender_has_sent(d.sender, "club"), sender_has_sent(d.sender, "league_2"), consumer_is_whole(d.consumer));
	if (next(2))
		tell_health();
	if (d.reader && !next(3)) {
		const char *before = d.word ? strdup(d.word) : NULL;

		note("told %d", sent_events_tell(d.database_path, d.reader, d.sender, &d.word));
		if (d.word && (!before || strcmp(before, d.word) != 0))
			note("sent.json %s", d.word);
		free((char *)before);
	}
	if (!next(3))
		note("written %d", folder_write(d.folder, 1 + next(4)));
	if (!next(3))
		note("games %d", folder_write_games(d.folder));
	if (!next(4)) {
		store_set_alive(d.store, d.now_us + REALTIME_US - (next(4) ? 0 : 10000000), d.centre_link.connected,
				consumer_fault(d.consumer));
		note_json("status", status_of(d.store, d.now_us + REALTIME_US));
		note_json("changed", store_changed(d.store, &changed));
	}
}

/* Something goes wrong, or is put right. */
static void mishap(void)
{
	static const char *const foreign[][2] = {
		{ "flagfall.north.club.1", "{\"epoch\":9,\"seq\":1}" },
		{ "flagfall.north.club.1.1.x", "{\"epoch\":9,\"seq\":1}" },
		{ "flagfall.no rth.club.1.1", "{}" },
		{ "flagfall.north.cl ub.1.1", "{}" },
		{ "flagfall.south.club.1.1", "{\"epoch\":0,\"seq\":1}" },
		{ "flagfall.north.club.1.1", "no JSON\n[]\n{\"epoch\":1,\"seq\":0}" },
		{ "flagfall.north.club.7.1", "" },
	};
	const unsigned what = next(14);

	note("mishap %u", what);
	if (what == 0) {
		connect_to(next(2) ? &d.hall_link : &d.centre_link, false);
	} else if (what == 1 || what == 2) {
		connect_to(next(2) ? &d.hall_link : &d.centre_link, true);
	} else if (what == 3) {
		d.lost = next(2) ? next(300) : 0;
		d.refused = next(2) ? next(300) : 0;
		d.mute = next(3) ? 0 : next(500);
	} else if (what == 4 && !next(3)) {
		cut_stream(0);
		d.exists = false;
	} else if (what == 5 && !next(2)) {
		cut_stream(next(d.count + 1));
	} else if (what == 6 && d.count > 0) {
		d.list[next(d.count)].gone = true;
	} else if (what == 7) {
		d.has_consumer = false;
	} else if (what == 8 && !next(3)) {
		close_centre();
		if (!next(3))
			unlink(d.store_path);
		open_centre();
	} else if (what == 9 && !next(4)) {
		close_database();
		unlink(d.database_path);
		d.now_us += 1000;
		json_object_clear(d.files);
		open_database();
	} else if (what == 10 && d.exists) {
		const unsigned n = next(sizeof(foreign) / sizeof(foreign[0]));

		store_message(foreign[n][0], "foreign", foreign[n][1]);
	}
}

/* A message of the stream has each subject's publications of a database in their order. */
static void the_stream_is_in_order(unsigned day)
{
	json_t *last = json_object();

	for (unsigned i = 0; i < d.count; i++) {
		char *text = strdup(d.list[i].text), *rest = text, *line, key[160];

		while ((line = strsep(&rest, "\n"))) {
			json_t *p = json_loads(line, 0, NULL);
			const json_int_t epoch = json_integer_value(json_object_get(p, "epoch")),
					 seq = json_integer_value(json_object_get(p, "seq"));

			snprintf(key, sizeof(key), "%s %lld", d.list[i].subject, (long long)epoch);
			if (epoch > 9 && json_object_get(last, key) &&
			    seq > json_integer_value(json_object_get(last, key)) + 1)
				fail_msg("day %u: %s: %lld follows %lld", day, key, (long long)seq,
					 (long long)json_integer_value(json_object_get(last, key)));
			json_object_set_new(last, key, json_integer(seq));
			json_decref(p);
		}
		free(text);
	}
	json_decref(last);
}

/* All is well again: the centre gets what it lacks, and has the hall's files. */
static void the_evening(unsigned day)
{
	json_t *status = NULL, *said, *text;
	const char *state = "", *key;
	char *out = NULL, path[256];
	FILE *kept = stdout;
	size_t size;

	d.lost = d.refused = d.mute = 0;
	connect_to(&d.hall_link, true);
	connect_to(&d.centre_link, true);
	for (unsigned n = 0; n < 400 && (n < 8 || (strcmp(state, "whole") != 0 && strcmp(state, "ended") != 0)); n++) {
		d.now_us += 500000;
		tick();
		tell_health();
		deliver(MOST);
		json_decref(status);
		status = status_of(d.store, d.now_us + REALTIME_US);
		json_array_foreach(json_object_get(status, "halls"), size, said)
			if (strcmp(json_string_value(json_object_get(said, "hall")), "north") == 0)
				state = json_string_value(json_object_get(said, "state"));
	}
	if (strcmp(state, "whole") != 0 && strcmp(state, "ended") != 0)
		fail_msg("day %u is not whole at its end: %s", day, state);
	while (folder_write(d.folder, 16) > 0)
		;
	assert_int_equal(folder_write_games(d.folder), 0);
	json_object_foreach(d.files, key, text) {
		snprintf(path, sizeof(path), "%s/north/%s", d.export, key);
		out = text_file_read(path);
		if (!out || strcmp(out, json_string_value(text)) != 0)
			fail_msg("day %u: %s is another one at the centre:\n%s\n%s", day, key, json_string_value(text),
				 out ? out : "none");
		free(out);
	}
	for (unsigned n = 0; n < 4; n++) {
		snprintf(path, sizeof(path), "%s/north/%s/round-%u/games.%s", d.export, events[n % 2], 1 + n / 2,
			 n < 2 ? "pgn" : "pdn");
		out = text_file_read(path);
		note("%s", out ? out : "no games");
		free(out);
	}
	stdout = open_memstream(&out, &size);
	status_print(status);
	fclose(stdout);
	stdout = kept;
	note("%s", out);
	free(out);
	note_json("at last", status);
}

static void one_day(unsigned day)
{
	d.lot = day;
	d.turns = 0;
	d.now_us = 1000000 * (int64_t)day;
	d.files = json_object();
	d.hall_link = (struct link){ "_INBOX.hall", false };
	d.centre_link = (struct link){ "_INBOX.centre", false };
	hall_js = (struct jetstream){ &d.hall_link, day % 3 ? NULL : "leaf", "flagfall" };
	centre_js = (struct jetstream){ &d.centre_link, NULL, "flagfall" };
	memory_folder_clear(d.dir);
	assert_int_equal(sender_new(&hall_js, &stream, "north", 1 + next(4), &d.sender), 0);
	open_database();
	open_centre();
	connect_to(&d.hall_link, true);
	connect_to(&d.centre_link, true);
	for (unsigned n = 0; n < STEPS; n++) {
		if (next(3))
			say();
		if (!next(2))
			d.now_us += 100000 * (1 + (int64_t)next(next(20) ? 6 : 60));
		if (!next(3))
			tick();
		deliver(next(6));
		if (!next(10))
			mishap();
	}
	the_evening(day);
	the_stream_is_in_order(day);
	close_centre();
	close_database();
	sender_free(d.sender);
	cut_stream(0);
	while (d.waiting > 0)
		link_event_done(&d.queue[--d.waiting].event);
	d.exists = false;
	d.made = d.consumers = d.left = 0;
	free(d.word);
	d.word = NULL;
	json_decref(d.files);
}

static void days_end_well(void **state)
{
	const char *alone = getenv("FLAGFALL_DAY");

	memory_folder_make(d.dir);
	snprintf(d.database_path, sizeof(d.database_path), "%s/relay/stream.db", d.dir);
	snprintf(d.store_path, sizeof(d.store_path), "%s/centre.db", d.dir);
	snprintf(d.export, sizeof(d.export), "%s/export", d.dir);
	d.prints = alone != NULL;
	for (unsigned day = 1; day <= DAYS; day++)
		if (!alone || (unsigned)atoi(alone) == day)
			one_day(day);
	memory_folder_remove(d.dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(days_end_well) };

	return cmocka_run_group_tests_name("relay by chance", tests, NULL, NULL);
}
