/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records of an SQLite file and its log, found by their form alone. The format: sqlite.org/fileformat.html. */
#ifndef SHELL_SALVAGE_PAGES_H
#define SHELL_SALVAGE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SALVAGE_COLUMNS 16

struct salvage_value {
	enum { SALVAGE_NULL = 1, SALVAGE_INTEGER, SALVAGE_TEXT, SALVAGE_BLOB } type;
	int64_t integer;
	const uint8_t *data; /* of a text or blob; lives as long as the call */
	size_t size;
};

struct salvage_record {
	struct salvage_value value[SALVAGE_COLUMNS];
	unsigned columns;
	const uint8_t
		*before; /* what lies before the record on its page, up to ten bytes: of a table, the row's number */
	unsigned before_size;
};

/* The files in memory. */
struct salvage_files {
	uint8_t *file, *log;
	size_t file_size, log_size;
	unsigned page_size;
	uint8_t salt[8]; /* of the log's present round */
};

/* The form that is looked for: a column each, 'i' integer, 't' text, 'h' blob of 32 bytes, 'n' NULL, 'T' text or NULL,
 * 'I' integer or NULL, 'H' blob of 32 bytes or NULL. */
typedef int (*salvage_record_fn)(void *userdata, const struct salvage_record *record);

/* 1: the log's head is sound, or there is none; 0: SQLite passes over what is in it without a word; or -errno. */
int salvage_is_log(const char *path);
/* Files that are not there are empty. 0 or -errno. */
int salvage_read(struct salvage_files *files, const char *path, const char *log);
void salvage_done(struct salvage_files *files);
/* All records of that form, the newest last. Returns what fn does, 0 goes on; or -ENOMEM. */
int salvage_find(const struct salvage_files *files, const char *form, salvage_record_fn fn, void *userdata);

#endif
