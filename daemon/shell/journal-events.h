/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the journal has of events and their rounds. */
#ifndef SHELL_JOURNAL_EVENTS_H
#define SHELL_JOURNAL_EVENTS_H

#include "daemon/shell/journal.h"

/* Called for each round of each event, in order; an event without rounds has round 0 and NULL. As journal_row_fn. */
typedef int (*journal_event_fn)(void *userdata, const char *event, const char *json, unsigned round,
				const char *round_json);
int journal_events(struct journal *journal, journal_event_fn fn, void *userdata);
/* What persons did to a round, in order. */
int journal_acts(struct journal *journal, const char *event, unsigned round, journal_row_fn fn, void *userdata);
/* Called once with the text of the file of its pairings, "" none. */
int journal_round_source(struct journal *journal, const char *event, unsigned round, journal_row_fn fn, void *userdata);

#endif
