/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/serial-line.h"

#include <errno.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define FULL_US 50000 /* a line that takes nothing is tried again after this */

void board_command_queue_init(struct command_queue *q)
{
	q->timer_fd = -1;
}

int board_command_queue_open(struct command_queue *q, struct serial_line *line, uint32_t gap_us, unsigned tries)
{
	q->line = line;
	q->gap_us = gap_us;
	q->tries = tries ? tries : 1;
	q->timer_fd = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	return q->timer_fd < 0 ? -errno : board_poll_set_add(&line->poll_set, q->timer_fd);
}

void board_command_queue_close(struct command_queue *q)
{
	if (q->timer_fd >= 0)
		close(q->timer_fd);
	q->timer_fd = -1;
}

/* 0: never. */
static void command_queue_set_timer(struct command_queue *q, int64_t us)
{
	struct itimerspec at = { .it_value = { .tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000 } };

	timerfd_settime(q->timer_fd, TFD_TIMER_ABSTIME, &at, NULL);
}

/* Sends the rest of the command that is being sent. 1: all of it. */
static int send_rest(struct command_queue *q, int64_t now)
{
	while (q->sent < q->size) {
		ssize_t n = write(q->line->fd, q->bytes + q->sent, q->size - q->sent);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN) {
			command_queue_set_timer(q, now + FULL_US);
			return 0;
		}
		if (n < 0)
			return errno == EIO ? -ENODEV : -errno;
		q->sent += (size_t)n;
	}
	if (q->size)
		q->free_us = now + q->gap_us;
	q->size = q->sent = 0;
	return 1;
}

int board_command_queue_run(struct command_queue *q)
{
	struct queued_command *next = NULL;
	int64_t now = board_now_us();
	uint64_t ticks;
	int r;

	if (q->timer_fd < 0)
		return 0;
	if (read(q->timer_fd, &ticks, sizeof(ticks)) < 0)
		ticks = 0;
	for (;;) {
		r = send_rest(q, now);
		if (r <= 0)
			return r;
		next = NULL;
		for (unsigned i = 0; i < COMMAND_KINDS && !next; i++)
			if (q->queued[i].size)
				next = &q->queued[i];
		if (!next || now < q->free_us) {
			command_queue_set_timer(q, next ? q->free_us : 0);
			return 0;
		}
		memcpy(q->bytes, next->bytes, next->size);
		q->size = next->size;
		if (--next->left == 0)
			next->size = 0;
	}
}

int board_command_queue_send(struct command_queue *q, enum command_kind kind, const uint8_t *bytes, size_t n)
{
	if (n > COMMAND_SIZE)
		return -EINVAL;
	memcpy(q->queued[kind].bytes, bytes, n);
	q->queued[kind].size = n;
	q->queued[kind].left = kind == COMMAND_LIGHTS ? q->tries : 1;
	return board_command_queue_run(q);
}

void board_command_queue_acknowledge(struct command_queue *q)
{
	struct queued_command *lights = &q->queued[COMMAND_LIGHTS];

	/* A command that was never sent cannot be acknowledged. */
	if (lights->left < q->tries && q->size == 0)
		lights->size = 0;
}
