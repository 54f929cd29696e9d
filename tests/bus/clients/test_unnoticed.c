/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a silent rulebook keeps back is not noticed from outside, either: two daemons, of which one has something to
 * keep back, and the same presses on the boards of both at the same time. Another user who looks at signals,
 * properties, files, the disk and at how often threads were awake sees no difference; off the beat, which every game
 * has, he sees nothing at all.
 *
 * Timers are what this is about, so the machine's time has to pass here. A play in which the machine itself was late
 * or one of the daemons, counts for nothing, and there is another one. The arguments are how many pairs of games are
 * played, and which test.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "common/machine-clock.h"
#include "tests/bus/clients/onlooker.h"

#define MANAGER "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager"

#define TABLES 8
#define SECOND 1000000
#define BEAT_OVER 400000 /* so long after the beat all of it has been done, on a machine that is not late */
#define LOOKED 970000	 /* so long he looks */
#define LATE 100000
#define MOST_LATE 12  /* plays */
#define IN_PASSING 16 /* pairs, beside other tests: one thread that is late is no difference, unless it goes on so */

struct table {
	struct sim *sim;
	char serial[32], socket[96], path[64], game[32];
};

/* [0] keeps something back. */
struct hall {
	struct rig *rig;
	struct onlooker *onlooker;
	struct table table[TABLES];
	char boards[TABLES][112];
	char *extra[2 * TABLES + 1];
};

static struct hall halls[2];
static unsigned pairs = 2 * TABLES;
static bool is_late;

/* --- time --- */

static void wait_until(int64_t boottime_us)
{
	const struct timespec until = { .tv_sec = boottime_us / SECOND, .tv_nsec = boottime_us % SECOND * 1000 };

	while (clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &until, NULL) == EINTR)
		;
}

static void must_be_before(int64_t boottime_us)
{
	is_late |= machine_clock_us(CLOCK_BOOTTIME) > boottime_us;
}

/* --- the halls --- */

static void make_board(struct hall *hall, unsigned i)
{
	struct native_config config = { .model = "Emulated board", .features = SBW_FEATURE_LEVER | SBW_FEATURE_PAUSE };
	struct table *t = &hall->table[i];

	snprintf(t->serial, sizeof(t->serial), "TABLE-%u", i + 1);
	snprintf(t->socket, sizeof(t->socket), "%s/table-%u", hall->rig->dir, i + 1);
	snprintf(hall->boards[i], sizeof(hall->boards[i]), "socket:%s", t->socket);
	config.serial = t->serial;
	assert_return_code(sim_new(&config, &t->sim), 0);
	assert_return_code(sim_use_socket(t->sim), 0);
	assert_return_code(sim_plug(t->sim, t->socket), 0);
	hall->extra[2 * i] = (char *)"--board";
	hall->extra[2 * i + 1] = hall->boards[i];
}

static bool has_boards(struct rig *rig, unsigned count)
{
	sd_bus_message *reply = NULL;
	const char *name, *path;
	unsigned n = 0;

	assert_return_code(sd_bus_call_method(rig->bus, MANAGER, "ListBoards", NULL, &reply, NULL), 0);
	sd_bus_message_enter_container(reply, 'a', "(so)");
	while (sd_bus_message_read(reply, "(so)", &name, &path) > 0)
		n++;
	sd_bus_message_unref(reply);
	return n == count;
}

static int open_halls(void **state)
{
	for (unsigned h = 0; h < 2; h++) {
		struct hall *hall = &halls[h];
		void *rig = NULL;

		rig_setup_bare(&rig);
		hall->rig = rig;
		for (unsigned i = 0; i < TABLES; i++)
			make_board(hall, i);
		hall->rig->extra = hall->extra;
		rig_daemon_start(hall->rig);
		while (!has_boards(hall->rig, TABLES + 1))
			nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
		hall->onlooker = onlooker_new(hall->rig);
	}
	return 0;
}

static int close_halls(void **state)
{
	for (unsigned h = 0; h < 2; h++) {
		void *rig = halls[h].rig;

		onlooker_free(halls[h].onlooker);
		rig_teardown(&rig);
		for (unsigned i = 0; i < TABLES; i++)
			sim_free(halls[h].table[i].sim);
	}
	return 0;
}

static void begin_games(struct hall *hall, const char *time)
{
	for (unsigned i = 0; i < TABLES; i++) {
		struct table *t = &hall->table[i];
		sd_bus_error error = SD_BUS_ERROR_NULL;

		if (rig_try_start(hall->rig, t->serial, &error, "rulebook", "wbca-1992", "time", time, "overrides",
				  "time-control-limit=any", NULL) < 0)
			fail_msg("%s", error.message);
		snprintf(t->path, sizeof(t->path), "%s", hall->rig->path);
		snprintf(t->game, sizeof(t->game), "%s", hall->rig->game);
	}
}

static void end_games(struct hall *hall)
{
	for (unsigned i = 0; i < TABLES; i++) {
		struct table *t = &hall->table[i];

		snprintf(hall->rig->path, sizeof(hall->rig->path), "%s", t->path);
		snprintf(hall->rig->game, sizeof(hall->rig->game), "%s", t->game);
		json_decref(rig_ask(hall->rig, GAME, "End", "s", "1/2-1/2"));
		sim_set_squares(t->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
		assert_return_code(sim_flush(t->sim, -1), 0);
	}
	rig_drain(hall->rig);
	free(onlooker_signals(hall->onlooker));
}

/* --- the hands --- */

/* move: of either hall. */
static void move_pieces(const char *const move[2])
{
	const int64_t begun_us = machine_clock_us(CLOCK_BOOTTIME);

	for (unsigned i = 0; i < TABLES; i++)
		for (unsigned h = 0; h < 2; h++) {
			struct sim *sim = halls[h].table[i].sim;
			const char from[] = { move[h][0], move[h][1], '\0' };

			assert_return_code(sim_lift(sim, (unsigned)sim_square(sim, from)), 0);
			assert_return_code(sim_place(sim, (unsigned)sim_square(sim, move[h] + 2), 0), 0);
		}
	must_be_before(begun_us + LATE);
}

static void press(int side)
{
	const int64_t begun_us = machine_clock_us(CLOCK_BOOTTIME);

	for (unsigned i = 0; i < TABLES; i++)
		for (unsigned h = 0; h < 2; h++)
			assert_return_code(sim_press(halls[h].table[i].sim, side), 0);
	must_be_before(begun_us + LATE);
}

static void move_both(const char *move, int side)
{
	move_pieces((const char *const[]){ move, move });
	press(side);
}

/* --- the onlookers --- */

/* From when a beat is over, that many seconds later, until the next. */
static void look_behind_beat(int64_t second_us, unsigned n)
{
	char *noticed[2];

	second_us += n * SECOND;

	wait_until(second_us + BEAT_OVER);
	for (unsigned h = 0; h < 2; h++)
		onlooker_look(halls[h].onlooker);
	must_be_before(second_us + BEAT_OVER + LATE);
	wait_until(second_us + LOOKED);
	for (unsigned h = 0; h < 2; h++)
		noticed[h] = onlooker_noticed(halls[h].onlooker);
	must_be_before(second_us + SECOND);
	if (*noticed[0] || *noticed[1]) {
		print_message("# behind beat %u, where something is kept back:\n%s# and where nothing is:\n%s", n,
			      noticed[0], noticed[1]);
		/* many pairs are played on a machine that has nothing else to do */
		if (!is_late && pairs > IN_PASSING && strcmp(noticed[0], noticed[1]) != 0)
			fail_msg("the halls differ");
		is_late = true;
	}
	for (unsigned h = 0; h < 2; h++)
		free(noticed[h]);
}

static void compare(char *a, char *b, const char *what)
{
	size_t same = 0;

	while (a[same] && a[same] == b[same])
		same++;
	while (same > 0 && a[same - 1] != '\n')
		same--;
	if (!is_late && strcmp(a, b) != 0)
		fail_msg("other %s, where something is kept back: \"%.*s\", and not \"%.*s\"", what,
			 (int)strcspn(a + same, "\n"), a + same, (int)strcspn(b + same, "\n"), b + same);
	free(a);
	free(b);
}

static void compare_all(void)
{
	compare(onlooker_signals(halls[0].onlooker), onlooker_signals(halls[1].onlooker), "signals");
	for (unsigned i = 0; i < TABLES; i++)
		compare(onlooker_properties(halls[0].onlooker, halls[0].table[i].path),
			onlooker_properties(halls[1].onlooker, halls[1].table[i].path), "properties");
}

/* --- plays --- */

static void begin_play(const char *kept_back, const char *other)
{
	is_late = false;
	begin_games(&halls[0], kept_back);
	begin_games(&halls[1], other);
}

/* At that time, when all that follows from the start of the games has long been heard. */
static void make_first_move(int64_t boottime_us)
{
	wait_until(boottime_us - 50000);
	for (unsigned h = 0; h < 2; h++) {
		rig_drain(halls[h].rig);
		free(onlooker_signals(halls[h].onlooker));
	}
	wait_until(boottime_us);
	move_both("e2e4", SBW_SIDE_WHITE);
	must_be_before(boottime_us + LATE);
}

/* White's flag falls in the middle of a second, and nobody claims it. */
static void play_flags(void)
{
	int64_t now_us, second_us;

	begin_play("3", "300");
	now_us = machine_clock_us(CLOCK_BOOTTIME);
	/* White thinks: of his three seconds so much, or a little more, is gone */
	make_first_move(now_us + 600000);
	second_us = (now_us + 600000 + LATE) / SECOND * SECOND + SECOND;
	wait_until(second_us + 500000);
	move_both("e7e5", SBW_SIDE_BLACK);
	must_be_before(second_us + 500000 + LATE);
	for (unsigned n = 1; n <= 3; n++) /* that the turn is looked at again comes with the second beat */
		look_behind_beat(second_us, n);
}

static bool has_fallen(struct hall *hall, unsigned table)
{
	sd_bus_message *reply = NULL;
	const char *text;
	bool fallen;

	assert_return_code(sd_bus_call_method(hall->rig->bus, "org.flagfall1", hall->table[table].path, ARBITER,
					      "Status", NULL, &reply, NULL),
			   0);
	sd_bus_message_read(reply, "s", &text);
	fallen = strstr(text, "\"flags\":[true,false]");
	sd_bus_message_unref(reply);
	return fallen;
}

/* White's knight goes where it may not, and Black says nothing. */
static void play_turns(void)
{
	const char *const knights[2] = { "g1g3", "g1f3" };
	int64_t second_us;

	begin_play("300", "300");
	second_us = machine_clock_us(CLOCK_BOOTTIME) / SECOND * SECOND + 3 * SECOND;
	/* what presses lead to by itself comes with a beat, or with the next press; here, that five seconds after a
	 * lift it is seen whether the board agrees */
	make_first_move(second_us - 1500000);
	wait_until(second_us + 500000);
	move_both("e7e5", SBW_SIDE_BLACK);
	must_be_before(second_us + 500000 + LATE);
	wait_until(second_us + 650000);
	move_pieces(knights);
	look_behind_beat(second_us, 1); /* a move that stands for a second may count */
	look_behind_beat(second_us, 2);
	wait_until(second_us + 3 * SECOND + 500000);
	press(SBW_SIDE_WHITE);
	must_be_before(second_us + 3 * SECOND + 500000 + LATE);
	for (unsigned n = 4; n <= 6; n++)
		look_behind_beat(second_us, n);
}

static void play_pairs(void (*play)(void))
{
	unsigned played = 0, late = 0;

	while (played < (pairs + 1) / 2 && late <= MOST_LATE) {
		play();
		compare_all();
		for (unsigned i = 0; i < TABLES && play == play_flags && !is_late; i++) {
			assert_true(has_fallen(&halls[0], i));
			assert_false(has_fallen(&halls[1], i));
		}
		for (unsigned h = 0; h < 2; h++)
			end_games(&halls[h]);
		played += is_late ? 0 : TABLES;
		late += is_late;
	}
	print_message("# %u pairs, and %u plays in which the machine was late\n", played, late);
	assert_true(late <= MOST_LATE);
}

static void a_flag_falls_unnoticed(void **state)
{
	play_pairs(play_flags);
}

static void an_illegal_turn_is_unnoticed(void **state)
{
	play_pairs(play_turns);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_flag_falls_unnoticed),
		cmocka_unit_test(an_illegal_turn_is_unnoticed),
	};

	if (argc > 1)
		pairs = (unsigned)strtoul(argv[1], NULL, 10);
	if (argc > 2)
		cmocka_set_test_filter(argv[2]);
	return cmocka_run_group_tests_name("unnoticed", tests, open_halls, close_halls);
}
