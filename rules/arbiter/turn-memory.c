// SPDX-License-Identifier: GPL-2.0-or-later
/* The turns that were closed, as the arbiter remembers them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rules/arbiter/turn-memory.h"

int reserve_turn(struct arbiter *a)
{
	unsigned room = a->room ? a->room + a->room / 2 : 16;
	struct ply *more;

	if (a->count < a->room)
		return 0;
	more = realloc(a->ply, room * sizeof(*more));
	if (!more)
		return -ENOMEM;
	a->ply = more;
	a->room = room;
	return 0;
}

void remember_turn(struct arbiter *a, struct ply *ply, const struct arbiter_view *v, const struct turn *turn,
		   const struct game_position *after)
{
	enum side side = turn->side;

	*ply = (struct ply){
		.turn = *turn,
		.before = a->count ? a->ply[a->count - 1].after : a->start,
		.after = *after,
		.credited_us = v->credited_us[side],
		.left_us = { v->left_us[WHITE], v->left_us[BLACK] },
		.given_us = { a->given_us[WHITE], a->given_us[BLACK] },
		.adjust_said_us = a->adjust_said_us[side],
		.set_down_count = a->set_down_count[side],
		.first_set_down_us = a->first_set_down_us[side],
		.binding_count = a->binding_count,
	};
	memcpy(ply->set_down, a->set_down[side], sizeof(ply->set_down));
	memcpy(ply->binding, a->binding, sizeof(ply->binding));
	_Static_assert(sizeof(ply->binding) == sizeof(a->binding), "the same lists");
}

/* Turns from ply on are no more: a ruling took them back. */
void forget_turns_from(struct arbiter *a, unsigned ply)
{
	if (a->count > ply)
		a->count = ply;
	if (ply < a->announced.turns)
		a->announced.side = NO_SIDE;
	a->move_stands = a->reply_made = a->reply_early = false;
	for (enum side s = WHITE; s <= BLACK; s++) {
		a->set_down_count[s] = 0;
		a->end_was_judged[s] = false;
		a->has_touched[s] = false;
		a->touched_count[s] = 0;
	}
	a->binding_count = 0;
}

static bool lists_displaced(const struct turn *turn, const struct turn_displaced *d)
{
	for (unsigned i = 0; i < turn->displaced_count && i < TURN_MAX_DISPLACED; i++)
		if (turn->displaced[i].from == d->from && turn->displaced[i].to == d->to)
			return true;
	return false;
}

void charge_turn_before(struct arbiter *a, unsigned n)
{
	const struct turn *turn = &a->ply[n].turn;
	struct turn *last = n ? &a->ply[n - 1].turn : NULL;

	for (unsigned i = 0; last && i < turn->displaced_count && i < TURN_MAX_DISPLACED; i++)
		if (turn->displaced[i].inherited && last->displaced_count < TURN_MAX_DISPLACED &&
		    !lists_displaced(last, &turn->displaced[i])) {
			last->displaced[last->displaced_count] = turn->displaced[i];
			last->displaced[last->displaced_count++].inherited = false;
		}
}

unsigned displacing_turn(const struct arbiter *a, enum side side)
{
	for (unsigned n = a->count; n-- > 0;) {
		const struct turn *turn = &a->ply[n].turn;

		if (turn->side == side && turn_displaces(turn))
			return n;
		/* what stood wrongly before may be of an earlier turn */
		if (turn->side == side && !turn->displaced_count)
			break;
	}
	return a->count;
}

void uncount_moves_from(struct arbiter *a, unsigned ply)
{
	for (unsigned i = ply; i < a->count; i++)
		if (!a->ply[i].unpressed && a->moves_made[a->ply[i].turn.side])
			a->moves_made[a->ply[i].turn.side]--;
}

void count_turn_as(struct arbiter *a, unsigned n, const struct game_move *move)
{
	struct turn *turn = &a->ply[n].turn;

	turn->kind = TURN_LEGAL;
	turn->fault = TURN_FAULT_NONE;
	turn->unsure = false;
	turn->has_move = true;
	turn->move = *move;
	a->ply[n].after = a->ply[n].before;
	a->game->play(&a->ply[n].after, move);
}

/* The pieces touched in a turn that is taken back bind its replacement. */
void keep_touched_binding(struct arbiter *a, const struct ply *ply)
{
	a->binding_count = 0;
	for (unsigned i = 0; i < ply->turn.touched_count && i < TURN_MAX_TOUCHED; i++) {
		a->binding[a->binding_count].square = ply->turn.touched[i].square;
		a->binding[a->binding_count++].piece = ply->turn.touched[i].piece;
	}
}
