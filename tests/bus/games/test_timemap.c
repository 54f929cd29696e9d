/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Event times to game time, across unplugging, restarts and reboots. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "daemon/games/game-time.h"

static const struct machine_time noon = { 1000000000, 5000000000000, "boot-one" };

static struct machine_time later(int64_t us)
{
	struct machine_time t = noon;

	t.boottime_us += us;
	t.realtime_us += us;
	return t;
}

/* A laptop that sleeps: CLOCK_BOOTTIME went on, and so did the chess clock. */
static void host_time_is_boottime(void **state)
{
	struct game_time map;
	struct machine_time t = later(3600000000);

	game_time_place(&map, TIME_HOST, &noon, 0, 0, 0);
	assert_int_equal(game_time_event(&map, noon.boottime_us + 1234567, -1), 1234567);
	assert_int_equal(game_time_now(&map, &t), 3600000000);
	assert_int_equal(game_time_boottime(&map, 5), noon.boottime_us + 5);
}

/* The machine was rebooted: CLOCK_BOOTTIME began anew, the wall clock did not. */
static void reboot_hangs_on_the_wall_clock(void **state)
{
	struct game_time map;
	struct machine_time t = { 30000000, noon.realtime_us + 120000000, "boot-two" };

	game_time_place(&map, TIME_HOST, &noon, 0, 0, 1000000);
	assert_int_equal(game_time_now(&map, &t), 121000000);
}

/* A board that is played faster than real time: its own time counts, not the machine's. */
static void device_time_is_the_boards(void **state)
{
	struct game_time map;
	struct machine_time t = later(1000);

	game_time_place(&map, TIME_DEVICE, &noon, 7000000, 1, 0);
	assert_int_equal(game_time_event(&map, t.boottime_us, 67000000), 60000000);
}

/* Plugged in again with the same boot_id: exactly the same placing, however long it was away. */
static void same_boot_keeps_its_place(void **state)
{
	struct game_time map;
	struct machine_time t = later(5000000);

	game_time_place(&map, TIME_DEVICE, &noon, 7000000, 1, 0);
	assert_false(game_time_return(&map, &t, 907000000, 1));
	assert_int_equal(game_time_event(&map, 0, 908000000), 901000000);
	assert_int_equal(game_time_now(&map, &t), 900000000);
}

/* A new boot_id: the board counts from zero again and is placed by the machine's clock. */
static void new_boot_is_placed_anew(void **state)
{
	struct game_time map;
	struct machine_time t = later(30000000), u = later(40000000);

	game_time_place(&map, TIME_DEVICE, &noon, 7000000, 1, 0);
	game_time_follow(&map, &t, 28000000); /* the board had run two seconds slow by then */
	assert_true(game_time_return(&map, &u, 500, 2));
	assert_int_equal(game_time_event(&map, 0, 500), 38000000);
	assert_int_equal(game_time_event(&map, 0, 1000500), 39000000);
}

/* How long ago something was does not change when somebody sets the wall clock. */
static void the_past_does_not_move_with_the_wall_clock(void **state)
{
	const int64_t steps[] = { 0, 3600000000, -3600000000, INT64_C(630720000000000), -4000000000000 };
	struct game_time map;

	game_time_place(&map, TIME_HOST, &noon, 0, 0, 0);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		struct machine_time t = later(60000000);

		t.realtime_us += steps[i];
		assert_int_equal(game_time_past(&map, &t, 10000000, map.started_us + 10000000),
				 noon.boottime_us + 10000000);
	}
}

/* It was before this boot, whatever the wall clock says, and is never still to come. */
static void the_past_is_past(void **state)
{
	const struct machine_time on = { 30000000, noon.realtime_us + 120000000, "boot-two" },
				  back = { 30000000, noon.realtime_us - 3600000000, "boot-two" };
	struct machine_time t = later(1000000);
	struct game_time map;

	game_time_place(&map, TIME_HOST, &noon, 0, 0, 0);
	assert_int_equal(game_time_past(&map, &on, 10000000, map.started_us + 10000000), -80000000);
	assert_int_equal(game_time_past(&map, &back, 10000000, map.started_us + 10000000), 0);
	game_time_place(&map, TIME_DEVICE, &noon, 7000000, 1, 0);
	assert_int_equal(game_time_past(&map, &t, 90000000, map.started_us + 90000000), t.boottime_us);
	assert_int_equal(game_time_past(&map, &t, 90000000, map.started_us + 400000), noon.boottime_us + 400000);
}

static void journal_form_is_whole(void **state)
{
	struct game_time map, back;
	json_t *object;

	game_time_place(&map, TIME_DEVICE, &noon, 7000000, 4000000000u, 12);
	object = game_time_format(&map);
	assert_non_null(object);
	memset(&back, 0, sizeof(back));
	assert_return_code(game_time_parse(object, &back), 0);
	assert_int_equal(back.source, map.source);
	assert_int_equal(back.boottime_zero_us, map.boottime_zero_us);
	assert_int_equal(back.realtime_zero_us, map.realtime_zero_us);
	assert_int_equal(back.device_zero_us, map.device_zero_us);
	assert_int_equal(back.board_boot, map.board_boot);
	assert_string_equal(back.boot, map.boot);
	json_object_del(object, "boot");
	assert_true(game_time_parse(object, &back) < 0);
	json_decref(object);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(host_time_is_boottime),
		cmocka_unit_test(reboot_hangs_on_the_wall_clock),
		cmocka_unit_test(device_time_is_the_boards),
		cmocka_unit_test(same_boot_keeps_its_place),
		cmocka_unit_test(new_boot_is_placed_anew),
		cmocka_unit_test(journal_form_is_whole),
		cmocka_unit_test(the_past_does_not_move_with_the_wall_clock),
		cmocka_unit_test(the_past_is_past),
	};

	return cmocka_run_group_tests_name("timemap", tests, NULL, NULL);
}
