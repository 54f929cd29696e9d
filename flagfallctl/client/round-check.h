/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What keeps the games of a round from beginning or from being broadcast, for people and for scripts. */
#ifndef FLAGFALLCTL_ROUND_CHECK_H
#define FLAGFALLCTL_ROUND_CHECK_H

#include <stdint.h>
#include <systemd/sd-bus.h>

#include "flagfallctl/ctl.h"

/*
 * round_check - asks the daemon, and reads what flagfall-lichess has left beside the export
 * @path:   the event's object
 * @boards: of these, all where count is 0; the squares of one that is named are drawn
 * CTL_DONE; CTL_FAILED if something is in the way; or another exit status after saying why.
 */
int round_check(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round, const uint32_t *boards,
		size_t count);

#endif
