/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Board for programs: what the sensors saw, for everybody; lights, sounds and texts, for one at a time.
 */
#include <stdio.h>

#include "tests/bus/rig.h"

#define BOARD_PATH "/org/flagfall1/board/SIM_2d0001"
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

/* What was told of the board since it was asked last: "lift e2 P none; …". */
struct watcher {
	sd_bus *bus;
	char heard[4096];
	int64_t t_us; /* of the last */
};

static int on_event(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct watcher *w = userdata;
	const char *type, *square, *piece, *side;
	int64_t before = w->t_us;
	size_t n = strlen(w->heard);

	assert_return_code(sd_bus_message_read(m, "xssss", &w->t_us, &type, &square, &piece, &side), 0);
	assert_true(w->t_us >= before);
	snprintf(w->heard + n, sizeof(w->heard) - n, "%s%s %s %s %s", n ? "; " : "", type, square, piece, side);
	return 0;
}

static int call(sd_bus *bus, const char *method)
{
	return sd_bus_call_method(bus, "org.flagfall1", BOARD_PATH, BOARD, method, NULL, NULL, NULL);
}

static void watch(struct watcher *w, struct rig *rig)
{
	*w = (struct watcher){ .bus = rig_connect(rig) };
	assert_return_code(sd_bus_match_signal(w->bus, NULL, "org.flagfall1", NULL, BOARD, "Event", on_event, w), 0);
	assert_return_code(call(w->bus, "Subscribe"), 0);
}

/* Takes what came up to now. */
static void listen(struct watcher *w, struct rig *rig)
{
	rig_settle(rig);
	assert_return_code(sd_bus_call_method(w->bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager",
					      "ListGames", NULL, NULL, NULL),
			   0);
	while (sd_bus_process(w->bus, NULL) > 0)
		;
}

static void sees(struct watcher *w, struct rig *rig, const char *events)
{
	listen(w, rig);
	assert_string_equal(w->heard, events);
	w->heard[0] = '\0';
}

static void leave(struct watcher *w)
{
	sd_bus_flush_close_unref(w->bus);
}

static void stands(struct rig *rig, const char *placement)
{
	char *text = NULL;

	assert_return_code(
		sd_bus_get_property_string(rig->bus, "org.flagfall1", BOARD_PATH, BOARD, "Placement", NULL, &text), 0);
	assert_string_equal(text, placement);
	free(text);
}

static void without_a_game(void **state)
{
	struct rig *rig = *state;
	struct watcher w;

	stands(rig, START);
	watch(&w, rig);
	rig_move(rig, "e2e4", 1000000, true);
	sees(&w, rig, "lift e2 P none; place e4 P none; press   white");
	stands(rig, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
	assert_return_code(call(w.bus, "Unsubscribe"), 0);
	rig_move(rig, "e7e5", 3000000, true);
	sees(&w, rig, "");
	stands(rig, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
	leave(&w);
}

/* A position that is none, and squares that changed while nothing was told: the board is asked when it comes. */
static void comes_back_otherwise(void **state)
{
	struct rig *rig = *state;

	assert_return_code(sim_unplug(rig->sim), 0);
	rig_wait(rig, "BoardRemoved", RIG_SERIAL);
	sim_set_squares(rig->sim, "K..............................................................k");
	assert_return_code(sim_plug(rig->sim, rig->socket), 0);
	rig_wait(rig, "BoardAdded", RIG_SERIAL);
	rig_settle(rig);
	stands(rig, "7k/8/8/8/8/8/8/K7");
}

/* What is told of an illegal turn and a flag that falls then. */
static void tell_under(struct rig *rig, const char *rulebook, struct watcher *w)
{
	sim_set_squares(rig->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
	rig_settle(rig);
	if (rulebook)
		rig_start(rig, "rulebook", rulebook, "time", "300", NULL);
	watch(w, rig);
	rig_moves(rig, "e2e4 e7e5");
	rig_moves_judged(rig, "e1e3");
	rig_time(rig, (int64_t)sim_time(rig->sim) + 400000000);
	listen(w, rig);
	if (rulebook)
		assert_return_code(call(w->bus, "Unsubscribe"), 0);
	leave(w);
}

/* It is the same where the flag and the turn are ruled on, where nobody may speak of them, and without a game. */
static void the_same_under_every_rulebook(void **state)
{
	struct rig *rig = *state;
	static const char *const books[] = { "fide2023-blitz", "wbca-1992", NULL };
	struct watcher w[3];

	for (int i = 0; i < 3; i++) {
		tell_under(rig, books[i], &w[i]);
		if (i == 1) /* … or the game goes on */
			json_decref(rig_ask(rig, GAME, "End", "s", "1/2-1/2"));
	}
	assert_string_equal(w[0].heard, "lift e2 P none; place e4 P none; press   white; lift e7 p none; "
					"place e5 p none; press   black; lift e1 K none; place e3 K none; "
					"press   white");
	assert_string_equal(w[1].heard, w[0].heard);
	assert_string_equal(w[2].heard, w[0].heard);
}

/* --- lights, sounds and texts --- */

static int set_leds(sd_bus *bus, uint8_t level, sd_bus_error *error)
{
	sd_bus_message *m = NULL;
	uint8_t levels[64];
	int r;

	memset(levels, level, sizeof(levels));
	assert_return_code(sd_bus_message_new_method_call(bus, &m, "org.flagfall1", BOARD_PATH, BOARD, "SetLeds"), 0);
	assert_return_code(sd_bus_message_append_array(m, 'y', levels, sizeof(levels)), 0);
	r = sd_bus_call(bus, m, 0, error, NULL);
	sd_bus_message_unref(m);
	return r;
}

static void lights(sd_bus *bus, uint8_t level)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (set_leds(bus, level, &error) < 0)
		fail_msg("SetLeds: %s: %s", error.name, error.message);
}

static void refused(sd_bus *bus, const char *name)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	assert_true(set_leds(bus, 9, &error) < 0);
	assert_string_equal(error.name, name);
	sd_bus_error_free(&error);
}

/* Waits for it: the owner's leaving is told to the daemon by the bus. */
static void shines(struct rig *rig, uint8_t level)
{
	struct native_state state;

	for (int i = 0; i < 100000; i++) {
		rig_drain(rig);
		sim_get_state(rig->sim, &state);
		if (state.leds[0] == level)
			return;
	}
	fail_msg("the lights are at %u, not %u", state.leds[0], level);
}

static void lights_have_an_owner(void **state)
{
	struct rig *rig = *state;
	sd_bus *one = rig_connect(rig), *other = rig_connect(rig);

	lights(one, 100);
	shines(rig, 100);
	refused(other, "org.flagfall1.Error.Refused");
	lights(one, 200);
	shines(rig, 200);
	sd_bus_flush_close_unref(one);
	shines(rig, 0);
	lights(other, 50);
	shines(rig, 50);
	assert_return_code(call(other, "Release"), 0);
	shines(rig, 0);
	lights(rig->bus, 60);
	sd_bus_flush_close_unref(other);
	shines(rig, 60);
}

/* A game takes them from who has them, and lends them to nobody. */
static void a_game_has_its_lights(void **state)
{
	struct rig *rig = *state;
	sd_bus *one = rig_connect(rig);

	lights(one, 100);
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	shines(rig, 0);
	refused(one, "org.flagfall1.Error.BoardBusy");
	json_decref(rig_ask(rig, GAME, "End", "s", "1/2-1/2"));
	rig_drain(rig);
	lights(one, 70);
	shines(rig, 70);
	sd_bus_flush_close_unref(one);
	shines(rig, 0);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(without_a_game),	    road(comes_back_otherwise),	 road(the_same_under_every_rulebook),
		road(lights_have_an_owner), road(a_game_has_its_lights),
	};

	return cmocka_run_group_tests_name("stream", tests, NULL, NULL);
}
