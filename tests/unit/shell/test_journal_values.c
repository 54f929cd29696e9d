/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A journal that SQLite finds sound, and one value in it is another one: of each column of each table a row's, set to
 * what it may never be. What went into a game, what was ruled and what has become of it is what it was, or it is said
 * that it is not.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

#include "daemon/shell/journal-events.h"
#include "daemon/shell/journal-games.h"
#include "tests/faults/fault-points.h"
#include "tests/unit/shell/journal-day.h"
#include "tests/unit/shell/journal-place.h"

#define MOST_COLUMNS 64

static const char *const values[] = {
	"NULL", "5",  "-1",	 "9223372036854775807", "2.5",
	"'x'",	"''", "x'00ff'", "zeroblob(100000)",	"printf('%.*c', 100000, 'x')",
};

struct column {
	char table[32], name[32], keys[64];
};

struct place {
	struct journal_place files;
	char *data;
	size_t size;
	struct column column[MOST_COLUMNS];
	unsigned columns;
	char *known[DAY_GAMES + 1];
};

static int run(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static sqlite3 *open_database(const struct place *p)
{
	sqlite3 *db = NULL;

	assert_int_equal(sqlite3_open(p->files.path, &db), SQLITE_OK);
	return db;
}

/* --- what went into a game --- */

struct rows {
	FILE *out;
	unsigned games; /* that are in the list */
};

static int add_row(void *userdata, uint64_t n, const char *json)
{
	struct rows *rows = userdata;

	fprintf(rows->out, "%" PRIu64 " %s\n", n, json);
	return 0;
}

static int add_setup(void *userdata, const struct journal_game *game)
{
	struct rows *rows = userdata;

	fprintf(rows->out, "%s %s %s\n%s %s %s %s %" PRId64 "\n", game->board, game->setup, game->map, game->state,
		game->result ? game->result : "-", game->record ? game->record : "-", game->fault ? game->fault : "-",
		game->ended_us);
	return 0;
}

static int count_game(void *userdata, const struct journal_game *game)
{
	struct rows *rows = userdata;

	assert_non_null(game->board);
	assert_non_null(game->setup);
	assert_non_null(game->map);
	assert_non_null(game->state);
	rows->games += game->number >= 1 && game->number <= DAY_GAMES;
	return 0;
}

static char *rows_of(struct journal *j, uint64_t game, int *r)
{
	char *text = NULL, *books = NULL;
	size_t size;
	struct rows rows = { .out = open_memstream(&text, &size) };

	*r = journal_inputs(j, game, add_row, &rows);
	if (*r == 0)
		*r = journal_rulings(j, game, add_row, &rows);
	if (*r == 0)
		*r = journal_books(j, game, &books);
	if (*r == 0)
		*r = journal_one_game(j, game, add_setup, &rows);
	fprintf(rows.out, "%s\n", books ? books : "-");
	fclose(rows.out);
	free(books);
	return text;
}

static bool is_unrecovered(struct journal *j, uint64_t game)
{
	const char boards[] = { 0, 'A', 'B', 'A' };

	return journal_unrecovered_on(j, (char[]){ boards[game], '\0' }) == game;
}

/* --- a journal --- */

static void find_columns(struct place *p)
{
	static const char sql[] =
		"SELECT t.name, c.name, (SELECT group_concat(k.name) FROM pragma_table_info(t.name) k WHERE k.pk > 0)"
		" FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'";
	sqlite3 *db = open_database(p);
	sqlite3_stmt *s = NULL;

	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
	while (sqlite3_step(s) == SQLITE_ROW) {
		struct column *c = &p->column[p->columns++];

		assert_true(p->columns < MOST_COLUMNS);
		snprintf(c->table, sizeof(c->table), "%s", (const char *)sqlite3_column_text(s, 0));
		snprintf(c->name, sizeof(c->name), "%s", (const char *)sqlite3_column_text(s, 1));
		snprintf(c->keys, sizeof(c->keys), "%s", (const char *)sqlite3_column_text(s, 2));
	}
	sqlite3_finalize(s);
	sqlite3_close(db);
}

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));
	struct journal *j;
	FILE *f;
	int r;

	journal_place_make(&p->files);
	j = journal_place_open(&p->files, "a new one");
	for (unsigned i = 0; i < DAY_STEPS; i++) {
		assert_int_equal(day_steps[i].stage(j), 0);
		assert_int_equal(journal_commit(j), 0);
	}
	for (uint64_t game = 1; game <= DAY_GAMES; game++) {
		p->known[game] = rows_of(j, game, &r);
		assert_int_equal(r, 0);
	}
	journal_close(j);
	find_columns(p);
	p->data = malloc(1 << 20);
	f = fopen(p->files.path, "rb");
	p->size = fread(p->data, 1, 1 << 20, f);
	fclose(f);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;

	journal_place_remove(&p->files);
	free(p->data);
	for (unsigned i = 0; i <= DAY_GAMES; i++)
		free(p->known[i]);
	free(p);
	return 0;
}

/* Back to what it was. */
static void put_back(const struct place *p, const char *seen, size_t seen_size)
{
	char path[112];
	FILE *f;

	memory_folder_clear(p->files.dir);
	f = fopen(p->files.path, "wb");
	assert_int_equal(fwrite(p->data, 1, p->size, f), p->size);
	fclose(f);
	snprintf(path, sizeof(path), "%s.seen", p->files.path);
	f = fopen(path, "wb");
	assert_int_equal(fwrite(seen, 1, seen_size, f), seen_size);
	fclose(f);
}

/* Of the table's first row, past what the schema says of it. False: it cannot be so. */
static bool set_value(const struct place *p, const struct column *c, const char *value)
{
	char sql[400];
	sqlite3 *db = open_database(p);
	bool is_set;

	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
	assert_int_equal(run(db,
			     "PRAGMA writable_schema=ON; CREATE TEMP TABLE was AS SELECT rowid AS id, sql FROM"
			     " main.sqlite_master; UPDATE main.sqlite_master SET sql = replace(sql, 'NOT NULL', '');"
			     "PRAGMA writable_schema=RESET"),
			 SQLITE_OK);
	snprintf(sql, sizeof(sql),
		 "UPDATE OR IGNORE %s SET %s = %s WHERE (%s) = (SELECT %s FROM %s ORDER BY %s LIMIT 1)", c->table,
		 c->name, value, c->keys, c->keys, c->table, c->keys);
	is_set = run(db, sql) == SQLITE_OK && sqlite3_changes(db) == 1;
	assert_int_equal(run(db,
			     "PRAGMA writable_schema=ON; UPDATE main.sqlite_master SET sql = (SELECT sql FROM temp.was"
			     " WHERE id = main.sqlite_master.rowid); PRAGMA writable_schema=RESET"),
			 SQLITE_OK);
	sqlite3_close(db);
	return is_set;
}

static void expect_sound_or_told(const struct place *p, const char *what)
{
	struct journal *j = journal_place_open(&p->files, what);
	const bool is_told = *journal_told(j);
	const struct journal_filter any = { 0 };
	struct rows rows = { 0 };
	uint64_t before = 0;
	int r;

	if (journal_find_games(j, &any, &before, count_game, &rows) < 0)
		fail_msg("%s: games cannot be listed: %s", what, journal_error(j));
	if (rows.games < DAY_GAMES && !is_told)
		fail_msg("%s: %u games are there", what, rows.games);
	for (uint64_t game = 1; game <= DAY_GAMES; game++) {
		char *text = rows_of(j, game, &r);

		if (r < 0 && !*journal_error(j))
			fail_msg("%s: game %" PRIu64 " cannot be read, and nothing is said", what, game);
		if (r == 0 && strcmp(text, p->known[game]) != 0 && !is_told && !is_unrecovered(j, game))
			fail_msg("%s: game %" PRIu64 " has %s and not %s", what, game, text, p->known[game]);
		free(text);
	}
	journal_close(j);
}

static void each_value_of_each_column(void **state)
{
	const struct place *p = *state;
	char path[112], seen[4096], what[256];
	unsigned set = 0;
	size_t size;
	FILE *f;

	snprintf(path, sizeof(path), "%s.seen", p->files.path);
	f = fopen(path, "rb");
	size = fread(seen, 1, sizeof(seen), f);
	fclose(f);
	for (unsigned i = 0; i < p->columns; i++)
		for (unsigned k = 0; k < sizeof(values) / sizeof(values[0]); k++) {
			const struct column *c = &p->column[i];

			snprintf(what, sizeof(what), "%s.%s = %s", c->table, c->name, values[k]);
			put_back(p, seen, size);
			set += set_value(p, c, values[k]);
			expect_sound_or_told(p, what);
		}
	print_message("# %u values of %u columns\n", set, p->columns);
	assert_true(set > 6 * p->columns);
}

/* --- who reads --- */

static int stop_at_row(void *userdata, uint64_t n, const char *json)
{
	(void)n;
	(void)json;
	++*(unsigned *)userdata;
	return 7;
}

static int stop_at_game(void *userdata, const struct journal_game *game)
{
	(void)game;
	++*(unsigned *)userdata;
	return 7;
}

static int stop_at_event(void *userdata, const char *event, const char *json, unsigned round, const char *round_json)
{
	assert_string_equal(event, "club");
	assert_non_null(json);
	assert_int_equal(round, 1);
	assert_non_null(round_json);
	++*(unsigned *)userdata;
	return 7;
}

static void who_has_read_enough_is_given_no_more(void **state)
{
	const struct place *p = *state;
	struct journal *j = journal_place_open(&p->files, "a sound one");
	const struct journal_filter any = { 0 };
	uint64_t before = 0;
	unsigned calls = 0;

	assert_int_equal(journal_inputs(j, 1, stop_at_row, &calls), 7);
	assert_int_equal(journal_rulings(j, 1, stop_at_row, &calls), 7);
	assert_int_equal(journal_unfinished(j, stop_at_game, &calls), 7);
	assert_int_equal(journal_one_game(j, 1, stop_at_game, &calls), 7);
	assert_int_equal(journal_find_games(j, &any, &before, stop_at_game, &calls), 7);
	assert_int_equal(journal_events(j, stop_at_event, &calls), 7);
	assert_int_equal(journal_acts(j, "club", 1, stop_at_row, &calls), 7);
	assert_int_equal(journal_round_source(j, "club", 1, stop_at_row, &calls), 7);
	assert_int_equal(calls, 8);
	journal_close(j);
}

static void what_is_no_number_is_no_game(void **state)
{
	(void)state;
	assert_int_equal(journal_game_number("12"), 12);
	assert_int_equal(journal_game_number(""), 0);
	assert_int_equal(journal_game_number("12a"), 0);
	assert_int_equal(journal_game_number("a"), 0);
}

/* --- the witness --- */

static void add_line(FILE *f, const char *text)
{
	fprintf(f, "%-255.255s\n", text);
}

/* Lines that are none are passed over; games that the journal does not have are told. */
static void a_witness_that_is_damaged_in_part(void **state)
{
	const struct place *p = *state;
	char path[112], line[256];
	struct journal *j;
	FILE *f;

	snprintf(path, sizeof(path), "%s.seen", p->files.path);
	f = fopen(path, "wb");
	add_line(f, "what is this");
	add_line(f, "game 70 inputs 1");
	add_line(f, "game 71 inputs 1 rulings 1");
	memset(line, 'x', sizeof(line) - 1);
	line[sizeof(line) - 1] = '\0';
	memcpy(line, "game 72 inputs 1 rulings 1 board ", 33);
	add_line(f, line);
	fprintf(f, "%-254s\n\n", "game 73 inputs 1 rulings 1 board D\n");
	fputs("game 74 inputs", f); /* cut */
	fclose(f);
	j = journal_place_open(&p->files, "a damaged witness");
	assert_non_null(strstr(journal_told(j), "game 73 on board D"));
	for (unsigned game = 70; game <= 74; game++) {
		snprintf(line, sizeof(line), "game %u", game);
		assert_int_equal(strstr(journal_told(j), line) != NULL, game == 73);
	}
	assert_int_equal(journal_unrecovered_on(j, "D"), 73);
	assert_int_equal(journal_next_game(j), 74);
	journal_close(j);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(each_value_of_each_column, setup, teardown),
		cmocka_unit_test_setup_teardown(who_has_read_enough_is_given_no_more, setup, teardown),
		cmocka_unit_test(what_is_no_number_is_no_game),
		cmocka_unit_test_setup_teardown(a_witness_that_is_damaged_in_part, setup, teardown),
	};

	fault_points_init();
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
