/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one event costs the tracker when clumsy hands play: JSON lines. */
#include <malloc.h>
#include <stdio.h>
#include <time.h>

#include "tests/unit/core/tracker/tracker-play.h"

#define GAMES 150

static const struct style scramble = {
	.name = "scramble",
	.think = 1500,
	.step = 110,
	.slide = 80,
	.hover = 50,
	.takeback = 15,
	.adjust = 40,
	.two_hands = 300,
	.swap = 30,
	.rook_first = 100,
	.early_press = 110,
	.early_hand = 110,
	.bounce = 90,
	.late = 4,
	.late_ms = 2500,
	.lost = 1,
	.knocked = 30,
	.drag = 250,
	.sweep = 4,
	.roll = 4,
};

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

static void print(const char *name, const char *kind, double value, const char *unit, double peer)
{
	printf("{\"name\":\"tracker, %s sensors, %s\",\"value\":%.6g,\"unit\":\"%s\",", kind, name, value, unit);
	if (peer > 0)
		printf("\"peer\":\"python-chess baseline (its best)\",\"peer_value\":%.6g,\"ratio\":%.4g}\n", peer,
		       value / peer);
	else
		printf("\"peer\":null,\"peer_value\":null,\"ratio\":null}\n");
}

int main(void)
{
	static struct play play;
	static struct tracker_event events[PLAY_EVENTS];
	static double cost[GAMES * 2000];

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		const char *kind = s == TRACKER_PRESENCE ? "presence-only" : "piece-ID";
		unsigned count = 0;
		size_t peak = 0;
		double sum = 0, t0;

		for (unsigned g = 1; g <= GAMES; g++) {
			struct tracker_setup setup = { .game = game_find("chess"), .sensors = s, .has_lever = true };
			struct tracker *tracker;
			size_t before = mallinfo2().uordblks, used;
			unsigned n;

			play_game(&play, setup.game, &scramble, g);
			n = play_sensors(&play, s == TRACKER_PRESENCE, events, PLAY_EVENTS);
			setup.game->parse(setup.game->start_fen, &setup.start, NULL);
			if (tracker_new(&setup, play_ignore, NULL, &tracker) < 0)
				return 1;
			/* the whole game at once, and each event by itself */
			t0 = now();
			for (unsigned i = 0; i < n; i++)
				tracker_event(tracker, &events[i]);
			sum += now() - t0;
			used = mallinfo2().uordblks - before;
			peak = used > peak ? used : peak;
			tracker_free(tracker);
			if (tracker_new(&setup, play_ignore, NULL, &tracker) < 0)
				return 1;
			for (unsigned i = 0; i < n && count < sizeof(cost) / sizeof(*cost); i++) {
				t0 = now();
				tracker_event(tracker, &events[i]);
				cost[count++] = now() - t0;
			}
			tracker_free(tracker);
		}
		qsort(cost, count, sizeof(*cost), by_value);
		print("events a second", kind, count / sum, "events/s", 30000);
		print("cost of an event, p50", kind, cost[count / 2] * 1e6, "us", 0);
		print("cost of an event, p99.9", kind, cost[count - count / 1000 - 1] * 1e6, "us", 0);
		print("memory of a board", kind, (double)peak, "bytes", 0);
	}
	return 0;
}
