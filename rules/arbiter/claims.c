// SPDX-License-Identifier: GPL-2.0-or-later
/* Claims and reports: those of one instant together, and who answers each. */
#include <string.h>

#include "rules/arbiter/moves.h"
#include "rules/arbiter/rulings.h"
#include "rules/arbiter/claims.h"
#include "rules/arbiter/state.h"

static void claim_resign(struct arbiter *a, const struct arbiter_view *v, enum side by)
{
	if (by == NO_SIDE)
		return;
	if (can_mate(a, &v->set_down, other_side(by), PARAM_RESIGN_MATING_TEST) == MATES_NOT) {
		a->facts.player = by;
		rule_draw(a, v, REASON_RESIGN_CANNOT_MATE, CLAIM_RESIGN);
		return;
	}
	rule_win(a, v, other_side(by), REASON_RESIGN, CLAIM_RESIGN);
	keep_doubtful_loss(a, v, REASON_RESIGN_CANNOT_MATE, CLAIM_RESIGN);
}

/* Whose file answers a claim. */
enum subject {
	SUBJECT_NONE = 0,
	SUBJECT_FLAG,
	SUBJECT_ILLEGAL_MOVE,
	SUBJECT_DRAW,
	SUBJECT_DRAUGHTS_DRAW,
	SUBJECT_TOUCHED_PIECE,
	SUBJECT_START,
	SUBJECT_CONDUCT,
	SUBJECT_CLOCK_STOP,
	SUBJECT_OWN_TURN,
	SUBJECT_MEASURE,
	SUBJECT_RECTIFY_AGREED,
	SUBJECT_LIGHT_SQUARE,
	SUBJECT_HAND,
};

static enum subject subject_of(enum claim_kind claim)
{
	switch (claim) {
	case CLAIM_FLAG:
		return SUBJECT_FLAG;
	case CLAIM_ILLEGAL_MOVE:
	case CLAIM_ACCEPT_STAND:
		return SUBJECT_ILLEGAL_MOVE;
	case CLAIM_OFFER_DRAW:
	case CLAIM_ACCEPT_DRAW:
	case CLAIM_DECLINE_DRAW:
	case CLAIM_REPETITION:
	case CLAIM_FIFTY_MOVES:
	case CLAIM_DEAD_POSITION:
	case CLAIM_CLEAR_DRAW:
	case CLAIM_NO_PROGRESS:
	case CLAIM_SAME_PIECE_DRAW:
	case CLAIM_OPPOSITE_BISHOPS_DRAW:
	case CLAIM_ROOK_PAWN_DRAW:
	case CLAIM_KING_PAWN_DRAW:
	case CLAIM_ROOK_ROOKPAWN_DRAW:
	case CLAIM_ADD_INCREMENT:
		return SUBJECT_DRAW;
	case CLAIM_COUNTED_DRAW:
	case CLAIM_REGULATION_DRAW:
	case CLAIM_TIME_SHORTAGE_DRAW:
		return SUBJECT_DRAUGHTS_DRAW;
	case CLAIM_TOUCH_MOVE:
		return SUBJECT_TOUCHED_PIECE;
	case CLAIM_WRONG_SETUP:
	case CLAIM_WRONG_TIME:
	case CLAIM_WRONG_COLOURS:
	case CLAIM_BOARD_ORIENTATION:
	case CLAIM_CLOCK_DEFECT:
	case CLAIM_CLOCK_CHOICE:
	case CLAIM_INTERFERENCE:
	case CLAIM_NO_CLOCK:
	case CLAIM_APPEAL:
		return SUBJECT_START;
		VOCABULARY_CONDUCT(VOCABULARY_CASE)
		return SUBJECT_CONDUCT;
	case CLAIM_COUNTER:
	case CLAIM_BOTH_LOSE:
	case CLAIM_POINTS:
	case CLAIM_EXPULSION:
		return SUBJECT_MEASURE;
	case CLAIM_RECTIFY_AGREED:
		return SUBJECT_RECTIFY_AGREED;
	case CLAIM_LIGHT_SQUARE:
		return SUBJECT_LIGHT_SQUARE;
	case CLAIM_HAND:
		return SUBJECT_HAND;
	case CLAIM_PROMOTION_PIECE_MISSING:
	case CLAIM_STOP_FOR_ARBITER:
		return SUBJECT_CLOCK_STOP;
	case CLAIM_RESIGN:
	case CLAIM_ADJUST:
	case CLAIM_MOVES_MET:
	case CLAIM_WITHDRAW:
		return SUBJECT_OWN_TURN;
	case CLAIM_FORCED_WIN:
	case CLAIM_ACCIDENTAL_TOUCH:
	case CLAIM_NONE:
	case CLAIM_COUNT:
		break;
	}
	return SUBJECT_NONE;
}

/* Said of the claimant's own turn. */
static void claim_of_own_turn(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim, enum side by)
{
	a->facts.player = by;
	if (claim == CLAIM_MOVES_MET && by != NO_SIDE && v->moves_met[by])
		rule_moves_met(a, v, by, claim);
	else if (claim == CLAIM_MOVES_MET)
		reject_claim(a, v, REASON_NOT_PROVEN, claim);
	else if (claim == CLAIM_RESIGN)
		claim_resign(a, v, by);
	else if (claim == CLAIM_WITHDRAW)
		a->offer_withdrawn |= by != NO_SIDE && a->offer == by;
	else if (by != NO_SIDE && a->game->to_move(&v->position) == by)
		/* only who has the move may adjust, and touches from now on are meant */
		a->adjust_said_us[by] = a->adjust_said_us[by] < v->t_us ? a->adjust_said_us[by] : v->t_us;
}

/* What the arbiter has done himself, or a counter that somebody finds wrong. */
static void answer_measure(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	if (c->claim == CLAIM_COUNTER)
		rule_counter(a, v, by, c->side != NO_SIDE ? c->side : c->against,
			     c->is_report ? c->count : ARBITER_ABSENT);
	else if (c->claim == CLAIM_BOTH_LOSE)
		rule_both_lose(a, v, c->claim);
	else if (c->claim == CLAIM_POINTS)
		rule_points(a, v, c->against, c->side, c->claim);
	else
		rule_expulsion(a, v, c->against);
}

static void answer_claim(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
			 const struct claim_group *g)
{
	enum side by = claimant(c);
	enum side other = by == NO_SIDE ? NO_SIDE : other_side(by);

	if (c->by == PERSON_SPECTATOR)
		return;
	if (a->over) /* what is said of such a game is not said of one that goes on */
		a->facts.word = "game-over";
	if (a->game->irregular && claim_is_of_chess(c->claim)) {
		a->facts.word = "of-chess";
		reject_claim(a, v, REASON_NOT_ENTITLED, c->claim);
		return;
	}
	/* an appeal is against a decision, whatever it rests on, and not for the arbiter to reject */
	if (c->claim != CLAIM_APPEAL && !strcmp(c->source, "display") && IS(a, DISPLAY_CLAIMS, "rejected")) {
		reject_claim(a, v, REASON_DISPLAY_BASED, c->claim);
		return;
	}
	switch (subject_of(c->claim)) {
	case SUBJECT_NONE:
		break;
	case SUBJECT_FLAG:
		claim_flag(a, v, c, by);
		break;
	case SUBJECT_ILLEGAL_MOVE:
		if (c->claim == CLAIM_ACCEPT_STAND)
			claim_accept_stand(a, v, c, by);
		else
			claim_illegal(a, v, c, by);
		break;
	case SUBJECT_DRAW:
		if (by != NO_SIDE)
			claim_draw(a, v, c, by, g->forced_win[other]);
		break;
	case SUBJECT_DRAUGHTS_DRAW:
		if (by != NO_SIDE)
			claim_draughts_draw(a, v, c, by, g->forced_win[other]);
		break;
	case SUBJECT_TOUCHED_PIECE:
		claim_touch(a, v, c, by, by != NO_SIDE && g->accidental[other] ? TOUCH_ACCIDENTAL : TOUCH_ALLEGED);
		break;
	case SUBJECT_START:
		claim_about_start(a, v, c, by);
		break;
	case SUBJECT_MEASURE:
		answer_measure(a, v, c, by);
		break;
	case SUBJECT_RECTIFY_AGREED:
		claim_rectify_agreed(a, v, c, by);
		break;
	case SUBJECT_LIGHT_SQUARE:
		claim_light_square(a, v, c, by);
		break;
	case SUBJECT_HAND:
		claim_hand(a, v, c, by);
		break;
	case SUBJECT_CONDUCT:
		/* both go on refusing: both lose */
		if (c->claim == CLAIM_REFUSAL && g->refuses[WHITE] && g->refuses[BLACK] &&
		    IS(a, REFUSAL_PERSISTS, "loses")) {
			rule_both_lose(a, v, c->claim);
			break;
		}
		claim_conduct(a, v, c, by);
		break;
	case SUBJECT_CLOCK_STOP:
		if (c->claim == CLAIM_STOP_FOR_ARBITER)
			claim_stop_for_arbiter(a, v, c, by);
		else
			claim_promotion_piece_missing(a, v, c);
		break;
	case SUBJECT_OWN_TURN:
		claim_of_own_turn(a, v, c->claim, by);
		break;
	}
}

/* Of two players who claim at once the one who made the illegal move comes second. */
static bool illegal_first(const struct arbiter *a, const struct arbiter_claim *c, unsigned n)
{
	bool flag = false, illegal = false;

	for (unsigned i = 0; i < n; i++) {
		flag |= c[i].claim == CLAIM_FLAG;
		illegal |= c[i].claim == CLAIM_ILLEGAL_MOVE;
	}
	return flag && illegal && IS(a, TIE_ILLEGAL_AND_FLAG_CLAIM, "illegal-mover-loses");
}

struct claim_group arbiter_group_claims(struct arbiter *a, const struct arbiter_view *v,
					const struct arbiter_claim *claims, unsigned count)
{
	struct claim_group g = { .claims = claims, .count = count, .illegal_first = illegal_first(a, claims, count) };
	enum side first = a->game->to_move(&v->position);

	/* a reply that stands closes windows, also while it may still be changed */
	a->move_stands = unpressed_stands(a, v);
	if (a->move_stands) {
		a->has_set_down[first] = true;
		a->has_set_down[other_side(first)] |= a->game->to_move(&v->set_down) == first;
		a->reply_made |= a->count && ply_at(a, a->count - 1)->turn->side != first;
	}

	for (unsigned i = 0; i < count; i++) {
		enum side by = claimant(&claims[i]);

		if (by != NO_SIDE && claims[i].claim == CLAIM_FORCED_WIN)
			g.forced_win[by] = true;
		if (claims[i].is_report && claims[i].claim == CLAIM_REFUSAL && claims[i].against != NO_SIDE)
			g.refuses[claims[i].against] = true;
		if (by != NO_SIDE && claims[i].claim == CLAIM_ACCIDENTAL_TOUCH)
			g.accidental[by] = true;
	}
	if (g.illegal_first)
		a->decided_by = PARAM_TIE_ILLEGAL_AND_FLAG_CLAIM;
	return g;
}

static bool is_of_this_round(const struct arbiter *a, const struct claim_group *g, const struct arbiter_claim *c)
{
	bool first = g->illegal_first && c->claim == CLAIM_ILLEGAL_MOVE;

	return g->at_others ? !first && (!a->over || c->claim == CLAIM_APPEAL) : first && !a->over;
}

bool arbiter_judge_claim(struct arbiter *a, const struct arbiter_view *v, struct claim_group *g)
{
	for (;;) {
		while (g->next < g->count && !is_of_this_round(a, g, &g->claims[g->next]))
			g->next++;
		if (g->next < g->count)
			break;
		if (g->at_others)
			return false;
		g->at_others = true;
		g->next = 0;
		a->decided_by = PARAM_COUNT;
	}
	a->speaker = g->claims[g->next].by;
	answer_claim(a, v, &g->claims[g->next++], g);
	a->speaker = PERSON_NONE;
	a->facts = no_facts();
	return true;
}
