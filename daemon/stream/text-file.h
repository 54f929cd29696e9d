/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text files that others read: records of games, and the export folders of a hall or a centre. They are replaced by
 * rename, so that a reader sees the old one or the new one, whole.
 */
#ifndef STREAM_TEXT_FILE_H
#define STREAM_TEXT_FILE_H

#include <stdbool.h>

/* Its text, to be freed; NULL if there is none. */
char *text_file_read(const char *path);
/*
 * Replaces it; the folders above it are made. sync: that it is there outlasts a loss of power, and the disk is waited
 * for. 0 or a negative errno value: it is as it was.
 */
int text_file_replace(const char *path, const char *text, bool sync);
/* The same without a sync, for copies: what is lost of one is written again. 1; 0: it says that already; else as above.
 */
int text_file_write(const char *path, const char *text);

/* It is there no more, nor what a program that was killed had written of the next one. */
void text_file_remove(const char *path);

#endif
