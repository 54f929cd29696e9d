/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ANSI sequences where stdout takes them, else "". */
#ifndef FLAGFALLCTL_COLOURS_H
#define FLAGFALLCTL_COLOURS_H

#include "flagfallctl/ctl.h"

const char *colour_bold(const struct ctl *ctl);
const char *colour_dim(const struct ctl *ctl);
const char *colour_red(const struct ctl *ctl);
const char *colour_green(const struct ctl *ctl);
const char *colour_end(const struct ctl *ctl);

#endif
