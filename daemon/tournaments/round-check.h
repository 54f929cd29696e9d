/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What keeps the games of a round from beginning, or from going on, as far as boards and clocks tell. */
#ifndef DAEMON_ROUND_CHECK_H
#define DAEMON_ROUND_CHECK_H

#include "daemon/tournaments/tournament.h"

/*
 * round_check - looks, and changes nothing
 * @boards: of these, all that are played on a table where count is 0
 * @ret:    new reference: an object a pairing, as org.flagfall1.Event's Check describes it
 * 0; or *error.
 */
int round_check(struct tournament *event, const struct round *round, const uint32_t *boards, size_t count, json_t **ret,
		sd_bus_error *error);

#endif
