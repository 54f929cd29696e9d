// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/packed-closed-turn.h"

#include <string.h>

#include "rules/turn.h"
#include "rules/number-bytes.h"

enum head {
	HEAD_IS_SET = 1 << 0,
	HEAD_TRACKED = 1 << 1, /* its number is not the one after the last */
	HEAD_NAMES = 1 << 2,   /* it is called otherwise than it would be now */
};

static unsigned char *put_text(unsigned char *to, const char *text)
{
	const size_t n = strlen(text) + 1;

	memcpy(to, text, n);
	return to + n;
}

static const unsigned char *get_text(const unsigned char *from, char *text)
{
	const size_t n = strlen((const char *)from) + 1;

	memcpy(text, from, n);
	return from + n;
}

static bool is_called_so(const struct game *game, const struct closed_turn *closed)
{
	char text[GAME_TEXT], notation[GAME_TEXT];

	turn_notation(game, &closed->before, &closed->turn, text, notation);
	return !strcmp(text, closed->text) && !strcmp(notation, closed->notation);
}

unsigned char *pack_closed_turn(struct closed_packing *p, unsigned char *to, const struct closed_turn *closed)
{
	const enum side side = closed->turn.side == BLACK ? BLACK : WHITE;
	const unsigned head = (closed->is_set ? HEAD_IS_SET : 0) |
			      (closed->tracked != p->tracked + 1 ? HEAD_TRACKED : 0) |
			      (is_called_so(p->turn.game, closed) ? 0 : HEAD_NAMES);

	*to++ = (unsigned char)head;
	to = pack_turn(&p->turn, to, &closed->turn, &closed->before, &closed->after);
	to = put_difference(to, closed->left_us, p->left_us[side]);
	if (head & HEAD_TRACKED)
		to = put_number(to, closed->tracked);
	if (head & HEAD_NAMES) {
		to = put_text(to, closed->text);
		to = put_text(to, closed->notation);
	}
	p->left_us[side] = closed->left_us;
	p->tracked = closed->tracked;
	return to;
}

const unsigned char *unpack_closed_turn(struct closed_packing *p, const unsigned char *from, bool with_names,
					struct closed_turn *closed)
{
	const unsigned head = *from++;
	enum side side;
	uint64_t tracked = p->tracked + 1;

	from = unpack_turn(&p->turn, from, &closed->turn, &closed->before, &closed->after);
	side = closed->turn.side == BLACK ? BLACK : WHITE;
	from = get_difference(from, &closed->left_us, p->left_us[side]);
	if (head & HEAD_TRACKED)
		from = get_number(from, &tracked);
	closed->is_set = head & HEAD_IS_SET;
	closed->tracked = (unsigned)tracked;
	if (head & HEAD_NAMES) {
		from = get_text(from, closed->text);
		from = get_text(from, closed->notation);
	} else if (with_names) {
		turn_notation(p->turn.game, &closed->before, &closed->turn, closed->text, closed->notation);
	}
	p->left_us[side] = closed->left_us;
	p->tracked = closed->tracked;
	return from;
}
