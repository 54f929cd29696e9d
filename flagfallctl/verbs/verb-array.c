/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flagfallctl array: Chess960's start positions by number, by lot, and the number of one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "flagfallctl/verbs.h"
#include "rules/game.h"

struct arguments {
	bool by_file;
	char text[1024]; /* "" by lot, a number, a FEN */
};

static const struct argp_option options[] = {
	{ "shredder", 's', 0, 0, "Castling rights by the rooks' files, HAha (Shredder-FEN); else KQkq (X-FEN)", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	size_t used;

	switch (key) {
	case 's':
		a->by_file = true;
		return 0;
	case ARGP_KEY_ARG:
		/* A FEN given without quotes is put together again. */
		used = strlen(a->text);
		if (used + strlen(arg) + 2 > sizeof(a->text))
			argp_error(state, "the FEN is too long");
		sprintf(a->text + used, "%s%s", used ? " " : "", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_option,
	.args_doc = "[N | FEN]",
	.doc = "Print the FEN of Chess960's start position N (0 to 959, 518 is the usual array), or of one drawn by lot; of a "
	       "FEN, print the number and the FEN.",
};

/* Each as probable as the others. 0; negative errno. */
static int draw_lot(unsigned below, unsigned *ret)
{
	unsigned value;

	do
		if (getrandom(&value, sizeof(value), 0) != (ssize_t)sizeof(value))
			return -EIO;
	while (value >= UINT32_MAX - UINT32_MAX % below);
	*ret = value % below;
	return 0;
}

static bool is_number(const char *text)
{
	return text[strspn(text, "0123456789")] == '\0';
}

static int run_array(struct ctl *ctl, int argc, char **argv)
{
	const struct game *game = &game_chess960;
	struct arguments a = { 0 };
	struct game_position pos;
	struct game_error err;
	char squares[GAME_MAX_SQUARES], fen[GAME_FEN];
	unsigned number = 0;
	int found;

	ctl_parse(ctl, &argp, argc, argv, &a);
	if (!a.text[0]) {
		if (draw_lot(game->starts, &number) < 0)
			return ctl_fail(ctl, "no random number: %s", strerror(EIO));
		game->start(number, &pos);
	} else if (is_number(a.text)) {
		if (strlen(a.text) > 3 || game->start((unsigned)atoi(a.text), &pos) < 0)
			return ctl_fail(ctl, "%s: the start positions of Chess960 are 0 to %u", a.text,
					game->starts - 1);
	} else if (game->parse(a.text, &pos, &err) < 0) {
		return ctl_fail(ctl,
				"\"%s\" is neither a number from 0 to 959 nor a position (FEN): %s: %s (at byte %u)%s.",
				a.text, err.field, err.reason, err.offset, CTL_FEN_EXAMPLE(err));
	}
	game->placement(&pos, squares);
	found = game->start_number(squares);
	if (found < 0)
		return ctl_fail(ctl, "placement: it is none of the start positions of Chess960");
	(a.by_file ? game->format_by_file : game->format)(&pos, fen);
	if (ctl->json)
		ctl_print_json(json_pack("{s:i,s:s}", "number", found, "fen", fen));
	else
		printf("%d %s\n", found, fen);
	return CTL_DONE;
}

const struct verb verb_array = { "array", run_array, "a start position of Chess960 by number or by lot" };
