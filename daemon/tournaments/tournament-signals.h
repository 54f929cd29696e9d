/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What changes in events, as org.flagfall1.Event and org.flagfall1.Manager signal it. */
#ifndef DAEMON_TOURNAMENT_SIGNALS_H
#define DAEMON_TOURNAMENT_SIGNALS_H

#include <jansson.h>

#include "daemon/context.h"

void tournament_signal_added(struct context *ctx, const char *id, const char *path);
/* Round: as it is in the journal. */
void tournament_signal_round(struct context *ctx, const char *path, const json_t *round);
void tournament_signal_ended(struct context *ctx, const char *path);
/* Pairing: as it is shown. */
void tournament_signal_pairing(struct context *ctx, const char *path, unsigned round, const json_t *pairing);

#endif
