/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/ctl.h"

#include <stdint.h>
#include <string.h>

#include "formats/zone.h"

static int32_t offset_of(int64_t instant, const void *userdata)
{
	const time_t t = (time_t)instant;
	struct tm tm;

	return localtime_r(&t, &tm) ? (int32_t)tm.tm_gmtoff : 0;
}

const char *ctl_local_time(time_t instant, const char *format, char buf[static CTL_TIME])
{
	struct tm tm;
	size_t n;

	if (!localtime_r(&instant, &tm))
		return strcpy(buf, "");
	n = strftime(buf, CTL_TIME, format, &tm);
	buf[n] = '\0';
	if (n && zone_is_twice(instant, offset_of, NULL))
		buf[n + strftime(buf + n, CTL_TIME - n, " %z", &tm)] = '\0';
	return buf;
}
