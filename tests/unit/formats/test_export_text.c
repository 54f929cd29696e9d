/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files that a site shows an event by: names in their parts, what is not known as null, days with hyphens. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/record.h"

static void expect(char *text, const char *want)
{
	json_t *got = json_loads(text, 0, NULL), *wanted = json_loads(want, 0, NULL);

	assert_non_null(got);
	assert_non_null(wanted);
	if (!json_equal(got, wanted))
		fail_msg("%s", text);
	json_decref(got);
	json_decref(wanted);
	free(text);
}

#define NAMED(f, m, l) \
	"{\"fname\":" f ",\"mname\":" m ",\"lname\":" l \
	",\"title\":null,\"federation\":null,\"gender\":null,\"fideid\":null}"

static void names(void **state)
{
	static const struct {
		const char *name, *parts;
	} players[] = {
		{ "Tal", NAMED("null", "null", "\"Tal\"") },
		{ "Tal, Mikhail", NAMED("\"Mikhail\"", "null", "\"Tal\"") },
		{ "Tal,Mikhail", NAMED("\"Mikhail\"", "null", "\"Tal\"") },
		{ "Tal,  Mikhail  Nekhemyevich B.", NAMED("\"Mikhail\"", "\"Nekhemyevich B.\"", "\"Tal\"") },
		{ "van der Berg, An", NAMED("\"An\"", "null", "\"van der Berg\"") },
		{ "", "null" },
	};

	for (size_t i = 0; i < sizeof(players) / sizeof(*players); i++) {
		struct export_pairing pairing = { .board = 3, .result = "1-0", .live = true };
		char want[600];

		snprintf(pairing.player[0].name, sizeof(pairing.player[0].name), "%s", players[i].name);
		snprintf(want, sizeof(want),
			 "{\"date\":\"2026-01-31\",\"pairings\":[{\"board\":3,\"white\":%s,\"black\":null,"
			 "\"result\":\"1-0\",\"live\":true}]}",
			 players[i].parts);
		expect(export_round("2026.01.31", &pairing, 1), want);
	}
}

static void all_of_a_player(void **state)
{
	const struct export_pairing pairing = {
		.board = 1,
		.player = { { .name = "A", .fide = "11600098", .title = "GM", .fed = "LAT" } },
		.result = "",
	};

	expect(export_round("", &pairing, 1),
	       "{\"date\":\"\",\"pairings\":[{\"board\":1,\"white\":{\"fname\":null,\"mname\":null,\"lname\":\"A\","
	       "\"title\":\"GM\",\"federation\":\"LAT\",\"gender\":null,\"fideid\":11600098},\"black\":null,"
	       "\"result\":null,\"live\":false}]}");
}

static void a_tournament(void **state)
{
	const struct export_event event = { .id = "x", .name = "X Open", .site = "", .rulebook = "", .time = "300+3" };
	json_t *rounds = json_loads("[{\"count\":2,\"live\":1}]", 0, NULL);

	expect(export_tournament(&event, rounds),
	       "{\"id\":\"x\",\"name\":\"X Open\",\"location\":null,\"rules\":null,\"timecontrol\":\"300+3\","
	       "\"rounds\":[{\"count\":2,\"live\":1}]}");
	json_decref(rounds);
}

static void paths(void **state)
{
	char path[EXPORT_PATH];

	export_path(path, 2, 13, "pgn");
	assert_string_equal(path, "round-2/game-13.pgn");
	export_path(path, 2, 0, "pdn");
	assert_string_equal(path, "round-2/games.pdn");
	export_index_path(path, 11);
	assert_string_equal(path, "round-11/index.json");
}

/* A pairing without a game, as readers of PGN take it, and read again as it was. */
static void without_a_game(void **state)
{
	static const struct {
		const char *result, *tag, *end, *given;
	} list[] = {
		{ "1-0", "1-0", "1-0", "1-0" },
		{ "1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2" },
		{ "0-0", "0-0", "{Both players lose.} *", "0-0" },
		{ "+/-", "1-0", "{Not played: won by forfeit.} 1-0", "+/-" },
		{ "-/+", "0-1", "{Not played: won by forfeit.} 0-1", "-/+" },
		{ "-/-", "0-0", "{Neither player came: both lose.} *", "-/-" },
		{ "", "*", "\n*", "" },
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++) {
		json_t *tags = json_pack("{s:s, s:s, s:s}", "White", "A", "Black", "B", "Round", "1");
		char *text = unplayed_record(&game_chess, tags, list[i].result), result[40];
		struct text_fault fault;
		struct pairings p;

		snprintf(result, sizeof(result), "[Result \"%s\"]", list[i].tag);
		if (!strstr(text, result) || !strstr(text, list[i].end))
			fail_msg("%s", text);
		assert_return_code(pairings_read(text, strlen(text), 1, &p, &fault), 0);
		assert_string_equal(p.list[0].given, list[i].given);
		pairings_done(&p);
		free(text);
		json_decref(tags);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_game), cmocka_unit_test(names), cmocka_unit_test(all_of_a_player),
		cmocka_unit_test(a_tournament),	  cmocka_unit_test(paths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
