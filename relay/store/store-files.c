/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of the halls' exports that are to be written. */
#include <string.h>

#include "relay/store/store-inside.h"

void store_end_file(struct store *store)
{
	sqlite3_reset(store->file_row);
	store->file_row = NULL;
}

char *store_file_text(struct store *store, const char *hall, const char *event, const char *path)
{
	sqlite3_stmt *s = database_file_bind(&store->base, FILE_TEXT, "ttt", hall, event, path);
	char *text = sqlite3_step(s) == SQLITE_ROW ? strdup((const char *)sqlite3_column_text(s, 0)) : NULL;

	sqlite3_reset(s);
	return text;
}

static bool take_file(struct store *store, enum statement which, struct store_file *ret)
{
	sqlite3_stmt *s;

	store_end_file(store);
	s = database_file_bind(&store->base, which, "");
	if (sqlite3_step(s) != SQLITE_ROW) {
		sqlite3_reset(s);
		return false;
	}
	store->file_row = s;
	store->file = (struct store_file){
		(const char *)sqlite3_column_text(s, 0),
		(const char *)sqlite3_column_text(s, 1),
		(const char *)sqlite3_column_text(s, 2),
		(const char *)sqlite3_column_text(s, 3),
	};
	*ret = store->file;
	return true;
}

bool store_next_file(struct store *store, struct store_file *ret)
{
	return take_file(store, NEXT_FILE, ret);
}

bool store_next_failed(struct store *store, struct store_file *ret)
{
	return take_file(store, FAILED_FILE, ret);
}

static int tell_file(struct store *store, enum statement which)
{
	int r = database_file_begin(&store->base);

	if (r >= 0)
		r = database_file_run(&store->base, which, "ttt", store->file.hall, store->file.event,
				      store->file.path);
	store_end_file(store);
	return r;
}

int store_file_written(struct store *store)
{
	return tell_file(store, WRITTEN);
}

int store_file_failed(struct store *store)
{
	return tell_file(store, FAILED);
}

unsigned store_count_failed(struct store *store, unsigned limit)
{
	sqlite3_stmt *s = database_file_bind(&store->base, COUNT_FAILED, "i", (int64_t)limit);
	const unsigned count = sqlite3_step(s) == SQLITE_ROW ? (unsigned)sqlite3_column_int64(s, 0) : 0;

	sqlite3_reset(s);
	return count;
}

bool store_hall_has_failed(struct store *store, const char *hall)
{
	sqlite3_stmt *s = database_file_bind(&store->base, HALL_FAILED, "t", hall);
	const bool has = sqlite3_step(s) == SQLITE_ROW;

	sqlite3_reset(s);
	return has;
}

int store_forget_round(struct store *store, const char *hall, const char *event, unsigned round)
{
	int r = database_file_begin(&store->base);

	return r < 0 ? r : database_file_run(&store->base, FORGET_ROUND, "tti", hall, event, (int64_t)round);
}

int store_files_again(struct store *store)
{
	int r = database_file_begin(&store->base);

	return r < 0 ? r : database_file_run(&store->base, ALL_FILES, "");
}
