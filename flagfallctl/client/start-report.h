/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What start says when the game has begun. */
#ifndef FLAGFALLCTL_START_REPORT_H
#define FLAGFALLCTL_START_REPORT_H

#include <systemd/sd-bus.h>
#include "flagfallctl/ctl.h"

/*
 * The answer of StartGame: the id on stdout (with --json an object), on stderr the squares that stand wrongly: some one
 * by one, many as two boards, what is wanted beside what stands. Returns the exit status.
 */
int start_report(const struct ctl *ctl, sd_bus *bus, sd_bus_message *reply);

#endif
