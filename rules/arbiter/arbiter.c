// SPDX-License-Identifier: GPL-2.0-or-later
/* The arbiter, and what it is called for when something happens on the board. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/arbiter/moves.h"
#include "rules/arbiter/claims.h"
#include "rules/arbiter/rulings.h"
#include "rules/arbiter/state.h"

int arbiter_new(const struct arbiter_setup *setup, struct arbiter **ret, char err[static 160])
{
	struct arbiter *a;

	err[0] = 0;
	if (strcmp(rulebook_game(setup->rulebook), game_rulebooks(setup->game))) {
		snprintf(err, 160, "%s is a rulebook for %s, not for %s", rulebook_id(setup->rulebook),
			 rulebook_game(setup->rulebook), setup->game->name);
		return -EINVAL;
	}
	if (setup->clock_mode && !rulebook_has(setup->rulebook, PARAM_CLOCK_MODES_ALLOWED, setup->clock_mode)) {
		snprintf(err, 160, "%s does not allow a clock with %s", rulebook_id(setup->rulebook),
			 setup->clock_mode);
		return -EINVAL;
	}
	a = calloc(1, sizeof(*a));
	if (a)
		a->memory = turn_memory_new();
	if (!a || !a->memory) {
		free(a);
		snprintf(err, 160, "out of memory");
		return -ENOMEM;
	}
	a->setup = *setup;
	a->game = setup->game;
	a->book = setup->rulebook;
	a->start = setup->start;
	a->clock_ran = setup->clock_runs;
	a->flags_void_us = ARBITER_ABSENT;
	a->decided_by = a->also_cites = PARAM_COUNT;
	a->facts = no_facts();
	a->offer = a->told_offer = a->held_end.mover = NO_SIDE;
	a->announced.side = NO_SIDE;
	a->counted = a->decision.counted = nothing_counted();
	a->question.by = a->question.against = NO_SIDE;
	a->silent = IS(a, ARBITER_SILENCE, "illegal-and-flags") && !setup->options.arbiter_calls;
	a->flag_auto = setup->options.flag_auto >= 0 ? setup->options.flag_auto : IS(a, FLAG_CALL_DEFAULT, "auto");
	a->illegal_auto = setup->options.illegal_auto >= 0 ? setup->options.illegal_auto :
							     IS(a, ILLEGAL_CALL_DEFAULT, "auto");
	for (enum side s = WHITE; s <= BLACK; s++) {
		a->moves_made[s] = setup->moves[s];
		a->illegal[s] = setup->illegal[s];
		a->absent[s] = setup->absent[s];
		a->adjust_said_us[s] = ARBITER_NEVER;
	}
	*ret = a;
	return 0;
}

void arbiter_free(struct arbiter *a)
{
	if (!a)
		return;
	turn_memory_free(a);
	free(a);
}

bool arbiter_is_silent(const struct arbiter *a)
{
	return a->silent;
}

bool arbiter_over(const struct arbiter *a)
{
	return a->over;
}

void arbiter_end(struct arbiter *a)
{
	a->over = true;
	a->question.claim = CLAIM_NONE;
}

bool arbiter_calls_flags(const struct arbiter *a)
{
	return a->flag_auto;
}

void arbiter_touched(struct arbiter *a, const struct arbiter_view *v, enum side side, unsigned square, char piece)
{
	if (a->over || side == NO_SIDE)
		return;
	if (a->game->to_move(&v->set_down) != side && a->move_stands)
		return;
	a->has_touched[side] = true;
	if (a->touched_count[side] < TURN_MAX_TOUCHED) {
		a->touched[side][a->touched_count[side]].square = (uint8_t)square;
		a->touched[side][a->touched_count[side]++].piece = piece;
	}
	/* touching a piece with the intention of moving it declines an offer */
	if (a->offer == other_side(side) && a->game->piece_side(piece) == side) {
		a->offer = NO_SIDE;
		a->refused[side] = "refused-by-touch";
	}
}

/* The choice of a piece is final: another one put in its place ends nothing. */
static bool promotion_changed(const struct arbiter *a, enum side side, const struct game_move *move)
{
	const struct game_move *first = &a->set_down[side][0];

	return IS(a, RELEASE_EVIDENCE, "set-down") && a->set_down_count[side] && first->from == move->from &&
	       first->to == move->to && first->promotion && first->promotion != move->promotion;
}

void arbiter_move_stands(struct arbiter *a, enum side side)
{
	a->move_stands = true;
	a->reply_made |= a->count && ply_at(a, a->count - 1)->turn->side != side;
	a->has_set_down[side] = true;
}

/* A legal move that was set down in the turn at hand; a piece that is put straight was not set down again. */
static void note_set_down(struct arbiter *a, enum side side, const struct game_move *move, int64_t at_us)
{
	unsigned n = a->set_down_count[side];

	if (n && same_move(&a->set_down[side][n - 1], move))
		return;
	if (!n)
		a->first_set_down_us[side] = at_us;
	if (n < MAX_SET_DOWN)
		a->set_down[side][a->set_down_count[side]++] = *move;
}

void arbiter_move_stood(struct arbiter *a, enum side side, const struct game_move *move, int64_t at_us)
{
	if (!a->over)
		note_set_down(a, side, move, at_us);
}

void arbiter_set_down(struct arbiter *a, const struct arbiter_view *v, enum side side, const struct game_move *move)
{
	if (a->over)
		return;
	arbiter_move_stands(a, side);
	a->reply_early |= moved_on_others_time(a, v, side);
	/* what the opponent had touched was for the move before */
	a->has_touched[other_side(side)] = false;
	note_set_down(a, side, move, v->t_us);
	a->end_was_judged[side] = true;
	a->judged[side] = *move;
	if (!YES(a, GAME_END_NEEDS_PRESS) && !promotion_changed(a, side, move) && !hold_end(a, v, side, NULL))
		rule_game_end(a, v, side);
}

void arbiter_taken_back(struct arbiter *a, const struct arbiter_view *v)
{
	a->held_end.mover = NO_SIDE;
	a->move_stands = false;
	/* what stood before the opponent had pressed was perhaps displaced by him: nobody had released it */
	if (a->reply_early && a->count)
		a->set_down_count[other_side(ply_at(a, a->count - 1)->turn->side)] = 0;
	a->reply_early = false;
}

/* It was seen when the move was set down whether it ends the game. */
static bool was_judged(const struct arbiter *a, const struct turn *turn)
{
	return turn->has_move ?
		       promotion_changed(a, turn->side, &turn->move) ||
			       (a->end_was_judged[turn->side] && same_move(&a->judged[turn->side], &turn->move)) :
		       a->end_was_judged[turn->side];
}

int arbiter_turn(struct arbiter *a, const struct arbiter_view *v, const struct turn *turn,
		 const struct game_position *after)
{
	unsigned n = a->count;
	bool pressed_first;

	if (a->over)
		return 0;
	if (remember_turn(a, v, turn, after) < 0)
		return -ENOMEM;
	/* on a board in disorder, too, who touched nothing has made no move */
	if (n && !turn->touched_count && turn->kind != TURN_LEGAL &&
	    !memcmp(turn->placement, ply_at(a, n - 1)->turn->placement, a->game->squares))
		change_turn(a, ply_at(a, n))->kind = TURN_NO_MOVE;
	a->count++;
	a->fined[turn->side] = 0;
	a->refused[other_side(turn->side)] = NULL;
	a->agreed_early = false;
	pressed_first = !was_judged(a, turn);
	a->has_set_down[turn->side] = true;
	a->moves_made[turn->side]++;
	a->set_down_count[turn->side] = a->touched_count[WHITE] = a->touched_count[BLACK] = 0;
	a->adjust_said_us[turn->side] = ARBITER_NEVER;
	a->end_was_judged[turn->side] = false;
	a->binding_count = 0;
	a->binds_from_illegal = false;
	a->move_stands = unpressed_stands(a, v);
	a->reply_made = a->reply_early = a->move_stands;
	a->has_touched[WHITE] = a->has_touched[BLACK] = false;
	charge_turn_before(a, n);
	/* the reply came first: the pawn counts as the piece that was assumed, but nobody has put it there */
	if (n && ply_at(a, n - 1)->turn->kind == TURN_PROMOTION_OWED && ply_at(a, n - 1)->turn->side != turn->side)
		ply_at(a, n - 1)->pawn_unpromoted = true;
	if (turn->unsure)
		a->doubt = n + 1;
	rule_on_closed_turn(a, v, n);
	/* pressed before it was known to stand, or where only a press ends the game */
	if (!a->over && a->count == n + 1 && turn->kind == TURN_LEGAL &&
	    (pressed_first || YES(a, GAME_END_NEEDS_PRESS)) && !a->move_stands &&
	    !hold_end(a, v, turn->side, ply_at(a, n)))
		rule_game_end(a, v, turn->side);
	if (!a->over && a->count == n + 1 && turn->kind == TURN_LEGAL)
		rule_regulation_draw(a, v);
	return 0;
}

int arbiter_revised(struct arbiter *a, const struct arbiter_view *v, unsigned ply, const struct turn *turn,
		    const struct game_position *after)
{
	bool unsure;

	if (a->over || ply >= a->count)
		return 0;
	unsure = ply_at(a, ply)->turn->unsure;
	a->count = ply + 1;
	if (ply_at(a, ply)->turn->kind == TURN_PROMOTION_OWED && turn->kind == TURN_LEGAL &&
	    !ply_at(a, ply)->promotion_ruled && !ply_at(a, ply)->piece_asked)
		ply_at(a, ply)->pawn_left = true;
	if (read_turn_anew(a, ply, turn, after) < 0)
		return -ENOMEM;
	if (turn->unsure)
		a->doubt = ply + 1;
	/* what was asked is answered by the sensors */
	if (unsure && a->question.claim == CLAIM_ILLEGAL_MOVE && ply + 1 == a->count && turn->kind == TURN_LEGAL &&
	    !turn->unsure)
		a->question.claim = CLAIM_NONE;
	/* a game does not end by an illegal move */
	if (turn->kind == TURN_LEGAL && !turn_is_illegal(a, ply_at(a, ply)) && !YES(a, GAME_END_NEEDS_PRESS) &&
	    a->game->to_move(&v->set_down) != turn->side)
		rule_game_end(a, v, turn->side);
	return 0;
}

void arbiter_weighed(struct arbiter *a, unsigned ply, const struct turn *turn)
{
	const struct turn *old = ply < a->count ? ply_at(a, ply)->turn : NULL;
	struct turn *now;

	if (a->over || !old || old->decided || old->kind != turn->kind || old->from != turn->from ||
	    old->to != turn->to)
		return;
	if (old->unsure && !turn->unsure && turn->kind == TURN_LEGAL && a->question.claim == CLAIM_ILLEGAL_MOVE &&
	    ply + 1 == a->doubt)
		a->question.claim = CLAIM_NONE;
	now = change_turn(a, ply_at(a, ply));
	now->unsure = turn->unsure;
	now->other_count = turn->other_count;
	memcpy(now->other, turn->other, sizeof(now->other));
	if (turn->unsure && a->doubt < ply + 1)
		a->doubt = ply + 1;
}

void arbiter_empty_press(struct arbiter *a, const struct arbiter_view *v, enum side side)
{
	struct ply *last = a->count ? ply_at(a, a->count - 1) : NULL;

	if (!a->over && last && last->turn->side == side && last->turn->displaced_count && !last->put_right &&
	    table_shows(a, v, &v->position)) {
		last->put_right = true;
		last->put_right_us = v->t_us;
	}
}

int arbiter_reset(struct arbiter *a, unsigned ply, const struct game_position *position)
{
	forget_turns_from(a, ply);
	a->held_end.mover = a->announced.side = NO_SIDE;
	if (a->count)
		*change_position(a, ply_at(a, a->count - 1)) = *position;
	else
		a->start = *position;
	return 0;
}
