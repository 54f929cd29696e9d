/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/record-writer.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "daemon/stream/text-file.h"

/* In order. */
struct job_list {
	struct record_job *first, **end;
};

struct record_writer {
	pthread_t thread;
	bool runs;
	int fd; /* eventfd: one is done */

	pthread_mutex_t lock; /* over what follows */
	pthread_cond_t changed;
	struct job_list given, done;
	unsigned pending; /* given and not taken */
	bool stop;
};

static void append(struct job_list *list, struct record_job *job)
{
	job->next = NULL;
	*list->end = job;
	list->end = &job->next;
}

static struct record_job *take_first(struct job_list *list)
{
	struct record_job *job = list->first;

	if (job) {
		list->first = job->next;
		if (!list->first)
			list->end = &list->first;
		job->next = NULL;
	}
	return job;
}

static void write_record(struct record_job *job)
{
	job->result = job->final ? text_file_replace(job->path, job->text, true) :
				   text_file_renew(job->path, job->text);
	if (job->result >= 0 && job->old && strcmp(job->old, job->path) != 0)
		text_file_remove(job->old);
}

static void *work(void *userdata)
{
	struct record_writer *w = userdata;
	const uint64_t one = 1;
	struct record_job *job;

	pthread_mutex_lock(&w->lock);
	for (;;) {
		while (!w->given.first && !w->stop)
			pthread_cond_wait(&w->changed, &w->lock);
		job = take_first(&w->given);
		if (!job)
			break;
		pthread_mutex_unlock(&w->lock);
		write_record(job);
		pthread_mutex_lock(&w->lock);
		append(&w->done, job);
		pthread_cond_broadcast(&w->changed);
		while (write(w->fd, &one, sizeof(one)) < 0 && errno == EINTR)
			;
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

int record_writer_new(struct record_writer **ret)
{
	struct record_writer *w = calloc(1, sizeof(*w));
	int r;

	if (!w)
		return -ENOMEM;
	w->given.end = &w->given.first;
	w->done.end = &w->done.first;
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->changed, NULL);
	w->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	r = w->fd < 0 ? -errno : -pthread_create(&w->thread, NULL, work, w);
	w->runs = r == 0;
	if (r < 0) {
		record_writer_free(w);
		return r;
	}
	*ret = w;
	return 0;
}

void record_writer_free(struct record_writer *w)
{
	struct record_job *job;

	if (!w)
		return;
	if (w->runs) {
		pthread_mutex_lock(&w->lock);
		w->stop = true;
		pthread_cond_broadcast(&w->changed);
		pthread_mutex_unlock(&w->lock);
		pthread_join(w->thread, NULL);
	}
	while ((job = take_first(&w->done)))
		record_job_free(job);
	pthread_cond_destroy(&w->changed);
	pthread_mutex_destroy(&w->lock);
	if (w->fd >= 0)
		close(w->fd);
	free(w);
}

int record_writer_fd(const struct record_writer *w)
{
	return w->fd;
}

struct record_job *record_job_new(uint64_t game, char *path, char *text, const char *old, bool final)
{
	struct record_job *job = calloc(1, sizeof(*job));

	if (job)
		*job = (struct record_job){
			.game = game, .path = path, .text = text, .old = old ? strdup(old) : NULL, .final = final
		};
	if (!job || !path || !text || (old && !job->old)) {
		free(path);
		free(text);
		free(job ? job->old : NULL);
		free(job);
		return NULL;
	}
	return job;
}

void record_job_free(struct record_job *job)
{
	if (!job)
		return;
	free(job->path);
	free(job->text);
	free(job->old);
	free(job);
}

void record_writer_give(struct record_writer *w, struct record_job *job)
{
	pthread_mutex_lock(&w->lock);
	append(&w->given, job);
	w->pending++;
	pthread_cond_broadcast(&w->changed);
	pthread_mutex_unlock(&w->lock);
}

struct record_job *record_writer_take(struct record_writer *w, bool wait)
{
	struct record_job *job;
	uint64_t n;

	pthread_mutex_lock(&w->lock);
	while (wait && w->pending > 0 && !w->done.first)
		pthread_cond_wait(&w->changed, &w->lock);
	job = take_first(&w->done);
	if (job)
		w->pending--;
	if (!w->done.first)
		while (read(w->fd, &n, sizeof(n)) < 0 && errno == EINTR)
			;
	pthread_mutex_unlock(&w->lock);
	return job;
}
