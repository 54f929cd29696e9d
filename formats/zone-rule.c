/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/zone.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define DAY INT64_C(86400)

/* A day of the year when the clocks change: the date's kind is 'M' (month, week, day of the week), 'J' (1 to 365, never
 * 29 February) or 'n' (0 to 365). */
struct change {
	char kind;
	int month, week, day;
	int32_t time_s; /* by the local time before it */
};

static bool take_number(const char **at, int low, int high, int *ret)
{
	int value = 0;
	const char *t = *at;

	for (; *t >= '0' && *t <= '9' && value <= 1000; t++)
		value = value * 10 + (*t - '0');
	if (t == *at || value < low || value > high)
		return false;
	*at = t;
	*ret = value;
	return true;
}

static bool take_name(const char **at)
{
	const char *t = *at;

	if (*t == '<') {
		t += strcspn(t, ">");
		if (!*t)
			return false;
		*at = t + 1;
		return true;
	}
	while ((*t >= 'A' && *t <= 'Z') || (*t >= 'a' && *t <= 'z'))
		t++;
	if (t - *at < 3)
		return false;
	*at = t;
	return true;
}

/* [+-]hh[:mm[:ss]] */
static bool take_time(const char **at, int32_t *ret_s)
{
	int sign = **at == '-' ? -1 : 1, part[3] = { 0 };

	*at += **at == '-' || **at == '+';
	if (!take_number(at, 0, 167, &part[0]))
		return false;
	for (unsigned i = 1; i < 3 && **at == ':'; i++) {
		++*at;
		if (!take_number(at, 0, 59, &part[i]))
			return false;
	}
	*ret_s = sign * (part[0] * 3600 + part[1] * 60 + part[2]);
	return true;
}

static bool take_change(const char **at, struct change *c)
{
	*c = (struct change){ .kind = 'n', .time_s = 7200 };
	if (**at != ',')
		return false;
	++*at;
	if (**at == 'M') {
		c->kind = *(*at)++;
		if (!take_number(at, 1, 12, &c->month) || *(*at)++ != '.' || !take_number(at, 1, 5, &c->week) ||
		    *(*at)++ != '.' || !take_number(at, 0, 6, &c->day))
			return false;
	} else {
		if (**at == 'J')
			c->kind = *(*at)++;
		if (!take_number(at, c->kind == 'J', 365, &c->day))
			return false;
	}
	if (**at != '/')
		return true;
	++*at;
	return take_time(at, &c->time_s);
}

static bool is_leap(int64_t year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Days from 1970 to the first of January. */
static int64_t days_before(int64_t year)
{
	int64_t y = year - 1;

	return y * 365 + y / 4 - y / 100 + y / 400 - 719162;
}

static int64_t year_of(int64_t utc_s)
{
	int64_t year = 1970 + utc_s / (365 * DAY);

	while (days_before(year) * DAY > utc_s)
		year--;
	while (days_before(year + 1) * DAY <= utc_s)
		year++;
	return year;
}

/* The day of the year of the month's first. */
static int month_begins(int64_t year, int month)
{
	static const int days[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365 };

	return days[month - 1] + (month > 2 && is_leap(year));
}

/* When it changes that year, by local time, in seconds since 1970. */
static int64_t change_in(const struct change *c, int64_t year)
{
	int64_t first = days_before(year), day = c->day;

	if (c->kind == 'J') {
		day = c->day - 1 + (c->day >= 60 && is_leap(year));
	} else if (c->kind == 'M') {
		int begins = month_begins(year, c->month),
		    ends = c->month == 12 ? 365 + is_leap(year) : month_begins(year, c->month + 1);
		int weekday = (int)(((first + begins + 4) % 7 + 7) % 7); /* 1970 began on a Thursday */

		day = begins + (c->day - weekday + 7) % 7 + 7 * (c->week - 1);
		while (day >= ends)
			day -= 7;
	}
	return (first + day) * DAY + c->time_s;
}

int zone_rule_offset(const char *rule, int64_t utc_s, int32_t *ret_s)
{
	int32_t standard, summer;
	struct change to_summer, to_standard;
	int64_t year, begins, ends;
	bool is_summer;

	if (!take_name(&rule) || !take_time(&rule, &standard))
		return -EINVAL;
	standard = -standard;
	*ret_s = standard;
	if (!*rule)
		return 0;
	summer = standard + 3600;
	if (!take_name(&rule))
		return -EINVAL;
	if (*rule && *rule != ',') {
		if (!take_time(&rule, &summer))
			return -EINVAL;
		summer = -summer;
	}
	if (!take_change(&rule, &to_summer) || !take_change(&rule, &to_standard) || *rule)
		return -EINVAL;
	year = year_of(utc_s + standard);
	begins = change_in(&to_summer, year) - standard;
	ends = change_in(&to_standard, year) - summer;
	is_summer = begins < ends ? utc_s >= begins && utc_s < ends : utc_s < ends || utc_s >= begins;
	if (is_summer)
		*ret_s = summer;
	return 0;
}
