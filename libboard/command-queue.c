/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/command-queue.h"

#include <errno.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define FULL_US 50000		/* a line that takes nothing is tried again after this */

void board_speak_init(struct speak *s)
{
	s->timer_fd = -1;
}

int board_speak_open(struct speak *s, struct serial *line, uint32_t gap_us, unsigned tries)
{
	s->line = line;
	s->gap_us = gap_us;
	s->tries = tries ? tries : 1;
	s->timer_fd = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	return s->timer_fd < 0 ? -errno : board_wake_watch(&line->wake, s->timer_fd);
}

void board_speak_close(struct speak *s)
{
	if (s->timer_fd >= 0)
		close(s->timer_fd);
	s->timer_fd = -1;
}

/* 0: never. */
static void wake_at(struct speak *s, int64_t us)
{
	struct itimerspec at = { .it_value = { .tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000 } };

	timerfd_settime(s->timer_fd, TFD_TIMER_ABSTIME, &at, NULL);
}

/* The rest of the command that is under way. 1: it is out. */
static int push(struct speak *s, int64_t now)
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

int board_speak_on(struct speak *s)
{
	struct speak_text *next = NULL;
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
		for (unsigned i = 0; i < SPEAK_KINDS && !next; i++)
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

int board_speak_say(struct speak *s, enum speak_what what, const uint8_t *bytes, size_t n)
{
	if (n > SPEAK_SIZE)
		return -EINVAL;
	memcpy(s->wanted[what].bytes, bytes, n);
	s->wanted[what].size = n;
	s->wanted[what].left = what == SPEAK_LIGHTS ? s->tries : 1;
	return board_speak_on(s);
}

void board_speak_heard(struct speak *s)
{
	struct speak_text *lights = &s->wanted[SPEAK_LIGHTS];

	/* What was never said was not heard either. */
	if (lights->left < s->tries && s->size == 0)
		lights->size = 0;
}
