/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flagfallctl perft: the count alone, for scripts and for comparison with other programs. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/verbs.h"
#include "rules/perft.h"

struct arguments {
	bool divide, chess960;
	unsigned depth;
	char fen[1024];
	unsigned words;
};

static const struct argp_option options[] = {
	{ "divide", 'd', 0, 0, "First the count of each move, then the sum", 0 },
	{ "chess960", 'c', 0, 0, "The position is one of Chess960; a start position's number may stand for FEN", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	size_t used;

	switch (key) {
	case 'd':
		a->divide = true;
		return 0;
	case 'c':
		a->chess960 = true;
		return 0;
	case ARGP_KEY_ARG:
		if (a->words++ == 0) {
			a->depth = (unsigned)ctl_read_number(state, arg, 0, 64,
							     "DEPTH is a number from 0 to 64, not \"%s\"");
			return 0;
		}
		/* A FEN given without quotes is put together again. */
		used = strlen(a->fen);
		if (used + strlen(arg) + 2 > sizeof a->fen)
			argp_error(state, "the FEN is too long");
		sprintf(a->fen + used, "%s%s", used ? " " : "", arg);
		return 0;
	case ARGP_KEY_END:
		if (a->words < 2)
			argp_error(state, "DEPTH and FEN are required");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_option,
	.args_doc = "DEPTH FEN",
	.doc = "Count the legal move paths of DEPTH plies from a position (\"perft\").\v"
	       "FEN is a chess position of one to six fields (missing ones: \"w - - 0 1\") or a draughts position "
	       "(\"W:W31-50:B1-20\"). No hash is used. Without --chess960 a FEN is of Chess960 if its castling field names "
	       "files, or rooks that chess has no castling with, or if both kings with rights stand on the d-file.",
};

static void print_line(void *userdata, const char *move, uint64_t leaves)
{
	json_t *moves = userdata;

	if (moves)
		json_object_set_new(moves, move, json_integer((json_int_t)leaves));
	else
		printf("%s: %" PRIu64 "\n", move, leaves);
}

static int run_perft(struct ctl *ctl, int argc, char **argv)
{
	struct arguments a = { 0 };
	struct game_position pos;
	struct game_error err;
	const struct game *game;
	uint64_t count;

	ctl_parse(ctl, &argp, argc, argv, &a);
	game = a.chess960 ? &game_chess960 : game_of_fen(a.fen);
	if (a.chess960 && a.fen[strspn(a.fen, "0123456789")] == '\0') {
		if (strlen(a.fen) > 3 || game->start((unsigned)atoi(a.fen), &pos) < 0)
			return ctl_fail(ctl, "%s: the start positions of Chess960 are 0 to %u", a.fen,
					game->starts - 1);
	} else if (game->parse(a.fen, &pos, &err) < 0)
		return ctl_fail(ctl, "\"%s\" is not a position (FEN): %s: %s (at byte %u)%s.", a.fen, err.field,
				err.reason, err.offset, CTL_FEN_EXAMPLE(err));
	if (!a.divide || !a.depth) {
		count = perft(game, &pos, a.depth);
		if (ctl->json)
			ctl_print_json(json_pack("{s:I}", "leaves", (json_int_t)count));
		else
			printf("%" PRIu64 "\n", count);
		return CTL_DONE;
	}
	json_t *moves = ctl->json ? json_object() : NULL;
	count = perft_divide(game, &pos, a.depth, print_line, moves);
	if (ctl->json)
		ctl_print_json(json_pack("{s:o,s:I}", "moves", moves, "leaves", (json_int_t)count));
	else
		printf("%" PRIu64 "\n", count);
	return CTL_DONE;
}

const struct verb verb_perft = { "perft", run_perft, "count the legal move paths of a position" };
