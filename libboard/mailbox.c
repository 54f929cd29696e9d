/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/mailbox.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define FIRST_SIZE 64
/* Places of the ring that no event takes: an answer to each request, a loss behind each answer, and the end. */
#define RESERVED (2 * MAILBOX_REQUESTS + 2)
#define NODES 16
#define END_MS 300   /* whoever ends waits for threads so long; a board that answers is done by then */
#define SOON_US 1000 /* pieces' changes wait so long for others, unless something comes that cannot wait */

/* --- the inbox --- */

static int open_descriptors(struct board_inbox *inbox)
{
	struct epoll_event ev = { .events = EPOLLIN };

	inbox->fd = inbox->timer_fd = -1;
	inbox->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (inbox->event_fd < 0)
		return -errno;
	inbox->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (inbox->timer_fd < 0)
		return -errno;
	inbox->fd = epoll_create1(EPOLL_CLOEXEC);
	if (inbox->fd < 0 || epoll_ctl(inbox->fd, EPOLL_CTL_ADD, inbox->event_fd, &ev) < 0 ||
	    epoll_ctl(inbox->fd, EPOLL_CTL_ADD, inbox->timer_fd, &ev) < 0)
		return -errno;
	return 0;
}

static void close_descriptors(struct board_inbox *inbox)
{
	const int fds[] = { inbox->event_fd, inbox->timer_fd, inbox->fd };

	for (size_t i = 0; i < sizeof(fds) / sizeof(*fds); i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

int board_inbox_new(struct board_inbox **ret)
{
	struct board_inbox *inbox = calloc(1, sizeof(*inbox));
	pthread_condattr_t clock;
	int r;

	if (!inbox)
		return -ENOMEM;
	r = open_descriptors(inbox);
	if (r < 0) {
		close_descriptors(inbox);
		free(inbox);
		return r;
	}
	pthread_mutex_init(&inbox->lock, NULL);
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&inbox->thread_ended, &clock);
	pthread_condattr_destroy(&clock);
	inbox->ready_end = &inbox->ready;
	*ret = inbox;
	return 0;
}

/* By whoever has it last. */
static void inbox_done(struct board_inbox *inbox)
{
	pthread_mutex_destroy(&inbox->lock);
	pthread_cond_destroy(&inbox->thread_ended);
	close_descriptors(inbox);
	free(inbox);
}

void board_inbox_free(struct board_inbox *inbox)
{
	struct timespec until;
	bool is_last;
	int r = 0;

	if (!inbox)
		return;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += END_MS * 1000000L;
	until.tv_sec += until.tv_nsec / 1000000000L;
	until.tv_nsec %= 1000000000L;
	pthread_mutex_lock(&inbox->lock);
	while (inbox->threads && r == 0)
		r = pthread_cond_timedwait(&inbox->thread_ended, &inbox->lock, &until);
	is_last = inbox->threads == 0;
	inbox->is_left = true;
	pthread_mutex_unlock(&inbox->lock);
	if (is_last)
		inbox_done(inbox);
}

int board_inbox_get_fd(const struct board_inbox *inbox)
{
	return inbox->fd;
}

/* The lock is held; the program is told later, see tell(). */
static void list_ready(struct mailbox *m, bool is_urgent)
{
	struct board_inbox *inbox = m->inbox;

	inbox->urgent |= is_urgent && !m->closing;
	if (m->is_ready || m->closing)
		return;
	m->is_ready = true;
	m->next_ready = NULL;
	*inbox->ready_end = m;
	inbox->ready_end = &m->next_ready;
}

/*
 * The lock is held, and the descriptor is not readable before it is let go: in a hall, where pieces are moved all the
 * time, the program wakes up for many boards at once. A press does not wait for that.
 */
static void tell_in_a_moment(struct board_inbox *inbox)
{
	const struct itimerspec moment = { .it_value.tv_nsec = SOON_US * 1000L };

	if (inbox->marked || inbox->marked_soon)
		return;
	inbox->marked_soon = true;
	timerfd_settime(inbox->timer_fd, 0, &moment, NULL);
}

/*
 * That something lies ready. At once without any lock: the program wakes up in the thread's place, and would wait for
 * what the thread still holds.
 */
static void mailbox_tell(struct board_inbox *inbox)
{
	const uint64_t one = 1;
	bool mark;

	pthread_mutex_lock(&inbox->lock);
	mark = inbox->ready && inbox->urgent && !inbox->marked;
	inbox->marked |= mark;
	if (inbox->ready && !inbox->urgent)
		tell_in_a_moment(inbox);
	pthread_mutex_unlock(&inbox->lock);
	if (mark) /* cannot fail: the counter is 0 */
		(void)!write(inbox->event_fd, &one, sizeof(one));
}

/* What was just handed over by the thread: now, or when it has handed over all that it took from the device. */
static void tell_soon(struct mailbox *m)
{
	if (!m->entered)
		mailbox_tell(m->inbox);
}

/* The lock is held. */
static void unlist(struct mailbox *m)
{
	struct board_inbox *inbox = m->inbox;
	struct mailbox **link = &inbox->ready;

	if (!m->is_ready)
		return;
	while (*link != m)
		link = &(*link)->next_ready;
	*link = m->next_ready;
	if (inbox->ready_end == &m->next_ready)
		inbox->ready_end = link;
	m->is_ready = false;
}

static struct board *next_ready(struct board_inbox *inbox)
{
	struct board *board = NULL;
	uint64_t n;

	pthread_mutex_lock(&inbox->lock);
	if (inbox->ready) {
		board = inbox->ready->board;
		unlist(inbox->ready);
	} else {
		inbox->urgent = false;
		if (inbox->marked && read(inbox->event_fd, &n, sizeof(n)) > 0)
			inbox->marked = false;
		if (inbox->marked_soon && read(inbox->timer_fd, &n, sizeof(n)) > 0)
			inbox->marked_soon = false;
	}
	pthread_mutex_unlock(&inbox->lock);
	return board;
}

struct board *board_inbox_next(struct board_inbox *inbox)
{
	struct board *board = next_ready(inbox);
	struct epoll_event nodes[NODES];
	int n = board || !inbox->nodes ? 0 : epoll_wait(inbox->fd, nodes, NODES, 0);

	if (n <= 0)
		return board;
	pthread_mutex_lock(&inbox->lock);
	for (int i = 0; i < n; i++)
		if (nodes[i].data.ptr)
			list_ready(nodes[i].data.ptr, true);
	pthread_mutex_unlock(&inbox->lock);
	mailbox_tell(inbox); /* whoever asks for one of them only finds the others when it asks again */
	return next_ready(inbox);
}

void board_inbox_settle(struct board_inbox *inbox)
{
	if (!atomic_load(&inbox->receiving))
		return;
	for (struct mailbox *m = inbox->all; m; m = m->next) {
		pthread_mutex_lock(&m->receiving);
		pthread_mutex_unlock(&m->receiving);
	}
}

/* --- a mailbox's life --- */

int board_mailbox_open(struct mailbox *m, struct board_inbox *inbox, struct board *board)
{
	m->ring = calloc(FIRST_SIZE, sizeof(*m->ring));
	if (!m->ring)
		return -ENOMEM;
	m->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (m->wake_fd < 0) {
		int error = -errno;

		free(m->ring);
		return error;
	}
	m->inbox = inbox;
	m->board = board;
	m->node = -1;
	m->size = FIRST_SIZE;
	m->info = board->info;
	pthread_mutex_init(&m->receiving, NULL);
	m->next = inbox->all;
	inbox->all = m;
	pthread_mutex_lock(&inbox->lock);
	inbox->threads++;
	pthread_mutex_unlock(&inbox->lock);
	return 0;
}

static void wake(struct mailbox *m)
{
	uint64_t one = 1;

	while (write(m->wake_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

bool board_mailbox_close(struct mailbox *m)
{
	struct mailbox **link = &m->inbox->all;
	bool finished;

	while (*link != m)
		link = &(*link)->next;
	*link = m->next;
	if (m->node >= 0) {
		epoll_ctl(m->inbox->fd, EPOLL_CTL_DEL, m->node, NULL);
		m->inbox->nodes--;
	}
	pthread_mutex_lock(&m->inbox->lock);
	unlist(m);
	m->closing = true;
	finished = m->finished;
	if (!finished)
		wake(m); /* while it certainly is there */
	pthread_mutex_unlock(&m->inbox->lock);
	return finished;
}

bool board_mailbox_finish(struct mailbox *m)
{
	struct board_inbox *inbox = m->inbox;
	bool closing, is_last;

	pthread_mutex_lock(&inbox->lock);
	m->finished = true;
	closing = m->closing;
	inbox->threads--;
	is_last = inbox->is_left && inbox->threads == 0;
	pthread_cond_signal(&inbox->thread_ended);
	pthread_mutex_unlock(&inbox->lock);
	if (is_last)
		inbox_done(inbox);
	return closing;
}

void board_mailbox_done(struct mailbox *m)
{
	struct board_call *call;

	for (; m->used; m->used--, m->head++)
		free(m->ring[m->head % m->size].data);
	while ((call = m->calls)) {
		m->calls = call->next;
		free(call);
	}
	free(m->ring);
	close(m->wake_fd);
	pthread_mutex_destroy(&m->receiving);
}

/* --- the queue of what the board says; the lock is held --- */

static struct mail *newest(struct mailbox *m)
{
	return &m->ring[(m->head + m->used - 1) % m->size];
}

/* Room for one more: true. */
static bool grow(struct mailbox *m)
{
	struct mail *ring = m->size < MAILBOX_EVENTS ? calloc(2 * m->size, sizeof(*ring)) : NULL;

	if (!ring)
		return false;
	for (unsigned i = 0; i < m->used; i++)
		ring[i] = m->ring[(m->head + i) % m->size];
	free(m->ring);
	m->ring = ring;
	m->head = 0;
	m->size *= 2;
	return true;
}

/* A piece's change is told a moment later than all else, and so is that nothing happened. An error has no type. */
static bool is_urgent(const struct mail *mail)
{
	const enum board_event_type type = mail->event.type;

	return type != BOARD_EVENT_LIFT && type != BOARD_EVENT_PLACE && type != BOARD_EVENT_TIME;
}

static void mailbox_add(struct mailbox *m, const struct mail *mail)
{
	if (!m->used) {
		m->head = 0; /* so that a queue that never is long stays on its first page */
		list_ready(m, is_urgent(mail));
	} else if (m->is_ready) {
		m->inbox->urgent |= is_urgent(mail);
	}
	m->used++;
	*newest(m) = *mail;
}

static bool has_room(struct mailbox *m)
{
	return m->used + RESERVED < m->size || grow(m);
}

static bool newest_is(struct mailbox *m, enum board_event_type type)
{
	return m->used && newest(m)->result == 1 && newest(m)->event.type == type;
}

/* One that nobody will see. */
static void lose(struct mailbox *m, const struct board_event *ev)
{
	uint32_t n = ev->type == BOARD_EVENT_LOST ? ev->lost : 1;
	struct board_event *last;

	if (!newest_is(m, BOARD_EVENT_LOST))
		mailbox_add(m, &(struct mail){ .result = 1,
					       .event = { .type = BOARD_EVENT_LOST, .device_us = BOARD_NO_TIME } });
	last = &newest(m)->event;
	last->lost = n > UINT32_MAX - last->lost ? UINT32_MAX : last->lost + n;
	last->seq = ev->seq;
	last->host_us = ev->host_us;
}

/* --- the thread's side --- */

void board_mailbox_enter(struct mailbox *m)
{
	if (!m)
		return;
	atomic_fetch_add(&m->inbox->receiving, 1);
	pthread_mutex_lock(&m->receiving);
	m->entered = true;
}

void board_mailbox_leave(struct mailbox *m)
{
	if (!m)
		return;
	m->entered = false;
	pthread_mutex_unlock(&m->receiving);
	atomic_fetch_sub(&m->inbox->receiving, 1);
	mailbox_tell(m->inbox);
}

/* What the event points to is the board's, and only until it is read again. */
static bool copy_event(struct mail *mail, const struct board_event *ev)
{
	*mail = (struct mail){ .result = 1, .event = *ev };
	if (ev->squares) {
		mail->data = malloc(sizeof(*ev->squares));
		if (mail->data)
			memcpy(mail->data, ev->squares, sizeof(*ev->squares));
		mail->event.squares = mail->data;
	} else if (ev->text) {
		mail->data = strdup(ev->text);
		mail->event.text = mail->data;
	}
	return mail->data || (!ev->squares && !ev->text);
}

void board_mailbox_push(struct mailbox *m, const struct board_event *ev)
{
	struct mail mail;
	bool whole = copy_event(&mail, ev);

	pthread_mutex_lock(&m->inbox->lock);
	if (ev->type == BOARD_EVENT_TIME && newest_is(m, BOARD_EVENT_TIME)) {
		newest(m)->event = *ev; /* a heartbeat makes the one before it redundant */
	} else if (!whole || !has_room(m)) {
		lose(m, ev);
		free(mail.data);
	} else {
		mailbox_add(m, &mail);
	}
	pthread_mutex_unlock(&m->inbox->lock);
	tell_soon(m);
}

void board_mailbox_push_error(struct mailbox *m, int error, const char *sentence)
{
	struct mail mail = { .result = error, .data = strdup(sentence) };

	pthread_mutex_lock(&m->inbox->lock);
	if (has_room(m))
		mailbox_add(m, &mail);
	else
		free(mail.data);
	pthread_mutex_unlock(&m->inbox->lock);
	tell_soon(m);
}

void board_mailbox_set_info(struct mailbox *m, const struct board_info *info)
{
	pthread_mutex_lock(&m->inbox->lock);
	if (memcmp(&m->info, info, sizeof(*info)) != 0) {
		m->info = *info;
		list_ready(m, true);
	}
	pthread_mutex_unlock(&m->inbox->lock);
	tell_soon(m);
}

struct board_call *board_mailbox_next_call(struct mailbox *m, bool *closing)
{
	struct board_call *call;

	pthread_mutex_lock(&m->inbox->lock);
	*closing = m->closing;
	call = m->closing ? NULL : m->calls;
	if (call)
		m->calls = call->next;
	pthread_mutex_unlock(&m->inbox->lock);
	return call;
}

/* The lock is held. There is room: see RESERVED. */
static void add_answer(struct mailbox *m, struct board_call *call)
{
	struct mail mail = { .result = 1, .data = call, .event = { .type = BOARD_EVENT_ANSWER } };

	call->answer.error = call->error;
	mail.event.host_us = mail.event.device_us = BOARD_NO_TIME;
	mailbox_add(m, &mail);
}

void board_mailbox_answer(struct mailbox *m, struct board_call *call)
{
	pthread_mutex_lock(&m->inbox->lock);
	add_answer(m, call);
	pthread_mutex_unlock(&m->inbox->lock);
	tell_soon(m);
}

void board_mailbox_end(struct mailbox *m, int error, const char *sentence)
{
	struct mail mail = { .result = error, .data = strdup(sentence) };
	struct board_call *call;

	pthread_mutex_lock(&m->inbox->lock);
	m->ended = true;
	while ((call = m->calls)) {
		m->calls = call->next;
		call->answer.result = -ENODEV;
		snprintf(call->error, sizeof(call->error), "%s", sentence);
		add_answer(m, call);
	}
	mailbox_add(m, &mail);
	pthread_mutex_unlock(&m->inbox->lock);
	tell_soon(m);
}

/* --- the program's side --- */

static bool pop(struct mailbox *m, struct mail *ret, struct board_info *info)
{
	bool found;

	pthread_mutex_lock(&m->inbox->lock);
	*info = m->info;
	found = m->used > 0;
	if (found) {
		*ret = m->ring[m->head % m->size];
		m->head++;
		m->used--;
		if (ret->result == 1 && ret->event.type == BOARD_EVENT_ANSWER)
			m->unanswered--;
	}
	pthread_mutex_unlock(&m->inbox->lock);
	return found;
}

bool board_mailbox_pop(struct mailbox *m, struct mail *ret, struct board_info *info)
{
	if (pop(m, ret, info))
		return true;
	/* What the thread has taken from the device already is not said to be nothing. */
	pthread_mutex_lock(&m->receiving);
	pthread_mutex_unlock(&m->receiving);
	return pop(m, ret, info);
}

static bool shows(enum board_request kind)
{
	return kind == BOARD_REQUEST_LEDS || kind == BOARD_REQUEST_CLOCK || kind == BOARD_REQUEST_TEXT;
}

/* The lock is held. */
static void cancel_older(struct mailbox *m, enum board_request kind)
{
	struct board_call **link = &m->calls, *call;

	while ((call = *link)) {
		if (call->answer.kind != kind) {
			link = &call->next;
			continue;
		}
		*link = call->next;
		call->answer.result = -ECANCELED;
		snprintf(call->error, sizeof(call->error), "a later request has taken its place");
		add_answer(m, call);
	}
}

int board_mailbox_call(struct mailbox *m, struct board_call *call)
{
	struct board_call **end = &m->calls;
	int r;

	pthread_mutex_lock(&m->inbox->lock);
	r = m->ended ? -ENODEV : m->unanswered >= MAILBOX_REQUESTS ? -EBUSY : 0;
	if (r == 0) {
		if (shows(call->answer.kind))
			cancel_older(m, call->answer.kind);
		while (*end)
			end = &(*end)->next;
		*end = call;
		m->unanswered++;
		m->last_call = m->last_call == INT32_MAX ? 1 : m->last_call + 1;
		call->answer.request = m->last_call;
		r = (int)m->last_call;
	}
	pthread_mutex_unlock(&m->inbox->lock);
	if (r > 0)
		wake(m);
	mailbox_tell(m->inbox); /* of those whose place it took */
	return r;
}

int board_mailbox_add_node(struct mailbox *m, int fd)
{
	/* Edges: a board that its reader leaves alone for a while does not keep the program awake. */
	struct epoll_event ev = { .events = EPOLLIN | EPOLLET, .data.ptr = m };

	if (epoll_ctl(m->inbox->fd, EPOLL_CTL_ADD, fd, &ev) < 0)
		return -errno;
	m->node = fd;
	m->inbox->nodes++;
	return 0;
}
