/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/machine-time.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "common/machine-clock.h"

void machine_time_init(struct machine_time *ret)
{
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, ret->boot, sizeof(ret->boot) - 1);

	if (fd >= 0)
		close(fd);
	ret->boot[n > 0 ? n : 0] = '\0';
	ret->boot[strcspn(ret->boot, "\n")] = '\0';
	machine_time_now(ret);
}

void machine_time_now(struct machine_time *time)
{
	time->boottime_us = machine_clock_us(CLOCK_BOOTTIME);
	time->realtime_us = machine_clock_us(CLOCK_REALTIME);
}
