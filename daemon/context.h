/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What all parts of flagfalld share: event loop, bus, journal, and what waits to be published. It lies below boards and
 * games: they use it, and it knows nothing of what they do.
 */
#ifndef DAEMON_CONTEXT_H
#define DAEMON_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>

#include "daemon/journal/journal.h"
#include "daemon/metrics.h"
#include "daemon/system-log.h"
#include "daemon/publish/publication-queue.h"
#include "daemon/bus/subscribers.h"
#include "daemon/machine-time.h"

struct access_check;
struct board_inbox;
struct board_user;
struct board_probe;
struct call_queue;
struct shutdown_watchdog;
struct tournament;
struct publisher;
struct relay_stream;
struct configured_board;
struct searcher;
struct live_board;
struct live_game;
struct cached_rulebook;
struct worker;

/* Who decides who may act: access.c. */
enum access_judge { ACCESS_BY_POLKIT, ACCESS_BY_GROUPS, ACCESS_BY_NOBODY };
enum bus_kind { BUS_SYSTEM = 1, BUS_SESSION, BUS_ADDRESS };

struct shell_options {
	enum bus_kind bus;
	const char *address;
	const char *state;     /* folder of the journal */
	const char *games;     /* folder of the PGN files, NULL: in state */
	char **boards;	       /* URIs, NULL-terminated; may be NULL */
	const char *group;     /* arbiters, */
	const char *operators; /* and operators, where there is no polkit */
	bool udev;
	bool verbose;
	int64_t grace_us;	  /* -1: as each board says */
	int64_t bus_patience_us;  /* how long a bus that is gone is looked for */
	unsigned disk_patience_s; /* a disk that does not answer for so long has a fault, though it says none */
};

#define KNOWN_CALLERS 256
struct known_caller {
	char name[32];
	uid_t uid;
};

struct context {
	struct shell_options options;
	char *games;		     /* folder of the game records */
	struct machine_time machine; /* as of the last context_now() */
	int64_t wall_offset_us;	     /* CLOCK_REALTIME less CLOCK_BOOTTIME, but for a tenth of a second */
	bool failed;		 /* context_exit(): core and journal may not agree, nothing more is written or told */
	int64_t records_rest_us; /* CLOCK_BOOTTIME: no record of a game that runs is made before */
	unsigned record_round;
	sd_event *loop;
	sd_bus *bus;
	sd_event_source *bus_again; /* bus-link.c */
	int64_t bus_lost_us;	    /* CLOCK_BOOTTIME, since when it is gone; 0: it is not */
	struct journal *journal;
	struct metrics metrics;
	char status[64];	 /* as the service manager was told last */
	char journal_fault[256]; /* "" while the journal can be written */
	bool fault_changed;	 /* and this is not told yet */
	bool properties_changed; /* of a board or a game; not told yet */
	struct call_queue *calls;
	struct access_check *checks; /* access.c: callers that polkit is asked about */
	sd_event_source *passed;     /* … calls of which have been handled: game-calls.c */
	enum access_judge judge;     /* who decided, the last time that it was asked */
	uid_t caller;
	struct known_caller callers[KNOWN_CALLERS]; /* caller-uid.c: the last that were asked for */
	unsigned next_caller;			    /* takes the place of that one */
	struct subscribers listeners;		    /* who is sent what is published of every game */

	/* What is to be published, and when: publisher.c works it off. */
	struct publication_queue queue;
	sd_event_source *flush; /* before anything else of the loop is handled; off: nothing was marked */
	sd_event_source *beat;	/* beat.c */
	bool beat_due;		/* … has come, and nothing was written since */
	struct publisher *publisher;
	sd_event_source *records; /* record-keeper.c */
	struct worker *record_writer;
	uint64_t finals_given, finals_taken; /* records of games that are over: to its thread, and back, in order */
	sd_event_source *exports;	     /* exporter.c */
	int export_fault;		     /* the last one, 0 none */
	struct relay_stream *relay;	     /* relay-stream.c */

	struct board_inbox *inbox; /* where the threads that read boards leave what they have read: board-inbox.c */
	sd_event_source *inbox_source;
	const struct board_user *board_user;

	/* Lists; each is kept by the file of its name. */
	struct live_board *live_boards;
	struct live_game *live_games;
	struct live_game *touched, **touched_end; /* of these, in order: dirty-games.c */
	struct tournament *tournaments;
	struct configured_board *configured_boards;
	struct board_probe *probes;	   /* adapters that are being asked */
	struct cached_rulebook *rulebooks; /* those that games are played by */
	struct searcher *searcher;
	struct shutdown_watchdog *shutdown_watchdog; /* NULL until the daemon ends */
};

/* Event loop and journal; says on stderr what is not to be had. */
int context_open(struct context *ctx, const struct shell_options *options);
void context_close(struct context *ctx);

/* Reads the machine's clocks. */
const struct machine_time *context_now(struct context *ctx);
/* CLOCK_REALTIME of an instant of CLOCK_BOOTTIME, for people: as both clocks stand now. */
int64_t context_wall(struct context *ctx, int64_t boottime_us);
/* Something is to be published: as soon as what is being handled is done. */
void context_flush(struct context *ctx);
/* It is not to wait for longer than until the next beat, the next whole second of CLOCK_BOOTTIME. */
#define BEAT_US 1000000
void context_await_beat(struct context *ctx);
/* That has come: all that is staged and held back is written, and told to whom it may be told. */
void context_beat(struct context *ctx);
/* No memory left: leave in order, the journal has every input. */
void context_exit(struct context *ctx, int r);

#endif
