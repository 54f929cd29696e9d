/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule for all years to come, as POSIX writes it in TZ: "CET-1CEST,M3.5.0,M10.5.0/3". */
#ifndef FORMATS_ZONE_RULE_H
#define FORMATS_ZONE_RULE_H

#include <stdint.h>

/* Seconds ahead of UTC at that instant by the rule. 0; -EINVAL: it is none. */
int zone_rule_offset(const char *rule, int64_t utc_s, int32_t *ret_s);

#endif
