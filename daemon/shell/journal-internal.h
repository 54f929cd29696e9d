/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the journal share. */
#ifndef SHELL_JOURNAL_INTERNAL_H
#define SHELL_JOURNAL_INTERNAL_H

#include <sqlite3.h>

#include "daemon/shell/journal.h"

enum row_kind {
	ROW_GAME,
	ROW_INPUT,
	ROW_RULING,
	ROW_MAP,
	ROW_OVER,
	ROW_RECORDED,
	ROW_GIVEN_UP, /* of games */
	ROW_EVENT,
	ROW_ROUND,
	ROW_ACT,
	ROW_KINDS
};

struct row {
	enum row_kind kind;
	uint64_t game, n, input;
	char *text[3];
};

struct journal {
	sqlite3 *db;
	sqlite3_stmt *insert[ROW_KINDS];
	int lock;
	int wal_pages;
	uint64_t next_game;
	struct row *rows;
	size_t count, size;
	char error[256];
};

/* Keeps the sentence of a fault for journal_error(); the errno value of an SQLite result code. */
int journal_fault(struct journal *journal, int rc, const char *doing);

#endif
