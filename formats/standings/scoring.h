/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * By what an event's standings are counted: points, tie-breaks, and the kind of tournament, as a report says them. In
 * JSON, as journal and bus have it:
 *   {"points": [win, draw, loss, bye, bye of no points, forfeit], in tenths, "ties": "BH/C1 SB", "round_robin": bool}
 */
#ifndef FORMATS_STANDINGS_SCORING_H
#define FORMATS_STANDINGS_SCORING_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "formats/pairings.h"

#define SCORING_TIES 128

struct scoring {
	struct trf_points points;
	char ties[SCORING_TIES]; /* standings_count()'s; "" the report names none */
	bool is_round_robin;
};

/*
 * scoring_read - what a report says, or what holds where none does ("")
 * Tie-breaks are those of the lines 202, or 212, of TRF26; a round robin is one whose line 092 or 192 says so.
 */
struct scoring scoring_read(const char *text, size_t size, bool of_draughts);

/* New reference, NULL without memory. */
json_t *scoring_format(const struct scoring *scoring);
/* 0 or -EINVAL. */
int scoring_parse(const json_t *json, struct scoring *ret);

#endif
