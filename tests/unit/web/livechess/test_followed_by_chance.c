/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Games that a client of the LiveChess API follows, played by clumsy hands: pieces are put elsewhere first, moves taken
 * back, presses forgotten, castlings done in two goes, changes missed and seen whole later. What is told of each, when
 * and how often it was told otherwise is as it was: tests/data/followed-by-chance.txt has a line for each game.
 * FLAGFALL_SAID=FILE writes it anew.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/web/livechess/hands.h"
#include "web/livechess/naming.h"
#include "web/livechess/reconstruction.h"

#define SAID "tests/data/followed-by-chance.txt"
#define GAMES 240
#define MOVES 24

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
	uint64_t lot, hash;
};

static unsigned next(struct table *t, unsigned n)
{
	t->lot = t->lot * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(t->lot >> 33) % n;
}

static void add_bytes(struct table *t, const void *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		t->hash = (t->hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
}

/* All that a client could be told now. */
static void look(struct table *t)
{
	const unsigned count = reconstruction_count(t->r), kept = next(t, 4) ? 0 : reconstruction_take_kept(t->r),
		       revisions = reconstruction_revisions(t->r);
	const int64_t due = reconstruction_due(t->r), left = due == INT64_MAX ? -1 : due - t->t_us;
	const char is[2] = { reconstruction_matches(t->r), reconstruction_turned(t->r) };
	char pieces[SQUARES] = "";

	add_bytes(t, &count, sizeof(count));
	add_bytes(t, &kept, sizeof(kept));
	add_bytes(t, &revisions, sizeof(revisions));
	add_bytes(t, &left, sizeof(left));
	add_bytes(t, is, sizeof(is));
	add_bytes(t, t->naming.letter, sizeof(t->naming.letter));
	if (reconstruction_pieces(t->r, pieces)) {
		add_bytes(t, pieces, sizeof(pieces));
		if (!next(t, 20))
			naming_know(&t->naming, pieces, t->seen);
	}
	for (unsigned i = 0; i < count; i++)
		add_bytes(t, reconstruction_san(t->r, i), strlen(reconstruction_san(t->r, i)));
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
	struct hand_event events[HAND_EVENTS];
	struct game_moves all;
	char text[16];
	unsigned n;

	game_chess.moves(&t->pos, &all);
	if (all.count == 0)
		return;
	game_chess.move_text(&t->pos, &all.move[next(t, all.count)], text);
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
	if (t->has_lever ? next(t, 10) : !next(t, 30))
		press(t, next(t, 25) ? side : (enum side) !side);
	if (!next(t, 12))
		show(t);
	if (next(t, 3))
		passes(t, 500000 * (1 + (int64_t)next(t, 9)));
	if (!next(t, 15))
		set_right(t);
}

static void one_game(unsigned number, char line[static 200])
{
	const struct reconstruction_board board = { .has_lever = number % 2,
						    .presses_late = number % 4 == 3,
						    .names_pieces = number / 4 % 2 };
	struct table t = { .names = board.names_pieces,
			   .has_lever = board.has_lever,
			   .turned = number % 7 == 0,
			   .t_us = 1000000000,
			   .lot = number,
			   .hash = UINT64_C(0xcbf29ce484222325) };
	char err[160] = "", sans[100] = "";

	reconstruction_new(starts[number % 5], &board, &t.r, err);
	assert_string_equal(err, "");
	assert_int_equal(game_chess.parse(starts[number % 5], &t.pos, NULL), 0);
	game_chess.placement(&t.pos, t.squares);
	naming_begin(&t.naming);
	memset(t.seen, '.', SQUARES);
	if (number % 11)
		show(&t);
	for (unsigned n = 0; n < MOVES; n++)
		play_one(&t);
	set_right(&t);
	passes(&t, 20000000);
	for (unsigned i = 0; i < reconstruction_count(t.r) && strlen(sans) < 60; i++)
		snprintf(sans + strlen(sans), sizeof(sans) - strlen(sans), " %s", reconstruction_san(t.r, i));
	snprintf(line, 200, "%u: %u moves, %u revisions,%s … %016" PRIx64 "\n", number, reconstruction_count(t.r),
		 reconstruction_revisions(t.r), sans, t.hash);
	reconstruction_free(t.r);
}

static void games_are_followed_as_they_were(void **state)
{
	const char *path = getenv("FLAGFALL_SAID");
	FILE *f = fopen(path ? path : SAID, path ? "w" : "r");
	char now[200], then[200];
	unsigned others = 0;

	assert_non_null(f);
	for (unsigned n = 1; n <= GAMES && others < 10; n++) {
		if (!path && !fgets(then, sizeof(then), f))
			*then = '\0';
		one_game(n, now);
		if (path)
			fputs(now, f);
		else if (strcmp(now, then) != 0 && ++others)
			print_message("# now  %s# then %s", now, then);
	}
	fclose(f);
	assert_int_equal(others, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(games_are_followed_as_they_were) };

	return cmocka_run_group_tests_name("followed by chance", tests, NULL, NULL);
}
