// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Games that a client of the LiveChess API follows, played by clumsy hands: pieces are put elsewhere first, moves taken
 * back, presses forgotten, castlings done in two goes, changes missed and seen whole later. At any time the list that
 * is told is a game from the start, and where it is said to match, its position is what the board shows; a move that
 * was told is another one only where that is counted as a revision. In most games, as RIGHT says, the list is at last
 * what was played. FLAGFALL_GAME=NUMBER plays that game alone and prints both.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/web/livechess/hands.h"
#include "web/livechess/feed.h"

#define GAMES 240
#define MOVES 24
#define RIGHT 135 /* of these games the list is at last what was played */
#define LIST 2000

static const char *const starts[] = {
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8",
	"4k3/PPP2ppp/8/8/8/8/ppp2PPP/4K3 w - - 0 30",
	"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
	"8/2k3p1/8/3p4/3P4/6Pp/5K1P/R5r1 w - - 0 40",
};

struct table {
	struct reconstruction *r;
	struct naming naming;		      /* what the pieces would be called */
	struct game_position pos;	      /* what the hands play */
	char squares[SQUARES], seen[SQUARES]; /* on the table; as the sensors say */
	bool names, turned, has_lever;
	int64_t t_us;
	uint64_t lot;
	unsigned number;
	const char *start;
	unsigned count, asked_count, revisions;
	char list[MOVES * 4][GAME_TEXT];  /* as it was told last */
	char asked[MOVES * 4][GAME_TEXT]; /* … when it was asked how many have stayed */
	char played[LIST];
};

static unsigned next(struct table *t, unsigned n)
{
	t->lot = t->lot * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(t->lot >> 33) % n;
}

/* The position after the list. */
static struct game_position after_list(const struct table *t)
{
	struct game_position pos;
	struct game_moves all;
	char text[GAME_TEXT];

	assert_int_equal(game_chess.parse(t->start, &pos, NULL), 0);
	for (unsigned i = 0, n = 0; i < t->count; i++, n = 0) {
		game_chess.moves(&pos, &all);
		while (n < all.count && (game_chess.move_notation(&pos, &all.move[n], text), strcmp(text, t->list[i])))
			n++;
		if (n == all.count)
			fail_msg("game %u: %s is no move here", t->number, t->list[i]);
		game_chess.play(&pos, &all.move[n]);
	}
	return pos;
}

/* What is said stands on these squares. */
static void check_pieces(const struct table *t, const char *what, const char *pieces)
{
	for (unsigned q = 0; q < SQUARES; q++)
		if ((pieces[q] == '.') != (t->seen[q] == '.') ||
		    (pieces[q] != '?' && t->seen[q] != '?' && pieces[q] != t->seen[q]))
			fail_msg("game %u: %s is '%c' on %u, and the board shows '%c'", t->number, what, pieces[q], q,
				 t->seen[q]);
}

/* All that a client could be told now. */
static void look(struct table *t)
{
	const bool is_asked = !next(t, 4);
	const unsigned count = reconstruction_count(t->r), kept = is_asked ? reconstruction_take_kept(t->r) : 0,
		       revisions = reconstruction_revisions(t->r), before = t->count;
	char pieces[GAME_MAX_SQUARES] = "";
	struct game_position pos;
	bool others = count < before;

	assert_true(count < MOVES * 4);
	for (unsigned i = 0; i < count; i++) {
		const char *san = reconstruction_san(t->r, i);

		others |= i < before && strcmp(t->list[i], san);
		strcpy(t->list[i], san);
	}
	t->count = count;
	if (others && revisions == t->revisions)
		fail_msg("game %u: moves that were told are others", t->number);
	t->revisions = revisions;
	for (unsigned i = 0; i < kept && i < t->asked_count; i++)
		if (i >= count || strcmp(t->asked[i], t->list[i]))
			fail_msg("game %u: move %u has not stayed", t->number, i);
	if (is_asked) {
		memcpy(t->asked, t->list, sizeof(t->list));
		t->asked_count = count;
	}
	pos = after_list(t);
	if (reconstruction_matches(t->r)) {
		game_chess.placement(&pos, pieces);
		if (reconstruction_turned(t->r))
			squares_turn(pieces, pieces);
		check_pieces(t, "after the list", pieces);
	}
	check_pieces(t, "named", t->naming.letter);
	if (reconstruction_pieces(t->r, pieces)) {
		check_pieces(t, "said", pieces);
		if (!next(t, 20))
			naming_know(&t->naming, pieces, t->seen);
	}
}

static void passes(struct table *t, int64_t us)
{
	const int64_t until = t->t_us + us;

	for (int64_t due; (due = reconstruction_due(t->r)) <= until;) {
		if (due > t->t_us)
			t->t_us = due;
		reconstruction_time(t->r, t->t_us);
		look(t);
		t->t_us += 10000; /* a program looks no sooner again */
	}
	t->t_us = until;
	reconstruction_time(t->r, until);
	look(t);
}

static void show(struct table *t)
{
	char squares[SQUARES];

	for (unsigned i = 0; i < SQUARES; i++)
		squares[i] = t->squares[i] == '.' || t->names ? t->squares[i] : '?';
	if (t->turned)
		squares_turn(squares, squares);
	memcpy(t->seen, squares, SQUARES);
	naming_squares(&t->naming, squares);
	reconstruction_squares(t->r, squares, t->t_us);
	look(t);
}

static void touch(struct table *t, unsigned square, char letter)
{
	t->squares[square] = letter;
	t->t_us += 20000 * (1 + (int64_t)next(t, next(t, 12) ? 20 : 200));
	if (next(t, 60)) { /* else nobody sees it */
		const unsigned seen = t->turned ? square_turned(square) : square;

		if (letter != '.' && !t->names)
			letter = '?';
		t->seen[seen] = letter;
		if (letter == '.')
			naming_lift(&t->naming, seen);
		else
			naming_place(&t->naming, seen, letter);
		reconstruction_square(t->r, seen, letter, t->t_us);
	}
	look(t);
}

static void press(struct table *t, enum side side)
{
	t->t_us += 20000 * (1 + (int64_t)next(t, 30));
	reconstruction_press(t->r, side, t->t_us);
	look(t);
}

static void set_down(struct table *t, const struct hand_event *events, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (events[i].letter != '.' && !next(t, 15)) { /* on its way it stands elsewhere */
			const unsigned other = next(t, SQUARES);

			if (t->squares[other] == '.') {
				touch(t, other, events[i].letter);
				if (!next(t, 3))
					passes(t, 3000000);
				touch(t, other, '.');
			}
		}
		touch(t, events[i].square, events[i].letter);
		if (!next(t, 20))
			passes(t, 1000000 * (1 + (int64_t)next(t, 5)));
	}
}

/* Sets the board right again, square by square or at once. */
static void set_right(struct table *t)
{
	char wanted[GAME_MAX_SQUARES];

	game_chess.placement(&t->pos, wanted);
	for (unsigned q = 0; q < SQUARES; q++)
		if (t->squares[q] != '.' && t->squares[q] != wanted[q])
			touch(t, q, '.');
	for (unsigned q = 0; q < SQUARES; q++)
		if (t->squares[q] != wanted[q])
			touch(t, q, wanted[q]);
	if (!next(t, 2))
		show(t);
}

static void play_one(struct table *t)
{
	const enum side side = game_chess.to_move(&t->pos);
	const struct game_position before = t->pos;
	const struct game_move *m;
	struct hand_event events[HAND_EVENTS];
	struct game_moves all;
	char text[GAME_TEXT], san[GAME_TEXT];
	unsigned n;

	game_chess.moves(&t->pos, &all);
	if (all.count == 0)
		return;
	m = &all.move[next(t, all.count)];
	game_chess.move_notation(&t->pos, m, san);
	game_chess.move_text(&t->pos, m, text);
	n = hand_move(&t->pos, text, events);
	if (!next(t, 10)) /* in another order */
		for (unsigned i = 0; i + 1 < n; i++) {
			const struct hand_event one = events[i];

			if (events[i + 1].square != one.square && next(t, 2)) {
				events[i] = events[i + 1];
				events[i + 1] = one;
			}
		}
	set_down(t, events, n);
	if (!next(t, 12)) { /* taken back, and another one played */
		passes(t, 500000 * (int64_t)next(t, 10));
		t->pos = before;
		set_right(t);
		return;
	}
	n = (unsigned)strlen(t->played);
	snprintf(t->played + n, sizeof(t->played) - n, " %s", san);
	if (t->has_lever ? next(t, 10) : !next(t, 30))
		press(t, next(t, 25) ? side : (enum side) !side);
	if (!next(t, 12))
		show(t);
	if (next(t, 3))
		passes(t, 500000 * (1 + (int64_t)next(t, 9)));
	if (!next(t, 15))
		set_right(t);
}

/* True: at last the list is what was played. */
static bool one_game(unsigned number, bool tells)
{
	const struct reconstruction_board board = { .has_lever = number % 2,
						    .presses_late = number % 4 == 3,
						    .names_pieces = number / 4 % 2 };
	static struct table t;
	char err[160] = "", list[LIST] = "";

	t = (struct table){ .names = board.names_pieces,
			    .has_lever = board.has_lever,
			    .turned = number % 7 == 0,
			    .t_us = 1000000000,
			    .lot = number,
			    .number = number,
			    .start = starts[number % 5] };
	reconstruction_new(t.start, &board, &t.r, err);
	assert_string_equal(err, "");
	assert_int_equal(game_chess.parse(t.start, &t.pos, NULL), 0);
	game_chess.placement(&t.pos, t.squares);
	naming_begin(&t.naming);
	memset(t.seen, '.', SQUARES);
	if (number % 11)
		show(&t);
	for (unsigned n = 0; n < MOVES; n++)
		play_one(&t);
	set_right(&t);
	passes(&t, 20000000);
	for (unsigned i = 0; i < t.count; i++)
		snprintf(list + strlen(list), sizeof(list) - strlen(list), " %s", t.list[i]);
	if (tells)
		print_message("# played%s\n# told  %s\n", t.played, list);
	reconstruction_free(t.r);
	return !strcmp(list, t.played);
}

static void games_are_followed(void **state)
{
	const char *alone = getenv("FLAGFALL_GAME");
	unsigned right = 0;

	if (alone) {
		one_game((unsigned)atoi(alone), true);
		return;
	}
	for (unsigned n = 1; n <= GAMES; n++)
		right += one_game(n, false);
	print_message("# %u of %u games are followed to the end\n", right, GAMES);
	assert_true(right >= RIGHT);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(games_are_followed) };

	return cmocka_run_group_tests_name("followed by chance", tests, NULL, NULL);
}
