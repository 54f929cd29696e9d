/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the record of a session says. It tells what was published, and of legality what may be told. */
#ifndef SHELL_SESSION_RECORD_H
#define SHELL_SESSION_RECORD_H

#include <time.h>

#include "daemon/games/session.h"

/*
 * Can a record be made that says what was published, and no more? While the core knows what is not on disk yet, only if
 * that comes behind it all, as in play that does not stop: else it has to wait for the disk.
 */
bool session_record_is_ready(const struct session *session);
/* The record's text, to be freed; NULL without memory. */
char *session_record(const struct session *session);
/*
 * The record of its first turns, and not all: without the result, as while the game runs, and with nothing of what was
 * said later. given: another result than the game's, which counts; "" none.
 */
char *session_record_of(const struct session *session, unsigned count, bool all, const char *given);
/* The day of the first move, else of the start, in the time zone of the event. */
void session_day(const struct session *session, struct tm *ret);
/* PGN's Date: what was given at the start, else that day. */
#define SESSION_DATE 64
void session_date(const struct session *session, char text[static SESSION_DATE]);

#endif
