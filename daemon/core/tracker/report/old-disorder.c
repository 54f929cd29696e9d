/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "daemon/core/tracker/classify.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/report/old-disorder.h"
#include "daemon/core/tracker/squares.h"

void add_inherited(const struct tracker *t, const struct reading *h, const struct node *n, struct turn *turn)
{
	squares_t old = h->mismatch & h->mismatch_twice & ~h->stuck & ~(square_bit(n->from) | square_bit(n->to));
	char stands[GAME_MAX_SQUARES];
	struct turn list;

	if (!old)
		return;
	sensors_placement(t, stands);
	list_displaced(t->game, h->expected, stands, old, &list);
	for (unsigned i = 0; i < list.displaced_count && turn->displaced_count < TURN_MAX_DISPLACED; i++) {
		list.displaced[i].inherited = true;
		turn->displaced[turn->displaced_count++] = list.displaced[i];
	}
}

/* Names the pieces that only stand somewhere, by what is missing of official. */
static void name_pieces(const struct tracker *t, const char *official, char *squares)
{
	struct turn list;

	list_displaced(t->game, official, squares, ~UINT64_C(0), &list);
	for (unsigned q = 0; q < t->game->squares; q++)
		if (squares[q] == '?' && official[q] != '.')
			squares[q] = official[q];
	for (unsigned i = 0; i < list.displaced_count; i++)
		if (list.displaced[i].from != GAME_NO_SQUARE && list.displaced[i].to != GAME_NO_SQUARE)
			squares[list.displaced[i].to] = list.displaced[i].piece;
}

bool is_from_disorder(struct tracker *t, const struct game_position *before, const struct turn *turn)
{
	const struct turn *last = t->record.count ? record_turn_whole(&t->record, t->record.count - 1) : NULL;
	char official[GAME_MAX_SQUARES], began[GAME_MAX_SQUARES], stands[GAME_MAX_SQUARES];

	if (!last || turn->kind == TURN_LEGAL || turn->kind == TURN_NO_MOVE)
		return false;
	memset(official, '.', sizeof(official));
	t->game->placement(before, official);
	memcpy(began, last->placement, sizeof(began));
	name_pieces(t, official, began);
	if (!memcmp(began, official, t->game->squares))
		return false;
	memcpy(stands, turn->placement, sizeof(stands));
	for (unsigned q = 0; q < t->game->squares; q++)
		if (stands[q] == '?' && began[q] != '.')
			stands[q] = began[q];
	return is_legal_from(t->game, before, began, stands);
}

bool readings_moved_early(const struct tracker *t)
{
	const struct readings *r = t->readings;
	const struct reading *h = reported_reading(r);
	const struct short_turn *last = record_last(&t->record);
	squares_t old = 0;

	if (!last || last->side == h->side || h->node == NO_NODE)
		return false;
	for (squares_t rest = h->mismatch & ~h->stuck; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->since[q] <= last->t_us)
			old |= square_bit(q);
	}
	for (squares_t from = old; from; from &= from - 1) {
		unsigned f = (unsigned)__builtin_ctzll(from);

		if (r->sensor[f] != '.' || t->game->piece_side(h->expected[f]) != (enum side)h->side)
			continue;
		for (squares_t to = old; to; to &= to - 1) {
			unsigned s = (unsigned)__builtin_ctzll(to);

			if (r->sensor[s] != '.' && square_agrees(r, h->expected[f], r->sensor[s]))
				return true;
		}
	}
	return false;
}
