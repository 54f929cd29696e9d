/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "common/worker.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "common/sched-slice.h"

struct job {
	struct job *next;
	void (*run)(void *userdata);
	void (*done)(void *userdata);
	void *userdata;
};

struct job_list {
	struct job *first, **end;
	size_t count;
};

struct worker {
	char name[16];
	enum worker_flags flags;
	pthread_t thread;
	bool is_started;
	int fd; /* eventfd, readable while something is in ran */
	sd_event_source *source;

	/* The loop's thread's. */
	size_t pending;	    /* jobs whose done() was not called */
	unsigned telling;   /* calls of tell() that have not returned */
	bool ending, ended; /* worker_free() was called; and has returned, in a done() */

	pthread_mutex_t lock; /* over what follows */
	pthread_cond_t changed;
	struct job_list given, ran;
	bool stop;
};

static void append(struct job_list *list, struct job *job)
{
	*list->end = job;
	list->end = &job->next;
	list->count++;
}

static struct job *take_first(struct job_list *list)
{
	struct job *job = list->first;

	if (!job)
		return NULL;
	list->first = job->next;
	if (!list->first)
		list->end = &list->first;
	list->count--;
	job->next = NULL;
	return job;
}

static void *work(void *userdata)
{
	struct worker *w = userdata;
	const uint64_t one = 1;
	struct job *job;

	if (w->flags & WORKER_SHORT_SLICES)
		sched_slice_shorten();
	pthread_mutex_lock(&w->lock);
	for (;;) {
		while (!w->given.first && !w->stop)
			pthread_cond_wait(&w->changed, &w->lock);
		job = take_first(&w->given);
		if (!job)
			break;
		pthread_mutex_unlock(&w->lock);
		job->run(job->userdata);
		pthread_mutex_lock(&w->lock);
		append(&w->ran, job);
		pthread_cond_broadcast(&w->changed);
		while (eventfd_write(w->fd, one) < 0 && errno == EINTR)
			;
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

/* The first that has run; wait: NULL only if none is pending. */
static struct job *take_ran(struct worker *w, bool wait)
{
	struct job *job;
	uint64_t n;

	pthread_mutex_lock(&w->lock);
	while (wait && w->pending > 0 && !w->ran.first)
		pthread_cond_wait(&w->changed, &w->lock);
	job = take_first(&w->ran);
	if (job && !w->ran.first)
		while (read(w->fd, &n, sizeof(n)) < 0 && errno == EINTR)
			;
	pthread_mutex_unlock(&w->lock);
	return job;
}

static size_t count_ran(struct worker *w)
{
	size_t count;

	pthread_mutex_lock(&w->lock);
	count = w->ran.count;
	pthread_mutex_unlock(&w->lock);
	return count;
}

/* Calls done() of so many, or of all. Was there one? The worker may be gone then. */
static bool worker_tell(struct worker *w, size_t most, bool wait)
{
	struct job *job;
	bool any = false;

	w->telling++;
	while (most-- > 0 && !w->ended && (job = take_ran(w, wait))) {
		any = true;
		w->pending--;
		if (job->done)
			job->done(job->userdata);
		free(job);
	}
	if (--w->telling == 0 && w->ended)
		free(w);
	return any;
}

static int on_ran(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	worker_poll(userdata);
	return 0;
}

static int start_thread(struct worker *w)
{
	sigset_t all, before;
	int r;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	r = -pthread_create(&w->thread, NULL, work, w);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	w->is_started = r == 0;
	if (w->is_started)
		pthread_setname_np(w->thread, w->name);
	return r;
}

int worker_new(sd_event *loop, int64_t priority, const char *name, enum worker_flags flags, struct worker **ret)
{
	struct worker *w = calloc(1, sizeof(*w));
	int r;

	if (!w)
		return -ENOMEM;
	snprintf(w->name, sizeof(w->name), "%s", name);
	w->flags = flags;
	w->given.end = &w->given.first;
	w->ran.end = &w->ran.first;
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->changed, NULL);
	w->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	r = w->fd < 0 ? -errno : 0;
	if (r >= 0 && loop)
		r = sd_event_add_io(loop, &w->source, w->fd, EPOLLIN, on_ran, w);
	if (r >= 0 && loop)
		r = sd_event_source_set_priority(w->source, priority);
	if (r >= 0)
		r = start_thread(w);
	if (r < 0) {
		worker_free(w);
		return r;
	}
	*ret = w;
	return 0;
}

void worker_free(struct worker *w)
{
	if (!w)
		return;
	assert(!w->ending);
	w->ending = true;
	worker_tell(w, SIZE_MAX, true);
	if (w->is_started) {
		pthread_mutex_lock(&w->lock);
		w->stop = true;
		pthread_cond_broadcast(&w->changed);
		pthread_mutex_unlock(&w->lock);
		pthread_join(w->thread, NULL);
	}
	sd_event_source_disable_unref(w->source);
	if (w->fd >= 0)
		close(w->fd);
	pthread_cond_destroy(&w->changed);
	pthread_mutex_destroy(&w->lock);
	w->ended = true;
	if (w->telling == 0)
		free(w);
}

int worker_run(struct worker *w, void (*job)(void *userdata), void (*done)(void *userdata), void *userdata)
{
	struct job *j = w->ending ? NULL : malloc(sizeof(*j));

	if (!j)
		return w->ending ? -ESHUTDOWN : -ENOMEM;
	*j = (struct job){ .run = job, .done = done, .userdata = userdata };
	w->pending++;
	pthread_mutex_lock(&w->lock);
	append(&w->given, j);
	pthread_cond_broadcast(&w->changed);
	pthread_mutex_unlock(&w->lock);
	return 0;
}

bool worker_poll(struct worker *w)
{
	return worker_tell(w, count_ran(w), false);
}

void worker_wait(struct worker *w)
{
	worker_tell(w, SIZE_MAX, true);
}

bool worker_is_idle(const struct worker *w)
{
	return w->pending == 0;
}
