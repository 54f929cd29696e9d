/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a game is played by: from the options of StartGame to what the journal
 * keeps, and from there to the core, now and after a restart.
 */
#ifndef DAEMON_GAME_SETUP_H
#define DAEMON_GAME_SETUP_H

#include <jansson.h>
#include <systemd/sd-bus.h>

#include "daemon/core/core.h"
#include "daemon/bus/details.h"
#include "daemon/games/rulebook-cache.h"
#include "libboard/board.h"

/* The options of StartGame. */
extern const struct detail game_setup_options[];

/* Who says that a turn is over. */
enum lever {
	LEVER_BOARD = 1, /* the board's own lever */
	LEVER_HAND,	 /* one that comes over the bus: Press */
	LEVER_NONE,	 /* nobody: the move itself switches the clock, the reply ends the turn */
};

struct game_setup {
	json_t *json;			 /* as in the journal */
	struct rulebook *book;		 /* NULL: nothing is ruled */
	struct cached_rulebook *shelved; /* whose the book is; NULL: this setup's own */
	const json_t *books;		 /* texts that the book is read from, NULL the files; … */
	struct cached_rulebook *shelf;	 /* … and where it may be already; only while it is read */
	struct core_setup core;
	char time_control[64]; /* as in PGN, "-" none */
	char start_fen[GAME_FEN];
	enum lever lever;
};

/* The option "date", where it is given, must be one: YYYY.MM.DD, ? for what is not known. */
int game_setup_check_date(json_t *options, sd_bus_error *error);
/* Takes the number of a start position (option "array") for its FEN. */
int game_setup_number(json_t *options, sd_bus_error *error);

/*
 * Checks the PGN tags of the record (option "tags", a string each): those that have an option of their own become that
 * option where it is not given.
 */
int game_setup_tags(json_t *options, sd_bus_error *error);
/* Is the time zone (option "timezone") known here? */
int game_setup_zone(const json_t *options, sd_bus_error *error);

/* Adds to the options what the board is, and the date where it was left out. */
int game_setup_complete(json_t *options, const struct board_info *info, int64_t grace_us);
/*
 * Reads the JSON of a complete setup; a reference is taken. On failure *error names field and fault, and *ret needs no
 * game_setup_done().
 */
int game_setup_read(json_t *json, struct game_setup *ret, sd_bus_error *error);
/*
 * The same by the rulebook as it was: what game_setup_books() gave then, NULL: as it is now. One on the shelf that was
 * read from the same is not read again.
 */
int game_setup_read_with(json_t *json, const json_t *books, struct cached_rulebook *shelf, struct game_setup *ret,
			 sd_bus_error *error);
/* The texts of its rulebook and of those that it is based on: new text, or NULL without a rulebook or memory. */
char *game_setup_books(const struct game_setup *setup);
void game_setup_done(struct game_setup *setup);
/* For a game that is to last: its book is shared with those that are played by the same. 0, -ENOMEM. */
int game_setup_share_book(struct game_setup *setup, struct cached_rulebook **shelf);
/* The name of the time zone where it is played, "" the machine's; its date, "" that of the first move. */
const char *game_setup_zone_name(const struct game_setup *setup);
const char *game_setup_given_date(const struct game_setup *setup);
/* A text of it, "" if absent. */
const char *game_setup_text(const struct game_setup *setup, const char *key);

#endif
