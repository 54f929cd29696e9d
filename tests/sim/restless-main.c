// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * flagfall-restless: a game by restless hands on real sensors, as a sensor board's trace.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/restless.h"
#include "tests/sim/trace-options.h"

struct arguments {
	const char *file;
	const struct restless_style *style;
	struct trace_options trace;
	unsigned seed, illegal;
};

enum { OPT_STYLES = 256 };

static const struct argp_option options[] = {
	{ "style", 'y', "STYLE", 0, "how the hands are (default: the first style)", 0 },
	{ "styles", OPT_STYLES, 0, 0, "list the styles", 0 },
	{ "seed", 'n', "N", 0, "other hands (default: 1)", 0 },
	{ "illegal", 'i', "PLY", 0, "at this ply, counted from 1, move a piece where it may not go, and stop", 0 },
	{ 0 }
};

static void list_styles(void)
{
	for (const struct restless_style *s = restless_styles; s->name; s++)
		puts(s->name);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &a->trace;
		return 0;
	case 'y':
		for (a->style = restless_styles; a->style->name && strcmp(a->style->name, arg); a->style++)
			;
		if (!a->style->name)
			argp_error(state, "unknown style '%s'", arg);
		return 0;
	case OPT_STYLES:
		list_styles();
		exit(0);
	case 'n':
		a->seed = (unsigned)strtoul(arg, NULL, 10);
		return 0;
	case 'i':
		a->illegal = (unsigned)strtoul(arg, NULL, 10);
		return 0;
	case ARGP_KEY_ARG:
		if (a->file)
			argp_usage(state);
		a->file = arg;
		return 0;
	case ARGP_KEY_END:
		if (!a->file)
			argp_usage(state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* The score ends with that ply, and its piece goes to an empty square where no rule lets him. */
static void go_wrong(struct hands_score *score, unsigned ply)
{
	const struct game *game = score->game;
	struct game_position pos = score->start;
	char pieces[GAME_MAX_SQUARES];
	struct game_moves moves;
	uint8_t from;

	if (!ply || ply > score->plies)
		return;
	for (unsigned i = 0; i + 1 < ply; i++)
		game->play(&pos, &score->move[i]);
	game->moves(&pos, &moves);
	memset(pieces, '.', sizeof(pieces));
	game->placement(&pos, pieces);
	from = score->move[ply - 1].from;
	score->plies = ply;
	for (unsigned n = 0; n < game->squares; n++) {
		uint8_t to = (uint8_t)((n * 7 + ply * 11) % game->squares);
		bool legal = pieces[to] != '.';

		for (unsigned i = 0; i < moves.count; i++)
			legal |= moves.move[i].from == from && moves.move[i].to == to;
		if (legal)
			continue;
		score->move[ply - 1] = (struct game_move){ .from = from, .to = to };
		return;
	}
}

static void print(const struct arguments *a, const struct hands_score *score, const struct restless *hands)
{
	printf("{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"%s\",\"sensors\":\"%s\",\"start\":\"%s\",\"lever\":%s}\n",
	       score->game->name, a->trace.presence ? "presence" : "piece-id", score->start_fen,
	       a->trace.no_lever ? "false" : "true");
	for (size_t i = 0; i < hands->count; i++)
		trace_print(&a->trace, score->game, &hands->event[i]);
}

int main(int argc, char **argv)
{
	static const struct argp_child children[] = { { &trace_options_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = {
		options,
		parse,
		"GAME.json",
		"Prints the trace of restless hands that play the game of chess on real sensors.",
		children,
		0,
		0
	};
	struct arguments a = { .style = restless_styles, .seed = 1 };
	struct hands_score score;
	struct restless hands;
	char err[HANDS_ERROR] = "";
	int r;

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	r = hands_score_load(a.file, &score, err);
	if (r == 0 && strcmp(score.game->name, "chess")) {
		snprintf(err, sizeof(err), "restless hands play chess alone");
		hands_score_free(&score);
		r = -EINVAL;
	}
	if (r == 0) {
		go_wrong(&score, a.illegal);
		r = restless_play(&score, a.style, a.seed, &hands);
		if (r == 0) {
			print(&a, &score, &hands);
			restless_free(&hands);
		}
		hands_score_free(&score);
	}
	if (r < 0)
		fprintf(stderr, "flagfall-restless: %s: %s\n", a.file, *err ? err : strerror(-r));
	return r < 0 || fflush(stdout) == EOF;
}
