// SPDX-License-Identifier: GPL-2.0-or-later
/* flagfall-evening: an evening of chance on one board, as a sensor board's trace. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/sim/made-evening.h"
#include "tests/sim/trace-options.h"

struct arguments {
	const char *moves;
	struct trace_options trace;
	unsigned number;
	enum made_hands hands;
};

static const struct argp_option options[] = {
	{ "number", 'n', "N", 0, "another evening (default: 0)", 0 },
	{ "orderly", 'o', 0, 0, "hands that do one thing after the other", 0 },
	{ "moves", 'm', "FILE", 0, "write the moves that were played there, a line for each game", 0 },
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
	case 'm':
		a->moves = arg;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static void print(const struct made_evening *e, const struct trace_options *o)
{
	printf("{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"%s\",\"sensors\":\"%s\",\"lever\":%s,\"scan_us\":%u",
	       e->game->name, e->presence ? "presence" : "piece-id", o->no_lever ? "false" : "true", e->scan_us);
	if (e->late_us)
		printf(",\"grace_us\":%u", e->late_us);
	puts("}");
	for (size_t i = 0; i < e->events; i++)
		trace_print(o, e->game, &e->event[i]);
}

static int write_moves(const struct made_evening *e, const char *path)
{
	FILE *f = fopen(path, "we");

	if (!f) {
		perror(path);
		return 1;
	}
	for (unsigned i = 0; i < e->count; i++)
		for (unsigned k = 0; k < e->games[i].plies; k++) {
			char text[GAME_TEXT];

			e->game->move_text(NULL, &e->games[i].move[k], text);
			fprintf(f, "%s%c", text, k + 1 < e->games[i].plies ? ' ' : '\n');
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
	print(&e, &a.trace);
	if (a.moves)
		r = write_moves(&e, a.moves);
	made_evening_free(&e);
	return r || fflush(stdout) == EOF;
}
