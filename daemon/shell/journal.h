/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The journal: what went into each game, and what was ruled, in SQLite.
 *
 * Rows are staged in memory and written in one durable transaction, by a thread
 * of its own: journal_submit(). A transaction that fails keeps them: they are
 * written by the next that works, so nothing is lost while a disk is full.
 */
#ifndef SHELL_JOURNAL_H
#define SHELL_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct journal;

/*
 * Opens or makes the file. err: a sentence. 0; -EBUSY another daemon has it; -EPROTONOSUPPORT a newer version's; else
 * -EIO …
 */
int journal_open(const char *path, struct journal **ret, char err[static 256]);
/* Staged rows that were never committed are dropped: commit first. */
void journal_close(struct journal *journal);
static inline void journal_closep(struct journal **j)
{
	if (*j)
		journal_close(*j);
}

/* A number that no game has had. */
uint64_t journal_next_game(struct journal *journal);

/*
 * What is wrong with the journal as it was found at the start: a line each, "" nothing. Damaged files were put aside,
 * and what could be read of them is in the journal.
 */
const char *journal_told(const struct journal *journal);

/*
 * Staging. Texts are copied. 0 or -ENOMEM. books: the texts of its rulebook, JSON, NULL none. What becomes of a game
 * that is not going on is asked of the journal: that may be a fault, too, and -ENOENT there is no such game.
 */
int journal_stage_game(struct journal *journal, uint64_t game, const char *board, const char *setup, const char *map,
		       const char *books);
int journal_stage_input(struct journal *journal, uint64_t game, uint64_t n, const char *json);
int journal_stage_ruling(struct journal *journal, uint64_t game, uint64_t n, uint64_t input, const char *json);
int journal_stage_map(struct journal *journal, uint64_t game, const char *map);
/* The game is over, at ended_us by CLOCK_REALTIME, and has no record yet; result NULL: it is running again. */
int journal_stage_over(struct journal *journal, uint64_t game, const char *result, int64_t ended_us);
/* Its record is on disk, there: it is finished with. -EBADMSG: its state is not what was written; the next start finds
 * out what it is. */
int journal_stage_recorded(struct journal *journal, uint64_t game, const char *path);
/* Its record, which is where it was, says what has been corrected since: it is to be written again. As above. */
int journal_stage_corrected(struct journal *journal, uint64_t game);
/* Somebody has said that it gets none. */
int journal_stage_given_up(struct journal *journal, uint64_t game);
/* It cannot be replayed, and why; and that it can, after all. */
int journal_stage_unrecovered(struct journal *journal, uint64_t game, const char *why);
int journal_stage_recovered(struct journal *journal, uint64_t game);

/* An event as its file says it, or another file of it; a round, whose source (the file of its pairings) stays where it
 * is NULL; what a person did to a round. */
int journal_stage_event(struct journal *journal, const char *event, const char *json);
int journal_stage_round(struct journal *journal, const char *event, unsigned round, const char *json,
			const char *source);
int journal_stage_act(struct journal *journal, const char *event, unsigned round, const char *json);
/* Drops what is staged of it. */
void journal_forget_event(struct journal *journal, const char *event);

/* Drops what is staged of a game that never began. */
void journal_forget(struct journal *journal, uint64_t game);

/* Nothing more is staged of it. */
void journal_leave(struct journal *journal, uint64_t game);

size_t journal_staged(const struct journal *journal);
/* The same with what is being written. */
size_t journal_unwritten(const struct journal *journal);
/*
 * journal_submit - what is staged goes to the writer's thread, all in one transaction
 * False: nothing is staged, or it writes already; one batch at a time.
 */
bool journal_submit(struct journal *journal);
/* It was given a batch, and journal_finish() has not told its end yet. journal_get_fd() is readable when it can. */
bool journal_is_writing(const struct journal *journal);
int journal_get_fd(const struct journal *journal);
/* Who was woken by it says so before journal_finish(): else it stays readable. */
void journal_drain(struct journal *journal);
/*
 * journal_finish - the end of that batch; wait: not before it has come, else it may be -EINPROGRESS
 * When it returns 0 it is on disk. Else the errno value of the fault, journal_error(), and its rows are staged again.
 */
int journal_finish(struct journal *journal, bool wait);
uint64_t journal_took_us(const struct journal *journal); /* the last batch, in the thread */
/* Writes all that is staged, durably, and waits for it; as journal_finish(). */
int journal_commit(struct journal *journal);
/* The sentence of the last fault. */
const char *journal_error(const struct journal *journal);
/* The fault of who reads it. */
void journal_say(struct journal *journal, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Reading. Callbacks return 0 to go on, else a value that is passed on. Staged rows are not seen. Rows are given as far
 * as they are sound: where one is missing or was changed, and at the end where more had been written, it is -EBADMSG
 * with journal_error() saying so.
 */
typedef int (*journal_row_fn)(void *userdata, uint64_t n, const char *json);
int journal_inputs(struct journal *journal, uint64_t game, journal_row_fn fn, void *userdata);
int journal_rulings(struct journal *journal, uint64_t game, journal_row_fn fn, void *userdata);
/* The texts that journal_stage_game() was given, new text in *ret, NULL none; -EBADMSG they are not what they were. */
int journal_books(struct journal *journal, uint64_t game, char **ret);
/* After both of the above were read to their ends: what is staged for this game follows them. */
int journal_go_on(struct journal *journal, uint64_t game);

#endif
