/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The connection to the bus. A bus that goes is looked for for a while: boards, clocks and the journal go on meanwhile,
 * and who finds the name again finds all objects as they are then. Subscriptions end with the bus.
 */
#ifndef DAEMON_BUS_BUS_LINK_H
#define DAEMON_BUS_BUS_LINK_H

#include "daemon/context.h"

struct bus_link {
	sd_event_source *again;
	int64_t lost_us; /* CLOCK_BOOTTIME, since when it is gone; 0: it is not */
	char status[64]; /* as the service manager was told last: manager-signals.c */
};

/* Connects, with all objects; says on stderr why not. */
int bus_link_open(struct context *ctx);
/* Who sees the name finds all boards and games there. Says on stderr why it is not to be had. */
int bus_link_take_name(struct context *ctx);
void bus_link_close(struct context *ctx);

/* --- manager-dbus.c: org.flagfall1.Manager. --- */

/* The manager's object, and the enumeration of all others. */
int manager_register(struct context *ctx);

/* --- manager-signals.c: What comes, goes and changes, as org.flagfall1.Manager signals it. --- */

void manager_board_added(struct context *ctx, const char *name, const char *path);
void manager_board_removed(struct context *ctx, const char *name, const char *path);
void manager_game_added(struct context *ctx, const char *id, const char *path);
void manager_game_removed(struct context *ctx, const char *id, const char *path);
/* Tells what has changed. fault: journal_fault is another now. */
void manager_signal_changed(struct context *ctx, bool fault);

#endif
