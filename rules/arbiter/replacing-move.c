// SPDX-License-Identifier: GPL-2.0-or-later
/* What has to be played instead of an illegal turn that is taken back: what was touched in it binds, and what was
 * released. */
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/moves.h"
#include "rules/arbiter/state.h"

/* More than one move was made, and the first was legal and was let go: that one stands. */
static bool first_of_several(struct arbiter *a, const struct ply *ply, struct game_move *ret)
{
	if (ply->turn->kind != TURN_SEVERAL || !IS(a, TOUCH_MOVE, "yes") || !released_first(a, ply))
		return false;
	*ret = ply->set_down;
	return true;
}

/* Can a piece of from (GAME_NO_SQUARE: any) capture what stands there, or go anywhere (GAME_NO_SQUARE)? */
static bool can_go(const struct game_moves *moves, uint8_t from, uint8_t captured)
{
	for (unsigned i = 0; i < moves->count; i++)
		if ((from == GAME_NO_SQUARE || moves->move[i].from == from) &&
		    (captured == GAME_NO_SQUARE || moves->move[i].captured & UINT64_C(1) << captured))
			return true;
	return false;
}

/* A piece of the opponent's was touched, too: what was touched of both sides captures and is captured, if that can be,
 * or else what comes first and can. The word for that capture, and what is captured named; NULL: none is due. */
static const char *name_capture(const struct arbiter *a, struct sentence_facts *f, const struct ply *ply)
{
	const struct turn *turn = ply->turn;
	uint8_t touched[2 * TURN_MAX_TOUCHED], own = GAME_NO_SQUARE, enemy = GAME_NO_SQUARE;
	struct game_moves moves;
	char before[GAME_MAX_SQUARES];
	unsigned n;

	if (turn->kind != TURN_ILLEGAL)
		return NULL;
	a->game->placement(ply_before(ply), before);
	n = touched_squares(a, ply, touched);
	for (unsigned i = n; i-- > 0;)
		*(a->game->piece_side(before[touched[i]]) == turn->side ? &own : &enemy) = touched[i];
	if (enemy == GAME_NO_SQUARE)
		return NULL;
	a->game->moves(ply_before(ply), &moves);
	if (own != GAME_NO_SQUARE && can_go(&moves, own, enemy)) {
		name_other_piece(a, f, before[enemy], enemy);
		return own == turn->from ? "capture-with" : "capture";
	}
	for (unsigned i = 0; i < n; i++) {
		const bool is_own = a->game->piece_side(before[touched[i]]) == turn->side;

		if (is_own && can_go(&moves, touched[i], GAME_NO_SQUARE))
			return NULL;
		if (!is_own && can_go(&moves, GAME_NO_SQUARE, touched[i])) {
			name_other_piece(a, f, before[touched[i]], touched[i]);
			return "capture";
		}
	}
	return NULL;
}

/* The first piece of his own that was touched, where that is another one than he moved. */
static void name_first_touched(const struct arbiter *a, struct sentence_facts *f, const struct turn *turn,
			       const char *before)
{
	for (unsigned i = 0; i < turn->touched_count; i++) {
		const uint8_t q = turn->touched[i].square;

		if (before[q] != turn->touched[i].piece || a->game->piece_side(before[q]) != turn->side)
			continue;
		if (q != turn->from)
			name_other_piece(a, f, before[q], q);
		return;
	}
}

/* Of several moves that none stands of: what was touched first, where only his own was. */
static void name_first_of_several(const struct arbiter *a, struct sentence_facts *f, const struct ply *ply)
{
	uint8_t touched[2 * TURN_MAX_TOUCHED];
	const unsigned n = touched_squares(a, ply, touched);
	char before[GAME_MAX_SQUARES];

	a->game->placement(ply_before(ply), before);
	for (unsigned i = 0; i < n; i++)
		if (a->game->piece_side(before[touched[i]]) != ply->turn->side)
			return;
	if (n)
		name_other_piece(a, f, before[touched[0]], touched[0]);
}

void name_replacing_move(struct arbiter *a, struct ruling *r, const struct ply *ply)
{
	struct sentence_facts *f = &r->facts;
	const struct turn *turn = ply->turn;
	char before[GAME_MAX_SQUARES];
	struct game_move due;

	if (announced_is_due(a, turn->side)) {
		f->duty = "announced";
		add_ground(r, PARAM_WRONG_DRAW_CLAIM_AWARD);
		return;
	}
	/* no piece that was touched has to be moved: what cannot go there is named without its square */
	if (!IS(a, TOUCH_MOVE, "yes")) {
		if (!f->other_piece)
			f->other_piece = f->piece;
		f->piece = NULL;
		return;
	}
	if (half_done_move(a, ply, &due)) {
		name_half_done(a, f, &due);
		add_ground(r, PARAM_RELEASE_EVIDENCE);
		return;
	}
	if (first_of_several(a, ply, &due)) {
		name_move(a, f, ply_before(ply), &due);
		f->duty = "released";
		add_ground(r, PARAM_RELEASE_EVIDENCE);
		return;
	}
	if (turn->kind == TURN_SEVERAL) {
		name_first_of_several(a, f, ply);
		return;
	}
	/* of castling that is not allowed the rook is named */
	if (!f->piece || f->other_piece ||
	    (turn->fault == TURN_FAULT_CASTLING && strcmp(f->word, "castling-unfinished") != 0))
		return;
	f->duty = name_capture(a, f, ply);
	if (f->duty)
		return;
	a->game->placement(ply_before(ply), before);
	name_first_touched(a, f, turn, before);
}

void bind_replacing_move(struct arbiter *a, const struct ply *ply)
{
	struct game_move due;

	if (announced_is_due(a, ply->turn->side))
		return;
	keep_touched_binding(a, ply, true);
	if (half_done_move(a, ply, &due))
		bind_to_move(a, ply, &due);
	else if (first_of_several(a, ply, &due))
		announce_move(a, ply->turn->side, &due, true);
}
