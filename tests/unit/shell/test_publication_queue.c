/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What waits to be heard: which of it must be on disk first, what may go ahead of it, and in which order acts are done.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/publish/publication-queue.h"

/* Two games; nothing in them is looked at. */
static char games[2];
#define GAME(n) ((struct live_game *)&games[n])

static void done(void *userdata, int r)
{
}

static struct queued_act act(int *which)
{
	return (struct queued_act){ .done = done, .userdata = which };
}

/* Alone in a queue: does it change what was before, and must it be durable? */
static void expect(const struct publication *p, bool only_adds, bool durable_first)
{
	struct publication_queue queue = { 0 };

	assert_int_equal(publication_queue_add(&queue, GAME(0), p, NULL, false), 0);
	assert_int_equal(publication_queue_only_adds(&queue, GAME(0)), only_adds);
	assert_true(publication_queue_only_adds(&queue, GAME(1)));
	assert_int_equal(queue.durable_first, durable_first);
	assert_true(publication_queue_has(&queue, GAME(0)));
	assert_false(publication_queue_has(&queue, GAME(1)));
	publication_queue_free(&queue);
}

static void what_changes_what_was_before(void **state)
{
	expect(&(struct publication){ .type = PUBLISH_MOVE, .state = MOVE_PROVISIONAL, .is_public = true }, true,
	       false);
	expect(&(struct publication){ .type = PUBLISH_MOVE, .state = MOVE_COMMITTED, .is_public = true }, true, true);
	expect(&(struct publication){ .type = PUBLISH_MOVE, .state = MOVE_REVISED, .is_public = true }, false, false);
	expect(&(struct publication){ .type = PUBLISH_MOVE, .state = MOVE_UNDONE, .is_public = true }, false, true);
	expect(&(struct publication){ .type = PUBLISH_CLOCK, .is_public = true }, true, true);
	expect(&(struct publication){ .type = PUBLISH_CLOCK, .is_public = true, .is_set = true }, false, true);
	expect(&(struct publication){ .type = PUBLISH_RULING, .ruling = RULING_MOVE_ACCEPTED }, true, true);
	expect(&(struct publication){ .type = PUBLISH_RULING, .ruling = RULING_TOUCH_OBLIGATION }, false, true);
	expect(&(struct publication){ .type = PUBLISH_QUESTION }, false, false);
	expect(&(struct publication){ .type = PUBLISH_POSITION, .is_public = true }, false, true);
	expect(&(struct publication){ .type = PUBLISH_TURN }, true, false);
}

static void an_end_changes_it(void **state)
{
	struct publication_queue queue = { 0 };

	assert_int_equal(publication_queue_add_end(&queue, GAME(1), true, "1-0"), 0);
	assert_true(publication_queue_only_adds(&queue, GAME(0)));
	assert_false(publication_queue_only_adds(&queue, GAME(1)));
	assert_true(queue.durable_first && queue.items[0].over);
	publication_queue_forget(&queue, GAME(1));
	assert_true(publication_queue_only_adds(&queue, GAME(1)));
	publication_queue_free(&queue);
}

/* What lies behind an act is counted only once that is done; numbers go on whatever is dropped. */
static void acts_are_done_in_their_order(void **state)
{
	const struct publication p = { .type = PUBLISH_TURN };
	struct publication_queue queue = { 0 };
	struct queued_act taken;
	int which[2];

	assert_true(publication_queue_has_sent(&queue, 0));
	assert_false(publication_queue_take_act(&queue, 0, &taken));
	for (int i = 0; i < 40; i++)
		assert_int_equal(publication_queue_add(&queue, GAME(0), &p, NULL, false), 0);
	assert_false(publication_queue_has_act(&queue));
	assert_int_equal(publication_queue_count_to_act(&queue, 40), 40);
	assert_int_equal(publication_queue_count_to_act(&queue, 39), 39);
	assert_int_equal(publication_queue_add_act(&queue, act(&which[0])), 0);
	assert_int_equal(publication_queue_add_mark(&queue), 0);
	assert_int_equal(publication_queue_add_act(&queue, act(&which[1])), 0);
	assert_int_equal(queue.last, 43);
	assert_true(publication_queue_has_act(&queue));
	assert_int_equal(publication_queue_count_to_act(&queue, 43), 41);

	assert_false(publication_queue_has_sent(&queue, 1));
	publication_queue_drop(&queue, 40);
	assert_true(publication_queue_has_sent(&queue, 40));
	assert_false(publication_queue_has_sent(&queue, 41));
	assert_int_equal(queue.items[0].number, 41);
	publication_queue_seal(&queue);
	assert_int_equal(queue.sealed, 3);
	assert_true(publication_queue_take_act(&queue, 1, &taken)); /* not the first */
	assert_ptr_equal(taken.userdata, &which[1]);
	assert_int_equal(queue.sealed, 2);
	assert_true(publication_queue_take_act(&queue, 0, &taken));
	assert_ptr_equal(taken.userdata, &which[0]);
	assert_int_equal(queue.count, 1);
	assert_int_equal(queue.items[0].type, QUEUED_MARK);
	assert_false(publication_queue_take_act(&queue, 0, &taken));
	publication_queue_unseal(&queue);
	assert_int_equal(queue.sealed, 0);
	publication_queue_free(&queue);
}

/* Of one game all is dropped, the other's stays in its order. */
static void one_game_is_forgotten(void **state)
{
	struct publication p = { .type = PUBLISH_TURN };
	struct publication_queue queue = { 0 };

	for (unsigned i = 0; i < 6; i++) {
		p.ply = i;
		assert_int_equal(publication_queue_add(&queue, GAME(i % 2), &p, strdup("{}"), false), 0);
	}
	publication_queue_forget(&queue, GAME(0));
	assert_false(publication_queue_has(&queue, GAME(0)));
	assert_true(publication_queue_has(&queue, GAME(1)));
	for (size_t i = 0, n = 0; i < queue.count; i++)
		if (queue.items[i].game == GAME(1))
			assert_int_equal(queue.items[i].publication->ply, 2 * n++ + 1);
	publication_queue_free(&queue);
}

/* Of a silent game what only its arbiter hears waits for something that is written for all; then it has its place. */
static void what_is_held_goes_with_the_next_batch(void **state)
{
	const struct publication turn = { .type = PUBLISH_TURN }, ruling = { .type = PUBLISH_RULING },
				 revised = { .type = PUBLISH_MOVE, .state = MOVE_REVISED, .is_public = true };
	struct publication_queue queue = { 0 };

	for (int i = 0; i < 50; i++)
		assert_int_equal(publication_queue_add(&queue, GAME(0), &turn, NULL, true), 0);
	assert_false(publication_queue_holds(&queue, GAME(0)));
	assert_int_equal(publication_queue_add(&queue, GAME(0), &ruling, strdup("{}"), true), 0);
	assert_true(publication_queue_holds(&queue, GAME(0)));
	assert_false(publication_queue_holds(&queue, GAME(1)));
	/* nobody waits for it, or has to wait because of it */
	assert_false(queue.durable_first);
	assert_false(publication_queue_has(&queue, GAME(0)));
	assert_true(publication_queue_has_sent(&queue, queue.last));
	assert_int_equal(publication_queue_add(&queue, GAME(1), &turn, NULL, false), 0);
	assert_false(queue.durable_first);
	publication_queue_seal(&queue);
	publication_queue_drop(&queue, queue.sealed);
	assert_int_equal(publication_queue_add(&queue, GAME(0), &revised, NULL, true), 0);
	assert_true(queue.durable_first); /* nor does it hear otherwise what comes first */
	assert_int_equal(publication_queue_add(&queue, GAME(0), &turn, NULL, true), 0);
	assert_int_equal(publication_queue_add(&queue, GAME(1), &turn, NULL, true), 0);
	publication_queue_forget(&queue, GAME(1));
	assert_int_equal(queue.count, 1);
	assert_int_equal(publication_queue_release(&queue), 0);
	assert_int_equal(queue.held_count, 0);
	assert_int_equal(queue.count, 53);
	for (size_t i = 1; i < queue.count; i++)
		assert_true(queue.items[i - 1].number < queue.items[i].number);
	assert_int_equal(queue.items[51].publication->type, PUBLISH_MOVE);
	assert_int_equal(publication_queue_add(&queue, GAME(0), &turn, NULL, true), 0);
	publication_queue_free(&queue);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_changes_what_was_before),		 cmocka_unit_test(an_end_changes_it),
		cmocka_unit_test(acts_are_done_in_their_order),		 cmocka_unit_test(one_game_is_forgotten),
		cmocka_unit_test(what_is_held_goes_with_the_next_batch),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
