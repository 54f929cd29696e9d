/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A clock that runs by itself and reports; and the arbiter's look at one. */
#ifndef STAGE_DEVICE_CLOCK_H
#define STAGE_DEVICE_CLOCK_H

#include "daemon/core/state.h"

void on_clock_report(struct core *core, const struct input *in);

#endif
