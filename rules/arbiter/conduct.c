// SPDX-License-Identifier: GPL-2.0-or-later
/* Conduct at the board: ladders of sanctions, and what only a person can have seen. */
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/claims.h"
#include "rules/arbiter/state.h"
#include "rules/arbiter/moves.h"

static void rule_warning(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim, enum side against)
{
	struct ruling r = new_ruling(a, v, RULING_WARNING, REASON_CONDUCT, claim);

	r.side = against;
	issue_ruling(a, &r);
}

/* The opponent gets what p awards. */
static void rule_time_penalty(struct arbiter *a, const struct arbiter_view *v, enum reason reason,
			      enum claim_kind claim, enum side against, enum rulebook_parameter p, unsigned effects)
{
	struct ruling r = new_ruling(a, v, RULING_TIME_PENALTY, reason, claim);

	r.adjust_us[other_side(against)] = award_us(a, p);
	r.side = effects & EFFECT_REVIVE ? other_side(against) : against;
	r.facts.player = against;
	if (effects & EFFECT_REVIVE)
		r.facts.word = "flag-lifted";
	r.effects = effects;
	/* where each article has a ladder of its own that article says it, and not the first of them */
	if (p != PARAM_CONDUCT_LADDER || !IS(a, CONDUCT_LADDER_SCOPE, "per-article"))
		add_ground(&r, p);
	issue_ruling(a, &r);
}

/* One article for both. */
static bool same_articles(const struct arbiter *a, enum claim_kind x, enum claim_kind y)
{
	return !strcmp(rulebook_cite(a->book, "warning", "conduct", claim_name(x)),
		       rulebook_cite(a->book, "warning", "conduct", claim_name(y)));
}

/* The ladder that an offence climbs: one for all, or one for each article, whatever acts it forbids. */
static enum claim_kind ladder_of(const struct arbiter *a, enum claim_kind claim)
{
	if (IS(a, CONDUCT_LADDER_SCOPE, "common"))
		return CLAIM_NONE;
	for (enum claim_kind c = CLAIM_WRONG_HAND; c < claim; c++)
		if (same_articles(a, c, claim))
			return c;
	return claim;
}

/* Warning, time to the opponent, loss: for each player, in one game. Its minute may lift the opponent's fallen flag. */
static void climb_ladder(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim, enum side against,
			 unsigned effects)
{
	enum claim_kind step = ladder_of(a, claim);
	unsigned offence = ++a->ladder[against][step];

	a->counted.step = step;
	a->counted.offender = against;
	a->facts.count = offence;
	/* what the next one costs */
	if (offence == 1)
		a->facts.time_us = award_us(a, PARAM_CONDUCT_LADDER);
	else if (offence == 2)
		a->facts.limit = 3;
	if (offence == 1)
		rule_warning(a, v, claim, against);
	else if (offence == 2)
		rule_time_penalty(a, v, REASON_CONDUCT, claim, against, PARAM_CONDUCT_LADDER, effects);
	else
		rule_win(a, v, other_side(against), REASON_PENALTY_LOSS, claim);
}

static void ask_about(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim, enum side by,
		      enum side against)
{
	struct question q = { .claim = claim, .by = by, .against = against };

	if (claim == CLAIM_DISPLACED && !a->facts.word)
		a->facts.word = "displaced";
	ask_person(a, v, REASON_NEEDS_VERDICT, &q);
}

/* The turn by which against (NO_SIDE: whoever was the last) has left pieces in disorder, which was not dealt with;
 * a->count: none. */
static unsigned disordered_turn(const struct arbiter *a, enum side against)
{
	unsigned n = against != NO_SIDE ? displacing_turn(a, against) : a->count ? a->count - 1 : 0;

	return n < a->count && turn_displaces(ply_at(a, n)->turn) && !ply_at(a, n)->sanctioned ? n : a->count;
}

bool still_disordered(const struct arbiter *a, const struct arbiter_view *v, enum side against)
{
	return against != NO_SIDE && disordered_turn(a, against) < a->count && !table_shows(a, v, &v->set_down);
}

/* The opponent's time ran out after turn n of culprit, before anything was put right. */
static bool flag_fell_since(const struct arbiter *a, const struct arbiter_view *v, unsigned n, enum side culprit)
{
	const struct ply *ply = ply_at(a, n);
	int64_t fell = v->flag_us[other_side(culprit)];

	return n + 1 == a->count && ply->turn->side == culprit && fell != ARBITER_NEVER && fell >= ply->turn->t_us &&
	       (!ply->put_right || fell < ply->put_right_us);
}

/* The culprit's own flag fell as he was set running again to put them right, and that counts as the other's. */
static bool own_flag_fell_since(const struct arbiter *a, const struct arbiter_view *v, unsigned n, enum side culprit)
{
	const struct ply *ply = ply_at(a, n);
	int64_t fell = v->flag_us[culprit];

	return IS(a, DISPLACED_FIRST, "either-flag") && n + 1 == a->count && ply->turn->side == culprit &&
	       fell != ARBITER_NEVER && fell >= ply->turn->t_us && (!ply->put_right || fell < ply->put_right_us);
}

bool disorder_cost_flag(const struct arbiter *a, const struct arbiter_view *v, enum side culprit)
{
	return culprit != NO_SIDE && a->count && turn_displaces(ply_at(a, a->count - 1)->turn) &&
	       flag_fell_since(a, v, a->count - 1, culprit);
}

/* In turn n of against, a->count: in none that is known. */
static void displaced_offence(struct arbiter *a, const struct arbiter_view *v, unsigned n, enum side against)
{
	enum claim_kind step = ladder_of(a, CLAIM_DISPLACED);
	bool felled = n < a->count && flag_fell_since(a, v, n, against);
	bool felled_own = n < a->count && own_flag_fell_since(a, v, n, against);

	if (n < a->count) {
		name_displaced(a, ply_at(a, n)->turn);
		ply_at(a, n)->sanctioned = true;
	}
	a->facts.player = against;
	if (!table_shows(a, v, &v->set_down))
		a->facts.word = "put-back";
	if (a->ladder[against][step] == 0 && NUMBER(a, DISPLACED_FIRST) > 0 && (felled || felled_own)) {
		a->ladder[against][step]++;
		a->counted.step = step;
		a->counted.offender = against;
		rule_time_penalty(a, v, REASON_CONDUCT, CLAIM_DISPLACED, against, PARAM_DISPLACED_FIRST,
				  felled ? EFFECT_REVIVE : 0);
		return;
	}
	climb_ladder(a, v, CLAIM_DISPLACED, against, felled ? EFFECT_REVIVE : 0);
}

/* side has pieces in the hand, or has set a move down, and has not pressed. */
static bool is_making_move(const struct arbiter *a, const struct arbiter_view *v, enum side side)
{
	return a->game->to_move(&v->position) == side && (a->touched_count[side] || a->move_stands);
}

/* As an illegal move: counted with them, but a legal move stands. */
static void rule_as_illegal_move(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim,
				 enum side against)
{
	int64_t limit = NUMBER(a, ILLEGAL_LIMIT);

	/* only the press completes it */
	if (is_making_move(a, v, against)) {
		a->facts.player = against;
		reject_claim(a, v, REASON_ILLEGAL_NOT_COMPLETED, claim);
		return;
	}
	if (move_was_fined(a, against)) {
		struct ruling r;

		a->facts.player = against;
		a->facts.word = "dealt-with-hands";
		r = new_ruling(a, v, RULING_CLAIM_REJECTED, REASON_NO_ILLEGALITY, claim);
		/* the arbiter's own word needs no answer but to himself */
		r.is_public = a->speaker == PERSON_WHITE || a->speaker == PERSON_BLACK;
		issue_ruling(a, &r);
		return;
	}
	a->illegal[against]++;
	a->counted.illegal = against;
	note_fine(a, against);
	if (limit > 0 && a->illegal[against] >= (unsigned)limit) {
		a->facts.player = against;
		a->facts.count = a->illegal[against];
		if (can_mate(a, &v->set_down, other_side(against), PARAM_ILLEGAL_LOSS_MATING_TEST) != MATES) {
			rule_draw(a, v, REASON_ILLEGAL_CANNOT_MATE, claim);
			return;
		}
		rule_win(a, v, other_side(against), REASON_ILLEGAL_LIMIT, claim);
		keep_doubtful_loss(a, v, REASON_ILLEGAL_CANNOT_MATE, claim);
		return;
	}
	rule_time_penalty(a, v, REASON_TWO_HANDS, claim, against, PARAM_ILLEGAL_AWARD, 0);
}

/* Nobody asks for more: the turn stands as it was closed. */
static void rule_two_hands_stand(struct arbiter *a, const struct arbiter_view *v, enum side against)
{
	a->facts.player = against;
	issue_plain_ruling(a, v, RULING_MOVE_ACCEPTED, REASON_PLAYED, CLAIM_TWO_HANDS);
}

static bool loses_at_once(const struct arbiter *a, enum claim_kind claim)
{
	return (claim == CLAIM_PHONE && IS(a, PHONE_CARRIED, "loses")) ||
	       (claim == CLAIM_REFUSAL && IS(a, REFUSAL_PERSISTS, "loses"));
}

/* An established offence: what the book lays down for it, or a question. */
void sanction(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim, enum side against)
{
	bool ladders = IS(a, CONDUCT_LADDER, "ladder"), common = ladders && IS(a, CONDUCT_LADDER_SCOPE, "common");

	if (against != NO_SIDE && loses_at_once(a, claim)) {
		a->facts.word = claim == CLAIM_PHONE ? "phone-carried" : "refusal-persists";
		rule_win(a, v, other_side(against), REASON_PENALTY_LOSS, claim);
		return;
	}
	if (against == NO_SIDE || !ladders) {
		if (claim == CLAIM_TWO_HANDS && against != NO_SIDE && IS(a, TWO_HANDS, "illegal-move"))
			rule_as_illegal_move(a, v, claim, against);
		else if (claim != CLAIM_TWO_HANDS || !IS(a, TWO_HANDS, "on-request"))
			ask_about(a, v, claim, NO_SIDE, against);
		else if (a->count && ply_at(a, a->count - 1)->turn->side == against)
			rule_two_hands_stand(a, v, against);
		return;
	}
	switch (claim) {
	case CLAIM_CLOCK_KNOCKED:
		if (IS(a, CLOCK_KNOCKED_AWARD, "award"))
			rule_time_penalty(a, v, REASON_CONDUCT, claim, against, PARAM_CLOCK_KNOCKED_AWARD, 0);
		else if (IS(a, CLOCK_KNOCKED_AWARD, "ladder"))
			climb_ladder(a, v, claim, against, 0);
		else
			ask_about(a, v, claim, NO_SIDE, against);
		break;
	case CLAIM_HOVER:
		if (IS(a, HOVER_SANCTION, "warning"))
			rule_warning(a, v, claim, against);
		else if (IS(a, HOVER_SANCTION, "ladder"))
			climb_ladder(a, v, claim, against, 0);
		else
			ask_about(a, v, claim, NO_SIDE, against);
		break;
	case CLAIM_TWO_HANDS:
		if (IS(a, TWO_HANDS, "illegal-move"))
			rule_as_illegal_move(a, v, claim, against);
		else if (IS(a, TWO_HANDS, "ladder"))
			climb_ladder(a, v, claim, against, 0);
		else
			ask_about(a, v, claim, NO_SIDE, against);
		break;
	case CLAIM_DISPLACED:
		displaced_offence(a, v, disordered_turn(a, against), against);
		break;
	case CLAIM_WRONG_HAND:
		climb_ladder(a, v, claim, against, 0);
		break;
	case CLAIM_PHONE:
	case CLAIM_LEFT_AREA:
	case CLAIM_NOTES:
	case CLAIM_OUTSIDE_HELP:
	case CLAIM_REFUSAL:
	case CLAIM_DISTRACTION:
	case CLAIM_REPEATED_OFFERS:
		if (common)
			climb_ladder(a, v, claim, against, 0);
		else
			ask_about(a, v, claim, NO_SIDE, against);
		break;
	case CLAIM_CLOCK_HANDLING:
	case CLAIM_BANGING:
		if (common)
			climb_ladder(a, v, claim, against, 0);
		else if (claim == CLAIM_CLOCK_HANDLING || same_articles(a, claim, CLAIM_CLOCK_HANDLING))
			rule_warning(a, v, claim, against);
		else
			ask_about(a, v, claim, NO_SIDE, against);
		break;
	default:
		ask_about(a, v, claim, NO_SIDE, against);
		break;
	}
}

static const struct ply *last_turn_of(const struct arbiter *a, enum side side)
{
	for (unsigned n = a->count; n-- > 0;)
		if (ply_at(a, n)->turn->side == side)
			return ply_at(a, n);
	return NULL;
}

/* A piece that is only away may stand where the sensor missed it; one that is away and stands elsewhere was displaced.
 */
static bool seen_elsewhere(const struct arbiter *a, const struct ply *ply)
{
	for (unsigned i = 0; i < ply->turn->displaced_count; i++)
		if (ply->turn->displaced[i].from != GAME_NO_SQUARE && ply->turn->displaced[i].to != GAME_NO_SQUARE)
			return true;
	return a->setup.sensors_sure;
}

/* Some of them are of the player who says that the other displaced them: no square shows whose hand it was. */
static bool are_of(const struct arbiter *a, const struct turn *turn, enum side claimant)
{
	for (unsigned i = 0; claimant != NO_SIDE && i < turn->displaced_count; i++)
		if (!turn->displaced[i].inherited && a->game->piece_side(turn->displaced[i].piece) == claimant)
			return true;
	return false;
}

/* That turn n left pieces in disorder is seen, and nothing is asked but what it costs: by the rules that tell how
 * pieces are put right whoever displaced them puts them back in any case. */
static bool only_penalty_is_open(const struct arbiter *a, unsigned n, enum side by, enum side against)
{
	const struct turn *turn = n < a->count ? ply_at(a, n)->turn : NULL;

	return turn && turn->side == against && IS(a, DISPLACED_FIRST, "verdict") &&
	       IS(a, DISPLACED_FOUND_LATER, "undo") && seen_elsewhere(a, ply_at(a, n)) && !are_of(a, turn, by);
}

/* The turn in which pieces were displaced that still stand so, though others have moved since; a->count: none. */
static unsigned turn_of_old_disorder(const struct arbiter *a, const struct arbiter_view *v)
{
	unsigned n = a->count;

	if (!IS(a, DISPLACED_FOUND_LATER, "undo") || table_shows(a, v, &v->set_down))
		return a->count;
	while (n && ply_at(a, n - 1)->turn->displaced_count && seen_elsewhere(a, ply_at(a, n - 1)))
		n--;
	return n + 1 < a->count ? n : a->count;
}

/* What was played on while they stood wrongly is taken back, too. */
static void undo_since_disorder(struct arbiter *a, const struct arbiter_view *v, unsigned n)
{
	struct ruling r;

	name_displaced(a, ply_at(a, n)->turn);
	r = new_ruling(a, v, RULING_RESTORE_POSITION, REASON_DISPLACED, CLAIM_DISPLACED);
	r.effects = EFFECT_UNDO | EFFECT_REVOKE;
	r.ply = n + 1;
	r.side = other_side(ply_at(a, n)->turn->side);
	r.facts.word = "played-on";
	uncount_moves_from(a, n + 1);
	issue_ruling(a, &r);
}

/* side has pressed what the opponent may have displaced: as a move of his own, or by moving it on from there. */
static bool pressed_what_was_displaced(const struct arbiter *a, enum side side)
{
	unsigned n = a->count - 1;

	return side != NO_SIDE && a->count && ply_at(a, n)->turn->side == side &&
	       (turn_was_made_early(a, n) || turn_was_misled(a, n));
}

/* All that stands otherwise than after the last move is one piece: where it belongs, and where it stands. */
static void name_misplaced(struct arbiter *a, const struct arbiter_view *v)
{
	char right[GAME_MAX_SQUARES];
	struct turn turn = { .displaced_count = 1 };
	struct turn_displaced *d = &turn.displaced[0];

	d->from = d->to = GAME_NO_SQUARE;
	a->game->placement(&v->set_down, right);
	for (unsigned q = 0; q < a->game->squares; q++) {
		uint8_t *at = v->squares[q] == '.' ? &d->from : &d->to;

		if (right[q] == v->squares[q])
			continue;
		if (*at != GAME_NO_SQUARE || (right[q] != '.' && v->squares[q] != '.'))
			return;
		*at = (uint8_t)q;
	}
	if (d->from == GAME_NO_SQUARE || (d->to != GAME_NO_SQUARE && right[d->from] != v->squares[d->to]))
		return;
	d->piece = right[d->from];
	name_displaced(a, &turn);
}

/* What is asked of a person, and what becomes of the pieces meanwhile. n: the turn in which they were left, a->count:
 * none that is known. */
static void ask_about_disorder(struct arbiter *a, const struct arbiter_view *v, unsigned n, enum side by,
			       enum side against)
{
	if (only_penalty_is_open(a, n, by, against)) {
		name_displaced(a, ply_at(a, n)->turn);
		a->facts.word = "put-back";
	} else if (against != NO_SIDE && !table_shows(a, v, &v->set_down)) {
		name_misplaced(a, v);
		a->facts.word = "put-right";
	}
	ask_about(a, v, CLAIM_DISPLACED, by, against);
}

static void claim_displaced(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
			    enum side by, enum side against)
{
	const bool on_others_time = moved_on_others_time(a, v, by) && !ply_at(a, a->count - 1)->sanctioned;
	const unsigned n = on_others_time ? a->count - 1 : disordered_turn(a, against);
	const bool disorder = n < a->count;
	const unsigned old = turn_of_old_disorder(a, v);

	if (old < a->count) {
		undo_since_disorder(a, v, old);
		return;
	}
	if (c->is_report && c->against == NO_SIDE) {
		/* found standing wrongly: put right, whoever did it */
		name_displaced(a, n < a->count ? ply_at(a, n)->turn : NULL);
		issue_plain_ruling(a, v, RULING_RESTORE_POSITION, REASON_DISPLACED, c->claim);
		return;
	}
	if (c->is_report && against != NO_SIDE && !IS(a, DISPLACED_FIRST, "none")) {
		/* what the arbiter saw himself, whatever the sensors say of it now */
		if (IS(a, DISPLACED_FIRST, "verdict"))
			ask_about_disorder(a, v, n, by, against);
		else
			displaced_offence(a, v, n, against);
	} else if ((!disorder && pressed_what_was_displaced(a, by)) || position_is_doubtful(a)) {
		if (!disorder && against != NO_SIDE && pressed_what_was_displaced(a, by))
			a->facts.word = "played-from";
		ask_about(a, v, c->claim, by, against);
	} else if (!disorder && table_shows(a, v, &v->set_down)) {
		reject_claim(a, v, REASON_POSITION_INTACT, c->claim);
	} else if (IS(a, DISPLACED_FIRST, "none")) {
		name_displaced(a, n < a->count ? ply_at(a, n)->turn : NULL);
		issue_plain_ruling(a, v, RULING_RESTORE_POSITION, REASON_DISPLACED, c->claim);
	} else if (IS(a, DISPLACED_FIRST, "verdict") || against == NO_SIDE ||
		   (!c->is_report && disorder &&
		    (on_others_time || !seen_elsewhere(a, ply_at(a, n)) || are_of(a, ply_at(a, n)->turn, by)))) {
		ask_about_disorder(a, v, on_others_time ? a->count : n, by, against);
	} else if (disorder) {
		displaced_offence(a, v, n, against);
	} else if (by != NO_SIDE && disordered_turn(a, by) < a->count) {
		/* he did it himself */
		reject_claim(a, v, REASON_NOT_ENTITLED, c->claim);
	} else if (by != NO_SIDE && a->game->to_move(&v->position) == by && a->count) {
		/* they were in order at the press, and are not now: by whose hand? */
		ask_about_disorder(a, v, a->count, by, against);
	} else {
		/* pieces are in disorder, but the player has not pressed: he may still put them right */
		a->facts.word = "not-pressed";
		reject_claim(a, v, REASON_POSITION_INTACT, c->claim);
	}
}

void claim_conduct(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	enum side against = c->against != NO_SIDE ? c->against : by != NO_SIDE ? other_side(by) : NO_SIDE;
	const struct ply *last = against != NO_SIDE ? last_turn_of(a, against) : NULL;

	if (!c->is_report && IS(a, CONDUCT_REPORTER, "arbiter") && c->claim != CLAIM_DISPLACED &&
	    c->claim != CLAIM_TWO_HANDS) {
		a->also_cites = PARAM_CONDUCT_REPORTER;
		a->facts.word = "of-conduct";
		a->facts.player = against;
		reject_claim(a, v, REASON_NOT_ENTITLED, c->claim);
		a->also_cites = PARAM_COUNT;
		return;
	}
	if (c->claim == CLAIM_CLOCK_HANDLING && !strcmp(c->about, "straighten")) {
		reject_claim(a, v, REASON_ALLOWED_ACT, c->claim);
		return;
	}
	if (c->claim == CLAIM_TWO_HANDS && last && last->turn->has_move &&
	    last->turn->move.flags & GAME_MOVE_CASTLING && YES(a, TWO_HANDS_CASTLING_EXEMPT)) {
		a->facts.word = "castling";
		reject_claim(a, v, REASON_ALLOWED_ACT, c->claim);
		return;
	}
	if (!c->is_report && against != NO_SIDE && (c->claim == CLAIM_WRONG_HAND || c->claim == CLAIM_TWO_HANDS) &&
	    !has_moved(a, against)) {
		a->facts.player = against;
		a->facts.word = "not-moved";
		reject_claim(a, v, REASON_NOT_PROVEN, c->claim);
		return;
	}
	if (c->claim == CLAIM_DISPLACED)
		claim_displaced(a, v, c, by, against);
	else if (!c->is_report)
		ask_about(a, v, c->claim, by, against);
	else
		sanction(a, v, c->claim, c->against);
}
