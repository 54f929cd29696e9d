// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Evenings of several games on one board (tests/sim/made-evening.h), live: each game is begun by one start, before its
 * first move or some moves later, or in free play by nobody. Its record has its moves, and nothing else.
 *
 * EVENINGS=N plays N of each kind.
 */
#include <ctype.h>
#include <stdio.h>

#include "tests/bus/rig-journal.h"
#include "tests/sim/made-evening.h"

enum { AT_ONCE = 40 }; /* events before the daemon is waited for */

static unsigned games, right;

static unsigned evenings(void)
{
	const char *n = getenv("EVENINGS");

	return n ? (unsigned)strtoul(n, NULL, 10) : 2;
}

/* The moves of a record, blank-separated, without numbers and comments; free(). */
static char *moves_of_record(const char *pgn)
{
	const char *at = strstr(pgn, "\n\n");
	char *text = calloc(1, strlen(pgn) + 1), *to = text;

	assert_true(at && text);
	for (at += 2; *at;) {
		const size_t word = strcspn(at, " \n");

		if (*at == '{') {
			at = strchr(at, '}') + 1;
			continue;
		}
		if (word && !isdigit((unsigned char)*at) && *at != '*')
			to += sprintf(to, "%.*s ", (int)word, at);
		at += word + (at[word] != '\0');
	}
	return text;
}

static char *moves_played(const struct made_evening *e, const struct made_game *g)
{
	char *text = calloc(g->plies + 1, GAME_TEXT), *to = text;
	struct game_position pos;

	assert_non_null(text);
	assert_int_equal(e->game->parse(e->game->start_fen, &pos, NULL), 0);
	for (unsigned i = 0; i < g->plies; i++) {
		char move[GAME_TEXT];

		e->game->move_notation(&pos, &g->move[i], move);
		to += sprintf(to, "%s ", move);
		e->game->play(&pos, &g->move[i]);
	}
	return text;
}

static void play(struct rig *rig, const struct made_evening *e, size_t from, size_t to, int64_t zero_us)
{
	for (size_t i = from; i < to; i++) {
		const struct hands_event *event = &e->event[i];
		const int cell = event->action == HANDS_PRESS ? 0 : e->game->cell_of_square(event->square);

		rig_time(rig, zero_us + event->t_us);
		assert_return_code(event->action == HANDS_PRESS ?
					   sim_press(rig->sim, event->side == WHITE ? SBW_SIDE_WHITE : SBW_SIDE_BLACK) :
				   event->action == HANDS_LIFT ? sim_lift(rig->sim, (unsigned)cell) :
								 sim_place(rig->sim, (unsigned)cell, event->piece),
				   0);
		if (i % AT_ONCE == 0)
			rig_settle(rig);
	}
	rig_settle(rig);
	rig_drain(rig);
}

static char *record_of(struct rig *rig, unsigned game)
{
	char *file, *text, *moves;

	snprintf(rig->game, sizeof(rig->game), "%u", game);
	snprintf(rig->path, sizeof(rig->path), "/org/flagfall1/game/%u", game);
	rig_expect_record(rig, "[Result ", "recorded");
	file = rig_property(rig, GAME, "PgnPath");
	text = rig_read_file(file);
	if (!text)
		fail_msg("game %u has no record %s", game, file);
	moves = moves_of_record(text);
	free(text);
	free(file);
	return moves;
}

static void end_last(struct rig *rig, unsigned game)
{
	char *state;

	snprintf(rig->path, sizeof(rig->path), "/org/flagfall1/game/%u", game);
	state = rig_property(rig, GAME, "State");
	if (strcmp(state, "over"))
		json_decref(rig_ask(rig, GAME, "End", "s", "1/2-1/2"));
	free(state);
	rig_drain(rig);
}

/* It begins by itself. */
static void wait_for_game(struct rig *rig, unsigned game)
{
	char text[16];

	snprintf(text, sizeof(text), "game/%u", game);
	rig_wait(rig, "GameAdded", text);
	snprintf(rig->path, sizeof(rig->path), "/org/flagfall1/%s", text);
}

static void evening(struct rig *rig, unsigned number, bool free_play)
{
	const int64_t zero_us = (int64_t)sim_time(rig->sim) + 1000000;
	const unsigned before = (unsigned)rig_games(rig, NULL, NULL);
	struct made_evening e;

	assert_int_equal(made_evening(number, number % 2 ? MADE_HURRIED : MADE_ORDERLY, false, &e), 0);
	sim_set_squares(rig->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
	for (unsigned i = 0; i < e.count; i++) {
		const struct made_game *g = &e.games[i];
		const size_t next = i + 1 < e.count ? e.games[i + 1].first : e.events;
		const size_t start = g->first + (i == 0 ? 0 : free_play ? 26 : number * 7 % 12);

		play(rig, &e, g->first, start, zero_us);
		if (i && free_play)
			wait_for_game(rig, before + i + 1);
		else
			rig_start(rig, free_play ? NULL : "rulebook", "fide2023-standard", "time", "36000", NULL);
		assert_true(!rig->wrong || !rig->wrong[0]);
		play(rig, &e, start, next, zero_us);
	}
	rig_time(rig, (int64_t)sim_time(rig->sim) + 3000000);
	rig_settle(rig);
	rig_drain(rig);
	end_last(rig, before + e.count);
	assert_int_equal(rig_games(rig, NULL, NULL), before + e.count);
	for (unsigned i = 0; i < e.count; i++) {
		char *want = moves_played(&e, &e.games[i]), *got = record_of(rig, before + i + 1);

		games++;
		right += !strcmp(got, want);
		if (strcmp(got, want))
			printf("# evening %u, game %u of %u, end %d\n#  played %s\n#  read   %s\n", number, i + 1,
			       e.count, e.games[i].end, want, got);
		free(want);
		free(got);
	}
	made_evening_free(&e);
}

static void each_game_is_begun_by_one_start(void **state)
{
	for (unsigned i = 0; i < evenings(); i++)
		evening(*state, i, false);
	assert_in_range(right, games - games / 20, games);
}

static void nobody_starts_the_next_game_of_free_play(void **state)
{
	for (unsigned i = 0; i < evenings(); i++)
		evening(*state, i, true);
	assert_in_range(right, games - games / 20, games);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(each_game_is_begun_by_one_start, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(nobody_starts_the_next_game_of_free_play, rig_setup, rig_teardown),
	};

	return cmocka_run_group_tests_name("club evening", tests, NULL, NULL);
}
