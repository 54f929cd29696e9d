/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Changes by ids, and an event's delay: time is an argument, so that minutes pass at once. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "web/stream.h"
#include "web/live.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define MINUTE_US (60 * INT64_C(1000000))
#define NOON_US (INT64_C(1790000000) * 1000000)

struct hall {
	struct live live;
	struct stream stream;
	struct live_game *game;
	int64_t next_us;
};

static int setup(void **state)
{
	struct hall *h = calloc(1, sizeof(*h));

	assert_int_equal(live_init(&h->live), 0);
	assert_int_equal(stream_init(&h->stream), 0);
	h->live.is_connected = true;
	h->game = live_add_game(&h->live, "/game/1", "1");
	json_decref(h->game->properties);
	h->game->properties = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "Board", "A", "Kind", "chess", "State",
					"running", "Result", "none", "StartFen", START " w KQkq - 0 1", "Placement",
					START);
	h->game->is_read = h->game->has_moves = true;
	h->game->clock = (struct live_clock){ .is_there = true, .left_us = { 300000000, 300000000 }, .running = WHITE };
	live_tell(&h->live, LIVE_ALL, "");
	*state = h;
	return 0;
}

static int teardown(void **state)
{
	struct hall *h = *state;

	stream_done(&h->stream);
	live_done(&h->live);
	free(h);
	return 0;
}

static bool update(struct hall *h, int64_t now_us)
{
	return stream_update(&h->stream, &h->live, now_us, &h->next_us);
}

static void play(struct hall *h, const char *uci, const char *placement, int64_t left_us, int64_t now_us)
{
	const size_t ply = h->game->count + 1;
	const char *side = ply % 2 ? "white" : "black";

	live_set_move(h->game, ply,
		      json_pack("{s:i, s:s, s:s, s:s, s:I}", "ply", (int)ply, "side", side, "uci", uci, "placement",
				placement, "left_us", (json_int_t)left_us),
		      now_us);
	json_object_set_new(h->game->properties, "Placement", json_string(placement));
	h->game->clock.left_us[ply % 2 ? WHITE : BLACK] = left_us;
	live_tell(&h->live, LIVE_GAME, "1");
}

/* What is in the view of the game now; borrowed. */
static json_t *shown(struct hall *h, const char *key)
{
	return json_object_get(stream_game(&h->stream, "1"), key);
}

/* Nothing before its minutes are over, and what is told then is how it stood then; the loop is told when to look again.
 */
static void minutes_pass(void **state)
{
	struct hall *h = *state;
	const uint64_t before = h->stream.last;

	h->game->delay.us = 5 * MINUTE_US;
	update(h, NOON_US);
	play(h, "e2e4", "MOVED-1", 290000000, NOON_US);
	assert_true(update(h, NOON_US) || h->stream.last > before); /* the game itself */
	play(h, "e7e5", "MOVED-2", 280000000, NOON_US + MINUTE_US);
	assert_false(update(h, NOON_US + 5 * MINUTE_US - 1));
	assert_int_equal(json_integer_value(shown(h, "plies")), 0);
	assert_string_equal(json_string_value(shown(h, "placement")), START);
	assert_true(json_is_null(json_object_get(shown(h, "clock"), "white_us")));
	assert_int_equal(h->next_us, NOON_US + 5 * MINUTE_US);

	assert_true(update(h, h->next_us));
	assert_int_equal(json_integer_value(shown(h, "plies")), 1);
	assert_string_equal(json_string_value(shown(h, "placement")), "MOVED-1");
	assert_int_equal(json_integer_value(json_object_get(shown(h, "clock"), "white_us")), 290000000);
	assert_true(json_is_null(json_object_get(shown(h, "clock"), "black_us")));
	assert_int_equal(h->next_us, NOON_US + 6 * MINUTE_US);

	json_object_set_new(h->game->properties, "State", json_string("over"));
	json_object_set_new(h->game->properties, "Result", json_string("1-0"));
	h->game->over_us = NOON_US + 2 * MINUTE_US;
	live_tell(&h->live, LIVE_GAME, "1");
	update(h, NOON_US + 6 * MINUTE_US);
	assert_int_equal(json_integer_value(shown(h, "plies")), 2);
	assert_string_equal(json_string_value(shown(h, "state")), "running");
	assert_string_equal(json_string_value(shown(h, "result")), "");
	assert_true(update(h, NOON_US + 7 * MINUTE_US));
	assert_string_equal(json_string_value(shown(h, "result")), "1-0");
	assert_string_equal(json_string_value(shown(h, "state")), "over");
	assert_int_equal(h->next_us, INT64_MAX);
}

/* A move is told once, and one that is told otherwise takes the place of the first. */
static void a_move_is_told_once(void **state)
{
	struct hall *h = *state;
	const struct stream_event *e;

	update(h, NOON_US);
	play(h, "e2e4", "MOVED-1", 290000000, NOON_US);
	assert_true(update(h, NOON_US));
	e = stream_event(&h->stream, h->stream.last);
	assert_non_null(strstr(e->text, "\"moves_from\":0"));
	assert_false(update(h, NOON_US));
	live_tell(&h->live, LIVE_GAME, "1"); /* news, and nothing new */
	assert_false(update(h, NOON_US));
	play(h, "e7e5", "MOVED-2", 280000000, NOON_US);
	assert_true(update(h, NOON_US));
	e = stream_event(&h->stream, h->stream.last);
	assert_non_null(strstr(e->text, "\"moves_from\":1"));
	assert_null(strstr(e->text, "e2e4"));
	live_forget_moves(h->game, 2);
	live_tell(&h->live, LIVE_GAME, "1");
	assert_true(update(h, NOON_US));
	e = stream_event(&h->stream, h->stream.last);
	assert_non_null(strstr(e->text, "\"moves_from\":1"));
	assert_non_null(strstr(e->text, "\"moves\":[]"));
}

/* So many events are remembered and no more; an id before them is not one to go on from, nor is another run's. */
static void what_is_forgotten_begins_anew(void **state)
{
	struct hall *h = *state;
	char id[STREAM_ID];
	uint64_t number, first;

	update(h, NOON_US);
	first = h->stream.last;
	for (int i = 0; i < STREAM_EVENTS + 10; i++) {
		json_object_set_new(h->game->properties, "Question", json_sprintf("%d", i));
		live_tell(&h->live, LIVE_GAME, "1");
		assert_true(update(h, NOON_US));
	}
	stream_id(&h->stream, first, id);
	assert_false(stream_number(&h->stream, id, &number));
	assert_null(stream_event(&h->stream, first + 1)); /* who is there is dropped */
	assert_true(h->stream.last - h->stream.first < STREAM_EVENTS);
	assert_true(h->stream.bytes <= STREAM_BYTES);
	stream_id(&h->stream, h->stream.first, id);
	assert_true(stream_number(&h->stream, id, &number));
	assert_int_equal(number, h->stream.first);
	stream_id(&h->stream, h->stream.last + 1, id);
	assert_false(stream_number(&h->stream, id, &number));
	id[0] = id[0] == '0' ? '1' : '0';
	assert_false(stream_number(&h->stream, id, &number));
}

/* While the daemon is away what was known stays, and a game that is read anew is not told to be gone. */
static void nothing_goes_with_the_daemon(void **state)
{
	struct hall *h = *state;
	uint64_t last;

	update(h, NOON_US);
	h->live.is_connected = false;
	live_tell(&h->live, LIVE_ALL, "");
	update(h, NOON_US);
	assert_non_null(stream_game(&h->stream, "1"));
	h->game->is_read = false; /* its moves are on the way */
	h->live.is_connected = true;
	live_tell(&h->live, LIVE_ALL, "");
	update(h, NOON_US);
	assert_non_null(stream_game(&h->stream, "1"));
	last = h->stream.last;
	h->game->is_read = true;
	live_tell(&h->live, LIVE_GAME, "1");
	assert_false(update(h, NOON_US)); /* it stands as it stood */
	assert_int_equal(h->stream.last, last);
	live_remove(&h->live, "/game/1");
	update(h, NOON_US);
	assert_null(stream_game(&h->stream, "1"));
}

/* An event's board is not shown, whether or not anybody knows what was played on it. */
static void boards_of_a_delayed_event_are_hidden(void **state)
{
	struct hall *h = *state;
	struct live_board *board = live_add_board(&h->live, "/board/A", "A");
	struct live_event *event;

	json_object_set_new(board->properties, "Name", json_string("A"));
	json_object_set_new(board->properties, "Serial", json_string("A"));
	assert_true(live_board_is_shown(&h->live, board, NOON_US));
	event = live_add_event(&h->live, "/event/club", "club");
	json_object_set_new(event->properties, "Boards", json_pack("[[i, s]]", 1, "A"));
	assert_true(live_board_is_shown(&h->live, board, NOON_US));
	json_object_set_new(event->properties, "Delay", json_pack("[i, i]", 0, 5));
	assert_false(live_board_is_shown(&h->live, board, NOON_US));
	live_remove(&h->live, "/game/1");
	assert_false(live_board_is_shown(&h->live, board, NOON_US));
}

static const char *game_on(struct hall *h, const char *board)
{
	return json_string_value(json_object_get(json_object_get(h->stream.boards, board), "game"));
}

/* A round that was closed: its results are told when the delay has passed, though nobody remembers its games. */
static void a_closed_round_is_told_later(void **state)
{
	struct hall *h = *state;
	struct live_event *event = live_add_event(&h->live, "/event/club", "club");
	const time_t closed = NOON_US / 1000000;
	char at[32];

	strftime(at, sizeof(at), "%Y-%m-%dT%H:%M:%SZ", gmtime(&closed));
	json_object_set_new(event->properties, "Delay", json_pack("[i, i]", 0, 5));
	json_object_set_new(event->properties, "Rounds", json_pack("[[i, s, i]]", 1, "closed", 1));
	json_object_set_new(event->rounds, "1",
			    json_pack("{s:i, s:s, s:{s:s}, s:[{s:i, s:s, s:s, s:s}]}", "round", 1, "state", "closed",
				      "last", "t", at, "pairings", "board", 1, "game", "99", "result", "1-0", "state",
				      "over"));
	live_tell(&h->live, LIVE_ALL, "");
	for (int minutes = 4; minutes <= 6; minutes += 2) {
		const json_t *pairing;

		update(h, NOON_US + minutes * MINUTE_US);
		pairing = json_array_get(
			json_object_get(
				json_array_get(json_object_get(json_object_get(h->stream.events, "club"), "rounds"), 0),
				"pairings"),
			0);
		assert_string_equal(live_text(pairing, "result"), minutes < 5 ? "" : "1-0");
		assert_true(minutes > 5 || h->next_us <= NOON_US + 5 * MINUTE_US + 1000000);
	}
}

/* The board on which a game was played has none when it goes on on another one, though nothing happens there. */
static void a_game_goes_on_elsewhere(void **state)
{
	struct hall *h = *state;
	struct live_board *boards[] = { live_add_board(&h->live, "/board/1", "A"),
					live_add_board(&h->live, "/board/2", "B") };

	for (size_t i = 0; i < 2; i++)
		boards[i]->geometry = &game_chess;
	live_tell(&h->live, LIVE_ALL, "");
	update(h, NOON_US);
	assert_string_equal(game_on(h, "A"), "1");
	assert_string_equal(game_on(h, "B"), "");
	json_object_set_new(h->game->properties, "Board", json_string("B"));
	live_tell(&h->live, LIVE_GAME, "1");
	update(h, NOON_US);
	assert_string_equal(game_on(h, "A"), "");
	assert_string_equal(game_on(h, "B"), "1");
}

/* A game whose result was taken away by an appeal needs one, and nothing any more when it has it. */
static void an_upheld_appeal_needs_a_result(void **state)
{
	struct hall *h = *state;
	json_t *list;

	json_object_set_new(h->game->properties, "State", json_string("over"));
	json_object_set_new(h->game->properties, "Open", json_string("result"));
	list = view_attention(&h->live);
	assert_string_equal(json_string_value(
				    json_object_get(json_array_get(json_object_get(list, "needs"), 0), "need")),
			    "result");
	json_decref(list);
	json_object_set_new(h->game->properties, "Result", json_string("1/2-1/2"));
	json_object_set_new(h->game->properties, "Open", json_string(""));
	list = view_attention(&h->live);
	assert_int_equal(json_array_size(json_object_get(list, "needs")), 0);
	json_decref(list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(minutes_pass, setup, teardown),
		cmocka_unit_test_setup_teardown(a_move_is_told_once, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_forgotten_begins_anew, setup, teardown),
		cmocka_unit_test_setup_teardown(nothing_goes_with_the_daemon, setup, teardown),
		cmocka_unit_test_setup_teardown(boards_of_a_delayed_event_are_hidden, setup, teardown),
		cmocka_unit_test_setup_teardown(a_closed_round_is_told_later, setup, teardown),
		cmocka_unit_test_setup_teardown(a_game_goes_on_elsewhere, setup, teardown),
		cmocka_unit_test_setup_teardown(an_upheld_appeal_needs_a_result, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
