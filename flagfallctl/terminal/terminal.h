/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A terminal that is drawn on line by line and read key by key. */
#ifndef FLAGFALLCTL_TERMINAL_H
#define FLAGFALLCTL_TERMINAL_H

#include <stdbool.h>
#include <termios.h>

#define TERMINAL_LINES 300
#define TERMINAL_LINE 2048

enum terminal_key { /* below: the character itself */
		    KEY_NONE = 0,
		    KEY_ENTER = 13,
		    KEY_ESCAPE = 27,
		    KEY_BACKSPACE = 127,
		    KEY_UP = 0x100,
		    KEY_DOWN,
		    KEY_PAGE_UP,
		    KEY_PAGE_DOWN,
		    KEY_HOME,
		    KEY_END,
};

struct terminal {
	struct termios before;
	bool begun;
	int width, height;
	char shown[TERMINAL_LINES][TERMINAL_LINE]; /* what stands there */
	char read[64];				   /* bytes of keys not yet understood */
	int unread;
};

/* Both ends are terminals: the screen is ours until terminal_end(). 0, or a negative errno value. */
int terminal_begin(struct terminal *terminal);
void terminal_end(struct terminal *terminal);
/* Its size may have changed: everything is drawn anew. */
void terminal_resize(struct terminal *terminal);
/* A whole picture, lines with a newline behind each: what differs from what stands there is written. */
void terminal_show(struct terminal *terminal, const char *picture);
/* The next key; KEY_NONE when none is there. -EPIPE: nobody types any more. */
int terminal_key(struct terminal *terminal);

#endif
