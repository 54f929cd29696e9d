/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The export folders of events: what broadcasters read, in LiveChess' form (record.h), and with the event's delay.
 * Files are replaced as a whole, within a second of what changed, and are no more than copies: they are not synced.
 */
#ifndef DAEMON_EXPORTER_H
#define DAEMON_EXPORTER_H

#include "daemon/tournaments/tournament.h"

extern const struct publish_listener exporter_listener;

/* Adds it to the event loop, and has all rounds written that are not closed, or of which something may be held back
 * still. After tournaments_load(). */
int exporter_start(struct context *ctx);
/* What was played before the daemon came back is written at once, for all games in memory: before anybody hears of it.
 */
void exporter_catch_up(struct context *ctx);
/* Something of the game, or of a round and its pairings, was published. */
void exporter_game_changed(struct live_game *game);
void exporter_round_changed(struct tournament *event, struct live_round *round);
/* A person put it right: also a game that is long over is written again. */
void exporter_pairing_changed(struct tournament *event, struct live_round *round, const struct pairing *pairing);
/* It is over, or goes on after all: the relay is told behind what is still to be written. */
void exporter_event_ended(struct tournament *event);
/* What can be shown is written now: the daemon ends. */
void exporter_finish(struct context *ctx);

#endif
