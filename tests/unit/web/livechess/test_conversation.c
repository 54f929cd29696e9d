/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A recorded conversation with a LiveChess server, had again with this one: what the client said is said, what stood on
 * the board stands there, and each answer has the same members in the same order with the same values. What belongs to
 * the moment or the place (times, the battery's text) is of the same kind.
 */
#include "tests/data/open-data.h"
#include "tests/unit/web/livechess/hall.h"

struct conversation {
	struct hall hall;
	struct client *client;
	char serial[64];
	unsigned answers, feeds;
	int64_t last_time;
};

/* The hands make the board stand like that: what has to go first. */
static void make_stand(struct conversation *c, const char *placement)
{
	struct live_board want = { .geometry = &game_chess };
	struct live_board *board = live_board(&c->hall.live, c->serial);

	assert_true(live_set_squares(&want, placement));
	for (unsigned q = 0; q < SQUARES; q++)
		if (board->squares[q] != '.' && board->squares[q] != want.squares[q])
			hall_touch(&c->hall, c->serial, q, '.');
	for (unsigned q = 0; q < SQUARES; q++)
		if (board->squares[q] != want.squares[q])
			hall_touch(&c->hall, c->serial, q, want.squares[q]);
}

static void compare(const char *key, json_t *got, json_t *want);

static void compare_members(json_t *got, json_t *want)
{
	const char *key;
	json_t *value;
	void *at = json_object_iter(got);

	json_object_foreach(want, key, value) {
		if (!at || strcmp(json_object_iter_key(at), key) != 0)
			fail_msg("\"%s\" is expected, and there is \"%s\"", key,
				 at ? json_object_iter_key(at) : "nothing");
		compare(key, json_object_iter_value(at), value);
		at = json_object_iter_next(got, at);
	}
	if (at)
		fail_msg("there is \"%s\", too", json_object_iter_key(at));
}

static void compare(const char *key, json_t *got, json_t *want)
{
	if (strcmp(key, "time") == 0) {
		assert_true(json_is_integer(got));
		return;
	}
	if (strcmp(key, "battery") == 0) {
		assert_true(json_is_string(got));
		return;
	}
	if (json_is_object(want) && json_is_object(got)) {
		compare_members(got, want);
	} else if (json_is_array(want) && json_is_object(json_array_get(want, 0))) {
		assert_int_equal(json_array_size(got), json_array_size(want));
		for (size_t i = 0; i < json_array_size(want); i++)
			compare_members(json_array_get(got, i), json_array_get(want, i));
	} else if (!json_equal(got, want)) {
		char *a = json_dumps(got, JSON_ENCODE_ANY), *b = json_dumps(want, JSON_ENCODE_ANY);

		fail_msg("%s: %s, not %s", key, a, b);
	}
}

static void server_says(struct conversation *c, json_t *want)
{
	const char *board = json_string_value(json_object_get(json_object_get(want, "param"), "board"));
	json_t *got;

	if (strcmp(json_string_value(json_object_get(want, "response")), "feed") == 0) {
		c->feeds++;
		if (board)
			make_stand(c, board);
	}
	got = hall_hears(c->client);
	for (int i = 0; !got && i < 400; i++) {
		hall_passes(&c->hall, 20000);
		got = hall_hears(c->client);
	}
	if (!got)
		fail_msg("nothing is said where %s is expected", json_dumps(want, JSON_COMPACT));
	compare_members(got, want);
	assert_true(json_integer_value(json_object_get(got, "time")) >= c->last_time);
	c->last_time = json_integer_value(json_object_get(got, "time"));
	assert_true(c->last_time > INT64_C(1500000000000));
	json_decref(got);
	c->answers++;
}

/* The board that the conversation is about stands as it is first seen. */
static void find_board(struct conversation *c, FILE *f)
{
	char *line = NULL;
	size_t size = 0;

	while (getline(&line, &size, f) > 0 && !c->serial[0]) {
		json_t *o = json_loads(line, 0, NULL), *first = json_array_get(json_object_get(o, "param"), 0);

		if (json_is_object(first)) {
			snprintf(c->serial, sizeof(c->serial), "%s",
				 json_string_value(json_object_get(first, "serialnr")));
			hall_board(&c->hall, c->serial, "piece-id", NULL,
				   json_string_value(json_object_get(first, "board")));
		}
		json_decref(o);
	}
	free(line);
	rewind(f);
	assert_true(c->serial[0]);
}

static void is_had_again(const char *own, const char *larger, unsigned answers, unsigned feeds)
{
	struct conversation c = { 0 };
	FILE *f = open_data(own, larger, NULL);
	char *line = NULL;
	size_t size = 0;
	json_t *o;

	assert_non_null(f);
	hall_open(&c.hall, false);
	find_board(&c, f);
	c.client = livechess_connect(&c.hall.lc);
	assert_non_null(c.client);
	while (getline(&line, &size, f) > 0) {
		if (line[0] != '{' || !(o = json_loads(line, 0, NULL)))
			continue;
		if (json_object_get(o, "call")) {
			line[strcspn(line, "\r\n")] = 0;
			hall_asks(&c.hall, c.client, line);
		} else {
			server_says(&c, o);
		}
		json_decref(o);
	}
	free(line);
	fclose(f);
	hall_passes(&c.hall, SECOND);
	o = hall_hears(c.client);
	if (o)
		fail_msg("%s is said, too", json_dumps(o, JSON_COMPACT));
	assert_true(c.answers >= answers && c.feeds >= feeds);
	hall_close(&c.hall);
}

/* Eboards, a feed, moves that are seen on the board. */
static void test_recorded(void **state)
{
	is_had_again("boards/livechess.txt", "boards/BoardWebSocket-LiveChess-DGT.txt", 8, 6);
}

/* The project's own: a position is set up, and moves are told. */
static void test_setup(void **state)
{
	is_had_again("boards/livechess-setup.txt", "boards/livechess-setup.txt", 8, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_recorded), cmocka_unit_test(test_setup) };

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("livechess/conversation", tests, NULL, NULL);
}
