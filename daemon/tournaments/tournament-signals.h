/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What changes in events, as org.flagfall1.Event and org.flagfall1.Manager signal it. */
#ifndef DAEMON_TOURNAMENT_SIGNALS_H
#define DAEMON_TOURNAMENT_SIGNALS_H

#include <jansson.h>

#include "daemon/context.h"
#include "formats/round.h"

void tournament_signal_added(struct context *ctx, const char *id, const char *path);
void tournament_signal_round(struct context *ctx, const char *path, const struct round *round);
void tournament_signal_ended(struct context *ctx, const char *path);
/* Its pairing of a board, as it is shown. */
void tournament_signal_pairing(struct context *ctx, const char *path, unsigned round, unsigned board,
			       const json_t *shown);

#endif
