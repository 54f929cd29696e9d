/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What leaves the hall: the public publications of games whose event asks for that ("relay: yes"), and the files of its
 * export, each written to the stream database before it is heard, by a thread of its own. The delay of the event holds
 * here, and what is not public never comes here. Without such an event there is no thread, and no file.
 */
#ifndef DAEMON_RELAY_STREAM_H
#define DAEMON_RELAY_STREAM_H

#include "formats/record.h"
#include "daemon/tournaments/tournament.h"

/*
 * written() is called from the loop when the gate can tell an end that nobody has asked for meanwhile.
 * relay_stream_close() in any case. 0 or a negative errno value.
 */
int relay_stream_new(struct context *ctx, void (*written)(void *ctx));
/* What is kept of events that are long over ends here. After tournaments_load(). */
void relay_stream_start(struct context *ctx);
/* Waits for what was told. */
void relay_stream_close(struct context *ctx);

/*
 * What is queued goes to the stream database before it is told; none of it was before. It need not wait where nothing
 * of it travels, or where the disk has not answered for long: the hall's games do not wait for it then. What was lost
 * is kept in memory and written with the next, and relay_stream_show() and relay_stream_file() have to be told all
 * again.
 */
extern const struct publish_gate relay_stream_gate;

/* So much of a board's game may be shown now. 0 or a negative errno value. */
int relay_stream_show(struct tournament *event, unsigned round, unsigned board, const struct delay_shown *shown);
/* A file of the export folder says this now. 0 or a negative errno value. */
int relay_stream_file(struct tournament *event, unsigned round, unsigned board, const char *path, const char *text);
/* It is over; nothing happens where that was said before and nothing since, or where something is still to be shown.
 * 0 or a negative errno value. */
int relay_stream_end(struct tournament *event);
/* All go to disk together with what was told before; nobody waits for that. */
void relay_stream_commit(struct context *ctx);

#endif
