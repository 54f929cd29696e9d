/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a game record says: PGN, or PDN where squares are numbers. Pure: a function of what was played and published.
 *
 * It has two forms. Under a rulebook that silences the arbiter a running game's record is the table (table-line.h):
 * from where to where, and nothing that would tell a legal turn from an illegal one. Otherwise it is the game
 * (main-line.h): legal moves in notation, and what was none of them in comments, so that every reader accepts it.
 */
#ifndef FORMATS_RECORD_H
#define FORMATS_RECORD_H

#include "daemon/core/core.h"
#include "formats/line-turn.h"
#include "formats/pgn.h"

struct record {
	const struct core *core;
	bool of_table; /* the first of the two forms */
	const struct line_turn *turns;
	unsigned count;		  /* so many of them are shown */
	bool partial;		  /* what came after them is not to be told */
	const char *set_fen;	  /* set by the arbiter after the last of them; "" none */
	const char *result;	  /* in the game's writing, "none" while it goes on */
	const char *termination;  /* PGN word */
	const char *remark;	  /* a sentence: what decided; "" nothing did */
	const char *time_control; /* as in PGN */
	int64_t clock_us[2];	  /* as last published; -1 no clock */
	bool whole_seconds;	  /* the clock counts no smaller parts */
	json_t *tags; /* names and texts, in order; NULL none. Those that follow from the game are not among them */
};

/*
 * record_format - the record as text
 * free() it; NULL without memory. Lives by itself.
 */
char *record_format(const struct record *record);
/* "pgn" or "pdn": how a file of such records is called. */
const char *record_suffix(const struct game *game);

#endif
