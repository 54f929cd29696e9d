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

/*
 * event_file_read - an event's file as JSON
 * @ret: new reference:
 * {"id","name","site","dates":[…],"timezone","rulebook","time","start","lever","boards":[{"number","board"}],
 *       "options":{…},"overrides":["key=value"],"delay":{"moves","minutes"},"tags":{…},"relay":bool}; texts are ""
 *       where nothing is said, dates as "2026.01.31", boards in the order of their numbers
 * @places: new reference: {"rulebook":[line, column], …} of the values that were said
 * Whether a rulebook, a time zone or a board is known is not looked at. 0; -EINVAL with *fault; -ENOMEM.
 */
int event_file_read(const char *text, size_t size, json_t **ret, json_t **places, struct text_fault *fault);

/* --- event-game.c: The game that an event is played in. --- */

/* What is played by the rulebook of that id; chess where it is NULL or "", or is not known here. Never NULL. */
const struct game *event_game(const char *rulebook);

/* --- event-options.c: Settings of an event: which are the casebook's options, and which parameters of the rulebook.
 * --- */

/* Is it an option of the event, in contrast to a parameter of its rulebook? */
bool event_has_option(const char *key, size_t size);
/* "true", "12" and "auto" as JSON gives them. New reference. */
json_t *event_option_value(const char *text);

#endif
