/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draughts positions of chance, full of captures: the moves are those that the articles of Annex I give when they are
 * followed square by square, each is written so that it is read back, and nothing depends on which side of the board a
 * player sits at.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/turn.h"

#define POSITIONS 3000
#define SQUARES 50

static const struct game *const game = &game_draughts;
static uint32_t seed;

static unsigned chance(unsigned n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 16) % n;
}

/* --- the board by rows and columns, the first row Black's --- */

static int row_of(int square)
{
	return square / 5;
}

static int column_of(int square)
{
	return square % 5 * 2 + (row_of(square) % 2 ? 0 : 1);
}

static int square_at(int row, int column)
{
	return row < 0 || row > 9 || column < 0 || column > 9 || (row + column) % 2 == 0 ? -1 : row * 5 + column / 2;
}

/* One step on in one of four directions: 0 and 1 are White's forward. -1: off the board. */
static int beside(int square, unsigned way)
{
	return square < 0 ? -1 : square_at(row_of(square) + (way < 2 ? -1 : 1), column_of(square) + (way % 2 ? 1 : -1));
}

static bool is_king(char piece)
{
	return piece == 'W' || piece == 'B';
}

/* --- the articles, square by square --- */

struct found {
	struct game_move move[GAME_MAX_MOVES];
	unsigned count, most;
};

static void add(struct found *found, int from, int to, uint64_t captured, unsigned jumps)
{
	if (jumps < found->most)
		return;
	if (jumps > found->most)
		found->count = 0;
	found->most = jumps;
	for (unsigned i = 0; i < found->count; i++)
		if (found->move[i].from == from && found->move[i].to == to && found->move[i].captured == captured)
			return;
	assert_true(found->count < GAME_MAX_MOVES);
	found->move[found->count++] =
		(struct game_move){ .from = (uint8_t)from, .to = (uint8_t)to, .captured = captured };
}

/* Annex I 4.3 to 4.11: squares is without the piece that captures; what it took stays until the end, and is not taken
 * twice. */
static void jump(struct found *found, const char *squares, char piece, int from, int at, uint64_t captured,
		 unsigned jumps)
{
	bool further = false;

	for (unsigned way = 0; way < 4; way++) {
		int over = beside(at, way), onto;

		while (is_king(piece) && over >= 0 && squares[over] == '.')
			over = beside(over, way);
		if (over < 0 || squares[over] == '.' || captured >> over & 1 ||
		    game->piece_side(squares[over]) == game->piece_side(piece))
			continue;
		for (onto = beside(over, way); onto >= 0 && squares[onto] == '.'; onto = beside(onto, way)) {
			further = true;
			jump(found, squares, piece, from, onto, captured | UINT64_C(1) << over, jumps + 1);
			if (!is_king(piece))
				break;
		}
	}
	if (!further && jumps)
		add(found, from, at, captured, jumps);
}

static void find_moves(const struct game_position *pos, struct found *found)
{
	const enum side us = game->to_move(pos);
	char squares[GAME_MAX_SQUARES];

	found->count = found->most = 0;
	game->placement(pos, squares);
	for (int q = 0; q < SQUARES; q++) {
		const char piece = squares[q];

		if (game->piece_side(piece) != us)
			continue;
		squares[q] = '.';
		jump(found, squares, piece, q, q, 0, 0);
		squares[q] = piece;
	}
	for (int q = 0; q < SQUARES && !found->most; q++)
		for (unsigned way = 0; way < 4 && game->piece_side(squares[q]) == us; way++)
			for (int to = beside(q, way); to >= 0 && squares[to] == '.'; to = beside(to, way)) {
				if (is_king(squares[q]) || (way < 2) == (us == WHITE))
					add(found, q, to, 0, 0);
				if (!is_king(squares[q]))
					break;
			}
}

/* --- */

static struct game_position of_chance(void)
{
	const unsigned pieces = 3 + chance(22);
	char squares[GAME_MAX_SQUARES];
	struct game_position pos;

	assert_int_equal(game->parse("W:W31-50:B1-20", &pos, NULL), 0);
	memset(squares, '.', sizeof(squares));
	for (unsigned i = 0; i < pieces; i++) {
		const unsigned q = chance(SQUARES);
		const char piece = "wwwwWbbbbB"[chance(10)];

		if ((piece == 'w' && q < 5) || (piece == 'b' && q >= 45))
			continue;
		squares[q] = piece;
	}
	game->set_placement(&pos, squares, (enum side)chance(2));
	return pos;
}

static char exchanged(char piece)
{
	const char *const pieces = "wbWBbwBW", *at = strchr(pieces, piece);

	return piece == '.' || !at ? piece : pieces[at - pieces + 4];
}

/* The same seen by the other player. */
static void exchange(const char *squares, char ret[static GAME_MAX_SQUARES])
{
	memset(ret, '.', GAME_MAX_SQUARES);
	for (unsigned q = 0; q < SQUARES; q++)
		ret[q] = exchanged(squares[SQUARES - 1 - q]);
}

static struct game_position other_seat(const struct game_position *pos)
{
	struct game_position other = *pos;
	char squares[GAME_MAX_SQUARES], there[GAME_MAX_SQUARES];

	game->placement(pos, squares);
	exchange(squares, there);
	game->set_placement(&other, there, other_side(game->to_move(pos)));
	return other;
}

static uint64_t turned(uint64_t set)
{
	uint64_t other = 0;

	for (unsigned q = 0; q < SQUARES; q++)
		other |= (set >> q & 1) << (SQUARES - 1 - q);
	return other;
}

static const struct game_move *find(const struct game_moves *list, unsigned from, unsigned to, uint64_t captured)
{
	for (unsigned i = 0; i < list->count; i++)
		if (list->move[i].from == from && list->move[i].to == to && list->move[i].captured == captured)
			return &list->move[i];
	return NULL;
}

static void fail_at(const struct game_position *pos, const char *what)
{
	char fen[GAME_FEN];

	game->format(pos, fen);
	fail_msg("%s: %s", fen, what);
}

/* 3, 4: all legal moves, and no others; what they do, by each seat. */
static void moves_are_those_of_the_articles(void **state)
{
	unsigned captures = 0, most = 0;

	seed = 1;
	for (unsigned n = 0; n < POSITIONS; n++) {
		const struct game_position pos = of_chance(), other = other_seat(&pos);
		struct game_moves moves, there;
		struct found found;

		find_moves(&pos, &found);
		game->moves(&pos, &moves);
		game->moves(&other, &there);
		if (moves.count != found.count || there.count != found.count)
			fail_at(&pos, "other moves");
		assert_int_equal(game->end(&pos) == GAME_GOES_ON, found.count != 0);
		assert_int_equal(game->perft(&pos, 1), found.count);
		for (unsigned i = 0; i < found.count; i++) {
			const struct game_move *m = &found.move[i];
			const struct game_move *here = find(&moves, m->from, m->to, m->captured);
			const struct game_move *twin = find(&there, SQUARES - 1 - m->from, SQUARES - 1 - m->to,
							    turned(m->captured));
			struct game_position after = pos, after_twin = other, seen;
			const char *words[GAME_ASPECTS], *words_there[GAME_ASPECTS];
			unsigned count;

			if (!here || !twin)
				fail_at(&pos, "another move");
			game->play(&after, here);
			game->play(&after_twin, twin);
			seen = other_seat(&after);
			assert_true(game->same(&seen, &after_twin));
			assert_int_equal(game->key(&seen), game->key(&after_twin));
			assert_int_equal(game->quiet_plies(&after), game->quiet_plies(&after_twin));
			assert_int_equal(here->flags, twin->flags);
			assert_int_equal(exchanged(here->promotion ? here->promotion : '.'),
					 twin->promotion ? twin->promotion : '.');
			count = game->aspects(&pos, here, words);
			assert_int_equal(game->aspects(&other, twin, words_there), count);
			for (unsigned k = 0; k < count; k++)
				assert_string_equal(words[k], words_there[k]);
		}
		captures += found.most > 0;
		most = found.most > most ? found.most : most;
	}
	assert_true(captures > POSITIONS / 3 && most > 6);
}

/* Where two captures have origin and destination in common, where they land is written, too. */
static void each_is_read_as_it_is_written(void **state)
{
	unsigned long_ones = 0;

	seed = 2;
	for (unsigned n = 0; n < POSITIONS; n++) {
		const struct game_position pos = of_chance();
		struct game_moves moves;

		game->moves(&pos, &moves);
		for (unsigned i = 0; i < moves.count; i++) {
			const struct game_move *m = &moves.move[i];
			unsigned twins = 0, signs = 0;
			char text[GAME_TEXT];
			struct game_move back;

			game->move_text(&pos, m, text);
			if (game->move_parse(&pos, text, &back) || !game_moves_same(m, &back))
				fail_at(&pos, text);
			for (unsigned k = 0; k < moves.count; k++)
				twins += moves.move[k].from == m->from && moves.move[k].to == m->to;
			for (const char *c = text; *c; c++)
				signs += *c == 'x' || *c == '-';
			/* a landing for each piece that is taken */
			assert_int_equal(signs, twins > 1 ? (unsigned)__builtin_popcountll(m->captured) : 1);
			long_ones += twins > 1;
		}
	}
	assert_true(long_ones > 20);
}

/* 5.4: from and to any square. So many of each fault there were. */
static void faults_are_the_same_from_both_seats(void **state)
{
	static const unsigned known[TURN_FAULT_AS_KING + 1] = {
		[TURN_FAULT_PIECE] = 51848,	  [TURN_FAULT_BLOCKED] = 19864,	    [TURN_FAULT_OTHER_SIDE] = 652974,
		[TURN_FAULT_CAPTURE_COUNT] = 324, [TURN_FAULT_NOT_CAPTURED] = 2996, [TURN_FAULT_UNFINISHED] = 200,
		[TURN_FAULT_CAPTURED_LEFT] = 450, [TURN_FAULT_REMOVED] = 15000,	    [TURN_FAULT_AS_KING] = 6344
	};
	unsigned count[TURN_FAULT_AS_KING + 1] = { 0 };

	seed = 3;
	for (unsigned n = 0; n < POSITIONS / 10; n++) {
		const struct game_position pos = of_chance(), other = other_seat(&pos);

		for (unsigned from = 0; from < SQUARES; from++)
			for (unsigned to = 0; to < SQUARES; to++) {
				const int fault = game->fault(&pos, from, to);

				if (game->fault(&other, SQUARES - 1 - from, SQUARES - 1 - to) != fault)
					fail_at(&pos, "another fault");
				count[fault]++;
			}
	}
	for (unsigned f = 0; f <= TURN_FAULT_AS_KING; f++)
		if (count[f] != known[f])
			print_message("# fault %u: %u\n", f, count[f]);
	assert_memory_equal(count, known, sizeof(count));
}

/* 5.4: a legal move with one piece too many or too few taken off, or set down beside where it ends. */
static void irregular_boards_are_the_same_from_both_seats(void **state)
{
	static const unsigned known[TURN_FAULT_AS_KING + 1] = {
		[TURN_FAULT_NONE] = 627,	[TURN_FAULT_PIECE] = 69,     [TURN_FAULT_BLOCKED] = 22,
		[TURN_FAULT_OWN_CAPTURE] = 802, [TURN_FAULT_UNFINISHED] = 1, [TURN_FAULT_CAPTURED_LEFT] = 164,
		[TURN_FAULT_NOT_JUMPED] = 429,	[TURN_FAULT_REMOVED] = 807,  [TURN_FAULT_AS_KING] = 22
	};
	unsigned count[TURN_FAULT_AS_KING + 1] = { 0 };

	seed = 4;
	for (unsigned n = 0; n < POSITIONS; n++) {
		const struct game_position pos = of_chance(), other = other_seat(&pos);
		struct game_position after = pos;
		struct game_moves moves;
		char before[GAME_MAX_SQUARES], squares[GAME_MAX_SQUARES], there[GAME_MAX_SQUARES];
		unsigned from, to, from_there, to_there;
		int fault;

		game->moves(&pos, &moves);
		if (!moves.count)
			continue;
		game->placement(&pos, before);
		game->play(&after, &moves.move[chance(moves.count)]);
		game->placement(&after, squares);
		for (unsigned changes = 1 + chance(2); changes; changes--) {
			unsigned q = chance(SQUARES);

			/* mostly where the move changed something, or where an opponent stood */
			for (unsigned tries = chance(200);
			     tries && before[q] == squares[q] &&
			     (before[q] == '.' || game->piece_side(before[q]) == game->to_move(&pos));
			     tries--)
				q = chance(SQUARES);
			switch (chance(3)) {
			case 0: /* what was taken still stands, or what was moved */
				squares[q] = before[q];
				break;
			case 1:
				squares[q] = '.';
				break;
			default: /* one step beside */
				if (squares[q] != '.' && beside((int)q, n % 4) >= 0 &&
				    squares[beside((int)q, n % 4)] == '.') {
					squares[beside((int)q, n % 4)] = squares[q];
					squares[q] = '.';
				}
				break;
			}
		}
		exchange(squares, there);
		fault = game->irregular(&pos, squares, &from, &to);
		if (game->irregular(&other, there, &from_there, &to_there) != fault)
			fail_at(&pos, "another fault");
		/* of several men that are gone alike one is named */
		assert_int_equal(from == GAME_NO_SQUARE, from_there == GAME_NO_SQUARE);
		assert_int_equal(to, to == GAME_NO_SQUARE ? to_there : SQUARES - 1 - to_there);
		count[fault]++;
	}
	for (unsigned f = 0; f <= TURN_FAULT_AS_KING; f++)
		if (count[f] != known[f])
			print_message("# fault %u: %u\n", f, count[f]);
	assert_memory_equal(count, known, sizeof(count));
}

/* The squares where a piece may touch down on its way, seen from both seats; none is where a piece stands. */
static void ways_are_the_same_from_both_seats(void **state)
{
	unsigned squares_on_ways = 0;

	seed = 5;
	for (unsigned n = 0; n < POSITIONS; n++) {
		const struct game_position pos = of_chance(), other = other_seat(&pos);
		struct game_moves moves;
		char squares[GAME_MAX_SQUARES];

		game->placement(&pos, squares);
		game->moves(&pos, &moves);
		for (unsigned i = 0; i < moves.count; i++) {
			struct game_move twin = moves.move[i];
			const uint64_t way = game->path_squares(&pos, &moves.move[i]);

			twin.from = (uint8_t)(SQUARES - 1 - twin.from);
			twin.to = (uint8_t)(SQUARES - 1 - twin.to);
			twin.captured = turned(twin.captured);
			if (game->path_squares(&other, &twin) != turned(way))
				fail_at(&pos, "another way");
			for (unsigned q = 0; q < SQUARES; q++)
				assert_true(!(way >> q & 1) || squares[q] == '.');
			squares_on_ways += (unsigned)__builtin_popcountll(way);
		}
	}
	assert_int_equal(squares_on_ways, 15169);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moves_are_those_of_the_articles),
		cmocka_unit_test(each_is_read_as_it_is_written),
		cmocka_unit_test(faults_are_the_same_from_both_seats),
		cmocka_unit_test(irregular_boards_are_the_same_from_both_seats),
		cmocka_unit_test(ways_are_the_same_from_both_seats),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
