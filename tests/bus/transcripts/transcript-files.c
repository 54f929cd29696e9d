/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <dirent.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "tests/bus/transcripts/transcript-internal.h"

char *transcript_file(struct transcript *t, const char *name, const char *unused)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", t->rig->dir, name);
	return rig_read_file(path);
}

/* What a query of a database says, a line each row. */
char *transcript_rows(struct transcript *t, const char *name, const char *sql)
{
	char path[256], *text = NULL;
	size_t size;
	sqlite3_stmt *s = NULL;
	sqlite3 *db = NULL;
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s", t->rig->dir, name);
	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK) {
		out = open_memstream(&text, &size);
		while (sqlite3_step(s) == SQLITE_ROW)
			for (int i = 0, n = sqlite3_column_count(s); i < n; i++)
				fprintf(out, "%s%c", (const char *)sqlite3_column_text(s, i), i == n - 1 ? '\n' : '|');
		fclose(out);
	}
	sqlite3_finalize(s);
	sqlite3_close(db);
	return text;
}

void transcript_show(struct transcript *t, char *(*text_of_it)(struct transcript *, const char *, const char *),
		     char **words, unsigned count, unsigned own)
{
	char *text = NULL;

	do {
		free(text);
		text = text_of_it(t, words[0], own == 2 ? words[1] : NULL);
	} while (count == own + 2 && !(text && strstr(text, words[own + 1])) && transcript_is_patient(t));
	transcript_tell(t, text ? text : "(none)");
	free(text);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

void transcript_files(struct transcript *t, const char *folder)
{
	struct dirent **names = NULL;
	char path[1024];
	int n;

	snprintf(path, sizeof(path), "%s/%s", t->rig->dir, folder);
	n = scandir(path, &names, NULL, by_name);
	for (int i = 0; i < n; i++) {
		struct stat st;
		char name[512];

		snprintf(name, sizeof(name), "%s%s%s", folder, *folder ? "/" : "", names[i]->d_name);
		snprintf(path, sizeof(path), "%s/%s", t->rig->dir, name);
		if (names[i]->d_name[0] != '.' && stat(path, &st) == 0) {
			if (S_ISDIR(st.st_mode))
				transcript_files(t, name);
			else
				transcript_tell(t, name);
		}
		free(names[i]);
	}
	free(names);
}
