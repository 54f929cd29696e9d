// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where recorded bytes begin, for positions of chance: a board that stands straight or turned, with one piece moved
 * after it, with and without a clock. What is read of each thousand is as it was.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "libboard/dgt.h"

static const char pieces[] = ".PRNBKQprnbkq"; /* as a DGT board numbers them */
static uint64_t lot;

static unsigned next(unsigned n)
{
	lot = lot * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(lot >> 33) % n;
}

/* Fields are counted from a8. */
static size_t add_board(uint8_t *bytes, const char squares[static 64])
{
	bytes[0] = 0x86;
	bytes[1] = 0;
	bytes[2] = 67;
	for (unsigned i = 0; i < 64; i++)
		bytes[3 + i] = (uint8_t)(strchr(pieces, squares[i]) - pieces);
	return 67;
}

static size_t add_field(uint8_t *bytes, unsigned field, char piece)
{
	const uint8_t update[] = { 0x8e, 0, 5, (uint8_t)field, (uint8_t)(strchr(pieces, piece) - pieces) };

	memcpy(bytes, update, sizeof(update));
	return sizeof(update);
}

static void set_up(char squares[static 64])
{
	static const char start[] = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";
	const bool is_start = !next(3), is_turned = next(2);
	char other[64];

	memset(squares, '.', 64);
	if (is_start)
		memcpy(squares, start, 64);
	/* pieces of either side nearer to its own end, but not always */
	for (unsigned n = is_start ? next(9) : 2 + next(14); n > 0; n--) {
		const unsigned field = next(64), from = next(64);

		if (is_start) {
			squares[field] = squares[from];
			squares[from] = '.';
		} else {
			squares[field] = (field >= 32) == (next(5) > 0) ? pieces[1 + next(6)] : pieces[7 + next(6)];
		}
	}
	if (next(6)) { /* one king each */
		for (unsigned i = 0; i < 64; i++)
			if (squares[i] == 'K' || squares[i] == 'k')
				squares[i] = '.';
		squares[32 + next(32)] = 'K';
		squares[next(32)] = 'k';
	}
	if (!is_turned)
		return;
	memcpy(other, squares, 64);
	for (unsigned i = 0; i < 64; i++)
		squares[i] = other[63 - i];
}

static uint64_t read_some(unsigned count)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	while (count-- > 0) {
		struct dgt_start_position position = { .fen = "" };
		uint8_t bytes[200];
		char squares[64], line[160];
		size_t n;
		int fd = memfd_create("dgt", MFD_CLOEXEC), r;
		unsigned from, to;

		set_up(squares);
		n = add_board(bytes, squares);
		for (from = next(64); squares[from] == '.'; from = next(64))
			;
		for (to = next(64); to == from; to = next(64))
			;
		n += add_field(bytes + n, from, '.');
		if (next(8))
			n += add_field(bytes + n, to, squares[from]);
		assert_true(fd >= 0);
		assert_int_equal(write(fd, bytes, n), (ssize_t)n);
		r = board_dgt_start_position(fd, &position);
		close(fd);
		snprintf(line, sizeof(line), "%d %s %d", r, position.fen, position.white);
		for (const char *c = line; *c; c++)
			hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
	}
	return hash;
}

static void what_is_read_is_as_it_was(void **state)
{
	static const uint64_t hashes[] = { UINT64_C(0xb1defdd458b0fcd7), UINT64_C(0x419a265c5e99e0b0),
					   UINT64_C(0xf61779b6e0980a56), UINT64_C(0x7f7a23ac738db86f) };

	lot = 1;
	for (unsigned i = 0; i < 4; i++) {
		const uint64_t hash = read_some(1000);

		if (hash != hashes[i])
			fail_msg("thousand %u: UINT64_C(0x%016llx)", i, (unsigned long long)hash);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(what_is_read_is_as_it_was) };

	return cmocka_run_group_tests_name("DGT start position", tests, NULL, NULL);
}
