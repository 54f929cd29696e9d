/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An event: its file, and the rounds that were opened, each with its pairings and what became of them. It is in the
 * journal as it is here; results of games are the games', and only what a person said of a result is the round's.
 */
#ifndef DAEMON_TOURNAMENT_H
#define DAEMON_TOURNAMENT_H

#include <jansson.h>

#include "daemon/context.h"
#include "daemon/games/live-game.h"
#include "daemon/publish/publisher.h"
#include "formats/event-file.h"
#include "formats/round.h"

struct live_round {
	struct live_round *next;
	unsigned number;
	struct round *now;		  /* as it is; whoever changes it gives it another: round_set() */
	bool starting;			  /* its games are beginning: nobody else acts */
	bool export_due;		  /* exporter.c */
	unsigned export_first;		  /* pairing whose game is written first the next time */
	unsigned export_past;		  /* games that are in the journal alone: so many pairings were looked at */
	bool export_failed[PAIRINGS_MAX]; /* … and their files could not be written, */
	unsigned export_failures;	  /* so many of them; */
	unsigned export_again;		  /* this one was tried again last, */
	int export_fault;		  /* and why it could not */
	int64_t export_next_us;		  /* of those, CLOCK_BOOTTIME when more may be shown; INT64_MAX never */
};

struct tournament {
	struct context *context;
	struct tournament *next;
	char *id, *path;
	struct event_file *file; /* as it is; who changes it gives it another */
	struct live_round *rounds;
	bool end_due; /* that is to be told to the relay, behind what is still to be exported: exporter.c */
};

/* All that the journal has; the games that run are there already. */
int tournaments_load(struct context *ctx);
void tournaments_free(struct context *ctx);

struct tournament *tournament_find(struct context *ctx, const char *id);
struct live_round *round_find(struct tournament *event, unsigned number);
/* Are all of its rounds closed? */
bool tournament_is_closed(const struct tournament *event);
/* … and a person has said that it is over. A round that is opened later takes it up again. */
bool tournament_has_ended(const struct tournament *event);
/* Its game, NULL none or one that is not remembered. */
struct live_game *pairing_live_game(struct tournament *event, const struct pairing *pairing);
/* What it has come to: "1-0", "+/-", …, "" nothing yet. Borrowed. */
const char *pairing_result(struct tournament *event, const struct pairing *pairing);
/* "bye", "forfeit", "given", "no-board", "waiting", "ready" (the clock waits), "running", "paused", "board-gone",
 * "over". */
const char *pairing_state(struct tournament *event, const struct pairing *pairing);
/* Who is not there: "white", "black", "both", "". Borrowed. */
const char *pairing_absent(struct tournament *event, const struct pairing *pairing);
/* What a person is asked about in its game, "" nothing: of one that is over an appeal against the result. Borrowed. */
const char *pairing_question(struct tournament *event, const struct pairing *pairing);
/* "2026.01.31": the day that the event's file has for it, else that of its first game; "" not known yet. Borrowed. */
const char *round_day(struct tournament *event, const struct live_round *round);
/* The same, today where it is not known yet. */
void round_date(struct tournament *event, const struct live_round *round, char date[static 16]);
/* Today, in the event's time zone. */
void tournament_today(const struct tournament *event, char date[static 16]);
/* The round as the bus shows it: with its date, and result and state of each pairing. New reference. */
json_t *round_shown(struct tournament *event, const struct live_round *round);
json_t *pairing_shown(struct tournament *event, const struct pairing *pairing);

/* An event that the journal will have. NULL without memory. */
struct tournament *tournament_add(struct context *ctx, struct event_file *file);
void tournament_remove(struct tournament *event);
/* Takes another state of a round; a reference is taken. */
int round_set(struct tournament *event, struct round *round);

/* The pairing that a game was started for, NULL none. Borrowed. */
struct pairing *tournament_pairing_of(const struct live_game *game, struct tournament **event,
				      struct live_round **round);

/* When a game is over, or goes on after all, its pairing has another result. */
extern const struct publish_listener tournament_listener;

/* --- tournament-dbus.c --- */

/* org.flagfall1.Event. */
int tournament_register(struct context *ctx);

/* --- pairing-record.c --- */

extern const struct publish_listener pairing_record_listener;
/* After a restart: games come from the journal as they began. */
void pairing_records_correct(struct context *ctx);

/* --- round-start.c: The games of a round. --- */

/* After a restart: those that are to begin when their pieces stand still do. After tournaments_load(). */
void rounds_start_await(struct context *ctx);

/* --- exporter.c --- */

extern const struct publish_listener exporter_listener;

/* Adds it to the event loop, and has all rounds written that are not closed, or of which something may be held back
 * still. After tournaments_load(). */
int exporter_start(struct context *ctx);
/* What was played before the daemon came back is written at once, for all games in memory: before anybody hears of it.
 */
void exporter_catch_up(struct context *ctx);
/* What can be shown is written now: the daemon ends. */
void exporter_finish(struct context *ctx);
void exporter_close(struct context *ctx);

/* --- relay-stream.c --- */

/*
 * written() is called from the loop when the gate can tell an end that nobody has asked for meanwhile.
 * relay_stream_close() in any case. 0 or a negative errno value.
 */
int relay_stream_new(struct context *ctx, void (*written)(void *ctx));
/* What is kept of events that are long over ends here. After tournaments_load(). */
void relay_stream_start(struct context *ctx);
/* Waits for what was told. */
void relay_stream_close(struct context *ctx);

/*
 * What is queued goes to the stream database before it is told; none of it was before. It need not wait where nothing
 * of it travels, or where the disk has not answered for long: the hall's games do not wait for it then. What was lost
 * is kept in memory and written with the next, and relay_stream_show() and relay_stream_file() have to be told all
 * again.
 */
extern const struct publish_gate relay_stream_gate;

#endif
