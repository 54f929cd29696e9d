/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a time zone's file says (TZif, RFC 8536). The C library knows one zone at a time, for the whole program; events
 * in several are why this is here.
 */
#ifndef FORMATS_ZONE_H
#define FORMATS_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Seconds that local time is ahead of UTC at that instant (seconds since 1970). 0; -EINVAL: it is no such file. */
int zone_offset(const uint8_t *file, size_t size, int64_t utc_s, int32_t *ret_s);

/*
 * Do clocks there show what they show at that instant a second time, as when summer time ends? offset: seconds ahead of
 * UTC at an instant.
 */
bool zone_is_twice(int64_t utc_s, int32_t (*offset)(int64_t utc_s, const void *userdata), const void *userdata);

/* --- zone-rule.c: The rule for all years to come, as POSIX writes it in TZ: "CET-1CEST,M3.5.0,M10.5.0/3". --- */

/* Seconds ahead of UTC at that instant by the rule. 0; -EINVAL: it is none. */
int zone_rule_offset(const char *rule, int64_t utc_s, int32_t *ret_s);

#endif
