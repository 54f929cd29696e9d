/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the options of StartGame to what a game is played by: each that is taken, and the sentence for each that is not.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "replay/replay.h"
#include "daemon/games/game-setup.h"

/* With this board; options in JSON with ' for ". New reference. */
static json_t *options(const char *text, const struct board_info *info)
{
	char *quoted = strdup(text);
	json_t *object;

	for (char *c = quoted; *c; c++)
		*c = *c == '\'' ? '"' : *c;
	object = json_loads(quoted, 0, NULL);
	assert_non_null(object);
	if (info)
		assert_int_equal(game_setup_complete(object, info, -1), 0);
	free(quoted);
	return object;
}

static const struct board_info eight = { .width = 8,
					 .height = 8,
					 .sensors = BOARD_PIECE_ID,
					 .features = BOARD_FEATURE_LEVER,
					 .scan_us = 5000,
					 .grace_us = 7000 };
static const struct board_info ten = { .width = 10, .height = 10, .sensors = BOARD_PRESENCE };
static const struct board_info odd = { .width = 9, .height = 7, .sensors = BOARD_PRESENCE };

static struct game_setup read_setup(const char *text, const struct board_info *info)
{
	json_t *object = options(text, info);
	sd_bus_error error = SD_BUS_ERROR_NULL;
	struct game_setup setup;
	int r = game_setup_read(object, &setup, &error);

	if (r != 0)
		fail_msg("%s: %d %s", text, r, error.message ? error.message : strerror(-r));
	json_decref(object);
	return setup;
}

static void refused(const char *text, const struct board_info *info, const char *name, const char *words)
{
	json_t *object = options(text, info);
	sd_bus_error error = SD_BUS_ERROR_NULL;
	struct game_setup setup;

	if (game_setup_read(object, &setup, &error) >= 0)
		fail_msg("%s is taken", text);
	assert_non_null(error.message);
	if (!strstr(error.name, name) || !strstr(error.message, words))
		fail_msg("%s: %s: %s", text, error.name, error.message);
	sd_bus_error_free(&error);
	json_decref(object);
}

static void the_board_is_part_of_it(void **state)
{
	struct game_setup s = read_setup("{'date': '2026.01.31'}", &eight);
	json_t *board = json_object_get(s.json, "board");

	assert_int_equal(json_integer_value(json_object_get(board, "width")), 8);
	assert_int_equal(json_integer_value(json_object_get(board, "height")), 8);
	assert_string_equal(json_string_value(json_object_get(board, "sensors")), "piece-id");
	assert_true(json_is_true(json_object_get(board, "lever")));
	assert_string_equal(game_setup_given_date(&s), "2026.01.31");
	assert_int_equal(s.core.sensors, TRACKER_PIECE_ID);
	assert_int_equal(s.core.scan_us, 5000);
	assert_int_equal(s.core.grace_us, 7000);
	assert_string_equal(s.core.game->name, "chess");
	game_setup_done(&s);

	s = read_setup("{}", &ten);
	assert_int_equal(s.core.sensors, TRACKER_PRESENCE);
	assert_false(json_is_true(json_object_get(json_object_get(s.json, "board"), "lever")));
	assert_string_equal(s.core.game->name, "draughts-10x10");
	assert_int_equal(strlen(game_setup_text(&s, "date")), 10); /* of today, but none that was given */
	assert_string_equal(game_setup_given_date(&s), "");
	assert_string_equal(game_setup_text(&s, "white"), "");
	game_setup_done(&s);
}

static void a_time_of_grace_that_was_asked_for(void **state)
{
	const struct {
		int64_t asked_us;
		json_int_t us;
	} times[] = { { -1, 7000 }, { 0, 0 }, { 1, 1 }, { 90000, 90000 } };

	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++) {
		json_t *object = json_object();

		assert_int_equal(game_setup_complete(object, &eight, times[i].asked_us), 0);
		assert_int_equal(json_integer_value(json_object_get(json_object_get(object, "board"), "grace_us")),
				 times[i].us);
		json_decref(object);
	}
}

/* A board of which the journal says nothing is none. */
static void without_a_board_there_is_none(void **state)
{
	json_t *object = json_object();
	sd_bus_error error = SD_BUS_ERROR_NULL;
	struct game_setup setup;

	assert_int_equal(game_setup_read(object, &setup, &error), -EINVAL);
	json_decref(object);
}

static void rulebooks(void **state)
{
	struct game_setup s = read_setup("{'rulebook': 'fide2023-blitz', 'overrides': ['simultaneity-tolerance=321']}",
					 &eight);
	json_t *books;
	char *text;

	assert_string_equal(rulebook_id(s.book), "fide2023-blitz");
	assert_ptr_equal(s.core.rulebook, s.book);
	assert_int_equal(rulebook_number(s.book, PARAM_SIMULTANEITY_TOLERANCE), 321);
	text = game_setup_books(&s);
	assert_non_null(text);
	books = json_loads(text, 0, NULL);
	assert_true(json_array_size(books) > 0);
	free(text);
	game_setup_done(&s);

	/* what is no text of a book is passed over, and so is what nothing is based on */
	for (int i = 0; i < 20; i++)
		json_array_append_new(books, i % 2 ? json_pack("{s:s}", "id", "x") : json_pack("{s:s}", "text", "x"));
	/* by the texts that were, where they are no more */
	for (int known = 0; known < 2; known++) {
		json_t *object = options("{'rulebook': 'fide2023-blitz'}", &eight), *none = json_array();
		sd_bus_error error = SD_BUS_ERROR_NULL;

		assert_int_equal(game_setup_read_with(object, known ? books : none, NULL, &s, &error) >= 0, known);
		assert_int_equal(sd_bus_error_is_set(&error), !known);
		if (known)
			game_setup_done(&s);
		sd_bus_error_free(&error);
		json_decref(object);
		json_decref(none);
	}
	json_decref(books);

	s = read_setup("{'overrides': []}", &eight);
	assert_null(s.book);
	assert_null(s.core.rulebook);
	assert_null(game_setup_books(&s));
	game_setup_done(&s);
	refused("{'overrides': ['a=b']}", &eight, "BadArgument", "is of a rulebook, and no rulebook is named");
	refused("{'rulebook': 'rules/books/x'}", &eight, "BadArgument",
		"\"rules/books/x\" is a path; an id is required");
	refused("{'rulebook': 'fide1492'}", &eight, "UnknownRulebook",
		"There is no rulebook \"fide1492\"; known rulebooks: ");
	refused("{'rulebook': 'fide1492'}", &eight, "UnknownRulebook", "fide2023-blitz, ");
	refused("{'rulebook': 'fide2023-blitz', 'overrides': ['silence=loud']}", &eight, "BadRulebook",
		"overrides: \"silence=loud\": ");
}

static void shared_books(void **state)
{
	struct cached_rulebook *shelf = NULL;
	struct game_setup none = read_setup("{}", &eight), a = read_setup("{'rulebook': 'wbca-1992'}", &eight),
			  b = read_setup("{'rulebook': 'wbca-1992'}", &eight);

	assert_int_equal(game_setup_share_book(&none, &shelf), 0);
	assert_null(shelf);
	assert_int_equal(game_setup_share_book(&a, &shelf), 0);
	assert_int_equal(game_setup_share_book(&b, &shelf), 0);
	assert_int_equal(game_setup_share_book(&b, &shelf), 0);
	assert_ptr_equal(a.core.rulebook, b.core.rulebook);
	assert_int_equal(shelf->users, 2);
	game_setup_done(&a);
	game_setup_done(&b);
	game_setup_done(&none);
	assert_null(shelf);
}

static const char *game_of(const char *text, const struct board_info *info)
{
	struct game_setup s = read_setup(text, info);
	const char *name = s.core.game->name;

	game_setup_done(&s);
	return name;
}

static void games(void **state)
{
	assert_string_equal(game_of("{'game': 'chess960'}", &eight), "chess960");
	assert_string_equal(game_of("{'rulebook': 'fide2023-blitz', 'game': 'chess960'}", &eight), "chess960");
	assert_string_equal(game_of("{'rulebook': 'fide2023-blitz'}", &eight), "chess");
	assert_string_equal(game_of("{'game': 'draughts-10x10'}", &ten), "draughts-10x10");
	/* rights to castle as only the variant has them */
	assert_string_equal(game_of("{'fen': '1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1'}", &eight), "chess960");
	refused("{'game': 'chess', 'fen': '1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1'}", &eight, "BadFen",
		"fen: castling: ");
	refused("{'game': 'go'}", &eight, "BadArgument", "game: there is no game \"go\"; known games: chess, ");
	refused("{'game': 'draughts-10x10'}", &eight, "Unsuitable",
		"game: draughts-10x10 is played on 10x10 squares; this board has 8x8");
	refused("{'game': 'chess'}", &ten, "Unsuitable", "game: chess is played on 8x8 squares; this board has 10x10");
	refused("{'rulebook': 'fide2023-blitz', 'game': 'draughts-10x10'}", &ten, "Unsuitable",
		"The rulebook \"fide2023-blitz\" is for chess, not for draughts-10x10");
	refused("{'rulebook': 'fide2023-blitz'}", &ten, "Unsuitable",
		"The rulebook \"fide2023-blitz\" is for chess on 8x8 squares; this board has 10x10");
	refused("{}", &odd, "Unsuitable", "No game is known for a board of 9x7 squares");
}

static void starts(void **state)
{
	static const char fen[] = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
	struct game_setup s = read_setup("{'game': 'chess960'}", &eight);

	assert_true(s.core.open_start); /* whichever stands on the board */
	game_setup_done(&s);
	s = read_setup("{'game': 'chess960', 'fen': 'bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1'}",
		       &eight);
	assert_false(s.core.open_start);
	game_setup_done(&s);
	s = read_setup("{'fen': '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1', 'time': '300'}", &eight);
	assert_false(s.core.open_start);
	assert_string_equal(s.start_fen, fen);
	assert_int_equal(s.core.clock.running, BLACK);
	game_setup_done(&s);
	refused("{'fen': '8/8/8/8/8/8/8/8 w - - 0 1'}", &eight, "BadFen", "fen: ");
	refused("{'fen': 'hello'}", &eight, "BadFen", "fen: ");
}

/* … and who plays its trace again starts the clock in the same way. */
static void expect_running_by(const char *text, enum side side, bool press)
{
	struct game_setup s = read_setup(text, &eight);
	json_t *header = trace_header(s.json);
	struct core_setup traced;
	char err[160];

	assert_int_equal(s.core.clock.running, side);
	assert_int_equal(s.core.press_starts, press);
	assert_string_equal(s.time_control, "300+2");
	if (core_setup_from_json(header, &traced, err) < 0)
		fail_msg("%s: %s", text, err);
	assert_int_equal(traced.clock.running, side);
	assert_int_equal(traced.press_starts, press);
	core_setup_done(&traced);
	json_decref(header);
	game_setup_done(&s);
}

#define FISCHER "'mode': 'fischer', 'white_ms': 300000, 'black_ms': 300000, 'increment_ms': 2000"

static void expect_running(const char *word, enum side side, bool press)
{
	char text[160];

	snprintf(text, sizeof(text), "{'time': '300+2', 'running': '%s'}", word);
	expect_running_by(text, side, press);
	snprintf(text, sizeof(text), "{'clock': {" FISCHER "}, 'running': '%s'}", word);
	expect_running_by(text, side, press);
	snprintf(text, sizeof(text), "{'clock': {" FISCHER ", 'running': '%s'}}", word);
	expect_running_by(text, side, press);
	snprintf(text, sizeof(text), "{'clock': {" FISCHER ", 'running': 'white'}, 'running': '%s'}", word);
	expect_running_by(text, side, press);
}

static void clocks(void **state)
{
	struct game_setup s = read_setup("{}", &eight);

	assert_int_equal(s.core.clock.mode, CLOCK_NONE);
	assert_string_equal(s.time_control, "-");
	game_setup_done(&s);
	s = read_setup("{'clock': {'mode': 'fischer', 'white_ms': 61000, 'black_ms': 300000, 'increment_ms': 2000, "
		       "'running': 'black'}}",
		       &eight);
	assert_int_equal(s.core.clock.start_us[WHITE], 61000000);
	assert_int_equal(s.core.clock.start_us[BLACK], 300000000);
	assert_int_equal(s.core.clock.running, BLACK);
	game_setup_done(&s);
	expect_running("white", WHITE, false);
	expect_running("black", BLACK, false);
	expect_running("none", NO_SIDE, false);
	expect_running("press", NO_SIDE, true);
	refused("{'running': 'both'}", &eight, "BadArgument",
		"running: must be \"white\", \"black\", \"none\" or \"press\", not \"both\"");
	refused("{'time': 'soon'}", &eight, "BadTimeControl", "time: ");
	refused("{'clock': {'hat': 1}}", &eight, "BadTimeControl", "clock: ");
	refused("{'time': '300', 'clock': {}}", &eight, "BadTimeControl",
		"time and clock are both given; only one of them may be");
}

/* What else the core is given: a reference each, until it is done. */
static void options_and_state(void **state)
{
	struct game_setup s = read_setup(
		"{'rulebook': 'fide2023-blitz', 'options': {'supervision': 'limited'}, 'state': {}}", &eight);

	assert_ptr_equal(s.core.options, json_object_get(s.json, "options"));
	assert_ptr_equal(s.core.state, json_object_get(s.json, "state"));
	game_setup_done(&s);
	assert_null(s.json);
}

/* … and so it is where its trace is played again. */
static void expect_lever(const char *text, const struct board_info *info, enum lever lever)
{
	struct game_setup s = read_setup(text, info);
	json_t *header = trace_header(s.json);
	struct core_setup traced;
	char err[160];

	assert_int_equal(s.lever, lever);
	assert_int_equal(s.core.has_lever, lever != LEVER_NONE);
	assert_int_equal(s.core.lever_by_hand, lever == LEVER_HAND);
	assert_int_equal(core_setup_from_json(header, &traced, err), 0);
	assert_int_equal(traced.has_lever, s.core.has_lever);
	assert_int_equal(traced.lever_by_hand, s.core.lever_by_hand);
	core_setup_done(&traced);
	json_decref(header);
	game_setup_done(&s);
}

static void levers(void **state)
{
	expect_lever("{}", &eight, LEVER_BOARD);
	expect_lever("{}", &ten, LEVER_NONE);
	expect_lever("{'lever': 'board'}", &eight, LEVER_BOARD);
	expect_lever("{'lever': 'hand'}", &eight, LEVER_HAND);
	expect_lever("{'lever': 'hand'}", &ten, LEVER_HAND);
	expect_lever("{'lever': 'none'}", &eight, LEVER_NONE);
	refused("{'lever': 'board'}", &ten, "Unsuitable", "lever: this board has none; use \"hand\" or \"none\"");
	refused("{'lever': 'foot'}", &eight, "BadArgument",
		"lever: must be \"board\", \"hand\" or \"none\", not \"foot\"");
}

static void after_a_reboot(void **state)
{
	struct game_setup s = read_setup("{'after_reboot': 'ask'}", &eight);

	game_setup_done(&s);
	s = read_setup("{'after_reboot': 'run'}", &eight);
	game_setup_done(&s);
	refused("{'after_reboot': 'hide'}", &eight, "BadArgument",
		"after_reboot: must be \"ask\" or \"run\", not \"hide\"");
}

/* What a book asks of the time holds for a game from its start; one that is taken up later has the time that it has. */
static void a_time_that_does_not_suit(void **state)
{
	struct game_setup s;

	refused("{'rulebook': 'fide2023-blitz', 'time': '3600'}", &eight, "Unsuitable", "");
	refused("{'rulebook': 'fide2023-blitz', 'time': '3600', 'game': 'chess960', "
		"'fen': 'bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1'}",
		&eight, "Unsuitable", "");
	s = read_setup("{'rulebook': 'fide2023-blitz', 'time': '3600', 'fen': '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1'}",
		       &eight);
	game_setup_done(&s);
	s = read_setup("{'rulebook': 'fide2023-blitz', 'time': '3600', 'state': {}}", &eight);
	assert_non_null(s.core.state);
	game_setup_done(&s);
}

static void numbered(const char *text, bool is_taken, const char *expected)
{
	json_t *object = options(text, NULL);
	sd_bus_error error = SD_BUS_ERROR_NULL;

	assert_int_equal(game_setup_number(object, &error) >= 0, is_taken);
	assert_int_equal(sd_bus_error_is_set(&error), !is_taken);
	if (!is_taken)
		assert_string_equal(error.message, expected);
	else
		assert_string_equal(json_string_value(json_object_get(object, "fen")), expected);
	assert_int_equal(json_object_get(object, "array") != NULL, !is_taken);
	sd_bus_error_free(&error);
	json_decref(object);
}

static void start_positions_by_number(void **state)
{
	json_t *none = json_object();
	sd_bus_error error = SD_BUS_ERROR_NULL;

	assert_int_equal(game_setup_number(none, &error), 0);
	assert_int_equal(json_object_size(none), 0);
	json_decref(none);
	numbered("{'game': 'chess960', 'array': 518}", true,
		 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
	numbered("{'game': 'chess960', 'array': 0}", true, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
	numbered("{'game': 'chess960', 'array': 959}", true,
		 "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1");
	numbered("{'game': 'chess960', 'array': 960}", false,
		 "array: 960; the start positions of chess960 are 0 to 959");
	numbered("{'game': 'chess960', 'array': -1}", false, "array: -1; the start positions of chess960 are 0 to 959");
	numbered("{'game': 'chess', 'array': 1}", false, "array: chess has one start position; numbers are chess960's");
	numbered("{'array': 1}", false, "array: the usual game has one start position; numbers are chess960's");
	numbered("{'game': 'chess960', 'array': 1, 'fen': 'x'}", false,
		 "fen and array are both given; only one of them may be");
}

static void tagged(const char *text, const char *expected)
{
	json_t *object = options(text, NULL), *after = NULL;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int r = game_setup_tags(object, &error);

	if (r == 0) {
		after = options(expected, NULL);
		if (!json_equal(object, after))
			fail_msg("%s: %s", text, json_dumps(object, 0));
	} else if (!error.message || strcmp(error.message, expected) != 0) {
		fail_msg("%s: %s", text, error.message);
	}
	assert_int_equal(r < 0, sd_bus_error_is_set(&error));
	sd_bus_error_free(&error);
	json_decref(object);
	json_decref(after);
}

static void tags(void **state)
{
	static const char *const own[] = { "Result",  "TimeControl", "Termination", "Rulebook",	  "Variant",
					   "SetUp",   "FEN",	     "WhiteClock",  "BlackClock", "UTCDate",
					   "UTCTime", "GameId",	     "PlyCount" };
	char text[400], expected[160];
	json_t *many = json_object(), *list = json_object();
	sd_bus_error error = SD_BUS_ERROR_NULL;

	tagged("{}", "{}");
	tagged("{'tags': {'WhiteElo': '2800', 'a_B9': ''}}", "{'tags': {'WhiteElo': '2800', 'a_B9': ''}}");
	tagged("{'tags': {'Event': 'E', 'Site': 'S', 'Date': 'D', 'Round': 'R', 'White': 'W', 'Black': 'B', 'Board': '1'}}",
	       "{'tags': {'Board': '1'}, 'event': 'E', 'site': 'S', 'date': 'D', 'round': 'R', 'white': 'W', 'black': 'B'}");
	tagged("{'white': 'Ann', 'tags': {'White': 'Bo'}}", "{'white': 'Ann', 'tags': {}}");
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++) {
		snprintf(text, sizeof(text), "{'tags': {'%s': 'x'}}", own[i]);
		snprintf(expected, sizeof(expected), "tags: %s is said by the record itself", own[i]);
		tagged(text, expected);
	}
	tagged("{'tags': {'': 'x'}}", "tags: \"\" is no name of a tag; letters, digits and \"_\" are");
	tagged("{'tags': {'Ann-otator': 'x'}}",
	       "tags: \"Ann-otator\" is no name of a tag; letters, digits and \"_\" are");
	snprintf(text, sizeof(text), "{'tags': {'%064d': 'x'}}", 1);
	tagged(text, text);
	snprintf(text, sizeof(text), "{'tags': {'%065d': 'x'}}", 1);
	snprintf(expected, sizeof(expected), "tags: \"%065d\" is no name of a tag; letters, digits and \"_\" are", 1);
	tagged(text, expected);

	json_object_set_new(many, "tags", list);
	for (int i = 0; i < 65; i++) {
		char name[16];

		assert_int_equal(game_setup_tags(many, &error), 0);
		snprintf(name, sizeof(name), "Tag%d", i);
		json_object_set_new(list, name, json_string(""));
	}
	assert_true(game_setup_tags(many, &error) < 0);
	assert_string_equal(error.message, "tags: 65 are given; at most 64 are kept");
	sd_bus_error_free(&error);
	json_decref(many);
}

static void zones(void **state)
{
	struct game_setup s = read_setup("{'timezone': 'Europe/Riga', 'pairing': {'timezone': 'Asia/Kolkata'}}",
					 &eight);
	json_t *object = options("{'timezone': 'Europe/Rig'}", NULL);
	sd_bus_error error = SD_BUS_ERROR_NULL;

	assert_string_equal(game_setup_zone_name(&s), "Europe/Riga");
	assert_int_equal(game_setup_zone(s.json, &error), 0);
	game_setup_done(&s);
	s = read_setup("{'pairing': {'timezone': 'Asia/Kolkata'}}", &eight);
	assert_string_equal(game_setup_zone_name(&s), "Asia/Kolkata");
	assert_int_equal(game_setup_zone(s.json, &error), 0);
	game_setup_done(&s);
	s = read_setup("{}", &eight);
	assert_string_equal(game_setup_zone_name(&s), "");
	game_setup_done(&s);
	assert_true(game_setup_zone(object, &error) < 0);
	assert_string_equal(error.message,
			    "timezone: \"Europe/Rig\" is not known; it must be a name as \"Europe/Riga\"");
	sd_bus_error_free(&error);
	json_decref(object);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_board_is_part_of_it),
		cmocka_unit_test(a_time_of_grace_that_was_asked_for),
		cmocka_unit_test(without_a_board_there_is_none),
		cmocka_unit_test(rulebooks),
		cmocka_unit_test(shared_books),
		cmocka_unit_test(games),
		cmocka_unit_test(starts),
		cmocka_unit_test(clocks),
		cmocka_unit_test(options_and_state),
		cmocka_unit_test(levers),
		cmocka_unit_test(after_a_reboot),
		cmocka_unit_test(a_time_that_does_not_suit),
		cmocka_unit_test(start_positions_by_number),
		cmocka_unit_test(tags),
		cmocka_unit_test(zones),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
