/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Its numbers, at most three of them. False: something else is there. */
static bool read_line(const struct text_lines *l, unsigned numbers[static 3], unsigned *count)
{
	*count = 0;
	for (size_t at = 0, n; at < l->length; at += n) {
		n = 1;
		if (l->line[at] == ' ' || l->line[at] == '\t')
			continue;
		for (n = 0; at + n < l->length && l->line[at + n] >= '0' && l->line[at + n] <= '9';)
			n++;
		if (n == 0 || n > 4 || *count == 3)
			return false;
		numbers[(*count)++] = number_read(l->line + at, n, 9999);
	}
	return true;
}

bool pairings_engine_is(const char *text, size_t size)
{
	struct text_lines l = { .text = text, .size = size };
	unsigned numbers[3], count, lines = 0;

	while (lines < 2 && text_next_line(&l)) {
		if (!read_line(&l, numbers, &count))
			return false;
		if (count && count != ++lines)
			return false;
	}
	return lines == 2 || (lines == 1 && numbers[0] == 0);
}

static const struct player *find(const struct pairings *const *known, size_t count, unsigned number)
{
	for (size_t k = 0; k < count; k++)
		for (size_t i = 0; i < known[k]->count; i++)
			for (int side = 0; side < 2; side++)
				if (known[k]->list[i].player[side].number == number)
					return &known[k]->list[i].player[side];
	return NULL;
}

int pairings_engine_read(const char *text, size_t size, const struct pairings *const *known, size_t known_count,
			 struct pairings *pairings, struct text_fault *fault)
{
	struct text_lines l = { .text = text, .size = size };
	unsigned numbers[3], count, board = 0, wanted = 0;

	for (bool first = true; text_next_line(&l);) {
		struct pairing *p;

		if (!read_line(&l, numbers, &count) || (count != 0 && count != (first ? 1 : 2)))
			return text_fault(fault, l.number, 1, "two players' numbers are expected, White's first");
		if (!count)
			continue;
		if (first) {
			first = false;
			wanted = numbers[0];
			continue;
		}
		p = pairings_add(pairings, l.number, 1, fault);
		if (!p)
			return fault->line ? -EINVAL : -ENOMEM;
		for (int side = 0; side < 2; side++) {
			const struct player *player = numbers[side] ? find(known, known_count, numbers[side]) : NULL;

			if (!player && (side == 0 || numbers[side]))
				return text_fault(fault, l.number, 1,
						  "player %u is in no round that was opened before; where a list has "
						  "numbers alone a report is expected first",
						  numbers[side]);
			if (player)
				p->player[side] = *player;
			p->player[side].line = l.number;
			p->player[side].column = (unsigned)side + 1;
		}
		p->bye = numbers[1] ? BYE_NONE : BYE_FULL;
		p->board = p->bye ? 0 : ++board;
		p->placed = true;
	}
	if (pairings->count != wanted)
		return text_fault(fault, 1, 1, "%u pairings are announced, and %zu are there", wanted, pairings->count);
	return 0;
}
