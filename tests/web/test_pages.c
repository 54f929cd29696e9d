/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pages of an event as they are read without a script, and its tables as CSV. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "tests/bus/rig-round.h"
#include "tests/web/web-rig.h"

#define CLUB "/org/flagfall1/event/club"
#define EVENT \
	"id: club\nname: Club <evening>\nsite: Riga\ndates: [2026-11-22, 2026-11-23]\nrulebook: fide2023-blitz\ntime: 180+2\nboards:\n" \
	"- {number: 1, board: " RIG_SERIAL "}\n- {number: 2}\n"
#define HEADS "board,white,white_elo,black,black_elo,result\n"
/* Alice won, Carol did not have to play; then Alice and Carol have each other. */
#define FIRST HEADS "1,Alice,2100,Bob,2000,1-0\n2,Carol,,Dave,,+/-\n"
#define SECOND HEADS "1,Alice,2100,Carol,,\n2,Dave,,Bob,2000,1/2-1/2\n"

static void open_rounds(struct rig *rig)
{
	rig_open_round(rig, EVENT, 1, FIRST);
	rig_open_round(rig, EVENT, 2, SECOND);
}

static void holds(const char *path, const char *const words[])
{
	struct answer a = web_get(&web, path);

	assert_int_equal(a.status, 200);
	for (size_t i = 0; words[i]; i++)
		if (!strstr(a.body, words[i]))
			fail_msg("%s has no \"%s\":\n%s", path, words[i], a.body);
	answer_done(&a);
}

static void refused(const char *path)
{
	struct answer a = web_get(&web, path);

	if (a.status != 404)
		fail_msg("%s: %d", path, a.status);
	answer_done(&a);
}

/* Header, tabs, a selector over all rounds, and a round's results; a name is text. */
static void results_without_a_script(void **state)
{
	static const char *const first[] = { "<html lang=\"en\">",
					     "<h1>Club &lt;evening&gt;</h1>",
					     "Riga · 22–23 November 2026 · 3 min + 2 s · FIDE blitz chess, 2023",
					     "href=\"/event/club/round/2\" aria-label=\"Round 2\"",
					     "/event/club/player/Alice\">Alice</a> <span class=\"elo\">2100",
					     "<b>1–0</b>",
					     "<b>+:–</b> <span class=\"mark\">forfeit</span>",
					     "<title>Club &lt;evening&gt; – Flagfall</title>",
					     NULL };
	static const char *const second[] = { "not begun", "<b>½–½</b>", NULL };
	static const char *const boards[] = { "href=\"/event/club/round/1\" aria-label=\"Round 1\"",
					      "href=\"/event/club/\" aria-current=\"page\" aria-label=\"Round 2\"",
					      NULL };
	static const char *const csv[] = { "1,Alice,,2100,,,,Bob,,2000,,,,1-0,given\r\n",
					   "2,Carol,,,,,,Dave,,,,,,\"'+/-\",forfeit\r\n", NULL };

	open_rounds(*state);
	free(web_until(&web, "/event/club/round/2", "½–½"));
	holds("/event/club/round/1", first);
	holds("/event/club/round/2", second);
	holds("/event/club/", second); /* the round that is the last */
	holds("/event/club/", boards);
	holds("/", boards);
	holds("/event/club/round/1.csv", csv);
	refused("/event/club/round/3");
	refused("/event/none/");
	refused("/event/club/round/1x");
	refused("/game/7");
	refused("/index.html");
}

/* Of dates nothing is said twice, in each language. */
static void dates_as_people_write_them(void **state)
{
	static const struct {
		const char *id, *dates, *language, *words;
	} asked[] = {
		{ "a", "2026-01-31", "en", "<p class=\"facts\">31 January 2026 · " },
		{ "b", "[2026-02-28, 2026-03-01]", "de", "<p class=\"facts\">28. Februar – 1. März 2026 · " },
		{ "c", "[2026-12-30, 2027-01-02]", "ru", "<p class=\"facts\">30 декабря 2026 – 2 января 2027 · " },
		{ "d", "[2026-05-01, 2026-05-03]", "ru", "<p class=\"facts\">1–3 мая 2026 · " },
	};
	char event[200], request[200];

	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		struct answer a;

		snprintf(
			event, sizeof(event),
			"id: %s\nname: Club\nrulebook: fide2023-blitz\ntime: 180+2\ndates: %s\nboards:\n- {number: 1}\n",
			asked[i].id, asked[i].dates);
		rig_open_round(*state, event, 1, HEADS "1,Alice,,Bob,,\n");
		snprintf(request, sizeof(request), "/event/%s/", asked[i].id);
		free(web_until(&web, request, "Alice"));
		snprintf(
			request, sizeof(request),
			"GET /event/%s/ HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\nAccept-Language: %s\r\n\r\n",
			asked[i].id, asked[i].language);
		a = web_ask(&web, request);
		if (!strstr(a.body, asked[i].words) || !strstr(a.body, "aria-current=\"page\" aria-label="))
			fail_msg("no \"%s\":\n%s", asked[i].words, a.body);
		answer_done(&a);
	}
}

/* Points, who is marked as playing, and what depends on rounds without a game. */
static void standings_without_a_script(void **state)
{
	static const char *const standings[] = { "provisional",
						 "<abbr title=\"Buchholz: the points of the opponents\">BH</abbr>",
						 "FIDE C.07, article 16",
						 "• the game goes on.",
						 "<span aria-hidden=\"true\">•</span><span class=\"unseen\"> running",
						 NULL };
	static const char *const csv[] = { "rank,name,title,elo,fed,fide,team,points,running,BH,BH/C1,SB,WIN,DE\r\n",
					   ",Alice,,2100,,,,1.0,1,", ",Bob,,2000,,,,0.5,0,", NULL };
	/* He reads his own points, whichever colour he had. */
	static const char *const player[] = { "<h2>Bob",
					      "Rank ",
					      "Points: ½",
					      "/event/club/player/Alice\">",
					      "Black</span><i class=\"side black\"></i></td>",
					      "<td class=\"result\"><b>0</b></td>",
					      "<td class=\"result\"><b>½</b></td>",
					      NULL },
				 *const forfeit[] = { "<b>+</b> <span class=\"mark\">forfeit</span>", "not begun",
						      NULL };

	open_rounds(*state);
	free(web_until(&web, "/event/club/round/2", "½–½"));
	holds("/event/club/standings", standings);
	holds("/event/club/standings.csv", csv);
	holds("/event/club/player/Bob", player);
	holds("/event/club/player/Carol", forfeit);
	refused("/event/club/player/Nobody");
	refused("/event/club/player/Nobody.csv");
}

/* How late an event is shown stands in its head. */
static void a_delay_is_said(void **state)
{
	static const char *const words[] = {
		"<strong>shown 5 minutes late</strong> · <strong>shown 2 moves late</strong>", NULL
	};

	rig_open_round(*state, EVENT "delay: {minutes: 5, moves: 2}\n", 1, FIRST);
	free(web_until(&web, "/event/club/", "Alice"));
	holds("/event/club/", words);
}

#define TEAM_HEADS "board,white,white_team,black,black_team,result\n"
#define TEAMS "1,Ann,Riga,Bea,Oslo,1-0\n2,Cid,Oslo,Dan,Riga,1/2-1/2\n3,Eva,Kyiv,Fay,Lima,0-1\n4,Gus,Lima,Hal,Kyiv,\n"

/* Match by match, and who has won how many of them. */
static void matches_of_teams(void **state)
{
	static const char *const matches[] = { "<h2>Riga <b>1½ : ½</b> Oslo</h2>",
					       "<h2>Kyiv <b>0 : 1</b> Lima <span class=\"mark\">running",
					       "/event/club/player/Dan\">", NULL };
	static const char *const standings[] = { "Team standings",
						 "<td class=\"who\">Riga</td><td class=\"points\"><b>2</b></td>",
						 "/event/club/player/Ann\">Ann", NULL };

	rig_open_round(*state, EVENT "- {number: 3}\n- {number: 4}\n", 1, TEAM_HEADS TEAMS);
	free(web_until(&web, "/event/club/matches/1", "Lima"));
	holds("/event/club/matches/1", matches);
	holds("/event/club/standings", standings);
}

/* Where all have met all there is a table of who did what against whom. */
static void a_round_robin_has_a_cross_table(void **state)
{
	static const char *const cross[] = {
		"<td class=\"cell self\"></td><td class=\"cell\">½</td><td class=\"cell\">1</td>",
		"<abbr title=\"Direct encounter\">DE</abbr>", NULL
	};
	struct rig *rig = *state;
	struct answer a;

	rig_open_round(rig, EVENT, 1, HEADS "1,A,,D,,1-0\n2,B,,C,,1-0\n");
	rig_open_round(rig, EVENT, 2, HEADS "1,D,,C,,0-1\n2,A,,B,,1/2-1/2\n");
	rig_open_round(rig, EVENT, 3, HEADS "1,B,,D,,1-0\n2,C,,A,,0-1\n");
	free(web_until(&web, "/event/club/round/3", "0–1"));
	holds("/event/club/standings", cross);
	a = web_get(&web, "/event/club/standings");
	assert_null(strstr(a.body, "Buchholz"));
	answer_done(&a);
}

#define NUMBERED "board,white,white_number,black,black_number,result\n"

/* The first round of five by Berger's tables says it already, who withdraws does not change it; that of a Swiss does
 * not. */
static void a_list_paired_by_berger_is_a_round_robin(void **state)
{
	static const char *const swiss[] = { ">BH/C1<", NULL }, *const cross[] = { "<td class=\"cell self\">", ">SB<",
										   NULL };
	struct rig *rig = *state;

	rig_open_round(rig, EVENT, 1, NUMBERED "1,B,2,E,5,1-0\n2,C,3,D,4,1/2-1/2\n,A,1,,,zero-bye\n");
	free(web_until(&web, "/event/club/round/1", "½–½"));
	holds("/event/club/standings", cross);
	rig_open_round(rig, EVENT, 2, NUMBERED "1,E,5,C,3,+/-\n2,A,1,B,2,\n,D,4,,,zero-bye\n");
	free(web_until(&web, "/event/club/round/2", "+:–"));
	holds("/event/club/standings", cross);
	rig_open_round(rig, EVENT, 3, NUMBERED "1,A,1,C,3,\n2,D,4,E,5,\n,B,2,,,zero-bye\n");
	free(web_until(&web, "/event/club/round/3", "not begun"));
	holds("/event/club/standings", swiss);
}

/* Two points a win. */
static void draughts_alike(void **state)
{
	static const char *const results[] = { "<b>2–0</b>", "<b>1–1</b>", NULL };
	static const char *const csv[] = { "1,A,,,,,,2.0,0,", NULL };

	rig_open_round(
		*state,
		"id: club\nname: Club\nrulebook: fmjd-annex6\ntime: 300+3\nboards:\n- {number: 1}\n- {number: 2}\n", 1,
		HEADS "1,A,,B,,2-0\n2,C,,D,,1-1\n");
	free(web_until(&web, "/event/club/round/1", "1–1"));
	holds("/event/club/round/1", results);
	holds("/event/club/standings.csv", csv);
}

/* In the language that is asked for. */
static void languages(void **state)
{
	static const char *const asked[][2] = { { "de-AT,en;q=0.5", "<html lang=\"de\">" },
						{ "ru", "<html lang=\"ru\">" },
						{ "fr", "<html lang=\"en\">" } };

	open_rounds(*state);
	free(web_until(&web, "/event/club/round/2", "½–½"));
	for (size_t i = 0; i < 3; i++) {
		char request[200];
		struct answer a;

		snprintf(
			request, sizeof(request),
			"GET /event/club/standings HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\nAccept-Language: %s\r\nConnection: close\r\n\r\n",
			asked[i][0]);
		a = web_ask(&web, request);
		assert_non_null(strstr(a.body, asked[i][1]));
		answer_done(&a);
	}
}

/* A result is put right: the page has it, marked, and so it is after the server was started anew. */
static void a_correction_is_shown(void **state)
{
	static const char *const corrected[] = { "<b>½–½</b>", "<span class=\"mark\">corrected</span>", NULL };
	struct rig *rig = *state;
	struct events events;

	rig_open_round(rig, EVENT, 1, HEADS "1,Alice,2100,Bob,2000,\n");
	rig_start_round(rig, CLUB);
	json_decref(rig_ask(rig, GAME, "Resign", "s", "white"));
	free(web_until(&web, "/event/club/round/1", "0–1"));
	events_open(&events, &web, "", "");
	json_decref(events_next(&events));
	assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", CLUB, "org.flagfall1.Event", "Change", NULL,
					      NULL, "uua{ss}a{sv}", 1, 1, 1, "result", "1/2-1/2", 0),
			   errno);
	json_decref(events_until(&events, "event", "rounds"));
	holds("/event/club/round/1", corrected);
	events_close(&events);
	web_stop(&web, SIGTERM);
	web_start(&web, rig, NULL);
	free(web_until(&web, "/event/club/round/1", "corrected"));
}

/* Above a game: its event, its round and its table. */
static void a_game_says_where_it_is_played(void **state)
{
	static const char *const words[] = {
		"<a href=\"/event/club/\">Club &lt;evening&gt;</a> · <a href=\"/event/club/round/1\">Round 1</a> · Table 1</p>",
		NULL
	};
	struct rig *rig = *state;

	rig_open_round(rig, EVENT, 1, HEADS "1,Alice,2100,Bob,2000,\n");
	rig_start_round(rig, CLUB);
	free(web_until(&web, "/game/1", "Table 1"));
	holds("/game/1", words);
}

/* The hall remembers its last games alone: the others are shown by their records, with their clocks. */
static void a_past_game_is_shown_by_its_record(void **state)
{
	static const char *const page[] = {
		"<h1><a href=\"/event/club/player/Alice\">Alice</a>",
		"Round 1</a> · Table 1</p>",
		"<b>0–1</b>",
		NULL,
	};
	static const char *const results[] = { "<a href=\"/game/1\"><b>0–1</b>", NULL };
	struct rig *rig = *state;
	json_t *answer, *game, *moves, *first;

	rig_open_round(rig, EVENT, 1, HEADS "1,Alice,2100,Bob,2000,\n");
	rig_start_round(rig, CLUB);
	rig_moves(rig, "e2e4 e7e5 g1f3");
	json_decref(rig_ask(rig, GAME, "Resign", "s", "white"));
	free(web_until(&web, "/event/club/round/1", "0–1"));
	rig_daemon_stop(rig, SIGTERM);
	rig_daemon_start(rig);
	free(web_until(&web, "/api/v1/", "\"games\":[]"));
	free(web_until(&web, "/event/club/round/1", "0–1"));
	holds("/event/club/round/1", results);
	holds("/game/1", page);
	answer = web_json(&web, "/api/v1/games/1");
	game = json_object_get(answer, "game");
	moves = json_object_get(game, "moves");
	first = json_array_get(moves, 0);
	assert_int_equal(json_array_size(moves), 3);
	assert_string_equal(json_string_value(json_object_get(first, "uci")), "e2e4");
	assert_string_equal(json_string_value(json_object_get(first, "san")), "e4");
	assert_string_equal(json_string_value(json_object_get(first, "placement")),
			    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
	assert_true(json_is_integer(json_object_get(first, "left_us")));
	assert_string_equal(json_string_value(json_object_get(game, "state")), "over");
	assert_string_equal(json_string_value(json_object_get(game, "placement")),
			    json_string_value(json_object_get(json_array_get(moves, 2), "placement")));
	json_decref(answer);
	refused("/game/2");
	refused("/api/v1/games/2");
}

/* What shows a link has a title and a sentence of a game. */
static void a_game_has_a_preview(void **state)
{
	static const char *const words[] = { "og:title\" content=\"Alice – &lt;Bob&gt; – Flagfall\"",
					     "og:description\" content=\"City Open · running · 2 moves\"",
					     "1. e4 e5 2. Nf3 ", NULL };
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "180+2", "white", "Alice", "black", "<Bob>", "event",
		  "City Open", NULL);
	rig_moves(rig, "e2e4 e7e5 g1f3");
	free(web_until(&web, "/game/1", "Nf3"));
	holds("/game/1", words);
}

static void expect_answer(const char *request, int status, const char *const words[])
{
	struct answer a = web_ask(&web, request);

	assert_int_equal(a.status, status);
	for (size_t i = 0; words[i]; i++)
		if (!strstr(a.body, words[i]) && !strstr(a.head, words[i]))
			fail_msg("no \"%s\":\n%s\n%s", words[i], a.head, a.body);
	answer_done(&a);
}

/* Who asks by a wrong name, or for what is not there, with a browser is told what to do; a program gets a sentence. */
static void refusals_are_for_people(void **state)
{
	static const char *const
		name[] = { "<h1>hall.local is not known here</h1>", "OPTIONS=--host hall.local<", "text/html", NULL },
		*const program[] = { "{\"error\":", NULL }, *const absent[] = { "<h1>Hier ist nichts", NULL },
		*const nowhere[] = { "/nope", "/screen/x", "/event/none/round/1.pgn", "/round/9.pgn", "/index.html" };

	expect_answer("GET / HTTP/1.1\r\nConnection: close\r\nHost: hall.local:8964\r\nAccept: text/html,*/*\r\n\r\n",
		      421, name);
	expect_answer("GET / HTTP/1.1\r\nConnection: close\r\nHost: hall.local\r\nAccept: */*\r\n\r\n", 421, program);
	expect_answer(
		"GET /event/none/ HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Language: "
		"de\r\n\r\n",
		404, absent);
	expect_answer("GET /event/none/ HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\n\r\n", 404, program);
	for (size_t i = 0; i < sizeof(nowhere) / sizeof(nowhere[0]); i++) {
		char request[200];

		snprintf(
			request, sizeof(request),
			"GET %s HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Language: de\r\n\r\n",
			nowhere[i]);
		expect_answer(request, 404, absent);
	}
}

/* Nobody's page may have this one inside it, but those that were named. */
static void who_may_embed(void **state)
{
	static const char request[] = "GET / HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\n\r\n";
	static const char *const nobody[] = { "frame-ancestors 'none'\r\n", NULL },
				 *const club[] = { "frame-ancestors https://club.example https://b.example\r\n", NULL },
				 *const options[] = { "--embed", "https://club.example", "--embed", "https://b.example",
						      NULL };

	expect_answer(request, 200, nobody);
	web_stop(&web, SIGTERM);
	web_start(&web, *state, options);
	expect_answer(request, 200, club);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(results_without_a_script, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(dates_as_people_write_them, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(standings_without_a_script, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(a_delay_is_said, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(matches_of_teams, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(a_round_robin_has_a_cross_table, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(a_list_paired_by_berger_is_a_round_robin, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(draughts_alike, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(languages, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(a_correction_is_shown, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(a_game_says_where_it_is_played, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(a_past_game_is_shown_by_its_record, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(a_game_has_a_preview, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(refusals_are_for_people, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(who_may_embed, web_setup, web_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
