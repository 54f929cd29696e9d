// SPDX-License-Identifier: GPL-2.0-or-later
/* Two readings of a turn: which of them would be illegal is said, and the legal one comes first. */
#include "tests/unit/core/core-testing.h"

#include "daemon/core/publish.h"

static struct played g;

static struct turn e2_to(const char *to)
{
	struct turn turn = { .side = WHITE, .kind = TURN_LEGAL, .from = 12, .to = 28 };

	turn.has_move = game_chess.move_parse(&g.setup.start, to, &turn.move) == 0;
	assert_true(turn.has_move);
	return turn;
}

/* The king goes beside the other's. */
static struct turn illegal(void)
{
	return (struct turn){ .side = WHITE, .kind = TURN_ILLEGAL, .fault = TURN_FAULT_CHECK, .from = 4, .to = 36 };
}

static void says(const struct turn *a, const struct turn *b, const char *words, const char *word)
{
	char want[100];

	play_start(&g, "{\"sensors\":\"piece-id\"}", NULL, false);
	publish_ambiguous(g.core, a, b);
	core_end_instant(g.core);
	assert_non_null(strstr(g.text, "\"reason\":\"two-readings\""));
	snprintf(want, sizeof(want), "%s", words);
	if (!strstr(g.text, want))
		fail_msg("%s is not in %s", want, g.text);
	snprintf(want, sizeof(want), "\"word\":\"%s\"", word ? word : "");
	assert_int_equal(strstr(g.text, want) != NULL, word != NULL);
	play_end(&g);
}

static void two_readings(void **state)
{
	struct turn one, other, wrong = illegal();

	g.setup.start = (struct game_position){ 0 };
	assert_int_equal(game_chess.parse(game_chess.start_fen, &g.setup.start, NULL), 0);
	one = e2_to("e2e4");
	other = e2_to("e2e3");
	says(&one, &other, "e2e4, e2e3", NULL);
	says(&one, &wrong, "e2e4, e1-e5", "one-illegal");
	says(&wrong, &other, "e2e3, e1-e5", "one-illegal");
	says(&wrong, &wrong, "e1-e5, e1-e5", "both-illegal");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_readings),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
