/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Logging: to stderr, with a priority prefix where no person reads it; to systemd's journal, where stderr is that,
 * also with fields. Never anything that is not public.
 */
#ifndef SHELL_NOTE_H
#define SHELL_NOTE_H

#include <sys/types.h>

/* What is said of: NULL or "" where nothing. Becomes GAME=, BOARD=, RULING=, ARTICLE=, ACT=, CALLER= and UID=. */
struct note_about {
	const char *game, *board, *ruling, *article;
	const char *act, *caller; /* an act of a person, and the name on the bus */
	uid_t uid;		  /* of the caller */
};

void note_init(int verbose);
void note(int priority, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with fields. In systemd's journal LOG_INFO is kept without --verbose, too. */
void note_about(int priority, const struct note_about *about, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* How many errors were logged. */
unsigned note_faults(void);

#endif
