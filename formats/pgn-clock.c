// SPDX-License-Identifier: GPL-2.0-or-later
/* Times in PGN: the [%clk] and [%emt] commands. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "formats/pgn.h"

int pgn_clock_format(int64_t ms, enum pgn_digits digits, char buf[static PGN_CLOCK_TEXT])
{
	/* A flag that is down stands at zero. */
	uint64_t t = ms > 0 ? (uint64_t)ms : 0;
	int n = snprintf(buf, PGN_CLOCK_TEXT, "%" PRIu64 ":%02u:%02u", t / 3600000, (unsigned)(t / 60000 % 60),
			 (unsigned)(t / 1000 % 60));

	if (digits == PGN_MILLISECONDS)
		n += snprintf(buf + n, (size_t)(PGN_CLOCK_TEXT - n), ".%03u", (unsigned)(t % 1000));
	else if (digits == PGN_TENTHS)
		n += snprintf(buf + n, (size_t)(PGN_CLOCK_TEXT - n), ".%u", (unsigned)(t % 1000 / 100));
	return n;
}

/* Digits with up to nine places before the point; fractions beyond milliseconds are cut off. */
static int read_seconds(const char **at, const char *end, bool fraction, int64_t *ret_ms)
{
	int64_t value = 0, scale = 100;
	const char *t = *at;

	if (t == end || *t < '0' || *t > '9')
		return -EINVAL;
	for (; t < end && *t >= '0' && *t <= '9'; t++) {
		if (t - *at >= 9)
			return -EINVAL;
		value = value * 10 + (*t - '0');
	}
	value *= 1000;
	if (fraction && t < end && *t == '.') {
		if (++t == end || *t < '0' || *t > '9')
			return -EINVAL;
		for (; t < end && *t >= '0' && *t <= '9'; t++, scale /= 10)
			value += (*t - '0') * scale;
	}
	*at = t;
	*ret_ms = value;
	return 0;
}

int pgn_clock_parse(const char *text, size_t size, int64_t *ret_ms)
{
	const char *at = text, *end = text + size;
	int64_t sum = 0, part = 0;

	for (unsigned fields = 1;; fields++) {
		if (fields > 3 || read_seconds(&at, end, true, &part) < 0)
			return -EINVAL;
		sum = sum * 60 + part;
		if (at == end)
			break;
		if (*at++ != ':' || part % 1000)
			return -EINVAL;
	}
	*ret_ms = sum;
	return 0;
}
