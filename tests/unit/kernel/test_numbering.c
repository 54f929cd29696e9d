// SPDX-License-Identifier: GPL-2.0-or-later
/* kernel/numbering.c: from the board's numbers to the host's. A line a timeline. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/numbering.h"

/* The board sends event @board; the host is to number it @seq after @lost lost ones. */
static void comes(struct sbn *n, u32 board, u32 seq, u32 lost)
{
	u32 got_seq, got_lost;

	assert_int_equal(sbn_event(n, board, &got_seq, &got_lost), 1);
	assert_int_equal(got_seq, seq);
	assert_int_equal(got_lost, lost);
}

static void is_stale(struct sbn *n, u32 board)
{
	u32 seq, lost;

	assert_int_equal(sbn_event(n, board, &seq, &lost), 0);
}

static void test_in_order(void **state)
{
	struct sbn n = { 0 };

	sbn_start(&n, 41);
	assert_int_equal(sbn_number(&n, 41), 0);
	comes(&n, 42, 1, 0);
	comes(&n, 43, 2, 0);
	assert_int_equal(sbn_number(&n, 43), 2);
	assert_int_equal(sbn_number(&n, 45), 4); /* an answer that overtook two events */
}

static void test_unknown_start(void **state)
{
	struct sbn n = { 0 }, m = { 0 };

	comes(&n, 1000, 1, 0);
	comes(&n, 1001, 2, 0);
	assert_int_equal(sbn_number(&m, 500), 0);
	comes(&m, 501, 1, 0);
}

static void test_gap(void **state)
{
	struct sbn n = { 0 };

	sbn_start(&n, 0);
	comes(&n, 1, 1, 0);
	comes(&n, 5, 5, 3);
	comes(&n, 6, 6, 0);
}

static void test_gap_right_after_the_start(void **state)
{
	struct sbn n = { 0 };

	sbn_start(&n, 10);
	comes(&n, 13, 3, 2);
}

static void test_wrap(void **state)
{
	struct sbn n = { 0 };

	sbn_start(&n, 0xfffffffe);
	comes(&n, 0xffffffff, 1, 0);
	comes(&n, 0, 2, 0);
	comes(&n, 2, 4, 1);
}

/* What lay in the board's queue when it was taken is in the whole board already. */
static void test_stale(void **state)
{
	struct sbn n = { 0 };

	sbn_start(&n, 100);
	is_stale(&n, 98);
	is_stale(&n, 100);
	comes(&n, 101, 1, 0);
}

static void test_starts_anew(void **state)
{
	struct sbn n = { 0 };

	sbn_start(&n, 100);
	comes(&n, 101, 1, 0);
	comes(&n, 1, 3, 1); /* one lost, at least */
	comes(&n, 2, 4, 0);
	assert_int_equal(sbn_number(&n, 2), 4);
}

static void test_far_behind_is_not_stale(void **state)
{
	struct sbn n = { 0 };

	sbn_start(&n, 100000);
	comes(&n, 1, 2, 1);
	comes(&n, 2, 3, 0);
}

/* Unreadable reports: 1, 3 and no events were in them. */
static void test_guesses(void **state)
{
	struct sbn n = { 0 };

	sbn_start(&n, 0);
	comes(&n, 1, 1, 0);
	assert_int_equal(sbn_lose(&n), 2);
	comes(&n, 3, 3, 0);
	assert_int_equal(sbn_lose(&n), 4);
	comes(&n, 7, 7, 2);
	assert_int_equal(sbn_lose(&n), 8);
	comes(&n, 8, 9, 0);
	assert_int_equal(sbn_number(&n, 8), 9);
	comes(&n, 9, 10, 0);
}

static void test_several_guesses(void **state)
{
	struct sbn n = { 0 };

	sbn_start(&n, 0);
	for (u32 i = 1; i <= 5; i++)
		assert_int_equal(sbn_lose(&n), i);
	comes(&n, 3, 6, 0); /* they held two events */
	comes(&n, 4, 7, 0);
}

static void test_after_a_reset(void **state)
{
	struct sbn n = { 0 };

	sbn_start(&n, 0);
	comes(&n, 1, 1, 0);
	assert_int_equal(sbn_lose(&n), 2);
	sbn_start(&n, 50);
	is_stale(&n, 50);
	comes(&n, 51, 3, 0);
}

/* While nobody listened the board counted 200,000 events on; of the first of them its queue is still full. */
static void test_after_nobody_listened(void **state)
{
	struct sbn n = { 0 };

	sbn_start(&n, 10);
	comes(&n, 11, 1, 0);
	sbn_resume(&n, 200011);
	is_stale(&n, 12);
	is_stale(&n, 13);
	comes(&n, 200012, 200002, 0);
	assert_int_equal(sbn_number(&n, 200012), 200002);
}

/* Or it counts anew, and says so itself. */
static void test_counts_anew_while_nobody_listened(void **state)
{
	struct sbn n = { 0 };

	sbn_start(&n, 10);
	comes(&n, 11, 1, 0);
	sbn_resume(&n, 3);
	comes(&n, 4, 2, 0);
	sbn_resume(&n, 9);
	sbn_settle(&n); /* the queue has had its time: this one is new */
	comes(&n, 1, 9, 1);
}

/* The board has counted to 5 and the host to 3: a second later two are lost. Should they come after all, they are told.
 */
static void test_missing(void **state)
{
	struct sbn n = { 0 };

	assert_int_equal(sbn_missing(&n, 5), 0); /* nothing is known yet */
	sbn_start(&n, 0);
	comes(&n, 1, 1, 0);
	comes(&n, 3, 3, 1);
	assert_int_equal(sbn_missing(&n, 3), 0);
	assert_int_equal(sbn_missing(&n, 2), 0);
	assert_int_equal(sbn_missing(&n, 5), 2);
	assert_int_equal(sbn_give_up(&n, 2), 5);
	assert_int_equal(sbn_missing(&n, 5), 0);
	comes(&n, 4, 6, 0);
	comes(&n, 5, 7, 0);
	comes(&n, 6, 8, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_in_order),
		cmocka_unit_test(test_unknown_start),
		cmocka_unit_test(test_gap),
		cmocka_unit_test(test_gap_right_after_the_start),
		cmocka_unit_test(test_wrap),
		cmocka_unit_test(test_stale),
		cmocka_unit_test(test_starts_anew),
		cmocka_unit_test(test_far_behind_is_not_stale),
		cmocka_unit_test(test_guesses),
		cmocka_unit_test(test_several_guesses),
		cmocka_unit_test(test_after_a_reset),
		cmocka_unit_test(test_after_nobody_listened),
		cmocka_unit_test(test_counts_anew_while_nobody_listened),
		cmocka_unit_test(test_missing),
	};

	return cmocka_run_group_tests_name("numbering", tests, NULL, NULL);
}
