/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The last events of a game come back as they were, however many there have been. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "daemon/core/state.h"
#include "rules/game.h"

static struct input nth(unsigned n)
{
	struct input in = input_at(n * 1000, n % 5 == 0 ? INPUT_PRESS : n % 5 == 1 ? INPUT_CLAIM : INPUT_PLACE);

	if (in.type == INPUT_PRESS)
		in.side = n % 2 ? WHITE : BLACK;
	if (in.type == INPUT_CLAIM) {
		in.by = PERSON_WHITE;
		in.claim = CLAIM_FLAG;
	}
	if (in.type == INPUT_PLACE) {
		in.square = (uint8_t)(n % 64);
		in.piece = 'q';
	}
	return in;
}

static void the_last_ones_are_kept_whole(void **state)
{
	const struct game *chess = game_find("chess");
	struct recent_events recent = { 0 };

	for (unsigned n = 0; n < 3 * RECENT_EVENTS + 7; n++) {
		struct input in = nth(n);

		assert_int_equal(recent_events_add(&recent, &in), 0);
		assert_int_equal(recent.count, n + 1);
		assert_int_equal(recent_events_first(&recent), n < RECENT_EVENTS ? 0 : n + 1 - RECENT_EVENTS);
		for (unsigned i = recent_events_first(&recent); i <= n; i++) {
			struct input was = nth(i), is = recent_events_get(&recent, i);
			char *expected = input_format(chess, &was, NULL), *got = input_format(chess, &is, NULL);

			assert_string_equal(expected, got);
			free(expected);
			free(got);
		}
	}
	recent_events_done(&recent);
}

/* What is kept whole is given back from the first to the last: under the sanitizers nothing is lost. */
static void all_are_given_back(void **state)
{
	struct recent_events none = { 0 };

	recent_events_done(&none);
	for (unsigned count = 1; count <= RECENT_EVENTS; count += RECENT_EVENTS - 1) {
		struct recent_events recent = { 0 };
		struct input in = nth(1);

		for (unsigned n = 0; n < count; n++)
			assert_int_equal(recent_events_add(&recent, &in), 0);
		recent_events_done(&recent);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_last_ones_are_kept_whole),
		cmocka_unit_test(all_are_given_back),
	};

	return cmocka_run_group_tests_name("recent events", tests, NULL, NULL);
}
