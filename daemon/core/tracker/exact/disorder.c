/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "daemon/core/tracker/classify.h"
#include "daemon/core/tracker/exact/disorder.h"
#include "daemon/core/tracker/squares.h"

void disorder_begin_as(struct tracker *t, const char *squares)
{
	memcpy(t->began, squares, sizeof(t->began));
}

void disorder_begin(struct tracker *t)
{
	disorder_begin_as(t, t->identity.piece);
}

static bool untouched(const struct tracker *t, unsigned square)
{
	return square == GAME_NO_SQUARE || t->identity.piece[square] == t->began[square];
}

/* The pieces that stood wrongly when the turn began and still do. */
static void list_old(const struct tracker *t, const char *official, struct turn *ret)
{
	squares_t mask = ~UINT64_C(0);
	unsigned n = 0;

	if (t->owed_square != GAME_NO_SQUARE)
		mask &= ~square_bit(t->owed_square);
	list_displaced(t->game, official, t->began, mask, ret);
	for (unsigned i = 0; i < ret->displaced_count; i++)
		if (untouched(t, ret->displaced[i].from) && untouched(t, ret->displaced[i].to)) {
			ret->displaced[n] = ret->displaced[i];
			ret->displaced[n++].inherited = true;
		}
	ret->displaced_count = n;
}

static void official_pieces(const struct tracker *t, char ret[static GAME_MAX_SQUARES])
{
	memset(ret, '.', GAME_MAX_SQUARES);
	t->game->placement(official_position(t), ret);
}

static bool put_right(const struct tracker *t, struct turn *old, char ret[static GAME_MAX_SQUARES])
{
	char official[GAME_MAX_SQUARES];

	official_pieces(t, official);
	if (!memcmp(official, t->began, t->game->squares))
		return false;
	list_old(t, official, old);
	memcpy(ret, t->identity.piece, GAME_MAX_SQUARES);
	for (unsigned i = 0; i < old->displaced_count; i++) {
		if (old->displaced[i].to != GAME_NO_SQUARE)
			ret[old->displaced[i].to] = official[old->displaced[i].to];
		if (old->displaced[i].from != GAME_NO_SQUARE)
			ret[old->displaced[i].from] = official[old->displaced[i].from];
	}
	return old->displaced_count > 0;
}

bool disorder_put_right(const struct tracker *t, char ret[static GAME_MAX_SQUARES])
{
	struct turn old;

	return put_right(t, &old, ret);
}

static bool same_displaced(const struct turn_displaced *a, const struct turn_displaced *b)
{
	return a->from == b->from && a->to == b->to && a->piece == b->piece;
}

void disorder_mark(const struct tracker *t, struct turn *turn)
{
	char squares[GAME_MAX_SQUARES];
	struct turn old;

	if (!turn->displaced_count || !put_right(t, &old, squares))
		return;
	for (unsigned i = 0; i < turn->displaced_count; i++)
		for (unsigned k = 0; k < old.displaced_count; k++)
			turn->displaced[i].inherited |= same_displaced(&turn->displaced[i], &old.displaced[k]);
}

bool disorder_moved_early(const struct tracker *t)
{
	enum side side = t->game->to_move(official_position(t));
	char squares[GAME_MAX_SQUARES];
	struct turn old;

	if (!put_right(t, &old, squares))
		return false;
	for (unsigned i = 0; i < old.displaced_count; i++)
		if (old.displaced[i].from != GAME_NO_SQUARE && old.displaced[i].to != GAME_NO_SQUARE &&
		    t->game->piece_side(old.displaced[i].piece) == side)
			return true;
	return false;
}

void disorder_classify(const struct tracker *t, struct turn *ret, struct game_position *after)
{
	char squares[GAME_MAX_SQUARES], official[GAME_MAX_SQUARES];
	struct turn old;

	ret->from_disorder = false;
	classify(t->game, official_position(t), &t->moves, t->identity.piece, t->owed_square, ret, after);
	if (ret->kind == TURN_LEGAL && !ret->displaced_count)
		return;
	official_pieces(t, official);
	if (!memcmp(official, t->began, t->game->squares))
		return;
	if (put_right(t, &old, squares)) {
		classify(t->game, official_position(t), &t->moves, squares, t->owed_square, ret, after);
		memcpy(ret->placement, t->identity.piece, sizeof(ret->placement));
		for (unsigned i = 0; i < old.displaced_count && ret->displaced_count < TURN_MAX_DISPLACED; i++)
			ret->displaced[ret->displaced_count++] = old.displaced[i];
	}
	if (ret->kind != TURN_LEGAL && ret->kind != TURN_NO_MOVE)
		ret->from_disorder = is_legal_from(t->game, official_position(t), t->began, t->identity.piece);
}
