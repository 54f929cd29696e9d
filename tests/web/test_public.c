/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What may not be told is in no answer: every address is asked, every event of a stream and every frame of the
 * LiveChess socket read, of a game of an event with a delay and of one under a silent rulebook with an illegal move and
 * a fallen flag.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/bus/rig-round.h"
#include "tests/web/program.h"

#define CLUB "/org/flagfall1/event/club"
#define PAIRINGS "board,white,black\n1,\"Carlsen, Magnus\",\"Ding, Liren\"\n"

#define FILE_OF(delay) \
	"id: club\nname: Club evening\nsite: Riga\ndates: [2026-11-22]\nrulebook: fide2023-blitz\ntime: 300\nboards:\n" \
	"- {number: 1, board: " RIG_SERIAL "}\ndelay: {" delay "}\n"

#define HOUR_US INT64_C(3600000000)

#define EBOARDS "{\"id\":1,\"call\":\"eboards\"}"
#define SUBSCRIBE \
	"{\"id\":2,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,\"param\":{\"serialnr\":\"" RIG_SERIAL \
	"\"}}}"
#define SETUP \
	"{\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":{\"fen\":" \
	"\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"}}}"

static const char *const livechess_paths[] = { "/api/v1.0/eboards",
					       "/api/v1.0/sources",
					       "/api/v1.0/tournaments",
					       "/api/v1.0/tournament/club",
					       "/api/v1.0/round/club/0",
					       "/api/v1.0/game/1",
					       NULL };

static void ask_all(FILE *out, const struct web *at, const char *const paths[])
{
	for (size_t i = 0; paths[i]; i++) {
		struct answer a = web_get(at, paths[i]);

		fprintf(out, "== %s\n%s\n", paths[i], a.body ? a.body : "");
		answer_done(&a);
	}
}

static void put_json(FILE *out, const char *what, json_t *o)
{
	char *text = json_dumps(o, JSON_COMPACT);

	fprintf(out, "%s %s\n", what, text);
	free(text);
	json_decref(o);
}

/* A program that comes now: what it is answered. */
static void ask_as_program(FILE *out)
{
	static const char *const calls[] = { EBOARDS, SUBSCRIBE, SETUP };
	const int fd = program_open(&web, 0);

	for (int i = 0; i < 3; i++)
		program_say(fd, calls[i]);
	for (int id = 0; id != 3;) { /* the last one is answered, or refused */
		json_t *o = program_hear(fd);

		id = strcmp(json_string_value(json_object_get(o, "response")), "feed") ?
			     (int)json_integer_value(json_object_get(o, "id")) :
			     0;
		put_json(out, "frame", o);
	}
	close(fd);
}

/* Every address that there is, and the frames of a program, in one text. */
static char *everything(const char *const paths[])
{
	const struct web livechess = { .port = web.livechess_port };
	char *all = NULL;
	size_t size;
	FILE *out = open_memstream(&all, &size);

	ask_all(out, &web, paths);
	ask_all(out, &livechess, livechess_paths);
	ask_as_program(out);
	fclose(out);
	return all;
}

static const char *const all_paths[] = { "/",
					 "/texts",
					 "/api/v1/",
					 "/api/v1/openapi.yaml",
					 "/api/v1/games/1",
					 "/api/v1/attention",
					 "/game/1.pgn",
					 "/game/1.pdn",
					 "/event/club/round/1.pgn",
					 "/round/1.pgn",
					 "/event/club.pgn",
					 "/event/club/",
					 "/event/club/round/1",
					 "/event/club/round/1.csv",
					 "/event/club/standings",
					 "/event/club/standings.csv",
					 "/event/club/matches/1",
					 "/event/club/player/Carlsen,_Magnus",
					 "/event/club/player/Carlsen,_Magnus.csv",
					 "/event/club/player/Carlsen,_Magnus.pgn",
					 "/game/1",
					 "/screen",
					 NULL };
/* Without those that the page itself is, which have their own words. */
#define ANSWERS (&all_paths[4])
#define HALL (&all_paths[2])

static void holds_none(const char *text, const char *const words[])
{
	for (size_t i = 0; words[i]; i++)
		if (strstr(text, words[i]))
			fail_msg("\"%s\" was told: …%.200s\n%.6000s", words[i],
				 strstr(text, words[i]) - (strstr(text, words[i]) - text > 60 ? 60 : 0), text);
}

/* The bus keeps the order: when that is told, all that was published before it was taken. */
static void until_all_is_taken(struct rig *rig)
{
	json_decref(rig_ask(rig, GAME, "Pause", ""));
	free(web_until(&web, "/api/v1/attention", "clock-stopped"));
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
}

/* What a stream and a program have been told until the server closed them. */
static char *told_by(struct events *events, int program)
{
	char *all = NULL;
	size_t size;
	FILE *out = open_memstream(&all, &size);
	json_t *o;

	while ((o = events_next(events)))
		put_json(out, events->type, o);
	while ((o = program_hear(program)))
		put_json(out, "frame", o);
	fclose(out);
	return all;
}

/* One that has been there since before the game, and follows it. */
static int follow_as_program(void)
{
	const int fd = program_open(&web, 0);
	bool is_followed = false;

	free(web_until(&(struct web){ .port = web.livechess_port }, "/api/v1.0/eboards", "\"ACTIVE\""));
	program_say(fd, SUBSCRIBE);
	json_decref(program_until(fd, "call", 2));
	program_say(fd, SETUP);
	while (!is_followed) { /* from then on all that it is told is looked at */
		json_t *o = program_until(fd, "feed", 1);

		is_followed = json_object_get(json_object_get(o, "param"), "san");
		json_decref(o);
	}
	return fd;
}

/* Of the last minutes nothing: no move, no position, no time, no result, neither running nor over, and not after a
 * restart. */
static void minutes_are_kept(void **state)
{
	static const char *const words[] = { "e2e4",	       "\"e4\"",	   "1. e4",	  "4P3",
					     "\"white_us\":2", "\"white_us\":300", "e7e5",	  "\"1-0\"",
					     "\"0-1\"",	       "resign",	   "\"plies\":1", "\"left_us\":",
					     "\"white\":2",    "\"white\":300",	   "WIN\"",	  NULL };
	static const char *const still[] = { "\"state\":\"running\"", "\"delayed\":true", "Carlsen", NULL };
	struct rig *rig = *state;
	struct events events;
	int program;
	char *text;

	events_open(&events, &web, "", "");
	program = follow_as_program();
	rig_open_round(rig, FILE_OF("minutes: 5"), 1, PAIRINGS);
	rig_start_round(rig, CLUB);
	rig_moves(rig, "e2e4 e7e5");
	free(web_until(&web, "/api/v1/", "\"game\":\"1\""));
	until_all_is_taken(rig);
	text = everything(HALL);
	holds_none(text, words);
	for (size_t i = 0; still[i]; i++)
		assert_non_null(strstr(text, still[i]));
	free(text);

	json_decref(rig_ask(rig, GAME, "Resign", "s", "black"));
	rig_drain(rig);
	web_stop(&web, SIGTERM);
	text = told_by(&events, program);
	assert_non_null(strstr(text, "Carlsen"));
	holds_none(text, words);
	free(text);
	events_close(&events);
	close(program);

	web_start(&web, rig, NULL); /* one that reads all of it from the daemon */
	free(web_until(&web, "/api/v1/games/1", "\"delayed\":true"));
	free(web_until(&web, "/api/v1/", "\"game\":\"1\""));
	text = everything(HALL);
	holds_none(text, words);
	assert_null(strstr(text, RIG_SERIAL "\",\"model\"")); /* what stands on the board tells it, too */
	free(text);
	rig_daemon_stop(rig, SIGKILL);
	free(web_until(&web, "/api/v1/", "\"connected\":false"));
	rig_daemon_start(rig);
	free(web_until(&web, "/api/v1/", "\"connected\":true"));
	text = everything(HALL);
	holds_none(text, words);
	free(text);
}

#ifndef __SANITIZE_ADDRESS__ /* its library wants to be the first */
static int64_t ahead_us[2];

static void shift(const char *path, int64_t passed_us, int64_t set_us)
{
	FILE *f = fopen(path, access(path, F_OK) == 0 ? "r+" : "w");

	ahead_us[0] += passed_us;
	ahead_us[1] += set_us;
	assert_non_null(f);
	assert_int_equal(fwrite(ahead_us, sizeof(ahead_us), 1, f), 1);
	assert_int_equal(fclose(f), 0);
}

/* How long ago the page's clock was told, in seconds. */
static int64_t clock_age(void)
{
	json_t *o = web_json(&web, "/api/v1/games/2"), *all = web_json(&web, "/api/v1/");
	json_t *clock = json_object_get(json_object_get(o, "game"), "clock");
	int64_t us = json_integer_value(json_object_get(all, "now_us")) -
		     json_integer_value(json_object_get(clock, "at_us"));

	assert_string_equal(json_string_value(json_object_get(clock, "running")), "white");
	json_decref(o);
	json_decref(all);
	return us / 1000000;
}

static bool is_awake(void)
{
	char path[64], *text, state = '?';

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)web.pid);
	text = rig_read_file(path);
	assert_non_null(text);
	assert_non_null(strrchr(text, ')'));
	sscanf(strrchr(text, ')'), ") %c", &state);
	free(text);
	return state != 'S';
}

/* Who waits for an instant does not look again and again whether it has come. */
static void expect_sleep(void)
{
	unsigned asleep = 0;

	for (unsigned i = 0; i < 4000 && asleep < 50; i++) {
		asleep = is_awake() ? 0 : asleep + 1;
		poll(NULL, 0, 2);
	}
	if (asleep < 50)
		fail_msg("flagfall-web goes on running, though nobody asks it anything");
}

static void start_web_shifted(struct rig *rig, const char *path)
{
	setenv("LD_PRELOAD", CLOCK_SHIFT, 1);
	setenv("CLOCK_SHIFT", path, 1);
	web_start(&web, rig, NULL);
	unsetenv("LD_PRELOAD");
	unsetenv("CLOCK_SHIFT");
}
#endif

/* Minutes are those that pass, whatever the wall clock is set to; and the clocks of pages run by them, too. */
static void minutes_are_kept_when_the_wall_clock_is_set(void **state)
{
#ifdef __SANITIZE_ADDRESS__
	skip();
#else
	static const char *const words[] = { "e2e4", "4P3", "e7e5", "\"1-0\"", "resign", NULL };
	const int64_t sets[] = { HOUR_US, -2 * HOUR_US, 480 * HOUR_US, -960 * HOUR_US };
	struct rig *rig = *state;
	char path[96], *text;

	snprintf(path, sizeof(path), "%s/shift", rig->dir);
	shift(path, 0, 0);
	rig_daemon_start_with(rig, CLOCK_SHIFT, "CLOCK_SHIFT", path, NULL);
	start_web_shifted(rig, path);
	rig_open_round(rig, FILE_OF("minutes: 5"), 1, PAIRINGS);
	rig_start_round(rig, CLUB);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait_committed(rig, "2 black e7e5");
	json_decref(rig_ask(rig, GAME, "Resign", "s", "black"));
	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		shift(path, 0, sets[i]);
		if (i == 2) { /* one that reads all of it from the daemon */
			web_stop(&web, SIGTERM);
			start_web_shifted(rig, path);
		}
		free(web_until(&web, "/api/v1/games/1", "\"delayed\":true"));
		text = everything(HALL);
		holds_none(text, words);
		free(text);
		expect_sleep();
	}
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	free(web_until(&web, "/api/v1/games/2", "\"running\":\"white\""));
	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		shift(path, 0, sets[i]);
		assert_in_range(clock_age(), 0, 1000);
	}
	shift(path, 6 * 60 * INT64_C(1000000), 0);
	free(web_until(&web, "/api/v1/games/1", "\"1-0\""));
	text = everything(HALL);
	assert_non_null(strstr(text, "e7e5"));
	free(text);
#endif
}

/* Of the last moves nothing; and those before them with their own times. */
static void moves_are_kept(void **state)
{
	static const char *const words[] = { "g1f3", "b8c6", "Nf3", "Nc6", "5N2", NULL };
	struct rig *rig = *state;
	json_t *o, *game;
	char *text;

	rig_open_round(rig, FILE_OF("moves: 2"), 1, PAIRINGS);
	rig_start_round(rig, CLUB);
	rig_moves(rig, "e2e4 e7e5 g1f3 b8c6");
	free(web_until(&web, "/api/v1/games/1", "\"plies\":2"));
	until_all_is_taken(rig);
	text = everything(HALL);
	holds_none(text, words);
	assert_non_null(strstr(text, "e7e5"));
	free(text);
	o = web_json(&web, "/api/v1/games/1");
	game = json_object_get(o, "game");
	assert_string_equal(json_string_value(json_object_get(game, "placement")),
			    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
	assert_string_equal(json_string_value(json_object_get(json_object_get(game, "clock"), "running")), "none");
	assert_int_equal(json_integer_value(json_object_get(json_object_get(game, "clock"), "white_us")) / 1000000,
			 299);
	json_decref(o);
}

/* Under a silent rulebook an illegal move stands as any other, and a time that has run out as it was last shown. */
static void silence_is_kept(void **state)
{
	static const char *const words[] = { "legal", "\"san\"", "flag",    "fault",   "displaced", "+\"",	"+ ",
					     "Nf3",   "over\"",	 "penalty", "\"0-1\"", "\"1-0\"",   "Observed", NULL };
	struct rig *rig = *state;
	struct events events;
	json_t *o, *clock;
	int program;
	char *text;

	events_open(&events, &web, "", "");
	program = follow_as_program();
	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5 e1e3"); /* no king goes there */
	rig_time(rig, 400 * 1000000LL);	  /* and Black's time is over */
	free(web_until(&web, "/api/v1/games/1", "\"uci\":\"e1e3\""));
	rig_settle(rig);
	rig_drain(rig);
	o = web_json(&web, "/api/v1/games/1");
	clock = json_object_get(json_object_get(o, "game"), "clock");
	assert_string_equal(json_string_value(json_object_get(clock, "running")), "black");
	assert_true(json_integer_value(json_object_get(clock, "black_us")) > 200000000);
	assert_true(json_is_true(json_object_get(json_object_get(o, "game"), "silent")));
	json_decref(o);
	text = everything(ANSWERS);
	holds_none(text, words);
	free(text);
	web_stop(&web, SIGTERM);
	text = told_by(&events, program);
	assert_non_null(strstr(text, "e1e3")); /* it did tell what is public */
	assert_non_null(strstr(text, "rnbqkbnr/pppp1ppp/8/4p3/4P3/4K3/PPPP1PPP/RNBQ1BNR")); /* and so did the frames */
	holds_none(text, words);
	free(text);
	events_close(&events);
}

/* A name is text wherever it comes, and a text in JSON cannot end what it stands in. */
static void names_are_text(void **state)
{
	struct rig *rig = *state;
	struct events events;
	json_t *o;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "60", "white", "</script><b>", "black",
		  "<img src=x onerror=\"alert(1)\">", "event", "a\\\"]}", NULL);
	free(web_until(&web, "/api/v1/", "onerror"));
	o = web_json(&web, "/api/v1/games/1");
	assert_string_equal(json_string_value(
				    json_object_get(json_object_get(json_object_get(o, "game"), "white"), "name")),
			    "</script><b>");
	json_decref(o);
	events_open(&events, &web, "?game=1", "");
	o = events_next(&events);
	assert_string_equal(events.type, "begin");
	assert_string_equal(json_string_value(json_object_get(json_object_get(o, "game"), "event")), "a\\\"]}");
	json_decref(o);
	events_close(&events);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(minutes_are_kept, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(minutes_are_kept_when_the_wall_clock_is_set, rig_setup_bare,
						web_teardown),
		cmocka_unit_test_setup_teardown(moves_are_kept, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(silence_is_kept, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(names_are_text, web_setup, web_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
