/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records of games, as flagfalld gives them with the event's delay kept. Asked for once, however many want one. */
#ifndef WEB_BUS_RECORDS_H
#define WEB_BUS_RECORDS_H

#include "web/bus-source.h"

/* All of them: the daemon is another one, or gone. */
void bus_records_forget(struct bus_source *source);

/* source_record() (source.h). */
int bus_source_record(struct bus_source *source, const char *game, const char **suffix, const char **text);

#endif
