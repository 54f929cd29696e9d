// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * firmware/board.c, the file that the microcontrollers run: whatever sensors
 * and lever do, the host's decoder takes every report, in the order of time,
 * with the times of the first edges, and knows of everything that is missing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "firmware/board.h"
#include "libboard/wire-decoder.h"
#include "tests/firmware/contact-history.h"

#define SCAN_US 1000
#define EVENTS 8192

static const char serial[SBW_TEXT_SIZE] = "TEST-1";
static const struct sbd_geometry reed = { 8, 8, SBW_SENSORS_PRESENCE };

static struct firmware_board board;
static struct firmware_squares seen;
static uint8_t levers;
static uint64_t now_us;
static struct wire_decoder wire;
static struct board_event events[EVENTS];
static unsigned event_count;

static void start(uint64_t pieces, uint64_t time)
{
	memcpy(seen.bits, &pieces, sizeof(seen.bits));
	levers = 0;
	now_us = time;
	firmware_start(&board, &seen, serial, 77);
	memset(&wire, 0, sizeof(wire));
	wire.geometry = reed;
	sbn_start(&wire.numbering, 0);
	event_count = 0;
}

static void set(unsigned square, bool piece)
{
	seen.bits[square / 8] = (uint8_t)((seen.bits[square / 8] & ~(1 << square % 8)) | piece << square % 8);
}

static void take_reports(void)
{
	uint8_t report[SBW_REPORT_SIZE];
	unsigned n;

	while ((n = firmware_report(&board, report)) > 0) {
		struct sbd_report r;
		const char *why = NULL;

		if (sbd_read_report(&reed, report, n, &r, &why))
			fail_msg("the decoder refuses a report: %s", why);
		assert_int_equal(r.bad, 0);
		board_wire_report(&wire, report, n, (int64_t)now_us);
	}
	while (event_count < EVENTS && board_wire_pop(&wire, &events[event_count]))
		event_count++;
}

/* Scans for so long; a host takes what is sent, if there is one. */
static void scans(uint64_t us, bool host)
{
	for (const uint64_t until = now_us + us; now_us < until; now_us += SCAN_US) {
		firmware_scan(&board, now_us, &seen, levers);
		if (host)
			take_reports();
	}
}

static void expect(unsigned i, enum board_event_type type, uint8_t what, int64_t time)
{
	assert_true(i < event_count);
	assert_int_equal(events[i].type, type);
	assert_int_equal(type == BOARD_EVENT_PRESS ? events[i].side : events[i].square, what);
	assert_int_equal(events[i].device_us, time);
}

/* A square that bounces longest began first: everything later waits for it. */
static void test_order(void **state)
{
	start(0xffff00000000ffff, 1000000);
	set(7, false);
	scans(1000, true);
	set(4, false);
	scans(1000, true);
	set(7, true);
	scans(1000, true);
	firmware_press(&board, now_us - 300, SBW_SIDE_WHITE);
	levers = FIRMWARE_LEVER_WHITE;
	set(7, false);
	scans(4000, true);
	assert_int_equal(event_count, 0);
	scans(20000, true);
	assert_int_equal(event_count, 3);
	expect(0, BOARD_EVENT_LIFT, 7, 1000000);
	expect(1, BOARD_EVENT_LIFT, 4, 1001000);
	expect(2, BOARD_EVENT_PRESS, BOARD_WHITE, 1002700);
}

/* One report for changes of one scan: equal times, deltas of nothing. */
static void test_one_scan(void **state)
{
	uint8_t report[SBW_REPORT_SIZE];
	struct sbd_report r;
	const char *why;

	start(0xffff00000000ff9f, 5000);
	set(4, false);
	set(7, false);
	set(5, true);
	set(6, true);
	scans(20000, false);
	assert_int_equal(firmware_report(&board, report), 16 + 8 * 4);
	assert_int_equal(sbd_read_report(&reed, report, 16 + 8 * 4, &r, &why), 0);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(r.events[i].time_us, 5000);
	assert_int_equal(firmware_report(&board, report), 0);
}

/* A contact that never rests counts after 20 ms all the same, and holds nobody up longer. */
static void test_endless_bouncing(void **state)
{
	start(0, 1000000);
	set(9, true);
	scans(2000, true);
	levers = FIRMWARE_LEVER_BLACK;
	for (unsigned i = 0; i < 50; i++) {
		set(9, i % 2);
		scans(1000, true);
	}
	assert_true(event_count >= 2);
	assert_int_equal(events[0].type == BOARD_EVENT_PRESS || events[1].type == BOARD_EVENT_PRESS, 1);
}

/* The lever: contact again by the same side is a press again; a spark is nothing; without an interrupt the scan finds
 * it. */
static void test_lever(void **state)
{
	start(0, 1000000);
	firmware_press(&board, now_us - 100, SBW_SIDE_WHITE);
	scans(20000, true);
	assert_int_equal(event_count, 0);
	levers = FIRMWARE_LEVER_WHITE;
	scans(20000, true);
	levers = 0;
	scans(20000, true);
	levers = FIRMWARE_LEVER_WHITE;
	firmware_press(&board, now_us - 100, SBW_SIDE_WHITE);
	scans(20000, true);
	levers = FIRMWARE_LEVER_BLACK;
	scans(20000, true);
	assert_int_equal(event_count, 3);
	expect(0, BOARD_EVENT_PRESS, BOARD_WHITE, 1020000);
	expect(1, BOARD_EVENT_PRESS, BOARD_WHITE, 1059900);
	expect(2, BOARD_EVENT_PRESS, BOARD_BLACK, 1080000);
}

/* Two buttons: who keeps his down presses once; the other's counts when he is alone, and not when it is let go before.
 */
static void test_both_closed(void **state)
{
	start(0, 1000000);
	levers = FIRMWARE_LEVER_WHITE;
	scans(20000, true);
	levers |= FIRMWARE_LEVER_BLACK;
	scans(500000, true);
	assert_int_equal(event_count, 1);
	levers = FIRMWARE_LEVER_WHITE;
	scans(20000, true);
	assert_int_equal(event_count, 1);
	levers |= FIRMWARE_LEVER_BLACK;
	scans(20000, true);
	levers = FIRMWARE_LEVER_BLACK;
	scans(20000, true);
	assert_int_equal(event_count, 2);
	expect(0, BOARD_EVENT_PRESS, BOARD_WHITE, 1000000);
	expect(1, BOARD_EVENT_PRESS, BOARD_BLACK, 1560000);
	levers |= FIRMWARE_LEVER_WHITE;
	scans(20000, true);
	levers = FIRMWARE_LEVER_BLACK;
	scans(20000, true);
	assert_int_equal(event_count, 2);
}

/* A short closes both at once, each interrupt by itself: nobody has pressed, until one is open again. */
static void test_short(void **state)
{
	start(0, 1000000);
	scans(5000, true);
	firmware_press(&board, now_us - 300, SBW_SIDE_BLACK);
	firmware_press(&board, now_us - 299, SBW_SIDE_WHITE);
	levers = FIRMWARE_LEVER_WHITE | FIRMWARE_LEVER_BLACK;
	scans(500000, true);
	assert_int_equal(event_count, 0);
	levers = 0;
	scans(20000, true);
	assert_int_equal(event_count, 0);
	levers = FIRMWARE_LEVER_WHITE | FIRMWARE_LEVER_BLACK;
	scans(20000, true);
	levers = FIRMWARE_LEVER_WHITE;
	scans(20000, true);
	assert_int_equal(event_count, 1);
	expect(0, BOARD_EVENT_PRESS, BOARD_WHITE, 1545000);
}

/* A rocker whose contacts overlap, or are both open, in mid-swing: a press a swing, with the time of its interrupt
 * where one opened before. */
static void test_rocker(void **state)
{
	start(0, 1000000);
	levers = FIRMWARE_LEVER_BLACK;
	firmware_find_levers(&board, levers);
	scans(20000, true);
	assert_int_equal(event_count, 0);
	for (unsigned i = 0; i < 40; i++) {
		const uint8_t side = i % 2 ? FIRMWARE_LEVER_BLACK : FIRMWARE_LEVER_WHITE;
		const int64_t begin = (int64_t)now_us - 200;

		if (i / 2 % 2) { /* overlapping for some milliseconds */
			firmware_press(&board, now_us - 200, side);
			levers = FIRMWARE_LEVER_WHITE | FIRMWARE_LEVER_BLACK;
			scans((1 + i % 9) * 1000, true);
		} else { /* open for none or some */
			levers = 0;
			scans(i % 5 * 1000, true);
			firmware_press(&board, now_us - 200, side);
		}
		levers = side;
		scans(200000, true);
		assert_int_equal(event_count, i + 1);
		assert_int_equal(events[i].type, BOARD_EVENT_PRESS);
		assert_int_equal(events[i].side, side);
		assert_true(events[i].device_us >= begin && events[i].device_us <= begin + 9200);
		if (i / 2 % 2 == 0)
			assert_int_equal(events[i].device_us % 1000, 800);
	}
}

/* Let go, a button bounces as it does when it is pressed: that is no second press. */
static void test_bouncing_lever(void **state)
{
	start(0, 1000000);
	for (unsigned i = 0; i < 40; i++) {
		const uint8_t side = 1 + i / 2 % 2;

		for (unsigned to = 0; to < 2; to++) {
			for (unsigned j = 0; j < 2 * (i % 7) + 1; j++) {
				if ((levers ^= side) & side)
					firmware_press(&board, now_us - 200, side);
				scans(1000, true);
			}
			scans(30000, true);
		}
		assert_int_equal(event_count, i + 1);
		assert_int_equal(events[i].side, side);
	}
}

/*
 * A referee sees what the contacts show, each for some milliseconds at least; bounces are not shown to him. He counts a
 * contact that closes, as soon as it alone is closed.
 */
struct referee {
	uint8_t closed, owed;
	unsigned presses[3];
};

static void referee_sees(struct referee *r, uint8_t closed)
{
	r->owed = (uint8_t)((r->owed | (closed & ~r->closed)) & closed);
	r->closed = closed;
	if (closed == FIRMWARE_LEVER_WHITE || closed == FIRMWARE_LEVER_BLACK) {
		r->presses[closed] += r->owed == closed;
		r->owed = 0;
	}
}

/* Contacts of a lever, of two buttons, or of something broken; they close and open by themselves, and some bounce. */
static void test_referee(void **state)
{
	unsigned seed = 7;

	for (unsigned round = 0; round < 300; round++) {
		struct referee r = { 0 };
		unsigned left[3] = { 0 }, bounces[3] = { 0 }, presses[3] = { 0 };
		const unsigned sides = round % 3 == 2 ? 1 : 2, shortest = 4 + round % 2 * 20;
		const bool bouncing = shortest > 20, interrupts = round % 4 < 2;
		uint8_t still = 0;

		start(0, 1000000);
		for (unsigned ms = 0; ms < 3000; ms++) {
			for (uint8_t side = 1; side <= sides; side++) {
				if (bounces[side] && bounces[side]--)
					levers ^= side;
				else
					levers = (uint8_t)((levers & ~side) | (still & side));
				if (left[side]-- > 0)
					continue;
				still ^= side;
				levers = (uint8_t)((levers & ~side) | (still & side));
				left[side] = shortest + (unsigned)rand_r(&seed) % (rand_r(&seed) % 3 ? 12 : 120);
				bounces[side] = bouncing ? (unsigned)rand_r(&seed) % 8 : 0;
				if (interrupts && still & side)
					firmware_press(&board, now_us - (unsigned)rand_r(&seed) % 900, side);
			}
			if (rand_r(&seed) % 16 == 0) {
				const bool stands = rand_r(&seed) % 2; /* before the square, whatever the compiler */

				set((unsigned)rand_r(&seed) % 64, stands);
			}
			referee_sees(&r, still);
			scans(SCAN_US, true);
		}
		levers = still;
		scans(100000, true);
		for (unsigned i = 0; i < event_count; i++) {
			if (events[i].type == BOARD_EVENT_PRESS)
				presses[events[i].side]++;
			assert_true(!i || events[i].device_us >= events[i - 1].device_us);
		}
		assert_int_equal(presses[1], r.presses[1]);
		assert_int_equal(presses[2], r.presses[2]);
		assert_true(presses[1] > 5);
	}
}

/* Lets the contacts do what the history says; where all is at rest, time goes on in one leap. */
static void play_contacts(const struct contact_history *h)
{
	start(0, 1000000);
	for (unsigned i = 0; now_us < 1000000 + h->end_us;) {
		while (i < h->edge_count && 1000000 + h->edges[i].us <= now_us)
			levers = h->edges[i++].closed;
		firmware_scan(&board, now_us, &seen, levers);
		take_reports();
		now_us += SCAN_US;
		if (!board.changes && i < h->edge_count && 1000000 + h->edges[i].us > now_us)
			now_us += (1000000 + h->edges[i].us - now_us) / SCAN_US * SCAN_US;
	}
}

/* 10,000 histories of one or two contacts, each thing in them from a millisecond to 10 s: the presses are the
 * referee's. */
static void test_contact_histories(void **state)
{
	static struct contact_history h;
	unsigned presses = 0;

	for (unsigned number = 0; number < 10000; number++) {
		contact_history_make(&h, number, 10000000, false);
		play_contacts(&h);
		for (unsigned i = 0; i < h.press_count || i < event_count; i++) {
			if (i >= h.press_count || i >= event_count)
				fail_msg("history %u, %s: %u presses, not %u", number, h.kind, event_count,
					 h.press_count);
			if (events[i].side != h.presses[i].side ||
			    events[i].device_us < (int64_t)(1000000 + h.presses[i].us) ||
			    events[i].device_us > (int64_t)(1000000 + h.presses[i].us + 45000))
				fail_msg("history %u, %s: press %u is %u's at %lld us, not %u's at %llu", number,
					 h.kind, i, events[i].side, (long long)events[i].device_us - 1000000,
					 h.presses[i].side, (unsigned long long)h.presses[i].us);
		}
		presses += event_count;
	}
	print_message("# %u presses in 10,000 histories\n", presses);
	assert_true(presses > 30000);
}

/* More squares change at once than are watched at a time: each is told, none twice. */
static void test_sweep(void **state)
{
	start(UINT64_MAX, 1000000);
	memset(seen.bits, 0, sizeof(seen.bits));
	levers = FIRMWARE_LEVER_WHITE;
	scans(100000, true);
	assert_int_equal(event_count, 65);
	for (unsigned square = 0, times = 0; square < 64; square++, times = 0) {
		for (unsigned i = 0; i < event_count; i++)
			times += events[i].type == BOARD_EVENT_LIFT && events[i].square == square;
		assert_int_equal(times, 1);
	}
}

/* What the host was not there to take is missing in the numbers, and the whole board has it. */
static void test_overflow(void **state)
{
	uint8_t answer[FIRMWARE_ANSWER_SIZE];
	struct sbd_board whole;
	const char *why;
	unsigned lost = 0;

	start(0, 1000000);
	for (unsigned i = 0; i < 100; i++) {
		set(i % 64, i < 64);
		scans(10000, false);
	}
	levers = FIRMWARE_LEVER_WHITE;
	scans(10000, true);
	levers = FIRMWARE_LEVER_BLACK;
	scans(10000, true);
	for (unsigned i = 0; i < event_count; i++)
		lost += events[i].type == BOARD_EVENT_LOST ? events[i].lost : 0;
	assert_int_equal(lost, 100 - FIRMWARE_QUEUE);
	assert_int_equal(events[event_count - 1].seq, 102);
	assert_int_equal(sbd_read_board(&reed, answer, firmware_answer(&board, now_us, SBW_REQ_GET_BOARD, answer),
					&whole, &why),
			 0);
	assert_int_equal(whole.seq, 102);
	assert_int_equal(whole.time_us, now_us);
	assert_int_equal(whole.lever, SBW_SIDE_BLACK);
	for (unsigned i = 0; i < 64; i++)
		assert_int_equal(whole.squares[i], i < 36 ? '.' : '?');
}

/* Times beyond 32 bits; and events an hour apart, which do not fit into one report. */
static void test_long_times(void **state)
{
	const uint64_t day = 24 * 3600 * 1000000ull;

	start(0, 40 * day);
	set(3, true);
	scans(10000, false);
	now_us += 3600 * 1000000ull;
	set(3, false);
	scans(10000, false);
	now_us += 72 * 60 * 1000000ull; /* more than 32 bits later */
	set(4, true);
	scans(10000, false);
	take_reports();
	assert_int_equal(event_count, 3);
	expect(0, BOARD_EVENT_PLACE, 3, (int64_t)(40 * day));
	expect(1, BOARD_EVENT_LIFT, 3, (int64_t)(40 * day + 3600010000));
	expect(2, BOARD_EVENT_PLACE, 4, (int64_t)(40 * day + 3600020000 + 72 * 60 * 1000000ull));
}

/* Whatever happens: nothing unknown to the host, in order, and the whole board is what the events say, at any time. */
static void test_random(void **state)
{
	unsigned seed = 3;

	for (unsigned round = 0; round < 30; round++) {
		char told[64];
		uint8_t lever = 0;

		start(0x00ffff0000ffff00, 1000000u * round);
		for (unsigned i = 0; i < 64; i++)
			told[i] = 0x00ffff0000ffff00 >> i & 1 ? '?' : '.';
		for (unsigned i = 0; i < 3000; i++) {
			uint8_t answer[FIRMWARE_ANSWER_SIZE];
			struct sbd_board whole;
			const char *why;
			const unsigned from = event_count;

			if (rand_r(&seed) % 4 == 0) {
				const bool stands = rand_r(&seed) % 2; /* before the square, whatever the compiler */

				set((unsigned)rand_r(&seed) % 64, stands);
			}
			if (rand_r(&seed) % 40 == 0) {
				levers = (uint8_t)(rand_r(&seed) % 3);
				if (levers)
					firmware_press(&board, now_us - (unsigned)rand_r(&seed) % SCAN_US, levers);
			}
			scans(SCAN_US, true);
			for (unsigned j = from; j < event_count; j++) {
				const struct board_event *ev = &events[j];

				assert_int_not_equal(ev->type, BOARD_EVENT_LOST);
				assert_int_equal(ev->seq, j + 1);
				assert_true(!j || ev->device_us >= events[j - 1].device_us);
				if (ev->type == BOARD_EVENT_PRESS) {
					lever = ev->side;
				} else {
					assert_int_equal(told[ev->square], ev->type == BOARD_EVENT_LIFT ? '?' : '.');
					told[ev->square] = ev->type == BOARD_EVENT_LIFT ? '.' : '?';
				}
			}
			firmware_answer(&board, now_us, SBW_REQ_GET_BOARD, answer);
			assert_int_equal(sbd_read_board(&reed, answer, 80, &whole, &why), 0);
			assert_int_equal(whole.seq, event_count);
			assert_int_equal(whole.lever, lever);
			assert_memory_equal(whole.squares, told, 64);
		}
		/* At rest, what stands there is what was told. */
		levers = 0;
		scans(50000, true);
		assert_memory_equal(board.settled.bits, seen.bits, sizeof(seen.bits));
		assert_memory_equal(board.reported.bits, seen.bits, sizeof(seen.bits));
		assert_int_equal(board.changes, 0);
	}
}

static void test_info(void **state)
{
	uint8_t answer[FIRMWARE_ANSWER_SIZE];
	struct sbd_info info;
	const char *why;

	start(0, 0);
	assert_int_equal(firmware_answer(&board, 5, SBW_REQ_GET_INFO, answer), sizeof(struct sbw_info));
	assert_int_equal(sbd_read_info(answer, sizeof(struct sbw_info), &info, &why), 0);
	assert_string_equal(info.serial, "TEST-1");
	assert_int_equal(info.boot_id, 77);
	assert_int_equal(info.features, SBW_FEATURE_LEVER);
	for (unsigned request = 0; request < 256; request++)
		if (request != SBW_REQ_GET_INFO && request != SBW_REQ_GET_BOARD)
			assert_int_equal(firmware_answer(&board, 5, (uint8_t)request, answer), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_one_scan),
		cmocka_unit_test(test_endless_bouncing),
		cmocka_unit_test(test_lever),
		cmocka_unit_test(test_both_closed),
		cmocka_unit_test(test_short),
		cmocka_unit_test(test_rocker),
		cmocka_unit_test(test_bouncing_lever),
		cmocka_unit_test(test_referee),
		cmocka_unit_test(test_contact_histories),
		cmocka_unit_test(test_sweep),
		cmocka_unit_test(test_overflow),
		cmocka_unit_test(test_long_times),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_info),
	};

	return cmocka_run_group_tests_name("firmware", tests, NULL, NULL);
}
