/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of the source that is flagfalld's bus: what they share. For everybody else there is source.h. */
#ifndef WEB_BUS_SOURCE_H
#define WEB_BUS_SOURCE_H

#include <systemd/sd-bus.h>

#include "web/live.h"

/* A call whose answer is not here yet. */
struct bus_call {
	struct bus_source *source;
	char *path;
	unsigned number; /* of a round */
	sd_bus_slot *slot;
	struct bus_call *next;
};

/* A record that was fetched, or is being. */
struct bus_record {
	char *game, *text, suffix[8];
	int error;		      /* why there is none, 0 */
	uint64_t told;		      /* the game's, when it was asked for */
	int64_t asked_us, fetched_us; /* CLOCK_MONOTONIC; 0 not yet */
	sd_bus_slot *slot;	      /* while it is on the way */
	struct bus_record *next;
};

struct bus_source {
	const char *address;
	sd_event *event;
	sd_event_source *retry;
	sd_bus *bus;
	struct live *live;
	struct bus_call *calls;
	struct bus_record *records; /* the one asked for last first */
	unsigned record_count;
};

/* bus: a D-Bus address, "user", or NULL for the system bus. As source_open() (source.h). */
int bus_source_open(const char *bus, sd_event *event, struct live *live, struct bus_source **ret);
void bus_source_close(struct bus_source *source);

#endif
