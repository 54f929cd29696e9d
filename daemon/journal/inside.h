/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DAEMON_JOURNAL_INSIDE_H
#define DAEMON_JOURNAL_INSIDE_H

#include <jansson.h>

#include "common/chain-log.h"
#include "common/worker.h"
#include "daemon/journal/journal.h"
#include "daemon/journal/log.h"

/*
 * --- index.c ---
 * The index of games: what is asked of many games at once. Made from the log and from the files of finished games; it
 * may be thrown away, and is made anew then. SQLite in plain use: nothing is true because it is here.
 */

struct index;

/*
 * index_open - opens the file, or makes it anew where it is none
 * @is_new: it was made and has no game. 0, -ENOMEM or -EIO …
 */
int index_open(const char *path, struct index **ret, bool *is_new);
void index_close(struct index *index);
/* Between the two, what is put is put at once. */
void index_begin(struct index *index);
void index_end(struct index *index);
/* A game's line: its start, its time or its state; what is none of them is passed over. 0, or a fault: the file is
 * removed, so that the next start makes it anew. */
int index_put(struct index *index, uint64_t game, enum chain_kind kind, json_t *line);
/* Games that go on are in the log, or they are nowhere: before that is read. */
void index_drop_unfinished(struct index *index);
/* Finished games that are in neither. 0 or a fault. */
int index_drop_missing(struct index *index, bool (*is_there)(void *userdata, uint64_t game), void *userdata);
/* How many games are "recorded" or "given-up"; negative: it cannot be read. */
int64_t index_finished(struct index *index);
/* As the functions of journal.h. -EIO: it cannot be read. */
int index_game(struct index *index, uint64_t number, journal_game_fn fn, void *userdata);
int index_find(struct index *index, const struct journal_filter *filter, uint64_t *before, journal_game_fn fn,
	       void *userdata);

/* --- What the files of the journal share. --- */

#define STATE_RUNNING "running"
#define STATE_OVER "over"
#define STATE_RECORDED "recorded"
#define STATE_GIVEN_UP "given-up"
#define STATE_UNRECOVERED "unrecovered"

/* Lines, one after the other. */
struct lines {
	char *text;
	size_t length, size;
	size_t count;
};

int lines_add(struct lines *lines, const char *text, size_t length);
/* Copies of more lines behind those. 0 or -ENOMEM. */
int lines_join(struct lines *to, const struct lines *more);
void lines_free(struct lines *lines);

/* A game or an event that is in the log's segment, and not in a file of its own. */
struct owner {
	bool is_event;
	char id[CHAIN_ID + 1];
	uint64_t number;   /* a game's */
	chain_digest last; /* of its last line, with what is staged */
	json_t *state;	   /* a game's, with what is staged: state, result, record, fault, ended_us, lost */
	bool has_ended;	   /* an event: its file says so */
	char *board;	   /* a game's; NULL not known */
	char rulebook[CHAIN_DIGITS + 1]; /* name of its texts, "" none */
	struct lines lines;		 /* those on disk, until journal_settle() */
};

struct batch {
	struct lines lines;
	uint64_t inputs; /* of them */
	uint64_t marks;	 /* of them: what the index has, or what may end a game or an event */
};

/* One more line of that kind is in it. */
static inline void batch_count(struct batch *batch, enum chain_kind kind)
{
	batch->inputs += kind == CHAIN_INPUT;
	batch->marks += kind != CHAIN_INPUT && kind != CHAIN_RULING;
}

struct journal {
	char *path;
	struct worker *writer; /* has the log while a job is under way */
	struct worker *filer;  /* reads segments and writes files */
	struct log log;
	struct log_place place; /* of the log, as of the last batch that was finished; */
	int fd;			/* … its segment, to read; -1 none */
	struct index *index;
	struct owner **owners; /* games by number, then events by id */
	size_t owner_count;
	char (*rulebooks)[CHAIN_DIGITS + 1]; /* names of the texts that are in the segment */
	size_t rulebook_count;
	struct lines books; /* … their lines, until journal_settle() */
	bool has_read;	    /* journal_settle() */

	struct batch staged, written; /* what is being written, or could not be */
	uint64_t next_game;
	struct writing *writing; /* NULL: no batch is under way */
	uint64_t took_us;
	void (*on_written)(void *userdata);
	void *userdata;
	bool makes_room; /* a job does */
	struct {
		bool again;
		int fault;
	} room;		/* what it found: its, until it is done */
	int room_fault; /* why no room is ahead of the log, negative errno value; 0 there is */

	struct filing *filing;	   /* turnover.c, files.c: what the filer does; NULL nothing */
	struct turnover *turnover; /* the next segment, as far as it is copied; NULL none */
	uint64_t turn_after;	   /* batches: not before, since it failed */
	bool must_file;		   /* something is to get a file of its own */
	int64_t file_again_us;	   /* CLOCK_MONOTONIC: not before, since it failed */
	int64_t care_us;	   /* CLOCK_BOOTTIME: when files are looked after again */
	bool is_caring;		   /* the filer does */
	unsigned keep_days;	   /* of games that are finished; 0 for ever */

	char told[4096];
	char news[256]; /* for journal_news() */
	char error[256];
};

/* owners.c */
struct owner *owner_find(const struct journal *journal, bool is_event, const char *id);
struct owner *owner_game(const struct journal *journal, uint64_t game);
struct owner *owner_add(struct journal *journal, bool is_event, const char *id);
void owner_remove(struct journal *journal, struct owner *owner);
/* Frees what it holds: of one that is in no table. */
void owner_done(struct owner *owner);
void owners_free(struct journal *journal);
/* What a line of it says of it: state, board, rulebook, end. 0 or -ENOMEM. */
int owner_take(struct owner *owner, const struct chain_line *line);
const char *owner_state(const struct owner *owner);
/* Nothing more is expected of it: a file of its own may have its lines. */
bool owner_is_finished(const struct owner *owner);
/* New reference; NULL no memory, or no JSON. */
json_t *line_json(const struct chain_line *line);

/* files.c: all lines of a game or an event that are on disk, those of its rulebook in front. 0; -ENOENT there is none;
 * -EBADMSG its file is damaged; or a fault. */
int files_read(struct journal *journal, bool is_event, const char *id, struct lines *ret);
/* Has it a file with that as its last digest? */
bool files_have(const struct journal *journal, bool is_event, const char *id, const chain_digest last);
/* Has that game one? */
bool files_have_game(const struct journal *journal, uint64_t game);
/* Makes files of what is finished, in the filer's thread, if that is idle. */
void files_make(struct journal *journal);
/* Files that are a day old are packed, and those that are not to be kept any more removed, in the filer's thread: now
 * and then. */
void files_care(struct journal *journal);
/* Ids of the events that have a file, in order: calls fn for each. */
int files_events(struct journal *journal, int (*fn)(void *userdata, const char *id), void *userdata);
/* Calls fn for each game that has a file. */
int files_games(struct journal *journal, int (*fn)(void *userdata, uint64_t game), void *userdata);

/* turnover.c: a new segment, where the old one has had many batches. */
void turnover_check(struct journal *journal);
/* What is copied, for who writes to take; NULL nothing. */
struct log_copy *turnover_take(struct journal *journal);
void turnover_drop(struct journal *journal);

/* What the index has of a line; most it has nothing of. 0, or a fault, of which journal_error() is the sentence. */
int journal_index_line(struct journal *journal, const struct chain_line *line);

/* For each line of those; returns 0, or what fn returns. */
int lines_each(const struct lines *lines, int (*fn)(void *userdata, const struct chain_line *line), void *userdata);

/* A rulebook's texts are in the segment; 1: they were already. 1, 0 or -ENOMEM. */
int rulebook_add(struct journal *journal, const char *name);

void journal_tell(struct journal *journal, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
