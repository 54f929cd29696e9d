/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * common/worker: jobs run in order and beside the loop, the end of each is told once and in order on the loop's thread,
 * whoever asks for it, and what cannot be had leaves nothing behind.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/sched-slice.h"
#include "common/worker.h"
#include "tests/faults/fault-points.h"

#define MOST 64

struct log {
	int job[MOST], done[MOST];
	unsigned jobs, dones; /* jobs: the thread's until they are told */
	bool fault;
};

/* What is given: a number, and where it is noted. */
struct task {
	int number;
	struct log *log;
	sem_t *may_end; /* NULL: at once */
	struct worker *worker;
	struct task *next; /* given in done() */
	pthread_t thread;
	void (*and_then)(struct task *task);
};

static void job(void *userdata)
{
	struct task *t = userdata;

	while (t->may_end && sem_wait(t->may_end) < 0)
		;
	t->thread = pthread_self();
	t->log->job[t->log->jobs++] = t->number;
}

static void post(void *userdata)
{
	sem_post(userdata);
}

static void done(void *userdata)
{
	struct task *t = userdata;

	t->log->done[t->log->dones++] = t->number;
	t->log->fault |= pthread_equal(t->thread, pthread_self());
	if (t->next)
		assert_int_equal(worker_run(t->worker, job, done, t->next), 0);
	if (t->and_then)
		t->and_then(t);
}

static void expect_order(const struct log *log, unsigned count)
{
	assert_int_equal(log->jobs, count);
	assert_int_equal(log->dones, count);
	for (unsigned i = 0; i < count; i++) {
		assert_int_equal(log->job[i], i);
		assert_int_equal(log->done[i], i);
	}
	assert_false(log->fault);
}

static void test_jobs_are_done_in_order_on_the_loop(void **state)
{
	struct log log = { 0 };
	struct task task[MOST];
	struct worker *w;
	sd_event *loop;

	assert_true(sd_event_new(&loop) >= 0);
	assert_int_equal(worker_new(loop, SD_EVENT_PRIORITY_NORMAL + 10, "a-name-that-is-too-long", 0, &w), 0);
	assert_true(worker_is_idle(w));
	for (int i = 0; i < MOST; i++) {
		task[i] = (struct task){ .number = i, .log = &log };
		assert_int_equal(worker_run(w, job, done, &task[i]), 0);
		assert_false(worker_is_idle(w));
	}
	while (!worker_is_idle(w))
		assert_true(sd_event_run(loop, UINT64_MAX) >= 0);
	expect_order(&log, MOST);
	assert_int_equal(sd_event_run(loop, 0), 0); /* nothing is left to wake it */
	worker_free(w);
	sd_event_unref(loop);
}

/* What was told otherwise does not wake the loop. */
static void test_what_has_run_can_be_taken_at_once(void **state)
{
	struct log log = { 0 };
	struct task first = { .number = 0, .log = &log }, second = { .number = 1, .log = &log };
	struct worker *w;
	sd_event *loop;
	sem_t may_end;

	assert_true(sd_event_new(&loop) >= 0);
	sem_init(&may_end, 0, 0);
	assert_int_equal(worker_new(loop, 0, "worker", WORKER_SHORT_SLICES, &w), 0);
	assert_false(worker_poll(w));
	second.may_end = &may_end;
	assert_int_equal(worker_run(w, job, done, &first), 0);
	assert_int_equal(worker_run(w, job, done, &second), 0);
	while (!worker_poll(w))
		;
	assert_int_equal(log.dones, 1);
	assert_false(worker_poll(w));
	assert_false(worker_is_idle(w));
	assert_int_equal(sd_event_run(loop, 0), 0);
	sem_post(&may_end);
	worker_wait(w);
	expect_order(&log, 2);
	assert_true(worker_is_idle(w));
	assert_int_equal(sd_event_run(loop, 0), 0);
	worker_wait(w);
	worker_free(w);
	sem_destroy(&may_end);
	sd_event_unref(loop);
}

/* Waiting includes what is given meanwhile; a job need not be told. */
static void test_more_is_given_when_one_is_done(void **state)
{
	struct log log = { 0 };
	struct task task[4], silent = { .number = 4, .log = &log };
	struct worker *w;

	assert_int_equal(worker_new(NULL, 0, "worker", 0, &w), 0);
	for (int i = 0; i < 4; i++)
		task[i] = (struct task){ .number = i, .log = &log, .worker = w, .next = i < 3 ? &task[i + 1] : NULL };
	assert_int_equal(worker_run(w, job, done, &task[0]), 0);
	worker_wait(w);
	expect_order(&log, 4);
	assert_int_equal(worker_run(w, job, NULL, &silent), 0);
	worker_wait(w);
	assert_int_equal(log.jobs, 5);
	assert_int_equal(log.dones, 4);
	worker_free(w);
	worker_free(NULL);
}

static void wait_again(struct task *t)
{
	worker_wait(t->worker);
	assert_int_equal(t->log->dones, 3); /* the others have been told meanwhile */
}

static void poll_again(struct task *t)
{
	worker_poll(t->worker);
}

static void test_order_stays_where_one_waits_for_the_others(void **state)
{
	struct log log = { 0 };
	struct task task[3];
	struct worker *w;

	assert_int_equal(worker_new(NULL, 0, "worker", 0, &w), 0);
	for (int i = 0; i < 3; i++) {
		task[i] = (struct task){
			.number = i, .log = &log, .worker = w, .and_then = i == 0 ? wait_again : poll_again
		};
		assert_int_equal(worker_run(w, job, done, &task[i]), 0);
	}
	while (worker_poll(w) || !worker_is_idle(w))
		;
	expect_order(&log, 3);
	worker_free(w);
}

static void is_refused(struct task *t)
{
	assert_int_equal(worker_run(t->worker, job, done, t), -ESHUTDOWN);
}

/* Nothing that was given is lost: whose it is gets it back. */
static void test_the_end_waits_for_all(void **state)
{
	struct log log = { 0 };
	struct task task[3];
	struct worker *w;

	assert_int_equal(worker_new(NULL, 0, "worker", 0, &w), 0);
	for (int i = 0; i < 3; i++) {
		task[i] = (struct task){ .number = i, .log = &log, .worker = w, .and_then = is_refused };
		assert_int_equal(worker_run(w, job, done, &task[i]), 0);
	}
	worker_free(w);
	expect_order(&log, 3);
}

static void end_worker(struct task *t)
{
	worker_free(t->worker);
	t->worker = NULL;
}

static void test_it_may_end_when_one_is_done(void **state)
{
	for (int with_loop = 0; with_loop < 2; with_loop++) {
		struct log log = { 0 };
		struct task task[3];
		struct worker *w;
		sd_event *loop = NULL;

		assert_true(!with_loop || sd_event_new(&loop) >= 0);
		assert_int_equal(worker_new(loop, 0, "worker", 0, &w), 0);
		for (int i = 0; i < 3; i++) {
			task[i] = (struct task){
				.number = i, .log = &log, .worker = w, .and_then = i == 0 ? end_worker : NULL
			};
			assert_int_equal(worker_run(w, job, done, &task[i]), 0);
		}
		if (loop)
			assert_int_equal(sd_event_run(loop, UINT64_MAX), 1);
		else
			worker_wait(w);
		assert_null(task[0].worker);
		expect_order(&log, 3);
		sd_event_unref(loop);
	}
}

/* As linux/sched/types.h has it, from 5.3 on. */
struct slice {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

static void look_at_slice(void *userdata)
{
	struct slice *slice = userdata;

	if (syscall(SYS_sched_getattr, 0, slice, sizeof(*slice), 0) < 0)
		slice->runtime = 0;
}

static void test_slices_are_short_if_asked_for(void **state)
{
	struct slice plain = { 0 }, brief = { 0 };
	struct worker *a, *b;

	assert_int_equal(worker_new(NULL, 0, "plain", 0, &a), 0);
	assert_int_equal(worker_new(NULL, 0, "short", WORKER_SHORT_SLICES, &b), 0);
	assert_int_equal(worker_run(a, look_at_slice, NULL, &plain), 0);
	assert_int_equal(worker_run(b, look_at_slice, NULL, &brief), 0);
	worker_free(a);
	worker_free(b);
	if (!plain.runtime)
		skip(); /* a kernel before 6.12 */
	assert_int_equal(brief.runtime, SCHED_SLICE_NS);
	assert_true(plain.runtime > brief.runtime);
	assert_int_equal(plain.nice, brief.nice);
}

struct seen {
	sigset_t blocked;
	char name[16];
};

static void look_at_thread(void *userdata)
{
	struct seen *seen = userdata;

	pthread_sigmask(SIG_SETMASK, NULL, &seen->blocked);
	pthread_getname_np(pthread_self(), seen->name, sizeof(seen->name));
}

static void test_signals_are_the_loops(void **state)
{
	struct seen seen = { .name = "" };
	sigset_t one, after;
	struct worker *w;

	sigemptyset(&one);
	sigaddset(&one, SIGTERM);
	pthread_sigmask(SIG_UNBLOCK, &one, NULL);
	assert_int_equal(worker_new(NULL, 0, "a-name-that-is-too-long", 0, &w), 0);
	assert_int_equal(worker_run(w, look_at_thread, NULL, &seen), 0);
	worker_free(w);
	pthread_sigmask(SIG_SETMASK, NULL, &after);
	assert_true(sigismember(&seen.blocked, SIGTERM) && sigismember(&seen.blocked, SIGHUP));
	assert_false(sigismember(&after, SIGTERM));
	assert_string_equal(seen.name, "a-name-that-is-");
}

static int note_first(sd_event_source *source, void *userdata)
{
	struct log *log = userdata;

	log->done[log->dones++] = -1;
	return 0;
}

/* What else the loop has to do comes before or behind it. */
static void test_priority_is_the_callers(void **state)
{
	for (int64_t priority = -10; priority <= 10; priority += 20) {
		struct log log = { 0 };
		struct task task = { .number = 1, .log = &log };
		sd_event_source *other;
		struct worker *w;
		sd_event *loop;
		sem_t may_end;

		sem_init(&may_end, 0, 0);
		assert_true(sd_event_new(&loop) >= 0);
		assert_int_equal(worker_new(loop, priority, "worker", 0, &w), 0);
		assert_int_equal(worker_run(w, job, done, &task), 0);
		assert_int_equal(worker_run(w, post, NULL, &may_end), 0);
		while (sem_wait(&may_end) < 0) /* the first has run by then */
			;
		assert_true(sd_event_add_defer(loop, &other, note_first, &log) >= 0);
		while (log.dones < 2)
			assert_true(sd_event_run(loop, UINT64_MAX) >= 0);
		assert_int_equal(log.done[0], priority < 0 ? 1 : -1);
		sd_event_source_unref(other);
		worker_free(w);
		sd_event_unref(loop);
		sem_destroy(&may_end);
	}
}

static unsigned entries(const char *path)
{
	DIR *d = opendir(path);
	unsigned n = 0;

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

static int use(struct log *log)
{
	struct task task = { .number = 0, .log = log };
	struct worker *w;
	int r = worker_new(NULL, 0, "worker", 0, &w);

	if (r < 0)
		return r;
	r = worker_run(w, job, done, &task);
	worker_free(w);
	assert_int_equal(log->dones, r == 0);
	return r;
}

static void test_what_cannot_be_had_leaves_nothing(void **state)
{
	static const enum fault_kind kinds[] = { FAULT_MEMORY, FAULT_CALL_EIO, FAULT_CALL_SHORT };
	const unsigned open_before = entries("/proc/self/fd");

	for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++) {
		long all = 0;

		for (long n = -1; n < all; n++) {
			struct log log = { 0 };
			int r;

			fault_begin(kinds[k], n, false);
			r = use(&log);
			all = n < 0 ? fault_end() : (fault_end(), all);
			if (n < 0)
				assert_int_equal(r, 0);
			else if (kinds[k] == FAULT_MEMORY)
				assert_true(r == -ENOMEM || r == -EAGAIN); /* a thread's */
			assert_int_equal(entries("/proc/self/fd"), open_before);
		}
		assert_true(all > 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_jobs_are_done_in_order_on_the_loop),
		cmocka_unit_test(test_what_has_run_can_be_taken_at_once),
		cmocka_unit_test(test_more_is_given_when_one_is_done),
		cmocka_unit_test(test_order_stays_where_one_waits_for_the_others),
		cmocka_unit_test(test_the_end_waits_for_all),
		cmocka_unit_test(test_it_may_end_when_one_is_done),
		cmocka_unit_test(test_slices_are_short_if_asked_for),
		cmocka_unit_test(test_signals_are_the_loops),
		cmocka_unit_test(test_priority_is_the_callers),
		cmocka_unit_test(test_what_cannot_be_had_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
