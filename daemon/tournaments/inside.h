/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is done to events and their rounds, and what follows from it: what the files here share. */
#ifndef DAEMON_TOURNAMENTS_INSIDE_H
#define DAEMON_TOURNAMENTS_INSIDE_H

#include "daemon/tournaments/tournament.h"
#include "formats/record.h"

/* --- tournament.c: What a caller names is looked for. --- */

/* 0; or *error. */
int round_find_open(struct tournament *event, unsigned number, struct live_round **ret, sd_bus_error *error);
/* Why a table is none of a round's. */
int round_no_table(const struct tournament *event, const struct round *round, unsigned table, sd_bus_error *error);

/* --- tournament-commit.c: What a person does to an event: into the journal with who did it, and when it is on
 * disk into memory and on the bus; or not at all. Nobody waits for the disk. --- */

/* Called once, from the event loop: it is done; or *error says why it is not, and nothing has changed. */
typedef void (*commit_done)(void *userdata, const sd_bus_error *error);

/*
 * round_commit - a round's next state
 * @file:   another file of the event, NULL: as it is
 * @round:  its next state, of the round with the next revision; a reference is taken
 * @source: text of the pairings' file, NULL: as it is
 * The revision is raised here, and the act, whose t is the time now, becomes its last. 0, and done is called; or
 * *error, nothing has changed, and it is not.
 */
int round_commit(struct tournament *event, struct event_file *file, struct round *round, const char *source,
		 const struct round_act *act, commit_done done, void *userdata, sd_bus_error *error);

/* The same with the event alone: another file of it. Its acts are those of round 0. */
int tournament_commit(struct tournament *event, struct event_file *file, const struct round_act *act, commit_done done,
		      void *userdata, sd_bus_error *error);

/* Did somebody else act since the caller looked? 0 if revision (0: the caller did not look) is the round's, else an
 * error that names who did what, and when. */
int round_check_revision(const struct tournament *event, const struct round *round, uint64_t revision,
			 sd_bus_error *error);

/* --- tournament-signals.c: What changes in events, as the interfaces Event and Manager signal it. --- */

void tournament_signal_added(struct context *ctx, const char *id, const char *path);
void tournament_signal_round(struct context *ctx, const char *path, const struct round *round);
void tournament_signal_ended(struct context *ctx, const char *path);
/* Its pairing of a board, as it is shown. */
void tournament_signal_pairing(struct context *ctx, const char *path, unsigned round, unsigned board,
			       const json_t *shown);

/* --- round-open.c: A round is opened: from an event's file and a file of pairings to what the journal keeps. --- */

struct named_text {
	const char *name; /* of the file, for faults */
	const char *text;
	size_t size;
	const char *encoding; /* it was in that before the caller made UTF-8 of it; "" it was not */
};

/*
 * round_open - opens a round, or opens it again with other pairings
 * Opened again: what has begun must be paired as it was. The event is made, or takes its file's changes. call is
 * replied to when that is on disk: the event's id and path, and sentences on what is to be known. 1; or *error says
 * file, line and column, and nothing has changed.
 */
int round_open(struct context *ctx, const struct named_text *file, unsigned number, const struct named_text *pairings,
	       uint32_t uid, sd_bus_message *call, sd_bus_error *error);

/* --- round-check.c: What keeps the games of a round from beginning, or from going on, as far as boards and clocks
 * tell. --- */

/*
 * round_check - looks, and changes nothing
 * @boards: of these, all that are played on a table where count is 0
 * @ret:    new reference: an object a pairing, as org.flagfall1.Event's Check describes it
 * 0; or *error.
 */
int round_check(struct tournament *event, const struct round *round, const uint32_t *boards, size_t count, json_t **ret,
		sd_bus_error *error);

/* --- round-start.c: The games of a round: they begin, stop and go on together. --- */

/* What is to be done, and who wants it. */
struct round_order {
	const uint32_t *boards; /* of these; none: of all where there is something to do */
	size_t count;
	bool wait;	   /* start: the clocks wait for Black's press */
	bool stands;	   /* start: a game begins when its pieces stand; else they may be put right later, … */
	bool found;	   /* … or it begins with what stands, where the board names its pieces */
	uint64_t revision; /* that the caller saw, 0 none */
	uint32_t uid;
};

/*
 * round_start - begins the games that have not begun, and starts the clocks that wait or were stopped
 * call is replied to when all boards have answered what stands on them, and all is on disk: a text a table, {"table",
 * "done": true|false, "game", "reason": why not, "wrong": [squares], "waits": it begins when they stand, "start": the
 * FEN of what stood and it began with}. One board
 * that cannot begin keeps no other from it. 1, the reply follows; or *error and nothing was begun: nothing is there to
 * begin, or somebody else acted.
 */
int round_start(struct tournament *event, struct live_round *round, const struct round_order *order,
		sd_bus_message *call, sd_bus_error *error);
/* Games of its tables that are to begin when their pieces stand are waited for, by the boards that they have now. */
void round_start_await(struct tournament *event, const struct live_round *round);
/* All clocks of them stop; call is replied to when that is on disk, as above without "wrong". 1, or *error. */
int round_pause(struct tournament *event, struct live_round *round, const struct round_order *order,
		sd_bus_message *call, sd_bus_error *error);
/* Every pairing has its result: nothing is changed any more but by round_change(). As above, with an empty reply. */
int round_close(struct tournament *event, struct live_round *round, const struct round_order *order,
		sd_bus_message *call, sd_bus_error *error);

/* --- round-change.c: What a person puts right in a pairing: result, names, board, colours. What was, and why, is
 * kept with who did it. --- */

/*
 * round_change - one pairing, as changes say
 * @changes: an object of texts: "result" ("none" takes a given one away), "white", "black", "white_fide", "white_elo",
 *           "white_title", "white_team", "white_fed" and Black's, "board" (a board's name; of a game that
 *           goes on, whose clocks must stand, it goes on there), "colours" ("swapped"), "absent" ("white", "black",
 *           "both", "none")
 * @reason:  "" none is said
 * A result of a game that goes on ends it. call is replied to, empty, when it is on disk. 1; or *error and nothing has
 * changed.
 */
int round_change(struct tournament *event, struct live_round *round, unsigned board, const json_t *changes,
		 const char *reason, uint64_t revision, uint32_t uid, sd_bus_message *call, sd_bus_error *error);

/* --- tournament-end.c: A person says that an event is over: its centre is told, and what is kept for the relay
 * ends. --- */

/*
 * tournament_end - call is replied to, empty, when it is on disk
 * Refused while a round is not closed. Of an event that has ended nothing changes. 1; or *error.
 */
int tournament_end(struct tournament *event, uint32_t uid, sd_bus_message *call, sd_bus_error *error);

/* --- pairing-game.c: What a pairing's game is started with: the options of StartGame, from event, round and
 * players. --- */

/*
 * New reference. Besides game_setup_options it has "pairing": {"event", "round", "board", "timezone", "delay"}, by
 * which the game finds its pairing again after a restart, and its record the event's.
 */
json_t *pairing_game_options(const struct tournament *event, const struct round *round, const struct pairing *pairing);
/* The tags of its record besides the seven. New reference. */
json_t *pairing_game_tags(const struct tournament *event, const struct pairing *pairing);

/* --- past-return.c: How long a game that is over may have another result. --- */

/* Of one that is shown. 0; or *error: its event has ended, or outside events it has been over for a day. */
int past_return_check_time(const struct live_game *game, sd_bus_error *error);

/* --- pairing-record.c: The record of a pairing: of its game, with names, tags and result as persons put them
 * right, or of no game. Here alone events and records meet. --- */

/* A game says names, tags and result as its pairing has them now, or that it is void, and its record is written anew;
 * also of one that only the journal has: where that cannot be written it is said in the log. What the journal has of
 * the game stays as it was. */
void pairing_record_correct(struct context *ctx, const char *game);
/* Some game's pgn_due is set: its record is written in a moment. */
void pairing_record_arm(struct context *ctx);
/* The same of a game that was only read from the journal: its setup says what the pairing says. */
void pairing_record_apply(struct live_game *game);

/* What of the game may be shown then. 0 or -ENOMEM. */
int pairing_record_shown(const struct live_game *game, int64_t boottime_us, struct delay_shown *ret);
/* And the record of that much; free() it, NULL without memory. -EAGAIN: it has to wait for the disk. */
int pairing_record(const struct live_game *game, int64_t boottime_us, struct delay_shown *shown, char **text);
/* The same of a game that only the journal has: as past_record(). */
int pairing_record_past(struct tournament *event, const struct pairing *pairing, struct delay_shown *shown,
			const char **suffix, char **text);

/* A record without moves, to be freed; NULL without memory. */
char *pairing_record_unplayed(struct tournament *event, const struct live_round *round, const struct pairing *pairing,
			      const struct game *game);

#endif
