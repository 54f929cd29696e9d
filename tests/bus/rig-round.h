/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rounds of events in a rig (tests/bus/rig.h). */
#ifndef TESTS_BUS_RIG_ROUND_H
#define TESTS_BUS_RIG_ROUND_H

#include "tests/bus/rig.h"

/*
 * OpenRound; event (YAML) and pairings (CSV) are the files' texts, named club.yaml and pairings.csv.
 * 0, or a negative errno value with *error filled: sd_bus_error_free() it.
 */
int rig_try_open_round(struct rig *rig, const char *event, unsigned round, const char *pairings, sd_bus_error *error);
/* … that succeeds. */
void rig_open_round(struct rig *rig, const char *event, unsigned round, const char *pairings);
/* Board 1 of round 1 of the event with that path begins: the first game of the daemon, and now the rig's. */
void rig_start_round(struct rig *rig, const char *path);

#endif
