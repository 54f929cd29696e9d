/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which pieces stand where sensors do not name them. */
#include <string.h>

#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/unnamed-pieces.h"

/* The piece that came to a square whose sensor does not name it: of those that are away and went nowhere yet, the one
 * that was lifted last before, or else the one that was lifted first after it. */
static unsigned came_from(const struct readings *r, squares_t away, unsigned square)
{
	unsigned best = GAME_NO_SQUARE;

	for (; away; away &= away - 1) {
		unsigned q = (unsigned)__builtin_ctzll(away);
		bool before = r->number[q] < r->number[square];

		if (best == GAME_NO_SQUARE ||
		    (before && (r->number[best] > r->number[square] || r->number[best] < r->number[q])) ||
		    (!before && r->number[best] > r->number[q]))
			best = q;
	}
	return best;
}

/* The square of squares that changed first. */
static unsigned first_changed(const struct readings *r, squares_t squares)
{
	unsigned first = (unsigned)__builtin_ctzll(squares);

	for (; squares; squares &= squares - 1)
		if (r->number[__builtin_ctzll(squares)] < r->number[first])
			first = (unsigned)__builtin_ctzll(squares);
	return first;
}

/* Did a piece of that side come by one legal move? A castling first: its king might have gone one square only. */
static void name_moved(const struct readings *r, const struct reading *h, enum side side, squares_t *away,
		       squares_t *unnamed, char stands[static GAME_MAX_SQUARES])
{
	struct game_position pos = h->pos;
	struct game_moves moves;

	if (side != (enum side)h->side)
		r->game->set_placement(&pos, h->expected, side);
	r->game->moves(&pos, &moves);
	for (unsigned i = 0; i < 2 * moves.count; i++) {
		const struct game_move *m = &moves.move[i % moves.count];

		if (!(*away & square_bit(m->from)) || !(*unnamed & square_bit(m->to)) ||
		    (i < moves.count && !(m->flags & GAME_MOVE_CASTLING)))
			continue;
		stands[m->to] = h->expected[m->from];
		*away &= ~square_bit(m->from);
		*unnamed &= ~square_bit(m->to);
	}
}

/* What stands. Where sensors do not name the pieces they are those that h expects, and the ones that are away stand
 * where others came. False: more came than went. */
bool pieces_that_stand(const struct readings *r, const struct reading *h, const char *shown,
		       char stands[static GAME_MAX_SQUARES])
{
	squares_t away = 0, unnamed = 0;

	memset(stands, '.', GAME_MAX_SQUARES);
	for (unsigned q = 0; q < r->game->squares; q++) {
		stands[q] = shown[q];
		if (shown[q] == '.' && h->expected[q] != '.')
			away |= square_bit(q);
		if (shown[q] == '?' && h->expected[q] == '.')
			unnamed |= square_bit(q);
		else if (shown[q] == '?')
			stands[q] = h->expected[q];
	}
	name_moved(r, h, WHITE, &away, &unnamed, stands);
	name_moved(r, h, BLACK, &away, &unnamed, stands);
	while (unnamed) {
		unsigned to = first_changed(r, unnamed), from = came_from(r, away, to);

		if (from == GAME_NO_SQUARE)
			return false;
		stands[to] = h->expected[from];
		away &= ~square_bit(from);
		unnamed &= ~square_bit(to);
	}
	return true;
}
