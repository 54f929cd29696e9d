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

#include "common/system-log.h"
#include "daemon/journal/journal.h"
#include "daemon/metrics.h"
#include "daemon/publish/publication-queue.h"
#include "daemon/bus/subscribers.h"
#include "daemon/machine-time.h"

struct access;
struct boards;
struct bus_link;
struct call_queue;
struct caller_uids;
struct exporter;
struct games;
struct live_board;
struct live_game;
struct publisher;
struct record_keeper;
struct relay_stream;
struct shutdown_watchdog;
struct tournament;

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
	int64_t grace_us;	   /* -1: as each board says */
	int64_t bus_patience_us;   /* how long a bus that is gone is looked for */
	unsigned keep_traces_days; /* of finished games; 0 for ever */
	unsigned disk_patience_s;  /* a disk that does not answer for so long has a fault, though it says none */
};

struct context {
	struct shell_options options;
	char *records_folder;	     /* of the games */
	struct machine_time machine; /* as of the last context_now() */
	int64_t wall_offset_us;	     /* CLOCK_REALTIME less CLOCK_BOOTTIME, but for a tenth of a second */
	bool failed; /* context_exit(): core and journal may not agree, nothing more is written or told */
	struct metrics metrics;
	sd_event *loop;
	sd_event_source *flush; /* before anything else of the loop is handled; off: nothing was marked */
	sd_bus *bus;
	struct journal *journal;
	char journal_fault[256];	/* "" while the journal can be written */
	struct publication_queue queue; /* what is to be published, and when: publisher.c works it off */
	bool properties_changed;	/* of a board or a game; not told yet */
	struct subscribers listeners;	/* who is sent what is published of every game */

	/* Lists; each is kept by the file of its name. */
	struct live_board *live_boards;
	struct live_game *live_games;
	struct tournament *tournaments;

	/* Each its file's own; NULL before it is opened and after it is closed. */
	struct bus_link *link;
	struct access *access;
	struct caller_uids *caller_uids;
	struct call_queue *calls;
	struct publisher *publisher;
	struct boards *boards;
	struct games *games;
	struct record_keeper *record_keeper;
	struct exporter *exporter;
	struct relay_stream *relay;
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
/* No memory left: leave in order, the journal has every input. */
void context_exit(struct context *ctx, int r);

#endif
