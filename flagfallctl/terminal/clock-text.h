/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Times as a chess clock shows them. */
#ifndef FLAGFALLCTL_CLOCK_TEXT_H
#define FLAGFALLCTL_CLOCK_TEXT_H

#include <stdint.h>

#define CLOCK_TEXT 24
/* Microseconds as 1:02:03, 4:05, 0:09.8 below twenty seconds. Never below zero. */
const char *clock_text(char buf[static CLOCK_TEXT], int64_t us);

#endif
