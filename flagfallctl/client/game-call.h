/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Methods that act on a game and answer with rulings. */
#ifndef FLAGFALLCTL_GAME_CALL_H
#define FLAGFALLCTL_GAME_CALL_H

#include <systemd/sd-bus.h>

#include "flagfallctl/ctl.h"

/* A call on game id (NULL: the one running). 0, or an exit status after saying why. */
int game_call_new(const struct ctl *ctl, sd_bus *bus, const char *id, const char *interface, const char *method,
		  sd_bus_message **ret);
/* Before that, for what may be said after a game's end: one that is not shown any more is, where it may be. As
 * game_call_new(). */
int game_call_take_up(const struct ctl *ctl, sd_bus *bus, const char *id);
/* Makes the call, whose reference is taken, and prints the rulings. As game_call_new(). */
int game_call_run(const struct ctl *ctl, sd_bus *bus, sd_bus_message *m);

#endif
