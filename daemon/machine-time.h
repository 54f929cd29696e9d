/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine's clocks, read together. */
#ifndef DAEMON_MACHINE_TIME_H
#define DAEMON_MACHINE_TIME_H

#include <stdint.h>

/* What the machine's clocks say at one instant. */
struct machine_time {
	int64_t boottime_us;
	int64_t realtime_us;
	char boot[40]; /* random/boot_id: CLOCK_BOOTTIME begins anew when it changes */
};
/* Read the machine: _init once for the boot, _now for the clocks. The only functions here that do. */
void machine_time_init(struct machine_time *ret);
void machine_time_now(struct machine_time *time);

#endif
