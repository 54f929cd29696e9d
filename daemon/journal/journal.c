/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/journal/inside.h"
#include "common/machine-clock.h"

#define TURN_AGAIN 4096 /* batches */

uint64_t journal_next_game(struct journal *j)
{
	return j->next_game++;
}

/* --- batches --- */

struct writing {
	struct journal *journal;
	struct log *log;
	const struct lines *lines;
	uint64_t inputs, next_game;
	struct log_copy *copy; /* the next segment is to be taken; NULL: not yet */
	bool is_done, has_copied, needs_room;
	int fd; /* of the segment, where it is another one now; else -1 */
	struct log_place place;
	int r;
	uint64_t took_us;
	char error[256];
};

/* The segment is not where it was: what is in it is written anew. */
static int recover(struct writing *w)
{
	struct log_copy copy = { .wants = NULL };
	int r = log_copy_begin(w->log, &copy);

	if (r < 0)
		memcpy(w->log->error, copy.next.error, sizeof(w->log->error));
	else
		r = log_copy_end(w->log, &copy);
	log_copy_drop(&copy);
	return r;
}

static void write_batch(void *userdata)
{
	struct writing *w = userdata;
	const int64_t begun_us = machine_clock_us(CLOCK_MONOTONIC);
	const uint64_t segment = w->log->place.segment;

	w->r = 0;
	if (w->log->is_gone)
		w->r = recover(w);
	else if (w->copy && log_copy_end(w->log, w->copy) >= 0) /* else the old one goes on, and it is tried later */
		w->has_copied = true;
	if (w->r >= 0)
		w->r = log_write(w->log, w->lines->text, w->lines->length, w->inputs, w->next_game);
	if (w->log->place.segment != segment)
		w->fd = dup(w->log->fd);
	w->place = w->log->place;
	w->needs_room = w->log->room < w->log->place.end + LOG_ROOM_BYTES - LOG_ROOM_STEP;
	memcpy(w->error, w->log->error, sizeof(w->error));
	w->took_us = (uint64_t)(machine_clock_us(CLOCK_MONOTONIC) - begun_us);
}

static void on_written(void *userdata)
{
	struct writing *w = userdata;

	w->is_done = true;
	if (w->journal->on_written)
		w->journal->on_written(w->journal->userdata);
}

static void make_room(void *userdata)
{
	struct journal *j = userdata;

	j->room.again = log_make_room(&j->log);
	j->room.fault = j->log.room_fault;
}

static void on_room(void *userdata)
{
	struct journal *j = userdata;

	if (j->room.fault < 0 && j->room_fault >= 0)
		snprintf(j->news, sizeof(j->news),
			 "The disk has no room for more of the journal than the next %u MiB: %s; make room for it",
			 LOG_ROOM_BYTES >> 20, strerror(-j->room.fault));
	j->room_fault = j->room.fault;
	j->makes_room = j->room.again && !j->writing && worker_run(j->writer, make_room, on_room, j) >= 0;
}

size_t journal_staged(const struct journal *j)
{
	return j->staged.lines.count + (j->writing ? 0 : j->written.lines.count);
}

size_t journal_unwritten(const struct journal *j)
{
	return j->staged.lines.count + j->written.lines.count;
}

bool journal_is_writing(const struct journal *j)
{
	return j->writing;
}

void journal_on_written(struct journal *j, void (*fn)(void *userdata), void *userdata)
{
	j->on_written = fn;
	j->userdata = userdata;
}

/* All that is staged becomes what is written, behind what could not be. */
static int gather(struct journal *j)
{
	struct batch *const to = &j->written, *const from = &j->staged;

	if (to->lines.count && from->lines.count) {
		if (lines_join(&to->lines, &from->lines) < 0)
			return -ENOMEM;
		to->inputs += from->inputs;
		to->marks += from->marks;
		lines_free(&from->lines);
	} else if (from->lines.count) {
		lines_free(&to->lines);
		*to = *from;
	}
	*from = (struct batch){ 0 };
	return 0;
}

int journal_submit(struct journal *j, bool beat)
{
	struct writing *w;
	int r;

	if (j->writing || (!journal_staged(j) && !beat))
		return 0;
	w = calloc(1, sizeof(*w));
	r = w ? gather(j) : -ENOMEM;
	if (r >= 0) {
		*w = (struct writing){ .journal = j,
				       .log = &j->log,
				       .lines = &j->written.lines,
				       .inputs = j->written.inputs,
				       .next_game = j->next_game,
				       .copy = turnover_take(j),
				       .fd = -1 };
		j->writing = w;
		r = worker_run(j->writer, write_batch, on_written, w);
	}
	if (r >= 0)
		return 1;
	journal_say(j, "writing the journal: %s", strerror(-r));
	j->writing = NULL;
	free(w);
	return r;
}

static int on_disk(void *userdata, const struct chain_line *line)
{
	struct journal *j = userdata;

	journal_index_line(j, line); /* what it could not have the next start gives it */
	j->must_file |= line->kind == CHAIN_STATE || line->kind == CHAIN_EVENT;
	return 0;
}

static void end_batch(struct journal *j, struct writing *w)
{
	j->place = w->place;
	if (!j->has_read)
		journal_settle(j);
	if (j->written.marks)
		lines_each(&j->written.lines, on_disk, j);
	lines_free(&j->written.lines);
	j->written = (struct batch){ 0 };
	if (w->copy && !w->has_copied) {
		snprintf(j->news, sizeof(j->news), "The log does not turn over: %.200s", w->error);
		j->turn_after = j->place.batches + TURN_AGAIN;
	}
	if (w->copy)
		turnover_drop(j);
	worker_poll(j->filer); /* where there is no loop to tell it */
	files_make(j);
	files_care(j);
	turnover_check(j);
	if (!j->makes_room && w->needs_room && worker_run(j->writer, make_room, on_room, j) >= 0)
		j->makes_room = true;
}

int journal_finish(struct journal *j, bool wait)
{
	struct writing *w = j->writing;
	void (*const tell)(void *userdata) = j->on_written;
	int r;

	if (!w)
		return 0;
	j->on_written = NULL; /* who asks is told here */
	if (wait)
		worker_wait(j->writer);
	else
		worker_poll(j->writer);
	j->on_written = tell;
	if (!w->is_done)
		return -EINPROGRESS;
	j->writing = NULL;
	j->took_us = w->took_us;
	if (w->fd >= 0) { /* whatever became of the batch */
		close(j->fd);
		j->fd = w->fd;
		j->place = w->place;
	}
	r = w->r;
	if (r < 0) {
		journal_say(j, "writing the journal: %.220s", w->error);
		if (w->copy)
			turnover_drop(j);
	} else {
		end_batch(j, w);
	}
	free(w);
	return r;
}

uint64_t journal_took_us(const struct journal *j)
{
	return j->took_us;
}

const char *journal_news(struct journal *j, char text[static 256])
{
	memcpy(text, j->news, sizeof(j->news));
	j->news[0] = '\0';
	return text;
}
