/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What stands where versions before this one had the journal: an empty database of a version that none of them knows. A
 * daemon of theirs says so and ends; without it, it would begin a journal of its own, and know nothing of the games
 * that run.
 */
#ifndef SHELL_JOURNAL_SIGN_H
#define SHELL_JOURNAL_SIGN_H

#include <stdbool.h>

/* Is the file of that name, in the folder that is open as dir, such a sign? */
bool journal_sign_is(int dir, const char *name);

/* Puts one there, whole or not at all. 0; -errno. */
int journal_sign_put(int dir, const char *name);

#endif
