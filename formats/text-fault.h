/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is wrong in a text that a person wrote, and where: lines and columns count from 1, columns in characters. */
#ifndef FORMATS_TEXT_FAULT_H
#define FORMATS_TEXT_FAULT_H

#include <stdbool.h>
#include <stddef.h>

struct text_fault {
	unsigned line, column;
	char reason[320];
};

/* Sets *fault (may be NULL), the reason in one line without control characters; returns -EINVAL. */
int text_fault(struct text_fault *fault, unsigned line, unsigned column, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * text_check - is this text at all?
 * UTF-8 without control characters, NUL among them; tabs, LF, CRLF and CR are fine, and so is a byte order mark at the
 * beginning. 0, or -EINVAL with the first place that is not, and what it seems to be.
 */
int text_check(const char *text, size_t size, struct text_fault *fault);

/* How many bytes of text are a byte order mark: 3 or 0. */
size_t text_mark(const char *text, size_t size);

/* The characters of UTF-8. */
size_t text_length(const char *text, size_t size);

/* Moves line and column, which are of text at from, to the place of offset to >= from. */
void text_place(const char *text, size_t from, size_t to, unsigned *line, unsigned *column);

/* A line of text, from which the next is taken. Start with { 0 } and text, size set. */
struct text_lines {
	const char *text; /* the rest */
	size_t size;
	const char *line; /* not terminated */
	size_t length;	  /* without its end */
	unsigned number;  /* from 1 */
};

bool text_next_line(struct text_lines *lines);

#endif
