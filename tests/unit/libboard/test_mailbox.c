// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where threads meet: two boards without a device, one inbox, and here one thread that is both sides. The timelines:
 * p a press is pushed, l a piece's change, t a heartbeat, w the program is told at once, m it is told in a moment,
 * r it reads all that there is.
 *
 *   1   p p w        r          in the order in which the boards spoke, none twice
 *   2   (p p) w p    r          of what comes in one go the program is told once
 *   3   l t l m      r          what can wait is told once, for both boards, when the moment is over
 *   4   l m p w      r          … and a press does not wait for that moment
 */
#include "libboard/mailbox.h"
#include "tests/unit/libboard/board-testing.h"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const struct board_event press = { .type = BOARD_EVENT_PRESS, .side = BOARD_WHITE };
static const struct board_event lift = { .type = BOARD_EVENT_LIFT, .square = 12, .piece = 'P' };
static const struct board_event heartbeat = { .type = BOARD_EVENT_TIME, .host_us = 1 };

/* Looked at whenever the program is told: */
static struct mailbox *watched;
static unsigned told, told_early; /* while something was held that the program would wait for */
static unsigned told_soon;
static int64_t moment_us;

static bool is_held(pthread_mutex_t *lock)
{
	if (pthread_mutex_trylock(lock) != 0)
		return true;
	pthread_mutex_unlock(lock);
	return false;
}

/* libc's, for all of this program. */
ssize_t write(int fd, const void *data, size_t size)
{
	if (watched && fd == watched->inbox->event_fd) {
		told++;
		told_early += is_held(&watched->inbox->lock) || is_held(&watched->receiving);
	}
	return syscall(SYS_write, fd, data, size);
}

int timerfd_settime(int fd, int flags, const struct itimerspec *value, struct itimerspec *old)
{
	if (watched && fd == watched->inbox->timer_fd) {
		told_soon++;
		moment_us = value->it_value.tv_sec * INT64_C(1000000) + value->it_value.tv_nsec / 1000;
	}
	return (int)syscall(SYS_timerfd_settime, fd, flags, value, old);
}

struct hall {
	struct board_inbox *inbox;
	struct board board[2];
	struct mailbox box[2];
};

static int open_hall(void **state)
{
	struct hall *hall = calloc(1, sizeof(*hall));

	if (!hall || board_inbox_new(&hall->inbox) < 0)
		return -1;
	for (int i = 0; i < 2; i++)
		if (board_mailbox_open(&hall->box[i], hall->inbox, &hall->board[i]) < 0)
			return -1;
	told = told_early = told_soon = 0;
	watched = &hall->box[0];
	*state = hall;
	return 0;
}

static int close_hall(void **state)
{
	struct hall *hall = *state;

	watched = NULL;
	for (int i = 0; i < 2; i++) {
		board_mailbox_close(&hall->box[i]);
		board_mailbox_finish(&hall->box[i]);
		board_mailbox_done(&hall->box[i]);
	}
	board_inbox_free(hall->inbox);
	free(hall);
	return 0;
}

/* So many items of that board, and then none. */
static void assert_takes(struct hall *hall, int i, unsigned count)
{
	struct board_info info;
	struct mail mail;

	while (count--) {
		assert_true(board_mailbox_pop(&hall->box[i], &mail, &info));
		free(mail.data);
	}
	assert_false(board_mailbox_pop(&hall->box[i], &mail, &info));
}

static bool is_told(struct hall *hall, int timeout_ms)
{
	struct pollfd pfd = { .fd = board_inbox_get_fd(hall->inbox), .events = POLLIN };

	return poll(&pfd, 1, timeout_ms) == 1;
}

/* Of two boards that have something to say each has its turn, in the order in which they spoke, and none comes twice.
 */
static void test_boards_take_turns(void **state)
{
	struct hall *hall = *state;

	board_mailbox_push(&hall->box[0], &press);
	board_mailbox_push(&hall->box[1], &press);
	assert_ptr_equal(board_inbox_next(hall->inbox), &hall->board[0]);
	assert_takes(hall, 0, 1);
	board_mailbox_push(&hall->box[0], &press); /* before the other had its turn */
	assert_ptr_equal(board_inbox_next(hall->inbox), &hall->board[1]);
	assert_ptr_equal(board_inbox_next(hall->inbox), &hall->board[0]);
	assert_null(board_inbox_next(hall->inbox));
	assert_takes(hall, 0, 1);
	assert_takes(hall, 1, 1);
}

/* What an event points to is copied: the thread's board reads on. Heartbeats that nobody has read are one, the last. */
static void test_what_lies_there_is_its_own(void **state)
{
	struct board_squares squares = { .squares = "RNBQ", .lever = BOARD_WHITE };
	char text[] = "{\"a\":1}";
	const struct board_event events[] = {
		{ .type = BOARD_EVENT_SQUARES, .squares = &squares },
		{ .type = BOARD_EVENT_TEXT, .text = text },
		{ .type = BOARD_EVENT_TIME, .host_us = 1 },
		{ .type = BOARD_EVENT_TIME, .host_us = 2 },
	};
	struct hall *hall = *state;
	struct board_info info;
	struct mail mail[3];

	for (int i = 0; i < 4; i++)
		board_mailbox_push(&hall->box[0], &events[i]);
	memset(&squares, 0, sizeof(squares));
	memset(text, 0, sizeof(text));
	for (int i = 0; i < 3; i++)
		assert_true(board_mailbox_pop(&hall->box[0], &mail[i], &info));
	assert_string_equal(mail[0].event.squares->squares, "RNBQ");
	assert_int_equal(mail[0].event.squares->lever, BOARD_WHITE);
	assert_string_equal(mail[1].event.text, "{\"a\":1}");
	assert_int_equal(mail[2].event.host_us, 2);
	free(mail[0].data);
	free(mail[1].data);
}

/*
 * The program begins to work as it is told, often in the thread's place: it never finds a lock that the thread holds.
 * Of what is taken from the device in one go it is told once.
 */
static void test_is_told_when_nothing_is_held(void **state)
{
	const struct board_info info = { .scan_us = 1 };
	struct hall *hall = *state;
	struct mailbox *box = &hall->box[0];

	board_mailbox_enter(box);
	board_mailbox_push(box, &press);
	board_mailbox_push(box, &press);
	board_mailbox_set_info(box, &info);
	assert_int_equal(told, 0);
	board_mailbox_leave(box);
	assert_int_equal(told, 1);
	board_mailbox_push(box, &press); /* it has not read yet */
	assert_int_equal(told, 1);
	assert_ptr_equal(board_inbox_next(hall->inbox), &hall->board[0]);
	assert_takes(hall, 0, 3);
	assert_null(board_inbox_next(hall->inbox));
	board_mailbox_enter(box); /* what it finds by itself, it is not told */
	board_mailbox_push(box, &press);
	assert_ptr_equal(board_inbox_next(hall->inbox), &hall->board[0]);
	board_mailbox_leave(box);
	assert_takes(hall, 0, 1);
	assert_int_equal(told, 1);
	board_mailbox_push(box, &press); /* while an answer is waited for */
	assert_int_equal(told, 2);
	assert_int_equal(told_early, 0);
	assert_int_equal(told_soon, 0);
	assert_takes(hall, 0, 1);
}

/* A hall's pieces do not wake the program for each of them: what was moved meanwhile is read in one go. */
static void test_pieces_are_told_together(void **state)
{
	struct hall *hall = *state;

	board_mailbox_push(&hall->box[0], &lift);
	board_mailbox_push(&hall->box[0], &heartbeat);
	board_mailbox_push(&hall->box[1], &lift);
	assert_int_equal(told_soon, 1);
	assert_in_range(moment_us, 1, 5000); /* nobody sees it, and it is far from the next change of a square */
	assert_true(is_told(hall, -1));
	assert_ptr_equal(board_inbox_next(hall->inbox), &hall->board[0]);
	assert_ptr_equal(board_inbox_next(hall->inbox), &hall->board[1]);
	assert_null(board_inbox_next(hall->inbox));
	assert_takes(hall, 0, 2);
	assert_takes(hall, 1, 1);
	assert_false(is_told(hall, 0)); /* that is over */
	assert_int_equal(told, 0);
	board_mailbox_push(&hall->box[1], &lift); /* and begins anew */
	assert_int_equal(told_soon, 2);
	assert_true(is_told(hall, -1));
	assert_takes(hall, 1, 1);
}

/* All else is told at once, whatever waits already. */
static void test_all_else_does_not_wait(void **state)
{
	const struct board_event events[] = {
		press,
		{ .type = BOARD_EVENT_PAUSE },
		{ .type = BOARD_EVENT_LOST },
		{ .type = BOARD_EVENT_SQUARES },
		{ .type = BOARD_EVENT_TEXT, .text = "{}" },
	};
	struct hall *hall = *state;
	unsigned before;

	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++) {
		board_mailbox_push(&hall->box[0], &lift);
		before = told;
		board_mailbox_push(&hall->box[i % 2], &events[i]); /* behind the change, or of the other board */
		assert_int_equal(told, before + 1);
		assert_true(is_told(hall, 0));
		assert_takes(hall, 0, i % 2 ? 1 : 2);
		assert_takes(hall, 1, i % 2 ? 1 : 0);
		while (board_inbox_next(hall->inbox))
			;
	}
	board_mailbox_push(&hall->box[0], &lift);
	before = told;
	board_mailbox_push_error(&hall->box[0], -EIO, "fails");
	assert_int_equal(told, before + 1);
	assert_takes(hall, 0, 2);
	while (board_inbox_next(hall->inbox))
		;
	board_mailbox_push(&hall->box[0], &lift);
	board_mailbox_end(&hall->box[0], -ENODEV, "is gone");
	assert_int_equal(told, before + 2);
	assert_takes(hall, 0, 2);
}

/* A node that somebody else holds as well says nothing any more when its board was closed. */
static void test_a_closed_boards_node_is_nobodys(void **state)
{
	struct hall *hall = *state;
	struct board board = { 0 };
	struct mailbox box = { 0 };
	int fds[2];

	assert_int_equal(pipe(fds), 0);
	assert_int_equal(board_mailbox_open(&box, hall->inbox, &board), 0);
	assert_int_equal(board_mailbox_add_node(&box, fds[0]), 0);
	assert_int_equal(write(fds[1], "x", 1), 1);
	assert_true(is_told(hall, 0));
	assert_ptr_equal(board_inbox_next(hall->inbox), &board);
	assert_null(board_inbox_next(hall->inbox));
	assert_false(is_told(hall, 0));
	board_mailbox_close(&box);
	board_mailbox_finish(&box);
	board_mailbox_done(&box);
	memset(&box, 0xee, sizeof(box));
	assert_int_equal(write(fds[1], "x", 1), 1);
	assert_false(is_told(hall, 0));
	assert_null(board_inbox_next(hall->inbox));
	close(fds[0]);
	close(fds[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_boards_take_turns, open_hall, close_hall),
		cmocka_unit_test_setup_teardown(test_what_lies_there_is_its_own, open_hall, close_hall),
		cmocka_unit_test_setup_teardown(test_is_told_when_nothing_is_held, open_hall, close_hall),
		cmocka_unit_test_setup_teardown(test_pieces_are_told_together, open_hall, close_hall),
		cmocka_unit_test_setup_teardown(test_all_else_does_not_wait, open_hall, close_hall),
		cmocka_unit_test_setup_teardown(test_a_closed_boards_node_is_nobodys, open_hall, close_hall),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
