/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a time zone's file says (TZif, RFC 8536). The C library knows one zone at a time, for the whole program; events
 * in several are why this is here.
 */
#ifndef FORMATS_ZONE_H
#define FORMATS_ZONE_H

#include <stddef.h>
#include <stdint.h>

/* Seconds that local time is ahead of UTC at that instant (seconds since 1970). 0; -EINVAL: it is no such file. */
int zone_offset(const uint8_t *file, size_t size, int64_t utc_s, int32_t *ret_s);

/* --- zone-rule.c: The rule for all years to come, as POSIX writes it in TZ: "CET-1CEST,M3.5.0,M10.5.0/3". --- */

/* Seconds ahead of UTC at that instant by the rule. 0; -EINVAL: it is none. */
int zone_rule_offset(const char *rule, int64_t utc_s, int32_t *ret_s);

#endif
