/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/terminal/screen.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void get_size(struct terminal *t)
{
	struct winsize size;

	t->width = 80;
	t->height = 24;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
		t->width = size.ws_col;
		t->height = size.ws_row < TERMINAL_LINES ? size.ws_row : TERMINAL_LINES;
	}
}

void terminal_resize(struct terminal *t)
{
	get_size(t);
	memset(t->shown, 0, sizeof(t->shown));
	fputs("\033[2J", stdout);
	fflush(stdout);
}

int terminal_begin(struct terminal *t)
{
	struct termios raw;

	memset(t, 0, sizeof(*t));
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &t->before) < 0)
		return -ENOTTY;
	raw = t->before;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
	raw.c_iflag &= ~(tcflag_t)(ICRNL | IXON);
	raw.c_cc[VMIN] = 0;
	raw.c_cc[VTIME] = 0;
	if (tcsetattr(STDIN_FILENO, TCSANOW, &raw) < 0)
		return -errno;
	t->begun = true;
	fputs("\033[?1049h\033[?25l", stdout); /* the other screen, no cursor */
	terminal_resize(t);
	return 0;
}

void terminal_end(struct terminal *t)
{
	if (!t->begun)
		return;
	t->begun = false;
	fputs("\033[?25h\033[?1049l", stdout);
	fflush(stdout);
	tcsetattr(STDIN_FILENO, TCSANOW, &t->before);
}

void terminal_show(struct terminal *t, const char *picture)
{
	for (int row = 0; row < t->height; row++) {
		const size_t n = strcspn(picture, "\n");
		char *shown = t->shown[row];

		if (n < TERMINAL_LINE && (strlen(shown) != n || memcmp(shown, picture, n) != 0)) {
			memcpy(shown, picture, n);
			shown[n] = '\0';
			/* too long a line is cut, not wrapped */
			printf("\033[%d;1H\033[?7l%s\033[0m\033[K\033[?7h", row + 1, shown);
		}
		picture += n + (picture[n] == '\n');
	}
	fflush(stdout);
}

/* What stands at the front of the bytes: the key and how many they are, 0 more bytes are to come. */
static int understand(const char *bytes, int n, int *used)
{
	static const struct {
		const char *bytes;
		int key;
	} known[] = {
		{ "\033[A", KEY_UP },	{ "\033[B", KEY_DOWN },	    { "\033OA", KEY_UP },
		{ "\033OB", KEY_DOWN }, { "\033[5~", KEY_PAGE_UP }, { "\033[6~", KEY_PAGE_DOWN },
		{ "\033[H", KEY_HOME }, { "\033[F", KEY_END },	    { "\033[1~", KEY_HOME },
		{ "\033[4~", KEY_END }, { "\033OH", KEY_HOME },	    { "\033OF", KEY_END },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		int length = (int)strlen(known[i].bytes);

		if (n >= length && memcmp(bytes, known[i].bytes, (size_t)length) == 0) {
			*used = length;
			return known[i].key;
		}
	}
	*used = 1;
	if (bytes[0] == '\n')
		return KEY_ENTER;
	return bytes[0] == '\b' ? KEY_BACKSPACE : (unsigned char)bytes[0];
}

/* A key that is a sequence comes in one piece: 30 ms are waited for the rest of one. */
static void read_more(struct terminal *t, int wait_ms)
{
	struct pollfd fd = { .fd = STDIN_FILENO, .events = POLLIN };
	ssize_t n;

	if (t->unread == (int)sizeof(t->read) || poll(&fd, 1, wait_ms) <= 0)
		return;
	n = read(STDIN_FILENO, t->read + t->unread, sizeof(t->read) - (size_t)t->unread);
	if (n > 0)
		t->unread += (int)n;
	else if (fd.revents & (POLLHUP | POLLERR))
		t->unread = -1;
}

int terminal_key(struct terminal *t)
{
	int used, key;

	if (t->unread == 0)
		read_more(t, 0);
	if (t->unread < 0)
		return -EPIPE;
	if (t->unread == 0)
		return KEY_NONE;
	if (t->unread < 4 && t->read[0] == '\033')
		read_more(t, 30);
	if (t->unread < 0)
		return -EPIPE;
	key = understand(t->read, t->unread, &used);
	t->unread -= used;
	memmove(t->read, t->read + used, (size_t)t->unread);
	return key;
}
