/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FLAGFALLCTL_CLIENT_CALLS_H
#define FLAGFALLCTL_CLIENT_CALLS_H

#include <systemd/sd-bus.h>

#include "flagfallctl/client/bus.h"
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
/* What GAME is, for help. */
#define GAME_ARGUMENT_DOC \
	"GAME is a table of the running round (3; EVENT:3 where two events run) or a game as start prints it (g31), " \
	"and may be left out when one is running."

struct game_arguments {
	int wanted;	     /* how many there are when GAME is left out */
	bool details;	     /* key=value may follow */
	bool number;	     /* the first of them is a number, too, and not only GAME */
	bool yes;	     /* --yes was given: nobody is asked */
	const char *example; /* "SIDE CLAIM, as 3 black flag"; NULL: the verb takes no more than GAME */
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

/* For verbs that may end a game: --yes. */
extern const struct argp_option game_arguments_ending[];
/*
 * A person at a terminal is asked once: "Table 3, WHITE – BLACK: End the game with 1-0? [y/N]". True: go on; nobody is
 * asked after --yes, and where standard input is no terminal.
 */
bool game_ending_confirm(const struct ctl *ctl, bool yes, const char *title, const char *question);

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
/* The text of a file, which is to be what it says ("a file of pairings"); free() it. */
int event_call_read_file(const struct ctl *ctl, const char *name, const char *what, char **text, size_t *size);

/* --- called-game.c: Which game a word of the command line means. --- */

struct called_game {
	char id[24];		    /* the daemon's: "31" */
	char path[256];		    /* its object; "" it is not shown any more */
	char word[BUS_GAME_WORD];   /* what people call it by: bus_game_word() */
	char title[BUS_GAME_TITLE]; /* what an answer begins with: bus_game_title() */
	char pairing[BUS_PAIRING];  /* bus_pairing_words() */
	char event[256];	    /* the object of its event; "" it is in none */
};

/*
 * called_game_find - the one way from GAME to a game
 * @word: a table of the running round ("3"), EVENT:TABLE or "g31"; NULL: the one that is running
 * @past: one that is not shown any more will do
 * 0, or an exit status after saying why.
 */
int called_game_find(const struct ctl *ctl, sd_bus *bus, const char *word, bool past, struct called_game *ret);

/* --- game-call.c: Methods that act on a game and answer with rulings. --- */

/* A call on a game that is shown. 0, or an exit status after saying why. */
int game_call_new(const struct ctl *ctl, sd_bus *bus, const struct called_game *game, const char *interface,
		  const char *method, sd_bus_message **ret);
/* called_game_find() for what may be said after a game's end: one that is not shown any more is taken up again. */
int game_call_take_up(const struct ctl *ctl, sd_bus *bus, const char *word, struct called_game *ret);
/*
 * game_call_run - makes the call, whose reference is taken, and prints the rulings
 * @done: what is said where there are none; NULL: nothing
 * As game_call_new().
 */
int game_call_run(const struct ctl *ctl, sd_bus *bus, const struct called_game *game, sd_bus_message *m,
		  const char *done);

/* The same, and gives the answers, JSON texts, in place of printing them. New reference. */
int game_call_answers(const struct ctl *ctl, sd_bus *bus, const struct called_game *game, sd_bus_message *m,
		      json_t **ret);

/* Says why a call was refused, and of which game or table. Returns an exit status. */
int game_call_fail(const struct ctl *ctl, const char *title, const sd_bus_error *error, int r);

/* What the arbiter alone may know of a game by its object: Status of org.flagfall1.Arbiter. New reference. */
int game_call_status(const struct ctl *ctl, sd_bus *bus, const char *path, json_t **ret);

/* --- game-acts.c: What persons have done in a game, as its journal has it, and in words. --- */

/*
 * The acts of a game by its id, in order: {"act": number, "input": as the journal has it, "undone": the input that did
 * that}. New reference. For arbiters. 0, or an exit status after saying why.
 */
int game_acts_get(const struct ctl *ctl, sd_bus *bus, const char *id, json_t **ret);
/* Did a person do it to this game? Else the daemon did, or a board's own button. */
bool game_act_is_persons(const json_t *act);
/* Of an input: when it was done by the wall clock, 0 not known; by whom; and what it was, "end 1-0". */
int64_t game_act_realtime(const json_t *input);
const char *game_act_user(const json_t *input, char buf[static 64]);
#define GAME_ACT_WORDS 160
const char *game_act_words(const json_t *input, char buf[static GAME_ACT_WORDS]);

/* --- boards.c: Boards that are plugged in, found without the daemon. --- */

#define BOARDS_URI 4096

/*
 * boards_find - the URI of a board
 * @name: a URI, a serial number, a by-id name, a node, N, or a port path; NULL: the only board there is
 * 0, or an exit status after saying why on stderr.
 */
int boards_find(const struct ctl *ctl, const char *name, char uri[static BOARDS_URI]);

/* --- act-log.c: Who did what to an event or to a round of it, and when. --- */

/* From here on times of the day are those of the event, which is named by its object. */
void act_log_be_there(sd_bus *bus, const char *path);
/* A line an act, in the event's time. round 0: the event itself. Returns an exit status, after saying why. */
int act_log_print(const struct ctl *ctl, sd_bus *bus, const char *path, unsigned round);
/* The change that made the round's revision, as what was done now: "Table 5, ANNA – BORIS: result * → 1-0, by USER,
 * 19:42". */
int act_log_say(const struct ctl *ctl, sd_bus *bus, const char *path, unsigned round, json_int_t revision,
		const char *title);

#endif
