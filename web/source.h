/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the hall is known from. A source fills a struct live, tells of each change there (live_tell()), and gives the
 * records of games: flagfalld's bus (bus-source.c), or the file of a centre (centre-source.c).
 */
#ifndef WEB_SOURCE_H
#define WEB_SOURCE_H

#include <systemd/sd-event.h>

#include "web/live.h"

struct source;

/*
 * source_open - begin to follow a hall, or all halls of a centre
 * @bus:    a D-Bus address, "user", or NULL for the system bus
 * @centre: the folder of a centre, which is followed in place of the bus; NULL none
 * Returns at once: it is read, and read anew when bus and daemon or the file come back, by @event. 0 or a negative
 * errno value.
 */
int source_open(const char *bus, const char *centre, sd_event *event, struct live *live, struct source **ret);
void source_close(struct source *source);

/*
 * source_record - the record of a game, with its event's delay kept
 * @suffix: "pgn" or "pdn", static
 * @text:   lives until the next call of the source
 * 0: here it is. -EAGAIN: it is being fetched; ask again after the loop has turned. -ENOENT: there is no such game.
 * Else why it could not be had.
 */
int source_record(struct source *source, const char *game, const char **suffix, const char **text);

#endif
