/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Boards that one can buy, on a terminal line or a hidraw node. What sysfs, /dev, /proc and udev's own data say of
 * them; and, where no program has one open, what answers there.
 */
#ifndef FLAGFALLCTL_DOCTOR_LINES_H
#define FLAGFALLCTL_DOCTOR_LINES_H

#include "flagfallctl/doctor/doctor.h"

void doctor_check_lines(struct doctor *d); /* line, permission, modem, held */
void doctor_ask_lines(struct doctor *d);   /* answer, seen: of lines that nobody has open */

#endif
