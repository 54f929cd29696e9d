/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * record:OUT,URI writes all that is read from the board at URI to the trace
 * OUT. It is itself a backend, so a program that reads a board records it by
 * opening another URI.
 *
 * Each line is written as a whole before its event is returned: if the program
 * dies, the trace holds all that it knew. (The exception is a whole board that
 * is ahead of the events read: its line has to come after theirs.) If a line
 * cannot be written the recording ends there, with a complete last line; one
 * call fails, and the board is read on.
 */
#include "libboard/drivers.h"
#include "libboard/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct recorder {
	struct board board;
	char *path;
	int fd;
	off_t written; /* whole lines so far; a file is cut to this when a line does not fit */
	bool is_file, own_fd;
	int failed;	       /* why the recording ended, 0 while it goes on */
	bool failure_reported; /* to the caller */
	bool event_waits;      /* while the failure is reported */
	struct board_event event;
	bool from_trace; /* times are taken as they are */
	int64_t base_us; /* time 0 of the recording, BOARD_NO_TIME: not known yet */
	int64_t last_us;
	uint32_t last_seq;
	unsigned long events;
	bool squares_wait; /* they contain events that are still to be read, and are written after these */
	struct board_squares squares;
};

static struct recorder *recorder_of(const struct board *board)
{
	return (struct recorder *)board;
}

static int trace_recorder_write_all(int fd, const char *text, size_t n)
{
	while (n) {
		ssize_t done = write(fd, text, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return done < 0 ? -errno : -EIO;
		text += done;
		n -= (size_t)done;
	}
	return 0;
}

static void trace_recorder_write_line(struct recorder *rec, const char *line, size_t n)
{
	int r;

	if (rec->failed)
		return;
	r = trace_recorder_write_all(rec->fd, line, n);
	if (r == 0) {
		rec->written += (off_t)n;
		return;
	}
	rec->failed = r;
	if (rec->is_file && ftruncate(rec->fd, rec->written) < 0)
		rec->failed = r; /* the last line then is cut off, which its reader reports */
}

/* The time of the line: the board's own where that is the time of play, and never before the line above it. */
static int64_t line_time(struct recorder *rec, int64_t host_us, int64_t device_us)
{
	int64_t t = (rec->board.info.features & BOARD_FEATURE_DEVICE_TIME) ? device_us : host_us;

	if (t != BOARD_NO_TIME) {
		if (rec->base_us == BOARD_NO_TIME)
			rec->base_us = rec->from_trace ? 0 : t;
		if (t - rec->base_us > rec->last_us)
			rec->last_us = t - rec->base_us;
	}
	return rec->last_us;
}

/* A line of its own for text, free() it. Text from a live board gets the time of the host. */
static char *timed_text(const struct recorder *rec, const char *text, int64_t t_us)
{
	json_t *o = rec->from_trace ? NULL : json_loads(text, 0, NULL);
	char *line = NULL, *ret = NULL;

	if (o && json_object_set_new(o, "t_us", json_integer(t_us)) == 0)
		line = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	if ((line || rec->from_trace) && asprintf(&ret, "%s\n", line ? line : text) < 0)
		ret = NULL;
	free(line);
	return ret;
}

static void write_event(struct recorder *rec, const struct board_event *ev)
{
	char line[TRACE_WRITE_MAX], *text = NULL;
	int64_t t_us = line_time(rec, ev->host_us, ev->device_us);
	int n;

	if (ev->type == BOARD_EVENT_TEXT) {
		text = timed_text(rec, ev->text, t_us);
		n = text ? 0 : -1;
	} else {
		n = board_trace_write_event(&rec->board.info, ev, t_us, rec->last_seq, line, sizeof(line));
	}
	if (n < 0)
		rec->failed = rec->failed ? rec->failed : -ENOMEM;
	else
		trace_recorder_write_line(rec, text ? text : line, text ? strlen(text) : (size_t)n);
	free(text);
	rec->last_seq = ev->seq;
	if (!rec->failed)
		rec->events++;
}

static void write_squares(struct recorder *rec, const struct board_squares *squares)
{
	write_event(rec, &(struct board_event){
				 .type = BOARD_EVENT_SQUARES,
				 .seq = rec->last_seq,
				 .host_us = squares->host_us,
				 .device_us = squares->device_us,
				 .squares = squares,
			 });
}

static bool after(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) > 0;
}

/* The answer that waits, if the event that comes next (NULL: none will come) is not contained in it. */
static void write_waiting(struct recorder *rec, const struct board_event *next)
{
	if (!rec->squares_wait || (next && !after(next->seq, rec->squares.seq)))
		return;
	rec->squares_wait = false;
	write_squares(rec, &rec->squares);
}

static int write_header(struct recorder *rec, const struct board_squares *squares)
{
	const char *header = board_get_header(rec->board.source);
	char *line = NULL;

	if (!header)
		line = board_trace_write_header(&rec->board.info, squares);
	else if (asprintf(&line, "%s\n", header) < 0)
		line = NULL;
	if (!line)
		return -ENOMEM;
	trace_recorder_write_line(rec, line, strlen(line));
	free(line);
	return rec->failed;
}

static int open_output(struct recorder *rec, const struct board_opener *opener, const struct board_squares *squares)
{
	struct stat st;

	rec->own_fd = strcmp(rec->path, "-") != 0;
	rec->fd = rec->own_fd ?
			  board_open_file(opener, rec->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY) :
			  STDOUT_FILENO;
	if (rec->fd < 0)
		return rec->fd;
	rec->is_file = rec->own_fd && fstat(rec->fd, &st) == 0 && S_ISREG(st.st_mode);
	return write_header(rec, squares);
}

static int recorder_open(struct board *board, const char *address, const struct board_opener *opener)
{
	struct recorder *rec = recorder_of(board);
	struct board_squares squares;
	bool asked;
	int r;

	rec->fd = -1;
	rec->base_us = BOARD_NO_TIME;
	rec->path = strdup(address);
	if (!rec->path)
		return -ENOMEM;
	board->info = rec->board.source->info;
	rec->from_trace = board_get_header(rec->board.source);

	/* The board comes before the file: where there is no board, an earlier recording is left alone. */
	asked = board_request_squares(rec->board.source) == 0;
	if (asked)
		squares = board_get_answer(rec->board.source)->squares;
	r = open_output(rec, opener, asked ? &squares : NULL);
	if (r < 0)
		return board_fail(board, r, "%.300s cannot be made: %s; name another file", rec->path, strerror(-r));
	if (asked)
		write_squares(rec, &squares);
	return 0;
}

static void recorder_close(struct board *board)
{
	struct recorder *rec = recorder_of(board);

	write_waiting(rec, NULL);
	if (rec->own_fd && rec->fd >= 0)
		close(rec->fd);
	free(rec->path);
}

static int recorder_get_fd(const struct board *board)
{
	return board_get_fd(board->source);
}

static const char *recorder_get_header(const struct board *board)
{
	return board_get_header(board->source);
}

/* Once, as soon as the recording has ended. */
static int report_failure(struct recorder *rec)
{
	rec->failure_reported = true;
	return board_fail(&rec->board, rec->failed, "%.300s: the recording ends after %lu events: %s", rec->path,
			  rec->events, strerror(-rec->failed));
}

static int recorder_read(struct board *board, struct board_event *ev)
{
	struct recorder *rec = recorder_of(board);
	int r;

	if (rec->failed && !rec->failure_reported)
		return report_failure(rec);
	if (rec->event_waits) {
		rec->event_waits = false;
		*ev = rec->event;
		return 1;
	}
	r = board_read(rec->board.source, ev);
	if (r < 0) {
		if (r != -EAGAIN)
			board_fail(board, r, "%s", board_error(rec->board.source));
		return r;
	}
	write_waiting(rec, ev);
	write_event(rec, ev);
	if (!rec->failed || rec->failure_reported)
		return 1;
	rec->event = *ev;
	rec->event_waits = true;
	return report_failure(rec);
}

static int recorder_get_squares(struct board *board, struct board_squares *ret)
{
	struct recorder *rec = recorder_of(board);
	int r = board_request_squares(rec->board.source);

	if (r < 0)
		return board_fail(board, r, "%s", board_error(rec->board.source));
	write_waiting(rec, NULL);
	rec->squares = *ret = board_get_answer(rec->board.source)->squares;
	rec->squares_wait = true;
	if (!after(ret->seq, rec->last_seq))
		write_waiting(rec, NULL);
	return 0;
}

static const struct board_backend backend = {
	.size = sizeof(struct recorder),
	.records = true,
	.open = recorder_open,
	.close = recorder_close,
	.get_fd = recorder_get_fd,
	.read = recorder_read,
	.get_header = recorder_get_header,
	.get_squares = recorder_get_squares,
};

const struct board_driver board_driver_record = {
	.scheme = "record",
	.backend = &backend,
};
