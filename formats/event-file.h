/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An event's file, in YAML:
 *
 * - name, site, dates (one, or a list), timezone (as Europe/Riga), rulebook, time
 * - boards: [{number: 1, board: 12345}], numbers of the tables, and the serial number (or another name) of the board
 *   there; a number alone is a table without sensors
 * - options: {}, the rulebook's and the casebook's, as "flagfallctl start --set" takes them
 * - delay: {moves: 3, minutes: 5}, of the export
 * - tags: {}, further tags of every game record
 * - start: press, White's clocks wait for Black's press; default: for the arbiter's start
 * - lever: hand, beside boards without a lever there is one whose presses are entered; default: none
 * - relay: yes, what is public leaves the hall, where a relay runs; default: no
 * - id: club, in commands and paths; default: made of the name
 */
#ifndef FORMATS_EVENT_FILE_H
#define FORMATS_EVENT_FILE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "formats/pairings.h"
#include "rules/game.h"

#define EVENT_ID 64
#define EVENT_TEXT 201
#define EVENT_DATE 16

/* A table of the hall. */
struct event_board {
	unsigned number;
	char board[EVENT_TEXT]; /* that is there, "" none with sensors */
};

/* An event as its file says it; texts are "" where nothing is said. */
struct event_file {
	unsigned refs;
	char id[EVENT_ID], name[EVENT_TEXT], site[EVENT_TEXT], timezone[EVENT_TEXT];
	char rulebook[EVENT_TEXT], time[EVENT_TEXT];
	char start[8];		   /* "arbiter", "press" */
	char lever[8];		   /* "hand", "none" */
	char (*dates)[EVENT_DATE]; /* "2026.01.31" */
	size_t date_count;
	struct event_board *boards; /* in the order of their numbers */
	size_t board_count;
	json_t *options, *overrides, *tags; /* {…}, ["key=value"], {…}: as they are handed on */
	unsigned delay_moves, delay_minutes;
	bool relay;
	char ended[32]; /* when a person said that it is over: that is not the file's */
};

/*
 * event_file_read - an event's file
 * @ret: a new one
 * @places: new reference: {"rulebook":[line, column], …} of the values that were said
 * Whether a rulebook, a time zone or a board is known is not looked at. 0; -EINVAL with *fault; -ENOMEM.
 */
int event_file_read(const char *text, size_t size, struct event_file **ret, json_t **places, struct text_fault *fault);

/*
 * --- event-json.c: An event's file in JSON, as the journal has it ---
 * {"id","name","site","dates":[…],"timezone","rulebook","time","lever","start","boards":[{"number","board"}],
 *  "options":{…},"overrides":["key=value"],"delay":{"moves","minutes"},"tags":{…},"relay":bool}, and "ended" where
 * that was said
 */

/* The one reader. 0; -EINVAL: that is no event; -ENOMEM. */
int event_file_parse(const json_t *json, struct event_file **ret);
/* The one writer. New reference, NULL without memory; so the next. */
json_t *event_file_format(const struct event_file *file);

/* What a game's setup says of the event that it is played in, as "pairing": {"event", "round", "board", "timezone",
 * "delay"}. Texts live as long as the JSON; event is "" where it is of none. */
struct event_pairing {
	const char *event, *timezone;
	unsigned round, board; /* a table's number */
	unsigned delay_moves, delay_minutes;
};

struct event_pairing event_pairing_of(const json_t *setup);
json_t *event_pairing_format(const struct event_file *file, unsigned round, unsigned board);

/* One that says nothing, with one reference; NULL without memory. */
struct event_file *event_file_new(void);
struct event_file *event_file_ref(struct event_file *file);
void event_file_unref(struct event_file *file);
struct event_file *event_file_copy(const struct event_file *file);
/* 0; -EINVAL: it is too long; -ENOMEM. */
int event_file_add_date(struct event_file *file, const char *date);
int event_file_add_board(struct event_file *file, unsigned number, const char *board);

/* --- event-game.c: The game that an event is played in. --- */

/* What is played by the rulebook of that id; chess where it is NULL or "", or is not known here. Never NULL. */
const struct game *event_game(const char *rulebook);

/* --- event-options.c: Settings of an event: which are the casebook's options, and which parameters of the rulebook.
 * --- */

/* Is it an option of the event, in contrast to a parameter of its rulebook? */
bool event_has_option(const char *key, size_t size);
/* All of them, ", " between them. */
#define EVENT_OPTION_WORDS 200
const char *event_option_words(char buf[static EVENT_OPTION_WORDS]);
/* "true", "12" and "auto" as JSON gives them. New reference. */
json_t *event_option_value(const char *text);

#endif
