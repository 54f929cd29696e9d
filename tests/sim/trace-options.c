// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/sim/trace-options.h"

#include <stdio.h>
#include <string.h>

static const struct argp_option options[] = {
	{ "sensors", 's', "KIND", 0, "piece-id (default) or presence", 0 },
	{ "no-lever", 'l', 0, 0, "the board has no lever", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct trace_options *o = state->input;

	switch (key) {
	case 's':
		o->presence = trace_presence(arg, state);
		return 0;
	case 'l':
		o->no_lever = true;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp trace_options_argp = { options, parse, NULL, NULL, NULL, NULL, NULL };

void trace_print(const struct trace_options *o, const struct game *game, const struct hands_event *event)
{
	char square[8];

	if (event->action == HANDS_PRESS) {
		if (!o->no_lever)
			printf("{\"t_us\":%lld,\"type\":\"press\",\"side\":\"%s\"}\n", (long long)event->t_us,
			       event->side == WHITE ? "white" : "black");
		return;
	}
	game->square_name(event->square, square);
	printf("{\"t_us\":%lld,\"type\":\"%s\",\"square\":\"%s\"", (long long)event->t_us,
	       event->action == HANDS_LIFT ? "lift" : "place", square);
	if (!o->presence && event->action == HANDS_PLACE)
		printf(",\"piece\":\"%c\"", event->piece);
	puts("}");
}
