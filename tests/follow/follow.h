/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files whose calls are followed, and where their functions lie: build.mk makes the list. */
#ifndef TESTS_FOLLOW_H
#define TESTS_FOLLOW_H

struct followed_file {
	const char *name, *start, *stop;
};
extern const struct followed_file followed[];
extern const unsigned followed_count;

#endif
