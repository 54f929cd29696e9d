/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How much goes over the bus: a press is at most three signals to everybody, the move first; JSON goes to those who
 * subscribed; properties change once a turn of the loop.
 */
#include <stdio.h>

#include "tests/bus/rig-journal.h"

#define MANAGER "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager"

/* One more client that hears what everybody hears, and what it subscribed to. */
struct listener {
	struct rig *rig;
	sd_bus *bus;
	char heard[4096]; /* names of the signals, blank-separated */
};

static int on_signal(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct listener *l = userdata;
	size_t n = strlen(l->heard);

	snprintf(l->heard + n, sizeof(l->heard) - n, "%s%s", n ? " " : "", sd_bus_message_get_member(m));
	return 0;
}

static void listen(struct listener *l, struct rig *rig)
{
	*l = (struct listener){ .rig = rig, .bus = rig_connect(rig) };
	assert_return_code(sd_bus_match_signal(l->bus, NULL, "org.flagfall1", NULL, NULL, NULL, on_signal, l), 0);
}

/* All that was sent before now; then nothing was heard. */
static void hear(struct listener *l, const char *signals)
{
	assert_return_code(sd_bus_call_method(l->bus, MANAGER, "ListGames", NULL, NULL, NULL), 0);
	while (sd_bus_process(l->bus, NULL) > 0)
		;
	if (signals)
		assert_string_equal(l->heard, signals);
	l->heard[0] = '\0';
}

static void settle(struct listener *l, const char *signals)
{
	rig_settle(l->rig);
	hear(l, signals);
}

static void leave(struct listener *l)
{
	sd_bus_flush_close_unref(l->bus);
}

static void begin(struct rig *rig, struct listener *l, const char *rulebook, const char *time)
{
	listen(l, rig);
	if (rulebook)
		rig_start(rig, "rulebook", rulebook, "time", time, NULL);
	else if (time)
		rig_start(rig, "time", time, NULL);
	else
		rig_start(rig, NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_record_begins(rig);
	hear(l, NULL);
}

/* With White's third move set down, which is heard once. */
static void begin_move(struct rig *rig, struct listener *l, const char *rulebook, const char *time)
{
	begin(rig, l, rulebook, time);
	rig_move(rig, "g1f3", 3000000, false);
	settle(l, "Move"); /* provisional */
}

/* Set down and pressed at one instant of the test, one after the other of the board. */
static void a_press_is_three_signals(void **state)
{
	struct rig *rig = *state;
	struct listener l;

	begin_move(rig, &l, "fide2023-blitz", "180+2");
	rig_press(rig, SBW_SIDE_WHITE, 4000000);
	settle(&l, "Move Ruling Changed");
	leave(&l);
}

static void without_rules_or_clock_it_is_less(void **state)
{
	struct rig *rig = *state;
	struct listener l;

	begin_move(rig, &l, NULL, "300");
	rig_press(rig, SBW_SIDE_WHITE, 4000000);
	settle(&l, "Move Changed");
	leave(&l);
}

/* Under a silent rulebook an illegal turn is as many signals as a legal one. */
static void silent_rulebooks_likewise(void **state)
{
	struct rig *rig = *state;
	struct listener l;

	begin(rig, &l, "wbca-1992", "300");
	rig_move(rig, "e1e3", 3000000, true);
	rig_settle(rig);
	rig_time(rig, 9000000);
	settle(&l, "Move Ruling Changed");
	leave(&l);
}

/* Mate: what everybody hears of the end, with each object's properties told once. */
static void the_last_press(void **state)
{
	struct rig *rig = *state;
	struct listener l;

	begin(rig, &l, "fide2023-blitz", "180");
	rig_moves(rig, "f1c4 b8c6 d1h5 g8f6");
	hear(&l, NULL);
	rig_move(rig, "h5f7", 8000000, false);
	settle(&l, "Move");
	rig_press(rig, SBW_SIDE_WHITE, 9000000);
	/* the board's Game; the game's Result and State; its PgnPath, when the record is on disk */
	settle(&l, "Move Ruling Changed PropertiesChanged PropertiesChanged PropertiesChanged");
	leave(&l);
}

static void subscribe(struct listener *l, const char *path, const char *interface, const char *method)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (sd_bus_call_method(l->bus, "org.flagfall1", path, interface, method, &error, NULL, NULL) < 0)
		fail_msg("%s: %s", method, error.message);
}

static void json_is_subscribed_to(void **state)
{
	struct rig *rig = *state;
	struct listener l;

	begin(rig, &l, "fide2023-blitz", "180+2");
	subscribe(&l, rig->path, GAME, "Subscribe");
	/* whoever hears of all games hears of each once */
	subscribe(&l, "/org/flagfall1", "org.flagfall1.Manager", "Subscribe");
	rig_move(rig, "g1f3", 3000000, false);
	settle(&l, "Move Published");
	subscribe(&l, "/org/flagfall1", "org.flagfall1.Manager", "Unsubscribe");
	rig_press(rig, SBW_SIDE_WHITE, 4000000);
	settle(&l, NULL);
	rig_move(rig, "g8f6", 5000000, false);
	settle(&l, "Move Published");
	subscribe(&l, rig->path, GAME, "Unsubscribe");
	rig_press(rig, SBW_SIDE_BLACK, 6000000);
	settle(&l, "Move Ruling Changed");
	leave(&l);
}

/* The subscription to all games has the first word of a game that starts later. */
static void later_games_are_heard_from_their_start(void **state)
{
	struct rig *rig = *state;
	struct listener l;

	listen(&l, rig);
	subscribe(&l, "/org/flagfall1", "org.flagfall1.Manager", "Subscribe");
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "180", NULL);
	rig_record_begins(rig);
	hear(&l, NULL);
	rig_move(rig, "e2e4", 1000000, false);
	settle(&l, "Move Published");
	leave(&l);
}

/* --- nothing comes between --- */

static int on_answer(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct listener *l = userdata;
	size_t n = strlen(l->heard);

	snprintf(l->heard + n, sizeof(l->heard) - n, " answer");
	return 0;
}

static int on_move(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct listener *l = userdata;

	assert_return_code(sd_bus_call_method_async(l->bus, NULL, "org.flagfall1", sd_bus_message_get_path(m),
						    "org.freedesktop.DBus.Properties", "GetAll", on_answer, l, "s",
						    GAME),
			   0);
	return 0;
}

/* Who asks as soon as he has heard of it is answered behind all that belongs to it. */
static void nothing_overtakes_what_follows_a_move(void **state)
{
	struct rig *rig = *state;
	struct listener l;

	begin_move(rig, &l, "fide2023-blitz", "180+2");
	assert_return_code(sd_bus_match_signal(l.bus, NULL, "org.flagfall1", NULL, GAME, "Move", on_move, &l), 0);
	rig_press(rig, SBW_SIDE_WHITE, 4000000);
	while (!strstr(l.heard, "answer"))
		if (sd_bus_process(l.bus, NULL) == 0)
			sd_bus_wait(l.bus, UINT64_MAX);
	assert_string_equal(l.heard, "Move Ruling Changed answer");
	leave(&l);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(a_press_is_three_signals),
		road(without_rules_or_clock_it_is_less),
		road(silent_rulebooks_likewise),
		road(the_last_press),
		road(json_is_subscribed_to),
		road(later_games_are_heard_from_their_start),
		road(nothing_overtakes_what_follows_a_move),
	};

	return cmocka_run_group_tests_name("signals", tests, NULL, NULL);
}
