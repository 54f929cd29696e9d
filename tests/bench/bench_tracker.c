/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one event costs the tracker when clumsy hands play: JSON lines. */
#include <malloc.h>
#include <stdio.h>
#include <time.h>

#include "tests/unit/core/tracker/tracker-play.h"

#define GAMES 150

static const struct style scramble = PLAY_SCRAMBLE;

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

enum { GOAL = 200000 }; /* events a second, of any board */

static const char *board; /* "presence-only sensors", … */

/* goal: what is asked, 0 nothing. There is no peer: none can be measured in the same run. */
static void print(const char *name, double value, const char *unit, double goal)
{
	printf("{\"name\":\"tracker, %s, %s\",\"value\":%.6g,\"unit\":\"%s\",", board, name, value, unit);
	printf("\"peer\":null,\"peer_value\":null,\"ratio\":null");
	if (goal > 0)
		printf(",\"goal\":%.6g", goal);
	printf("}\n");
}

struct totals {
	unsigned count;
	double s;
	size_t peak; /* bytes of a board */
	double cost[GAMES * 2000];
};

/* A whole game at once, and then each event by itself. */
static bool one_game(const struct tracker_setup *setup, const struct tracker_event *events, unsigned n,
		     struct totals *totals)
{
	struct tracker *tracker;
	size_t before = mallinfo2().uordblks, used;
	double t0;

	if (tracker_new(setup, play_ignore, NULL, &tracker) < 0)
		return false;
	t0 = now();
	for (unsigned i = 0; i < n; i++)
		tracker_event(tracker, &events[i]);
	totals->s += now() - t0;
	used = mallinfo2().uordblks - before;
	totals->peak = used > totals->peak ? used : totals->peak;
	tracker_free(tracker);
	if (tracker_new(setup, play_ignore, NULL, &tracker) < 0)
		return false;
	for (unsigned i = 0; i < n && totals->count < sizeof(totals->cost) / sizeof(*totals->cost); i++) {
		t0 = now();
		tracker_event(tracker, &events[i]);
		totals->cost[totals->count++] = now() - t0;
	}
	tracker_free(tracker);
	return true;
}

/* The presses of boards without a lever are nowhere. */
static unsigned drop_presses(struct tracker_event *events, unsigned n)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < n; i++)
		if (events[i].type != TRACKER_PRESS)
			events[kept++] = events[i];
	return kept;
}

static bool all_games(enum tracker_sensors sensors, bool lever, struct totals *totals)
{
	static struct play play;
	static struct tracker_event events[PLAY_EVENTS];
	struct tracker_setup setup = { .game = game_find("chess"), .sensors = sensors, .has_lever = lever };

	*totals = (struct totals){ 0 };
	setup.game->parse(setup.game->start_fen, &setup.start, NULL);
	for (unsigned g = 1; g <= GAMES; g++) {
		unsigned n;

		play_game(&play, setup.game, &scramble, g);
		n = play_sensors(&play, sensors == TRACKER_PRESENCE, events, PLAY_EVENTS);
		if (!one_game(&setup, events, lever ? n : drop_presses(events, n), totals))
			return false;
	}
	return true;
}

int main(void)
{
	static const char *const boards[2][2] = {
		{ "presence-only sensors without a lever", "presence-only sensors" },
		{ "piece-ID sensors without a lever", "piece-ID sensors" },
	};
	static struct totals totals;

	for (unsigned k = 0; k < 4; k++) {
		bool lever = k % 2 == 0;

		board = boards[k / 2][lever];
		if (!all_games(k / 2 ? TRACKER_PIECE_ID : TRACKER_PRESENCE, lever, &totals))
			return 1;
		qsort(totals.cost, totals.count, sizeof(*totals.cost), by_value);
		print("events a second", totals.count / totals.s, "events/s", GOAL);
		print("cost of an event, p50", totals.cost[totals.count / 2] * 1e6, "us", 0);
		print("cost of an event, p99.9", totals.cost[totals.count - totals.count / 1000 - 1] * 1e6, "us", 0);
		print("memory of a board", (double)totals.peak, "bytes", lever ? 0 : TRACKER_MEMORY_MAX);
	}
	return 0;
}
