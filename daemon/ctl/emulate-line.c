// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/ctl/emulate-line.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

void emulated_unplug(struct emulated_line *line, struct emulated *board)
{
	if (line->master >= 0)
		close(line->master);
	if (line->slave >= 0)
		close(line->slave);
	line->master = line->slave = -1;
	board->size = 0;
}

static int raw(int fd)
{
	struct termios t;

	if (tcgetattr(fd, &t) < 0)
		return -errno;
	cfmakeraw(&t);
	return tcsetattr(fd, TCSANOW, &t) < 0 ? -errno : 0;
}

/* The link leads somewhere at any time. */
static int lead_to(const char *link, const char *name)
{
	char *next;
	int r = 0;

	if (asprintf(&next, "%s.new", link) < 0)
		return -ENOMEM;
	unlink(next);
	if (symlink(name, next) < 0 || rename(next, link) < 0)
		r = -errno;
	free(next);
	return r;
}

int emulated_plug(struct emulated_line *line, struct emulated *board)
{
	const char *name;
	int r;

	emulated_unplug(line, board);
	line->master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (line->master < 0 || grantpt(line->master) < 0 || unlockpt(line->master) < 0 || !(name = ptsname(line->master)))
		return -errno;
	line->slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (line->slave < 0)
		return -errno;
	r = raw(line->slave);
	if (r == 0 && line->link)
		r = lead_to(line->link, name);
	if (r < 0)
		return r;
	if (board->kind->power)
		board->kind->power(board);
	printf("%s\n", name);
	return fflush(stdout) ? -errno : 0;
}

void emulated_exchange(struct emulated_line *line, struct emulated *board)
{
	uint8_t heard[64];
	ssize_t n;

	if (line->master < 0) {
		board->size = 0;
		return;
	}
	while ((n = read(line->master, heard, sizeof(heard))) > 0)
		for (ssize_t i = 0; i < n; i++)
			board->kind->hear(board, heard[i]);
	n = board->size ? write(line->master, board->out, board->size) : 0;
	if (n > 0) {
		board->size -= (size_t)n;
		memmove(board->out, board->out + n, board->size);
	}
}
