// SPDX-License-Identifier: GPL-2.0-or-later
/* Draws that the players agree on. */
#include "rules/arbiter/claims.h"
#include "rules/arbiter/rulings.h"
#include "rules/arbiter/state.h"

#define CLAIMED "claimed" /* where the book has a line for that, a claim is an offer, too */

static unsigned number_of_move(const struct arbiter *a, enum side side)
{
	unsigned number = a->game->move_number(&a->start), before = number ? number - 1 : 0, played = 0;
	struct game_position initial;

	/* what is known of the past goes before what the start position counts */
	if (a->setup.moves[WHITE] || a->setup.moves[BLACK])
		return a->moves_made[side];
	game_right_start(a->game, &a->start, &initial);
	if (side == WHITE && a->game->to_move(&a->start) == BLACK)
		before++;
	/* a game that is taken up in the middle has been begun by both */
	if (!before && !a->game->same(&initial, &a->start))
		before = 1;
	for (unsigned i = 0; i < a->count; i++)
		played += ply_at(a, i)->turn->side == side;
	return before + played > a->moves_made[side] ? before + played : a->moves_made[side];
}

/* Moves of side that stand unpressed: one, or one of each where the reply came before the press. */
static unsigned moves_standing(const struct arbiter *a, const struct arbiter_view *v, enum side side)
{
	enum side first = a->game->to_move(&v->position);

	if (a->game->to_move(&v->set_down) != first)
		return side == first;
	return a->game->move_number(&v->set_down) > a->game->move_number(&v->position);
}

static unsigned count_men(const struct arbiter *a, const struct game_position *pos, enum side side)
{
	char squares[GAME_MAX_SQUARES];
	unsigned n = 0;

	a->game->placement(pos, squares);
	for (unsigned q = 0; q < a->game->squares; q++)
		n += squares[q] == (side == WHITE ? 'w' : 'b');
	return n;
}

void accept_draw_offer(struct arbiter *a, const struct arbiter_view *v, enum side by)
{
	int64_t moves = NUMBER(a, AGREED_DRAW_MIN_MOVES), men = NUMBER(a, AGREED_DRAW_MAX_MEN);
	bool offered = a->offer != NO_SIDE && a->offer != by, own = a->offer == by;

	a->offer = NO_SIDE;
	if (moves < (int64_t)a->setup.options.min_draw_move)
		moves = a->setup.options.min_draw_move;
	if (!offered) {
		a->facts.word = own ? "own-offer" : by != NO_SIDE ? a->refused[by] : NULL;
		reject_claim(a, v, REASON_OFFER_LAPSED, CLAIM_ACCEPT_DRAW);
		return;
	}
	if (v->has_clock && !a->clock_ran && !a->count) {
		a->facts.word = "not-begun";
		reject_claim(a, v, REASON_AGREED_TOO_EARLY, CLAIM_ACCEPT_DRAW);
		return;
	}
	for (enum side s = WHITE; s <= BLACK; s++) {
		/* made, not completed: without a press, too */
		a->facts.limit = moves;
		if (number_of_move(a, s) + moves_standing(a, v, s) < (unsigned)moves) {
			a->agreed_early = moves > NUMBER(a, AGREED_DRAW_MIN_MOVES);
			if (a->agreed_early)
				a->facts.word = a->circumstance = "by-the-event";
			else if (moves == 1)
				a->facts.word = "first-move";
			reject_claim(a, v, REASON_AGREED_TOO_EARLY, CLAIM_ACCEPT_DRAW);
			a->circumstance = NULL;
			return;
		}
		a->facts.limit = men;
		if (men > 0 && !a->setup.options.players_record && count_men(a, &v->set_down, s) > (unsigned)men) {
			reject_claim(a, v, REASON_AGREED_TOO_MANY_MEN, CLAIM_ACCEPT_DRAW);
			return;
		}
	}
	if (a->setup.options.min_draw_move)
		a->decided_by = PARAM_AGREED_DRAW_MIN_MOVES;
	/* a claim is also an offer */
	if (a->question.claim == CLAIM_ADD_INCREMENT) {
		a->decided_by = PARAM_ADD_INCREMENT_REQUEST;
		a->facts.word = "requested";
	}
	if (a->question.claim == CLAIM_NO_PROGRESS)
		a->also_cites = PARAM_NO_PROGRESS_CLAIM;
	if (a->offered_by_claim && !a->facts.word &&
	    rulebook_cite_exactly(a->book, ruling_name(RULING_DRAW), reason_name(REASON_AGREED), CLAIMED))
		a->circumstance = a->facts.word = CLAIMED;
	else if (a->offer_withdrawn && !a->facts.word)
		a->circumstance = a->facts.word = "withdrawn";
	if (a->facts.word)
		a->facts.player = other_side(by);
	rule_draw(a, v, REASON_AGREED, CLAIM_ACCEPT_DRAW);
	a->decided_by = a->also_cites = PARAM_COUNT;
	a->circumstance = NULL;
}

void refuse_early_draw(struct arbiter *a, const struct arbiter_view *v)
{
	a->agreed_early = false;
	a->facts.word = "refused";
	a->circumstance = "by-the-event";
	reject_claim(a, v, REASON_AGREED_TOO_EARLY, CLAIM_ACCEPT_DRAW);
	a->circumstance = NULL;
}

void consent_to_draw(struct arbiter *a, const struct arbiter_view *v)
{
	a->agreed_early = false;
	a->facts.word = a->circumstance = "with-consent";
	rule_draw(a, v, REASON_AGREED, CLAIM_ACCEPT_DRAW);
	a->circumstance = NULL;
}
