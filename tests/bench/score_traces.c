/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many recorded games the tracker reads exactly right.
 *
 *   score_traces [-v] TRACE.jsonl…     each beside its TRACE.moves
 *
 * The truth of "d001-l2-id.jsonl" is "d001-l2.moves": a ply a line, its first word the UCI move. On presence-only
 * boards the letter of a promotion is not compared. Prints one line for each level and kind of sensors, and the
 * speed; with -v each game that is wrong, from its first wrong ply on.
 */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/core/tracker/tracker.h"

struct score {
	char name[64];
	unsigned games, games_right, plies, plies_right, shown, revised, turns_revised;
	uint64_t events;
	double seconds, worst;
	unsigned delays[64]; /* of provisional moves after the last change, ms */
	unsigned delay_count;
};

struct run {
	struct score *score;
	int64_t last_change;
};

static void on_fact(void *userdata, const struct tracker_fact *fact)
{
	struct run *run = userdata;
	int64_t delay;

	switch (fact->type) {
	case TRACKER_SET_DOWN:
		run->score->shown++;
		delay = (fact->t_us - run->last_change) / 1000;
		run->score->delays[delay < 0 ? 0 : delay > 630 ? 63 : delay / 10]++;
		run->score->delay_count++;
		break;
	case TRACKER_TAKEN_BACK:
		run->score->revised++;
		break;
	case TRACKER_REVISED:
		run->score->turns_revised++;
		break;
	default:
		break;
	}
}

static void truth_name(const char *path, char *buf, size_t size)
{
	size_t n = strlen(path) - strlen(".jsonl");

	snprintf(buf, size, "%.*s", (int)n, path);
	if (n > 3 && !strcmp(buf + n - 3, "-id"))
		buf[n - 3] = 0;
	else if (n > 9 && !strcmp(buf + n - 9, "-presence"))
		buf[n - 9] = 0;
	strncat(buf, ".moves", size - strlen(buf) - 1);
}

static struct score scores[32];
static unsigned score_count;

static struct score *score_of(const char *path)
{
	const char *name = strrchr(path, '/'), *dash;
	char key[64];

	name = name ? name + 1 : path;
	dash = strchr(name, '-');
	snprintf(key, sizeof(key), "%.*s", dash ? (int)strcspn(dash + 1, ".") : 0, dash ? dash + 1 : "");
	for (unsigned i = 0; i < score_count; i++)
		if (!strcmp(scores[i].name, key))
			return &scores[i];
	snprintf(scores[score_count].name, sizeof(scores[0].name), "%s", key);
	return &scores[score_count++];
}

static void turn_text(const struct game *game, const struct turn *turn, char *buf)
{
	char from[8] = "", to[8] = "";

	if (turn->kind == TURN_NO_MOVE) {
		strcpy(buf, "0000");
		return;
	}
	if (turn->from != GAME_NO_SQUARE)
		game->square_name(turn->from, from);
	if (turn->to != GAME_NO_SQUARE)
		game->square_name(turn->to, to);
	sprintf(buf, "%s%s%c", from, to, turn->has_move && turn->move.promotion ? turn->move.promotion | 32 : 0);
}

static double seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static int play(const char *path, struct run *run, struct tracker **ret, const struct game **game)
{
	FILE *f = fopen(path, "r");
	char *line = NULL;
	size_t room = 0;
	struct tracker_setup setup = { .has_lever = true, .keep_illegal = true };
	double cost = 0;

	*ret = NULL;
	if (!f)
		return -errno;
	while (getline(&line, &room, f) > 0) {
		json_t *j = json_loads(line, 0, NULL);
		const char *type = json_string_value(json_object_get(j, "type"));
		const char *piece = json_string_value(json_object_get(j, "piece"));
		struct tracker_event e = { .t_us = json_integer_value(json_object_get(j, "t_us")) };
		char squares[GAME_MAX_SQUARES];
		double t0;

		if (!*ret) {
			const char *fen = json_string_value(json_object_get(j, "start"));
			const char *sensors = json_string_value(json_object_get(j, "sensors"));

			*game = setup.game = game_find("chess");
			setup.sensors = sensors && !strcmp(sensors, "piece-id") ? TRACKER_PIECE_ID : TRACKER_PRESENCE;
			setup.game->parse(fen ? fen : setup.game->start_fen, &setup.start, NULL);
			if (getenv("NO_LEVER"))
				setup.has_lever = false;
			tracker_new(&setup, on_fact, run, ret);
			json_decref(j);
			continue;
		}
		if (piece)
			e.piece = piece[0];
		if (!strcmp(type, "lift") || !strcmp(type, "place")) {
			e.type = *type == 'l' ? TRACKER_LIFT : TRACKER_PLACE;
			e.square = (uint8_t)(*game)->square_parse(json_string_value(json_object_get(j, "square")));
		} else if (!strcmp(type, "press") && setup.has_lever) {
			e.type = TRACKER_PRESS;
			e.side = *json_string_value(json_object_get(j, "side")) == 'w' ? WHITE : BLACK;
		} else if (!strcmp(type, "board")) {
			const char *s = json_string_value(json_object_get(j, "squares"));

			for (unsigned q = 0; q < 64; q++)
				squares[q] = s[(7 - q / 8) * 8 + q % 8];
			e.type = TRACKER_SQUARES;
			e.squares = squares;
		} else {
			json_decref(j);
			continue;
		}
		t0 = seconds();
		if (tracker_deadline(*ret) <= e.t_us) {
			struct tracker_event tick = { .type = TRACKER_TIME, .t_us = tracker_deadline(*ret) };

			tracker_event(*ret, &tick);
		}
		if (e.type == TRACKER_LIFT || e.type == TRACKER_PLACE)
			run->last_change = e.t_us;
		tracker_event(*ret, &e);
		t0 = seconds() - t0;
		cost += t0;
		if (t0 > run->score->worst)
			run->score->worst = t0;
		run->score->events++;
		json_decref(j);
	}
	tracker_finish(*ret);
	run->score->seconds += cost;
	free(line);
	fclose(f);
	return 0;
}

static void compare_truth(const char *path, const struct tracker *tracker, const struct game *game, struct score *score,
			  bool verbose)
{
	char name[4096], line[256], first[400] = "";
	unsigned ply = 0, right = 0, wrong = 0;
	FILE *f;

	truth_name(path, name, sizeof(name));
	f = fopen(name, "r");
	if (!f)
		return;
	while (fgets(line, sizeof(line), f)) {
		char got[16] = "none", want[16] = "", tags[200] = "";
		unsigned compared = 5;
		const struct turn *turn = tracker_turn(tracker, ply);

		sscanf(line, "%15s %*s %199s", want, tags);
		if (turn)
			turn_text(game, turn, got);
		if (strstr(path, "-presence"))
			compared = 4;
		if (!strncmp(got, want, compared)) {
			right++;
		} else {
			if (!wrong++)
				snprintf(first, sizeof(first), "ply %u %s read as %s, at %lld us, %s", ply, want, got,
					 turn ? (long long)turn->t_us : -1, tags);
		}
		ply++;
	}
	fclose(f);
	score->games++;
	score->plies += ply;
	score->plies_right += right;
	if (!wrong && tracker_turns(tracker) == ply)
		score->games_right++;
	else if (verbose)
		printf("# %s: %u of %u plies right, %u turns; %s\n", path, right, ply, tracker_turns(tracker), first);
}

int main(int argc, char **argv)
{
	bool verbose = argc > 1 && !strcmp(argv[1], "-v");
	char *paths = NULL;

	for (int i = 1 + verbose; i < argc; i++) {
		struct run run = { .score = score_of(argv[i]) };
		struct tracker *tracker = NULL;
		const struct game *game = NULL;

		if (play(argv[i], &run, &tracker, &game) == 0 && tracker)
			compare_truth(argv[i], tracker, game, run.score, verbose);
		tracker_free(tracker);
	}
	for (unsigned i = 0; i < score_count; i++) {
		const struct score *s = &scores[i];
		unsigned n = 0, median = 0;

		while (median < 63 && (n += s->delays[median]) * 2 < s->delay_count)
			median++;
		printf("%-14s games %u/%u  plies %u/%u  %.0f events/s, worst %.0f us; shown %u, taken back %u, turns revised %u, median %u ms\n",
		       s->name, s->games_right, s->games, s->plies_right, s->plies, (double)s->events / s->seconds,
		       s->worst * 1e6, s->shown, s->revised, s->turns_revised, median * 10);
	}
	free(paths);
	return 0;
}
