/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stream/stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/worker.h"

#define MOST_STAGED 65536	      /* changes: publications of some 30 MB, */
#define MOST_BYTES (64 * 1024 * 1024) /* … and texts of files */

enum change_type { ADD = 1, WITHHOLD, RELEASE, TAKE_BACK, PUT_FILE, EXPIRE, END, FORGET_ENDED };

struct change {
	enum change_type type;
	struct stream_subject subject; /* its event is the change's own */
	uint32_t plies;
	json_t *json; /* the publication, or the events that are kept */
	char *path, *text;
	int64_t t_us;
	int64_t epoch, publications; /* FORGET_ENDED */
};

struct changes {
	struct change *list;
	size_t count, size;
	size_t bytes; /* of texts */
};

struct stream_writer {
	char *path;
	sd_event *loop;
	void (*written)(void *userdata);
	void *userdata;
	struct worker *worker; /* NULL: nothing was given yet */
	struct changes staged;
	bool is_writing,
		is_written; /* a batch was given, and stream_writer_finish() has not told its end; it is there */
	bool is_asked;	    /* who waits is told, and not called */
	uint64_t batches;
	char error[256];

	/* The thread's while it writes. */
	struct stream_database *database; /* NULL: it cannot be opened, or was not yet */
	struct changes given;
	int result;
	char fault[256];
};

/* --- what is staged --- */

static void change_done(struct change *c)
{
	free((char *)c->subject.event);
	json_decref(c->json);
	free(c->path);
	free(c->text);
}

static void changes_done(struct changes *all)
{
	for (size_t i = 0; i < all->count; i++)
		change_done(&all->list[i]);
	free(all->list);
	*all = (struct changes){ 0 };
}

static int make_room(struct changes *all, size_t more)
{
	size_t size = all->size ? all->size : 64;
	struct change *list;

	while (size < all->count + more)
		size *= 2;
	if (size == all->size)
		return 0;
	list = reallocarray(all->list, size, sizeof(*list));
	if (!list)
		return -ENOMEM;
	all->list = list;
	all->size = size;
	return 0;
}

/* subject: NULL none. What the change has is taken in any case; its subject is the caller's. */
static int stage(struct stream_writer *w, struct change change, const struct stream_subject *subject)
{
	struct changes *all = &w->staged;
	const size_t bytes = change.text ? strlen(change.text) : 0;
	int r = all->count >= MOST_STAGED || all->bytes + bytes > MOST_BYTES ? -ENOBUFS : make_room(all, 1);

	if (subject) {
		change.subject = *subject;
		change.subject.event = strdup(subject->event);
		r = r < 0 || change.subject.event ? r : -ENOMEM;
	}
	if (r < 0) {
		change_done(&change);
		return r;
	}
	all->list[all->count++] = change;
	all->bytes += bytes;
	return 0;
}

int stream_writer_stage(struct stream_writer *w, const struct stream_subject *subject, json_t *publication)
{
	return stage(w, (struct change){ .type = ADD, .json = publication }, subject);
}

int stream_writer_stage_withheld(struct stream_writer *w, const struct stream_subject *subject, uint32_t plies,
				 json_t *publication)
{
	return stage(w, (struct change){ .type = WITHHOLD, .plies = plies, .json = publication }, subject);
}

int stream_writer_stage_release(struct stream_writer *w, const struct stream_subject *subject, uint32_t plies)
{
	return stage(w, (struct change){ .type = RELEASE, .plies = plies }, subject);
}

int stream_writer_stage_take_back(struct stream_writer *w, const struct stream_subject *subject, json_t *ruling)
{
	return stage(w, (struct change){ .type = TAKE_BACK, .json = ruling }, subject);
}

int stream_writer_stage_file(struct stream_writer *w, const struct stream_subject *subject, const char *path,
			     const char *text, int64_t realtime_us)
{
	struct change change = { .type = PUT_FILE, .path = strdup(path), .text = strdup(text), .t_us = realtime_us };

	if (!change.path || !change.text) {
		change_done(&change);
		return -ENOMEM;
	}
	return stage(w, change, subject);
}

int stream_writer_stage_expiry(struct stream_writer *w, json_t *kept, int64_t before_us)
{
	return stage(w, (struct change){ .type = EXPIRE, .json = kept, .t_us = before_us }, NULL);
}

int stream_writer_stage_end(struct stream_writer *w, const char *event, int64_t realtime_us)
{
	return stage(w, (struct change){ .type = END, .t_us = realtime_us }, &(struct stream_subject){ event, 0, 0 });
}

int stream_writer_stage_forget_ended(struct stream_writer *w, const char *event, int64_t epoch, int64_t publications)
{
	return stage(w, (struct change){ .type = FORGET_ENDED, .epoch = epoch, .publications = publications },
		     &(struct stream_subject){ event, 0, 0 });
}

static bool is_publication(const struct change *c)
{
	return c->type == ADD || c->type == WITHHOLD;
}

size_t stream_writer_staged(const struct stream_writer *w)
{
	size_t count = 0;

	for (size_t i = 0; i < w->staged.count; i++)
		count += is_publication(&w->staged.list[i]);
	return count;
}

/* --- the thread --- */

static int expire(struct stream_database *d, const json_t *kept, int64_t before_us)
{
	json_t *events = stream_database_events(d), *event, *one;
	size_t i, k;
	int r = events ? 0 : -ENOMEM;

	json_array_foreach(events, i, event) {
		const char *id = json_string_value(event);
		bool stays = stream_database_last(d, id) >= before_us;

		json_array_foreach(kept, k, one)
			stays |= json_equal(event, one);
		if (!stays && r >= 0)
			r = stream_database_forget(d, id);
	}
	json_decref(events);
	return r;
}

static int write_change(struct stream_database *d, const struct change *c)
{
	switch (c->type) {
	case ADD:
		return stream_database_add(d, &c->subject, c->json);
	case WITHHOLD:
		return stream_database_withhold(d, &c->subject, c->plies, c->json);
	case RELEASE:
		return stream_database_release(d, &c->subject, c->plies);
	case TAKE_BACK:
		return stream_database_take_back(d, &c->subject, c->json);
	case PUT_FILE:
		return stream_database_file(d, &c->subject, c->path, c->text, c->t_us);
	case EXPIRE:
		return expire(d, c->json, c->t_us);
	case END:
		return stream_database_end(d, c->subject.event, c->t_us);
	case FORGET_ENDED:
		return stream_database_forget_ended(d, c->subject.event, c->epoch, c->publications);
	}
	return 0;
}

static int stream_writer_write_all(struct stream_writer *w, char fault[static 256])
{
	int r = w->database ? 0 : stream_database_open(w->path, &w->database, fault);

	if (r < 0)
		return r;
	for (size_t i = 0; i < w->given.count && r >= 0; i++)
		r = write_change(w->database, &w->given.list[i]);
	if (r >= 0)
		r = stream_database_commit(w->database);
	if (r < 0) {
		snprintf(fault, 256, "%s",
			 r == -ENOMEM ? "The stream database cannot be written: no memory" :
					stream_database_error(w->database));
		stream_database_drop(w->database);
	}
	return r;
}

static void write_batch(void *userdata)
{
	struct stream_writer *w = userdata;

	w->fault[0] = '\0';
	w->result = stream_writer_write_all(w, w->fault);
}

/* --- the event loop's side --- */

static void stream_writer_on_written(void *userdata)
{
	struct stream_writer *w = userdata;

	w->is_written = true;
	if (!w->is_asked)
		w->written(w->userdata);
}

uint64_t stream_writer_submit(struct stream_writer *w)
{
	if (w->is_writing || w->staged.count == 0)
		return 0;
	if (!w->worker && worker_new(w->loop, SD_EVENT_PRIORITY_NORMAL, "stream", 0, &w->worker) < 0)
		return 0; /* with the next */
	w->given = w->staged;
	if (worker_run(w->worker, write_batch, stream_writer_on_written, w) < 0) {
		w->given = (struct changes){ 0 };
		return 0;
	}
	w->staged = (struct changes){ 0 };
	w->is_writing = true;
	w->is_written = false;
	return ++w->batches;
}

/* The publications of a batch that failed, in front of what was staged meanwhile. */
static void give_back(struct stream_writer *w, struct changes *batch)
{
	struct changes kept = { 0 };

	for (size_t i = 0; i < batch->count; i++) {
		struct change *c = &batch->list[i];

		if (is_publication(c) && make_room(&kept, 1) == 0)
			kept.list[kept.count++] = *c;
		else
			change_done(c);
	}
	free(batch->list);
	if (make_room(&kept, w->staged.count) == 0 && w->staged.count > 0) {
		memcpy(kept.list + kept.count, w->staged.list, w->staged.count * sizeof(*kept.list));
		kept.count += w->staged.count;
		kept.bytes = w->staged.bytes;
		w->staged.count = 0;
	}
	changes_done(&w->staged);
	w->staged = kept;
}

int stream_writer_finish(struct stream_writer *w, bool wait)
{
	struct changes batch;

	if (!w->is_writing)
		return 0;
	w->is_asked = true;
	if (wait)
		worker_wait(w->worker);
	else
		worker_poll(w->worker);
	w->is_asked = false;
	if (!w->is_written)
		return -EINPROGRESS;
	batch = w->given;
	w->given = (struct changes){ 0 };
	memcpy(w->error, w->fault, sizeof(w->error));
	w->is_writing = false;
	if (w->result < 0)
		give_back(w, &batch);
	else
		changes_done(&batch);
	return w->result;
}

bool stream_writer_is_writing(const struct stream_writer *w)
{
	return w->is_writing;
}

const char *stream_writer_error(const struct stream_writer *w)
{
	return w->error;
}

int stream_writer_new(const char *path, sd_event *loop, void (*written)(void *userdata), void *userdata,
		      struct stream_writer **ret)
{
	struct stream_writer *w = calloc(1, sizeof(*w));

	if (w)
		*w = (struct stream_writer){
			.path = strdup(path), .loop = loop, .written = written, .userdata = userdata
		};
	if (!w || !w->path) {
		free(w);
		return -ENOMEM;
	}
	*ret = w;
	return 0;
}

void stream_writer_free(struct stream_writer *w)
{
	if (!w)
		return;
	w->is_asked = true;
	worker_free(w->worker);
	stream_database_close(w->database);
	changes_done(&w->given);
	changes_done(&w->staged);
	free(w->path);
	free(w);
}
