/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a turn may have been, from its readings to words: each kind of them, in both games, in every language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules/sentences/sentence.h"
#include "rules/turn.h"

#define CHESS "4k2r/3P2p1/2p1p3/8/8/1N3N2/4B3/R3K2R w KQ - 0 1"
#define DRAUGHTS "W:W28,32,K46:B22,23,K5"

static struct game_position before;
static const struct game *game;

static void set(const struct game *of, const char *fen)
{
	game = of;
	assert_int_equal(game->parse(fen, &before, NULL), 0);
}

static uint8_t square(const char *name)
{
	return *name ? (uint8_t)game->square_parse(name) : GAME_NO_SQUARE;
}

static struct turn legal(const char *move)
{
	struct turn turn = { .side = WHITE, .kind = TURN_LEGAL, .has_move = true };

	if (game->move_parse(&before, move, &turn.move) < 0)
		fail_msg("%s is not legal here", move);
	turn.from = turn.move.from;
	turn.to = turn.move.to;
	return turn;
}

static struct turn other(enum turn_kind kind, enum turn_fault fault, const char *from, const char *to)
{
	return (struct turn){ .side = WHITE, .kind = kind, .fault = fault, .from = square(from), .to = square(to) };
}

static struct turn illegal(const char *from, const char *to)
{
	return other(TURN_ILLEGAL, TURN_FAULT_PIECE, from, to);
}

static struct turn with(struct turn turn, struct turn reading)
{
	turn.unsure = true;
	turn.other[turn.other_count++] = turn_as_reading(&reading);
	return turn;
}

static void expect(const struct language *language, const char *word, const char *codes, const char *text)
{
	struct statement s = {
		.ruling = "question", .reason = "readings", .winner = NO_SIDE, .readings = codes, .facts = no_facts()
	};
	char buf[SENTENCE_TEXT];
	bool complete;

	s.facts.player = WHITE;
	s.facts.word = word;
	sentence_write(language, &s, buf, sizeof(buf), &complete);
	assert_string_equal(buf, text);
	assert_true(complete);
}

static void says(struct turn turn, const char *en, const char *de, const char *ru)
{
	char codes[FACT_READINGS_TEXT];

	turn_readings_format(game, &before, &turn, codes, sizeof(codes));
	expect(&language_en, "list", codes, en);
	expect(&language_de, "list", codes, de);
	expect(&language_ru, "list", codes, ru);
}

static void test_chess(void **state)
{
	set(&game_chess, CHESS);
	says(with(legal("e2d3"), illegal("e2", "g7")), "White moved the bishop to d3, or put the bishop on g7.",
	     "Weiß hat den Läufer nach d3 gezogen oder den Läufer auf g7 gestellt.",
	     "Белые пошли слоном на d3 или поставили слона на g7.");
	says(with(legal("h1h8"), illegal("", "h7")), "White took on h8, or put a piece on h7.",
	     "Weiß hat auf h8 geschlagen oder einen Stein auf h7 gestellt.",
	     "Белые взяли на h8 или поставили фигуру на h7.");
	says(with(legal("e1g1"), other(TURN_NO_MOVE, 0, "", "")), "White castled short, or made no move.",
	     "Weiß hat kurz rochiert oder keinen Zug gemacht.",
	     "Белые сделали короткую рокировку или не сделали хода.");
	says(with(legal("e1c1"), other(TURN_SEVERAL, 0, "e1", "c1")), "White castled long, or made two moves.",
	     "Weiß hat lang rochiert oder zwei Züge gemacht.", "Белые сделали длинную рокировку или сделали два хода.");
	set(&game_chess, "8/3P4/7k/8/8/8/8/4K3 w - - 0 1");
	says(with(legal("d7d8q"), other(TURN_PROMOTION_OWED, 0, "d7", "d8")),
	     "White made a queen on d8, or left a pawn on d8.",
	     "Weiß hat den Bauern auf d8 in eine Dame verwandelt oder einen Bauern auf d8 stehen lassen.",
	     "Белые превратили пешку на d8 в ферзя или оставили пешку на d8.");
	says(with(legal("e1e2"), other(TURN_ILLEGAL, TURN_FAULT_OTHER_SIDE, "h6", "h5")),
	     "White moved the king to e2, or put the opponent's king on h5.",
	     "Weiß hat den König nach e2 gezogen oder den König des Gegners auf h5 gestellt.",
	     "Белые пошли королём на e2 или поставили короля соперника на h5.");
	says(with(legal("e1e2"), other(TURN_ILLEGAL, TURN_FAULT_VANISHED, "d7", "")),
	     "White moved the king to e2, or removed the pawn from d7.",
	     "Weiß hat den König nach e2 gezogen oder den Bauern von d7 genommen.",
	     "Белые пошли королём на e2 или сняли пешку с d7.");
}

/* Four of them, the innocent ones first; where from, if two went to the same square. */
static void test_many(void **state)
{
	struct turn turn;
	char codes[FACT_READINGS_TEXT], small[60];

	set(&game_chess, CHESS);
	turn = with(with(with(legal("b3d4"), illegal("e2", "g7")), legal("f3d4")), other(TURN_UNREADABLE, 0, "", ""));
	says(turn,
	     "White moved the knight from b3 to d4, moved the knight from f3 to d4, put the bishop on g7, or moved pieces in "
	     "a way that cannot be read.",
	     "Weiß hat den Springer von b3 nach d4 gezogen, den Springer von f3 nach d4 gezogen, den Läufer auf g7 gestellt "
	     "oder Steine so bewegt, dass sich kein Zug lesen lässt.",
	     "Белые пошли конём с b3 на d4, пошли конём с f3 на d4, поставили слона на g7 или переставили фигуры так, что "
	     "хода не прочесть.");
	turn_readings_format(game, &before, &turn, codes, sizeof(codes));
	expect(&language_en, "asked", codes,
	       "White moved the knight from b3 to d4, moved the knight from f3 to d4, put the bishop on g7, or moved pieces "
	       "in a way that cannot be read. The sensors do not show which. Nobody is punished meanwhile, and play and the "
	       "clocks go on. The arbiter decides illegal-move with the one that is right: reject move=b3d4, reject "
	       "move=f3d4, accept move=e2g7, accept move=unreadable.");
	/* what there is no room for is left out as a whole */
	turn_readings_format(game, &before, &turn, small, sizeof(small));
	assert_string_equal(small, "reject moved knight b3 d4 b3d4");
}

static void test_draughts(void **state)
{
	set(&game_draughts, DRAUGHTS);
	says(with(legal("28x17"), illegal("28", "17")), "White took 28x17, or put the man on 17.",
	     "Weiß hat 28x17 geschlagen oder den Stein auf 17 gestellt.",
	     "Белые взяли 28x17 или поставили простую на 17.");
	set(&game_draughts, "W:W32,K46:BK5");
	says(with(legal("32-28"), other(TURN_NO_MOVE, 0, "", "")), "White moved 32-28, or made no move.",
	     "Weiß hat 32-28 gezogen oder keinen Zug gemacht.", "Белые пошли 32-28 или не сделали хода.");
}

/* What the longest of them says has room in every language. */
static void test_room(void **state)
{
	struct turn turn;
	char codes[FACT_READINGS_TEXT], text[SENTENCE_TEXT];
	struct statement s = {
		.ruling = "question", .reason = "readings", .winner = NO_SIDE, .readings = codes, .facts = no_facts()
	};

	set(&game_chess, CHESS);
	turn = illegal("", "");
	while (turn.other_count < TURN_MAX_OTHERS)
		turn = with(turn, other(TURN_UNREADABLE, 0, "", ""));
	turn_readings_format(game, &before, &turn, codes, sizeof(codes));
	s.facts.player = BLACK;
	s.facts.word = "asked";
	for (const struct language *const *l = language_list(); *l; l++) {
		bool complete;

		assert_true(sentence_write(*l, &s, text, sizeof(text), &complete) + 1 < sizeof(text));
		assert_true(complete);
		assert_int_equal(text[strlen(text) - 1], '.');
	}
}

/* What another program made up is not said. */
static void test_bad_codes(void **state)
{
	static const char *const bad[] = { "", "reject moved", "reject flew bishop e2 f3 e2f3", "e2f3, e2g7", "," };
	struct statement s = { .ruling = "question", .reason = "readings", .winner = NO_SIDE, .facts = no_facts() };
	char text[SENTENCE_TEXT];
	bool complete;

	s.facts.player = WHITE;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		s.readings = bad[i];
		sentence_write(&language_en, &s, text, sizeof(text), &complete);
		assert_false(complete);
	}
	s.readings = NULL;
	sentence_write(&language_en, &s, text, sizeof(text), &complete);
	assert_false(complete);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chess), cmocka_unit_test(test_many),	cmocka_unit_test(test_draughts),
		cmocka_unit_test(test_room),  cmocka_unit_test(test_bad_codes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
