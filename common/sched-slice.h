/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Threads that have little to do, and that at once: what a board says is stamped when its thread runs. */
#ifndef COMMON_SCHED_SLICE_H
#define COMMON_SCHED_SLICE_H

#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SCHED_SLICE_NS 100000 /* the shortest that the kernel gives */

/*
 * sched_slice_shorten - have the calling thread run as soon as there is something for it
 * Its share of the processor stays the same, in shorter slices that come earlier: sched_setattr(2), sched_runtime of a
 * normal thread, from Linux 6.12 on. Older kernels take it and do nothing; where it is forbidden nothing changes.
 */
static inline void sched_slice_shorten(void)
{
	const struct { /* struct sched_attr: its header and libc's exclude each other in Debian 12 */
		uint32_t size, policy;
		uint64_t flags;
		int32_t nice;
		uint32_t priority;
		uint64_t runtime, deadline, period;
	} attr = { .size = sizeof(attr), .nice = getpriority(PRIO_PROCESS, 0), .runtime = SCHED_SLICE_NS };

	(void)syscall(SYS_sched_setattr, 0, &attr, 0);
}

#endif
