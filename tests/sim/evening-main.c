// SPDX-License-Identifier: GPL-2.0-or-later
/* flagfall-evening: an evening of chance on one board, as a sensor board's trace. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/made-evening.h"

struct arguments {
	const char *moves;
	bool presence, no_lever;
	unsigned number;
	enum made_hands hands;
};

static const struct argp_option options[] = {
	{ "sensors", 's', "KIND", 0, "piece-id (default) or presence", 0 },
	{ "no-lever", 'l', 0, 0, "the board has no lever", 0 },
	{ "number", 'n', "N", 0, "another evening (default: 0)", 0 },
	{ "orderly", 'o', 0, 0, "hands that do one thing after the other", 0 },
	{ "moves", 'm', "FILE", 0, "write the moves that were played there, a line for each game", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 's':
		a->presence = !strcmp(arg, "presence");
		if (!a->presence && strcmp(arg, "piece-id"))
			argp_error(state, "unknown sensors '%s'", arg);
		return 0;
	case 'l':
		a->no_lever = true;
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

static void print(const struct made_evening *e, bool no_lever)
{
	printf("{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"%s\",\"sensors\":\"%s\",\"lever\":%s,\"scan_us\":%u",
	       e->game->name, e->presence ? "presence" : "piece-id", no_lever ? "false" : "true", e->scan_us);
	if (e->late_us)
		printf(",\"grace_us\":%u", e->late_us);
	puts("}");
	for (size_t i = 0; i < e->events; i++) {
		const struct made_event *event = &e->event[i];
		char square[8];

		if (event->action == HANDS_PRESS) {
			if (!no_lever)
				printf("{\"t_us\":%lld,\"type\":\"press\",\"side\":\"%s\"}\n", (long long)event->t_us,
				       event->side == WHITE ? "white" : "black");
			continue;
		}
		e->game->square_name(event->square, square);
		printf("{\"t_us\":%lld,\"type\":\"%s\",\"square\":\"%s\"", (long long)event->t_us,
		       event->action == HANDS_LIFT ? "lift" : "place", square);
		if (!e->presence && event->action == HANDS_PLACE)
			printf(",\"piece\":\"%c\"", event->piece);
		puts("}");
	}
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
	static const struct argp argp = { options, parse, NULL, "Prints the trace of an evening of chance.", 0, 0, 0 };
	struct arguments a = { 0 };
	struct made_evening e;
	int r = 0;

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	if (made_evening(a.number, a.hands, a.presence, &e) < 0)
		return 1;
	print(&e, a.no_lever);
	if (a.moves)
		r = write_moves(&e, a.moves);
	made_evening_free(&e);
	return r || fflush(stdout) == EOF;
}
