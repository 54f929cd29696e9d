// SPDX-License-Identifier: GPL-2.0-or-later
/* A host, a chip and a decoder: see avr-bench.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/firmware/avr-bench.h"

int bench_get(struct bench *b, uint8_t type, uint8_t request, uint16_t value, uint16_t index, uint16_t length,
	      uint8_t *data)
{
	const uint8_t setup[8] = { type,
				   request,
				   (uint8_t)value,
				   (uint8_t)(value >> 8),
				   (uint8_t)index,
				   (uint8_t)(index >> 8),
				   (uint8_t)length,
				   (uint8_t)(length >> 8) };

	return chip_control(b->chip, setup, data);
}

struct sbd_board bench_whole_board(struct bench *b)
{
	struct sbd_board board;
	uint8_t data[256];
	const char *why = NULL;
	int n = bench_get(b, 0xc1, SBW_REQ_GET_BOARD, 0, 0, 116, data);

	assert_true(n > 0);
	if (sbd_read_board(&b->wire.geometry, data, (size_t)n, &board, &why))
		fail_msg("whole board: %s", why);
	return board;
}

/* What a host does with a device that has come, and then the module with a board. */
void bench_enumerate(struct bench *b)
{
	uint8_t data[256];
	const char *why = NULL;
	int n;

	assert_true(chip_attached(b->chip));
	chip_usb_reset(b->chip);
	assert_int_equal(bench_get(b, 0x80, 6, 0x0100, 0, 64, data), 18);
	assert_int_equal(bench_get(b, 0x00, 5, 7, 0, 0, data), 0);
	assert_int_equal(bench_get(b, 0x80, 6, 0x0100, 0, 18, data), 18);
	assert_int_equal(bench_get(b, 0x80, 6, 0x0200, 0, 9, data), 9);
	assert_int_equal(bench_get(b, 0x80, 6, 0x0200, 0, data[2], data), 25);
	assert_int_equal(bench_get(b, 0x00, 9, 1, 0, 0, data), 0);
	n = bench_get(b, 0xc1, SBW_REQ_GET_INFO, 0, 0, sizeof(struct sbw_info), data);
	assert_int_equal(n, sizeof(struct sbw_info));
	if (sbd_read_info(data, (size_t)n, &b->info, &why))
		fail_msg("info: %s", why);
	b->wire.geometry = b->info.geometry;
	sbn_start(&b->wire.numbering, bench_whole_board(b).seq);
}

void bench_switch_on(struct bench *b)
{
	b->switched_on = chip_time_us(b->chip);
	chip_power_up(b->chip);
	assert_int_equal(chip_run(b->chip, 100000), 0);
	b->count = 0;
	b->wire.head = b->wire.tail = 0;
	memset(&b->wire.numbering, 0, sizeof(b->wire.numbering));
	bench_enumerate(b);
}

struct bench *bench_new(const char *image, unsigned size)
{
	struct bench *b = calloc(1, sizeof(*b));

	assert_non_null(b);
	assert_int_equal(chip_new(image, size, &b->chip), 0);
	return b;
}

void bench_free(struct bench *b)
{
	chip_free(b->chip);
	free(b);
}

static void take_events(struct bench *b)
{
	while (b->count < EVENTS && board_wire_pop(&b->wire, &b->events[b->count]))
		b->count++;
}

/* Time passes; the host looks once each millisecond, as bInterval asks. */
void bench_play_on(struct bench *b, uint64_t us)
{
	const uint64_t until = chip_time_us(b->chip) + us;
	uint8_t report[64];
	uint64_t now;

	while ((now = chip_time_us(b->chip)) < until) {
		int n = chip_report(b->chip, report);

		assert_true(n >= 0);
		if (n)
			board_wire_report(&b->wire, report, (size_t)n, (int64_t)now);
		take_events(b);
		assert_int_equal(chip_run(b->chip, until - now < 1000 ? until - now : 1000), 0);
	}
}

void bench_until(struct bench *b, uint64_t time)
{
	bench_play_on(b, time - chip_time_us(b->chip));
}

/* The chip's own time of an event against the bench's: a scan late at most, and two thousandths of it off. */
void bench_near(const struct bench *b, const struct board_event *ev, uint64_t time)
{
	const int64_t expected = (int64_t)(time - b->switched_on);

	if (ev->device_us < expected - 1500 || ev->device_us > expected + 1500)
		fail_msg("an event of %lld us has the time %lld", (long long)expected, (long long)ev->device_us);
}

void bench_expect(const struct bench *b, unsigned i, enum board_event_type type, uint8_t what, uint64_t time)
{
	const struct board_event *ev = &b->events[i];

	assert_true(i < b->count);
	assert_int_equal(ev->type, type);
	assert_int_equal(type == BOARD_EVENT_PRESS ? ev->side : ev->square, what);
	bench_near(b, ev, time);
}

void bench_press(struct bench *b, unsigned side)
{
	chip_set_lever(b->chip, 3 - side, false);
	chip_set_lever(b->chip, side, true);
}
