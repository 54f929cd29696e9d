// SPDX-License-Identifier: GPL-2.0-or-later
/* Which game an event's rulebook is for; chess, where nothing says another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "formats/event-file.h"

static void the_rulebook_says_which(void **state)
{
	assert_ptr_equal(event_game("fmjd-annex6"), game_find("draughts-10x10"));
	assert_ptr_equal(event_game("fide2023-blitz"), game_find("chess"));
}

static void chess_without_one(void **state)
{
	assert_ptr_equal(event_game(NULL), game_find("chess"));
	assert_ptr_equal(event_game(""), game_find("chess"));
	assert_ptr_equal(event_game("no-such-book"), game_find("chess"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_rulebook_says_which),
		cmocka_unit_test(chess_without_one),
	};

	return cmocka_run_group_tests_name("event_game", tests, NULL, NULL);
}
