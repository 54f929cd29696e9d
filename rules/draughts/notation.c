// SPDX-License-Identifier: GPL-2.0-or-later
/* Moves as text: 32-28, 26x17; where from and to do not tell, all landing squares: 26x37x28x17. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rules/draughts/position.h"

static unsigned square_number(unsigned bit)
{
	return draughts_square(bit) + 1;
}

/* Do other legal captures share origin and destination with m? */
static bool is_ambiguous(const struct draughts_moves *list, const struct draughts_move *m)
{
	for (unsigned i = 0; i < list->count; i++)
		if (list->move[i].from == m->from && list->move[i].to == m->to && list->move[i].captured != m->captured)
			return true;
	return false;
}

int draughts_move_text(const struct game_position *pos, const struct game_move *move, char buf[static GAME_TEXT])
{
	const struct draughts_position *d = draughts_position_of_const(pos);
	const struct draughts_move m = draughts_from_game(move);
	struct draughts_moves list;
	uint8_t route[DRAUGHTS_MAX_CAPTURED];
	unsigned n = 0;
	int used;

	if (!m.captured)
		return snprintf(buf, GAME_TEXT, "%u-%u", square_number(m.from), square_number(m.to));
	draughts_generate(d, &list);
	if (is_ambiguous(&list, &m))
		n = draughts_route(d, &m, NULL, 0, route);
	used = snprintf(buf, GAME_TEXT, "%u", square_number(m.from));
	for (unsigned i = 0; i + 1 < n && used < GAME_TEXT - 8; i++)
		used += snprintf(buf + used, (size_t)(GAME_TEXT - used), "x%u", square_number(route[i]));
	return used + snprintf(buf + used, (size_t)(GAME_TEXT - used), "x%u", square_number(m.to));
}

/* Numbers joined by - or x (also ×, :, *), blanks and leading zeros allowed. Returns how many, 0 for other text. */
static unsigned read_numbers(const char *text, uint8_t bits[static DRAUGHTS_MAX_CAPTURED + 1], bool *capture)
{
	unsigned n = 0;
	const char *s = text + strspn(text, " ");

	*capture = false;
	for (;;) {
		unsigned square = 0, digits = 0;

		while (isdigit((unsigned char)*s) && digits++ < 3)
			square = square * 10 + (unsigned)(*s++ - '0');
		if (!digits || digits > 3 || square < 1 || square > DRAUGHTS_SQUARES || n > DRAUGHTS_MAX_CAPTURED)
			return 0;
		bits[n++] = (uint8_t)draughts_bit(square - 1);
		s += strspn(s, " ");
		if (!*s)
			return n;
		if (*s == 'x' || *s == 'X' || *s == ':' || *s == '*')
			*capture = true;
		else if (!strncmp(s, "\u00d7", 2) && (*capture = true))
			s++;
		else if (*s != '-')
			return 0;
		s++;
		s += strspn(s, " ");
	}
}

int draughts_move_parse(const struct game_position *pos, const char *text, struct game_move *ret)
{
	const struct draughts_position *d = draughts_position_of_const(pos);
	uint8_t bits[DRAUGHTS_MAX_CAPTURED + 1], route[DRAUGHTS_MAX_CAPTURED];
	const struct draughts_move *found = NULL;
	struct draughts_moves list;
	unsigned fits = 0;
	bool capture;
	const unsigned n = read_numbers(text, bits, &capture);

	if (n < 2)
		return -EINVAL;
	draughts_generate(d, &list);
	for (unsigned i = 0; i < list.count; i++) {
		const struct draughts_move *m = &list.move[i];

		if (m->from != bits[0] || m->to != bits[n - 1])
			continue;
		if (n > 2 && !(m->captured && draughts_route(d, m, bits + 1, n - 2, route)))
			continue;
		/* Real files write 32-28 for captures now and then, never 32x28 for a quiet move. */
		if (capture && !m->captured)
			continue;
		fits++;
		found = m;
	}
	if (fits != 1)
		return fits ? -ENOTUNIQ : -ENOENT;
	*ret = draughts_to_game(d, found);
	return 0;
}
