/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * trace:FILE, a recorded trace; trace:- reads standard input. The lines
 * themselves are read by trace-parser.c; here are files, pipes and line ends.
 *
 * A file ends at its end. A FIFO or another stream is followed until its last
 * writer has closed it. A stream that was not opened here, standard input
 * above all, is not made non-blocking: others may share it. It is read only
 * when poll(2) reports something to read.
 */
#include "libboard/drivers.h"
#include "libboard/serial-line.h"
#include "libboard/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How long board_open() waits for the first line of a FIFO. On standard input it waits as long as it takes. */
#define HEADER_MS 10000
#define LOG_HEADER_MAX (16u << 20)

struct trace {
	struct board board;
	const char *name; /* for sentences: the address, within board.uri */
	int fd;
	bool is_file, at_end;
	struct poll_set poll_set;
	char *header;
	unsigned long line; /* number of the line last taken, from 1 */
	bool skipping;	    /* inside a line that was too long */
	int64_t last_us;
	uint32_t last_seq;
	struct board_squares squares;
	size_t start, end;	      /* what is read and not yet taken */
	size_t searched;	      /* no line ends before here */
	char buf[TRACE_LINE_MAX + 2]; /* one line, its end and a NUL */
};

static struct trace *trace_of(const struct board *board)
{
	return (struct trace *)board;
}

/* Reads once. 1: something came; 0: the end; -EAGAIN; or why not. */
static int fill(struct trace *t)
{
	struct pollfd pfd = { .fd = t->fd, .events = POLLIN };
	ssize_t n;

	if (t->at_end)
		return 0;
	if (t->start) {
		memmove(t->buf, t->buf + t->start, t->end - t->start);
		t->end -= t->start;
		t->searched -= t->start;
		t->start = 0;
	}
	if (!t->is_file && poll(&pfd, 1, 0) <= 0)
		return -EAGAIN; /* a FIFO without a writer yet is neither readable nor hung up */
	do
		n = read(t->fd, t->buf + t->end, sizeof(t->buf) - 1 - t->end);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	if (n == 0)
		t->at_end = true;
	t->end += (size_t)n;
	return n > 0;
}

/*
 * The next line that is not blank, without its end, NUL-terminated, valid until the next call. 1, -EAGAIN,
 * -ENODATA; -EBADMSG for a line that is too long, the rest of which is passed over.
 */
static int trace_take_line(struct trace *t, char **ret, size_t *len)
{
	for (;;) {
		char *begin = t->buf + t->start;
		char *end = memchr(t->buf + t->searched, '\n', t->end - t->searched);
		bool skipped = t->skipping;
		int r;

		if (!end && t->end - t->start > TRACE_LINE_MAX) {
			t->start = t->searched = t->end = 0;
			t->skipping = true;
			if (skipped)
				continue;
			t->line++;
			return board_fail(&t->board, -EBADMSG, "%.300s:%lu: the line is longer than %d bytes", t->name,
					  t->line, TRACE_LINE_MAX);
		}
		if (!end) {
			t->searched = t->end;
			r = fill(t);
			if (r < 0)
				return r;
			if (r > 0)
				continue;
			if (t->start == t->end)
				return -ENODATA;
			/* The last line may have no end. It may have been moved to make room for one. */
			begin = t->buf + t->start;
			end = t->buf + t->end;
			t->start = t->end;
		} else {
			t->start = (size_t)(end - t->buf) + 1;
		}
		t->searched = t->start;
		t->skipping = false;
		if (skipped)
			continue;
		t->line++;
		*end = '\0';
		if (t->line == 1 && end - begin >= 3 && memcmp(begin, "\xef\xbb\xbf", 3) == 0)
			begin += 3;
		while (end > begin && strchr(" \t\r", end[-1]))
			*--end = '\0';
		begin += strspn(begin, " \t\r");
		if (begin == end || !board_trace_pass_prefix(&begin))
			continue;
		*ret = begin;
		*len = (size_t)(end - begin);
		return 1;
	}
}

/* Of a game's file in the journal: in front of its inputs stand the texts of its rulebook, which may be long, and its
 * start. */
static int read_log_header(struct trace *t)
{
	char error[TRACE_ERROR_SIZE], *data = NULL;
	size_t had = 0, size = 0, used = 0;
	ssize_t n = 1;
	int r = 0;

	while (n > 0 && used == 0 && had < LOG_HEADER_MAX) {
		char *more = realloc(data, size = had + TRACE_LINE_MAX);

		if (!more) {
			r = -ENOMEM;
			break;
		}
		data = more;
		n = pread(t->fd, data + had, size - had, (off_t)had);
		had += n > 0 ? (size_t)n : 0;
		r = board_trace_log_header(data, had, &t->header, &used);
		if (r < 0)
			break;
	}
	free(data);
	if (r >= 0 && !used)
		r = -EBADMSG;
	if (r >= 0 && lseek(t->fd, (off_t)used, SEEK_SET) < 0)
		r = -errno;
	if (r >= 0)
		r = board_trace_read_header(t->header, strlen(t->header), &t->board.info, error);
	else
		snprintf(error, sizeof(error), "the start of a game is not there");
	return r < 0 ? board_fail(&t->board, r, "%.300s: %s", t->name, error) : 0;
}

static bool is_log(const struct trace *t)
{
	char head[TRACE_DIGEST + 2];
	ssize_t n = t->is_file ? pread(t->fd, head, sizeof(head) - 1, 0) : -1;

	if (n != TRACE_DIGEST + 1)
		return false;
	head[n] = '\0';
	return strspn(head, "0123456789abcdef") == TRACE_DIGEST && head[TRACE_DIGEST] == ' ';
}

static int read_header(struct trace *t, int wait_ms)
{
	int64_t until = board_now_us() + (int64_t)wait_ms * 1000;
	char error[TRACE_ERROR_SIZE], *line = NULL;
	size_t len = 0;
	int r;

	while ((r = trace_take_line(t, &line, &len)) == -EAGAIN) {
		struct pollfd pfd = { .fd = t->fd, .events = POLLIN };
		int64_t left = until - board_now_us();

		if (wait_ms >= 0 && left <= 0)
			return board_fail(&t->board, -ETIMEDOUT, "%.300s: the first line did not arrive", t->name);
		poll(&pfd, 1, wait_ms < 0 ? -1 : (int)(left / 1000 + 1));
	}
	if (r == -ENODATA)
		return board_fail(&t->board, -EBADMSG, "%.300s: the trace is empty, it has no header", t->name);
	if (r < 0)
		return r;
	r = board_trace_read_header(line, len, &t->board.info, error);
	if (r < 0)
		return board_fail(&t->board, r, "%.300s:%lu: %s", t->name, t->line, error);
	t->header = strdup(line);
	return t->header ? 0 : -ENOMEM;
}

static int trace_open(struct board *board, const char *address, const struct board_opener *opener)
{
	struct trace *t = trace_of(board);
	bool is_stdin = strcmp(address, "-") == 0;
	struct stat st;
	int r;

	board_poll_set_init(&t->poll_set);
	t->last_us = BOARD_NO_TIME;
	t->name = is_stdin ? "standard input" : strchr(board->uri, ':') + 1;
	/* Not blocking: a FIFO is opened before its writer comes. */
	t->fd = is_stdin ? STDIN_FILENO :
			   board_open_file(opener, address, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (t->fd < 0)
		return board_fail(board, t->fd, "%.300s, where a trace is expected, cannot be read: %s", t->name,
				  strerror(-t->fd));
	if (fstat(t->fd, &st) < 0)
		return -errno;
	if (S_ISDIR(st.st_mode))
		return board_fail(board, -EISDIR, "%.300s: %s", t->name, strerror(EISDIR));
	t->is_file = S_ISREG(st.st_mode);
	r = is_log(t) ? read_log_header(t) : read_header(t, t->is_file ? 0 : is_stdin ? -1 : HEADER_MS);
	if (r < 0)
		return r;
	r = board_poll_set_open(&t->poll_set, t->is_file ? -1 : t->fd);
	/* Some devices, /dev/null for one, cannot be polled and never make a reader wait. */
	if (r == -EPERM && !t->is_file) {
		t->is_file = true;
		r = board_poll_set_open(&t->poll_set, -1);
	}
	board_poll_set_mark(&t->poll_set, t->is_file || t->start < t->end);
	return r;
}

static void trace_close(struct board *board)
{
	struct trace *t = trace_of(board);

	board_poll_set_close(&t->poll_set);
	if (t->fd > STDIN_FILENO || (t->fd == STDIN_FILENO && strcmp(t->name, "standard input") != 0))
		close(t->fd);
	free(t->header);
}

static int trace_get_fd(const struct board *board)
{
	return trace_of(board)->poll_set.fd;
}

static const char *trace_get_header(const struct board *board)
{
	return trace_of(board)->header;
}

static int trace_read(struct board *board, struct board_event *ev)
{
	struct trace *t = trace_of(board);
	char error[TRACE_ERROR_SIZE], *line = NULL;
	size_t len = 0;
	int r = trace_take_line(t, &line, &len);

	if (!t->is_file)
		board_poll_set_mark(&t->poll_set, memchr(t->buf + t->start, '\n', t->end - t->start) || t->at_end);
	if (r == -ENODATA)
		return board_fail(board, r, "%.300s: the trace has ended", t->name);
	if (r < 0)
		return r;
	r = board_trace_read_event(&board->info, line, len, t->last_us, t->last_seq, ev, &t->squares, error);
	if (r < 0)
		return board_fail(board, r, "%.300s:%lu: %s%s", t->name, t->line, error,
				  t->at_end && t->start == t->end ? " (the last line, perhaps cut off)" : "");
	t->last_us = ev->device_us;
	t->last_seq = ev->seq;
	if (ev->type == BOARD_EVENT_TEXT)
		ev->text = line;
	return 1;
}

static const struct board_backend backend = {
	.size = sizeof(struct trace),
	.open = trace_open,
	.close = trace_close,
	.get_fd = trace_get_fd,
	.read = trace_read,
	.get_header = trace_get_header,
};

const struct board_driver board_driver_trace = {
	.scheme = "trace",
	.backend = &backend,
};
