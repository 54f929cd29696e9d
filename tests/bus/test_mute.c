/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A board that answers nothing costs the others nothing: a hall of boards whose time is the machine's, on one of which
 * no request is answered any more. Everybody presses, which makes the daemon show the times on each clock.
 */
#include <time.h>

#include "tests/bus/rig.h"

#define OTHERS 5
#define CALLS 8
/* A clock that does not answer is waited for so long. Half of it is far more than a press takes to be read. */
#define WAIT_US 1000000

struct table {
	struct sim *sim;
	char serial[16], socket[112], option[128], path[64];
	int64_t made_us, stamp_us; /* of its first press: by the emulated board, by the daemon */
};

static struct table tables[OTHERS + 1];
static struct table *const mute = &tables[OTHERS];

static int64_t boottime_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return ts.tv_sec * INT64_C(1000000) + ts.tv_nsec / 1000;
}

static int setup(void **state)
{
	static char *extra[2 * (OTHERS + 1) + 1];
	struct rig *rig;

	rig_setup_bare(state);
	rig = *state;
	for (size_t i = 0; i <= OTHERS; i++) {
		struct table *t = &tables[i];
		struct sim_config config = { .serial = t->serial, .features = SBW_FEATURE_LEVER | SBW_FEATURE_CLOCK };

		snprintf(t->serial, sizeof(t->serial), "HALL-%zu", i);
		snprintf(t->socket, sizeof(t->socket), "%s/hall-%zu", rig->dir, i);
		snprintf(t->option, sizeof(t->option), "socket:%s", t->socket);
		extra[2 * i] = (char *)"--board";
		extra[2 * i + 1] = t->option;
		assert_return_code(sim_new(&config, &t->sim), 0);
		assert_return_code(sim_use_socket(t->sim), 0);
		assert_return_code(sim_plug(t->sim, t->socket), 0);
	}
	rig->extra = extra;
	rig_daemon_start(rig);
	return 0;
}

static int teardown(void **state)
{
	rig_teardown(state);
	for (size_t i = 0; i <= OTHERS; i++)
		sim_free(tables[i].sim);
	return 0;
}

static void begin(struct rig *rig, struct table *t)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (rig_try_start(rig, t->serial, &error, "rulebook", "fide2023-blitz", "time", "300", NULL) < 0)
		fail_msg("StartGame: %s: %s", error.name, error.message);
	snprintf(t->path, sizeof(t->path), "%s", rig->path);
}

static void move(struct table *t, const char *from, const char *to, char piece, int side)
{
	assert_int_equal(sim_lift(t->sim, (unsigned)sim_square(t->sim, from)), 1);
	assert_int_equal(sim_place(t->sim, (unsigned)sim_square(t->sim, to), piece), 1);
	t->made_us = boottime_us();
	assert_int_equal(sim_press(t->sim, side), 1);
}

/* The committed move of that game, and when it was by the daemon. Signals of several games come in any order. */
static int64_t heard(struct rig *rig, const struct table *t, const char *text)
{
	for (;;) {
		for (size_t i = 0; i < rig->count; i++) {
			const struct received *r = &rig->received[i];

			if (strcmp(r->member, "Move") == 0 && strcmp(r->path, t->path) == 0 && strstr(r->text, text) &&
			    strstr(r->text, "committed"))
				return strtoll(r->text, NULL, 10);
		}
		rig_wait(rig, "Move", text);
	}
}

static int on_reply(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	int *replies = userdata;

	(*replies)++;
	assert_true(sd_bus_message_is_method_error(m, "org.flagfall1.Error.BoardFault"));
	return 0;
}

static void the_others_play_on(void **state)
{
	struct rig *rig = *state;
	sd_bus_slot *slots[CALLS];
	char board[128];
	int replies = 0;

	for (size_t i = 0; i <= OTHERS; i++)
		begin(rig, &tables[i]);
	for (size_t i = 0; i <= OTHERS; i++)
		move(&tables[i], "e2", "e4", 'P', SBW_SIDE_WHITE);
	for (size_t i = 0; i <= OTHERS; i++) {
		struct table *t = &tables[i];
		int64_t made = t->made_us;

		t->stamp_us = heard(rig, t, "white e2e4") - made;
	}
	sim_set_fault(mute->sim, SIM_FAULT_MUTE);
	move(mute, "e7", "e5", 'p', SBW_SIDE_BLACK);
	heard(rig, mute, "black e7e5"); /* it can be read all the same; its clock is being set from now on */
	snprintf(board, sizeof(board), "/org/flagfall1/board/HALL_2d%d", OTHERS);
	for (int i = 0; i < CALLS; i++)
		assert_return_code(sd_bus_call_method_async(rig->bus, &slots[i], "org.flagfall1", board,
							    "org.flagfall1.Board", "Squares", on_reply, &replies, NULL),
				   0);
	sd_bus_flush(rig->bus);
	for (size_t i = 0; i < OTHERS; i++)
		move(&tables[i], "e7", "e5", 'p', SBW_SIDE_BLACK);
	for (size_t i = 0; i < OTHERS; i++) {
		int64_t late = heard(rig, &tables[i], "black e7e5") - tables[i].made_us - tables[i].stamp_us;

		assert_true(late < WAIT_US / 2 && late > -WAIT_US / 2);
	}
	assert_true(replies < CALLS); /* each of them takes a second, and nobody waited */
	for (int i = 0; i < CALLS; i++)
		sd_bus_slot_unref(slots[i]);
	/* and when it answers again, its clock is set */
	sim_set_fault(mute->sim, SIM_FAULT_NONE);
	move(mute, "g1", "f3", 'N', SBW_SIDE_WHITE);
	heard(rig, mute, "white g1f3");
}

/* The board that no game can begin on is asked, and told of, while others begin. */
static void a_game_is_begun_beside_it(void **state)
{
	struct rig *rig = *state;
	sd_bus_message *m = NULL;
	sd_bus_slot *slot = NULL;
	int replies = 0;

	sim_set_fault(mute->sim, SIM_FAULT_MUTE);
	assert_return_code(sd_bus_message_new_method_call(rig->bus, &m, "org.flagfall1", "/org/flagfall1",
							  "org.flagfall1.Manager", "StartGame"),
			   0);
	assert_return_code(sd_bus_message_append(m, "sa{sv}", mute->serial, 0), 0);
	assert_return_code(sd_bus_call_async(rig->bus, &slot, m, on_reply, &replies, 0), 0);
	sd_bus_message_unref(m);
	begin(rig, &tables[0]); /* sent after it, and answered before it */
	assert_int_equal(replies, 0);
	while (!replies)
		if (sd_bus_process(rig->bus, NULL) == 0)
			assert_return_code(sd_bus_wait(rig->bus, 10 * WAIT_US), 0);
	sd_bus_slot_unref(slot);
	sim_set_fault(mute->sim, SIM_FAULT_NONE);
	begin(rig, mute);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_others_play_on, setup, teardown),
		cmocka_unit_test_setup_teardown(a_game_is_begun_beside_it, setup, teardown),
	};

	return cmocka_run_group_tests_name("mute", tests, NULL, NULL);
}
