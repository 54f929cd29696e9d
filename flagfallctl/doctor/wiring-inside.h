/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the self-test share: wiring.h. A crossing is one of a rank's wire and a file's: rank * files +
 * file. */
#ifndef FLAGFALLCTL_DOCTOR_WIRING_INSIDE_H
#define FLAGFALLCTL_DOCTOR_WIRING_INSIDE_H

#include "flagfallctl/doctor/wiring.h"

static inline unsigned wiring_crossings(const struct wiring *w)
{
	return w->ranks * w->files;
}

/* Of the line of pieces. */
static inline bool wiring_stands(const struct wiring *w, unsigned at)
{
	return (at < w->files) != (at % w->files == 0);
}

/* The name of its square. */
const char *wiring_crossing(const struct wiring *w, unsigned at, char name[static 8]);

#endif
