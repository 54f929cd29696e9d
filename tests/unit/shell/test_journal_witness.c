// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The witness beside a plain table of games: what is asked for, counted, forgotten, written and read again, by chance,
 * also from files that somebody has cut or written into.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "daemon/shell/journal-witness.h"
#include "tests/sim/chance.h"

#define GAMES 40
#define LINE 256

static char folder[] = "/tmp/flagfall-witness-XXXXXX", path[64];

/* What the file has to hold of each game: all of it, or nothing. */
struct game {
	bool known;
	uint64_t inputs, rulings;
	char board[WITNESS_BOARD];
};

static void expect_same(struct witness *w, const struct game *games)
{
	size_t used = 0, known = 0;

	for (uint64_t number = 1; number <= GAMES; number++) {
		const struct witness_slot *slot = witness_of(w, number, false);

		assert_int_equal(slot != NULL, games[number].known);
		if (!slot)
			continue;
		known++;
		assert_int_equal(slot->game, number);
		assert_int_equal(slot->inputs, games[number].inputs);
		assert_int_equal(slot->rulings, games[number].rulings);
		assert_string_equal(slot->board, games[number].board);
	}
	for (size_t i = 0; i < w->count; i++)
		used += w->slots[i].game != 0;
	assert_int_equal(used, known);
}

static void it_knows_what_a_table_knows(void **state)
{
	struct game games[GAMES + 1] = { 0 };
	struct chance chance = { 5 };
	size_t at_once = 0, most = 0;
	struct witness w;
	struct stat st;

	assert_int_equal(witness_open(&w, path), 0);
	assert_int_equal(w.count, 0);
	for (unsigned round = 0; round < 6000; round++) {
		const uint64_t number = 1 + chance_below(&chance, GAMES);
		struct game *game = &games[number];

		switch (chance_below(&chance, 8)) {
		case 0:
			at_once -= game->known;
			*game = (struct game){ 0 };
			witness_forget(&w, number);
			break;
		case 1:
			witness_write(&w);
			for (size_t i = 0; i < w.count; i++)
				assert_false(w.slots[i].changed);
			assert_int_equal(stat(path, &st), 0);
			assert_int_equal(st.st_size, w.count * LINE);
			if (chance_below(&chance, 4) == 0) {
				const int fd = w.fd;

				witness_close(&w);
				assert_int_equal(fcntl(fd, F_GETFD), -1);
				assert_int_equal(w.fd, -1);
				assert_null(w.slots);
				assert_int_equal(w.count, 0);
				assert_int_equal(witness_open(&w, path), 0);
			}
			expect_same(&w, games);
			break;
		default: {
			const bool make = game->known || chance_below(&chance, 3) == 0;
			struct witness_slot *slot = witness_of(&w, number, make);

			assert_int_equal(slot != NULL, make);
			if (!slot)
				break;
			if (!game->known) {
				assert_true(slot->inputs == 0 && slot->rulings == 0 && !*slot->board);
				snprintf(
					slot->board, sizeof(slot->board), "Board %u %.*s", round,
					(int)chance_below(&chance, 120),
					"with a name that is long, and longer than most, which a person may give it as well, since "
					"a name is anything");
				strcpy(game->board, slot->board);
				at_once++;
			}
			game->known = true;
			game->inputs = slot->inputs += 1 + chance_below(&chance, 3);
			game->rulings = slot->rulings += chance_below(&chance, 2) ? UINT64_C(1) << 40 : 0;
			slot->changed = true;
		}
		}
		most = at_once > most ? at_once : most;
		/* a place that is free is taken before there is another */
		assert_true(w.count <= most);
	}
	assert_true(most > GAMES / 2);
	witness_close(&w);
}

static void put(const char *text, size_t size)
{
	const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, size), size);
	close(fd);
}

/* Each line by itself is one or none, and those behind it are read. */
static void lines_that_are_none_are_passed_over(void **state)
{
	static const struct {
		const char *line;
		uint64_t inputs, rulings; /* UINT64_MAX: none */
		const char *board;
	} lines[] = {
		{ "game 7 inputs 12 rulings 3 board HALL 1", 12, 3, "HALL 1" },
		{ "game 7 inputs 0 rulings 0 board x\nrest", 0, 0, "x" },
		{ "game 7 inputs 12 rulings 3 board ", 12, 3, "" },
		{ "game 7 inputs 12 rulings 3", UINT64_MAX, 0, "" },
		{ "game 7 inputs 12 rulings", UINT64_MAX, 0, "" },
		{ "game 7 inputs 12", UINT64_MAX, 0, "" },
		{ "", UINT64_MAX, 0, "" },
		{ "Game 7 inputs 12 rulings 3 board HALL 1", UINT64_MAX, 0, "" },
	};
	char text[2 * LINE];
	struct witness w;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		memset(text, ' ', sizeof(text));
		memcpy(text, lines[i].line, strlen(lines[i].line));
		text[strlen(lines[i].line)] = '\n';
		memcpy(text + LINE, "game 8 inputs 1 rulings 1 board next\n", 37);
		put(text, sizeof(text));
		assert_int_equal(witness_open(&w, path), 0);
		assert_int_equal(w.count, 2);
		assert_non_null(witness_of(&w, 8, false));
		assert_int_equal(witness_of(&w, 7, false) != NULL, lines[i].inputs != UINT64_MAX);
		if (lines[i].inputs != UINT64_MAX) {
			assert_int_equal(witness_of(&w, 7, false)->inputs, lines[i].inputs);
			assert_int_equal(witness_of(&w, 7, false)->rulings, lines[i].rulings);
			assert_string_equal(witness_of(&w, 7, false)->board, lines[i].board);
		}
		witness_close(&w);
		/* half a line says nothing */
		put(text, LINE + LINE / 2);
		assert_int_equal(witness_open(&w, path), 0);
		assert_int_equal(w.count, 1);
		witness_close(&w);
	}
	for (size_t n = WITNESS_BOARD - 2; n <= WITNESS_BOARD; n++) {
		memset(text, ' ', sizeof(text));
		memset(text + snprintf(text, LINE, "game 7 inputs 1 rulings 1 board "), 'b', n);
		text[LINE - 1] = text[32 + n] = '\n';
		put(text, LINE);
		assert_int_equal(witness_open(&w, path), 0);
		assert_int_equal(witness_of(&w, 7, false) != NULL, n < WITNESS_BOARD);
		witness_close(&w);
	}
}

/* A name and numbers as long as they may be are one line of the file, whole or cut. */
static void a_long_line_keeps_its_place(void **state)
{
	struct witness_slot *slot;
	struct witness w;
	struct stat st;
	char text[2 * LINE];
	int fd;

	put("", 0);
	assert_int_equal(witness_open(&w, path), 0);
	for (uint64_t game = UINT64_MAX - 1; game != 0; game = game == UINT64_MAX ? 0 : game + 1) {
		slot = witness_of(&w, game, true);
		assert_non_null(slot);
		slot->inputs = slot->rulings = UINT64_MAX;
		memset(slot->board, 'b', sizeof(slot->board) - 1);
	}
	witness_write(&w);
	witness_close(&w);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_size, 2 * LINE);
	fd = open(path, O_RDONLY);
	assert_int_equal(read(fd, text, sizeof(text)), 2 * LINE);
	close(fd);
	assert_true(text[LINE - 1] == '\n' && text[2 * LINE - 1] == '\n');
	for (size_t line = 0; line < 2; line++) {
		const size_t n =
			strlen("game 18446744073709551615 inputs 18446744073709551615 rulings 18446744073709551615 "
			       "board ") +
			WITNESS_BOARD - 1;

		assert_true(text[line * LINE + n - 1] == 'b' && text[line * LINE + n] == '\n');
		assert_int_equal(text[line * LINE + n + 1], ' ');
	}
	assert_memory_equal(text + LINE, "game 18446744073709551615 inputs", 32);
}

/* It is not followed anywhere, nobody else reads it, and what cannot be kept is done without. */
static void a_file_that_cannot_be_is_done_without(void **state)
{
	struct witness w;
	struct stat st;

	unlink(path);
	assert_int_equal(symlink("elsewhere", path), 0);
	assert_int_equal(witness_open(&w, path), 0);
	assert_int_equal(w.fd, -1);
	assert_non_null(witness_of(&w, 1, true));
	witness_write(&w);
	assert_non_null(witness_of(&w, 1, false));
	witness_close(&w);
	unlink(path);
	assert_int_equal(witness_open(&w, path), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	witness_close(&w);
}

/* What the disk did not take is written with the next. */
static void what_was_not_written_is_written_later(void **state)
{
	const struct rlimit none = { 0, RLIM_INFINITY };
	struct rlimit before;
	struct witness w;

	put("", 0);
	assert_int_equal(witness_open(&w, path), 0);
	assert_non_null(witness_of(&w, 3, true));
	assert_return_code(getrlimit(RLIMIT_FSIZE, &before), errno);
	signal(SIGXFSZ, SIG_IGN);
	assert_return_code(setrlimit(RLIMIT_FSIZE, &none), errno);
	witness_write(&w);
	assert_return_code(setrlimit(RLIMIT_FSIZE, &before), errno);
	witness_close(&w);
	assert_int_equal(witness_open(&w, path), 0);
	assert_int_equal(w.count, 0);

	assert_non_null(witness_of(&w, 3, true));
	assert_return_code(setrlimit(RLIMIT_FSIZE, &none), errno);
	witness_write(&w);
	assert_return_code(setrlimit(RLIMIT_FSIZE, &before), errno);
	witness_write(&w);
	witness_close(&w);
	assert_int_equal(witness_open(&w, path), 0);
	assert_non_null(witness_of(&w, 3, false));
	witness_close(&w);
}

static int setup(void **state)
{
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/witness", folder);
	return 0;
}

static int teardown(void **state)
{
	unlink(path);
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_knows_what_a_table_knows),
		cmocka_unit_test(lines_that_are_none_are_passed_over),
		cmocka_unit_test(a_long_line_keeps_its_place),
		cmocka_unit_test(a_file_that_cannot_be_is_done_without),
		cmocka_unit_test(what_was_not_written_is_written_later),
	};

	return cmocka_run_group_tests_name("witness", tests, setup, teardown);
}
