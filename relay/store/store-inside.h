/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the store share, and nobody else. */
#ifndef RELAY_STORE_INSIDE_H
#define RELAY_STORE_INSIDE_H

#include "common/database-file.h"
#include "relay/store/store.h"

enum statement {
	MAKE_SUBJECT,
	FIND_SUBJECT,
	SET_SUBJECT,
	DROP_OLD,
	ADD,
	NEXT,
	FILE_TEXT,
	SET_FILE,
	NEXT_FILE,
	FAILED_FILE,
	WRITTEN,
	FAILED,
	COUNT_FAILED,
	HALL_FAILED,
	ALL_FILES,
	FORGET_ROUND,
	POSITION,
	SET_POSITION,
	SET_HALL,
	SET_IDENTITY,
	SET_REFUSED,
	ACCEPT,
	TAKE_AGAIN,
	SET_ALIVE,
	CHANGED,
	RANGE,
	STATEMENTS
};

struct store {
	struct database_file base;
	struct store_file file;
	sqlite3_stmt *file_row; /* whose its texts are */
	char *word;		/* last-word.c; NULL it cannot be said */
};

/* last-word.c: what store_set_last_word() writes to, where the file may be written. */
void last_word_open(struct store *store, const char *database);
void last_word_close(struct store *store);

/* Rows of a question about a hall, which has one parameter at most, made JSON by their columns' names. */
json_t *store_ask(struct store *store, const char *question, const char *hall);

/* The texts of the one that was taken last live no more. */
void store_end_file(struct store *store);

#endif
