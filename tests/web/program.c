/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/web/program.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#define PATIENCE_MS 60000
#define TEXT 1
#define FRAME 256

static void send_bytes(int fd, const void *bytes, size_t size)
{
	assert_int_equal(send(fd, bytes, size, MSG_NOSIGNAL), size);
}

/* False: closed before all of them have come. */
static bool receive_bytes(int fd, void *ret, size_t size)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char *at = ret;

	while (size > 0) {
		ssize_t n;

		assert_int_equal(poll(&p, 1, PATIENCE_MS), 1);
		n = recv(fd, at, size, 0);
		if (n <= 0)
			return false;
		at += n;
		size -= (size_t)n;
	}
	return true;
}

int program_open(const struct web *w, int bytes)
{
	static const char hello[] = "GET /api/v1.0 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
				    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
				    "Sec-WebSocket-Key: QlcYg5ggxetS/prhR3GC2A==\r\n\r\n";
	static const char done[4] = { '\r', '\n', '\r', '\n' };
	const int fd = web_connect(w->livechess_port, bytes);
	char last[4] = "";

	send_bytes(fd, hello, sizeof(hello) - 1);
	while (memcmp(last, done, sizeof(done)) != 0) {
		memmove(last, last + 1, 3);
		assert_true(receive_bytes(fd, last + 3, 1));
	}
	return fd;
}

/* With a mask of zeroes. */
void program_say(int fd, const char *text)
{
	const size_t size = strlen(text), head = size < 126 ? 6 : 8;
	unsigned char frame[FRAME] = { 0x80 | TEXT, 0x80 | (unsigned char)size };

	assert_true(size + head <= sizeof(frame));
	if (size >= 126) {
		frame[1] = 0x80 | 126;
		frame[2] = (unsigned char)(size >> 8);
		frame[3] = (unsigned char)size;
	}
	memcpy(frame + head, text, size);
	send_bytes(fd, frame, size + head);
}

json_t *program_hear(int fd)
{
	for (;;) {
		unsigned char head[2], more[8];
		uint16_t size;
		json_t *o;
		char *text;

		if (!receive_bytes(fd, head, sizeof(head)))
			return NULL;
		size = head[1];
		if (size == 126 && receive_bytes(fd, more, 2))
			size = (uint16_t)(more[0] << 8 | more[1]);
		assert_true(size != 127); /* no answer to a test is so long */
		text = malloc(size + 1u);
		assert_non_null(text);
		if (!receive_bytes(fd, text, size)) {
			free(text);
			return NULL;
		}
		o = (head[0] & 15) == TEXT ? json_loadb(text, size, 0, NULL) : NULL;
		free(text);
		if (o)
			return o;
	}
}

json_t *program_until(int fd, const char *response, int id)
{
	json_t *o;

	while ((o = program_hear(fd))) {
		if (strcmp(json_string_value(json_object_get(o, "response")), response) == 0 &&
		    json_integer_value(json_object_get(o, "id")) == id)
			return o;
		json_decref(o);
	}
	fail_msg("the server has closed, and there was no %s with %d", response, id);
	return NULL;
}
