/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A thread beside an event loop, for what would block it. The loop's thread gives it jobs; they run one after the
 * other, in the order in which they were given, and the end of each is told on the loop's thread in the same order.
 *
 *   loop:    worker_run(job, done, userdata) ──► queue          done(userdata) ◄── event source, worker_poll(),
 *   thread:                                        └─► job(userdata) ──┘               worker_wait(), worker_free()
 *
 * What userdata points to is the thread's from worker_run() until done() is called, which happens exactly once for each
 * job. All functions are for the loop's thread alone; done() may call any of them.
 */
#ifndef COMMON_WORKER_H
#define COMMON_WORKER_H

#include <stdbool.h>
#include <stdint.h>
#include <systemd/sd-event.h>

struct worker;

enum worker_flags {
	WORKER_SHORT_SLICES = 1, /* somebody waits for each job: see common/sched-slice.h */
};

/*
 * Starts the thread; signals are not delivered there. loop: done() is called from it, at that priority
 * (SD_EVENT_PRIORITY_NORMAL …). NULL: only worker_poll(), worker_wait() and worker_free() call done(). name: the
 * thread's, of which 15 bytes are shown. 0; -ENOMEM; -EMFILE, -EAGAIN and what else eventfd(2), sd_event_add_io(3) and
 * pthread_create(3) give.
 */
int worker_new(sd_event *loop, int64_t priority, const char *name, enum worker_flags flags, struct worker **ret);
/*
 * Waits until all jobs have run, calls their done(), and ends the thread: to abandon a job, let job() see that it is
 * not wanted any more. NULL is allowed.
 */
void worker_free(struct worker *worker);

/* done: NULL none. 0; -ENOMEM; -ESHUTDOWN in a done() that worker_free() calls: neither function is called then. */
int worker_run(struct worker *worker, void (*job)(void *userdata), void (*done)(void *userdata), void *userdata);
/* Calls done() of all jobs that have run, and does not wait. Was there one? */
bool worker_poll(struct worker *worker);
/* Waits until all jobs have run, those too that a done() gives meanwhile, and calls their done(). */
void worker_wait(struct worker *worker);
/* No job is left whose done() was not called yet. */
bool worker_is_idle(const struct worker *worker);

#endif
