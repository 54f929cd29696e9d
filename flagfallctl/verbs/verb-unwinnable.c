/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flagfallctl unwinnable: one answer a line, in order, for scripts. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flagfallctl/verbs.h"
#include "rules/chess/position.h"
#include "rules/chess/moves.h"
#include "rules/chess/unwinnable.h"

struct arguments {
	unsigned long long nodes;
	bool line;
};

static const struct argp_option options[] = {
	{ "nodes", 'n', "N", 0, "Search at most N positions a question (default 500000)", 0 },
	{ "line", 'l', 0, 0, "After \"winnable\" the moves to a mate, in UCI", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	char *end;

	switch (key) {
	case 'n':
		errno = 0;
		a->nodes = strtoull(arg, &end, 10);
		if (errno || end == arg || *end || *arg == '-')
			argp_error(state, "N is a number of positions, not \"%s\"", arg);
		return 0;
	case 'l':
		a->line = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "positions are read from standard input");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_option,
	.doc = "Can this side still mate by any series of legal moves, however unskilled? Reads \"FEN SIDE\" a line from "
	       "standard input, SIDE w or b being the one who would win; FEN has two to six fields, missing ones are \"w - - 0 1\". "
	       "Answers winnable, unwinnable or undecided, one a line.\v"
	       "A line that cannot be read is answered with \"error: FIELD: REASON\", and the exit status is then 1. "
	       "Repetition and move counts do not end the search.",
};

static const char *const names[] = {
	[GAME_NO] = "unwinnable", [GAME_YES] = "winnable", [GAME_UNDECIDED] = "undecided"
};

/* Takes the last word off the line. */
static int verb_unwinnable_read_side(char *line, enum side *ret, struct game_error *err)
{
	char *last = strrchr(line, ' ');

	if (!last || (strcmp(last + 1, "w") && strcmp(last + 1, "b"))) {
		snprintf(err->field, sizeof err->field, "would-be winner");
		snprintf(err->reason, sizeof err->reason, "the line ends with neither w nor b");
		return -EINVAL;
	}
	*ret = last[1] == 'w' ? WHITE : BLACK;
	while (last > line && last[-1] == ' ')
		last--;
	*last = '\0';
	return 0;
}

static int read_question(char *line, struct chess_position *ret, enum side *side, struct game_error *err)
{
	unsigned fields = 1;
	int r = verb_unwinnable_read_side(line, side, err);

	if (r < 0)
		return r;
	for (const char *c = line; *c; c++)
		fields += *c == ' ';
	if (fields < 2) {
		snprintf(err->field, sizeof err->field, "side to move");
		snprintf(err->reason, sizeof err->reason, "it is missing");
		return -EINVAL;
	}
	r = game_of_fen(line) == &game_chess960 ? chess960_parse(line, ret, err) : chess_parse(line, ret, err);
	return r < 0 ? r : chess_searchable(ret, err);
}

static void verb_unwinnable_answer(struct ctl *ctl, const struct arguments *a, const struct chess_position *p,
				   enum side side)
{
	struct chess_mating_line found;
	enum game_answer result = chess_unwinnable(p, side, a->nodes, NULL, &found);
	json_t *moves = ctl->json && a->line && result == GAME_YES ? json_array() : NULL;
	struct chess_position at = *p;

	if (!ctl->json)
		fputs(names[result], stdout);
	for (unsigned i = 0; a->line && i < found.length; i++) {
		char text[8];
		chess_move_text(&at, found.line[i], text);
		chess_play(&at, found.line[i]);
		if (moves)
			json_array_append_new(moves, json_string(text));
		else
			printf(" %s", text);
	}
	if (ctl->json) {
		json_t *object = json_pack("{s:s,s:I}", "answer", names[result], "nodes", (json_int_t)found.nodes);
		if (moves)
			json_object_set_new(object, "line", moves);
		ctl_print_json(object);
	} else {
		putchar('\n');
	}
	free(found.line);
}

static int run_unwinnable(struct ctl *ctl, int argc, char **argv)
{
	struct arguments a = { .nodes = 500000 };
	char *line = NULL;
	size_t size = 0;
	size_t lines = 0;
	ssize_t n;
	int status = CTL_DONE;

	ctl_parse(ctl, &argp, argc, argv, &a);
	if (isatty(STDIN_FILENO))
		fprintf(stderr, "flagfallctl unwinnable: positions are read from standard input, a FEN a line.\n");
	while ((n = getline(&line, &size, stdin)) >= 0) {
		struct chess_position p;
		struct game_error err = { "line", "it holds a NUL byte", 0 };
		enum side side;

		lines++;
		while (n > 0 && strchr("\r\n \t", line[n - 1]) && line[n - 1])
			line[--n] = '\0';
		if (strlen(line) != (size_t)n || read_question(line, &p, &side, &err) < 0) {
			if (ctl->json)
				ctl_print_json(
					json_pack("{s:{s:s,s:s}}", "error", "field", err.field, "reason", err.reason));
			else
				printf("error: %s: %s\n", err.field, err.reason);
			status = CTL_FAILED;
			continue;
		}
		verb_unwinnable_answer(ctl, &a, &p, side);
	}
	free(line);
	if (!lines && isatty(STDIN_FILENO))
		return ctl_fail(ctl, "nothing was read; positions are expected on standard input, a FEN a line.");
	if (!lines) /* a program that has no questions gets no answers, which is no fault */
		fprintf(stderr,
			"flagfallctl unwinnable: no position was read; they are expected on standard input, \"FEN SIDE\" a line.\n");
	return status;
}

const struct verb verb_unwinnable = { "unwinnable", run_unwinnable, "can this side still mate?" };
