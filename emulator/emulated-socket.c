/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "emulator/emulated-board.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "libboard/wire-decoder.h"

static void own_name(const struct emulated_line *line, char *name, size_t size)
{
	const char *folder = getenv("XDG_RUNTIME_DIR");

	if (line->link)
		snprintf(name, size, "%s", line->link);
	else
		snprintf(name, size, "%s/flagfall-board-%d", folder && *folder ? folder : "/tmp", (int)getpid());
}

int emulated_socket_plug(struct emulated_line *line)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int r;

	if (line->link && strlen(line->link) >= sizeof(address.sun_path))
		return -ENAMETOOLONG;
	own_name(line, address.sun_path, sizeof(address.sun_path));
	line->listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (line->listener < 0)
		return -errno;
	unlink(address.sun_path);
	if (bind(line->listener, (struct sockaddr *)&address, sizeof(address)) < 0 || listen(line->listener, 1) < 0) {
		r = -errno;
		close(line->listener);
		line->listener = -1;
		return r;
	}
	snprintf(line->node, sizeof(line->node), "%s", address.sun_path);
	return 0;
}

static void hang_up(struct emulated_line *line)
{
	if (line->master >= 0)
		close(line->master);
	line->master = -1;
}

void emulated_socket_unplug(struct emulated_line *line)
{
	hang_up(line);
	if (line->listener < 0)
		return;
	close(line->listener);
	line->listener = -1;
	unlink(line->node);
}

static void receive(struct emulated_line *line, struct emulated *board)
{
	uint8_t message[SOCKET_MESSAGE_SIZE];
	ssize_t n;

	while ((n = recv(line->master, message, sizeof(message), MSG_DONTWAIT)) > 0)
		board->kind->answer(board, message, (size_t)n);
	if (n == 0 || (errno != EAGAIN && errno != EINTR))
		hang_up(line);
}

static void send_all(struct emulated_line *line, struct emulated *board)
{
	size_t at = 0;

	while (line->master >= 0 && at + 2 <= board->size) {
		const size_t n = board->out[at] | (size_t)board->out[at + 1] << 8;

		if (send(line->master, board->out + at + 2, n, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
			if (errno != EAGAIN && errno != EINTR)
				hang_up(line);
			break;
		}
		at += 2 + n;
	}
	/* where nobody is connected nothing waits: whoever comes asks for the whole board */
	board->size = line->master < 0 ? 0 : board->size - at;
	memmove(board->out, board->out + at, board->size);
}

void emulated_socket_exchange(struct emulated_line *line, struct emulated *board)
{
	if (line->master < 0) {
		line->master = accept4(line->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
		board->size = 0;
	}
	if (line->master >= 0)
		receive(line, board);
	send_all(line, board);
}
