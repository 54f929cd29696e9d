/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flagfalld. One event loop in one thread; others for each board, which only libboard knows of, for opening boards and
 * for searches, which see nothing of the rest. Nothing in the loop waits for a board. From below, each layer knowing
 * only those above it in this list:
 *
 *   context     event loop, bus, journal and the queue of what is to be published
 *   publisher   sends what is queued, through those in its list
 *   boards      those that come (board-arrival, board-probe, configured-board-open, udev-boards), and what they say
 *   live board  a board that is plugged in: its display, its events; it knows no games, only struct board_user
 *   live game   a game: its board (game-board), its inputs (game-feed), what waits for its time (game-waiting)
 *   records     those of games; tournaments: events, their rounds and exports
 *   -dbus       the objects on the bus
 *
 * An event goes one way: board → game → core → queue → (journal) → bus.
 */
#ifndef DAEMON_DAEMON_H
#define DAEMON_DAEMON_H

#include "daemon/context.h"

struct daemon;

/* In dependency order; on failure nothing is left. Says what went wrong on stderr. */
int daemon_new(const struct shell_options *options, struct daemon **ret);
/* Until a signal, the loss of the bus, or no memory. */
int daemon_run(struct daemon *daemon);
/* 0; negative: the journal could not be written, and what was not in it is lost. */
int daemon_free(struct daemon *daemon);

#endif
