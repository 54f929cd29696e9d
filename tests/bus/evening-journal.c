/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/evening-internal.h"

#include <errno.h>
#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>

#define PATIENCE_MS 20000
#define POLL_MS 5

static sqlite3 *journal(struct evening *e)
{
	char path[112];
	sqlite3 *db;

	snprintf(path, sizeof(path), "%s/state/journal/journal.db", e->rig->dir);
	assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	sqlite3_busy_timeout(db, PATIENCE_MS);
	return db;
}

static bool is_in(const struct evening_table *t, char *const *rulings, size_t count, const char *text)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rulings[i], text) == 0)
			return true;
	print_message("# board %s: heard, and not in the journal: %s\n", t->serial, text);
	return false;
}

/* All that was heard on that board was on disk. */
static void expect_heard(struct evening *e, sqlite3_stmt *s, struct evening_table *t)
{
	char **rulings = NULL;
	size_t count = 0;

	sqlite3_bind_text(s, 1, t->game, -1, SQLITE_STATIC);
	while (sqlite3_step(s) == SQLITE_ROW) {
		rulings = reallocarray(rulings, count + 1, sizeof(*rulings));
		assert_non_null(rulings);
		rulings[count++] = strdup((const char *)sqlite3_column_text(s, 0));
	}
	sqlite3_reset(s);
	for (size_t i = 0; i < t->heard_count; i++)
		e->lost += !is_in(t, rulings, count, t->heard[i]);
	while (count > 0)
		free(rulings[--count]);
	free(rulings);
}

void evening_check_heard(struct evening *e)
{
	sqlite3 *db = journal(e);
	sqlite3_stmt *s;

	assert_int_equal(sqlite3_prepare_v2(db, "SELECT json FROM rulings WHERE game = CAST(? AS INTEGER)", -1, &s,
					    NULL),
			 SQLITE_OK);
	for (unsigned i = 0; i < EVENING_BOARDS; i++)
		if (e->table[i].heard_count > 0)
			expect_heard(e, s, &e->table[i]);
	sqlite3_finalize(s);
	sqlite3_close(db);
}

int64_t evening_number(struct evening *e, const char *sql, const char *text)
{
	sqlite3 *db = journal(e);
	sqlite3_stmt *s;
	int64_t n = 0;

	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
	sqlite3_bind_text(s, 1, text, -1, SQLITE_STATIC);
	if (sqlite3_step(s) == SQLITE_ROW)
		n = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	sqlite3_close(db);
	return n;
}

unsigned evening_wait_recorded(struct evening *e)
{
	unsigned missing = 0;

	for (int i = 0; i < PATIENCE_MS / POLL_MS; i++) {
		if (evening_number(e, "SELECT count(*) FROM games WHERE state = 'recorded'", "") == EVENING_BOARDS)
			return 0;
		poll(NULL, 0, POLL_MS);
	}
	for (unsigned i = 0; i < EVENING_BOARDS; i++)
		if (evening_number(e, "SELECT count(*) FROM games WHERE id = CAST(? AS INTEGER) AND state = 'recorded'",
				   e->table[i].game) == 0) {
			print_message("# board %s has no record\n", e->table[i].serial);
			missing++;
		}
	return missing;
}

/* A text of each row, behind the board's name. */
static void write_rows(struct evening *e, const char *sql, const struct evening_table *t, FILE *out)
{
	sqlite3 *db = journal(e);
	sqlite3_stmt *s;

	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
	sqlite3_bind_text(s, 1, t->game, -1, SQLITE_STATIC);
	while (sqlite3_step(s) == SQLITE_ROW)
		fprintf(out, "%s %s\n", t->serial, sqlite3_column_text(s, 0));
	sqlite3_finalize(s);
	sqlite3_close(db);
}

char *evening_rulings(struct evening *e)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (unsigned i = 0; i < EVENING_BOARDS; i++) {
		write_rows(e, "SELECT json FROM rulings WHERE game = CAST(? AS INTEGER) ORDER BY n", &e->table[i], out);
		write_rows(e, "SELECT state || ' ' || result FROM games WHERE id = CAST(? AS INTEGER)", &e->table[i],
			   out);
	}
	fclose(out);
	return text;
}

/* Its number and when it was played. */
static bool is_of_the_evening(const char *line)
{
	static const char *const tags[] = { "[Date ", "[UTCDate ", "[UTCTime ", "[EventDate ", "[Time ", "[GameId " };

	for (unsigned i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (strncmp(line, tags[i], strlen(tags[i])) == 0)
			return true;
	return false;
}

static void write_record(struct evening *e, const struct evening_table *t, FILE *out)
{
	char *path = NULL, *line = NULL;
	size_t size, length;
	FILE *paths = open_memstream(&path, &length), *f;

	write_rows(e, "SELECT record FROM games WHERE id = CAST(? AS INTEGER)", t, paths);
	fclose(paths);
	path[length - 1] = '\0';
	size = 0;
	f = fopen(path + strlen(t->serial) + 1, "r");
	if (!f) {
		fprintf(out, "%s there is no record\n", t->serial);
		free(path);
		return;
	}
	while (getline(&line, &size, f) >= 0)
		if (!is_of_the_evening(line))
			fprintf(out, "%s %s", t->serial, line);
	fclose(f);
	free(line);
	free(path);
}

char *evening_records(struct evening *e)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (unsigned i = 0; i < EVENING_BOARDS; i++)
		write_record(e, &e->table[i], out);
	fclose(out);
	return text;
}
