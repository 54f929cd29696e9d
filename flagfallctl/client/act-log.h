/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who did what to an event or to a round of it, and when. */
#ifndef FLAGFALLCTL_ACT_LOG_H
#define FLAGFALLCTL_ACT_LOG_H

#include <systemd/sd-bus.h>

#include "flagfallctl/ctl.h"

/* A line an act. path: the event's object; round 0: the event itself. Returns an exit status, after saying why. */
int act_log_print(const struct ctl *ctl, sd_bus *bus, const char *path, unsigned round);

#endif
