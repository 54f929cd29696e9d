/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the search for a mate that both sides help with costs, in positions visited, and what is known without it. Each
 * position of tests/data/unwinnable is asked about as it is, with colours exchanged, and in a mirror (FIDE 6.9 knows
 * neither colours nor wings): the answers are the same. Where a search was made better or worse on purpose, the new
 * numbers go into the table below.
 */
#include "tests/unit/rules/chess/unwinnable-testing.h"

#include <ctype.h>

#define NODES 20000

/* The position with colours exchanged, or seen in a mirror. Without castling, and what could be taken in passing. */
static void turned(const char *fen, bool colours, bool files, char ret[static 128])
{
	const size_t length = strcspn(fen, " ");
	size_t n = 0;

	for (unsigned row = 0; row < 8; row++) {
		const char *from = fen;
		unsigned wanted = colours ? 7 - row : row;
		size_t size;

		for (; wanted; wanted--)
			from = strchr(from, '/') + 1;
		size = strcspn(from, "/ ");
		for (size_t i = 0; i < size; i++) {
			const char c = from[files ? size - 1 - i : i];

			ret[n++] = (char)(!colours || !isalpha((unsigned char)c) ? c :
					  isupper((unsigned char)c)		 ? tolower((unsigned char)c) :
										   toupper((unsigned char)c));
		}
		ret[n++] = row < 7 ? '/' : ' ';
	}
	assert_int_equal(n, length + 1);
	snprintf(ret + n, 128 - n, "%c - - 0 1", (fen[length + 1] == 'w') != colours ? 'w' : 'b');
}

struct sum {
	unsigned asked, known, undecided;
	uint64_t nodes;
};

static void ask_each(const char *path, unsigned skip, bool colours, bool files, struct sum *sum)
{
	FILE *f = fopen(path, "re");
	char line[512], fen[128], plain[128];

	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		turned(line + skip, false, false, plain);
		turned(line + skip, colours, files, fen);
		for (enum side s = WHITE; s <= BLACK; s++) {
			const enum side as_it_was = colours ? other_side(s) : s;
			struct chess_position p = chess(fen), was = chess(plain);
			const enum game_answer known = chess_unwinnable(&p, s, 0, NULL, NULL);
			struct chess_mating_line found;
			enum game_answer answer;

			if (known != chess_unwinnable(&was, as_it_was, 0, NULL, NULL))
				fail_msg("%s: without a search not as in %s", fen, plain);
			sum->asked++;
			sum->known += known != GAME_UNDECIDED;
			answer = chess_unwinnable(&p, s, NODES, NULL, &found);
			sum->nodes += found.nodes;
			sum->undecided += answer == GAME_UNDECIDED;
			free(found.line);
			if (answer != GAME_UNDECIDED && answer != ask(plain, as_it_was, NODES) &&
			    ask(plain, as_it_was, NODES) != GAME_UNDECIDED)
				fail_msg("%s: not as %s", fen, plain);
		}
	}
	fclose(f);
}

static void what_it_costs(void **state)
{
	static const struct {
		const char *path;
		unsigned skip;
		bool colours, files;
		struct sum sum;
	} files[] = {
		{ "tests/data/unwinnable/vectors.txt", 3, false, false, { 176, 73, 1, 57815 } },
		{ "tests/data/unwinnable/vectors.txt", 3, true, false, { 176, 73, 1, 50543 } },
		{ "tests/data/unwinnable/vectors.txt", 3, false, true, { 176, 73, 1, 56306 } },
		{ "tests/data/unwinnable/flag-falls.txt", 0, false, false, { 400, 10, 1, 95965 } },
		{ "tests/data/unwinnable/flag-falls.txt", 0, true, true, { 400, 10, 0, 77629 } },
		{ "tests/data/unwinnable/flag-falls-unwinnable.txt", 0, false, false, { 240, 120, 0, 17396 } },
		{ "tests/data/unwinnable/flag-falls-unwinnable.txt", 0, true, true, { 240, 120, 0, 14793 } },
	};
	unsigned others = 0;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct sum sum = { 0 };

		ask_each(files[i].path, files[i].skip, files[i].colours, files[i].files, &sum);
		if (memcmp(&sum, &files[i].sum, sizeof(sum)) != 0) {
			print_message("# now %s%s%s: { %u, %u, %u, %lu }\n", files[i].path,
				      files[i].colours ? ", colours exchanged" : "", files[i].files ? ", mirrored" : "",
				      sum.asked, sum.known, sum.undecided, (unsigned long)sum.nodes);
			others++;
		}
	}
	assert_int_equal(others, 0);
}

static unsigned chance(uint32_t *state, unsigned n)
{
	*state = *state * 1664525 + 1013904223;
	return (*state >> 16) % n;
}

/* A wall of pawns that stop each other, with gaps or without, the kings, and up to four pieces anywhere. */
static bool wall(uint32_t *state, char ret[static 128])
{
	char square[64];
	size_t n = 0;
	struct chess_position p;

	memset(square, '.', sizeof(square));
	for (unsigned file = 0; file < 8; file++) {
		const unsigned rank = chance(state, 6) ? 3 : 2;

		if (file % 2 ? !chance(state, 20) : chance(state, 4))
			continue;
		square[8 * rank + file] = 'P';
		square[8 * (rank + 1) + file] = 'p';
	}
	for (unsigned i = 0, pieces = 2 + chance(state, 4); i < pieces; i++) {
		const unsigned at = chance(state, 64);

		if (square[at] != '.')
			return false;
		square[at] = i == 0 ? 'K' : i == 1 ? 'k' : "BbBbRrNnQq"[chance(state, 10)];
	}
	for (unsigned row = 0; row < 8; row++) {
		for (unsigned file = 0; file < 8; file++) {
			const char c = square[8 * (7 - row) + file];

			if (c != '.')
				ret[n++] = c;
			else if (file && ret[n - 1] >= '1' && ret[n - 1] < '8')
				ret[n - 1]++;
			else
				ret[n++] = '1';
		}
		ret[n++] = row < 7 ? '/' : ' ';
	}
	snprintf(ret + n, 128 - n, "%c - - 0 1", "wb"[chance(state, 2)]);
	return !chess_parse(ret, &p, NULL) && !chess_searchable(&p, NULL);
}

/* Behind how many of 4,000 walls is it known without a search that there is no mate, and how long is looked for one
 * behind others?
 */
static void walls(void **state)
{
	unsigned tried = 0, known[2] = { 0 };
	uint32_t seed = 1;
	char fen[128], other[128];

	while (tried < 4000) {
		struct chess_position p, turn;

		if (!wall(&seed, fen))
			continue;
		tried++;
		turned(fen, true, false, other);
		p = chess(fen);
		turn = chess(other);
		for (enum side s = WHITE; s <= BLACK; s++) {
			const enum game_answer answer = chess_unwinnable(&p, s, 0, NULL, NULL);

			if (answer != chess_unwinnable(&turn, other_side(s), 0, NULL, NULL))
				fail_msg("%s: not as with colours exchanged", fen);
			known[s] += answer == GAME_NO;
		}
	}
	/* White is no better off than Black */
	assert_int_equal(known[WHITE], 145);
	assert_int_equal(known[BLACK], 145);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(walls),
		cmocka_unit_test(what_it_costs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
