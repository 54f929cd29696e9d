/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flagfalld: what its parts share. One event loop in one thread; others for searches and for boards that
 * answer slowly, which see nothing of the rest.
 *
 *   seat      a board that is plugged in            seat.c, seat-events.c, seat-game.c, seat-dbus.c
 *   session   a game on a board                     session.c, session-dbus.c
 *   queue    what was said and is not sent yet     publication-queue.c
 *   journal   what must be on disk before it is     journal.c
 *   searcher  what a ruling could not wait for      searcher.c
 *   finder    adapters that may have a board        finder.c
 *   opening   what takes its time to answer         async-open.c
 *
 * An event goes one way: seat → session → core → queue → (journal) → bus.
 */
#ifndef SHELL_DAEMON_H
#define SHELL_DAEMON_H

#include <stdbool.h>
#include <stdint.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>

#include "daemon/shell/journal.h"
#include "daemon/shell/publication-queue.h"
#include "daemon/shell/timemap.h"

struct named_board;
struct board_monitor;
struct board_probe;
struct searcher;
struct seat;
struct session;

#define DAEMON_BUS_NAME "org.flagfall1"
#define DAEMON_PATH "/org/flagfall1"

enum daemon_bus { DAEMON_BUS_SYSTEM = 1, DAEMON_BUS_SESSION, DAEMON_BUS_ADDRESS };

struct daemon_options {
	enum daemon_bus bus;
	const char *address;
	const char *state;		/* folder of the journal */
	const char *games;		/* folder of the PGN files, NULL: in state */
	char **boards;			/* URIs, NULL-terminated; may be NULL */
	const char *group;		/* who may act */
	bool udev;
	bool verbose;
	int64_t grace_us;		/* -1: as each board says */
};

struct daemon {
	struct daemon_options options;
	char *games;
	struct machine_time machine;	/* as of the last daemon_now() */
	sd_event *event;
	sd_bus *bus;
	struct journal *journal;
	struct publication_queue queue;
	struct searcher *searcher;
	struct board_probe *probes;		/* adapters that are being asked */
	struct board_monitor *monitor;
	sd_event_source *monitor_source, *retry, *idle;
	struct named_board *named_boards;
	struct seat *seats;
	struct session *sessions;
	char journal_fault[256];	/* "" while the journal can be written */
};

/* In dependency order; on failure nothing is left. Says what went wrong on stderr. */
int daemon_new(const struct daemon_options *options, struct daemon **ret);
/* Until a signal, the loss of the bus, or no memory. */
int daemon_run(struct daemon *daemon);
void daemon_free(struct daemon *daemon);
static inline void daemon_freep(struct daemon **d) { if (*d) daemon_free(*d); }

const struct machine_time *daemon_now(struct daemon *daemon);

/*
 * daemon_flush - make durable what must be, then send what was said
 * Called after each batch of inputs. Where the journal cannot be written, what was said waits, the
 * bus is told, and a timer tries again.
 */
void daemon_flush(struct daemon *daemon);
/* As daemon_flush(), but what is staged is written even if nothing waits for it. 0 or the journal's fault. */
int daemon_sync(struct daemon *daemon);
/* No memory left: leave in order, the journal has all that was heard. */
void daemon_die(struct daemon *daemon, int r);

/* Manager's object, and the enumeration of all others. */
int manager_register(struct daemon *daemon);
void manager_fault_changed(struct daemon *daemon);

/* Logging: stderr with a priority prefix, for the service manager. Never anything that is not public. */
void note(int priority, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
