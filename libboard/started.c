/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Boards that are read by a thread of their own. The board that was opened is the thread's from then on, and its
 * backend does not know of it: requests sleep there until they are answered, and nobody else waits. What the program
 * holds is another struct board with the table at the end of this file, which takes from the mailbox between them.
 *
 * A backend whose requests wait gives what comes meanwhile to board.mailbox itself, since a press is not to be known a
 * second late because a clock is silent. One whose requests sleep in the kernel has a twin: the program reads it.
 */
#include "libboard/mailbox.h"
#include "common/sched-slice.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What decoding, a recording and libusb need is far less; pages that are not touched cost nothing. */
#define STACK_SIZE (128 * 1024)
#define READ_BATCH 256 /* events before requests have their turn */

/* The thread's, but for what mailbox.h says of its members. Freed by whoever lets go of it last. */
struct reader {
	struct mailbox mailbox;
	struct board *source;
	bool reads; /* false: the program does, it has a twin */
	int faults; /* readings that failed, one after the other */
};

/* The program's. */
struct started_board {
	struct board board;
	struct reader *reader;
	struct board *twin; /* NULL: the thread reads */
	void *userdata;
	void *kept; /* what the last event points to */
};

/* --- the thread --- */

/* 0, or how reading has ended. *more: there may be more to be read at once. */
static int read_events(struct reader *r, bool *more)
{
	struct board_event ev;
	int result = 0, end = 0;

	board_mailbox_enter(&r->mailbox);
	for (int i = 0; i < READ_BATCH && !end && (result = board_read(r->source, &ev)) != -EAGAIN; i++) {
		if (result == 1) {
			r->faults = 0;
			/* a board that has just identified its pieces is another one before it says which they are */
			if (ev.type == BOARD_EVENT_SQUARES)
				board_mailbox_set_info(&r->mailbox, &r->source->info);
			board_mailbox_push(&r->mailbox, &ev);
		} else if (r->source->over || (result != -EBADMSG && r->faults++)) {
			end = result;
		} else { /* noise is dropped; any other fault may happen once, as a recording that ends */
			board_mailbox_push_error(&r->mailbox, result, r->source->error);
		}
	}
	if (result == -EAGAIN)
		r->faults = 0;
	board_mailbox_set_info(&r->mailbox, &r->source->info);
	board_mailbox_leave(&r->mailbox);
	*more = result != -EAGAIN;
	return end;
}

/* A clock that runs has gone on since it was asked to show this. */
static uint32_t less(uint32_t ms, int64_t passed_us)
{
	int64_t passed = passed_us / 1000;

	return passed <= 0 ? ms : passed >= ms ? 0 : ms - (uint32_t)passed;
}

static int make_request(struct board *board, struct board_call *c)
{
	int64_t passed = board_now_us() - c->asked_us;

	if (c->answer.kind == BOARD_REQUEST_CLOCK && c->clock.running == BOARD_WHITE)
		c->clock.white_ms = less(c->clock.white_ms, passed);
	if (c->answer.kind == BOARD_REQUEST_CLOCK && c->clock.running == BOARD_BLACK)
		c->clock.black_ms = less(c->clock.black_ms, passed);
	return board_make_request(board, c);
}

/* True: one was made. */
static bool make_requests(struct reader *r, bool *closing)
{
	struct board_call *call;
	bool made = false;

	while ((call = board_mailbox_next_call(&r->mailbox, closing))) {
		call->answer.result = make_request(r->source, call);
		if (call->answer.result < 0)
			memcpy(call->error, r->source->error, sizeof(call->error));
		board_mailbox_set_info(&r->mailbox, &r->source->info);
		board_mailbox_answer(&r->mailbox, call);
		made = true;
	}
	return made;
}

static void wait_for_more(struct reader *r, int fd)
{
	struct pollfd fds[2] = { { .fd = r->mailbox.wake_fd, .events = POLLIN }, { .fd = fd, .events = POLLIN } };
	uint64_t n;

	if (poll(fds, r->reads ? 2 : 1, -1) > 0 && fds[0].revents)
		(void)!read(r->mailbox.wake_fd, &n, sizeof(n));
}

static void let_go(struct reader *r)
{
	board_mailbox_done(&r->mailbox);
	free(r);
}

static void *work(void *userdata)
{
	struct reader *r = userdata;
	const struct board_backend *backend = r->source->backend;
	int fd = backend->thread_fd ? backend->thread_fd(r->source) : backend->get_fd(r->source), over = 0;
	bool closing = false, more;

	sched_slice_shorten();
	while (!closing && !over) {
		more = false;
		if (r->reads)
			over = read_events(r, &more);
		if (!over && !make_requests(r, &closing) && !more && !closing)
			wait_for_more(r, fd);
	}
	if (over)
		board_mailbox_end(&r->mailbox, over, r->source->error);
	board_close(r->source);
	if (board_mailbox_finish(&r->mailbox))
		let_go(r);
	return NULL;
}

static int begin_thread(struct reader *r)
{
	pthread_attr_t attributes;
	sigset_t all, before;
	pthread_t thread;
	int error;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	sigfillset(&all); /* signals are the program's */
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&thread, &attributes, work, r);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return -error;
}

/* --- the program's side --- */

static struct started_board *started_of(const struct board *board)
{
	return (struct started_board *)board;
}

static void started_close(struct board *board)
{
	struct started_board *s = started_of(board);

	if (board_mailbox_close(&s->reader->mailbox))
		let_go(s->reader);
	free(s->twin ? s->twin->uri : NULL);
	free(s->twin);
	free(s->kept);
}

static int started_get_fd(const struct board *board)
{
	return started_of(board)->reader->mailbox.inbox->fd;
}

static int read_twin(struct board *board, struct board_event *ev)
{
	struct board *twin = started_of(board)->twin;
	int r = twin ? board_read(twin, ev) : -EAGAIN;

	return r < 0 && r != -EAGAIN ? board_fail(board, r, "%s", twin->error) : r;
}

static int started_read(struct board *board, struct board_event *ev)
{
	struct started_board *s = started_of(board);
	struct mail mail;

	free(s->kept);
	s->kept = NULL;
	if (!board_mailbox_pop(&s->reader->mailbox, &mail, &board->info))
		return read_twin(board, ev);
	s->kept = mail.data;
	if (mail.result < 0)
		return mail.data ? board_fail(board, mail.result, "%s", (const char *)mail.data) : mail.result;
	*ev = mail.event;
	if (ev->type == BOARD_EVENT_ANSWER)
		board->answer = &((struct board_call *)mail.data)->answer;
	return 1;
}

static int started_request(struct board *board, struct board_call *template)
{
	struct board_call *c = malloc(sizeof(*c));
	int r;

	if (!c)
		return board_fail(board, -ENOMEM, "%.300s: %s", board->uri, strerror(ENOMEM));
	*c = *template;
	c->asked_us = board_now_us();
	r = board_mailbox_call(&started_of(board)->reader->mailbox, c);
	if (r > 0)
		return r;
	free(c);
	return board_fail(board, r,
			  r == -ENODEV ? "%.300s: the board was unplugged" :
					 "%.300s: the board has not answered earlier requests yet",
			  board->uri);
}

static const struct board_backend started_backend = {
	.size = sizeof(struct started_board),
	.close = started_close,
	.get_fd = started_get_fd,
	.read = started_read,
	.request = started_request,
};

static void started_free(struct started_board *s)
{
	if (!s)
		return;
	free(s->twin ? s->twin->uri : NULL);
	free(s->twin);
	free(s->reader);
	free(s->board.uri);
	free(s);
}

static struct started_board *started_new(struct board *source, void *userdata)
{
	struct started_board *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->board.backend = &started_backend;
	s->board.info = source->info;
	s->board.asked = source->asked;
	s->board.uri = strdup(source->uri);
	s->userdata = userdata;
	s->reader = calloc(1, sizeof(*s->reader));
	if (source->backend->twin)
		s->twin = source->backend->twin(source);
	if (s->board.uri && s->reader && (s->twin || !source->backend->twin)) {
		s->reader->source = source;
		s->reader->reads = !s->twin;
		return s;
	}
	started_free(s);
	return NULL;
}

int board_start(struct board **board, struct board_inbox *inbox, void *userdata)
{
	struct board *source = *board;
	struct started_board *s;
	int r;

	source->error[0] = '\0';
	if (source->backend == &started_backend || board_get_header(source))
		return board_fail(source, -EOPNOTSUPP, "%.300s: there is nothing that a thread could read earlier",
				  source->uri);
	s = started_new(source, userdata);
	if (!s)
		return -ENOMEM;
	r = board_mailbox_open(&s->reader->mailbox, inbox, &s->board);
	if (r < 0) {
		started_free(s);
		return r;
	}
	if (s->twin)
		r = board_mailbox_add_node(&s->reader->mailbox, board_get_fd(s->twin));
	else
		source->mailbox = &s->reader->mailbox;
	if (r == 0)
		r = begin_thread(s->reader);
	if (r < 0) {
		source->mailbox = NULL;
		board_mailbox_close(&s->reader->mailbox);
		board_mailbox_finish(&s->reader->mailbox);
		board_mailbox_done(&s->reader->mailbox);
		started_free(s);
		return r;
	}
	*board = &s->board;
	return 0;
}

void *board_userdata(const struct board *board)
{
	return board->backend == &started_backend ? started_of(board)->userdata : NULL;
}
