// SPDX-License-Identifier: GPL-2.0-or-later
/* The hall: what is known of each game, which comes first, what keys mean, and the picture at any size. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "flagfallctl/terminal/hall.h"
#include "flagfallctl/terminal/screen.h"

static const char *path_of(int n, char buf[static 64])
{
	snprintf(buf, 64, "/org/flagfall1/game/%d", n);
	return buf;
}

/* Game n on board n of round 3. */
static struct hall_game *add(struct hall *hall, int n)
{
	char path[64], round[16], id[16], board[16];
	json_t *object;
	struct hall_game *game;

	snprintf(round, sizeof(round), "3.%d", n);
	snprintf(id, sizeof(id), "%d", n);
	snprintf(board, sizeof(board), "B%d", n);
	object = json_pack("{s:{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:i,s:I}, s:{s:s,s:i,s:i,s:s,s:i}}",
			   "org.flagfall1.Game", "Id", id, "Board", board, "Round", round, "White", "Anna", "Black",
			   "Boris", "State", "running", "Result", "none", "Kind", "chess", "TimeControl", "300",
			   "Placement", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "Plies", 0, "Started",
			   (json_int_t)0, "org.flagfall1.Clock", "Mode", "sudden-death", "WhiteUs", 300000000,
			   "BlackUs", 300000000, "Running", "white", "InstantBoottime", 0);
	assert_non_null(object);
	game = hall_take_object(hall, path_of(n, path), object);
	json_decref(object);
	assert_non_null(game);
	return game;
}

static void published(struct hall_game *game, const char *text)
{
	json_t *p = json_loads(text, 0, NULL);

	assert_non_null(p);
	hall_take_publication(game, p);
	json_decref(p);
}

static void changed(struct hall_game *game, const char *property, const char *value)
{
	json_t *p = json_pack("{s:s}", property, value);

	hall_take_properties(game, p);
	json_decref(p);
}

static void order_is(struct hall *hall, const char *ids)
{
	char got[256] = "";

	hall_sort(hall);
	for (size_t i = 0; i < hall->count; i++)
		sprintf(got + strlen(got), "%s%s", i ? " " : "", hall->game[i]->id);
	assert_string_equal(got, ids);
}

/* He is awaited, and nobody is needed for that. */
static void who_is_absent_is_seen(void **state)
{
	struct hall hall = { 0 };
	struct hall_game *game = add(&hall, 1);
	char text[64];

	changed(game, "Absent", "white");
	assert_string_equal(hall_need_text(game, text), "White is absent");
	assert_int_equal(hall_need(game), NEED_NOTHING);
	changed(game, "Absent", "both");
	assert_string_equal(hall_need_text(game, text), "both players are absent");
	changed(game, "Absent", "");
	assert_string_equal(hall_need_text(game, text), "");
	hall_done(&hall);
}

/* … of an event. */
static struct hall_game *add_of(struct hall *hall, int n, const char *event, int round, int table, const char *state,
				const char *result)
{
	char path[64], id[16], name[16], tag[16];
	json_t *object;
	struct hall_game *game;

	snprintf(id, sizeof(id), "%d", n);
	snprintf(name, sizeof(name), "W%d", n);
	snprintf(tag, sizeof(tag), "%d", round);
	object = json_pack("{s:{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:[s,i,i],s:{s:s}}}", "org.flagfall1.Game", "Id", id,
			   "Board", "B", "Event", "Club evening", "Round", tag, "White", name, "Black", "Boris",
			   "State", state, "Result", result, "Pairing", event, round, table, "Tags", "Board",
			   table == 1 ? "1" : "2");
	assert_non_null(object);
	game = hall_take_object(hall, path_of(n, path), object);
	json_decref(object);
	return game;
}

static struct hall_event *rounds_are(struct hall *hall, const char *id, const char *rounds)
{
	char path[64];
	json_t *p = json_pack("{s:s, s:s, s:o}", "Id", id, "Name", "Club evening", "Rounds",
			      json_loads(rounds, 0, NULL));
	struct hall_event *event;

	snprintf(path, sizeof(path), "/org/flagfall1/event/%s", id);
	event = hall_take_event(hall, path, p);
	json_decref(p);
	assert_non_null(event);
	return event;
}

static void take_round(struct hall *hall, const struct hall_event *event, const char *text)
{
	json_t *round = json_loads(text, 0, NULL);

	assert_int_equal(hall_take_round(hall, event, round), 0);
	json_decref(round);
}

/* "TABLE WHITE STATE" of each row that is shown. */
static void rows_are(struct hall *hall, const char *expected)
{
	char got[400] = "", text[64];

	hall_sort(hall);
	for (size_t i = 0; i < hall->shown; i++)
		snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%d %s %s", i ? ", " : "",
			 hall->game[i]->number, hall->game[i]->white, hall_need_text(hall->game[i], text));
	assert_string_equal(got, expected);
}

static void title_says(struct hall *hall, const char *expected)
{
	struct hall_view v = { .width = 100, .height = 20 };
	struct ctl ctl = { .verb = "hall" };
	char *picture = NULL;
	size_t size;
	FILE *out = open_memstream(&picture, &size);

	hall_draw(&ctl, &v, hall, 0, "12:00:00", out);
	fclose(out);
	picture[strcspn(picture, "\n")] = '\0';
	if (!strstr(picture, expected))
		fail_msg("\"%s\" does not say \"%s\"", picture, expected);
	free(picture);
}

#define ROUND_1 \
	"{\"round\":1,\"pairings\":[{\"table\":1,\"white\":{\"name\":\"W1\"},\"game\":\"1\",\"result\":\"1-0\",\"state\":\"over\"}," \
	"{\"table\":2,\"white\":{\"name\":\"W2\"},\"game\":\"2\",\"result\":\"0-1\",\"state\":\"over\"},{\"table\":0,\"bye\":\"half\"}]}"
#define ROUND_2 \
	"{\"round\":2,\"pairings\":[{\"table\":1,\"white\":{\"name\":\"W3\"},\"game\":\"3\",\"result\":\"\",\"state\":\"running\"}," \
	"{\"table\":2,\"white\":{\"name\":\"W4\"},\"absent\":\"white\",\"game\":\"\",\"result\":\"\",\"state\":\"waiting\"}]}"

/* The round that runs is shown, and of the one before what is not done with; it stays to be looked at. */
static void rounds_do_not_mix(void **state)
{
	struct hall hall = { 0 };
	struct hall_event *event = rounds_are(&hall, "club", "[[1,\"running\",5],[2,\"open\",1]]");
	struct hall_game *first, *second;

	first = add_of(&hall, 1, "club", 1, 1, "over", "1-0");
	second = add_of(&hall, 2, "club", 1, 2, "running", "none");
	rows_are(&hall, "1 W1 1-0, 2 W2 ");
	title_says(&hall, "Club evening  round 1  1 playing, 1 over");
	rounds_are(&hall, "club", "[[1,\"running\",5],[2,\"running\",2]]");
	add_of(&hall, 3, "club", 2, 1, "running", "none");
	take_round(&hall, event, ROUND_2);
	rows_are(&hall, "1 W3 , 2 W4 White is absent, 2 W2 "); /* one of round 1 goes on */
	assert_true(second->is_of_another);
	title_says(&hall, "Club evening  round 2  2 playing, 0 over, 1 not begun");
	changed(second, "Result", "0-1");
	changed(second, "State", "over");
	rows_are(&hall, "1 W3 , 2 W4 White is absent");
	changed(first, "Question", "appeal");
	rows_are(&hall, "1 W1 appealed: 1-0, 1 W3 , 2 W4 White is absent");
	changed(first, "Question", "");
	/* the round before, whose games are not remembered any more */
	hall_remove(&hall, first->path);
	hall_remove(&hall, second->path);
	assert_true(hall_goes_back(&hall, 1));
	assert_false(hall_goes_back(&hall, 1));
	take_round(&hall, event, ROUND_1);
	rows_are(&hall, "1 W1 1-0, 2 W2 0-1");
	title_says(&hall, "Club evening  round 1  0 playing, 2 over");
	assert_true(hall_goes_back(&hall, -1));
	assert_false(hall_goes_back(&hall, -1));
	take_round(&hall, event, ROUND_2);
	rows_are(&hall, "1 W3 , 2 W4 White is absent");
	hall_done(&hall);
}

/* The evening is over: what is remembered is shown, and all of it one step back, also when nothing is remembered. */
static void a_round_that_is_closed(void **state)
{
	struct hall hall = { 0 };
	struct hall_event *event = rounds_are(&hall, "club", "[[1,\"closed\",5]]");
	struct hall_game *first = add_of(&hall, 1, "club", 1, 1, "over", "1-0");

	assert_false(hall_wants_round(&hall, event));
	rows_are(&hall, "1 W1 1-0");
	title_says(&hall, "Club evening  round 1  0 playing, 1 over");
	hall_remove(&hall, first->path);
	rows_are(&hall, "");
	assert_true(hall_goes_back(&hall, 1));
	assert_true(hall_wants_round(&hall, event));
	take_round(&hall, event, ROUND_1);
	rows_are(&hall, "1 W1 1-0, 2 W2 0-1");
	assert_false(hall_goes_back(&hall, 1));
	hall_done(&hall);
}

/* One that is void is none of the round's. */
static void a_void_game_is_not_shown(void **state)
{
	struct hall hall = { 0 };
	struct hall_event *event = rounds_are(&hall, "club", "[[2,\"running\",2]]");

	add_of(&hall, 4, "club", 2, 2, "over", "void");
	add_of(&hall, 3, "club", 2, 1, "running", "none");
	take_round(&hall, event, ROUND_2);
	rows_are(&hall, "1 W3 , 2 W4 White is absent");
	hall_done(&hall);
}

/* Two events, each with its own round; and a game of none. */
static void events_have_their_own_rounds(void **state)
{
	struct hall hall = { 0 };

	rounds_are(&hall, "club", "[[1,\"closed\",5],[2,\"paused\",1]]");
	rounds_are(&hall, "youth", "[[1,\"running\",5]]");
	add_of(&hall, 1, "club", 1, 1, "over", "1-0");
	add_of(&hall, 2, "club", 2, 1, "running", "none");
	add_of(&hall, 3, "youth", 1, 2, "over", "0-1");
	add(&hall, 4);
	rows_are(&hall, "1 W2 , 2 W3 0-1, 4 Anna ");
	title_says(&hall, "Club evening  round 2  Club evening  round 1  2 playing, 1 over");
	hall_done(&hall);
}

/* The question before the fallen flag before the board that is gone before pieces that differ; the rest by number. */
static void what_needs_a_person_comes_first(void **state)
{
	struct hall hall = { 0 };
	struct hall_game *g[13];
	json_t *differs = json_pack("{s:b}", "BoardAgrees", 0);

	for (int n = 12; n > 0; n--)
		g[n] = add(&hall, n);
	order_is(&hall, "1 2 3 4 5 6 7 8 9 10 11 12");
	hall_take_properties(g[9], differs);
	order_is(&hall, "9 1 2 3 4 5 6 7 8 10 11 12");
	changed(g[10], "State", "board-gone");
	published(g[11], "{\"type\":\"flag\",\"side\":\"black\"}");
	changed(g[12], "Question", "distraction");
	order_is(&hall, "12 11 10 9 1 2 3 4 5 6 7 8");
	/* answered, and the game of the flag is over */
	changed(g[12], "Question", "");
	changed(g[11], "State", "over");
	changed(g[11], "Result", "1-0");
	order_is(&hall, "10 9 1 2 3 4 5 6 7 8 11 12");
	/* done with: at the end */
	g[11]->confirmed = true;
	order_is(&hall, "10 9 1 2 3 4 5 6 7 8 12 11");
	/* but a record that is not on disk is nothing to be done with */
	changed(g[11], "RecordFault", "disk full");
	order_is(&hall, "11 10 9 1 2 3 4 5 6 7 8 12");
	json_decref(differs);
	hall_done(&hall);
}

/* An appeal needs a person though the game is over; upheld, a result is needed. */
static void an_appeal_comes_first_though_the_game_is_over(void **state)
{
	struct hall hall = { 0 };
	struct hall_game *g[5];
	char text[64];

	for (int n = 1; n < 5; n++)
		g[n] = add(&hall, n);
	changed(g[3], "State", "over");
	changed(g[3], "Result", "1-0");
	changed(g[4], "State", "board-gone");
	order_is(&hall, "4 1 2 3");
	published(g[3], "{\"type\":\"ruling\",\"ruling\":\"claim-pending\",\"reason\":\"appeal\",\"result\":\"1-0\"}");
	changed(g[3], "Question", "appeal");
	order_is(&hall, "3 4 1 2");
	assert_string_equal(hall_need_text(g[3], text), "appealed: 1-0");
	published(g[3],
		  "{\"type\":\"ruling\",\"ruling\":\"continue\",\"reason\":\"appeal-upheld\",\"result\":\"none\"}");
	changed(g[3], "Question", "");
	changed(g[3], "Result", "none");
	changed(g[3], "Open", "result");
	order_is(&hall, "4 3 1 2");
	assert_string_equal(hall_need_text(g[3], text), "appeal upheld: result?");
	changed(g[3], "Result", "1-0"); /* which the round was given */
	assert_string_equal(hall_need_text(g[3], text), "appeal upheld: result?");
	changed(g[3], "Result", "0-1");
	changed(g[3], "Open", "");
	order_is(&hall, "4 1 2 3");
	assert_string_equal(hall_need_text(g[3], text), "0-1");
	hall_done(&hall);
}

static void moves_are_followed(void **state)
{
	struct hall hall = { 0 };
	struct hall_game *g = add(&hall, 1);

	published(g, "{\"type\":\"move\",\"ply\":1,\"uci\":\"e2e4\",\"san\":\"e4\",\"state\":\"provisional\"}");
	assert_int_equal(g->ply, 0);
	published(g, "{\"type\":\"move\",\"ply\":1,\"uci\":\"e2e4\",\"san\":\"e4\",\"state\":\"committed\"}");
	assert_string_equal(g->last, "e4");
	assert_int_equal(g->screen.last[1], 28);
	/* under a silent book there is no SAN */
	published(g, "{\"type\":\"move\",\"ply\":2,\"uci\":\"e7e5\",\"state\":\"committed\"}");
	assert_string_equal(g->last, "e7e5");
	/* a revision of an earlier turn leaves the last as it is */
	published(g, "{\"type\":\"move\",\"ply\":1,\"uci\":\"d2d4\",\"state\":\"revised\"}");
	assert_string_equal(g->last, "e7e5");
	published(g, "{\"type\":\"move\",\"ply\":2,\"uci\":\"e7e5\",\"state\":\"undone\"}");
	assert_int_equal(g->ply, 1);
	assert_string_equal(g->last, "");
	hall_done(&hall);
}

/* In a run of every key at every board nothing is out of place, and the picture always has the terminal's size. */
static void pictures_have_the_terminals_size(struct hall_view *v, const struct hall *hall)
{
	const struct ctl ctl = { .colour = false };
	char *picture = NULL, *line, *next = NULL;
	size_t size;
	FILE *out = open_memstream(&picture, &size);
	int lines = 0;

	hall_draw(&ctl, v, hall, 1000000, "12:00:00", out);
	fclose(out);
	for (line = picture; (next = strchr(line, '\n')); line = next + 1, lines++) {
		*next = '\0';
		if (text_width(line) > v->width && v->mode != MODE_BOARD)
			fail_msg("%d wide: \"%s\"", v->width, line);
	}
	assert_int_equal(lines, v->height);
	free(picture);
}

static void every_key_at_every_board(void **state)
{
	static const int keys[] = { KEY_UP,	KEY_DOWN,      KEY_PAGE_UP, KEY_PAGE_DOWN, KEY_HOME, KEY_END, KEY_ENTER,
				    KEY_ESCAPE, KEY_BACKSPACE, 'j',	    'k',	   'o',	     'n',     'G',
				    ' ',	'd',	       'a',	    'c',	   'p',	     'r',     'P',
				    'y',	'?',	       'x',	    'q',	   3 };
	static const int sizes[][2] = { { 80, 24 }, { 200, 60 }, { 40, 10 }, { 20, 6 } };
	struct hall hall = { 0 };

	for (int n = 1; n <= 64; n++)
		add(&hall, n);
	changed(hall.game[7], "Question", "flag");
	changed(hall.game[9], "State", "over");
	snprintf(hall.game[11]->kings, sizeof(hall.game[11]->kings), "1-0");
	snprintf(hall.game[5]->white, sizeof(hall.game[5]->white), "%s", "Ангелина Åström-Müller Nguyễn Thị Minh Khai");
	hall_sort(&hall);
	for (size_t s = 0; s < 4; s++)
		for (size_t i = 0; i < hall.count; i++)
			for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++) {
				struct hall_view v = { .width = sizes[s][0], .height = sizes[s][1] };

				snprintf(v.chosen, sizeof(v.chosen), "%s", hall.game[i]->path);
				for (size_t then = 0; then < sizeof(keys) / sizeof(keys[0]); then++) {
					hall_key(&v, &hall, keys[k]);
					hall_key(&v, &hall, keys[then]);
					assert_non_null(hall_chosen(&v, &hall));
				}
				pictures_have_the_terminals_size(&v, &hall);
			}
	hall_done(&hall);
}

static enum hall_action press(struct hall_view *v, struct hall *hall, const char *keys)
{
	enum hall_action action = ACTION_NONE;

	for (; *keys; keys++)
		action = hall_key(v, hall, *keys == '\n' ? KEY_ENTER : *keys);
	return action;
}

static void keys_act_once_and_are_asked_where_it_is_for_all(void **state)
{
	struct hall_view v = { .width = 80, .height = 24 };
	struct hall hall = { 0 };
	struct hall_game *g = add(&hall, 1);

	assert_int_equal(press(&v, &hall, "p"), ACTION_PAUSE);
	assert_int_equal(press(&v, &hall, "r"), ACTION_RESUME);
	assert_int_equal(press(&v, &hall, "P"), ACTION_NONE);
	assert_int_equal(press(&v, &hall, "n"), ACTION_NONE);
	assert_int_equal(v.mode, MODE_TABLE);
	assert_int_equal(press(&v, &hall, "Py"), ACTION_PAUSE_ALL);
	/* nothing is asked: no verdict */
	assert_int_equal(press(&v, &hall, "d"), ACTION_NONE);
	assert_int_equal(v.mode, MODE_TABLE);
	changed(g, "Question", "flag");
	assert_int_equal(press(&v, &hall, "da\n"), ACTION_VERDICT);
	assert_string_equal(v.text, "accept");
	assert_int_equal(press(&v, &hall, "dloss against=white\n"), ACTION_VERDICT);
	assert_string_equal(v.text, "loss against=white");
	assert_int_equal(press(&v, &hall, "d\n"), ACTION_NONE);
	assert_int_equal(press(&v, &hall, "c"), ACTION_NONE);
	snprintf(g->kings, sizeof(g->kings), "1-0");
	assert_int_equal(press(&v, &hall, "cn"), ACTION_NONE);
	assert_int_equal(press(&v, &hall, "cy"), ACTION_RESULT);
	changed(g, "State", "over");
	assert_int_equal(press(&v, &hall, "p"), ACTION_NONE);
	assert_false(g->confirmed);
	press(&v, &hall, "c");
	assert_true(g->confirmed);
	assert_int_equal(press(&v, &hall, "\n"), ACTION_OPEN);
	assert_int_equal(press(&v, &hall, "q"), ACTION_NONE);
	assert_int_equal(press(&v, &hall, "q"), ACTION_QUIT);
	hall_done(&hall);
}

/* The rest of the screen looks as ever while nothing is ruled. */
static void a_journal_that_cannot_be_written_is_seen(void **state)
{
	const struct ctl ctl = { .colour = false };
	struct hall_view v = { .width = 80, .height = 24 };
	struct hall hall = { .fault = "writing the journal: the disk has not answered for 5 s" };
	char *picture = NULL;
	size_t size;
	FILE *out;

	add(&hall, 1);
	snprintf(v.message, sizeof(v.message), "refused");
	out = open_memstream(&picture, &size);
	hall_draw(&ctl, &v, &hall, 1000000, "12:00:00", out);
	fclose(out);
	assert_non_null(strstr(picture, "NO RULINGS: writing the journal: the disk has not answered for 5 s refused"));
	free(picture);
	pictures_have_the_terminals_size(&v, &hall);
	hall_done(&hall);
}

static void an_empty_hall(void **state)
{
	struct hall_view v = { .width = 80, .height = 24 };
	struct hall hall = { 0 };

	assert_null(hall_chosen(&v, &hall));
	assert_int_equal(press(&v, &hall, "\ndcprn"), ACTION_NONE);
	pictures_have_the_terminals_size(&v, &hall);
}

static void fits(const char *text, int width, const char *wanted)
{
	char buf[100];

	assert_string_equal(text_fit(text, width, buf, sizeof(buf)), wanted);
	assert_int_equal(text_width(buf), width);
}

static void text_is_cut_by_cells(void **state)
{
	fits("Anna", 6, "Anna  ");
	fits("Müller", 6, "Müller");
	fits("Müller, Anna", 6, "Mülle…");
	fits("李小龙", 5, "李小…");
	fits("李小龙", 4, "李… ");
	fits("a\tb\033[1m", 8, "a b [1m ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_needs_a_person_comes_first),
		cmocka_unit_test(rounds_do_not_mix),
		cmocka_unit_test(a_round_that_is_closed),
		cmocka_unit_test(a_void_game_is_not_shown),
		cmocka_unit_test(events_have_their_own_rounds),
		cmocka_unit_test(who_is_absent_is_seen),
		cmocka_unit_test(an_appeal_comes_first_though_the_game_is_over),
		cmocka_unit_test(moves_are_followed),
		cmocka_unit_test(every_key_at_every_board),
		cmocka_unit_test(keys_act_once_and_are_asked_where_it_is_for_all),
		cmocka_unit_test(an_empty_hall),
		cmocka_unit_test(a_journal_that_cannot_be_written_is_seen),
		cmocka_unit_test(text_is_cut_by_cells),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
