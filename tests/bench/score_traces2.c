/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whole games that the tracker reads exactly right, with the lever and without it, each beside what the simplest reader
 * makes of the same squares.
 *
 *   score_traces2 [-v] TRACE.jsonl…     each beside its moves
 *
 * The truth of "reed-c001-l2-presence.jsonl" is "reed-c001-l2.moves": a ply a line, its first word the move. On boards
 * that do not name their pieces the letter of a promotion is not compared. A game with the tag rook_as_queen is left
 * out: its sensors name a rook where a queen stands. One line for each game, level and kind of sensors; with -v each
 * game that is wrong.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/tracker.h"
#include "tests/bench/known-game.h"
#include "tests/bench/simple-reader.h"

struct row {
	char name[48];
	unsigned games, right[2], simple,
		lost[2]; /* right, lost: with the lever, without it; lost to the simple reader */
};

static struct row rows[32];
static unsigned row_count;
static struct known_game trace;
static struct simple_reader simple;
static bool verbose;

static void on_fact(void *userdata, const struct tracker_fact *fact)
{
}

static struct row *row_of(const char *path, const struct known_game *tr)
{
	const char *level = strstr(path, "-l");
	char name[48];

	snprintf(name, sizeof(name), "%s l%c %s", tr->game == &game_chess ? "chess" : "draughts",
		 level ? level[2] : '?', tr->named ? "id" : "presence");
	for (unsigned i = 0; i < row_count; i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	memcpy(rows[row_count].name, name, sizeof(name));
	return &rows[row_count++];
}

static bool simple_is_right(const struct known_game *tr)
{
	simple_reader_start(&simple, tr->game, &tr->start, tr->named);
	for (unsigned i = 0; i < tr->events; i++)
		if (tr->event[i].type != TRACKER_PRESS)
			simple_reader_square(&simple, tr->event[i].t_us, tr->event[i].square,
					     tr->event[i].type == TRACKER_LIFT ? '.' :
					     tr->named			       ? tr->event[i].piece :
										 '?');
	simple_reader_finish(&simple);
	for (unsigned i = 0; i < tr->plies && i < simple.plies; i++)
		if (!known_game_is_move(tr, i, simple.move[i].from, simple.move[i].to, simple.move[i].promotion))
			return false;
	return simple.plies == tr->plies;
}

static bool tracker_is_right(const struct known_game *tr, bool lever, const char *path, bool simple_right)
{
	struct tracker_setup setup = {
		.game = tr->game,
		.sensors = tr->named ? TRACKER_PIECE_ID : TRACKER_PRESENCE,
		.has_lever = lever,
		.keep_illegal = true,
		.start = tr->start,
	};
	struct tracker *tracker = NULL;
	unsigned ply = 0, turns;
	const struct turn *turn = NULL;

	if (tracker_new(&setup, on_fact, NULL, &tracker) < 0)
		return false;
	for (unsigned i = 0; i < tr->events; i++) {
		struct tracker_event tick = { .type = TRACKER_TIME };

		if (!lever && tr->event[i].type == TRACKER_PRESS)
			continue;
		tick.t_us = tracker_deadline(tracker);
		if (tick.t_us <= tr->event[i].t_us)
			tracker_event(tracker, &tick);
		tracker_event(tracker, &tr->event[i]);
	}
	tracker_finish(tracker);
	turns = tracker_turns(tracker);
	for (; ply < tr->plies; ply++) {
		turn = tracker_turn(tracker, ply);
		if (!turn || turn->kind == TURN_NO_MOVE ||
		    !known_game_is_move(tr, ply, turn->from, turn->to, turn->has_move ? turn->move.promotion : 0))
			break;
		turn = NULL;
	}
	if (verbose && (ply < tr->plies || turns != tr->plies)) {
		char from[8] = "-", to[8] = "-";

		if (turn && turn->from != GAME_NO_SQUARE)
			tr->game->square_name(turn->from, from);
		if (turn && turn->to != GAME_NO_SQUARE)
			tr->game->square_name(turn->to, to);
		printf("# %s, %s: ply %u %s of %u read as %s%s at %lld us, %u turns; %s%s\n", path,
		       lever ? "lever" : "no lever", ply, ply < tr->plies ? tr->move[ply] : "(end)", tr->plies, from,
		       to, turn ? (long long)turn->t_us : -1, turns, ply < tr->plies ? tr->tags[ply] : "",
		       simple_right ? "; the simple reader is right" : "");
	}
	tracker_free(tracker);
	return ply == tr->plies && turns == tr->plies;
}

int main(int argc, char **argv)
{
	verbose = argc > 1 && !strcmp(argv[1], "-v");
	for (int i = 1 + verbose; i < argc; i++) {
		struct row *row;
		bool simple_right;

		if (!known_game_read(argv[i], &trace) || trace.left_out)
			continue;
		row = row_of(argv[i], &trace);
		row->games++;
		row->simple += simple_right = simple_is_right(&trace);
		for (unsigned k = 0; k < 2; k++) {
			bool right = tracker_is_right(&trace, k == 0, argv[i], simple_right);

			row->right[k] += right;
			row->lost[k] += simple_right && !right;
		}
	}
	for (unsigned i = 0; i < row_count; i++)
		printf("%-20s games %u  lever %u  no lever %u  simple %u  lost to it %u and %u\n", rows[i].name,
		       rows[i].games, rows[i].right[0], rows[i].right[1], rows[i].simple, rows[i].lost[0],
		       rows[i].lost[1]);
	return 0;
}
