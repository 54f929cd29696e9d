/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bus, daemon, authority, and whether the daemon has the boards that are there. */
#ifndef FLAGFALLCTL_DOCTOR_BUS_H
#define FLAGFALLCTL_DOCTOR_BUS_H

#include "flagfallctl/doctor/doctor.h"

void doctor_check_bus(struct doctor *d); /* bus, daemon, authority, journal, seen */

#endif
