/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A journal whose rows somebody else has written: any value of any type in any column, rows that are gone, rows that
 * are too many. It opens or is refused with a sentence; what is read of it is in order and whole; and where only inputs
 * and rulings were touched no game is read as if nothing had been: either its rows are those that were written, or it
 * is said that they are not.
 *
 * The input is lines: a column (a letter), a type (t text, b blob, i integer, n null, d the row is deleted, + it is
 * added), the game and the row (a digit each), and the value.
 */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/shell/journal-games.h"
#include "tests/fuzz/fuzz.h"

#define GAMES 3
#define INPUTS 9
#define CHANGES 6

const char *const fuzz_seeds[] = { "At10{\"type\":\"lift\",\"t_us\":5}\n",
				   "Ad14\n",
				   "Bt21{}\nBd22\n",
				   "At39\xff\xfe\n",
				   "an10\nbi2099\n",
				   "ct10recorded\n",
				   "ct20over\nft201-0\ngi205\n",
				   "nb10x\n",
				   "A+19{\"type\":\"tick\"}\n",
				   "Ci1012\n",
				   "db10\x01\x02\n",
				   "ht10{\n",
				   "k+10x\n",
				   "At10\nAt11\nAt12\n",
				   NULL };
const char *const fuzz_words[] = { "A",		  "B",	      "C",  "t",  "b",	     "i",
				   "n",		  "d",	      "+",  "\n", "running", "over",
				   "unrecovered", "recorded", "{}", "[]", "-1",	     "9223372036854775807",
				   "\xff",	  "0",	      "9",  NULL };
/* Each opens a database. */
const unsigned fuzz_runs = 120;

static const struct {
	char letter;
	const char *table, *column;
} columns[] = {
	{ 'a', "games", "board" },    { 'b', "games", "setup" },      { 'c', "games", "state" },
	{ 'd', "games", "seed" },     { 'e', "games", "map" },	      { 'f', "games", "result" },
	{ 'g', "games", "ended_us" }, { 'h', "games", "books" },      { 'i', "games", "map_seal" },
	{ 'j', "games", "program" },  { 'k', "games", "id" },	      { 'l', "books", "texts" },
	{ 'm', "games", "record" },   { 'n', "games", "state_seal" }, { 'o', "games", "fault" },
	{ 'A', "inputs", "json" },    { 'B', "rulings", "json" },     { 'C', "inputs", "n" },
	{ 'D', "inputs", "hash" },    { 'E', "rulings", "hash" },     { 'F', "inputs", "game" },
	{ 'G', "rulings", "input" },
};

static const char *const ends[] = { "", "-wal", ".seen" };
static struct {
	char folder[64], path[96];
	uint8_t *bytes[3];
	size_t size[3];
} base;

static void text_of(unsigned game, unsigned n, char text[static 80])
{
	snprintf(text, 80, "{\"type\":\"tick\",\"t_us\":%u,\"of\":%u}", 1000 * n, game);
}

static void path_of(unsigned i, char path[static 128])
{
	snprintf(path, 128, "%s%s", base.path, ends[i]);
}

static void make_base(void)
{
	struct journal *j;
	char err[256], text[80], path[128];

	snprintf(base.folder, sizeof(base.folder), "%s/flagfall-fuzz-XXXXXX",
		 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	FUZZ_ASSERT(mkdtemp(base.folder));
	snprintf(base.path, sizeof(base.path), "%s/journal.db", base.folder);
	FUZZ_ASSERT(journal_open(base.path, &j, err) == 0);
	for (unsigned g = 1; g <= GAMES; g++) {
		FUZZ_ASSERT(journal_next_game(j) == g);
		FUZZ_ASSERT(journal_stage_game(j, g, "B", "{\"white\":\"A\"}", "{\"zero\":1}", "[]") == 0);
		for (unsigned n = 0; n < INPUTS; n++) {
			text_of(g, n, text);
			FUZZ_ASSERT(journal_stage_input(j, g, n, text) == 0);
			FUZZ_ASSERT(journal_stage_ruling(j, g, n, n, text) == 0);
		}
	}
	FUZZ_ASSERT(journal_commit(j) == 0);
	journal_close(j);
	for (unsigned i = 0; i < 3; i++) {
		int fd;
		off_t size;

		path_of(i, path);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		size = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
		base.size[i] = (size_t)size;
		base.bytes[i] = malloc((size_t)size + 1);
		FUZZ_ASSERT(fd < 0 || pread(fd, base.bytes[i], (size_t)size, 0) == size);
		if (fd >= 0)
			close(fd);
	}
}

static void drop_files(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", base.folder);
	FUZZ_ASSERT(system(command) == 0);
}

static void lay_base(void)
{
	char path[128];

	for (unsigned i = 0; i < 3; i++) {
		int fd;

		path_of(i, path);
		unlink(path);
		if (!base.size[i])
			continue;
		fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
		FUZZ_ASSERT(fd >= 0 && write(fd, base.bytes[i], base.size[i]) == (ssize_t)base.size[i]);
		close(fd);
	}
}

static void bind(sqlite3_stmt *s, char type, const char *value, size_t size)
{
	if (type == 'i')
		sqlite3_bind_int64(s, 1, strtoll(value, NULL, 10));
	else if (type == 'b')
		sqlite3_bind_blob(s, 1, value, (int)size, SQLITE_TRANSIENT);
	else if (type != 'n')
		sqlite3_bind_text(s, 1, value, (int)size, SQLITE_TRANSIENT);
}

/* True: something besides the texts of inputs and rulings was touched. */
static bool change(sqlite3 *db, const char *line, size_t size)
{
	unsigned c = 0, game, n;
	const char *table;
	sqlite3_stmt *s;
	char sql[200], value[200];
	bool is_game;

	while (c < sizeof(columns) / sizeof(columns[0]) && columns[c].letter != line[0])
		c++;
	if (size < 4 || c == sizeof(columns) / sizeof(columns[0]))
		return false;
	table = columns[c].table;
	game = (unsigned char)line[2] % 10;
	n = (unsigned char)line[3] % 10;
	is_game = strcmp(table, "games") == 0 || strcmp(table, "books") == 0;
	if (line[1] == 'd')
		snprintf(sql, sizeof(sql),
			 is_game ? "DELETE FROM games WHERE id = %u" :
				   "DELETE FROM %2$s WHERE game = %1$u AND n = %3$u",
			 game, table, n);
	else if (line[1] == '+' && !is_game)
		snprintf(sql, sizeof(sql), "INSERT INTO %s(game, n, json%s) VALUES(%u, %u, ?%s)", table,
			 table[0] == 'r' ? ", input" : "", game, n, table[0] == 'r' ? ", 1" : "");
	else if (strcmp(table, "books") == 0)
		snprintf(sql, sizeof(sql), "UPDATE books SET texts = ?");
	else if (is_game)
		snprintf(sql, sizeof(sql), "UPDATE games SET %s = ? WHERE id = %u", columns[c].column, game);
	else
		snprintf(sql, sizeof(sql), "UPDATE %s SET %s = ? WHERE game = %u AND n = %u", table, columns[c].column,
			 game, n);
	snprintf(value, sizeof(value), "%.*s", (int)(size - 4), line + 4);
	if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK)
		return true;
	bind(s, line[1], value, size - 4 < sizeof(value) ? size - 4 : sizeof(value) - 1);
	sqlite3_step(s); /* a constraint may refuse it */
	sqlite3_finalize(s);
	return is_game || strcmp(columns[c].column, "json") != 0;
}

struct seen {
	unsigned game, rows, wrong;
	bool is_here[GAMES + 1], is_unrecovered[GAMES + 1];
};

static int on_game(void *userdata, const struct journal_game *game)
{
	struct seen *seen = userdata;

	FUZZ_ASSERT(game->board && game->setup && game->map && game->state);
	if (game->number >= 1 && game->number <= GAMES) {
		seen->is_here[game->number] = true;
		seen->is_unrecovered[game->number] = strcmp(game->state, "unrecovered") == 0;
	}
	return 0;
}

static int on_row(void *userdata, uint64_t n, const char *json)
{
	struct seen *seen = userdata;
	char text[80];

	FUZZ_ASSERT(json && n == seen->rows);
	text_of(seen->game, seen->rows++, text);
	seen->wrong += strcmp(text, json) != 0;
	return 0;
}

static void check(struct journal *j, bool only_rows)
{
	struct seen seen = { 0 };
	bool told = journal_told(j)[0];
	int r = journal_unfinished(j, on_game, &seen);

	FUZZ_ASSERT(r == 0 || journal_error(j)[0]);
	for (unsigned g = 1; g <= GAMES; g++) {
		int inputs, rulings;
		char *books = NULL;

		seen.game = g;
		seen.rows = seen.wrong = 0;
		inputs = journal_inputs(j, g, on_row, &seen);
		FUZZ_ASSERT(inputs == 0 || journal_error(j)[0]);
		FUZZ_ASSERT(!only_rows || told || seen.is_unrecovered[g] || inputs < 0 ||
			    (seen.is_here[g] && !seen.wrong && seen.rows == INPUTS));
		seen.rows = seen.wrong = 0;
		rulings = journal_rulings(j, g, on_row, &seen);
		FUZZ_ASSERT(rulings == 0 || journal_error(j)[0]);
		FUZZ_ASSERT(!only_rows || told || seen.is_unrecovered[g] || rulings < 0 ||
			    (!seen.wrong && seen.rows == INPUTS));
		r = journal_books(j, g, &books);
		FUZZ_ASSERT(r == 0 || journal_error(j)[0]);
		free(r == 0 ? books : NULL);
	}
}

void fuzz_one(const uint8_t *data, size_t size)
{
	const char *line = (const char *)data;
	bool only_rows = true;
	struct journal *j;
	char err[256] = "";
	sqlite3 *db;
	int r;

	if (!base.size[0]) {
		make_base();
		FUZZ_ASSERT(atexit(drop_files) == 0);
	}
	lay_base();
	FUZZ_ASSERT(sqlite3_open(base.path, &db) == SQLITE_OK);
	sqlite3_exec(db, "PRAGMA synchronous=OFF", NULL, NULL, NULL);
	for (unsigned i = 0; i < CHANGES && *line; i++) {
		size_t n = strcspn(line, "\n");

		if (change(db, line, n))
			only_rows = false;
		line += n + (line[n] == '\n');
	}
	FUZZ_ASSERT(sqlite3_close(db) == SQLITE_OK);
	r = journal_open(base.path, &j, err);
	FUZZ_ASSERT(r == 0 || err[0]);
	if (r < 0)
		return;
	check(j, only_rows);
	journal_close(j);
}
