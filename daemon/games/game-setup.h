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
#include "daemon/bus/replies.h"
#include "libboard/board.h"
#include "daemon/core/format/setup.h"

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

/* --- rulebook-cache.c --- */

struct cached_rulebook {
	struct cached_rulebook *next, **shelf;
	unsigned users;		 /* games */
	char *asked;		 /* what it was read by: id and overrides */
	struct rulebook *whole;	 /* as it was read, with its texts */
	struct rulebook *fitted; /* with the sections that the event's options ask for */
};

/*
 * Fits *book to the setup's options and puts it on the shelf, or takes from there what is the same. On success *book
 * is the shelf's, and so is core->rulebook, until rulebook_cache_release(); on failure (-ENOMEM) nothing has changed.
 */
int rulebook_cache_put(struct cached_rulebook **shelf, struct core_setup *core, const char *asked,
		       struct rulebook **book, struct cached_rulebook **ret);
/* One that was read by the same, and from these texts: held, as rulebook_hold(). NULL: there is none. */
struct rulebook *rulebook_cache_find(struct cached_rulebook *shelf, const char *asked,
				     const struct rulebook_file *files, size_t count);
/* One game less plays by it: the last one frees it. */
void rulebook_cache_release(struct cached_rulebook *shelved);

/* --- start-squares.c: Does a board show the position that a game is to start from?. --- */

/*
 * Sentences for the squares that do not stand as the start position says, NULL-terminated; free each and the list. A
 * board that tells no squares (count 0) has none. 0 or -ENOMEM.
 */
int start_squares_compare(const struct game_setup *setup, const struct board_squares *squares, char ***ret);

/*
 * Where no start was given and the game has several: the FEN of the one that stands, also turned, is added to the
 * options. *error says why there is none.
 */
int start_squares_choose(const struct game_setup *setup, const struct board_squares *squares, json_t *options,
			 sd_bus_error *error);

#endif
