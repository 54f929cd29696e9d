// SPDX-License-Identifier: GPL-2.0-or-later
/* The hands play the game they were given, each move in its own time; the emulated board shows what they did. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/sim/hands.h"
#include "tests/sim/trace-player.h"

static struct hands_score read_score(const char *text)
{
	char err[HANDS_ERROR] = "";
	struct hands_score score;
	json_t *object = json_loads(text, 0, NULL);

	assert_non_null(object);
	if (hands_score_read(object, &score, err) < 0)
		fail_msg("%s", err);
	json_decref(object);
	return score;
}

static void expect_refused(const char *text, const char *sentence_has)
{
	char err[HANDS_ERROR] = "";
	struct hands_score score;
	json_t *object = json_loads(text, 0, NULL);

	assert_non_null(object);
	assert_int_equal(hands_score_read(object, &score, err), -EINVAL);
	json_decref(object);
	if (!strstr(err, sentence_has))
		fail_msg("'%s' does not say '%s'", err, sentence_has);
}

static struct hands_event *play(const struct hands_score *score, const struct hands_options *options, size_t *count)
{
	char err[HANDS_ERROR] = "";
	struct hands_event *events = NULL;

	if (hands_play(score, options, &events, count, err) < 0)
		fail_msg("%s", err);
	return events;
}

/* One ply in words: "e7- e8- d7- e8P e8- e8Q *" */
static const char *ply_in_words(const struct game *game, const struct hands_event *events, size_t count, unsigned ply)
{
	static char words[256];
	char *p = words;

	*p = 0;
	for (size_t i = 0; i < count; i++) {
		char square[8];

		if (events[i].ply != ply)
			continue;
		if (p > words)
			*p++ = ' ';
		if (events[i].action == HANDS_PRESS) {
			p += sprintf(p, "*");
			continue;
		}
		game->square_name(events[i].square, square);
		p += sprintf(p, "%s%c", square, events[i].action == HANDS_LIFT ? '-' : events[i].piece);
	}
	return words;
}

static void each_kind_of_move(void **state)
{
	static const struct {
		const char *start, *moves;
		unsigned ply;
		const char *words;
	} cases[] = {
		{ "", "e2e4", 1, "e2- e4P *" },
		{ "", "e2e4 d7d5 e4d5", 3, "d5- e4- d5P *" },
		{ "", "e2e4 a7a6 e4e5 d7d5 e5d6", 5, "e5- d6P d5- *" },
		{ "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8", 1, "e1- g1K h1- f1R *" },
		{ "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8", 2, "e8- c8k a8- d8r *" },
		{ "7k/P7/8/8/8/8/p7/1N5K b - - 0 1", "a2b1n a7a8q", 1, "b1- a2- b1p b1- b1n *" },
		{ "7k/P7/8/8/8/8/p7/1N5K b - - 0 1", "a2b1n a7a8q", 2, "a7- a8P a8- a8Q *" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char text[512];
		struct hands_score score;
		struct hands_event *events;
		size_t count;

		snprintf(text, sizeof(text), "{\"start\":\"%s\",\"moves\":\"%s\"}",
			 *cases[i].start ? cases[i].start : game_chess.start_fen, cases[i].moves);
		score = read_score(text);
		events = play(&score, &(struct hands_options){ 0 }, &count);
		assert_string_equal(ply_in_words(score.game, events, count, cases[i].ply), cases[i].words);
		free(events);
		hands_score_free(&score);
	}
}

/* What a clock on the table shows after each press, from the events alone. */
static void expect_clock(const char *text, const int64_t *left_ms, size_t plies)
{
	struct hands_score score = read_score(text);
	int64_t left[2] = { score.base_us, score.base_us }, now = 0, last = 0;
	struct hands_event *events;
	size_t count, ply = 0;

	assert_int_equal(score.plies, plies);
	events = play(&score, &(struct hands_options){ 0 }, &count);
	for (size_t i = 0; i < count; i++) {
		assert_true(events[i].t_us >= now);
		now = events[i].t_us;
		if (events[i].action != HANDS_PRESS) {
			assert_true(now > last); /* never before the opponent's press */
			continue;
		}
		left[events[i].side] += score.increment_us - (now - last);
		last = now;
		assert_int_equal(left[events[i].side], left_ms[ply++] * 1000);
	}
	assert_int_equal(ply, plies);
	free(events);
	hands_score_free(&score);
}

static void presses_fall_where_the_clock_says(void **state)
{
	/* Moves of no time take a millisecond; the next one makes up for it if it can. */
	expect_clock(
		"{\"tc\":\"300\",\"moves\":\"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\",\"clk\":[300.0,299.5,300.0,297.1,298.2,0.1]}",
		(const int64_t[]){ 299999, 299500, 299998, 297100, 298200, 100 }, 6);
	expect_clock("{\"tc\":\"180+2\",\"moves\":\"e2e4 e7e5 g1f3\",\"clk\":[182,180.5,182.9]}",
		     (const int64_t[]){ 181999, 180500, 182900 }, 3);
	expect_clock("{\"tc\":\"60\",\"moves\":\"e2e4 e7e5\",\"emt\":[0.0,1.25]}", (const int64_t[]){ 59999, 58750 },
		     2);
}

/* The clock stops when mate is set down: that is the instant the source's time belongs to. */
static void the_last_man_of_a_mate_falls_with_the_press(void **state)
{
	struct hands_score score =
		read_score("{\"tc\":\"60\",\"moves\":\"f2f3 e7e5 g2g4 d8h4\",\"clk\":[59,58,57,55.5]}");
	struct hands_event *events;
	size_t count;

	events = play(&score, &(struct hands_options){ 0 }, &count);
	assert_string_equal(ply_in_words(score.game, events, count, 4), "d8- h4q *");
	assert_int_equal(events[count - 2].t_us, 7500000);
	assert_int_equal(events[count - 1].t_us, 7500000);
	assert_true(events[count - 3].t_us < 7500000);
	assert_true(events[count - 4].t_us <= 5000000);
	free(events);
	hands_score_free(&score);
}

static void an_illegal_move_is_pressed_and_ends_it(void **state)
{
	struct hands_score score = read_score("{\"tc\":\"60\",\"moves\":\"e2e4 e7e5 g1f3\",\"clk\":[59,58,57]}");
	struct hands_event *events;
	char err[HANDS_ERROR];
	size_t count;

	events = play(&score, &(struct hands_options){ .illegal_ply = 2, .illegal_from = 60, .illegal_to = 44 },
		      &count);
	assert_string_equal(ply_in_words(score.game, events, count, 2), "e8- e6k *");
	assert_int_equal(events[count - 1].t_us, 3000000);
	assert_int_equal(events[count - 1].ply, 2);
	free(events);
	assert_int_equal(hands_play(&score, &(struct hands_options){ .illegal_ply = 9 }, &events, &count, err),
			 -EINVAL);
	assert_int_equal(hands_play(&score, &(struct hands_options){ .illegal_ply = 2, .illegal_from = 30 }, &events,
				    &count, err),
			 -EINVAL);
	events = play(&score, &(struct hands_options){ .until = 1 }, &count);
	assert_int_equal(count, 3);
	free(events);
	hands_score_free(&score);
}

static void a_bad_score_is_refused_by_name(void **state)
{
	expect_refused("{\"tc\":\"60\"}", "moves");
	expect_refused("{\"moves\":\"e2e4 e2e4\"}", "ply 2");
	expect_refused("{\"moves\":\"e2e4\",\"tc\":\"1h\"}", "tc");
	expect_refused("{\"moves\":\"e2e4\",\"tc\":\"60\",\"clk\":[]}", "clk");
	expect_refused("{\"moves\":\"e2e4\",\"tc\":\"60\",\"clk\":[61]}", "more time");
	expect_refused("{\"moves\":\"e2e4\",\"clk\":[61]}", "tc");
	expect_refused("{\"moves\":\"e2e4\",\"emt\":[\"x\"]}", "emt");
	expect_refused("{\"moves\":\"e2e4\",\"start\":\"x\"}", "start");
	expect_refused("{\"moves\":\"e2e4\",\"game\":\"go\"}", "game");
}

/* --- what the hands wrote, read back and played on the board --- */

static void write_trace(char *path, const char *text, bool presence)
{
	struct hands_score score = read_score(text);
	struct hands_event *events;
	size_t count;
	FILE *file;

	strcpy(path, "/tmp/flagfall-trace-XXXXXX");
	file = fdopen(mkstemp(path), "w");
	assert_non_null(file);
	events = play(&score, &(struct hands_options){ 0 }, &count);
	assert_int_equal(hands_write(&score, events, count, presence, "wbca-1992", file), 0);
	fclose(file);
	free(events);
	hands_score_free(&score);
}

static void the_board_plays_what_the_hands_wrote(void **state)
{
	for (int presence = 0; presence < 2; presence++) {
		char path[64], err[EMULATED_ERROR] = "";
		struct native_state st;
		struct trace_player player;
		struct emulated_script trace = { 0 };
		struct sim *sim;
		int wait_ms, fd;

		write_trace(path, "{\"tc\":\"60\",\"moves\":\"e2e4 d7d5 e4d5 g8f6\",\"clk\":[59,58,57,56]}", presence);
		assert_int_equal(emulated_script_load(path, NULL, &trace, err), 0);
		unlink(path);
		assert_int_equal(trace.count, 13);
		assert_int_equal(trace.sensors, presence ? SBW_SENSORS_PRESENCE : SBW_SENSORS_PIECE_ID);
		assert_int_equal(sim_new(&(struct native_config){ .sensors = (uint8_t)trace.sensors,
								  .squares = trace.squares,
								  .time_us = 1000000 },
					 &sim),
				 0);
		assert_int_equal(sim_use_pair(sim, &fd), 0); /* not plugged in: nobody to wait for */
		trace_player_init(&player, sim, &trace, 0);
		trace_player_play(&player, 3);
		while (!trace_player_step(&player, &wait_ms))
			;
		sim_get_state(sim, &st);
		assert_int_equal(st.time_us, 6000000); /* 1 + 2 + 2 after the 1 s that the board was old */
		assert_int_equal(player.presses, 3);
		assert_int_equal(st.squares[35], 'P'); /* d5 */
		assert_int_equal(st.squares[12], '.');
		trace_player_pass(&player, 500000);
		while (!trace_player_step(&player, &wait_ms))
			;
		trace_player_play(&player, 0);
		while (!trace_player_step(&player, &wait_ms))
			;
		sim_get_state(sim, &st);
		assert_int_equal(st.time_us, 1000000 + 7000000); /* a pause in the telling shifts nothing */
		assert_int_equal(st.squares[45], 'n');
		assert_int_equal(st.lever, SBW_SIDE_BLACK);
		sim_free(sim);
		close(fd);
		emulated_script_done(&trace);
	}
}

static void a_bad_trace_is_refused_with_its_line(void **state)
{
	char path[] = "/tmp/flagfall-trace-XXXXXX", err[EMULATED_ERROR] = "";
	static const char text[] =
		"{\"format\":\"sensorboard-trace\",\"version\":1}\n\n{\"t_us\":5,\"type\":\"press\"}\n";
	struct emulated_script trace = { 0 };
	int fd = mkstemp(path);

	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	assert_int_equal(emulated_script_load(path, NULL, &trace, err), -EINVAL);
	emulated_script_done(&trace);
	unlink(path);
	assert_non_null(strstr(err, ":3: no \"side\""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind_of_move),
		cmocka_unit_test(presses_fall_where_the_clock_says),
		cmocka_unit_test(the_last_man_of_a_mate_falls_with_the_press),
		cmocka_unit_test(an_illegal_move_is_pressed_and_ends_it),
		cmocka_unit_test(a_bad_score_is_refused_by_name),
		cmocka_unit_test(the_board_plays_what_the_hands_wrote),
		cmocka_unit_test(a_bad_trace_is_refused_with_its_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
