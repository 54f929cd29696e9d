/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What every backend uses. See backend.h. */
#include "libboard/backend.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

_Thread_local char board_open_error[BOARD_ERROR_SIZE];

int board_fail(struct board *board, int error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(board->error, sizeof(board->error), format, args);
	va_end(args);
	return error;
}

int board_open_file(const struct board_opener *opener, const char *path, int flags)
{
	int fd = opener && opener->open ? opener->open(path, flags, opener->userdata) : open(path, flags, 0666);

	if (fd >= 0)
		return fd;
	return opener && opener->open ? fd : -errno;
}

int64_t board_now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
