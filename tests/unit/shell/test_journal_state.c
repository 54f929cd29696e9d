/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What has become of a game: it is what was written, or it is said that it is not. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

#include "daemon/shell/journal-games.h"
#include "tests/unit/shell/journal-place.h"

static int setup(void **state)
{
	struct journal_place *p = calloc(1, sizeof(*p));

	journal_place_make(p);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	journal_place_remove(*state);
	free(*state);
	return 0;
}

/* Past the journal, by its name or by whoever has it open. */
static void change(const struct journal_place *p, const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

struct state {
	char state[16], result[16], record[32], fault[64];
	int64_t ended_us;
};

static int note_state(void *userdata, const struct journal_game *game)
{
	struct state *s = userdata;

	*s = (struct state){ .ended_us = game->ended_us };
	snprintf(s->state, sizeof(s->state), "%s", game->state);
	snprintf(s->result, sizeof(s->result), "%s", game->result ? game->result : "");
	snprintf(s->record, sizeof(s->record), "%s", game->record ? game->record : "");
	snprintf(s->fault, sizeof(s->fault), "%s", game->fault ? game->fault : "");
	return 0;
}

static struct state state_of(struct journal *j, uint64_t game)
{
	struct state s = { .ended_us = 0 };

	assert_return_code(journal_one_game(j, game, note_state, &s), 0);
	return s;
}

static void stage_ended(struct journal *j)
{
	const uint64_t game = journal_next_game(j);

	assert_return_code(journal_stage_game(j, game, "B", "{\"white\":\"Ann\"}", "{}", NULL), 0);
	assert_return_code(journal_stage_over(j, game, "1-0", 5), 0);
	assert_return_code(journal_stage_recorded(j, game, "/games/1.pgn"), 0);
	assert_return_code(journal_commit(j), 0);
	journal_leave(j, game);
}

static int count(void *userdata, const struct journal_game *game)
{
	(void)game;
	++*(unsigned *)userdata;
	return 0;
}

static unsigned found(struct journal *j, struct journal_filter filter)
{
	uint64_t before = 0;
	unsigned games = 0;

	assert_return_code(journal_find_games(j, &filter, &before, count, &games), 0);
	return games;
}

/* Who reads it is not told what the disk says now, and who writes does not make that look as if it had been written. */
static void a_state_that_was_changed_is_none(void **state)
{
	struct journal_place *p = *state;
	struct journal *j = journal_place_open(p, "the journal");
	struct state s;

	stage_ended(j);
	s = state_of(j, 1);
	assert_string_equal(s.state, "recorded");
	assert_int_equal(s.ended_us, 5);
	change(p, "UPDATE games SET result = '0-1'");
	s = state_of(j, 1);
	assert_string_equal(s.state, "unrecovered");
	assert_string_equal(s.result, "");
	assert_string_equal(s.record, "");
	assert_non_null(strstr(s.fault, "changed on disk"));
	assert_int_equal(s.ended_us, 0);
	assert_int_equal(found(j, (struct journal_filter){ .player = "Ann" }), 1);
	assert_int_equal(found(j, (struct journal_filter){ .state = "unrecovered" }), 1);
	assert_int_equal(found(j, (struct journal_filter){ .state = "recorded" }), 0);
	assert_int_equal(found(j, (struct journal_filter){ .result = "0-1" }), 0);
	assert_int_equal(journal_stage_recorded(j, 1, "/games/2.pgn"), -EBADMSG);
	assert_int_equal(journal_stage_corrected(j, 1), -EBADMSG);
	assert_non_null(strstr(journal_error(j), "game 1: what had become of it was changed on disk"));
	assert_int_equal(journal_staged(j), 0);
	assert_return_code(journal_stage_given_up(j, 1), 0); /* who says so has seen it */
	assert_return_code(journal_commit(j), 0);
	s = state_of(j, 1);
	assert_string_equal(s.state, "given-up");
	assert_string_equal(s.result, "");
	assert_int_equal(journal_stage_given_up(j, 2), -ENOENT);
	assert_non_null(strstr(journal_error(j), "no game 2"));
	journal_close(j);
	j = journal_place_open(p, "the journal");
	assert_string_equal(journal_told(j), "");
	journal_close(j);
}

/* Found at the start, of games that are long over, too: the journal was damaged. */
static void a_state_that_was_changed_is_told(void **state)
{
	static const char *const changes[] = { "state = 'running'",	 "state = 'given-up'", "result = '1/2-1/2'",
					       "result = NULL",		 "record = NULL",      "ended_us = 6",
					       "fault = 'it is broken'", "state_seal = NULL",  "seed = NULL" };
	struct journal_place *p = *state;

	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		struct journal *j = journal_place_open(p, "the journal");
		char sql[100];
		struct state s;

		stage_ended(j);
		journal_close(j);
		snprintf(sql, sizeof(sql), "UPDATE games SET %s WHERE id = 1", changes[i]);
		change(p, sql);
		j = journal_place_open(p, "the journal");
		if (!strstr(journal_told(j), "game 1: what had become of it was changed on disk"))
			fail_msg("%s: %s", changes[i], journal_told(j));
		s = state_of(j, 1);
		if (strcmp(changes[i], "seed = NULL") != 0 && strcmp(s.state, "unrecovered") != 0 &&
		    (strcmp(s.state, "recorded") != 0 || strcmp(s.result, "1-0") != 0))
			fail_msg("%s: it is %s %s", changes[i], s.state, s.result);
		journal_close(j);
		j = journal_place_open(p, "the journal");
		assert_string_equal(journal_told(j), "");
		journal_close(j);
		memory_folder_clear(p->dir);
	}
}

/* An UPDATE that finds no row is none: it is tried again until it does, as when the disk is full. */
static void a_game_that_is_not_there_is_a_fault(void **state)
{
	struct journal_place *p = *state;
	struct journal *j = journal_place_open(p, "the journal");
	const uint64_t game = journal_next_game(j);

	assert_return_code(journal_stage_game(j, game, "B", "{}", "{}", NULL), 0);
	assert_return_code(journal_commit(j), 0);
	change(p, "CREATE TABLE aside AS SELECT * FROM games; DELETE FROM games");
	assert_return_code(journal_stage_over(j, game, "1-0", 5), 0);
	assert_int_equal(journal_commit(j), -EUCLEAN);
	assert_non_null(strstr(journal_error(j), "game 1 is not in it any more"));
	assert_int_equal(journal_commit(j), -EUCLEAN);
	change(p, "INSERT INTO games SELECT * FROM aside; DROP TABLE aside");
	assert_return_code(journal_commit(j), 0);
	assert_string_equal(state_of(j, game).result, "1-0");
	journal_close(j);
}

/* What is on its way to the disk counts, also of a game that is left. */
static void what_is_staged_of_a_state_is_what_it_is(void **state)
{
	struct journal_place *p = *state;
	struct journal *j = journal_place_open(p, "the journal");
	struct state s;

	for (uint64_t game = 1; game <= 3; game++) {
		assert_int_equal(journal_next_game(j), game);
		assert_return_code(journal_stage_game(j, game, "B", "{}", "{}", NULL), 0);
		if (game > 1)
			journal_leave(j, game);
	}
	assert_return_code(journal_stage_over(j, 1, "1-0", 5), 0);
	journal_leave(j, 1);
	assert_return_code(journal_stage_recorded(j, 1, "/games/1.pgn"), 0);
	assert_true(journal_submit(j));
	assert_return_code(journal_stage_corrected(j, 1), 0);
	assert_return_code(journal_stage_unrecovered(j, 2, "it is so"), 0);
	assert_return_code(journal_stage_over(j, 3, "0-1", 7), 0);
	assert_return_code(journal_stage_over(j, 3, NULL, 8), 0);
	assert_return_code(journal_commit(j), 0);
	s = state_of(j, 1);
	assert_string_equal(s.state, "over");
	assert_string_equal(s.result, "1-0");
	assert_string_equal(s.record, "/games/1.pgn");
	assert_int_equal(s.ended_us, 5);
	assert_string_equal(state_of(j, 2).fault, "it is so");
	assert_return_code(journal_stage_recovered(j, 2), 0);
	assert_return_code(journal_commit(j), 0);
	assert_string_equal(state_of(j, 2).state, "running");
	assert_string_equal(state_of(j, 2).fault, "");
	s = state_of(j, 3);
	assert_string_equal(s.state, "running");
	assert_string_equal(s.result, "");
	assert_int_equal(s.ended_us, 0);
	journal_close(j);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_state_that_was_changed_is_none, setup, teardown),
		cmocka_unit_test_setup_teardown(a_state_that_was_changed_is_told, setup, teardown),
		cmocka_unit_test_setup_teardown(a_game_that_is_not_there_is_a_fault, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_staged_of_a_state_is_what_it_is, setup, teardown),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
