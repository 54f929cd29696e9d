/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Journals that were damaged on disk, each in its own way: no game is lost without a word, none ends without a word,
 * and none is lost whose bytes are all still there. JOURNALS=N tries so many.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "daemon/shell/journal-chain.h"
#include "daemon/shell/journal-games.h"
#include "daemon/shell/journal-witness.h"

#define GAMES 6
#define INPUTS 90
#define BOOKS "[{\"id\":\"club\",\"text\":\"rulebook: club\"}]"
#define SETUP "{\"white\":\"Player %u\",\"black\":\"Other\",\"rulebook\":\"club\"}"
#define MAP "{\"source\":\"host\",\"zero\":%u}"
#define RECORD 400

struct image {
	uint8_t *data;
	size_t size;
};

enum { FILE_DB, FILE_WAL, FILE_SEEN, FILES };
static const char *const ends[FILES] = { "", "-wal", ".seen" };

struct base {
	char dir[64], path[96];
	struct image file[FILES];
	/* each row as SQLite writes it: what must be found again while it is there */
	struct image row[GAMES][1 + 2 * INPUTS];
	size_t rows[GAMES];
};

static struct image read_image(const char *path)
{
	struct image im = { 0 };
	struct stat st;
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		return im;
	assert_return_code(fstat(fd, &st), errno);
	im.data = malloc((size_t)st.st_size + 1);
	im.size = (size_t)st.st_size;
	assert_int_equal(read(fd, im.data, im.size), im.size);
	close(fd);
	return im;
}

static void write_image(const char *path, const struct image *im)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_return_code(fd, errno);
	assert_int_equal(write(fd, im->data, im->size), im->size);
	close(fd);
}

/* --- records, as sqlite.org/fileformat.html has them --- */

struct record {
	uint8_t head[32], body[RECORD];
	size_t head_size, body_size;
};

static void put_type(struct record *r, unsigned type)
{
	if (type > 127)
		r->head[++r->head_size] = (uint8_t)(0x80 | type >> 7);
	r->head[++r->head_size] = type & 0x7f;
}

static void put_integer(struct record *r, unsigned v)
{
	put_type(r, v == 0 ? 8 : v == 1 ? 9 : v < 128 ? 1 : 2);
	if (v >= 128)
		r->body[r->body_size++] = (uint8_t)(v >> 8);
	if (v > 1)
		r->body[r->body_size++] = (uint8_t)v;
}

static void put_bytes(struct record *r, const void *data, size_t size, bool is_text)
{
	put_type(r, (unsigned)(2 * size + (is_text ? 13 : 12)));
	memcpy(r->body + r->body_size, data, size);
	r->body_size += size;
}

static void keep_row(struct base *b, unsigned game, struct record *r)
{
	struct image *im = &b->row[game][b->rows[game]++];

	r->head[0] = (uint8_t)(r->head_size + 1);
	im->size = r->head_size + 1 + r->body_size;
	im->data = malloc(im->size);
	memcpy(im->data, r->head, r->head_size + 1);
	memcpy(im->data + r->head_size + 1, r->body, r->body_size);
}

/* --- a journal of six games --- */

static void input_text(unsigned game, unsigned n, char text[static 200])
{
	snprintf(text, 200, "{\"type\":\"lift\",\"t_us\":%u,\"square\":\"e%u\",\"of\":%u%s}", 1000 * n + game,
		 n % 8 + 1, game, n % 9 ? "" : ",\"seen\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\"");
}

static void stage_rows(struct base *b, struct journal *j, unsigned game, unsigned n, struct chain *chain)
{
	char text[200];
	struct record input = { .head_size = 0 }, ruling = { .head_size = 0 };

	input_text(game, n, text);
	assert_return_code(journal_stage_input(j, game, n, text), 0);
	chain_input(chain->inputs, n, text);
	put_integer(&input, game);
	put_integer(&input, n);
	put_bytes(&input, text, strlen(text), true);
	put_bytes(&input, chain->inputs, CHAIN_HASH, false);
	keep_row(b, game - 1, &input);
	if (n % 3)
		return;
	assert_return_code(journal_stage_ruling(j, game, n / 3, n, text), 0);
	chain_ruling(chain->rulings, n / 3, n, text);
	put_integer(&ruling, game);
	put_integer(&ruling, n / 3);
	put_integer(&ruling, n);
	put_bytes(&ruling, text, strlen(text), true);
	put_bytes(&ruling, chain->rulings, CHAIN_HASH, false);
	keep_row(b, game - 1, &ruling);
}

static void stage_game(struct base *b, struct journal *j, unsigned game, struct chain *chain)
{
	char setup_text[100], map[60], board[8], name[2 * CHAIN_HASH + 1];
	struct record r = { .head_size = 0 };
	uint8_t seal[CHAIN_HASH];

	snprintf(setup_text, sizeof(setup_text), SETUP, game);
	snprintf(map, sizeof(map), MAP, game);
	snprintf(board, sizeof(board), "B%u", game);
	assert_int_equal(journal_next_game(j), game);
	assert_return_code(journal_stage_game(j, game, board, setup_text, map, BOOKS), 0);
	chain_name(BOOKS, name);
	chain_seed(game, board, setup_text, FLAGFALL_VERSION, name, chain->inputs);
	memcpy(chain->rulings, chain->inputs, CHAIN_HASH);
	chain_seal(chain->inputs, map, seal);
	put_type(&r, 0);
	put_bytes(&r, board, strlen(board), true);
	put_bytes(&r, setup_text, strlen(setup_text), true);
	put_bytes(&r, map, strlen(map), true);
	put_bytes(&r, "running", 7, true);
	for (int i = 0; i < 3; i++)
		put_type(&r, 0);
	put_bytes(&r, FLAGFALL_VERSION, strlen(FLAGFALL_VERSION), true);
	put_bytes(&r, name, strlen(name), true);
	put_bytes(&r, chain->inputs, CHAIN_HASH, false);
	put_bytes(&r, seal, CHAIN_HASH, false);
	put_type(&r, 0);
	chain_state(chain->inputs, &(struct chain_state){ .state = "running" }, seal);
	put_bytes(&r, seal, CHAIN_HASH, false);
	keep_row(b, game - 1, &r);
}

static void fold(const char *path)
{
	sqlite3 *db = NULL;

	assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "SELECT id FROM games; PRAGMA wal_checkpoint(PASSIVE)", NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(db);
}

/* It is written behind the commit, by a thread that nobody waits for. */
static void await_witness(const char *path)
{
	const time_t latest = time(NULL) + 60;
	bool knows_all;

	do {
		struct witness w;

		assert_int_equal(witness_open(&w, path), 0);
		knows_all = true;
		for (unsigned g = 1; g <= GAMES; g++) {
			const struct witness_slot *slot = witness_of(&w, g, false);

			knows_all &= slot && slot->inputs == INPUTS;
		}
		witness_close(&w);
		assert_true(time(NULL) < latest);
	} while (!knows_all && sched_yield() == 0);
}

/* One part of it is in the file, the rest in the log, as a kill leaves it. */
static void play(struct base *b)
{
	struct chain chain[GAMES] = { { 0 } };
	struct journal *j = NULL;
	char err[256] = "", path[128];

	assert_return_code(journal_open(b->path, &j, err), 0);
	for (unsigned g = 1; g <= GAMES; g++)
		stage_game(b, j, g, &chain[g - 1]);
	for (unsigned n = 0; n < INPUTS; n++) {
		for (unsigned g = 1; g <= GAMES; g++)
			stage_rows(b, j, g, n, &chain[g - 1]);
		assert_return_code(journal_commit(j), 0);
		if (n == INPUTS / 2)
			fold(b->path);
	}
	snprintf(path, sizeof(path), "%s%s", b->path, ends[FILE_SEEN]);
	await_witness(path);
	for (int f = 0; f < FILES; f++) {
		snprintf(path, sizeof(path), "%s%s", b->path, ends[f]);
		b->file[f] = read_image(path);
	}
	assert_true(b->file[FILE_DB].size > 3 * 4096);
	assert_true(b->file[FILE_WAL].size > 3 * 4096);
	journal_close(j);
}

static int setup(void **state)
{
	struct base *b = calloc(1, sizeof(*b));

	snprintf(b->dir, sizeof(b->dir), "/tmp/flagfall.XXXXXX");
	assert_non_null(mkdtemp(b->dir));
	snprintf(b->path, sizeof(b->path), "%s/journal.db", b->dir);
	play(b);
	*state = b;
	return 0;
}

static int teardown(void **state)
{
	struct base *b = *state;
	char command[100];

	snprintf(command, sizeof(command), "rm -r %s", b->dir);
	assert_int_equal(system(command), 0);
	for (int f = 0; f < FILES; f++)
		free(b->file[f].data);
	for (unsigned g = 0; g < GAMES; g++)
		for (size_t i = 0; i < b->rows[g]; i++)
			free(b->row[g][i].data);
	free(b);
	return 0;
}

/* --- damage --- */

#define CUT_IN_A_PAGE 243 /* and rows of one game lie in what is left of that page */

static uint64_t seed;

static size_t chance(size_t below)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return below ? (size_t)(seed >> 33) % below : 0;
}

static void overwrite(struct image *im, size_t at, size_t size, int with)
{
	for (size_t i = at; i < at + size && i < im->size; i++)
		im->data[i] = with >= 0 ? (uint8_t)with : (uint8_t)chance(256);
}

static const char *damage(struct image file[FILES], unsigned kind)
{
	struct image *db = &file[FILE_DB], *wal = &file[FILE_WAL];

	switch (kind % 14) {
	case 0:
		db->data[chance(db->size)] ^= (uint8_t)(1u << chance(8));
		return "a bit of the file";
	case 1:
		wal->data[chance(wal->size)] ^= (uint8_t)(1u << chance(8));
		return "a bit of the log";
	case 2:
		overwrite(db, chance(db->size / 4096) * 4096, 4096, 0);
		return "a page of the file zeroed";
	case 3:
		overwrite(wal, chance(wal->size), 1 + chance(4096), -1);
		return "garbage in the log";
	case 4:
		overwrite(db, chance(db->size), 1 + chance(2048), -1);
		return "garbage in the file";
	case 5:
		db->size = chance(db->size);
		return "the file cut";
	case 6:
		wal->size = chance(wal->size);
		return "the log cut";
	case 7:
		wal->size = 0;
		return "the log emptied";
	case 8:
		db->size = 0;
		return "the file emptied";
	case 9:
		free(wal->data);
		*wal = (struct image){ 0 };
		return "the log removed";
	case 10:
		free(db->data);
		*db = (struct image){ 0 };
		return "the file removed";
	case 11:
		overwrite(db, 0, 1 + chance(200), -1);
		return "the file's head";
	case 12:
		memmove(db->data + chance(db->size / 4096) * 4096, db->data + chance(db->size / 4096) * 4096, 4096);
		return "a page over another";
	default:
		overwrite(wal, 0, 1 + chance(64), -1);
		return "the log's head";
	}
}

/* --- what is found --- */

static bool holds(const struct image file[FILES], const struct image *row)
{
	return (file[FILE_DB].data && memmem(file[FILE_DB].data, file[FILE_DB].size, row->data, row->size)) ||
	       (file[FILE_WAL].data && memmem(file[FILE_WAL].data, file[FILE_WAL].size, row->data, row->size));
}

struct check {
	unsigned game, rows;
	bool same;
};

static int check_input(void *userdata, uint64_t n, const char *json)
{
	struct check *c = userdata;
	char text[200];

	input_text(c->game, (unsigned)n, text);
	c->same &= n == c->rows++ && strcmp(json, text) == 0;
	return 0;
}

static int note_game(void *userdata, const struct journal_game *game)
{
	char(*state)[16] = userdata;

	if (game->number >= 1 && game->number <= GAMES)
		snprintf(state[game->number - 1], 16, "%s", game->state);
	return 0;
}

struct sums {
	unsigned whole, told, refused;
};

static void examine(struct base *b, struct image file[FILES], const char *what, struct sums *sums)
{
	char state[GAMES][16] = { "" }, err[256] = "";
	struct journal *j = NULL;
	int r = journal_open(b->path, &j, err);

	if (r < 0) { /* it is left as it is, and the daemon says so and ends */
		if (!strstr(err, "newer version"))
			fail_msg("%s: %s", what, err);
		sums->refused++;
		return;
	}
	assert_return_code(journal_unfinished(j, note_game, state), 0);
	for (unsigned g = 0; g < GAMES; g++) {
		struct check c = { .game = g + 1, .same = true };
		int inputs = journal_inputs(j, g + 1, check_input, &c), rulings = journal_rulings(j, g + 1, NULL, NULL);
		bool is_whole = strcmp(state[g], "running") == 0 && inputs == 0 && rulings == 0;
		bool is_told = strcmp(state[g], "unrecovered") == 0 || (state[g][0] && (inputs < 0 || rulings < 0));
		bool is_there = true;

		if (!c.same)
			fail_msg("%s: game %u has other inputs", what, g + 1);
		if (!is_whole && !is_told)
			fail_msg("%s: game %u is %s, inputs %d rulings %d, and nothing is said", what, g + 1, state[g],
				 inputs, rulings);
		if (is_whole && c.rows != INPUTS)
			fail_msg("%s: game %u has %u inputs and is taken as whole", what, g + 1, c.rows);
		for (size_t i = 0; i < b->rows[g] && is_there && !is_whole; i++)
			is_there = holds(file, &b->row[g][i]);
		if (!is_whole && is_there)
			fail_msg("%s: game %u is lost (%s), and all of it is there: %s", what, g + 1, state[g],
				 journal_error(j));
		sums->whole += is_whole;
		sums->told += !is_whole;
	}
	journal_close(j);
}

static void nothing_is_lost_without_a_word(void **state)
{
	struct base *b = *state;
	const char *wanted = getenv("JOURNALS");
	unsigned count = wanted ? (unsigned)atoi(wanted) : 28;
	struct sums sums = { 0 };

	for (unsigned n = 0; n <= count; n++) {
		const unsigned i = n < count ? n : CUT_IN_A_PAGE;
		struct image file[FILES];
		char path[128], what[100], command[128];

		seed = i + 1;
		for (int f = 0; f < FILES; f++) {
			file[f] = b->file[f];
			file[f].data = malloc(file[f].size);
			memcpy(file[f].data, b->file[f].data, file[f].size);
		}
		snprintf(what, sizeof(what), "%u: %s", i, damage(file, i));
		snprintf(command, sizeof(command), "rm -f %s/*", b->dir);
		assert_int_equal(system(command), 0);
		for (int f = 0; f < FILES; f++) {
			snprintf(path, sizeof(path), "%s%s", b->path, ends[f]);
			if (file[f].data)
				write_image(path, &file[f]);
		}
		examine(b, file, what, &sums);
		for (int f = 0; f < FILES; f++)
			free(file[f].data);
	}
	print_message("# %u journals: %u games whole, %u told, %u journals refused\n", count + 1, sums.whole, sums.told,
		      sums.refused);
	assert_true(sums.whole > sums.told);
}

/* And without any damage nothing is told. */
static void a_sound_one_is_taken_as_it_is(void **state)
{
	struct base *b = *state;
	struct journal *j = NULL;
	char err[256];

	for (int f = 0; f < FILES; f++) {
		char path[128];

		snprintf(path, sizeof(path), "%s%s", b->path, ends[f]);
		write_image(path, &b->file[f]);
	}
	for (int i = 0; i < 2; i++) {
		assert_return_code(journal_open(b->path, &j, err), 0);
		assert_string_equal(journal_told(j), "");
		for (unsigned g = 1; g <= GAMES; g++) {
			struct check c = { .game = g, .same = true };

			assert_int_equal(journal_inputs(j, g, check_input, &c), 0);
			assert_int_equal(c.rows, INPUTS);
			assert_true(c.same);
		}
		journal_close(j);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_sound_one_is_taken_as_it_is, setup, teardown),
		cmocka_unit_test_setup_teardown(nothing_is_lost_without_a_word, setup, teardown),
	};

	return cmocka_run_group_tests_name("journal damage", tests, NULL, NULL);
}
