/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/terminal/screen.h"

#include <inttypes.h>
#include <stdio.h>

const char *clock_text(char buf[static CLOCK_TEXT], int64_t us)
{
	int64_t tenths, seconds;

	if (us < 0)
		us = 0;
	tenths = us / 100000;
	seconds = tenths / 10;
	if (seconds < 20)
		snprintf(buf, CLOCK_TEXT, "0:%02" PRId64 ".%" PRId64, seconds, tenths % 10);
	else if (seconds < 3600)
		snprintf(buf, CLOCK_TEXT, "%" PRId64 ":%02" PRId64, seconds / 60, seconds % 60);
	else
		snprintf(buf, CLOCK_TEXT, "%" PRId64 ":%02" PRId64 ":%02" PRId64, seconds / 3600, seconds / 60 % 60,
			 seconds % 60);
	return buf;
}
