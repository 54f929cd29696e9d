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
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/tracker.h"
#include "tests/bench/simple-reader.h"

enum { PLIES = 1024, EVENTS = 16384 };

struct trace {
	const struct game *game;
	struct game_position start;
	bool named;
	struct tracker_event event[EVENTS];
	unsigned events;
	char move[PLIES][12], tags[PLIES][120];
	unsigned plies;
	bool left_out;
};

struct row {
	char name[48];
	unsigned games, right[2], simple,
		lost[2]; /* right, lost: with the lever, without it; lost to the simple reader */
};

static struct row rows[32];
static unsigned row_count;
static struct trace trace;
static struct simple_reader simple;
static bool verbose;

static void on_fact(void *userdata, const struct tracker_fact *fact)
{
}

static struct row *row_of(const char *path, const struct trace *tr)
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

static void read_event(struct trace *tr, const json_t *j)
{
	const char *type = json_string_value(json_object_get(j, "type")),
		   *piece = json_string_value(json_object_get(j, "piece"));
	struct tracker_event *e = &tr->event[tr->events];

	*e = (struct tracker_event){ .t_us = json_integer_value(json_object_get(j, "t_us")),
				     .piece = piece ? piece[0] : 0 };
	if (!type || tr->events == EVENTS)
		return;
	if (!strcmp(type, "press")) {
		e->type = TRACKER_PRESS;
		e->side = *json_string_value(json_object_get(j, "side")) == 'w' ? WHITE : BLACK;
	} else if (!strcmp(type, "lift") || !strcmp(type, "place")) {
		e->type = *type == 'l' ? TRACKER_LIFT : TRACKER_PLACE;
		e->square = (uint8_t)tr->game->square_parse(json_string_value(json_object_get(j, "square")));
	} else {
		return;
	}
	tr->events++;
}

static bool read_trace(const char *path, struct trace *tr)
{
	char moves[4096], *line = NULL, *dash;
	size_t room = 0;
	FILE *f = fopen(path, "r");

	tr->game = NULL;
	tr->events = tr->plies = 0;
	tr->left_out = false;
	if (!f)
		return false;
	while (getline(&line, &room, f) > 0) {
		json_t *j = json_loads(line, 0, NULL);
		const char *fen = json_string_value(json_object_get(j, "start"));
		const char *sensors = json_string_value(json_object_get(j, "sensors"));
		const char *name = json_string_value(json_object_get(j, "game"));

		if (tr->game) {
			read_event(tr, j);
		} else if (name && (tr->game = game_find(name))) {
			tr->named = sensors && !strcmp(sensors, "piece-id");
			tr->game->parse(fen ? fen : tr->game->start_fen, &tr->start, NULL);
		}
		json_decref(j);
	}
	fclose(f);
	free(line);
	snprintf(moves, sizeof(moves) - 8, "%s", path);
	dash = strrchr(moves, '-');
	if (!tr->game || !dash)
		return false;
	strcpy(dash, ".moves");
	f = fopen(moves, "r");
	if (!f)
		return false;
	for (char text[256]; tr->plies < PLIES && fgets(text, sizeof(text), f); tr->plies++) {
		tr->tags[tr->plies][0] = 0;
		sscanf(text, "%11s %*s %119s", tr->move[tr->plies], tr->tags[tr->plies]);
		tr->left_out |= strstr(tr->tags[tr->plies], "rook_as_queen") != NULL;
	}
	fclose(f);
	return true;
}

/* The move as the file has it: e7e8q, 35x31. */
static bool is_move(const struct trace *tr, unsigned ply, unsigned from, unsigned to, char promotion)
{
	char a[8] = "", b[8] = "", text[24];
	const char *want = tr->move[ply], *second = strpbrk(want, "-x");

	if (from == GAME_NO_SQUARE || to == GAME_NO_SQUARE)
		return false;
	tr->game->square_name(from, a);
	tr->game->square_name(to, b);
	if (second && tr->game != &game_chess) {
		snprintf(text, sizeof(text), "%s%c%s", a, *second, b);
		return !strcmp(text, want);
	}
	snprintf(text, sizeof(text), "%s%s%c", a, b, tr->named && promotion ? promotion | 32 : 0);
	return tr->named ? !strcmp(text, want) : !strncmp(text, want, 4);
}

static bool simple_is_right(const struct trace *tr)
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
		if (!is_move(tr, i, simple.move[i].from, simple.move[i].to, simple.move[i].promotion))
			return false;
	return simple.plies == tr->plies;
}

static bool tracker_is_right(const struct trace *tr, bool lever, const char *path, bool simple_right)
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
		    !is_move(tr, ply, turn->from, turn->to, turn->has_move ? turn->move.promotion : 0))
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

		if (!read_trace(argv[i], &trace) || trace.left_out)
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
