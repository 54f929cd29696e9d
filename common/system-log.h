/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Logging of services: to stderr, with a priority prefix where no person reads it; to systemd's journal, where stderr
 * is that, also with fields. Never anything that is not public.
 */
#ifndef COMMON_SYSTEM_LOG_H
#define COMMON_SYSTEM_LOG_H

#include <stdbool.h>
#include <sys/types.h>

/* What is said of: NULL or "" where nothing. Becomes GAME=, BOARD=, RULING=, ARTICLE=, ACT=, CALLER= and UID=. */
struct log_about {
	const char *game, *board, *ruling, *article;
	const char *act, *caller; /* an act of a person, and the name on the bus */
	uid_t uid;		  /* of the caller */
};

/* name: the program's, static. verbose: LOG_INFO and below, too. */
void log_init(const char *name, bool verbose);
void log_message(int priority, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with fields. In systemd's journal LOG_INFO is kept without --verbose, too. */
void log_about(int priority, const struct log_about *about, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* How many errors were logged. */
unsigned log_faults(void);

#endif
