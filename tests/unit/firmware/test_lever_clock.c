// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * From the lever's contacts to the clock: what hands and springs do to them goes through the board's firmware, the
 * host's decoder and the core. Times are those that a referee with a pencil works out: an increment for each press of
 * the side whose clock runs, and none besides.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/core.h"
#include "firmware/board.h"
#include "libboard/wire-decoder.h"
#include "tests/firmware/contact-history.h"

#define SCAN_US 1000
#define START_US 7200000000
#define INCREMENT_US 5000000

static const char serial[SBW_TEXT_SIZE] = "TEST-1";

struct lever {
	struct firmware_board board;
	struct wire_decoder wire;
	struct board_event events[CONTACT_PRESSES];
	unsigned count;
};

static void play_contacts(struct lever *l, const struct contact_history *h)
{
	static const struct firmware_squares nothing;
	uint8_t report[SBW_REPORT_SIZE], closed = 0, n;
	uint64_t now = SCAN_US;

	memset(l, 0, sizeof(*l));
	firmware_start(&l->board, &nothing, serial, 77);
	l->wire.geometry = (struct sbd_geometry){ 8, 8, SBW_SENSORS_PRESENCE };
	sbn_start(&l->wire.numbering, 0);
	for (unsigned i = 0; now < h->end_us; now += SCAN_US) {
		while (i < h->edge_count && h->edges[i].us <= now)
			closed = h->edges[i++].closed;
		firmware_scan(&l->board, now, &nothing, closed);
		while ((n = firmware_report(&l->board, report)) > 0)
			board_wire_report(&l->wire, report, n, (int64_t)now);
		while (l->count < CONTACT_PRESSES && board_wire_pop(&l->wire, &l->events[l->count]))
			l->count++;
		if (!l->board.changes && i < h->edge_count && h->edges[i].us > now)
			now += (h->edges[i].us - now) / SCAN_US * SCAN_US;
	}
}

static void hear(void *userdata, const struct publication *p)
{
}

static void give(struct core *core, const struct input *in)
{
	char err[160];

	if (core_input(core, in, err) < 0)
		fail_msg("%s", err);
}

/* Pawns go one square each: White's a, b, c …, Black's in answer, and then once more. */
static void make_move(struct core *core, unsigned ply, int64_t t_us)
{
	const unsigned file = ply / 2 % 8, step = ply / 16;
	struct input in = input_at(t_us - 200, INPUT_LIFT);

	assert_true(ply < 32);
	in.square = (uint8_t)(file + 8 * (ply % 2 ? 6 - step : 1 + step));
	give(core, &in);
	in = input_at(t_us - 100, INPUT_PLACE);
	in.square = (uint8_t)(file + 8 * (ply % 2 ? 5 - step : 2 + step));
	give(core, &in);
}

/* The side whose clock runs makes its move right before it presses. */
static void play_game(const struct core_setup *setup, const struct lever *l, const struct contact_history *h)
{
	__attribute__((cleanup(core_freep))) struct core *core = NULL;
	int64_t left[2] = { START_US, START_US }, since = 0;
	enum side running = WHITE;
	unsigned ply = 0;
	char err[160];

	if (core_new(setup, hear, NULL, &core, err) < 0)
		fail_msg("%s", err);
	for (unsigned i = 0; i < l->count; i++) {
		const int64_t t = l->events[i].device_us;
		struct input press = input_at(t, INPUT_PRESS);

		assert_int_equal(l->events[i].type, BOARD_EVENT_PRESS);
		press.side = h->presses[i].side == SBW_SIDE_WHITE ? WHITE : BLACK;
		if (press.side == running) {
			make_move(core, ply++, t);
			left[running] += INCREMENT_US - (t - since);
			running = running == WHITE ? BLACK : WHITE;
			since = t;
		}
		press.side = l->events[i].side == BOARD_WHITE ? WHITE : BLACK;
		give(core, &press);
	}
	if (l->count)
		left[running] -= l->events[l->count - 1].device_us - since;
	for (enum side side = WHITE; side <= BLACK; side++)
		if (core_clock(core)->left_us[side] != left[side])
			fail_msg("%s: %s has %lld us, not %lld", h->kind, side == WHITE ? "White" : "Black",
				 (long long)core_clock(core)->left_us[side], (long long)left[side]);
	assert_int_equal(core_clock(core)->running, running);
}

static void test_no_increment_twice(void **state)
{
	static struct contact_history h;
	static struct lever l;
	struct core_setup setup;
	struct rulebook *book = NULL;
	char err[160];
	json_t *o =
		json_loads("{\"sensors\":\"sure\",\"clock\":{\"mode\":\"fischer\",\"white_ms\":7200000,\"black_ms\":"
			   "7200000,\"increment_ms\":5000,\"running\":\"white\"}}",
			   0, NULL);

	setenv("FLAGFALL_RULES", "rules/books", 0);
	if (core_setup_from_json(o, &setup, err) < 0)
		fail_msg("%s", err);
	json_decref(o);
	assert_int_equal(rulebook_load("fide2023-standard", NULL, NULL, &book), 0);
	setup.rulebook = book;
	for (unsigned number = 0; number < 10000; number++) {
		contact_history_make(&h, number, 10000000, false);
		play_contacts(&l, &h);
		assert_int_equal(l.count, h.press_count);
		play_game(&setup, &l, &h);
	}
	rulebook_free(book);
	core_setup_done(&setup);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_no_increment_twice) };

	return cmocka_run_group_tests_name("lever and clock", tests, NULL, NULL);
}
