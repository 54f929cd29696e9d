/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A round that was opened, as the journal and the bus have it, in JSON:
 *   {"round", "revision", "state": "open"|"running"|"paused"|"closed", "file", "format", "encoding", "day",
 *    "pairings": [pairing], "last": {"t", "uid", "act", "revision", and more}}
 * where encoding is missing if the file was UTF-8, else text_decode()'s; day is that of its first game, "" while none
 * has begun; last, who last did something, and "scoring", what a report says of points and tie-breaks
 * (standings/scoring.h), may be missing; and a pairing is
 *   {"table", "board": its name, "round_tag", "match", "bye": ""|"full"|"half"|"zero", "white": player, "black":
 * player, "given": the result that file or arbiter gave, "" none, "game": id, "" none}, and in the order in which they
 * came
 *   {"game_result", "void": ids of games that were made void, "absent", "paused": stopped with the round, "begins":
 * {"wait", "uid"}: when its pieces stand} where a player has name, fide, elo, title, team, fed (texts) and number. Byes
 * have no board. Pure.
 */
#ifndef FORMATS_ROUND_H
#define FORMATS_ROUND_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "formats/pairings.h"
#include "formats/standings/scoring.h"

enum round_state { ROUND_OPEN, ROUND_RUNNING, ROUND_PAUSED, ROUND_CLOSED };

/* What somebody did to a round, or to an event. */
struct round_act {
	char what[16]; /* "open", "start", "change", … */
	uint32_t uid;
	json_t *details;      /* an object; NULL none */
	char t[32];	      /* "2026-01-31T12:00:00Z" */
	uint64_t realtime_us; /* the same, for the order among what was done in games; 0 not known */
};

struct round {
	unsigned refs;
	unsigned number;
	uint64_t revision;
	enum round_state state;
	char *file; /* the name of the file of its pairings */
	char day[16];
	struct pairings pairings;
	bool has_scoring;
	struct scoring scoring;
	struct round_act last; /* what is "": nobody has done anything */
};

/* The one reader. 0; -EINVAL: that is no round; -ENOMEM. The same of a player. */
int round_read(const json_t *json, struct round **ret);
int player_read(const json_t *json, struct player *ret);
/* The one writer. New reference, NULL without memory; the same of a part. */
json_t *round_format(const struct round *round);
json_t *pairing_format(const struct pairing *pairing);
json_t *round_act_format(const struct round_act *act, uint64_t revision); /* revision: 0 it is about an event */

const char *round_state_name(enum round_state state);

/* Of an event's rounds as the bus has them, [[number, "state", …], …] in order: the place of the one that is running
 * (or paused) in the list, from 1, 0 none is; and of the one that is shown, which is that, else the last. */
size_t rounds_running(const json_t *rounds);
bool rounds_are_closed(const json_t *rounds); /* all of them */
size_t rounds_current(const json_t *rounds);

/* Zeroed, with one reference; NULL without memory. */
struct round *round_new(void);
struct round *round_ref(struct round *round);
void round_unref(struct round *round);
/* What it says, and nothing that it shares. NULL without memory. */
struct round *round_copy(const struct round *round);

/* The pairing of a board, NULL none. */
struct pairing *round_pairing(const struct round *round, unsigned board);

/* --- table-ranges.c: Tables in words. --- */

/* "1 to 6, 15 to 18"; zeroed at first, tables are added in order. */
struct table_ranges {
	char text[300];
	size_t at; /* where the last range begins */
	unsigned first, last;
};

void table_ranges_add(struct table_ranges *ranges, unsigned table);
void round_tables(const struct round *round, struct table_ranges *ret);

/* --- round.c --- */

/* What may be missing in a pairing: said once it is there, even if it says "". */
bool pairing_has(const struct pairing *pairing, enum pairing_key key);
void pairing_set_game_result(struct pairing *pairing, const char *result);
void pairing_set_absent(struct pairing *pairing, const char *absent);
void pairing_set_paused(struct pairing *pairing, bool paused);
void pairing_set_begins(struct pairing *pairing, const struct pairing_begins *begins); /* NULL: not */
/* Is it one of its games that were made void? */
bool pairing_is_void(const struct pairing *pairing, const char *game);
/* 0 or -ENOMEM, and so the next. */
int pairing_add_void(struct pairing *pairing, const char *game);
int pairing_set_board_name(struct pairing *pairing, const char *name);
/* to, a pairing as a file has it, takes what was done at that board. */
int pairing_take_done(struct pairing *to, const struct pairing *from);

#endif
