/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that are replaced by rename, so that a reader sees the old one or the new one, whole. */
#ifndef SHELL_ATOMIC_FILE_H
#define SHELL_ATOMIC_FILE_H

#include <stdbool.h>

/*
 * Writes text to path, whose folders are made. sync: that it is there outlasts a loss of power, and the disk is waited
 * for. 0 or negative errno.
 */
int atomic_file_write(const char *path, const char *text, bool sync);

#endif
