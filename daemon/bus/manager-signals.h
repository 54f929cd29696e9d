/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What comes, goes and changes, as org.flagfall1.Manager signals it. */
#ifndef DAEMON_MANAGER_SIGNALS_H
#define DAEMON_MANAGER_SIGNALS_H

#include "daemon/context.h"

void manager_board_added(struct context *ctx, const char *name, const char *path);
void manager_board_removed(struct context *ctx, const char *name, const char *path);
void manager_game_added(struct context *ctx, const char *id, const char *path);
void manager_game_removed(struct context *ctx, const char *id, const char *path);
/* Tells what has changed. fault: journal_fault is another now. */
void manager_signal_changed(struct context *ctx, bool fault);

#endif
