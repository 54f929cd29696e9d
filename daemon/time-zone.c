/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/time-zone.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "formats/zone.h"

#define FOLDER "/usr/share/zoneinfo"
#define LONGEST 65536

static bool is_name(const char *name)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/";

	return *name && *name != '/' && strlen(name) < 64 && !name[strspn(name, letters)];
}

static bool find_offset(const char *name, int64_t utc_s, int32_t *ret_s)
{
	char path[sizeof(FOLDER) + 66];
	uint8_t data[LONGEST];
	size_t size;
	FILE *file;

	if (!is_name(name))
		return false;
	snprintf(path, sizeof(path), FOLDER "/%s", name);
	file = fopen(path, "re");
	if (!file)
		return false;
	size = fread(data, 1, sizeof(data), file);
	fclose(file);
	return zone_offset(data, size, utc_s, ret_s) == 0;
}

bool time_zone_known(const char *name)
{
	int32_t offset_s;

	return find_offset(name, 0, &offset_s);
}

void time_zone_local(const char *name, time_t instant, struct tm *ret)
{
	int32_t offset_s;
	time_t there;

	if (find_offset(name, instant, &offset_s)) {
		there = instant + offset_s;
		gmtime_r(&there, ret);
		ret->tm_gmtoff = offset_s;
	} else {
		localtime_r(&instant, ret);
	}
}

static int32_t offset_of(int64_t instant, const void *name)
{
	struct tm tm;

	time_zone_local(name, instant, &tm);
	return (int32_t)tm.tm_gmtoff;
}

const char *time_zone_clock(const char *name, time_t instant, char ret[static TIME_ZONE_CLOCK])
{
	struct tm tm;

	time_zone_local(name, instant, &tm);
	strftime(ret, TIME_ZONE_CLOCK, zone_is_twice(instant, offset_of, name) ? "%H:%M:%S %z" : "%H:%M:%S", &tm);
	return ret;
}
