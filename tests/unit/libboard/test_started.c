// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Boards that a thread reads (board_start()), against emulated ones. The
 * timelines: p a press, s a request is sent, t it is given up (a second later),
 * r what the program reads.
 *
 *   1   p p p        r          all presses, in order, with stamps as they came
 *   2   s p          r    t r   a press is read while the board owes an answer
 *   3   s s s s           t r   of several clocks only the last is shown, with the time that has passed taken off
 *   4   s … s                   seventeen: the last is refused
 *   5   s close                 nobody waits
 *   6   p unplug s   r          the press, then that it is gone
 *   7   p × 2000     r          more than the queue holds: the rest is counted
 */
#include "libboard/mailbox.h"
#include "tests/unit/libboard/board-testing.h"

#include <dirent.h>
#include <poll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tests/sim/sim.h"

#define PATIENCE_MS 60000

struct table {
	struct sim *sim;
	struct board *board;
	struct board_inbox *inbox;
	bool again; /* the board was not read to its end */
};

static int64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

/* A board whose time is the machine's. */
static struct table laid(void)
{
	const struct native_config config = { .features = SBW_FEATURE_LEVER | SBW_FEATURE_CLOCK | SBW_FEATURE_LEDS };
	struct table t = { .again = false };
	char uri[600];

	snprintf(uri, sizeof(uri), "socket:%s", in_folder("board"));
	assert_int_equal(sim_new(&config, &t.sim), 0);
	assert_int_equal(sim_use_socket(t.sim), 0);
	assert_int_equal(sim_plug(t.sim, in_folder("board")), 0);
	t.board = opened(uri);
	assert_int_equal(board_inbox_new(&t.inbox), 0);
	assert_int_equal(board_start(&t.board, t.inbox, &uri), 0);
	assert_ptr_equal(board_userdata(t.board), &uri);
	return t;
}

static void cleared(struct table *t)
{
	board_close(t->board);
	board_inbox_free(t->inbox);
	sim_free(t->sim);
}

/* As a program does: waits on the inbox, and reads what it says is ready. */
static int next(struct table *t, struct board_event *ev)
{
	struct pollfd pfd = { .fd = board_inbox_get_fd(t->inbox), .events = POLLIN };

	for (;;) {
		struct board *ready = t->again ? t->board : board_inbox_next(t->inbox);
		int r = ready ? board_read(ready, ev) : -EAGAIN;

		assert_true(!ready || ready == t->board);
		t->again = ready && r != -EAGAIN;
		if (r != -EAGAIN)
			return r;
		if (!ready)
			assert_int_equal(poll(&pfd, 1, PATIENCE_MS), 1);
	}
}

static void expect_press(struct table *t, int side, int64_t from_us)
{
	struct board_event ev;

	assert_int_equal(next(t, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_PRESS);
	assert_int_equal(ev.side, side);
	assert_true(ev.host_us >= from_us);
}

static const struct board_answer *expect_answer(struct table *t, int request)
{
	struct board_event ev;
	const struct board_answer *answer;

	assert_int_equal(next(t, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_ANSWER);
	answer = board_get_answer(t->board);
	assert_non_null(answer);
	assert_int_equal(answer->request, request);
	return answer;
}

/* Nothing was read by the program until the last press had been taken: the stamps are the thread's. */
static void test_events_are_stamped_as_they_come(void **state)
{
	struct table t = laid();
	int64_t pressed[20], before = 0;
	struct board_event ev;

	for (int i = 0; i < 20; i++) {
		pressed[i] = now_us();
		assert_int_equal(sim_press(t.sim, i % 2 ? SBW_SIDE_BLACK : SBW_SIDE_WHITE), 1);
		assert_int_equal(sim_flush(t.sim, PATIENCE_MS), 0);
	}
	board_inbox_settle(t.inbox);
	assert_ptr_equal(board_inbox_next(t.inbox), t.board);
	for (int i = 0; i < 20; i++) {
		assert_int_equal(board_read(t.board, &ev), 1);
		assert_int_equal(ev.type, BOARD_EVENT_PRESS);
		assert_int_equal(ev.seq, i + 1);
		assert_true(ev.host_us >= pressed[i] && ev.host_us >= before);
		before = ev.host_us;
	}
	assert_int_equal(board_read(t.board, &ev), -EAGAIN);
	assert_null(board_inbox_next(t.inbox));
	cleared(&t);
}

static void test_requests_are_answered_in_order(void **state)
{
	struct table t = laid();
	uint8_t level[64] = { [12] = 255 };
	struct board_squares squares;
	struct native_state shown;
	int lights, clock, whole;

	lights = board_request_leds(t.board, level, 64);
	clock = board_request_clock(t.board, 61000, 62000, BOARD_BLACK);
	whole = board_request_squares(t.board);
	assert_true(lights > 0 && clock > 0 && whole > 0 && lights != clock && clock != whole);
	assert_int_equal(expect_answer(&t, lights)->result, 0);
	assert_int_equal(expect_answer(&t, clock)->result, 0);
	assert_int_equal(expect_answer(&t, whole)->result, 0);
	squares = board_get_answer(t.board)->squares;
	assert_int_equal(squares.count, 64);
	assert_memory_equal(squares.squares, "RNBQKBNRPPPPPPPP", 16);
	sim_get_state(t.sim, &shown);
	assert_int_equal(shown.leds[12], 255);
	assert_int_equal(shown.white_ms, 61000);
	assert_true(shown.black_ms <= 62000);
	assert_int_equal(shown.running, BOARD_BLACK);
	cleared(&t);
}

/* An answer stands behind the events that it contains and before those that it does not. */
static void test_whole_board_has_its_place(void **state)
{
	struct table t = laid();
	struct board_event ev;
	uint32_t seq = 0, contained;

	for (unsigned i = 0; i < 200; i++) {
		assert_int_equal(sim_lift(t.sim, 12), 1);
		assert_true(board_request_squares(t.board) > 0);
		assert_int_equal(sim_place(t.sim, 12, 'P'), 1);
		for (bool answered = false; !answered;) {
			assert_int_equal(next(&t, &ev), 1);
			answered = ev.type == BOARD_EVENT_ANSWER;
			if (!answered)
				seq = ev.seq;
		}
		contained = board_get_answer(t.board)->squares.seq;
		assert_int_equal(seq, contained);
		while (seq < 2 * i + 2) {
			assert_int_equal(next(&t, &ev), 1);
			assert_int_equal(ev.seq, ++seq);
		}
	}
	cleared(&t);
}

static void is_given_up(const struct table *t, int request)
{
	const struct board_answer *answer = board_get_answer(t->board);

	assert_non_null(answer);
	assert_int_equal(answer->request, request);
	assert_int_equal(answer->result, -ETIMEDOUT);
	assert_non_null(strstr(answer->error, "does not answer"));
}

/* A press while the board owes an answer: is it read before the request is given up, a second later? */
static bool is_read_meanwhile(struct table *t)
{
	int clock = board_request_clock(t->board, 1, 1, 0);
	int64_t pressed = now_us();
	struct board_event ev;

	assert_int_equal(sim_press(t->sim, SBW_SIDE_WHITE), 1);
	assert_int_equal(next(t, &ev), 1);
	if (ev.type != BOARD_EVENT_PRESS) { /* this machine was busy for a second */
		is_given_up(t, clock);
		expect_press(t, BOARD_WHITE, pressed);
		return false;
	}
	assert_true(ev.host_us >= pressed);
	expect_answer(t, clock);
	is_given_up(t, clock);
	return true;
}

static void test_mute_board_is_read(void **state)
{
	struct table t = laid();
	bool before = false;

	sim_set_fault(t.sim, SIM_FAULT_MUTE);
	for (int patience = 0; !before && patience < 20; patience++)
		before = is_read_meanwhile(&t);
	assert_true(before);
	cleared(&t);
}

static void test_only_the_last_clock_is_shown(void **state)
{
	struct table t = laid();
	struct native_state shown;
	int requests[4];

	sim_set_fault(t.sim, SIM_FAULT_MUTE);
	requests[0] = board_request_leds(t.board, (const uint8_t[64]){ 0 }, 64);
	for (uint32_t i = 1; i < 4; i++)
		requests[i] = board_request_clock(t.board, 100000 + i, 200000 + i, BOARD_WHITE);
	for (int i = 1; i < 3; i++)
		assert_int_equal(expect_answer(&t, requests[i])->result, -ECANCELED);
	assert_int_equal(sim_flush(t.sim, PATIENCE_MS), 0);
	sim_set_fault(t.sim, SIM_FAULT_NONE);
	/* given up after a second, or taken after the fault was mended */
	expect_answer(&t, requests[0]);
	assert_int_equal(expect_answer(&t, requests[3])->result, 0);
	sim_get_state(t.sim, &shown);
	assert_int_equal(shown.clock_set, 1);
	assert_int_equal(shown.black_ms, 200003);
	assert_true(shown.white_ms <= 100003);
	cleared(&t);
}

/* The clock waits behind lights that are given up after a second, and is then set to a second less. */
static void test_time_that_passed_is_taken_off(void **state)
{
	struct table t = laid();
	struct native_state shown;
	int lights, clock;

	sim_set_fault(t.sim, SIM_FAULT_MUTE);
	lights = board_request_leds(t.board, (const uint8_t[64]){ 0 }, 64);
	clock = board_request_clock(t.board, 100000, 200000, BOARD_BLACK);
	assert_int_equal(expect_answer(&t, lights)->result, -ETIMEDOUT);
	sim_set_fault(t.sim, SIM_FAULT_NONE);
	expect_answer(&t, clock);
	assert_int_equal(sim_wait_clock(t.sim, 0, PATIENCE_MS), 0);
	sim_get_state(t.sim, &shown);
	assert_int_equal(shown.white_ms, 100000);
	assert_in_range(shown.black_ms, 0, 199000);
	cleared(&t);
}

static void test_requests_are_bounded(void **state)
{
	struct table t = laid();
	struct board_event ev;
	int r;

	sim_set_fault(t.sim, SIM_FAULT_MUTE);
	for (int i = 0; i < 16; i++)
		assert_true(board_request_squares(t.board) > 0);
	assert_int_equal(board_request_squares(t.board), -EBUSY);
	assert_non_null(strstr(board_error(t.board), "has not answered earlier requests"));
	assert_int_equal(sim_unplug(t.sim), 0);
	/* each of the sixteen is answered all the same, the first perhaps with its second over, and then the board is
	 * gone */
	for (int i = 0; i < 16; i++) {
		assert_int_equal(next(&t, &ev), 1);
		assert_int_equal(ev.type, BOARD_EVENT_ANSWER);
		r = board_get_answer(t.board)->result;
		assert_true(r == -ENODEV || (i == 0 && r == -ETIMEDOUT));
	}
	r = next(&t, &ev);
	assert_int_equal(r, -ENODEV);
	assert_int_equal(board_request_squares(t.board), -ENODEV);
	cleared(&t);
}

static void test_wrong_requests_are_refused_at_once(void **state)
{
	struct table t = laid();
	struct board_event ev;

	assert_int_equal(board_request_leds(t.board, (const uint8_t[64]){ 0 }, 63), -EINVAL);
	assert_int_equal(board_request_clock(t.board, 1, 1, 3), -EINVAL);
	assert_int_equal(board_request_beep(t.board, 440, 100), -EOPNOTSUPP);
	assert_int_equal(board_request_text(t.board, "HELLO", 0), -EOPNOTSUPP);
	assert_int_equal(board_request_recall(t.board, "RNBQ"), -EOPNOTSUPP);
	board_inbox_settle(t.inbox);
	assert_int_equal(board_read(t.board, &ev), -EAGAIN);
	cleared(&t);
}

static void test_closing_waits_for_nobody(void **state)
{
	struct table t = laid();

	sim_set_fault(t.sim, SIM_FAULT_MUTE);
	for (int i = 0; i < 16; i++)
		assert_true(board_request_squares(t.board) > 0);
	board_close(t.board);
	board_inbox_free(t.inbox); /* waits for none of them: its thread goes when it is answered or gives up */
	sim_free(t.sim);
}

static void test_unplugged(void **state)
{
	struct table t = laid();
	struct board_event ev;
	int64_t pressed = now_us();

	assert_int_equal(sim_press(t.sim, SBW_SIDE_BLACK), 1);
	assert_int_equal(sim_flush(t.sim, PATIENCE_MS), 0);
	assert_int_equal(sim_unplug(t.sim), 0);
	expect_press(&t, BOARD_BLACK, pressed);
	assert_int_equal(next(&t, &ev), -ENODEV);
	assert_non_null(strstr(board_error(t.board), "unplugged"));
	assert_int_equal(board_read(t.board, &ev), -ENODEV);
	cleared(&t);
}

static void test_what_does_not_fit_is_counted(void **state)
{
	struct table t = laid();
	struct board_event ev;
	uint32_t seq = 0, read = 0, lost = 0;

	for (int i = 0; i < 2000; i++) {
		assert_int_equal(sim_press(t.sim, i % 2 ? SBW_SIDE_BLACK : SBW_SIDE_WHITE), 1);
		assert_int_equal(sim_room(t.sim, 16, PATIENCE_MS), 0);
	}
	assert_int_equal(sim_flush(t.sim, PATIENCE_MS), 0);
	board_inbox_settle(t.inbox);
	while (board_read(t.board, &ev) == 1) {
		if (ev.type == BOARD_EVENT_LOST)
			lost += ev.lost;
		else
			read++;
		assert_int_equal(ev.seq, seq + (ev.type == BOARD_EVENT_LOST ? ev.lost : 1));
		seq = ev.seq;
	}
	assert_int_equal(read + lost, 2000);
	assert_int_equal(seq, 2000);
	assert_true(lost > 0 && read >= 900);
	/* and then it goes on */
	assert_int_equal(sim_press(t.sim, SBW_SIDE_WHITE), 1);
	expect_press(&t, BOARD_WHITE, 0);
	cleared(&t);
}

static void test_traces_are_not_started(void **state)
{
	struct board_inbox *inbox;
	struct board *board, *was;

	assert_int_equal(open_text(CHESS, &board), 0);
	was = board;
	assert_int_equal(board_inbox_new(&inbox), 0);
	assert_int_equal(board_start(&board, inbox, NULL), -EOPNOTSUPP);
	assert_ptr_equal(board, was);
	assert_null(board_userdata(board));
	assert_int_equal(board_request_squares(board), -EOPNOTSUPP);
	assert_null(board_get_answer(board));
	board_close(board);
	board_inbox_free(inbox);
}

/* struct sched_attr: its header and libc's exclude each other. */
struct turns {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

/* Of a thread, or of this one: 0. False: it is no more. */
static bool get_turns(pid_t thread, struct turns *ret)
{
	return syscall(SYS_sched_getattr, thread, ret, sizeof(*ret), 0) == 0;
}

/* The thread runs as soon as something comes, on a machine that is busy, too; it has no larger share of it. */
static void test_thread_has_short_turns(void **state)
{
	struct table t = laid();
	unsigned threads = 0;
	struct turns own, turns;
	struct dirent *entry;
	DIR *tasks;

	sim_press(t.sim, BOARD_WHITE); /* so that it runs */
	expect_press(&t, BOARD_WHITE, 0);
	assert_true(get_turns(0, &own));
	tasks = opendir("/proc/self/task");
	assert_non_null(tasks);
	while ((entry = readdir(tasks)))
		if (atoi(entry->d_name) && get_turns(atoi(entry->d_name), &turns) && turns.runtime == 100000) {
			assert_true(own.runtime > turns.runtime);
			assert_int_equal(turns.nice, own.nice);
			assert_int_equal(turns.policy, own.policy);
			threads++;
		}
	closedir(tasks);
	cleared(&t);
	if (!own.runtime)
		skip();			/* a kernel before 6.12 */
	assert_in_range(threads, 1, 2); /* one of the tests before may be ending */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_events_are_stamped_as_they_come),
		cmocka_unit_test(test_requests_are_answered_in_order),
		cmocka_unit_test(test_whole_board_has_its_place),
		cmocka_unit_test(test_mute_board_is_read),
		cmocka_unit_test(test_only_the_last_clock_is_shown),
		cmocka_unit_test(test_time_that_passed_is_taken_off),
		cmocka_unit_test(test_requests_are_bounded),
		cmocka_unit_test(test_wrong_requests_are_refused_at_once),
		cmocka_unit_test(test_closing_waits_for_nobody),
		cmocka_unit_test(test_unplugged),
		cmocka_unit_test(test_what_does_not_fit_is_counted),
		cmocka_unit_test(test_traces_are_not_started),
		cmocka_unit_test(test_thread_has_short_turns),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
