/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The source that is a centre: its file (relay/store/store.h) is followed while flagfall-centre writes it. A game's id
 * is HALL~EVENT~ROUND~BOARD and an event's HALL~EVENT, of which no part has a "~". The games of each event's latest
 * round are shown, and those of earlier rounds that go on; not events of which nothing was heard for two days. What an
 * event shows later was kept back in the hall, so there is no delay here.
 */
#ifndef WEB_CENTRE_SOURCE_H
#define WEB_CENTRE_SOURCE_H

#include <systemd/sd-event.h>

#include "web/live.h"

struct centre_source;

/* folder: the centre's state. As source_open() (source.h). */
int centre_source_open(const char *folder, sd_event *event, struct live *live, struct centre_source **ret);
void centre_source_close(struct centre_source *source);
/* source_record() (source.h), but for -EAGAIN. */
int centre_source_record(struct centre_source *source, const char *game, const char **suffix, const char **text);

#endif
