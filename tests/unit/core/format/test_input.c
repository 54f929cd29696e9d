// SPDX-License-Identifier: GPL-2.0-or-later
/* Inputs: one JSON form, read and written without loss, and a sentence for each fault. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/format/input.h"
#include "daemon/core/format/time-control.h"

static void every_kind_comes_back(void **state)
{
	static const char *const texts[] = {
		"{\"square\":\"e4\",\"t_us\":1,\"type\":\"lift\"}",
		"{\"piece\":\"Q\",\"square\":\"e8\",\"t_us\":2,\"type\":\"place\"}",
		"{\"side\":\"black\",\"t_us\":3,\"type\":\"press\"}",
		"{\"squares\":\"rnbqkbnrpppppppp................................PPPPPPPPRNBQKB?R\",\"t_us\":4,\"type\":\"board\"}",
		"{\"count\":7,\"t_us\":5,\"type\":\"lost\"}",
		"{\"t_us\":6,\"type\":\"tick\"}",
		"{\"t_us\":7,\"type\":\"pause\"}",
		"{\"running\":\"white\",\"t_us\":8,\"type\":\"resume\"}",
		"{\"side\":\"white\",\"t_us\":9,\"type\":\"arrive\"}",
		"{\"black_us\":5,\"first\":\"unknown\",\"t_us\":10,\"type\":\"clock-report\",\"white_us\":4}",
		"{\"black_us\":5,\"running\":\"black\",\"t_us\":10,\"type\":\"clock-report\",\"white_us\":4}",
		"{\"by\":\"black\",\"claim\":\"repetition\",\"count\":3,\"intend\":\"f6g8\",\"t_us\":11,\"type\":\"claim\"}",
		"{\"by\":\"black\",\"claim\":\"counted-draw\",\"rule\":16,\"t_us\":11,\"type\":\"claim\"}",
		"{\"about\":\"adjacent-kings\",\"against\":\"white\",\"by\":\"black\",\"claim\":\"illegal-move\",\"remedy\":\"retract\",\"t_us\":12,"
		"\"type\":\"claim\",\"want\":\"rectify\"}",
		"{\"against\":\"white\",\"by\":\"arbiter\",\"report\":\"hover\",\"t_us\":13,\"type\":\"report\"}",
		"{\"about\":\"no-progress\",\"by\":\"arbiter\",\"ms\":-5,\"side\":\"white\",\"t_us\":14,\"type\":\"decide\",\"verdict\":\"postpone\"}",
		"{\"about\":\"no-progress\",\"black_us\":0,\"by\":\"arbiter\",\"t_us\":14,\"type\":\"decide\",\"verdict\":\"postpone\","
		"\"white_us\":0}",
		"{\"black_us\":0,\"t_us\":14,\"type\":\"clock-report\",\"white_us\":0}",
		"{\"black_us\":1,\"set\":true,\"t_us\":14,\"type\":\"clock-report\",\"white_us\":1}",
		"{\"count\":2,\"t_us\":15,\"type\":\"takeback\"}",
		"{\"fen\":\"8/8/8/8/8/8/8/K1k5 w - - 0 1\",\"t_us\":16,\"type\":\"position\"}",
		"{\"piece\":\"n\",\"t_us\":17,\"type\":\"promotion\"}",
		"{\"move\":\"Nf3\",\"t_us\":18,\"type\":\"move\"}",
		"{\"result\":\"1-0\",\"t_us\":19,\"type\":\"end\"}",
		"{\"answer\":\"no\",\"fen\":\"8/8/8/8/8/8/8/K1k5 w - - 0 1\",\"side\":\"white\",\"t_us\":20,\"type\":\"answer\"}",
		"{\"act\":2,\"reason\":\"the wrong table\",\"rulings\":31,\"stops\":true,\"t_us\":21,\"type\":\"undo\"}",
		"{\"act\":1,\"t_us\":22,\"type\":\"undo\"}",
	};

	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		json_t *o = json_loads(texts[i], 0, NULL), *back;
		struct input in;
		char err[160] = "", *written, *text;

		assert_non_null(o);
		if (input_parse(&game_chess, o, &in, err) < 0)
			fail_msg("%s: %s", texts[i], err);
		written = input_format(&game_chess, &in, NULL);
		back = json_loads(written, 0, NULL);
		text = json_dumps(back, JSON_COMPACT | JSON_SORT_KEYS);
		assert_string_equal(text, texts[i]);
		free(text);
		free(written);
		json_decref(back);
		json_decref(o);
	}
}

static json_t *written(const struct game *game, const struct input *in, const char *actor)
{
	char *text = input_format(game, in, actor);
	json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

	if (!o)
		fail_msg("no JSON: %s", text);
	assert_null(strchr(text, '\n'));
	free(text);
	return o;
}

/* What a board reports, of each square and of each letter. */
static void what_a_board_reports_is_written(void **state)
{
	static const char pieces[] = { 0, 'P', 'k', '?', '"', '\\' };
	static const struct {
		enum input_type type;
		enum side side;
	} kinds[] = { { INPUT_LIFT, NO_SIDE }, { INPUT_PLACE, NO_SIDE }, { INPUT_PLACE, WHITE },
		      { INPUT_PRESS, BLACK },  { INPUT_TICK, NO_SIDE },	 { INPUT_LOST, NO_SIDE } };
	static const int64_t times[] = { -1, 0, 15337167, INT64_MAX / 4 };

	for (const struct game *const *game = game_list(); *game; game++)
		for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
			for (unsigned square = 0; square <= (*game)->squares; square++)
				for (unsigned p = 0; p < sizeof(pieces); p++) {
					struct input in = input_at(times[(square + p) % 4], kinds[i].type);
					const char *name, *piece;
					json_t *o;

					in.square = (uint8_t)(square < (*game)->squares ? square : GAME_NO_SQUARE);
					in.side = kinds[i].side;
					in.piece = pieces[p];
					o = written(*game, &in, NULL);
					assert_int_equal(json_integer_value(json_object_get(o, "t_us")), in.t_us);
					assert_string_equal(json_string_value(json_object_get(o, "type")),
							    input_type_name(in.type));
					name = json_string_value(json_object_get(o, "square"));
					assert_int_equal(name ? (*game)->square_parse(name) : GAME_NO_SQUARE,
							 in.square);
					piece = json_string_value(json_object_get(o, "piece"));
					assert_int_equal(piece ? *piece : 0, in.piece);
					assert_int_equal(json_object_get(o, "side") != NULL, in.side != NO_SIDE);
					json_decref(o);
				}
}

/* Each member is written under its key, beside those that all have and an actor behind them. */
static void each_member_has_its_key(void **state)
{
	static const enum input_type types[] = { INPUT_LIFT, INPUT_PLACE, INPUT_PRESS, INPUT_DECIDE };
	static const char *const keys[] = { "by",   "verdict", "about",	     "against", "white_us", "black_us",
					    "ms",   "base_ms", "forced_win", "intend",	"source",   "remedy",
					    "want", "level",   "square",     "piece",	"side" };

	for (unsigned i = 0; i < sizeof(types) / sizeof(*types); i++)
		for (unsigned member = 0; member < sizeof(keys) / sizeof(*keys); member++) {
			struct input in = input_at(7, types[i]);
			json_t *o;

			in.by = member == 0 ? PERSON_WHITE : PERSON_NONE;
			in.verdict = member == 1 ? VERDICT_ACCEPT : VERDICT_NONE;
			strcpy(in.about, member == 2 ? "flag" : "");
			in.against = member == 3 ? BLACK : NO_SIDE;
			in.white_us = member == 4 ? 0 : INPUT_ABSENT;
			in.black_us = member == 5 ? 0 : INPUT_ABSENT;
			in.ms = member == 6 ? -1 : INPUT_ABSENT;
			in.base_ms = member == 7 ? 0 : INPUT_ABSENT;
			in.forced_win = member == 8;
			strcpy(in.intend, member == 9 ? "e4" : "");
			strcpy(in.source, member == 10 ? "display" : "");
			strcpy(in.remedy, member == 11 ? "retract" : "");
			strcpy(in.want, member == 12 ? "rectify" : "");
			strcpy(in.level, member == 13 ? "x" : "");
			in.square = member == 14 ? 0 : GAME_NO_SQUARE;
			in.piece = member == 15 ? 'P' : 0;
			in.side = member == 16 ? WHITE : NO_SIDE;
			o = written(&game_chess, &in, member % 2 ? "{\"uid\":7}" : NULL);
			assert_non_null(json_object_get(o, keys[member]));
			assert_int_equal(json_object_size(o), 3 + member % 2);
			assert_int_equal(json_integer_value(json_object_get(json_object_get(o, "actor"), "uid")),
					 member % 2 ? 7 : 0);
			json_decref(o);
		}
}

/* A text may hold each character, and as many as there is room for. */
static void each_character_of_a_text_is_written(void **state)
{
	for (int c = 1; c < 128; c++) {
		struct input in = input_at(INT64_MAX / 4, INPUT_ANSWER);
		json_t *o;

		memset(in.text, c, sizeof(in.text) - 1);
		memset(in.about, c, sizeof(in.about) - 1);
		memset(in.intend, c, sizeof(in.intend) - 1);
		memset(in.source, c, sizeof(in.source) - 1);
		memset(in.remedy, c, sizeof(in.remedy) - 1);
		memset(in.want, c, sizeof(in.want) - 1);
		memset(in.level, c, sizeof(in.level) - 1);
		in.white_us = in.black_us = in.ms = in.base_ms = INT64_MIN + 1;
		in.by = PERSON_SPECTATOR;
		in.piece = (char)c;
		in.forced_win = true;
		in.side = in.against = BLACK;
		o = written(&game_chess, &in, NULL);
		assert_string_equal(json_string_value(json_object_get(o, "fen")), in.text);
		assert_string_equal(json_string_value(json_object_get(o, "level")), in.level);
		json_decref(o);
	}
}

/* Each key that is of another kind, out of its range or of no meaning, in a sentence; the first of them is told. */
static void what_is_refused_and_why(void **state)
{
	static const struct {
		const char *event, *says;
	} wrong[] = {
		{ "{\"t_ms\":1,\"type\":\"lift\"}", "\"square\" is missing in \"lift\"" },
		{ "{\"t_ms\":1,\"type\":\"lift\",\"square\":null}", "\"square\" is missing in \"lift\"" },
		{ "{\"t_ms\":1,\"type\":\"lift\",\"square\":5}", "\"square\" is not a string" },
		{ "{\"t_ms\":1,\"type\":\"lift\",\"square\":\"e9\"}",
		  "\"square\" is \"e9\", which is not a square of chess" },
		{ "{\"t_ms\":1,\"type\":\"place\",\"square\":\"e4\",\"piece\":1}", "\"piece\" is not a string" },
		{ "{\"t_ms\":1,\"type\":\"place\",\"square\":\"e4\",\"piece\":\"X\"}",
		  "\"piece\" is \"X\", not a letter of \"PNBRQKpnbrqk\"" },
		{ "{\"t_ms\":1,\"type\":\"place\",\"square\":\"e4\",\"piece\":\"PN\"}",
		  "\"piece\" is \"PN\", not a letter of \"PNBRQKpnbrqk\"" },
		{ "{\"t_ms\":1,\"type\":\"press\"}", "\"side\" is missing in \"press\"" },
		{ "{\"t_ms\":1,\"type\":\"press\",\"side\":\"none\"}", "\"side\" is \"none\", not white or black" },
		{ "{\"t_ms\":1,\"type\":\"press\",\"side\":\"red\"}", "\"side\" is \"red\", not white or black" },
		{ "{\"t_ms\":1.5,\"type\":\"tick\"}", "\"t_ms\" is not a whole number" },
		{ "{\"t_ms\":1,\"type\":\"lost\",\"count\":0}", "\"count\" is out of range" },
		{ "{\"t_ms\":1,\"type\":\"lost\",\"count\":4294967296}", "\"count\" is out of range" },
		{ "{\"t_ms\":1,\"type\":\"board\",\"squares\":\"....\"}", "\"squares\" has 4 letters, not 64" },
		{ "{\"t_ms\":1,\"type\":\"board\",\"squares\":\"..............................................................."
		  "x\"}",
		  "\"squares\" holds \"x\", not a letter of \"PNBRQKpnbrqk.?\"" },
		{ "{\"t_ms\":1,\"type\":\"claim\",\"by\":\"black\",\"claim\":\"beer\"}",
		  "\"claim\" is \"beer\", which is not a known claim" },
		{ "{\"t_ms\":1,\"type\":\"report\",\"by\":\"arbiter\",\"report\":\"offer-draw\"}",
		  "\"report\" is \"offer-draw\", which is not a known report" },
		{ "{\"t_ms\":1,\"type\":\"claim\",\"by\":\"arbiter\",\"claim\":\"flag\"}",
		  "\"by\" is \"arbiter\", not white, black or spectator" },
		{ "{\"t_ms\":1,\"type\":\"claim\",\"claim\":\"flag\"}",
		  "\"by\" is \"\", not white, black or spectator" },
		{ "{\"t_ms\":1,\"type\":\"report\",\"by\":\"white\",\"report\":\"hover\"}",
		  "\"by\" is \"white\", not arbiter or captain" },
		{ "{\"t_ms\":1,\"type\":\"claim\",\"by\":\"black\",\"claim\":\"flag\",\"against\":\"all\"}",
		  "\"against\" is \"all\", not white or black" },
		{ "{\"t_ms\":1,\"type\":\"claim\",\"by\":\"black\",\"claim\":\"flag\",\"count\":1000001}",
		  "\"count\" is out of range" },
		{ "{\"t_ms\":1,\"type\":\"claim\",\"by\":\"black\",\"claim\":\"flag\",\"forced_win\":1}",
		  "\"forced_win\" is neither true nor false" },
		{ "{\"t_ms\":1,\"type\":\"claim\",\"by\":\"black\",\"claim\":\"flag\",\"intend\":\"0123456789abcdef\"}",
		  "\"intend\" is longer than 15 characters" },
		{ "{\"t_ms\":1,\"type\":\"claim\",\"by\":\"black\",\"claim\":\"flag\",\"source\":\"ear\"}",
		  "\"source\" is \"ear\"; it can only be display" },
		{ "{\"t_ms\":1,\"type\":\"claim\",\"by\":\"black\",\"claim\":\"flag\",\"remedy\":\"tea\"}",
		  "\"remedy\" is \"tea\"; it can only be retract" },
		{ "{\"t_ms\":1,\"type\":\"claim\",\"by\":\"black\",\"claim\":\"flag\",\"want\":\"tea\"}",
		  "\"want\" is \"tea\"; it can only be rectify" },
		{ "{\"t_ms\":1,\"type\":\"decide\",\"verdict\":\"maybe\",\"about\":\"flag\"}",
		  "\"verdict\" is \"maybe\", which is not a known verdict" },
		{ "{\"t_ms\":1,\"type\":\"decide\",\"verdict\":\"accept\"}", "\"about\" is missing in \"decide\"" },
		{ "{\"t_ms\":1,\"type\":\"decide\",\"verdict\":\"accept\",\"about\":\"tea\"}",
		  "\"about\" is \"tea\", which is not a claim, a report, conduct, assistant or 10.2" },
		{ "{\"t_ms\":1,\"type\":\"clock-report\",\"white_ms\":1}",
		  "\"black_ms\" is missing in \"clock-report\"" },
		{ "{\"t_ms\":1,\"type\":\"clock-report\",\"white_ms\":-1,\"black_ms\":1}",
		  "\"white_ms\" is out of range" },
		{ "{\"t_ms\":1,\"type\":\"clock-report\",\"set\":1}", "\"set\" is neither true nor false" },
		{ "{\"t_ms\":1,\"type\":\"clock-report\",\"set\":true}",
		  "neither \"white_ms\" nor \"black_ms\" is given" },
		{ "{\"t_ms\":1,\"type\":\"clock-report\",\"set\":true,\"white_us\":0}",
		  "\"white_us\" is out of range" },
		{ "{\"t_ms\":1,\"type\":\"answer\",\"side\":\"white\",\"fen\":\"x\",\"answer\":\"perhaps\"}",
		  "\"answer\" is \"perhaps\", which is not one of no, yes, undecided" },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		json_t *o = json_loads(wrong[i].event, 0, NULL);
		struct input in;
		char err[160] = "";

		assert_non_null(o);
		if (input_parse(&game_chess, o, &in, err) != -EINVAL || strcmp(err, wrong[i].says))
			fail_msg("%s: %s", wrong[i].event, err);
		json_decref(o);
	}
}

static void milliseconds_and_microseconds(void **state)
{
	json_t *o = json_loads("{\"t_ms\":15,\"type\":\"press\",\"side\":\"w\"}", 0, NULL);
	struct input in;
	char err[160];

	assert_int_equal(input_parse(&game_chess, o, &in, err), 0);
	assert_int_equal(in.t_us, 15000);
	assert_int_equal(in.side, WHITE);
	json_decref(o);
}

static void faults_are_named(void **state)
{
	static const struct {
		const char *text, *err;
	} faults[] = {
		{ "{\"t_ms\":1}", "\"type\" is missing in \"event\"" },
		{ "{\"type\":\"tick\"}", "\"t_ms\" is missing in \"tick\"" },
		{ "{\"t_ms\":1,\"type\":\"jump\"}", "\"type\" is \"jump\", which is not a known event" },
		{ "{\"t_ms\":1.5,\"type\":\"tick\"}", "\"t_ms\" is not a whole number" },
		{ "{\"t_ms\":1,\"type\":\"lift\",\"square\":\"j9\"}",
		  "\"square\" is \"j9\", which is not a square of chess" },
		{ "{\"t_ms\":1,\"type\":\"place\",\"square\":\"e4\",\"piece\":\"X\"}",
		  "\"piece\" is \"X\", not a letter of \"PNBRQKpnbrqk\"" },
		{ "{\"t_ms\":1,\"type\":\"press\",\"side\":\"red\"}", "\"side\" is \"red\", not white or black" },
		{ "{\"t_ms\":1,\"type\":\"board\",\"squares\":\"rnbq\"}", "\"squares\" has 4 letters, not 64" },
		{ "{\"t_ms\":1,\"type\":\"claim\",\"by\":\"white\",\"claim\":\"lunch\"}",
		  "\"claim\" is \"lunch\", which is not a known claim" },
		{ "{\"t_ms\":1,\"type\":\"claim\",\"claim\":\"flag\"}",
		  "\"by\" is \"\", not white, black or spectator" },
		{ "{\"t_ms\":1,\"type\":\"decide\",\"verdict\":\"shrug\",\"about\":\"flag\"}",
		  "\"verdict\" is \"shrug\", which is not a known verdict" },
		{ "{\"t_ms\":1,\"type\":\"claim\",\"by\":\"white\",\"claim\":\"flag\",\"intend\":\"a-very-long-announcement\"}",
		  "\"intend\" is longer than 15 characters" },
		{ "[]", "an event is not an object" },
	};

	for (unsigned i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		json_t *o = json_loads(faults[i].text, 0, NULL);
		struct input in;
		char err[160] = "";

		assert_int_equal(input_parse(&game_chess, o, &in, err), -22);
		assert_string_equal(err, faults[i].err);
		json_decref(o);
	}
}

/* What would be passed over is refused: an increment belongs to a period. */
static void an_increment_beside_periods(void **state)
{
	static const char *const clocks[] = {
		"{\"mode\":\"periods\",\"white_ms\":60000,\"black_ms\":60000,\"increment_ms\":2000,\"periods\":[{\"moves\":0,\"ms\":60000}]}",
		"{\"mode\":\"periods\",\"white_ms\":60000,\"black_ms\":60000,\"periods\":[{\"moves\":0,\"ms\":60000,\"increment_ms\":2000}]}",
	};

	for (unsigned i = 0; i < 2; i++) {
		json_t *o = json_loads(clocks[i], 0, NULL);
		struct clock_control control;
		char err[160] = "";

		assert_int_equal(clock_control_from_json(o, &control, err), i ? 0 : -22);
		assert_string_equal(
			err,
			i ? "" :
			    "clock: \"increment_ms\" stands beside \"periods\": each period has its own \"increment_ms\"");
		json_decref(o);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_comes_back),   cmocka_unit_test(what_a_board_reports_is_written),
		cmocka_unit_test(each_member_has_its_key), cmocka_unit_test(each_character_of_a_text_is_written),
		cmocka_unit_test(what_is_refused_and_why), cmocka_unit_test(milliseconds_and_microseconds),
		cmocka_unit_test(faults_are_named),	   cmocka_unit_test(an_increment_beside_periods),
	};

	return cmocka_run_group_tests_name("input", tests, NULL, NULL);
}
