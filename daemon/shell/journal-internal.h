/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the journal share. */
#ifndef SHELL_JOURNAL_INTERNAL_H
#define SHELL_JOURNAL_INTERNAL_H

#include <pthread.h>
#include <sqlite3.h>

#include "daemon/shell/journal-chain.h"
#include "daemon/shell/journal-witness.h"
#include "daemon/shell/journal.h"

enum row_kind {
	ROW_BOOKS,
	ROW_GAME,
	ROW_INPUT,
	ROW_RULING,
	ROW_MAP,
	ROW_STATE, /* of games */
	ROW_EVENT,
	ROW_ROUND,
	ROW_ACT,
	ROW_KINDS
};

#define ROW_TEXTS 4

/*
 * Of a new journal: each game's rows stand together, so that what is written of a game is a few pages, however little
 * it is. An older journal keeps its own.
 */
#define JOURNAL_PAGE_BYTES "1024"

/* The disk is quick if the last transaction took no longer. */
#define JOURNAL_QUICK_US 20000

struct row {
	struct row *next;
	enum row_kind kind;
	uint64_t game, n, input;
	char *text[ROW_TEXTS];
	uint8_t hash[CHAIN_HASH]; /* its own; of a game or its state, the game's */
	uint8_t seal[CHAIN_HASH]; /* of its map, */
	uint8_t state_seal[CHAIN_HASH];
	bool hashed;
};

struct row_list {
	struct row *first, *last;
	size_t count;
};

struct journal_writer;
struct salvage_files;

/* A game that goes on: where its chains have come to, and what is staged of it. */
struct staged_game {
	struct chain chain;
	uint8_t seed[CHAIN_HASH];
	struct chain_state state; /* as it is staged */
	char *state_texts;
	bool state_is_sound; /* else that is what is said of one that is not */
	struct row_list rows;
};

struct journal {
	sqlite3 *db; /* who reads; what is staged is written by another connection, in the writer's thread */
	struct journal_writer *writer;
	int lock;
	uint64_t next_game;
	struct row_list staged;	    /* of no game below; what could not be written is in front */
	size_t count;		    /* all that is staged */
	struct row_list written;    /* what the writer has; empty: nothing */
	struct row_list spent;	    /* what it had, and is to be freed */
	uint64_t took_us;	    /* its last transaction */
	struct staged_game **games; /* by number */
	size_t game_count;
	pthread_mutex_t witness_lock; /* from when there is a writer: its thread tells the witness */
	struct witness witness;
	struct salvage_files *salvaged; /* journal-salvage.c */
	char told[1024];		/* what is wrong with the journal as it was found, "" nothing */
	char error[256];
};

int journal_exec(struct journal *journal, const char *sql, const char *doing);
void journal_close_file(struct journal *journal);
/* Adds a sentence to what is told. */
void journal_tell(struct journal *journal, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Keeps the sentence of a fault for journal_error(); the errno value of an SQLite result code. */
int journal_fault(struct journal *journal, int rc, const char *doing);
int journal_fault_of(sqlite3 *db, int rc, const char *doing, char error[static 256]);

#endif
