/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files that lie compressed with zstd, under their name with ".zst" behind it. Who reads one has a descriptor of what
 * was in it, which lives in memory.
 */
#ifndef COMMON_PACKED_FILE_H
#define COMMON_PACKED_FILE_H

#include <stdbool.h>

#define PACKED_SUFFIX ".zst"

/* What is in the file, or in the packed one where that is not there: a descriptor to read from; -EBADMSG it is damaged,
 * -EFBIG it is larger than any of ours, or another negative errno value. dir: as of openat(2). */
int packed_file_open(int dir, const char *path);
bool packed_file_is_one(const char *path);
/* The same of that one file alone, packed or not, as its name says. */
int packed_file_open_named(const char *path);
/* Packs it: the packed one is on disk, with the mode and the time of the file, before that is removed. 0 or a negative
 * errno value. */
int packed_file_pack(int dir, const char *path);

#endif
