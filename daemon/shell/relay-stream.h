/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What leaves the hall: the public publications of games whose event asks for that ("relay: yes"), and the files of its
 * export, each written to the stream database before it is heard. The delay of the event holds here, and what is not
 * public never comes here. Without such an event nothing is opened.
 */
#ifndef SHELL_RELAY_STREAM_H
#define SHELL_RELAY_STREAM_H

#include "daemon/record/delay.h"
#include "daemon/shell/event.h"

/* What is kept of events that are over ends here. After events_load(). */
void relay_stream_start(struct context *ctx);
void relay_stream_close(struct context *ctx);

/*
 * The first so many that are queued, on disk when it returns. Where that cannot be, it is kept in memory and tried
 * again with the next: the hall's games do not wait for it.
 */
void relay_stream_publish(struct context *ctx, size_t count);
/* So much of a board's game may be shown now. 0 or a negative errno value. */
int relay_stream_show(struct event *event, unsigned round, unsigned board, const struct delay_shown *shown);
/* A file of the export folder says this now. 0 or a negative errno value. */
int relay_stream_file(struct event *event, unsigned round, unsigned board, const char *path, const char *text);
/* Ends what relay_stream_show() and relay_stream_file() began. 0 or a negative errno value: nothing of it is there. */
int relay_stream_commit(struct context *ctx);

#endif
