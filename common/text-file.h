/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text files that others read: records of games, and the export folders of a hall or a centre. They are replaced by
 * rename, so that a reader sees the old one or the new one, whole.
 */
#ifndef COMMON_TEXT_FILE_H
#define COMMON_TEXT_FILE_H

#include <stdbool.h>

/* Its text, to be freed; NULL if there is none. */
char *text_file_read(const char *path);
/* The folders above it are made; path is as it was when this returns. 0 or a negative errno value. */
int text_file_folders(char *path);
/*
 * Replaces it; the folders above it are made. sync: that it is there outlasts a loss of power, and the disk is waited
 * for. 0 or a negative errno value: it is as it was.
 */
int text_file_replace(const char *path, const char *text, bool sync);
/*
 * The same without a sync, for a text that is renewed again and again: what was there before stays beside it, with .tmp
 * behind its name, and becomes the next one if nobody has it open. No file is made, none is deleted, and the disk need
 * not be told: to delete one and to replace it by rename would be two requests each time, in the way of the journal's.
 */
int text_file_renew(const char *path, const char *text);
/* As text_file_replace() without a sync, for copies: what is lost of one is written again. 1; 0: it says that already;
 * else as above.
 */
int text_file_write(const char *path, const char *text);

/* It is there no more, nor what a program that was killed had written of the next one. */
void text_file_remove(const char *path);

#endif
