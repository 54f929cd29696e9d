// SPDX-License-Identifier: GPL-2.0-or-later
/* flagfall-hands: a game's moves and times in, a sensor board's trace out. */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/trace-options.h"

struct arguments {
	const char *file, *rulebook, *illegal;
	bool presence;
	struct hands_options options;
};

static const struct argp_option options[] = {
	{ "sensors", 's', "KIND", 0, "piece-id (default) or presence", 0 },
	{ "style", 'y', "STYLE", 0, "how tidy the hands are: orderly (default)", 0 },
	{ "rulebook", 'r', "ID", 0, "name this rulebook in the header", 0 },
	{ "until", 'u', "PLY", 0, "stop after this ply, counted from 1", 0 },
	{ "illegal", 'i', "PLY=FROMTO", 0, "at this ply do this instead (12=e2e5), press, and stop", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 's':
		a->presence = trace_presence(arg, state);
		return 0;
	case 'y':
		if (strcmp(arg, "orderly"))
			argp_error(state, "unknown style '%s'", arg);
		return 0;
	case 'r':
		a->rulebook = arg;
		return 0;
	case 'u':
		a->options.until = (unsigned)strtoul(arg, NULL, 10);
		return 0;
	case 'i':
		a->options.illegal_ply = (unsigned)strtoul(arg, NULL, 10);
		a->illegal = strchr(arg, '=');
		if (!a->illegal || !a->options.illegal_ply)
			argp_error(state, "'%s' is not PLY=FROMTO", arg);
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

/* "=e2e5" */
static int read_illegal(const struct game *game, const char *text, struct hands_options *ret)
{
	char from[8] = "", to[8] = "";
	size_t half = (strlen(text) - 1) / 2;
	int a, b;

	if (!half || half > 3 || strlen(text) != 1 + 2 * half)
		return -EINVAL;
	memcpy(from, text + 1, half);
	memcpy(to, text + 1 + half, half);
	a = game->square_parse(from);
	b = game->square_parse(to);
	if (a < 0 || b < 0 || a == b)
		return -EINVAL;
	ret->illegal_from = (uint8_t)a;
	ret->illegal_to = (uint8_t)b;
	return 0;
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		options,
		parse,
		"GAME.json",
		"Prints the trace of hands that play the game on a sensor board, each move in its own time.",
		0,
		0,
		0
	};
	struct arguments a = { 0 };
	struct hands_score score;
	struct hands_event *events = NULL;
	char err[HANDS_ERROR] = "";
	size_t count = 0;
	int r;

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	r = hands_score_load(a.file, &score, err);
	if (r == 0) {
		if (a.illegal && read_illegal(score.game, a.illegal, &a.options) < 0) {
			snprintf(err, sizeof(err), "--illegal: '%.32s' does not name two squares", a.illegal + 1);
			r = -EINVAL;
		}
		if (r == 0)
			r = hands_play(&score, &a.options, &events, &count, err);
		if (r == 0)
			r = hands_write(&score, events, count, a.presence, a.rulebook, stdout);
		free(events);
		hands_score_free(&score);
	}
	if (r < 0)
		fprintf(stderr, "flagfall-hands: %s: %s\n", a.file, *err ? err : strerror(-r));
	return r < 0;
}
