// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The two contacts of the lever on the chip itself, whose interrupts see each edge: its presses are the referee's.
 * HISTORIES=1000 plays that many of them, each thing in them up to LONGEST_MS.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/firmware/avr-bench.h"
#include "tests/firmware/contact-history.h"

/* An edge of the contacts comes at its own microsecond; reports are taken each millisecond. */
static void play_contacts(struct bench *b, const struct contact_history *h, uint64_t begin)
{
	for (unsigned i = 0; i < h->edge_count; i++) {
		bench_until(b, begin + h->edges[i].us);
		for (unsigned side = 1; side <= 2; side++)
			chip_set_lever(b->chip, side, h->edges[i].closed & side);
	}
	bench_until(b, begin + h->end_us);
	chip_set_lever(b->chip, 1, false);
	chip_set_lever(b->chip, 2, false);
	bench_play_on(b, 30000);
}

static void test_contact_histories(void **state)
{
	static struct contact_history h;
	const char *number_of = getenv("HISTORIES"), *longest_ms = getenv("LONGEST_MS");
	const unsigned histories = number_of ? (unsigned)atoi(number_of) : 27;
	const uint64_t longest_us = longest_ms ? (uint64_t)atoi(longest_ms) * 1000 : 40000;
	struct bench *b = bench_new(IMAGE_8, 8);
	unsigned presses = 0;

	bench_switch_on(b);
	for (unsigned number = 0; number < histories; number++) {
		const uint64_t begin = chip_time_us(b->chip);

		contact_history_make(&h, number, longest_us, true);
		b->count = 0;
		play_contacts(b, &h, begin);
		for (unsigned i = 0; i < h.press_count || i < b->count; i++) {
			const int64_t due = (int64_t)(begin - b->switched_on + h.presses[i].us);

			if (i >= h.press_count || i >= b->count)
				fail_msg("history %u, %s: %u presses, not %u", number, h.kind, b->count, h.press_count);
			if (b->events[i].side != h.presses[i].side || b->events[i].device_us < due - 2000 ||
			    b->events[i].device_us > due + 45000)
				fail_msg("history %u, %s: press %u is %u's at %lld us, not %u's at %lld", number,
					 h.kind, i, b->events[i].side, (long long)b->events[i].device_us,
					 h.presses[i].side, (long long)due);
		}
		presses += b->count;
	}
	print_message("# %u presses in %u histories\n", presses, histories);
	bench_free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_contact_histories) };

	return cmocka_run_group_tests_name("lever on an ATmega32U4", tests, NULL, NULL);
}
