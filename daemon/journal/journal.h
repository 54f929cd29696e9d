/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The journal: what went into each game and what was ruled, and what persons did to events and their rounds.
 *
 *   staged ──► batch ──► log (one write, one fdatasync, in a thread) ──► a finished game's or an ended event's own file
 *                                                                   └─► index of games, which may be thrown away
 *
 * Lines are staged in memory and go to the log together: journal_submit(). A batch that fails keeps its lines: they are
 * written by the next that works, so nothing is lost while a disk is full. Of what runs, the lines are in the log's one
 * segment (daemon/journal/log.h); a game with its record, or that was given up, is games/N/ID.trace, an event that
 * ended events/ID.log, with their lines as they were. Either is taken up again where something is added to it.
 */
#ifndef DAEMON_JOURNAL_H
#define DAEMON_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <systemd/sd-event.h>

struct journal;

/*
 * journal_open - opens the folder of a journal, or makes it
 * @loop: the end of each batch is told there: journal_on_written(). NULL: only journal_finish() tells it
 * 0; -EBUSY another daemon has it; -EPROTONOSUPPORT it is a newer version's; else -EIO …; err: a sentence.
 */
int journal_open(const char *folder, sd_event *loop, struct journal **ret, char err[static 256]);
/* What is staged and was not written is dropped. */
void journal_close(struct journal *journal);
static inline void journal_closep(struct journal **j)
{
	if (*j)
		journal_close(*j);
}
/* All that had to be read at the start was read: what is kept in memory for that is freed. */
void journal_settle(struct journal *journal);

/* Files of finished games are removed when they are so old; 0 never. */
void journal_keep(struct journal *journal, unsigned days);

/* A number that no game has had. */
uint64_t journal_next_game(struct journal *journal);
/*
 * What is wrong with the journal as it was found at the start: a line each, "" nothing. What was damaged was put aside,
 * and what is sound of it is in the journal.
 */
const char *journal_told(const struct journal *journal);

/*
 * Staging. Texts are copied. 0 or -ENOMEM; of a game that is finished, also what its file gives: -ENOENT there is no
 * such game, -EBADMSG it is damaged, …
 */
struct journal_start {
	const char *board; /* its name */
	const char *setup, *time,
		*trace;	       /* JSON: the setup, its place in the machine's time, and the header of its trace */
	const char *rulebooks; /* texts of its rulebook, JSON; NULL none */
};
int journal_stage_game(struct journal *journal, uint64_t game, const struct journal_start *start);
int journal_stage_input(struct journal *journal, uint64_t game, const char *json);
int journal_stage_ruling(struct journal *journal, uint64_t game, const char *json);
int journal_stage_time(struct journal *journal, uint64_t game, const char *json);
/* The game is over, at ended_us by CLOCK_REALTIME, and has no record yet; result NULL: it is running again. */
int journal_stage_over(struct journal *journal, uint64_t game, const char *result, int64_t ended_us);
/* Its record is on disk, there: it is finished with. */
int journal_stage_recorded(struct journal *journal, uint64_t game, const char *path);
/* Its record, which is where it was, says what has been corrected since: it is to be written again. */
int journal_stage_corrected(struct journal *journal, uint64_t game);
/* Somebody has said that it gets none. */
int journal_stage_given_up(struct journal *journal, uint64_t game);
/* It cannot be replayed, and why; and that it can, after all. */
int journal_stage_unrecovered(struct journal *journal, uint64_t game, const char *why);
int journal_stage_recovered(struct journal *journal, uint64_t game);
/* Drops what is staged of a game that never began. */
void journal_forget(struct journal *journal, uint64_t game);

/* An event as its file says it, or another file of it; a round, whose source (the file of its pairings) stays as it is
 * where it is NULL; what a person did to a round. */
int journal_stage_event(struct journal *journal, const char *event, const char *json);
int journal_stage_round(struct journal *journal, const char *event, unsigned round, const char *json,
			const char *source);
int journal_stage_act(struct journal *journal, const char *event, unsigned round, const char *json);
/* Drops what is staged of it. */
void journal_forget_event(struct journal *journal, const char *event);

/* Lines that are staged; the same with those that are being written. */
size_t journal_staged(const struct journal *journal);
size_t journal_unwritten(const struct journal *journal);
/*
 * journal_submit - all that is staged goes to the log, as one batch
 * @beat: also if there is nothing: a write at each beat looks the same whatever is held back
 * 1; 0: there is nothing, or one is being written already; or a fault, journal_error(): it is all still staged.
 */
int journal_submit(struct journal *journal, bool beat);
/* It was given a batch, and journal_finish() has not told its end yet. */
bool journal_is_writing(const struct journal *journal);
/* Called from the loop when journal_finish() can tell it. */
void journal_on_written(struct journal *journal, void (*fn)(void *userdata), void *userdata);
/*
 * journal_finish - the end of that batch; wait: not before it has come, else it may be -EINPROGRESS
 * When it returns 0 it is on disk. Else the errno value of the fault, journal_error(), and its lines are staged again.
 */
int journal_finish(struct journal *journal, bool wait);
uint64_t journal_took_us(const struct journal *journal); /* the last batch, in the thread */
/* What happened beside the batches and somebody should know, "" nothing; told once. */
const char *journal_news(struct journal *journal, char text[static 256]);
/* The sentence of the last fault. */
const char *journal_error(const struct journal *journal);
/* The fault of who reads it. */
void journal_say(struct journal *journal, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Reading. Callbacks return 0 to go on, else a value that is passed on. What is staged is not seen. Lines are given as
 * far as they are sound: where some were lost, it is -EBADMSG at the end, with journal_error() saying so.
 */
typedef int (*journal_row_fn)(void *userdata, uint64_t n, const char *json);
int journal_inputs(struct journal *journal, uint64_t game, journal_row_fn fn, void *userdata);
int journal_rulings(struct journal *journal, uint64_t game, journal_row_fn fn, void *userdata);
/* The texts of its rulebook, new text in *ret, NULL none; -EBADMSG they are not there. */
int journal_rulebooks(struct journal *journal, uint64_t game, char **ret);

/* --- games --- */

/* Its texts live as long as the call that it is given to. */
struct journal_game {
	uint64_t number;
	const char *board;
	const char *setup, *time; /* JSON */
	const char *state;	  /* "running", "over" (and its record not written yet), "recorded", "given-up",
				     "unrecovered" */
	const char *program;	  /* version that began it */
	const char *fault;	  /* why it is unrecovered, NULL it is not */
	const char *result;	  /* NULL none */
	const char *record;	  /* path; NULL none */
	int64_t ended_us;	  /* CLOCK_REALTIME, 0: not yet */
};

/* What a game must be to be found; NULL: any. */
struct journal_filter {
	const char *board, *event, *round, *state;
	const char *since, *until; /* date of the game, "2026.01.31", both included */
};

/* Returns 0 to go on, else a value that is passed on. */
typedef int (*journal_game_fn)(void *userdata, const struct journal_game *game);
/* All that run, have no record yet or are not recovered, in order. */
int journal_unfinished(struct journal *journal, journal_game_fn fn, void *userdata);
/* The unrecovered game that has that board, 0 none. */
uint64_t journal_unrecovered_on(struct journal *journal, const char *board);
/* The number of the game with that id; 0, which no game has, if that is no number. */
uint64_t journal_game_number(const char *id);
/* That one, if it is there. */
int journal_one_game(struct journal *journal, uint64_t number, journal_game_fn fn, void *userdata);
/*
 * journal_find_games - newest first, of the numbers below *before (0: all)
 * Looks at so many at most that nobody waits for long. *before: from where to go on, 0 that was all.
 */
int journal_find_games(struct journal *journal, const struct journal_filter *filter, uint64_t *before,
		       journal_game_fn fn, void *userdata);

/* --- events --- */

/* Called for each round of each event, in order; an event without rounds has round 0 and NULL. As journal_row_fn. */
typedef int (*journal_event_fn)(void *userdata, const char *event, const char *json, unsigned round,
				const char *round_json);
int journal_events(struct journal *journal, journal_event_fn fn, void *userdata);
/* What persons did to a round, in order. */
int journal_acts(struct journal *journal, const char *event, unsigned round, journal_row_fn fn, void *userdata);
/* Called once with the text of the file of its pairings, "" none. */
int journal_round_source(struct journal *journal, const char *event, unsigned round, journal_row_fn fn, void *userdata);

#endif
