// SPDX-License-Identifier: GPL-2.0-or-later
/* kernel/queue.c: a reader's bounded queue, and that every number is delivered or accounted for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/queue.h"

static void push(struct sbq *q, unsigned int seq, unsigned int type, unsigned int value)
{
	const struct sensorboard_event ev = {
		.time_ns = seq * 10,
		.device_us = seq,
		.seq = seq,
		.value = value,
		.type = (__u8)type,
	};

	sbq_push(q, &ev);
}

static void pops(struct sbq *q, unsigned int seq, unsigned int type, unsigned int value)
{
	struct sensorboard_event ev;

	assert_true(sbq_pop(q, &ev));
	assert_int_equal(ev.seq, seq);
	assert_int_equal(ev.type, type);
	assert_int_equal(ev.value, value);
	assert_int_equal(ev.time_ns, seq * 10);
}

static void is_empty(struct sbq *q)
{
	struct sensorboard_event ev;

	assert_true(sbq_is_empty(q));
	assert_false(sbq_pop(q, &ev));
}

static struct sbq *new_queue(void)
{
	struct sbq *q = calloc(1, sizeof(*q));

	assert_non_null(q);
	return q;
}

static void test_in_order(void **state)
{
	struct sbq *q = new_queue();

	is_empty(q);
	for (unsigned int round = 0; round < 1000; round++) {
		push(q, 2 * round + 1, SENSORBOARD_EVENT_LIFT, 0);
		push(q, 2 * round + 2, SENSORBOARD_EVENT_PLACE, 0);
		pops(q, 2 * round + 1, SENSORBOARD_EVENT_LIFT, 0);
		pops(q, 2 * round + 2, SENSORBOARD_EVENT_PLACE, 0);
		is_empty(q);
	}
	free(q);
}

static void test_heartbeats_are_one(void **state)
{
	struct sbq *q = new_queue();

	for (unsigned int i = 1; i <= 5; i++)
		push(q, i, SENSORBOARD_EVENT_TIME, 0);
	push(q, 6, SENSORBOARD_EVENT_LIFT, 0);
	push(q, 7, SENSORBOARD_EVENT_TIME, 0);
	pops(q, 5, SENSORBOARD_EVENT_TIME, 0);
	pops(q, 6, SENSORBOARD_EVENT_LIFT, 0);
	pops(q, 7, SENSORBOARD_EVENT_TIME, 0);
	push(q, 8, SENSORBOARD_EVENT_TIME, 0); /* the one before is read and stays */
	pops(q, 8, SENSORBOARD_EVENT_TIME, 0);
	is_empty(q);
	free(q);
}

static void test_overflow(void **state)
{
	struct sbq *q = new_queue();
	unsigned int i;

	for (i = 1; i <= SBQ_SIZE + 10; i++)
		push(q, i, SENSORBOARD_EVENT_LIFT, 0);
	for (i = 1; i < SBQ_SIZE; i++)
		pops(q, i, SENSORBOARD_EVENT_LIFT, 0);
	pops(q, SBQ_SIZE + 10, SENSORBOARD_EVENT_LOST, 11);
	is_empty(q);
	free(q);
}

/* The loss stands where the events are missing, not at the end. */
static void test_overflow_then_room(void **state)
{
	struct sbq *q = new_queue();
	unsigned int i;

	for (i = 1; i <= SBQ_SIZE + 1; i++)
		push(q, i, SENSORBOARD_EVENT_LIFT, 0);
	pops(q, 1, SENSORBOARD_EVENT_LIFT, 0);
	pops(q, 2, SENSORBOARD_EVENT_LIFT, 0);
	push(q, 300, SENSORBOARD_EVENT_PRESS, 1);
	push(q, 301, SENSORBOARD_EVENT_PRESS, 2);
	for (i = 3; i < SBQ_SIZE; i++)
		pops(q, i, SENSORBOARD_EVENT_LIFT, 0);
	pops(q, SBQ_SIZE + 1, SENSORBOARD_EVENT_LOST, 2);
	pops(q, 300, SENSORBOARD_EVENT_PRESS, 1);
	pops(q, 301, SENSORBOARD_EVENT_LOST, 1);
	is_empty(q);
	free(q);
}

static void test_losses_add_up(void **state)
{
	struct sbq *q = new_queue();

	push(q, 3, SENSORBOARD_EVENT_LOST, 3);
	push(q, 5, SENSORBOARD_EVENT_LOST, 2);
	push(q, 6, SENSORBOARD_EVENT_LIFT, 0);
	push(q, 7, SENSORBOARD_EVENT_LOST, 1);
	pops(q, 5, SENSORBOARD_EVENT_LOST, 5);
	pops(q, 6, SENSORBOARD_EVENT_LIFT, 0);
	pops(q, 7, SENSORBOARD_EVENT_LOST, 1);
	push(q, 8, SENSORBOARD_EVENT_LOST, 0xfffffff0);
	push(q, 9, SENSORBOARD_EVENT_LOST, 0x20);
	pops(q, 9, SENSORBOARD_EVENT_LOST, 0xffffffff);
	free(q);
}

static void unpops(struct sbq *q, unsigned int seq, unsigned int type, unsigned int value)
{
	struct sensorboard_event ev;

	assert_true(sbq_pop(q, &ev));
	assert_int_equal(ev.seq, seq);
	sbq_unpop(q, &ev);
	pops(q, seq, type, value);
}

/* A reader's buffer could not be written: the record is still there, and the first. */
static void test_put_back(void **state)
{
	struct sbq *q = new_queue();

	push(q, 1, SENSORBOARD_EVENT_LIFT, 0);
	push(q, 2, SENSORBOARD_EVENT_PRESS, 1);
	unpops(q, 1, SENSORBOARD_EVENT_LIFT, 0);
	unpops(q, 2, SENSORBOARD_EVENT_PRESS, 1);
	is_empty(q);
	free(q);
}

/* More came while the record was out, and took its place: it is counted, and the queue stays bounded. */
static void test_put_back_too_late(void **state)
{
	for (unsigned int more = 1; more <= 3; more++) {
		struct sbq *q = new_queue();
		struct sensorboard_event ev;
		unsigned int seq, seen = 0;

		for (seq = 1; seq < SBQ_SIZE; seq++)
			push(q, seq, SENSORBOARD_EVENT_LIFT, 0);
		assert_true(sbq_pop(q, &ev));
		for (unsigned int i = 0; i < more; i++)
			push(q, seq++, SENSORBOARD_EVENT_LIFT, 0);
		sbq_unpop(q, &ev);
		push(q, seq++, SENSORBOARD_EVENT_LIFT, 0);
		pops(q, 2, SENSORBOARD_EVENT_LOST, 2);
		for (seen = 2; sbq_pop(q, &ev); assert_int_equal(ev.seq, seen))
			seen += ev.type == SENSORBOARD_EVENT_LOST ? ev.value : 1;
		assert_int_equal(seen, seq - 1);
		free(q);
	}
}

/* The reader chose another clock: times of the old one are not given as if they were of the new one. */
static void test_lose_all(void **state)
{
	struct sbq *q = new_queue();

	sbq_lose(q, 50);
	is_empty(q);
	push(q, 1, SENSORBOARD_EVENT_LIFT, 0);
	push(q, 2, SENSORBOARD_EVENT_PLACE, 0);
	push(q, 5, SENSORBOARD_EVENT_LOST, 3);
	sbq_lose(q, 50);
	pops(q, 5, SENSORBOARD_EVENT_LOST, 5);
	is_empty(q);
	free(q);
}

/* Any mixture: delivered and lost together are every number, in order. */
static void test_every_number_is_accounted_for(void **state)
{
	struct sbq *q = new_queue();
	struct sensorboard_event ev;
	unsigned int seed = 7, seq = 0, seen = 0;

	for (int i = 0; i < 200000; i++) {
		if (rand_r(&seed) % 5 < 3) {
			if (rand_r(&seed) % 20 == 0) {
				const unsigned int lost = (unsigned int)rand_r(&seed) % 9 + 1;

				push(q, seq += lost, SENSORBOARD_EVENT_LOST, lost);
			} else {
				push(q, ++seq, SENSORBOARD_EVENT_LIFT, 0);
			}
		} else if (sbq_pop(q, &ev)) {
			seen += ev.type == SENSORBOARD_EVENT_LOST ? ev.value : 1;
			assert_int_equal(ev.seq, seen);
		}
	}
	while (sbq_pop(q, &ev)) {
		seen += ev.type == SENSORBOARD_EVENT_LOST ? ev.value : 1;
		assert_int_equal(ev.seq, seen);
	}
	assert_int_equal(seen, seq);
	free(q);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_in_order),
		cmocka_unit_test(test_heartbeats_are_one),
		cmocka_unit_test(test_overflow),
		cmocka_unit_test(test_overflow_then_room),
		cmocka_unit_test(test_losses_add_up),
		cmocka_unit_test(test_put_back),
		cmocka_unit_test(test_put_back_too_late),
		cmocka_unit_test(test_lose_all),
		cmocka_unit_test(test_every_number_is_accounted_for),
	};

	return cmocka_run_group_tests_name("queue", tests, NULL, NULL);
}
