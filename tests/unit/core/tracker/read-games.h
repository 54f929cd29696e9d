/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Short games of chance by clumsy hands, and all that the tracker says of them: how each is read, what is said when,
 * and why. With and without a lever, by sensors that name the pieces, that do not, and that are exact; chess, Chess960
 * and draughts; with cables that are pulled, moves against the rules, takebacks, pieces that are swept off, set up
 * again or stand wrongly from the start.
 *
 * The tracker draws nothing by chance, so all of it is the same each time: a file has a line for each game, which
 * begins with the game's number. Not all of them are read right, since not all can be. Who changes the tracker reads in
 * the file's diff what changes with it, and for better or worse: the last line has the sums. FLAGFALL_READ=FILE writes
 * it anew, which is done on purpose only. In a line `read` stands for the turns as they are read at last, `said` for
 * everything that was said and answered meanwhile, with its times, and `why` for the costs of the readings. Steps are
 * what it cost.
 *
 * FLAGFALL_GAME=NUMBER plays that game alone.
 */
#ifndef TESTS_TRACKER_READ_GAMES_H
#define TESTS_TRACKER_READ_GAMES_H

#include "daemon/core/mirrored-start.h"
#include "tests/unit/core/tracker/chance-hands.h"
#include "tests/unit/core/tracker/event-work.h"
#include "tests/unit/core/tracker/said.h"

struct game_read {
	struct table table; /* the first, so that who has it has the rest */
	struct tracker *tracker;
	bool no_ticks; /* nobody asks for deadlines */
	unsigned explained;
	uint64_t steps; /* event_work() */
	struct said said;
};

static void hear(void *userdata, const struct tracker_fact *f)
{
	struct game_read *g = userdata;

	g->table.need_squares |= f->type == TRACKER_NEED_SQUARES;
	add_fact(&g->said, g->table.game, f);
}

static void note_answers(struct game_read *g)
{
	g->steps += event_work(g->tracker);
	add_answers(&g->said, g->table.game, g->tracker);
	if (tracker_turns(g->tracker) == g->explained)
		return;
	g->explained = tracker_turns(g->tracker);
	add_reasons(&g->said, g->tracker);
}

static void give(struct table *t, const struct tracker_event *e)
{
	struct game_read *g = (struct game_read *)t;
	struct tracker_event tick = { .type = TRACKER_TIME };

	for (unsigned i = 0; i < 20 && !g->no_ticks && tracker_deadline(g->tracker) <= e->t_us; i++) {
		tick.t_us = tracker_deadline(g->tracker);
		assert_int_equal(tracker_event(g->tracker, &tick), 0);
		note_answers(g);
	}
	assert_int_equal(tracker_event(g->tracker, e), 0);
	note_answers(g);
	/* a person speaks */
	if (!next(t, e->type == TRACKER_PRESS ? 40 : 400)) {
		assert_int_equal(tracker_judge_now(g->tracker), 0);
		note_answers(g);
	}
}

/* What people and hands do beside moves. False: the game is over for it. */
static bool interlude(struct game_read *g)
{
	struct table *t = &g->table;
	const unsigned turns = tracker_turns(t->tracker);
	struct game_position pos = *tracker_position(t->tracker);
	static const char *const promotions[] = { "Q", "N", "R", "B" };
	static const unsigned centre[] = { 27, 28, 35, 36 };
	char piece;

	switch (next(t, 12)) {
	case 0:
		against_the_rules(t);
		if (turns < tracker_turns(t->tracker) && next(t, 4))
			assert_int_equal(tracker_undo(g->tracker, tracker_turns(t->tracker) - turns), 0);
		break;
	case 1:
		tracker_undo(g->tracker, turns < 3 ? turns : 1 + next(t, 3));
		break;
	case 2: /* what the arbiter set */
		play_on(t, &pos, 1 + next(t, 4));
		assert_int_equal(tracker_set_position(g->tracker, &pos), 0);
		break;
	case 3:
		for (unsigned n = 1 + next(t, 3); n; n--)
			carry_any(t, is_taken, next(t, 3) ? is_empty : is_taken);
		break;
	case 4:
		table_event(t, (struct tracker_event){ .type = TRACKER_EVENTS_LOST, .t_us = t->t_us });
		table_squares(t);
		break;
	case 5:
		table_press(t, next(t, 2) ? WHITE : BLACK);
		pause_ms(t, 1, 400);
		table_press(t, next(t, 2) ? WHITE : BLACK);
		break;
	case 6: /* set up for the next game, or cleared away */
		t->game->parse(t->game->start_fen, &pos, NULL);
		if (next(t, 2))
			t->game->set_placement(&pos, memset((char[GAME_MAX_SQUARES]){ 0 }, '.', GAME_MAX_SQUARES),
					       WHITE);
		set_right(t, &pos, 0);
		table_wait(t, 500);
		return next(t, 2);
	case 7: /* kings in the centre */
		for (unsigned q = 0; q < t->game->squares; q++)
			if ((t->pieces[q] | 32) == 'k' && t->game != &game_draughts)
				carry(t, q, ONE_OF(t, centre));
		table_wait(t, next(t, 4000));
		return next(t, 2);
	case 8:
		piece = *ONE_OF(t, promotions);
		if (turns && t->game != &game_draughts && tracker_turn(t->tracker, turns - 1) &&
		    tracker_turn(t->tracker, turns - 1)->move.promotion) {
			piece = turns % 2 ? piece : (char)(piece | 32);
			if (next(t, 2))
				tracker_set_promotion(g->tracker, turns - 1, piece);
			else
				tracker_rule_promotion(g->tracker, turns - 1, piece);
		}
		break;
	default:
		pause_ms(t, 500, 4000);
		break;
	}
	note_answers(g);
	return true;
}

/* The pieces before the first move: as they should, or not. */
static void set_up(struct table *t)
{
	table_squares(t);
	if (next(t, 8) == 0)
		for (unsigned n = 1 + next(t, 3); n; n--)
			carry_any(t, is_taken, is_empty);
	if (next(t, 2))
		table_squares(t);
	pause_ms(t, 100, 2000);
	if (next(t, 3))
		set_right(t, tracker_position(t->tracker), 30);
}

static void choose_start(struct table *t)
{
	struct game_position *start = &t->setup.start, stands;
	const char *fen = t->game->start_fen;

	if (next(t, 3) == 0)
		fen = t->game == &game_draughts ? ONE_OF(t, draughts_scenes) : ONE_OF(t, chess_scenes);
	if (t->game->starts)
		assert_int_equal(t->game->start(next(t, t->game->starts), start), 0);
	else
		assert_int_equal(t->game->parse(fen, start, NULL), 0);
	stands = *start;
	t->setup.swapped_kq = next(t, 3);
	if (next(t, 3)) {
		play_on(t, start, next(t, 50));
		stands = *start;
	} else if (t->game->starts && next(t, 2)) {
		t->setup.open_start = true;
		assert_int_equal(t->game->start(next(t, t->game->starts), &stands), 0);
	} else if (t->setup.swapped_kq && next(t, 2)) {
		swapped_start(t->game, start, 1 + next(t, 3), &stands);
	}
	t->game->placement(&stands, t->pieces);
}

/* The line of a game. */
static void play_game(unsigned number, char line[static 200], struct count *count, uint64_t *steps)
{
	static const struct game *const games[] = { &game_chess, &game_chess,	 &game_chess,	 &game_chess,
						    &game_chess, &game_chess960, &game_chess960, &game_draughts };
	static const enum tracker_sensors sensors[] = { TRACKER_PRESENCE, TRACKER_PRESENCE, TRACKER_PRESENCE,
							TRACKER_PRESENCE, TRACKER_PIECE_ID, TRACKER_PIECE_ID,
							TRACKER_PIECE_ID, TRACKER_PIECE_ID, TRACKER_EXACT };
	static const char *const words[] = { "", "presence", "piece-id", "exact" };
	struct game_read g = { .table = { .seed = number, .give = give } };
	struct table *t = &g.table;
	char wrong[40] = "";

	t->game = t->setup.game = ONE_OF(t, games);
	t->setup.sensors = ONE_OF(t, sensors);
	t->setup.has_lever = t->setup.sensors == TRACKER_EXACT || next(t, 3);
	t->setup.keep_illegal = next(t, 2);
	t->setup.scan_us = next(t, 3) ? 0 : 250000;
	t->setup.late_us = next(t, 4) ? 0 : 1000000;
	t->turned = t->setup.sensors != TRACKER_EXACT && !next(t, 10);
	t->names_lifted = next(t, 2);
	g.no_ticks = !next(t, 6);
	choose_start(t);
	t->names_none = t->setup.sensors == TRACKER_EXACT && next(t, 2);
	*count = (struct count){ .first_wrong = -1 };
	assert_int_equal(tracker_new(&t->setup, hear, &g, &g.tracker), 0);
	t->tracker = g.tracker;
	if (t->setup.sensors == TRACKER_EXACT)
		set_right(t, tracker_position(t->tracker), 0);
	else if (t->turned || t->setup.open_start || !next(t, 3))
		set_up(t);
	for (unsigned part = 0; part < 4 && count->plies < 14; part++) {
		if (!play_part(t, count) || !interlude(&g))
			break;
		set_right(t, tracker_position(t->tracker), 15);
		pause_ms(t, 100, 2000);
	}
	assert_int_equal(tracker_finish(g.tracker), 0);
	note_answers(&g);
	add_game(&g.said, t->game, g.tracker);
	if (count->first_wrong >= 0)
		snprintf(wrong, sizeof(wrong), " (not %d)", count->first_wrong + 1);
	snprintf(line, 200, "%u %s %s %s: %u of %u%s, read %06x said %06x why %06x\n", number, t->game->name,
		 words[t->setup.sensors], t->setup.has_lever ? "lever" : "no-lever", count->right, count->plies, wrong,
		 (unsigned)(g.said.read >> 40), (unsigned)(g.said.said >> 40), (unsigned)(g.said.why >> 40));
	*steps += g.steps;
	tracker_free(g.tracker);
}

/* Those of the file; of so many one is played. */
static void games_are_read_as_before(const char *name, unsigned each)
{
	const char *path = getenv("FLAGFALL_READ"), *alone = getenv("FLAGFALL_GAME");
	FILE *f = fopen(name, "r"), *new = path ? fopen(path, "w") : NULL;
	unsigned others = 0, games = 0, right = 0, plies = 0, games_right = 0;
	char line[200], there[200];
	struct count count;
	uint64_t steps = 0;

	assert_true(f && (new || !path));
	while (fgets(there, sizeof(there), f) && *there != 'a' && others < 20) {
		const unsigned number = (unsigned)atoi(there);

		if (alone ? number != (unsigned)atoi(alone) : !path && ++games % each)
			continue;
		games += path != NULL;
		play_game(number, line, &count, &steps);
		right += count.right;
		plies += count.plies;
		games_right += count.first_wrong < 0;
		if (path)
			fputs(line, new);
		else if (strcmp(line, there) && ++others)
			print_message("# now  %s# then %s", line, there);
	}
	snprintf(line, sizeof(line), "all: %u of %u games, %u of %u turns, %llu steps\n", games_right, games, right,
		 plies, (unsigned long long)steps);
	if (path)
		fputs(line, new);
	else if (!others && each == 1 && !alone)
		assert_string_equal(line, there);
	fclose(f);
	assert_true(!new || fclose(new) == 0);
	assert_int_equal(others, 0);
}

#endif
