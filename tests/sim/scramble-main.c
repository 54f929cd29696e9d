// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * flagfall-scramble: a game of chance by hurried hands, always the same one, as a sensor board's trace. The moves that
 * were played go to a file, one a line: what a reader of the trace must find.
 */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/sim/trace-options.h"
#include "tests/unit/core/tracker/tracker-play.h"

struct arguments {
	const char *moves;
	bool presence;
	unsigned seed, level;
};

#define LEVELS (sizeof(play_levels) / sizeof(*play_levels))

static const struct argp_option options[] = { { "sensors", 's', "KIND", 0, "piece-id (default) or presence", 0 },
					      { "seed", 'n', "N", 0, "another game and other hands", 0 },
					      { "level", 'l', "N", 0,
						"how clumsy the hands are: 0 (orderly) to 3 (a scramble) [3]", 0 },
					      { "moves", 'm', "FILE", 0, "write the moves that were played there", 0 },
					      { 0 } };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 's':
		a->presence = trace_presence(arg, state);
		return 0;
	case 'n':
		a->seed = (unsigned)strtoul(arg, NULL, 10);
		return 0;
	case 'l':
		a->level = (unsigned)strtoul(arg, NULL, 10);
		if (a->level >= LEVELS)
			argp_error(state, "there is no level %s", arg);
		return 0;
	case 'm':
		a->moves = arg;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static int write_moves(const struct play *p, const char *path)
{
	struct game_position pos;
	FILE *f = fopen(path, "we");

	if (!f) {
		perror(path);
		return 1;
	}
	p->game->parse(p->game->start_fen, &pos, NULL);
	for (unsigned i = 0; i < p->plies; i++) {
		char text[GAME_TEXT];

		p->game->move_text(&pos, &p->move[i], text);
		fprintf(f, "%s\n", text);
		p->game->play(&pos, &p->move[i]);
	}
	return fclose(f) ? 1 : 0;
}

int main(int argc, char **argv)
{
	static const struct argp argp = { options, parse, NULL, "Prints the trace of a game of chance.", 0, 0, 0 };
	static struct play play;
	static struct tracker_event events[PLAY_EVENTS];
	struct arguments a = { .seed = 1, .level = LEVELS - 1 };
	unsigned n;

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	play_game(&play, game_find("chess"), &play_levels[a.level], a.seed);
	n = play_sensors(&play, a.presence, events, PLAY_EVENTS);
	printf("{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"chess\",\"sensors\":\"%s\",\"lever\":true}\n",
	       a.presence ? "presence" : "piece-id");
	for (unsigned i = 0; i < n; i++) {
		const struct tracker_event *e = &events[i];
		char square[8];

		printf("{\"t_us\":%lld,", (long long)e->t_us);
		if (e->type == TRACKER_PRESS) {
			printf("\"type\":\"press\",\"side\":\"%s\"}\n", e->side == WHITE ? "white" : "black");
			continue;
		}
		play.game->square_name(e->square, square);
		printf("\"type\":\"%s\",\"square\":\"%s\"", e->type == TRACKER_LIFT ? "lift" : "place", square);
		if (e->piece)
			printf(",\"piece\":\"%c\"", e->piece);
		printf("}\n");
	}
	return a.moves ? write_moves(&play, a.moves) : 0;
}
