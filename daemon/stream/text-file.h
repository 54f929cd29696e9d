/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text files of an export folder, a hall's or a centre's. They are copies: what is lost of one is written again. */
#ifndef STREAM_TEXT_FILE_H
#define STREAM_TEXT_FILE_H

/* Its text, to be freed; NULL if there is none. */
char *text_file_read(const char *path);
/*
 * Replaces it as a whole, by rename, without a sync; the folders above it are made. 1; 0: it says that already; a
 * negative errno value. path is written to meanwhile, and as it was when this returns.
 */
int text_file_write(char *path, const char *text);

#endif
