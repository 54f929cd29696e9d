/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A round is opened: from an event's file and a file of pairings to what the journal keeps. */
#ifndef DAEMON_ROUND_OPEN_H
#define DAEMON_ROUND_OPEN_H

#include "daemon/tournaments/tournament.h"

struct named_text {
	const char *name; /* of the file, for faults */
	const char *text;
	size_t size;
};

/*
 * round_open - opens a round, or opens it again with other pairings
 * Opened again: what has begun must be paired as it was. The event is made, or takes its file's changes. call is
 * replied to when that is on disk: the event's id and path, and sentences on what is to be known. 1; or *error says
 * file, line and column, and nothing has changed.
 */
int round_open(struct context *ctx, const struct named_text *file, unsigned number, const struct named_text *pairings,
	       uint32_t uid, sd_bus_message *call, sd_bus_error *error);

#endif
