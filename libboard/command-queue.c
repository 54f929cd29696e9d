/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/command-queue.h"

#include <errno.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define FULL_US 50000		/* a line that takes nothing is tried again after this */

void board_command_queue_init(struct command_queue *s)
{
	s->timer_fd = -1;
}

int board_command_queue_open(struct command_queue *s, struct serial_line *line, uint32_t gap_us, unsigned tries)
{
	s->line = line;
	s->gap_us = gap_us;
	s->tries = tries ? tries : 1;
	s->timer_fd = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	return s->timer_fd < 0 ? -errno : board_poll_set_add(&line->poll_set, s->timer_fd);
}

void board_command_queue_close(struct command_queue *s)
{
	if (s->timer_fd >= 0)
		close(s->timer_fd);
	s->timer_fd = -1;
}

/* 0: never. */
static void wake_at(struct command_queue *s, int64_t us)
{
	struct itimerspec at = { .it_value = { .tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000 } };

	timerfd_settime(s->timer_fd, TFD_TIMER_ABSTIME, &at, NULL);
}

/* The rest of the command that is under way. 1: it is out. */
static int push(struct command_queue *s, int64_t now)
{
	while (s->done < s->size) {
		ssize_t n = write(s->line->fd, s->bytes + s->done, s->size - s->done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN) {
			wake_at(s, now + FULL_US);
			return 0;
		}
		if (n < 0)
			return errno == EIO ? -ENODEV : -errno;
		s->done += (size_t)n;
	}
	if (s->size)
		s->free_us = now + s->gap_us;
	s->size = s->done = 0;
	return 1;
}

int board_command_queue_run(struct command_queue *s)
{
	struct queued_command *next = NULL;
	int64_t now = board_now_us();
	uint64_t ticks;
	int r;

	if (s->timer_fd < 0)
		return 0;
	if (read(s->timer_fd, &ticks, sizeof(ticks)) < 0)
		ticks = 0;
	for (;;) {
		r = push(s, now);
		if (r <= 0)
			return r;
		next = NULL;
		for (unsigned i = 0; i < COMMAND_KINDS && !next; i++)
			if (s->wanted[i].size)
				next = &s->wanted[i];
		if (!next || now < s->free_us) {
			wake_at(s, next ? s->free_us : 0);
			return 0;
		}
		memcpy(s->bytes, next->bytes, next->size);
		s->size = next->size;
		if (--next->left == 0)
			next->size = 0;
	}
}

int board_command_queue_send(struct command_queue *s, enum command_kind what, const uint8_t *bytes, size_t n)
{
	if (n > COMMAND_SIZE)
		return -EINVAL;
	memcpy(s->wanted[what].bytes, bytes, n);
	s->wanted[what].size = n;
	s->wanted[what].left = what == COMMAND_LIGHTS ? s->tries : 1;
	return board_command_queue_run(s);
}

void board_command_queue_acknowledge(struct command_queue *s)
{
	struct queued_command *lights = &s->wanted[COMMAND_LIGHTS];

	/* What was never said was not heard either. */
	if (lights->left < s->tries && s->size == 0)
		lights->size = 0;
}
