/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/machine-clock.h"
#include "relay/store/store.h"

#define PACE_US 20000	 /* what several halls say meanwhile is read at once */
#define HALLS_US 1000000 /* how the halls do */
#define WRONG_US 1000000 /* a hall's clock that is so far from this machine's is wrong; less may be the way */
#define PAST_US (2 * 86400 * INT64_C(1000000)) /* of an event of which nothing was heard since */

/* How far a subject of the file was read. */
struct taken {
	int64_t epoch, seq;
};

struct centre_source {
	char *folder, *path;
	sd_event *event;
	sd_event_source *watch, *timer;
	int changes; /* inotify, of the folder */
	bool watched;
	struct live *live;
	struct store *store; /* NULL: there is none, or it cannot be read */
	struct stat file;
	int64_t after;	     /* the last change that was read */
	struct taken *taken; /* by the subjects' ids */
	size_t size;
	json_t *events;		   /* {"HALL~EVENT": {"round": its latest, "last_us", "epoch": of its tournament}} */
	json_t *offsets;	   /* {HALL: how much this machine's clock is ahead of the hall's} */
	int64_t read_us, halls_us; /* CLOCK_MONOTONIC: when that was done last */
	char *record;
	char said[256];
};

static json_int_t centre_source_number(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static struct centre_subject subject_of(const json_t *row)
{
	return (struct centre_subject){ live_text(row, "hall"), live_text(row, "event"),
					(unsigned)centre_source_number(row, "round"),
					(unsigned)centre_source_number(row, "board") };
}

static void centre_source_say(struct centre_source *s, const char *sentence)
{
	if (*sentence && strcmp(s->said, sentence) != 0)
		fprintf(stderr, "flagfall-web: %s; it is tried again\n", sentence);
	snprintf(s->said, sizeof(s->said), "%s", sentence);
}

/* --- the file --- */

static void forget(struct centre_source *s)
{
	store_close(s->store);
	s->store = NULL;
	s->after = 0;
	free(s->taken);
	s->taken = NULL;
	s->size = 0;
	json_object_clear(s->events);
	live_clear(s->live);
}

static bool is_current(const struct centre_source *s)
{
	struct stat now;

	return stat(s->path, &now) == 0 && now.st_dev == s->file.st_dev && now.st_ino == s->file.st_ino;
}

/* The file may come later, and may be another one than before. */
static bool have_store(struct centre_source *s)
{
	char err[256] = "";

	if (!s->watched)
		s->watched = inotify_add_watch(s->changes, s->folder,
					       IN_ATTRIB | IN_CREATE | IN_MOVED_TO | IN_ONLYDIR) >= 0;
	if (s->store && is_current(s))
		return true;
	if (s->store)
		forget(s);
	if (stat(s->path, &s->file) < 0) {
		snprintf(err, sizeof(err), "%.200s: %s", s->path, strerror(errno));
		s->watched = false;
	} else if (store_open(s->path, true, &s->store, err) < 0) {
		s->store = NULL;
	}
	centre_source_say(s, err);
	return s->store;
}

/* --- games --- */

static struct taken *taken_of(struct centre_source *s, size_t id)
{
	if (id >= s->size) {
		const size_t size = 2 * id + 64;
		struct taken *more = reallocarray(s->taken, size, sizeof(*more));

		if (!more)
			return NULL;
		memset(more + s->size, 0, (size - s->size) * sizeof(*more));
		s->taken = more;
		s->size = size;
	}
	return &s->taken[id];
}

static json_t *event_of(struct centre_source *s, const struct centre_subject *subject)
{
	char id[CENTRE_ID];

	centre_event_id(subject, id);
	return json_object_get(s->events, id);
}

/*
 * Is the round none of the event any more? Its hall was put back to a copy from before it: all that the hall has came
 * again, in another epoch, and the event has no such round there.
 */
static bool is_lost(struct centre_source *s, const struct centre_subject *subject)
{
	const struct store_subject stored = { subject->hall, subject->event, subject->round, subject->board };
	const int64_t epoch = centre_source_number(event_of(s, subject), "epoch");
	const struct live_event *event;
	char id[CENTRE_ID];
	json_t *rounds, *round;
	size_t i;

	centre_event_id(subject, id);
	event = live_event(s->live, id);
	rounds = event ? json_object_get(event->properties, "Rounds") : NULL;
	json_array_foreach(rounds, i, round)
		if (json_integer_value(json_array_get(round, 0)) == (json_int_t)subject->round)
			return false;
	return epoch && json_array_size(rounds) && store_whole(s->store, &stored, epoch) == 0;
}

/* The latest round of each event, before any of its games is read. True: of some it is a later one now. */
static bool note_events(struct centre_source *s, const json_t *rows)
{
	bool is_later = false;
	json_t *row, *event;
	size_t i;

	json_array_foreach(rows, i, row) {
		const struct centre_subject subject = subject_of(row);
		char id[CENTRE_ID];

		centre_event_id(&subject, id);
		event = json_object_get(s->events, id);
		if (!event)
			json_object_set_new(s->events, id,
					    event = json_pack("{s:i, s:i, s:i}", "round", 0, "last_us", 0, "epoch", 0));
		if (!subject.round && !subject.board)
			json_object_set(event, "epoch", json_object_get(row, "epoch"));
		if (subject.board && subject.round > centre_source_number(event, "round") && !is_lost(s, &subject)) {
			json_object_set_new(event, "round", json_integer(subject.round));
			is_later = true;
		}
		if (centre_source_number(row, "last_us") > centre_source_number(event, "last_us"))
			json_object_set_new(event, "last_us", json_integer(centre_source_number(row, "last_us")));
	}
	return is_later;
}

static bool is_past(const struct centre_subject *subject, const json_t *event, const struct live_game *game)
{
	return centre_game_is_over(game) && subject->round < centre_source_number(event, "round");
}

/* Games that are over, of rounds that another one has followed. */
static void drop_past(struct centre_source *s)
{
	for (struct live_game *g = s->live->games, *next; g; g = next) {
		char buf[CENTRE_ID];
		struct centre_subject subject;

		next = g->next;
		if (centre_subject_of_id(g->id, buf, &subject) && is_past(&subject, event_of(s, &subject), g))
			live_remove(s->live, g->path);
	}
}

/* Games of rounds that are lost. True: the latest round of an event is another one by that, and all is to be read
 * again. */
static bool drop_lost(struct centre_source *s, const json_t *rows)
{
	bool again = false;
	json_t *row, *event;
	size_t i;

	for (struct live_game *g = s->live->games, *next; g; g = next) {
		char buf[CENTRE_ID];
		struct centre_subject subject;

		next = g->next;
		if (centre_subject_of_id(g->id, buf, &subject) && is_lost(s, &subject)) {
			json_object_set_new(event_of(s, &subject), "round", json_integer(0));
			live_remove(s->live, g->path);
			again = true;
		}
	}
	json_array_foreach(rows, i, row) {
		const struct centre_subject subject = subject_of(row);

		event = event_of(s, &subject);
		if (subject.board && subject.round == centre_source_number(event, "round") && is_lost(s, &subject)) {
			json_object_set_new(event, "round", json_integer(0));
			again = true;
		}
	}
	return again;
}

/* A file of the subject's; *is_pdn: of a game's record, which of the two there is. Free it; NULL there is none. */
static char *file_text(struct centre_source *s, const struct centre_subject *subject, bool *is_pdn)
{
	char path[64] = "tournament.json", *text;

	if (subject->round && !subject->board)
		snprintf(path, sizeof(path), "round-%u/index.json", subject->round);
	else if (subject->board)
		snprintf(path, sizeof(path), "round-%u/game-%u.pgn", subject->round, subject->board);
	text = store_file_text(s->store, subject->hall, subject->event, path);
	*is_pdn = !text && subject->board;
	if (*is_pdn) {
		snprintf(path, sizeof(path), "round-%u/game-%u.pdn", subject->round, subject->board);
		text = store_file_text(s->store, subject->hall, subject->event, path);
	}
	return text;
}

static void read_game(struct centre_source *s, const struct centre_subject *subject, const json_t *row,
		      struct live_game *game, int64_t from)
{
	json_t *list = store_range(s->store, centre_source_number(row, "id"), from, centre_source_number(row, "whole")),
	       *one;
	const int64_t offset_us = centre_source_number(s->offsets, subject->hall);
	const int64_t now_us = live_now();
	bool is_pdn, has_file = from == 1;
	int64_t made_us = now_us;
	char *text;
	size_t i;

	game->has_moves = true; /* they come from the first on */
	json_array_foreach(list, i, one) {
		made_us = live_of_wall(centre_source_number(one, "t_wall") + offset_us);
		if (made_us > now_us) /* by a clock that has been set back since */
			made_us = now_us;
		if (strcmp(live_text(one, "type"), "file") == 0)
			has_file = true;
		else
			centre_game_publication(game, one, made_us);
	}
	json_decref(list);
	text = has_file ? file_text(s, subject, &is_pdn) : NULL;
	if (text)
		centre_game_record(game, subject, text, is_pdn, made_us);
	free(text);
	game->is_read = *live_text(game->properties, "Kind"); /* else its record is still to come */
	live_tell(s->live, LIVE_GAME, game->id);
}

static void centre_source_take_game(struct centre_source *s, const struct centre_subject *subject, const json_t *row)
{
	struct taken *taken = taken_of(s, (size_t)centre_source_number(row, "id"));
	const json_t *event = event_of(s, subject);
	struct live_game *game;
	char id[CENTRE_ID];

	if (!taken)
		return; /* no memory: with its next publication */
	centre_game_id(subject, id);
	if (taken->epoch != centre_source_number(row, "epoch")) {
		live_remove(s->live, id);
		*taken = (struct taken){ .epoch = centre_source_number(row, "epoch") };
	}
	game = live_game(s->live, id);
	if (!game) {
		taken->seq = 0;
		game = live_add_game(s->live, id, id);
	}
	if (!game || centre_source_number(row, "whole") <= taken->seq)
		return;
	read_game(s, subject, row, game, taken->seq + 1);
	taken->seq = centre_source_number(row, "whole");
	if (is_past(subject, event, game))
		live_remove(s->live, id);
}

/* A game of an earlier round that is over by its record is not read at all. */
static bool is_wanted(struct centre_source *s, const struct centre_subject *subject, const json_t *event)
{
	char id[CENTRE_ID], *text;
	bool is_pdn, goes_on;

	centre_game_id(subject, id);
	if (subject->round >= centre_source_number(event, "round") || live_game(s->live, id))
		return true;
	text = file_text(s, subject, &is_pdn);
	goes_on = text && strstr(text, "[Result \"*\"]");
	free(text);
	return goes_on;
}

static void take_event(struct centre_source *s, const struct centre_subject *subject)
{
	bool is_pdn;
	char id[CENTRE_ID], *text = file_text(s, subject, &is_pdn);
	json_t *file = text ? json_loads(text, 0, NULL) : NULL;
	struct live_event *event;

	centre_event_id(subject, id);
	event = file ? live_add_event(s->live, id, id) : NULL;
	if (event && subject->round)
		centre_event_round(event, subject, file);
	else if (event)
		centre_event_tournament(event, file);
	if (event)
		live_tell(s->live, LIVE_EVENT, event->id);
	json_decref(file);
	free(text);
}

static void take_row(struct centre_source *s, const json_t *row)
{
	const struct centre_subject subject = subject_of(row);
	const json_t *event = event_of(s, &subject);

	if (centre_source_number(event, "last_us") < live_now() - PAST_US)
		return;
	if (!subject.board)
		take_event(s, &subject);
	else if (!is_lost(s, &subject) && is_wanted(s, &subject, event))
		centre_source_take_game(s, &subject, row);
}

/* --- the halls --- */

/* Whole milliseconds: what nobody sees is no change. */
static json_int_t milliseconds(const json_t *status, const char *key)
{
	return (json_int_t)(json_real_value(json_object_get(status, key)) + 0.5);
}

static json_t *hall_shown(const json_t *status)
{
	return json_pack("{s:O, s:O, s:O, s:I, s:I}", "hall", json_object_get(status, "hall"), "state",
			 json_object_get(status, "state"), "behind", json_object_get(status, "behind"), "lag_ms",
			 milliseconds(status, "lag_ms"), "lag_p99_ms", milliseconds(status, "lag_p99_ms"));
}

static void read_halls(struct centre_source *s)
{
	json_t *rows = store_halls(s->store), *status = status_of(s->store, machine_clock_us(CLOCK_REALTIME)), *one,
	       *halls = json_array();
	size_t i;

	json_array_foreach(rows, i, one) {
		json_t *health = json_loads(live_text(one, "health"), 0, NULL);
		const json_int_t said_us = centre_source_number(health, "t_wall");
		const int64_t ahead_us = said_us < 0 || said_us > STORE_MOST ?
						 0 :
						 centre_source_number(one, "heard_us") - said_us;

		if (health)
			json_object_set_new(s->offsets, live_text(one, "hall"),
					    json_integer(llabs(ahead_us) > WRONG_US ? ahead_us : 0));
		json_decref(health);
	}
	json_decref(rows);
	json_array_foreach(json_object_get(status, "halls"), i, one)
		json_array_append_new(halls, hall_shown(one));
	json_decref(s->live->halls);
	s->live->halls = halls;
	s->live->is_connected = json_is_true(json_object_get(status, "running"));
	json_decref(status);
}

/* It is opened again; what was known stays to be seen until it was read. */
static void give_up(struct centre_source *s)
{
	char err[256];

	snprintf(err, sizeof(err), "%.120s: %.120s", s->path, store_error(s->store));
	centre_source_say(s, err);
	forget(s);
}

/* True: all is to be read again. */
static bool read_once(struct centre_source *s)
{
	const int64_t now = machine_clock_us(CLOCK_MONOTONIC);
	const bool is_first = s->after == 0;
	json_t *rows, *row;
	bool is_later, again = false;
	size_t i;

	s->read_us = now;
	if (have_store(s) && store_begin_reading(s->store) < 0)
		give_up(s);
	if (!s->store) {
		s->live->is_connected = false;
		return false;
	}
	if (is_first || now - s->halls_us >= HALLS_US) {
		read_halls(s);
		s->halls_us = now;
	}
	rows = store_changed(s->store, &s->after);
	is_later = note_events(s, rows);
	json_array_foreach(rows, i, row)
		take_row(s, row);
	if (is_later && !is_first)
		drop_past(s);
	again = drop_lost(s, rows);
	store_end_reading(s->store);
	if (!rows)
		give_up(s);
	json_decref(rows);
	if (is_first && s->store)
		live_tell(s->live, LIVE_ALL, "");
	return again && s->store;
}

static void centre_source_read_file(struct centre_source *s)
{
	if (!read_once(s))
		return;
	s->after = 0; /* what is lost is nobody's latest round then */
	read_once(s);
}

/* --- when --- */

static int centre_source_on_timer(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct centre_source *s = userdata;

	centre_source_read_file(s);
	sd_event_source_set_time_relative(s->timer, HALLS_US);
	return sd_event_source_set_enabled(s->timer, SD_EVENT_ONESHOT);
}

static int on_changes(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct centre_source *s = userdata;
	char buffer[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
	const int64_t since_us = machine_clock_us(CLOCK_MONOTONIC) - s->read_us;

	while (read(s->changes, buffer, sizeof(buffer)) > 0)
		;
	sd_event_source_set_time_relative(s->timer, since_us < PACE_US ? (uint64_t)(PACE_US - since_us) : 0);
	return sd_event_source_set_enabled(s->timer, SD_EVENT_ONESHOT);
}

int centre_source_open(const char *folder, sd_event *event, struct live *live, struct centre_source **ret)
{
	struct centre_source *s = calloc(1, sizeof(*s));
	int r = 0;

	if (!s)
		return -ENOMEM;
	s->live = live;
	s->event = sd_event_ref(event);
	s->events = json_object();
	s->offsets = json_object();
	s->folder = strdup(folder);
	s->changes = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (s->changes < 0)
		r = -errno;
	if (r >= 0 && (!s->folder || !s->events || !s->offsets || asprintf(&s->path, "%s/centre.db", folder) < 0))
		r = -ENOMEM;
	if (r >= 0)
		r = sd_event_add_io(event, &s->watch, s->changes, EPOLLIN, on_changes, s);
	if (r >= 0)
		r = sd_event_add_time_relative(event, &s->timer, CLOCK_MONOTONIC, 0, 0, centre_source_on_timer, s);
	if (r < 0) {
		centre_source_close(s);
		return r;
	}
	*ret = s;
	return 0;
}

void centre_source_close(struct centre_source *s)
{
	if (!s)
		return;
	store_close(s->store);
	sd_event_source_disable_unref(s->watch);
	sd_event_source_disable_unref(s->timer);
	sd_event_unref(s->event);
	if (s->changes >= 0)
		close(s->changes);
	json_decref(s->events);
	json_decref(s->offsets);
	free(s->taken);
	free(s->record);
	free(s->folder);
	free(s->path);
	free(s);
}

int centre_source_record(struct centre_source *s, const char *game, const char **suffix, const char **text)
{
	char buf[CENTRE_ID];
	struct centre_subject subject;
	bool is_pdn;

	if (!centre_subject_of_id(game, buf, &subject) || !subject.board)
		return -ENOENT;
	if (!have_store(s))
		return -ENOTCONN;
	free(s->record);
	s->record = file_text(s, &subject, &is_pdn);
	*suffix = is_pdn ? "pdn" : "pgn";
	*text = s->record;
	return s->record ? 0 : -ENOENT;
}
