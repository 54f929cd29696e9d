/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * From a board's event numbers to the host's, and which are missing.
 *
 * A board numbers its events from any point. The host's numbers
 * start at 1 when it takes the board and go up by one for each event that is
 * delivered or known to be lost, whatever the board does. No kernel calls; pure.
 */
#ifndef SENSORBOARD_NUMBERING_H
#define SENSORBOARD_NUMBERING_H

#include "wire.h"

/*
 * A report behind the expected number is left over from before the board was
 * taken, if nothing newer has come yet and it is at most this far behind;
 * otherwise the board has started to count anew.
 */
#define SBN_STALE_MAX 1024

/* Zeroed memory is a numbering that knows nothing yet: the first event fixes it. */
struct sbn {
	u32 last;    /* the host's number of the last event delivered or counted as lost */
	u32 offset;  /* the host's number of an event is the board's plus this */
	u32 guessed; /* the last numbers that were spent on unreadable reports, one each */
	u32 stale;   /* how far behind a report may be that is left over */
	u8 known;    /* offset holds */
	u8 started;  /* an event has come since sbn_start() */
};

/* The board says that @board_seq was its last event: what comes next is new. */
void sbn_start(struct sbn *n, u32 board_seq);

/*
 * The same after a time in which nobody listened, which may have been days: the events of that
 * time keep their numbers, unless the board has started to count anew. What its queue still holds
 * of them is left over, however far behind, until sbn_settle().
 */
void sbn_resume(struct sbn *n, u32 board_seq);

/* The board's queue is empty by now: a report behind is not left over any more. */
void sbn_settle(struct sbn *n);

/* An event, or a report with an unknown number of them, is lost. Returns the number spent on it. */
u32 sbn_lose(struct sbn *n);

/*
 * The board says that @board_seq was its last event: how many of those up to it have neither come
 * nor been counted as lost. They may be on their way.
 */
u32 sbn_missing(const struct sbn *n, u32 board_seq);

/*
 * @count events that were missing are lost; should they come yet, they get other numbers.
 * Returns the last number spent.
 */
u32 sbn_give_up(struct sbn *n, u32 count);

/*
 * An event that the board numbers @board_seq. Returns 1, the event's number in
 * *seq and how many are lost just before it in *lost (their last number is
 * *seq - 1); 0 for an event from before sbn_start(), to be dropped in silence.
 */
int sbn_event(struct sbn *n, u32 board_seq, u32 *seq, u32 *lost);

/* The host's number of the board's @board_seq, for a whole-board answer. */
u32 sbn_number(struct sbn *n, u32 board_seq);

#endif
