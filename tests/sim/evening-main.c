// SPDX-License-Identifier: GPL-2.0-or-later
/* flagfall-evening: an evening of chance on one board, as a sensor board's trace. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/sim/made-evening.h"
#include "tests/sim/trace-options.h"

struct arguments {
	const char *games;
	struct trace_options trace;
	unsigned number;
	int64_t longest_us; /* 0: any */
	enum made_hands hands;
};

static const struct argp_option options[] = {
	{ "number", 'n', "N", 0, "another evening (default: 0)", 0 },
	{ "orderly", 'o', 0, 0, "hands that do one thing after the other", 0 },
	{ "longest", 'p', "MS", 0, "longer pauses are cut short; three times as long after a game's end", 0 },
	{ "games", 'g', "FILE", 0,
	  "write a line for each game there: the events of the trace before it, those before what comes after its end, "
	  "that end, and its moves",
	  0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &a->trace;
		return 0;
	case 'n':
		a->number = (unsigned)strtoul(arg, NULL, 10);
		return 0;
	case 'o':
		a->hands = MADE_ORDERLY;
		return 0;
	case 'p':
		a->longest_us = strtol(arg, NULL, 10) * 1000;
		return 0;
	case 'g':
		a->games = arg;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static void print(const struct made_evening *e, const struct arguments *a)
{
	int64_t before_us = 0, cut_us = 0;
	unsigned game = 0;

	printf("{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"%s\",\"sensors\":\"%s\",\"lever\":%s,\"scan_us\":%u",
	       e->game->name, e->presence ? "presence" : "piece-id", a->trace.no_lever ? "false" : "true", e->scan_us);
	if (e->late_us)
		printf(",\"grace_us\":%u", e->late_us);
	puts("}");
	for (size_t i = 0; i < e->events; i++) {
		struct hands_event event = e->event[i];
		int64_t longest_us = a->longest_us;

		if (game < e->count && i == e->games[game].set_up) {
			longest_us = 3 * a->longest_us;
			game++;
		}
		if (a->longest_us && event.t_us - before_us > longest_us)
			cut_us += event.t_us - before_us - longest_us;
		before_us = event.t_us;
		event.t_us -= cut_us;
		trace_print(&a->trace, e->game, &event);
	}
}

/* How many of the first events are in the trace. */
static size_t printed(const struct made_evening *e, const struct trace_options *o, size_t events)
{
	size_t count = events;

	for (size_t i = 0; i < events && o->no_lever; i++)
		count -= e->event[i].action == HANDS_PRESS;
	return count;
}

static int write_games(const struct made_evening *e, const struct trace_options *o, const char *path)
{
	static const char *const ends[] = { "mate", "stalemate", "dead", "kings", "set-up", "left" };
	FILE *f = fopen(path, "we");

	if (!f) {
		perror(path);
		return 1;
	}
	for (unsigned i = 0; i < e->count; i++) {
		const struct made_game *g = &e->games[i];
		struct game_position pos;

		fprintf(f, "%zu %zu %s", printed(e, o, g->first), printed(e, o, g->set_up), ends[g->end]);
		e->game->parse(e->game->start_fen, &pos, NULL);
		for (unsigned k = 0; k < g->plies; k++) {
			char text[GAME_TEXT];

			e->game->move_notation(&pos, &g->move[k], text);
			fprintf(f, " %s", text);
			e->game->play(&pos, &g->move[k]);
		}
		fputc('\n', f);
	}
	return fclose(f) ? 1 : 0;
}

int main(int argc, char **argv)
{
	static const struct argp_child children[] = { { &trace_options_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = { options,  parse, NULL, "Prints the trace of an evening of chance.",
					  children, 0,	   0 };
	struct arguments a = { 0 };
	struct made_evening e;
	int r = 0;

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	if (made_evening(a.number, a.hands, a.trace.presence, &e) < 0)
		return 1;
	print(&e, &a);
	if (a.games)
		r = write_games(&e, &a.trace, a.games);
	made_evening_free(&e);
	return r || fflush(stdout) == EOF;
}
