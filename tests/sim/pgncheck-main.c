// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * flagfall-pgncheck: does a record say what was played? Its moves must be the
 * score's, and its clock times, to the tenth of a second or what is asked, what
 * follows from the presses of the trace alone.
 */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/emulated-board.h"
#include "formats/pgn.h"
#include "tests/sim/hands.h"

struct arguments {
	const char *score, *trace, *pgn, *result;
	unsigned plies, within_ms;
	bool late;
};

static const struct argp_option options[] = {
	{ "plies", 'p', "N", 0, "compare only this many moves; the record must have no more", 0 },
	{ "late", 'l', 0, 0,
	  "White's clock ran for some time before the hands began: what his first move took says how long", 0 },
	{ "within", 'w', "MS", 0, "a clock that was read says so much more or less at most", 0 },
	{ "result", 'r', "TEXT", 0, "the record's Result and the end of its movetext must be this", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 'p':
		a->plies = (unsigned)strtoul(arg, NULL, 10);
		return 0;
	case 'l':
		a->late = true;
		return 0;
	case 'w':
		a->within_ms = (unsigned)strtoul(arg, NULL, 10);
		return 0;
	case 'r':
		a->result = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num > 2)
			argp_usage(state);
		*(state->arg_num == 0 ? &a->score : state->arg_num == 1 ? &a->trace : &a->pgn) = arg;
		return 0;
	case ARGP_KEY_END:
		if (state->arg_num != 3)
			argp_usage(state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static char *read_all(const char *path, size_t *size)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;

	*size = 0;
	if (!file)
		return NULL;
	if (getdelim(&text, size, 0, file) < 0) {
		free(text);
		text = NULL;
	} else {
		*size = strlen(text);
	}
	fclose(file);
	return text;
}

/* Time left after each press, sides in turn. Increments as the score's time control has them. */
static unsigned clocks(const struct emulated_script *trace, const struct hands_score *score, int64_t *left_ms,
		       unsigned room)
{
	int64_t left[2] = { score->base_us, score->base_us };
	int64_t last = 0;
	unsigned n = 0;

	for (size_t i = 0; i < trace->count && n < room; i++) {
		const struct board_event *ev = &trace->event[i];

		if (ev->type != BOARD_EVENT_PRESS)
			continue;
		left[ev->side - 1] += score->increment_us - (ev->device_us - last);
		last = ev->device_us;
		left_ms[n++] = left[ev->side - 1] / 1000;
	}
	return n;
}

/* Is the recorded time, of which tenths are written, what the presses left? before_ms: ran before the hands began. */
static bool clock_agrees(int64_t recorded_ms, int64_t left_ms, int64_t before_ms, unsigned within_ms)
{
	const int64_t late = left_ms - before_ms - recorded_ms;

	if (within_ms)
		return late >= -(int64_t)within_ms && late <= within_ms;
	return before_ms ? late >= -100 && late <= 100 : recorded_ms == left_ms / 100 * 100;
}

static int compare(const struct arguments *a, const struct hands_score *score, const struct emulated_script *trace,
		   const struct pgn_game *pgn)
{
	unsigned plies = a->plies && a->plies < score->plies ? a->plies : score->plies, presses;
	struct game_position pos = score->start;
	int64_t *left_ms = calloc(score->plies + 1, sizeof(*left_ms));
	int64_t before_ms = 0;
	int r = 0;

	presses = left_ms ? clocks(trace, score, left_ms, score->plies) : 0;
	if (pgn->main.count != plies) {
		printf("%u moves, not %u\n", pgn->main.count, plies);
		r = 1;
	}
	if (a->late && presses && pgn->main.count)
		before_ms = left_ms[0] - pgn->main.move[0].clk_ms;
	for (unsigned i = 0; i < plies && i < pgn->main.count && !r; i++) {
		const struct pgn_move *recorded = &pgn->main.move[i];
		char played[GAME_TEXT], read[GAME_TEXT] = "no legal move";
		struct game_move move;

		score->game->move_text(&pos, &score->move[i], played);
		if (score->game->move_parse(&pos, recorded->text, &move) == 0)
			score->game->move_text(&pos, &move, read);
		if (strcmp(played, read)) {
			printf("ply %u: '%s' is %s, played was %s\n", i + 1, recorded->text, read, played);
			r = 1;
		}
		if (score->base_us && i < presses &&
		    !clock_agrees(recorded->clk_ms, left_ms[i], i % 2 ? 0 : before_ms, a->within_ms)) {
			printf("ply %u: %s: clk says %lld ms, the presses %lld ms\n", i + 1, played,
			       (long long)recorded->clk_ms, (long long)left_ms[i]);
			r = 1;
		}
		score->game->play(&pos, &score->move[i]);
	}
	if (!r && a->result &&
	    (strcmp(pgn->result, a->result) || !pgn_tag(pgn, "Result") || strcmp(pgn_tag(pgn, "Result"), a->result))) {
		printf("the result is %s, not %s\n", pgn->result, a->result);
		r = 1;
	}
	if (!r)
		printf("%u moves and %u clock times agree\n", plies, presses < plies ? presses : plies);
	free(left_ms);
	return r;
}

int main(int argc, char **argv)
{
	static const struct argp argp = { options,
					  parse,
					  "SCORE.json TRACE PGN",
					  "Compares a game record with the score that was played and the trace of how.",
					  0,
					  0,
					  0 };
	struct arguments a = { 0 };
	struct hands_score score = { 0 };
	struct emulated_script trace = { 0 };
	struct pgn_game *pgn = NULL;
	struct game_error why = { 0 };
	char err[EMULATED_ERROR] = "";
	size_t size;
	char *text = NULL;
	int r = 1;

	_Static_assert(EMULATED_ERROR >= HANDS_ERROR, "one sentence holds both");
	argp_parse(&argp, argc, argv, 0, NULL, &a);
	if (hands_score_load(a.score, &score, err) < 0) {
		printf("%s: %s\n", a.score, err);
	} else if (emulated_script_load(a.trace, NULL, &trace, err) < 0) {
		printf("%s\n", err);
	} else if (!(text = read_all(a.pgn, &size))) {
		printf("%s: cannot be read\n", a.pgn);
	} else if (pgn_read(score.game, text, size, NULL, &pgn, &why) < 0) {
		printf("%s: %s: %s\n", a.pgn, why.field, why.reason);
	} else {
		r = compare(&a, &score, &trace, pgn);
	}
	pgn_free(pgn);
	free(text);
	emulated_script_done(&trace);
	hands_score_free(&score);
	return r;
}
