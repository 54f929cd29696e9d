/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Talking to flagfalld. See daemon/bus/org.flagfall1.*.xml.
 *
 * Functions return 0, or an exit status (CTL_FAILED, CTL_USAGE, CTL_NO_DAEMON) after saying why
 * on stderr: a verb returns it as it is.
 */
#ifndef FLAGFALLCTL_BUS_H
#define FLAGFALLCTL_BUS_H

#include <systemd/sd-bus.h>
#include "common/bus-client.h"
#include "flagfallctl/ctl.h"

/* bus_connect() to what --bus names, for verbs that need it: says what failed and returns CTL_USAGE or CTL_NO_DAEMON.
 */
int bus_open(const struct ctl *ctl, sd_bus **ret);

/* Say what a failed call means; r is its negative errno. Returns the exit status. */
int bus_fail(const struct ctl *ctl, const sd_bus_error *error, int r);

/* All boards and games: {"/path": {"org.flagfall1.Board": {"Name": …}}}. New reference in *ret. */
int bus_objects(const struct ctl *ctl, sd_bus *bus, json_t **ret);

/*
 * bus_find_game - a game's object
 * @id:      the daemon's, "31"; NULL: the one running game
 * @objects: from bus_objects()
 * @path:    lives as long as objects
 */
int bus_find_game(const struct ctl *ctl, json_t *objects, const char *id, const char **path);

/* The round of an event that is being played, 0 none: the last one that was started and is not closed. */
unsigned bus_running_round(const json_t *event);

/* What people call a game by: "3" at a table of the running round, "club:3" where two events run, else "g31". */
#define BUS_GAME_WORD 160
const char *bus_game_word(json_t *objects, const json_t *game, char buf[static BUS_GAME_WORD]);

/* What an answer about it begins with: "Table 3, WHITE – BLACK"; of a game in no round "g31, WHITE – BLACK". */
#define BUS_PAIRING 160
/* Of a game of a round: "club 2 --table 3", as "flagfallctl round change" takes it; else "". */
const char *bus_pairing_words(const json_t *game, char buf[static BUS_PAIRING]);
/* What gives another result after an upheld appeal, "end 3 RESULT"; of one that its round was given "round change …".
 */
#define BUS_RESULT_WORDS 200
const char *bus_result_words(const json_t *game, const char *word, char buf[static BUS_RESULT_WORDS]);
#define BUS_GAME_TITLE 600
const char *bus_game_title(const json_t *game, char buf[static BUS_GAME_TITLE]);

/* Who is not there ("white", "black", "both", "" as the bus has it): "White is absent"; "" nobody. */
const char *bus_absent_text(const char *absent);
/* The daemon's sentences say "game 31", and here that is g31. */
const char *bus_sentence(const char *sentence, char *buf, size_t size);

/* In an object of an answer: "31" becomes "g31"; what is no game's number stays. */
void bus_name_game(json_t *object, const char *key);

/* The path of that game, NULL where it is not among them. Lives as long as objects. */
const char *bus_game_path(json_t *objects, const char *id);

/* The properties of one interface of one object, NULL if it has none. Borrowed. */
json_t *bus_properties(json_t *objects, const char *path, const char *interface);

/*
 * A call to the manager, or with property of a property of it, that starts no daemon: who counts what it does must not
 * bring one back that somebody has stopped.
 */
int bus_watch(sd_bus *bus, const char *interface, const char *member, const char *property, sd_bus_error *error,
	      sd_bus_message **reply);
/* What the daemon counts: *ret is a new reference. 0, or a negative errno value with *error set. */
int bus_counters(sd_bus *bus, sd_bus_error *error, json_t **ret);

/* Why the journal cannot be written, "" while it can: there are no rulings then. free() it; NULL: not known. */
char *bus_journal_fault(sd_bus *bus);

/* "WhiteUs" to "white_us": the keys of --json. New reference. */
json_t *bus_snake_case(const json_t *properties);

#endif
