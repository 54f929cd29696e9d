/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FLAGFALLCTL_CLIENT_CALLS_H
#define FLAGFALLCTL_CLIENT_CALLS_H

#include <systemd/sd-bus.h>

#include "flagfallctl/ctl.h"
#include "libboard/board.h"

/* --- call-details.c: The details of claims, reports and verdicts: key=value words, with the casebook's keys. --- */

/* NULL if every word is a known key=value with a good value, else a sentence that lives until the next call. */
const char *call_details_check(char **words, int n);
/* Appends key=value words to m as a{sv} with the types of details in org.flagfall1.Game; words were checked. */
int call_details_append(sd_bus_message *m, char **words, int n);

/* Their keys with "=", ", " between them, for help and completion. */
const char *call_details_keys(char buf[static 400]);

/* --- game-arguments.c: The positional words of a verb: fixed ones, the first of which may be left out, then key=value.
 * --- */

#define GAME_ARGUMENTS 32

struct game_arguments {
	int wanted;   /* how many there are when GAME is left out */
	bool details; /* key=value may follow */
	/* filled by the parser */
	int count, plain; /* all; those before the first key=value */
	char *word[GAME_ARGUMENTS];
	/* the result */
	const char *game; /* NULL: left out */
	char **fixed;	  /* the wanted ones */
	char **detail;
	int details_count;
};

/* Parses "[GAME] WORD... [KEY=VALUE...]"; a usage error ends the process. */
error_t game_arguments_parse(int key, char *arg, struct argp_state *state);

/* A verb's one word: *word is it, or a usage error ends the process if there was one. Returns 0. */
error_t one_word_parse(const char **word, const char *arg, struct argp_state *state);

/* "white" or "black" for white, black, w, b; NULL for another word. */
const char *side_argument(const char *word);

/* --- decide-details.c: What a verdict needs to be told, and what follows from it. --- */

/*
 * A verdict costs whom "against" names. A time penalty with so many ms is the opponent's gain, or, below zero or with
 * the offender's own side, taken off the offender's clock: what of the bus' signed ms and side follows from that is
 * filled in. NULL; else what is missing or contradicts itself, a sentence that lives until the next call.
 */
const char *decide_details_complete(const char *verdict, struct game_arguments *words);

/* --- event-call.c: Events of the daemon, by what people call them. As in bus.h, 0 or an exit status after saying why.
 * --- */

/*
 * event_find - an event's object
 * @word: its id, or its file (which is read for the id); NULL: the only one
 * @path: free() it
 */
int event_call_find(const struct ctl *ctl, sd_bus *bus, const char *word, char **path);
/* The round as Round of org.flagfall1.Event gives it. number 0: the last one opened. New reference. */
int event_call_round(const struct ctl *ctl, sd_bus *bus, const char *path, unsigned number, json_t **ret);
/* A file's text; free() it. */
int event_call_read_file(const struct ctl *ctl, const char *name, char **text, size_t *size);

/* --- game-call.c: Methods that act on a game and answer with rulings. --- */

/* A call on game id (NULL: the one running). 0, or an exit status after saying why. */
int game_call_new(const struct ctl *ctl, sd_bus *bus, const char *id, const char *interface, const char *method,
		  sd_bus_message **ret);
/* Before that, for what may be said after a game's end: one that is not shown any more is, where it may be. As
 * game_call_new(). */
int game_call_take_up(const struct ctl *ctl, sd_bus *bus, const char *id);
/* Makes the call, whose reference is taken, and prints the rulings. As game_call_new(). */
int game_call_run(const struct ctl *ctl, sd_bus *bus, sd_bus_message *m);

/* --- boards.c: Boards that are plugged in, found without the daemon. --- */

#define BOARDS_URI 4096

/*
 * boards_find - the URI of a board
 * @name: a URI, a serial number, a by-id name, a node, N, or a port path; NULL: the only board there is
 * 0, or an exit status after saying why on stderr.
 */
int boards_find(const struct ctl *ctl, const char *name, char uri[static BOARDS_URI]);

/* --- act-log.c: Who did what to an event or to a round of it, and when. --- */

/* A line an act. path: the event's object; round 0: the event itself. Returns an exit status, after saying why. */
int act_log_print(const struct ctl *ctl, sd_bus *bus, const char *path, unsigned round);

#endif
