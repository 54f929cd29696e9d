/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each kind of publication as JSON, word by word, and its facts read back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/format/publication.h"

static void is_formatted(const struct publication *p, bool with_private, const char *text)
{
	json_t *object = publication_format(&game_chess, p, with_private);
	char *is;

	assert_non_null(object);
	is = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII);
	assert_string_equal(is, text);
	free(is);
	json_decref(object);
}

static void a_move(void **state)
{
	struct publication p = {
		.type = PUBLISH_MOVE,
		.t_us = 1500000,
		.is_public = true,
		.ply = 4,
		.state = MOVE_COMMITTED,
		.side = WHITE,
		.uci = "g1f3",
		.san = "Nf3",
		.says_san = true,
		.placement = "8/8",
		.legal = true,
	};

	is_formatted(
		&p, true,
		"{\"t_us\":1500000,\"type\":\"move\",\"public\":true,\"ply\":5,\"uci\":\"g1f3\",\"state\":\"committed\","
		"\"side\":\"white\",\"placement\":\"8/8\",\"san\":\"Nf3\",\"legal\":true}");
	is_formatted(
		&p, false,
		"{\"t_us\":1500000,\"type\":\"move\",\"public\":true,\"ply\":5,\"uci\":\"g1f3\",\"state\":\"committed\","
		"\"side\":\"white\",\"placement\":\"8/8\",\"san\":\"Nf3\"}");
	/* under a silent rulebook the notation is the arbiter's */
	p.says_san = false;
	p.legal = false;
	p.side = BLACK;
	p.state = MOVE_PROVISIONAL;
	is_formatted(
		&p, false,
		"{\"t_us\":1500000,\"type\":\"move\",\"public\":true,\"ply\":5,\"uci\":\"g1f3\",\"state\":\"provisional\","
		"\"side\":\"black\",\"placement\":\"8/8\"}");
	p.state = MOVE_REVISED;
	is_formatted(
		&p, true,
		"{\"t_us\":1500000,\"type\":\"move\",\"public\":true,\"ply\":5,\"uci\":\"g1f3\",\"state\":\"revised\","
		"\"side\":\"black\",\"placement\":\"8/8\",\"san\":\"Nf3\",\"legal\":false}");
	p.state = MOVE_UNDONE;
	p.san[0] = 0;
	p.says_san = true;
	is_formatted(
		&p, true,
		"{\"t_us\":1500000,\"type\":\"move\",\"public\":true,\"ply\":5,\"uci\":\"g1f3\",\"state\":\"undone\","
		"\"side\":\"black\",\"placement\":\"8/8\",\"legal\":false}");
}

/* Pieces that stood wrongly before the turn are not said again. */
static void a_turn(void **state)
{
	struct publication p = {
		.type = PUBLISH_TURN,
		.t_us = 7,
		.turn = {
			.side = BLACK,
			.kind = TURN_ILLEGAL,
			.fault = TURN_FAULT_PIECE,
			.from = 57,
			.to = GAME_NO_SQUARE,
			.displaced_count = 4,
			.displaced = {
				{ .from = 8, .to = GAME_NO_SQUARE, .piece = 'P' },
				{ .from = 9, .to = 17, .piece = 'P', .inherited = true },
				{ .from = GAME_NO_SQUARE, .to = 63, .piece = 0 },
				{ .from = 0, .to = 16, .piece = 'R' },
			},
		},
	};

	is_formatted(
		&p, true,
		"{\"t_us\":7,\"type\":\"turn\",\"public\":false,\"side\":\"black\",\"kind\":\"illegal\",\"fault\":\"piece\","
		"\"from\":\"b8\",\"to\":null,\"displaced\":[{\"from\":\"a2\",\"to\":null,\"piece\":\"P\"},"
		"{\"from\":null,\"to\":\"h8\"},{\"from\":\"a1\",\"to\":\"a3\",\"piece\":\"R\"}]}");
	/* the board, before anybody has moved */
	p.type = PUBLISH_SETUP;
	p.is_public = true;
	p.turn = (struct turn){ .side = NO_SIDE };
	is_formatted(&p, false, "{\"t_us\":7,\"type\":\"setup\",\"public\":true,\"side\":\"none\",\"displaced\":[]}");
}

static void what_is_short(void **state)
{
	struct publication p = { .type = PUBLISH_CLOCK, .t_us = -5, .is_public = true, .left_us = { 1000, 2000 } };

	p.running = BLACK;
	is_formatted(
		&p, false,
		"{\"t_us\":-5,\"type\":\"clock\",\"public\":true,\"white_us\":1000,\"black_us\":2000,\"running\":\"black\"}");
	p.running = NO_SIDE;
	is_formatted(
		&p, true,
		"{\"t_us\":-5,\"type\":\"clock\",\"public\":true,\"white_us\":1000,\"black_us\":2000,\"running\":\"none\"}");
	p = (struct publication){ .type = PUBLISH_LOSS, .t_us = 1, .lost = 4000000000u };
	is_formatted(&p, true, "{\"t_us\":1,\"type\":\"loss\",\"public\":false,\"lost\":4000000000}");
	p = (struct publication){ .type = PUBLISH_FLAG, .t_us = 2, .side = WHITE };
	is_formatted(&p, true, "{\"t_us\":2,\"type\":\"flag\",\"public\":false,\"side\":\"white\"}");
	p = (struct publication){ .type = PUBLISH_LATE, .t_us = 3 };
	is_formatted(&p, true, "{\"t_us\":3,\"type\":\"late\",\"public\":false}");
	p = (struct publication){ .type = PUBLISH_POSITION, .t_us = 4, .is_public = true, .placement = "8/8 w" };
	is_formatted(&p, false, "{\"t_us\":4,\"type\":\"position\",\"public\":true,\"fen\":\"8/8 w\"}");
}

static void a_ruling(void **state)
{
	struct publication p = {
		.type = PUBLISH_RULING,
		.t_us = 10,
		.is_public = true,
		.ruling = RULING_WIN,
		.reason = "flag",
		.result = "0-1",
		.adjust_us = { -1000, 2999999 },
		.rulebook = "fide2023-blitz",
		.article = { "6.8", "6.9" },
		.articles = 2,
		.claim = CLAIM_FLAG,
		.facts = no_facts(),
	};
	json_t *o;

	p.facts.player = WHITE;
	o = publication_format(&game_chess, &p, false);
	assert_string_equal(json_string_value(json_object_get(o, "ruling")), "win");
	assert_string_equal(json_string_value(json_object_get(o, "result")), "0-1");
	assert_string_equal(json_string_value(json_object_get(o, "reason")), "flag");
	assert_string_equal(json_string_value(json_object_get(o, "about")), "flag");
	assert_string_equal(json_string_value(json_object_get(o, "rulebook")), "fide2023-blitz");
	assert_int_equal(json_integer_value(json_object_get(json_object_get(o, "time_adjust_ms"), "white")), -1);
	assert_int_equal(json_integer_value(json_object_get(json_object_get(o, "time_adjust_ms"), "black")), 2999);
	assert_int_equal(json_array_size(json_object_get(o, "articles")), 2);
	assert_string_equal(json_string_value(json_array_get(json_object_get(o, "articles"), 1)), "6.9");
	assert_true(json_string_length(json_object_get(o, "sentence")) > 10);
	json_decref(o);
	/* a question has no ruling's name, and a result only where it says one */
	p.type = PUBLISH_QUESTION;
	p.claim = CLAIM_NONE;
	p.reason = NULL;
	p.rulebook = NULL;
	p.articles = 0;
	o = publication_format(&game_chess, &p, true);
	assert_null(json_object_get(o, "ruling"));
	assert_null(json_object_get(o, "about"));
	assert_string_equal(json_string_value(json_object_get(o, "reason")), "");
	assert_string_equal(json_string_value(json_object_get(o, "rulebook")), "");
	assert_string_equal(json_string_value(json_object_get(o, "result")), "0-1");
	json_decref(o);
	for (unsigned i = 0; i < 2; i++) {
		p.result = i ? "none" : NULL;
		p.type = PUBLISH_QUESTION;
		o = publication_format(&game_chess, &p, true);
		assert_null(json_object_get(o, "result"));
		json_decref(o);
		p.type = PUBLISH_RULING;
		o = publication_format(&game_chess, &p, true);
		assert_string_equal(json_string_value(json_object_get(o, "result")), "none");
		json_decref(o);
	}
}

static struct publication with_facts(enum publication_type type)
{
	struct publication p = {
		.type = type, .ruling = RULING_TOUCH_OBLIGATION, .reason = "touch-move", .facts = no_facts()
	};

	p.facts.by = PERSON_ARBITER;
	p.facts.player = BLACK;
	p.facts.word = "one-illegal";
	p.facts.piece = "rook";
	strcpy(p.facts.square, "a8");
	strcpy(p.facts.to, "a1");
	p.facts.captures = true;
	p.facts.other_piece = "king";
	strcpy(p.facts.other_square, "e8");
	p.facts.count = 0;
	p.facts.limit = -3;
	p.facts.time_us = 120999;
	p.facts.starts = WHITE;
	p.facts.clock_stopped = true;
	p.facts.has_move = true;
	p.facts.duty = "capture";
	p.facts.undone = true;
	p.facts.judge = "captains";
	strcpy(p.placement, "e7e5, e7e6");
	return p;
}

static void facts_as_json(void **state)
{
	struct publication p = with_facts(PUBLISH_QUESTION);
	json_t *o = publication_format(&game_chess, &p, false);
	char *is = json_dumps(json_object_get(o, "facts"), JSON_COMPACT);

	assert_string_equal(
		is,
		"{\"by\":\"arbiter\",\"player\":\"black\",\"word\":\"one-illegal\",\"piece\":\"rook\","
		"\"square\":\"a8\",\"to\":\"a1\",\"captures\":true,\"other_piece\":\"king\",\"other_square\":\"e8\","
		"\"count\":0,\"limit\":-3,\"time_ms\":120,\"starts\":\"white\",\"text\":\"e7e5, e7e6\","
		"\"clock_stopped\":true,\"has_move\":true,\"duty\":\"capture\",\"undone\":true,\"judge\":\"captains\"}");
	free(is);
	json_decref(o);
	p.facts = no_facts();
	p.type = PUBLISH_RULING;
	o = publication_format(&game_chess, &p, false);
	assert_int_equal(json_object_size(json_object_get(o, "facts")), 0);
	json_decref(o);
}

static void facts_read_back(void **state)
{
	struct publication p = with_facts(PUBLISH_QUESTION);
	struct statement s;
	json_t *o;

	p.adjust_us[WHITE] = 5000;
	p.adjust_us[BLACK] = -60000000;
	p.claim = CLAIM_TOUCH_MOVE;
	p.result = "1/2-1/2";
	o = publication_format(&game_chess, &p, false);
	assert_true(statement_parse(o, &s));
	assert_string_equal(s.ruling, ruling_name(RULING_CLAIM_PENDING));
	assert_string_equal(s.reason, "touch-move");
	assert_string_equal(s.about, "touch-move");
	assert_string_equal(s.text, "e7e5, e7e6");
	assert_null(s.article);
	assert_int_equal(s.winner, NO_SIDE);
	assert_true(s.adjust_us[WHITE] == 5000 && s.adjust_us[BLACK] == -60000000);
	assert_int_equal(s.facts.by, PERSON_ARBITER);
	assert_int_equal(s.facts.player, BLACK);
	assert_string_equal(s.facts.word, "one-illegal");
	assert_string_equal(s.facts.piece, "rook");
	assert_string_equal(s.facts.square, "a8");
	assert_string_equal(s.facts.to, "a1");
	assert_true(s.facts.captures);
	assert_string_equal(s.facts.other_piece, "king");
	assert_string_equal(s.facts.other_square, "e8");
	assert_int_equal(s.facts.count, 0);
	assert_int_equal(s.facts.limit, -3);
	assert_true(s.facts.time_us == 120000);
	assert_int_equal(s.facts.starts, WHITE);
	assert_true(s.facts.clock_stopped);
	assert_true(s.facts.has_move);
	assert_string_equal(s.facts.duty, "capture");
	assert_true(s.facts.undone);
	assert_string_equal(s.facts.judge, "captains");
	json_decref(o);

	p.type = PUBLISH_RULING;
	p.facts = no_facts();
	p.result = "2-0";
	p.articles = 1;
	strcpy(p.article[0], "4.3");
	o = publication_format(&game_chess, &p, false);
	assert_true(statement_parse(o, &s));
	assert_string_equal(s.ruling, ruling_name(RULING_TOUCH_OBLIGATION));
	assert_string_equal(s.article, "4.3");
	assert_int_equal(s.winner, WHITE);
	assert_null(s.text);
	assert_int_equal(s.facts.by, PERSON_NONE);
	assert_int_equal(s.facts.player, NO_SIDE);
	assert_null(s.facts.word);
	assert_string_equal(s.facts.other_square, "");
	assert_true(s.facts.count == FACT_NO_NUMBER && s.facts.time_us == no_facts().time_us);
	assert_int_equal(s.facts.starts, NO_SIDE);
	assert_false(s.facts.clock_stopped);
	assert_false(s.facts.captures);
	assert_false(s.facts.has_move);
	assert_null(s.facts.duty);
	assert_false(s.facts.undone);
	assert_null(s.facts.judge);
	json_decref(o);
}

/* From elsewhere: what is longer than a square, larger than a time, or of no kind, is left out. */
static void facts_of_others(void **state)
{
	json_t *o = json_loads(
		"{\"type\":\"ruling\",\"ruling\":\"win\",\"reason\":\"flag\",\"time_adjust_ms\":"
		"{\"white\":9223372036854775,\"black\":\"5\"},\"facts\":{\"by\":\"the cat\",\"player\":\"red\","
		"\"square\":\"a-square-far-too-long\",\"time_ms\":9223372036854775,\"count\":\"7\","
		"\"starts\":1,\"clock_stopped\":1,\"undone\":1,\"judge\":\"the cat\"}}",
		0, NULL);
	struct statement s;

	assert_non_null(o);
	assert_true(statement_parse(o, &s));
	assert_int_equal(s.facts.by, PERSON_NONE);
	assert_int_equal(s.facts.player, NO_SIDE);
	assert_string_equal(s.facts.square, "");
	assert_true(s.facts.time_us == no_facts().time_us && s.facts.count == FACT_NO_NUMBER);
	assert_int_equal(s.facts.starts, NO_SIDE);
	assert_false(s.facts.clock_stopped);
	assert_false(s.facts.captures);
	assert_false(s.facts.undone);
	assert_null(s.facts.judge);
	assert_true(s.adjust_us[WHITE] == 0 && s.adjust_us[BLACK] == 0);
	assert_null(s.about);
	/* a reason of no list was asked by no ruling */
	json_object_del(o, "ruling");
	json_object_set_new(o, "reason", json_string("whatever"));
	assert_true(statement_parse(o, &s));
	assert_string_equal(s.ruling, "question");
	json_object_del(o, "reason");
	assert_false(statement_parse(o, &s));
	json_object_set_new(o, "reason", json_string("flag"));
	json_object_del(o, "type");
	assert_false(statement_parse(o, &s));
	json_object_set_new(o, "type", json_string("ruling"));
	json_object_set_new(o, "facts", json_array());
	assert_false(statement_parse(o, &s));
	json_decref(o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_move),	   cmocka_unit_test(a_turn),	    cmocka_unit_test(what_is_short),
		cmocka_unit_test(a_ruling),	   cmocka_unit_test(facts_as_json), cmocka_unit_test(facts_read_back),
		cmocka_unit_test(facts_of_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
