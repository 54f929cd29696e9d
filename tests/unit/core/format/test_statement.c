/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A published ruling or question is read back, and says the same as its English sentence, and in other languages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/format/publication.h"

static struct publication touched(enum publication_type type)
{
	struct publication p = {
		.type = type,
		.is_public = true,
		.ruling = RULING_TOUCH_OBLIGATION,
		.reason = "touch-move",
		.result = "none",
		.adjust_us = { 0, 60000000 },
		.article = { "4.3.1" },
		.articles = 1,
		.claim = CLAIM_TOUCH_MOVE,
		.facts = no_facts(),
	};

	p.facts.by = PERSON_BLACK;
	p.facts.player = WHITE;
	p.facts.piece = "rook";
	strcpy(p.facts.square, "a8");
	p.facts.starts = WHITE;
	return p;
}

static void says(const struct publication *p, const struct language *language, const char *text)
{
	json_t *object = publication_format(&game_chess, p, false);
	char buf[SENTENCE_TEXT];
	struct statement s;
	bool complete;

	assert_true(statement_parse(object, &s));
	sentence_write(language, &s, buf, sizeof(buf), &complete);
	assert_string_equal(buf, text);
	assert_true(complete);
	json_decref(object);
}

static void test_ruling(void **state)
{
	const struct publication p = touched(PUBLISH_RULING);
	char buf[SENTENCE_TEXT];

	publication_sentence(&p, buf);
	assert_string_equal(buf, "White touched the rook on a8 first and must move it (4.3.1). The move that was made "
				 "instead is taken back. 1:00 is added to "
				 "Black's time. Start White's clock.");
	says(&p, &language_en, buf);
	says(&p, &language_de,
	     "Weiß hat zuerst den Turm auf a8 berührt und muss damit ziehen (4.3.1). Was stattdessen gezogen wurde, wird zurückgenommen. Schwarz bekommt "
	     "1:00. Die Uhr von Weiß wird in Gang gesetzt.");
}

/* A question that a ruling asks comes without the ruling's name. */
static void test_question(void **state)
{
	struct publication p = touched(PUBLISH_QUESTION);

	p.ruling = RULING_CLAIM_PENDING;
	p.reason = "needs-verdict";
	p.adjust_us[BLACK] = 0;
	p.facts.starts = NO_SIDE;
	says(&p, &language_en,
	     "Black says that White touched the rook on a8 and moved another: the arbiter decides (4.3.1). Black may stop "
	     "the clocks, and does not move until then: a move of his own ends the claim.");
	p.facts.square[0] = '\0';
	p.facts.clock_stopped = true;
	says(&p, &language_en,
	     "Black says that White touched a piece and moved another: the arbiter decides (4.3.1). The game waits for that.");
	says(&p, &language_ru,
	     "Чёрные говорят, что белые коснулись одного, а пошли другим. Решает арбитр (4.3.1). Партия ждёт этого.");
}

/* And one that no ruling asks. */
static void test_remark(void **state)
{
	struct publication p = { .type = PUBLISH_QUESTION, .reason = "readings", .facts = no_facts() };

	p.facts.player = BLACK;
	strcpy(p.placement, "e7e5, e7e6");
	strcpy(p.readings, "reject moved pawn e7 e5 e7e5, reject moved pawn e7 e6 e7e6");
	says(&p, &language_en,
	     "Black moved the pawn to e5, or moved the pawn to e6. The sensors do not show which. Play and the clocks go on.");
	says(&p, &language_de,
	     "Schwarz hat den Bauern nach e5 gezogen oder den Bauern nach e6 gezogen. Was davon, zeigen die Sensoren nicht. "
	     "Spiel und Uhren laufen weiter.");
}

static void test_winner(void **state)
{
	assert_int_equal(statement_winner("1-0"), WHITE);
	assert_int_equal(statement_winner("0-2"), BLACK);
	assert_int_equal(statement_winner("1/2-1/2"), NO_SIDE);
	assert_int_equal(statement_winner("1-1"), NO_SIDE);
	assert_int_equal(statement_winner("0-0"), NO_SIDE);
	assert_int_equal(statement_winner("none"), NO_SIDE);
	assert_int_equal(statement_winner(NULL), NO_SIDE);
}

/* What an older version published has no facts: then its own sentence is shown. */
static void test_without_facts(void **state)
{
	json_t *object = json_pack("{ssssss}", "type", "ruling", "ruling", "win", "reason", "flag");
	struct statement s;

	assert_false(statement_parse(object, &s));
	assert_false(statement_parse(NULL, &s));
	json_decref(object);
}

/* A move's notation tells whether it is legal or gives check: in public only where the rulebook lets the arbiter speak.
 */
static void test_notation(void **state)
{
	static const struct {
		bool with_private, says_san, is_told;
		const char *san;
	} forms[] = {
		{ false, false, false, "e4" }, { false, true, true, "e4" }, { true, false, true, "e4" },
		{ true, true, true, "e4" },    { true, true, false, "" },
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		struct publication p = { .type = PUBLISH_MOVE, .is_public = true, .uci = "e2e4", .placement = "" };
		json_t *object;

		strcpy(p.san, forms[i].san);
		p.says_san = forms[i].says_san;
		object = publication_format(&game_chess, &p, forms[i].with_private);
		assert_int_equal(json_object_get(object, "san") != NULL, forms[i].is_told);
		assert_int_equal(json_object_get(object, "legal") != NULL, forms[i].with_private);
		json_decref(object);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ruling), cmocka_unit_test(test_question),	     cmocka_unit_test(test_remark),
		cmocka_unit_test(test_winner), cmocka_unit_test(test_without_facts), cmocka_unit_test(test_notation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
