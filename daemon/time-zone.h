/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Local times of the places where games are played. */
#ifndef DAEMON_TIME_ZONE_H
#define DAEMON_TIME_ZONE_H

#include <stdbool.h>
#include <time.h>

/* Is that the name of a time zone that this machine knows ("Europe/Riga")? */
bool time_zone_known(const char *name);
/* The instant there; name "", or no longer known: by the machine's own zone. */
void time_zone_local(const char *name, time_t instant, struct tm *ret);

#define TIME_ZONE_CLOCK 24
/* What clocks there show: "19:42:03"; in an hour that comes twice how far ahead of UTC, too: "02:30:11 +0200". */
const char *time_zone_clock(const char *name, time_t instant, char ret[static TIME_ZONE_CLOCK]);

#endif
