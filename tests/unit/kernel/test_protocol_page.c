// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The firmware that section 10 of doc/protocol.md prints, compiled as it is
 * printed: whatever its sensors and its lever do, the host's decoder takes
 * every report, and in the order of time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "libboard/wire-decoder.h"

/* What the page leaves to the hardware. Each reading of a sensor takes 10 microseconds. */
static uint64_t now_us;
static bool level[64];

/* A change that will be seen: at that time the square's level, or the lever, turns. */
struct change {
	uint64_t time;
	uint8_t square; /* 64: the lever */
	uint8_t value;
};
static struct change changes[4096];
static unsigned change_count, change_next;

void lever_interrupt(uint8_t side);
void scan(void);
unsigned next_report(uint8_t *out);
unsigned get_board(uint8_t *out);

static uint64_t time_us(void)
{
	return now_us;
}

static void pass(uint64_t us)
{
	const uint64_t until = now_us + us;

	while (change_next < change_count && changes[change_next].time <= until) {
		const struct change *c = &changes[change_next++];

		now_us = c->time;
		if (c->square < 64)
			level[c->square] = c->value;
		else
			lever_interrupt(c->value);
	}
	now_us = until;
}

static bool read_sensor(uint8_t square)
{
	const bool seen = level[square];

	pass(10);
	return seen;
}

static void put32(uint8_t *to, uint32_t v)
{
	for (unsigned i = 0; i < 4; i++)
		to[i] = (uint8_t)(v >> 8 * i);
}

static void put64(uint8_t *to, uint64_t v)
{
	put32(to, (uint32_t)v);
	put32(to + 4, (uint32_t)(v >> 32));
}

/* Firmware is compiled with fewer warnings. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#include "protocol-page.inc"
#pragma GCC diagnostic pop

static const struct sbd_geometry reed = { 8, 8, SBW_SENSORS_PRESENCE };
static struct wire_decoder wire;
static struct board_event events[4096];
static unsigned event_count;

/* The board as it is at power-up, with a piece on each of these squares. */
static void power_up(uint64_t pieces)
{
	now_us = 0;
	memset(sensor, 0, sizeof(sensor));
	for (unsigned i = 0; i < 64; i++) {
		level[i] = sensor[i].seen = sensor[i].stands = pieces >> i & 1;
		reported[i] = level[i] ? '?' : '.';
	}
	pressed = lever = 0;
	waits = queued = 0;
	latest = 0;
	next_seq = 1;
	change_count = change_next = event_count = 0;
	memset(&wire, 0, sizeof(wire));
	wire.geometry = reed;
	sbn_start(&wire.numbering, 0);
}

static void change(uint64_t time, uint8_t square, uint8_t value)
{
	unsigned i = change_count++;

	assert_true(change_count <= sizeof(changes) / sizeof(*changes));
	for (; i > 0 && changes[i - 1].time > time; i--)
		changes[i] = changes[i - 1];
	changes[i] = (struct change){ time, square, value };
}

/* Scans to that time, 1 ms apart; takes what is sent, if anybody does. */
static void run(uint64_t until, bool host)
{
	uint8_t report[64];
	unsigned n;

	while (now_us < until) {
		scan();
		pass(360);
		while (host && (n = next_report(report)) > 0) {
			struct sbd_report r;
			const char *why = NULL;

			if (sbd_read_report(&reed, report, n, &r, &why))
				fail_msg("the decoder refuses a report: %s", why);
			board_wire_report(&wire, report, n, (int64_t)now_us);
		}
		while (board_wire_pop(&wire, &events[event_count]))
			event_count++;
	}
}

static void expect(unsigned i, enum board_event_type type, uint8_t what, uint64_t around)
{
	assert_true(i < event_count);
	assert_int_equal(events[i].type, type);
	if (type == BOARD_EVENT_PRESS)
		assert_int_equal(events[i].side, what);
	else
		assert_int_equal(events[i].square, what);
	/* The time of the first edge, to a scan. */
	assert_in_range(events[i].device_us, around, around + 1000);
}

/*
 * Castling with both hands. The rook begins, its sensor bounces, and the king's is at rest before it.
 */
static void test_castling_with_both_hands(void **state)
{
	power_up(0xffff00000000ff9f);
	change(1000000, 7, 0);
	change(1001500, 7, 1);
	change(1003000, 7, 0);
	change(1000700, 4, 0);
	change(1400020, 6, 1);
	change(1401500, 5, 1);
	run(1500000, true);
	assert_int_equal(event_count, 4);
	expect(0, BOARD_EVENT_LIFT, 7, 1000000);
	expect(1, BOARD_EVENT_LIFT, 4, 1000700);
	expect(2, BOARD_EVENT_PLACE, 6, 1400020);
	expect(3, BOARD_EVENT_PLACE, 5, 1401500);
	assert_true(events[1].device_us >= events[0].device_us);
}

/* The lever's interrupt comes while the piece that was set down before it still bounces: the move was made before. */
static void test_press_while_bouncing(void **state)
{
	power_up(0xffff00000000ffff);
	change(1000000, 12, 0);
	for (unsigned i = 0; i < 5; i++) {
		change(1500000 + 2000 * i, 28, 1);
		change(1501000 + 2000 * i, 28, 0);
	}
	change(1510000, 28, 1);
	change(1503000, 64, 1);
	run(1600000, true);
	assert_int_equal(event_count, 3);
	expect(0, BOARD_EVENT_LIFT, 12, 1000000);
	expect(1, BOARD_EVENT_PLACE, 28, 1500000);
	expect(2, BOARD_EVENT_PRESS, BOARD_WHITE, 1503000);
	assert_int_equal(events[2].device_us, 1503000);
}

/* A contact that never comes to rest holds nothing up for long. */
static void test_endless_bouncing(void **state)
{
	power_up(0xffff00000000ffff);
	for (unsigned i = 0; i < 400; i++)
		change(1000000 + 1500 * i, 0, i % 2);
	change(1200000, 64, 2);
	run(1230000, true);
	assert_true(event_count > 0);
	for (unsigned i = 0, presses = 0; i < event_count; i++) {
		presses += events[i].type == BOARD_EVENT_PRESS;
		assert_true(i < event_count - 1 || presses == 1);
	}
}

/* Random changes, presses between them: nothing is lost, times never go back, and the whole board is what was told. */
static void test_random(void **state)
{
	unsigned seed = 21;

	for (unsigned round = 0; round < 40; round++) {
		uint64_t pieces = 0xffff00000000ffff, t = 10000;
		uint64_t busy_until[64] = { 0 };
		unsigned told = 0;
		uint8_t answer[116], side = 0;
		char squares[64];

		power_up(pieces);
		for (unsigned i = 0; i < 300; i++) {
			uint8_t square = (uint8_t)(rand_r(&seed) % 64);

			t += (uint64_t)rand_r(&seed) % 3000;
			if (rand_r(&seed) % 8 == 0) {
				side = side == 1 ? 2 : 1;
				change(t, 64, side);
				told++;
			} else if (busy_until[square] < t) {
				pieces ^= 1ull << square;
				/* It bounces for a while. */
				change(t, square, pieces >> square & 1);
				if (rand_r(&seed) % 2) {
					change(t + 1500, square, !(pieces >> square & 1));
					change(t + 3000, square, pieces >> square & 1);
				}
				busy_until[square] = t + 12000;
				told++;
			}
		}
		run(t + 100000, true);
		assert_int_equal(event_count, told);
		for (unsigned i = 0; i < event_count; i++) {
			assert_int_not_equal(events[i].type, BOARD_EVENT_LOST);
			assert_int_equal(events[i].seq, i + 1);
			assert_true(!i || events[i].device_us >= events[i - 1].device_us);
		}
		for (unsigned i = 0; i < 64; i++)
			squares[i] = pieces >> i & 1 ? '?' : '.';
		assert_int_equal(get_board(answer), 80);
		assert_memory_equal(answer + 16, squares, 64);
		assert_int_equal(answer[8] | answer[9] << 8, told);
		assert_int_equal(answer[13], side);
	}
}

/* Nobody listens for longer than the queue holds: the gap in the numbers says how many events are missing. */
static void test_overflow(void **state)
{
	unsigned delivered = 0, lost = 0;

	power_up(0);
	for (unsigned i = 0; i < 200; i++)
		change(10000 + 1000 * i, 64, (uint8_t)(1 + i % 2));
	run(300000, false);
	change(400000, 64, 1);
	run(500000, true);
	for (unsigned i = 0; i < event_count; i++) {
		if (events[i].type == BOARD_EVENT_LOST)
			lost += events[i].lost;
		else
			delivered++;
	}
	assert_int_equal(delivered, 64 + 1);
	assert_int_equal(lost, 200 - 64);
}

/* Events that waited an hour for the host, which slept: each more than 30 minutes later begins a report of its own. */
static void test_long_sleep(void **state)
{
	power_up(0);
	change(1000000, 64, 1);
	change(3601000000, 64, 2);
	run(1100000, false);
	now_us = 3600990000;
	run(3601100000, false);
	run(3601200000, true);
	assert_int_equal(event_count, 2);
	assert_int_equal(events[0].device_us, 1000000);
	assert_int_equal(events[1].device_us, 3601000000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_castling_with_both_hands),
		cmocka_unit_test(test_press_while_bouncing),
		cmocka_unit_test(test_endless_bouncing),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_overflow),
		cmocka_unit_test(test_long_sleep),
	};

	return cmocka_run_group_tests_name("protocol page", tests, NULL, NULL);
}
