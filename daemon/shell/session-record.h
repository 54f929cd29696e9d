/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the record of a session says. It tells what was published, and of legality what may be told. */
#ifndef SHELL_SESSION_RECORD_H
#define SHELL_SESSION_RECORD_H

#include <time.h>

#include "daemon/shell/session.h"

/* The record's text, to be freed; NULL without memory. */
char *session_record(const struct session *session);
/* The day of the first move, else of the start, in the time zone of the event. */
void session_day(const struct session *session, struct tm *ret);
/* PGN's Date: what was given at the start, else that day. */
#define SESSION_DATE 64
void session_date(const struct session *session, char text[static SESSION_DATE]);

#endif
