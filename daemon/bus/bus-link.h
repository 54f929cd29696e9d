/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The connection to the bus. A bus that goes is looked for for a while: boards, clocks and the journal go on meanwhile,
 * and who finds the name again finds all objects as they are then. Subscriptions end with the bus.
 */
#ifndef DAEMON_BUS_LINK_H
#define DAEMON_BUS_LINK_H

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

#endif
