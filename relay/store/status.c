/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/store/store.h"

#include <stdio.h>
#include <string.h>

#define SILENT_US 10000000 /* a hall says something every two seconds */
#define UNWRITTEN 8	   /* so many are shown */
#define WRONG_CLOCK_S 2

static json_int_t status_number(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* Of what a hall says of itself: as many publications as there may be. */
static json_int_t count(const json_t *value)
{
	const json_int_t n = json_integer_value(value);

	return n < 0 ? 0 : n > STORE_MOST_SEQ ? STORE_MOST_SEQ : n;
}

/* Is every event that the hall has had over? Then nothing more is to be heard of it. */
static bool has_ended(const json_t *events, const json_t *ended)
{
	return json_array_size(ended) > 0 && json_array_size(ended) == json_object_size(events);
}

/* How long ago that was; -1 where nobody knows, since the clock was set back after it. */
static int64_t ago_us(int64_t now_us, int64_t then_us)
{
	const int64_t us = now_us - then_us;

	return us < -SILENT_US ? -1 : us < 0 ? 0 : us;
}

static bool is_silent(int64_t us)
{
	return us < 0 || us > SILENT_US;
}

/* Another hall that calls itself so, as long as it is heard. */
static json_t *refused_status(const json_t *row, int64_t now_us)
{
	json_t *health = json_loads(json_string_value(json_object_get(row, "refused")) ?: "", 0, NULL), *status;

	if (!health || is_silent(ago_us(now_us, status_number(row, "refused_us")))) {
		json_decref(health);
		return json_null();
	}
	status = json_pack("{s:O?, s:O?}", "machine", json_object_get(health, "machine"), "id",
			   json_object_get(health, "id"));
	json_decref(health);
	return status;
}

/* How far the hall's clock is ahead of this one's: what it says takes no time to come here. */
static json_t *clock_status(int64_t heard_us, const json_t *health)
{
	const int64_t t_us = status_number(health, "t_wall");

	return heard_us && t_us ? json_real((double)(t_us - heard_us) / 1e6) : json_null();
}

static json_t *hall_status(struct store *store, const json_t *row, int64_t now_us)
{
	json_t *health = json_loads(json_string_value(json_object_get(row, "health")) ?: "", 0, NULL), *here, *rows,
	       *ended;
	const char *hall = json_string_value(json_object_get(row, "hall")), *event;
	const int64_t heard_us = status_number(row, "heard_us"), silent_us = ago_us(now_us, heard_us);
	json_int_t behind = 0;
	json_t *status;

	here = store_events(store, hall, status_number(health, "epoch"));
	json_object_foreach(json_object_get(health, "events"), event, rows) {
		const json_int_t missing = count(rows) - status_number(here, event);

		behind += missing > 0 ? missing : 0;
	}
	ended = store_ended(store, hall, status_number(health, "epoch"));
	status = json_pack("{s:s, s:s, s:o, s:I, s:I, s:f, s:f, s:o, s:O?, s:O?, s:O?, s:o, s:o, s:o, s:o}", "hall",
			   hall, "state",
			   has_ended(here, ended) && !behind ? "ended" :
			   is_silent(silent_us)		     ? "silent" :
			   behind			     ? "behind" :
							       "whole",
			   "heard_s", heard_us && silent_us >= 0 ? json_real((double)silent_us / 1e6) : json_null(),
			   "behind", behind, "unsent",
			   count(json_object_get(health, "rows")) - count(json_object_get(health, "sent")), "lag_ms",
			   (double)status_number(row, "lag_us") / 1e3, "lag_p99_ms",
			   (double)status_number(row, "lag_p99_us") / 1e3, "clock_s", clock_status(heard_us, health),
			   "machine", json_object_get(health, "machine"), "version", json_object_get(health, "version"),
			   "fault", json_object_get(health, "fault"), "refused", refused_status(row, now_us),
			   "unwritten", store_failed(store, hall, UNWRITTEN), "events", here, "ended", ended);
	json_decref(health);
	return status;
}

json_t *status_of(struct store *store, int64_t now_us)
{
	json_t *rows = store_halls(store), *row, *halls = json_array(), *alive = store_alive(store), *status;
	json_t *word = store_last_word(store);
	int64_t known_us = now_us; /* when the file knew what it says of the halls */
	bool runs;
	size_t i;

	if (status_number(word, "alive_us") > status_number(alive, "alive_us")) {
		const int64_t then_us = status_number(alive, "alive_us");

		known_us = then_us ? then_us : known_us; /* a hall is not silent because the file takes nothing of it */
		json_decref(alive);
		alive = json_incref(word);
	}
	json_decref(word);
	runs = !is_silent(ago_us(now_us, status_number(alive, "alive_us")));

	json_array_foreach(rows, i, row)
		json_array_append_new(halls, hall_status(store, row, known_us));
	json_decref(rows);
	status = json_pack("{s:b, s:b, s:O?, s:o}", "running", runs, "connected",
			   runs && status_number(alive, "connected"), "fault",
			   runs ? json_object_get(alive, "fault") : NULL, "halls", halls);
	json_decref(alive);
	return status;
}

static void put_text(const char *text)
{
	for (; *text; text++)
		putchar((unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text);
}

json_t *status_hall(const json_t *status, const char *hall)
{
	json_t *one;
	size_t i;

	json_array_foreach(json_object_get(status, "halls"), i, one)
		if (strcmp(json_string_value(json_object_get(one, "hall")), hall) == 0)
			return one;
	return NULL;
}

/* What is wrong in the hall, by its own words, or with its export here. */
static void print_fault(const json_t *hall)
{
	const char *fault = json_string_value(json_object_get(hall, "fault")) ?: "",
		   *path = json_string_value(json_array_get(json_object_get(hall, "unwritten"), 0));
	const double ahead_s = json_real_value(json_object_get(hall, "clock_s"));

	put_text(fault);
	if (path)
		printf("%s%s cannot be written", *fault ? "; " : "", path);
	if (ahead_s > WRONG_CLOCK_S || ahead_s < -WRONG_CLOCK_S)
		printf("%sits clock is %.1f s %s this one's", *fault || path ? "; " : "",
		       ahead_s > 0 ? ahead_s : -ahead_s, ahead_s > 0 ? "ahead of" : "behind");
	putchar('\n');
}

/* The machine of a hall, or of the one that is refused, by its own words. */
static void put_machine(const json_t *of)
{
	const char *machine = json_string_value(json_object_get(of, "machine"));

	if (machine && *machine) {
		printf("the machine \"");
		put_text(machine);
		putchar('"');
	} else {
		printf("a machine that is not known");
	}
}

static void print_refused(const json_t *hall)
{
	const json_t *refused = json_object_get(hall, "refused");
	const char *name = json_string_value(json_object_get(hall, "hall"));

	if (!json_is_object(refused))
		return;
	printf("  Another hall calls itself %s, on ", name);
	put_machine(refused);
	printf("; nothing of it is taken, but of the one on ");
	put_machine(hall);
	printf(". If the other one is to take its place: flagfall-centre accept %s\n", name);
}

void status_print_accepted(const json_t *hall)
{
	const char *name = json_string_value(json_object_get(hall, "hall"));

	printf("Accepted: %s is the hall on ", name);
	put_machine(json_object_get(hall, "refused"));
	printf(" from now on, and all of it is sent again.\nRefused: the hall on ");
	put_machine(hall);
	printf(", which was %s until now, if it comes back.\n", name);
}

void status_print(const json_t *status)
{
	json_t *halls = json_object_get(status, "halls"), *hall;
	const char *fault = json_string_value(json_object_get(status, "fault"));
	char heard[32];
	size_t i;

	if (!json_is_true(json_object_get(status, "running")))
		printf("The centre does not run; this is what it knew last.\n");
	else if (!json_is_true(json_object_get(status, "connected")))
		printf("The centre has no connection to its servers%s%s.\n", fault && *fault ? ": " : "", fault ?: "");
	else if (fault && *fault)
		printf("The centre takes nothing: %s.\n", fault);
	if (!json_array_size(halls))
		printf("No hall has said anything yet.\n");
	else
		printf("%-20s %-8s %8s %8s %8s %10s  %s\n", "HALL", "STATE", "HEARD", "BEHIND", "LAG", "LAG P99",
		       "FAULT");
	json_array_foreach(halls, i, hall) {
		snprintf(heard, sizeof(heard), "%.1f s", json_real_value(json_object_get(hall, "heard_s")));
		if (json_is_null(json_object_get(hall, "heard_s")))
			snprintf(heard, sizeof(heard),
				 json_is_null(json_object_get(hall, "version")) ? "never" : "unknown");
		printf("%-20s %-8s %8s %8lld %5.0f ms %7.0f ms  ", json_string_value(json_object_get(hall, "hall")),
		       json_string_value(json_object_get(hall, "state")), heard,
		       (long long)status_number(hall, "behind"), json_real_value(json_object_get(hall, "lag_ms")),
		       json_real_value(json_object_get(hall, "lag_p99_ms")));
		print_fault(hall);
		print_refused(hall);
	}
}
