/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/round.h"

#include <stdio.h>
#include <string.h>

void table_ranges_add(struct table_ranges *r, unsigned table)
{
	char *at;

	if (!r->last || table != r->last + 1) {
		r->at = strlen(r->text);
		r->first = table;
	}
	r->last = table;
	at = r->text + r->at;
	if (r->first == table)
		snprintf(at, sizeof(r->text) - r->at, "%s%u", r->at ? ", " : "", table);
	else
		snprintf(at, sizeof(r->text) - r->at, "%s%u to %u", r->at ? ", " : "", r->first, table);
}

void round_tables(const struct round *round, struct table_ranges *ret)
{
	*ret = (struct table_ranges){ .text = "" };
	for (size_t i = 0; i < round->pairings.count; i++)
		if (round->pairings.list[i].board)
			table_ranges_add(ret, round->pairings.list[i].board);
}
