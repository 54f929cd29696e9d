/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What leaves the daemon as files, and what leaves the hall. */
#ifndef DAEMON_TOURNAMENTS_EXPORT_H
#define DAEMON_TOURNAMENTS_EXPORT_H

#include "daemon/tournaments/tournament.h"
#include "formats/record.h"

/* --- exporter.c: The export folders of events: what broadcasters read, in LiveChess' form (record.h), and with
 * the event's delay. Files are replaced as a whole, within a second of what changed, and are no more than copies:
 * they are not synced. --- */

/* Something of the game, or of a round and its pairings, was published. */
void exporter_game_changed(struct live_game *game);
void exporter_round_changed(struct tournament *event, struct live_round *round);
/* A person put it right: also a game that is long over is written again. */
void exporter_pairing_changed(struct tournament *event, struct live_round *round, const struct pairing *pairing);
/* It is over, or goes on after all: the relay is told behind what is still to be written. */
void exporter_event_ended(struct tournament *event);

/* --- export-round.c: The files of a round's export that are about several games. --- */

/* games.pgn from the files of its games, index.json and tournament.json. 0 or a negative errno value. */
int export_round_write(struct tournament *event, const struct live_round *round, const struct game *game);

/* --- export-file.c: Files of an event's export folder. --- */

/* Where it is; path "": the event's folder, with a slash at the end. free() it, NULL without memory. */
char *export_file_path(const struct context *ctx, const char *event, const char *path);
/* Replaces it as a whole. 1; 0: it says that already; a negative errno value. path: below the event's folder. */
int export_file_write(const struct context *ctx, const char *event, const char *path, const char *text);
/* Its text, to be freed; NULL if there is none. */
char *export_file_read(const struct context *ctx, const char *event, const char *path);

/* --- relay-stream.c: What leaves the hall: the public publications of games whose event asks for that ("relay:
 * yes"), and the files of its export, each written to the stream database before it is heard, by a thread of its
 * own. The delay of the event holds here, and what is not public never comes here. Without such an event there is
 * no thread, and no file. --- */

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
