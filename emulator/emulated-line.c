/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "emulator/emulated-board.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

void emulated_line_init(struct emulated_line *line)
{
	*line = (struct emulated_line){
		.master = -1,
		.slave = -1,
		.socket = { .listener = -1, .host = -1, .others_wait = true, .is_forgetful = true },
	};
}

void emulated_line_unplug(struct emulated_line *line, struct emulated *board)
{
	if (board->kind->native)
		socket_link_unplug(&line->socket, board->kind->native(board));
	if (line->master >= 0)
		close(line->master);
	if (line->slave >= 0)
		close(line->slave);
	line->master = line->slave = -1;
	board->size = 0;
	board->is_plugged = false;
}

static int raw(int fd)
{
	struct termios t;

	if (tcgetattr(fd, &t) < 0)
		return -errno;
	cfmakeraw(&t);
	return tcsetattr(fd, TCSANOW, &t) < 0 ? -errno : 0;
}

/* A link that is there leads somewhere at any time. */
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

static int plug_tty(struct emulated_line *line, char *name, size_t size)
{
	line->master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (line->master < 0 || grantpt(line->master) < 0 || unlockpt(line->master) < 0 ||
	    ptsname_r(line->master, name, size))
		return -errno;
	chmod(name, 0666); /* the daemon is another user */
	line->slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	return line->slave < 0 ? -errno : raw(line->slave);
}

static int plug_bytes(struct emulated_line *line, char *name, size_t size)
{
	/* For reading too: a FIFO opens without a reader then, and stays when one goes. */
	line->master = open(line->bytes, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666);
	snprintf(name, size, "%s", line->bytes);
	return line->master < 0 ? -errno : 0;
}

static int plug_socket(struct emulated_line *line, char *name, size_t size)
{
	const char *folder = getenv("XDG_RUNTIME_DIR");

	if (line->link)
		snprintf(name, size, "%s", line->link);
	else
		snprintf(name, size, "%s/flagfall-board-%d", folder && *folder ? folder : "/tmp", (int)getpid());
	return socket_link_plug(&line->socket, name);
}

static int announce(const struct emulated_line *line, const char *name)
{
	int r = line->link && strcmp(line->link, name) != 0 ? lead_to(line->link, name) : 0;

	if (r < 0)
		return r;
	printf("%s\n", name);
	return fflush(stdout) ? -errno : 0;
}

int emulated_line_plug(struct emulated_line *line, struct emulated *board)
{
	char name[PATH_MAX];
	int r;

	emulated_line_unplug(line, board);
	if (line->is_hid)
		r = emulated_hid_plug(line);
	else if (board->kind->native)
		r = plug_socket(line, name, sizeof(name));
	else if (line->bytes)
		r = plug_bytes(line, name, sizeof(name));
	else
		r = plug_tty(line, name, sizeof(name));
	if (r < 0)
		return r;
	board->is_plugged = true;
	if (board->kind->power)
		board->kind->power(board);
	return line->is_hid ? 0 : announce(line, name);
}

void emulated_line_exchange(struct emulated_line *line, struct emulated *board)
{
	uint8_t received[64];
	ssize_t n;

	if (board->kind->native && board->is_plugged) {
		socket_link_serve(&line->socket, board->kind->native(board));
		return;
	}
	if (line->master < 0) {
		board->size = 0;
		return;
	}
	if (line->is_hid) {
		if (emulated_hid_find(line))
			announce(line, line->node);
		emulated_hid_exchange(line, board);
		return;
	}
	while (!line->bytes && (n = read(line->master, received, sizeof(received))) > 0)
		for (ssize_t i = 0; i < n; i++)
			board->kind->receive(board, received[i]);
	n = board->size ? write(line->master, board->out, board->size) : 0;
	if (n > 0) {
		board->size -= (size_t)n;
		memmove(board->out, board->out + n, board->size);
	}
}
