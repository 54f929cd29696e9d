/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A board that answers nothing costs the others nothing: a hall of boards whose time is the machine's, on one of which
 * no request is answered any more. Everybody presses, which makes the daemon show the times on each clock.
 */
#include <time.h>

#include "tests/bus/rig.h"

#define OTHERS 5
#define CALLS 8
/* A clock that does not answer is waited for so long. Half of it is far more than a press takes to be heard. */
#define WAIT_US 1000000
/*
 * These are real times: where the machine is so busy that a process has no processor for that long, a round shows
 * nothing, and there is another one. Were the mute board waited for by who reads the others, all would be like that.
 */
#define ROUNDS 12

struct table {
	struct sim *sim;
	char serial[16], socket[112], option[128], path[64];
	int64_t made_us; /* its last press */
	bool in_time;	 /* one of its presses was heard while the mute board was waited for */
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
		struct native_config config = { .serial = t->serial,
						.features = SBW_FEATURE_LEVER | SBW_FEATURE_CLOCK };

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

/* White's first, and then knights that go and come back. */
static const char *const turns[][2] = {
	{ "e2", "e4" }, { "g8", "f6" }, { "g1", "f3" }, { "f6", "g8" }, { "f3", "g1" }
};

static const char *const *turn(unsigned ply)
{
	return turns[ply == 1 ? 0 : 1 + (ply - 2) % 4];
}

static void move(struct table *t, unsigned ply)
{
	const char *from = turn(ply)[0], *to = turn(ply)[1];
	const bool black = ply % 2 == 0;

	assert_int_equal(sim_lift(t->sim, (unsigned)sim_square(t->sim, from)), 1);
	assert_int_equal(sim_place(t->sim, (unsigned)sim_square(t->sim, to), ply == 1 ? 'P' : black ? 'n' : 'N'), 1);
	t->made_us = boottime_us();
	assert_int_equal(sim_press(t->sim, black ? SBW_SIDE_BLACK : SBW_SIDE_WHITE), 1);
}

/* The committed turn of that game: how long after its press. Signals of several games come in any order. */
static int64_t heard(struct rig *rig, const struct table *t, unsigned ply)
{
	char text[48];

	snprintf(text, sizeof(text), " %u %s %s%s ", ply, ply % 2 ? "white" : "black", turn(ply)[0], turn(ply)[1]);
	for (;;) {
		for (size_t i = 0; i < rig->count; i++) {
			const struct received *r = &rig->received[i];

			if (strcmp(r->member, "Move") == 0 && strcmp(r->path, t->path) == 0 && strstr(r->text, text) &&
			    strstr(r->text, "committed"))
				return boottime_us() - t->made_us;
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

static void wait_for_replies(struct rig *rig, const int *replies, int count)
{
	while (*replies < count)
		if (sd_bus_process(rig->bus, NULL) == 0)
			assert_return_code(sd_bus_wait(rig->bus, 10 * WAIT_US), 0);
}

/* Who does not wait for the mute board, whose clock is being set, and which is asked for its squares. True: all. */
static bool play_on(struct rig *rig, unsigned ply)
{
	sd_bus_slot *slots[CALLS];
	char board[128];
	int replies = 0;
	bool all = true;

	move(mute, ply);
	heard(rig, mute, ply); /* it can be read all the same; its clock is being set from now on */
	snprintf(board, sizeof(board), "/org/flagfall1/board/HALL_2d%d", OTHERS);
	for (int i = 0; i < CALLS; i++)
		assert_return_code(sd_bus_call_method_async(rig->bus, &slots[i], "org.flagfall1", board,
							    "org.flagfall1.Board", "Squares", on_reply, &replies, NULL),
				   0);
	sd_bus_flush(rig->bus);
	for (size_t i = 0; i < OTHERS; i++)
		move(&tables[i], ply);
	for (size_t i = 0; i < OTHERS; i++) {
		tables[i].in_time |= heard(rig, &tables[i], ply) < WAIT_US / 2;
		all &= tables[i].in_time;
	}
	all &= replies < CALLS; /* each of them takes a second */
	wait_for_replies(rig, &replies, all ? 0 : CALLS);
	for (int i = 0; i < CALLS; i++)
		sd_bus_slot_unref(slots[i]);
	return all;
}

static void the_others_play_on(void **state)
{
	struct rig *rig = *state;
	struct native_state before;
	unsigned ply = 1;

	for (size_t i = 0; i <= OTHERS; i++)
		begin(rig, &tables[i]);
	for (size_t i = 0; i <= OTHERS; i++)
		move(&tables[i], ply);
	for (size_t i = 0; i <= OTHERS; i++)
		heard(rig, &tables[i], ply);
	sim_set_fault(mute->sim, SIM_FAULT_MUTE);
	while (!play_on(rig, ++ply))
		assert_true(ply < ROUNDS);
	/* and when it answers again, its clock is set */
	sim_get_state(mute->sim, &before);
	sim_set_fault(mute->sim, SIM_FAULT_NONE);
	move(mute, ++ply);
	heard(rig, mute, ply);
	assert_return_code(sim_wait_clock(mute->sim, before.clock_set, 60000), 0);
}

/* The board that no game can begin on is asked, and told of, while others begin. */
static void a_game_is_begun_beside_it(void **state)
{
	struct rig *rig = *state;
	int in_time = 0;

	sim_set_fault(mute->sim, SIM_FAULT_MUTE);
	for (size_t i = 0; i < OTHERS && !in_time; i++) {
		sd_bus_message *m = NULL;
		sd_bus_slot *slot = NULL;
		int replies = 0;

		assert_return_code(sd_bus_message_new_method_call(rig->bus, &m, "org.flagfall1", "/org/flagfall1",
								  "org.flagfall1.Manager", "StartGame"),
				   0);
		assert_return_code(sd_bus_message_append(m, "sa{sv}", mute->serial, 0), 0);
		assert_return_code(sd_bus_call_async(rig->bus, &slot, m, on_reply, &replies, 0), 0);
		sd_bus_message_unref(m);
		begin(rig, &tables[i]); /* sent after it, and answered before it */
		while (sd_bus_process(rig->bus, NULL) > 0)
			;
		in_time = replies == 0;
		wait_for_replies(rig, &replies, 1);
		sd_bus_slot_unref(slot);
	}
	assert_true(in_time);
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
