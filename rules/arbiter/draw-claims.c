// SPDX-License-Identifier: GPL-2.0-or-later
/* Draw claims: on the board's history, on its pieces, and those that a person must judge. */
#include <string.h>

#include "rules/arbiter/claims.h"
#include "rules/arbiter/moves.h"
#include "rules/arbiter/rulings.h"
#include "rules/arbiter/state.h"

/* Since the last press a piece of the side to move has gone from its square, and one has come to another. */
static bool piece_has_moved(const struct arbiter *a, const struct arbiter_view *v, enum side side)
{
	char before[GAME_MAX_SQUARES];
	bool left = false, came = false;

	a->game->placement(&v->position, before);
	if (a->count)
		memcpy(before, ply_at(a, a->count - 1)->turn->placement, sizeof(before));
	for (unsigned q = 0; q < a->game->squares; q++) {
		left |= a->game->piece_side(before[q]) == side && v->squares[q] == '.';
		came |= v->squares[q] != '.' && (before[q] == '.' || (a->game->piece_side(before[q]) != side &&
								      a->game->piece_side(v->squares[q]) == side));
	}
	return left && came;
}

/* Where the arbiter is silent a piece that has moved and was not pressed is a move, legal or not. */
static bool is_on_move(const struct arbiter *a, const struct arbiter_view *v, enum side by)
{
	const enum side side = a->game->to_move(&v->position);

	if (!a->silent)
		return a->game->to_move(&v->set_down) == by;
	return piece_has_moved(a, v, side) ? by != side : by == side;
}

/* How often or how long: by the moves that are known to be legal, which a silent arbiter does not tell apart. */
static int64_t told_count(const struct arbiter *a, int64_t count)
{
	return a->silent ? FACT_NO_NUMBER : count;
}

/* Form: the clock stopped where a claim needs that, on move, nothing touched yet. True: answered. */
static bool fails_on_form(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	if (draws_by_appeal(a) && !clock_is_stopped(v)) {
		a->waiting_claim = *c;
		issue_plain_ruling(a, v, RULING_CLAIM_PENDING, REASON_NEEDS_STOP, c->claim);
	} else if (IS(a, REPETITION_CLAIMANT, "on-move") && !is_on_move(a, v, by)) {
		reject_claim_with_award(a, v, REASON_NOT_ON_MOVE, c->claim, by, PARAM_INADMISSIBLE_CLAIM_AWARD);
	} else if (IS(a, REPETITION_CLAIMANT, "on-move") && a->has_touched[by]) {
		reject_claim_with_award(a, v, REASON_TOUCHED_BEFORE_CLAIM, c->claim, by,
					PARAM_INADMISSIBLE_CLAIM_AWARD);
	} else {
		return false;
	}
	return true;
}

/* A claim of a draw is also an offer. */
static void offer_by_claim(struct arbiter *a, enum side by)
{
	a->offer = by;
	a->offered_by_claim = true;
}

static bool play_announced(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
			   struct game_move *move, struct game_position *ret)
{
	*ret = v->set_down;
	if (a->game->move_parse(ret, c->intend, move) < 0)
		return false;
	a->game->play(ret, move);
	return true;
}

/* What the ruling on it names; a move that cannot be played is named as it was said. */
static void name_announced(struct arbiter *a, const struct arbiter_view *v, const struct game_move *move)
{
	a->facts.word = move ? "announced" : "announced-illegal";
	if (!move)
		return;
	a->game->square_name(move->from, a->facts.square);
	a->game->square_name(move->to, a->facts.to);
}

/* A claim wrong on the facts costs; a word says what it failed on. */
static void reject_wrong_claim(struct arbiter *a, const struct arbiter_view *v, enum reason reason,
			       enum claim_kind claim, enum side by, const char *word)
{
	a->circumstance = word;
	if (!a->silent && !a->facts.word)
		a->facts.word = word;
	reject_claim_with_award(a, v, reason, claim, by, PARAM_WRONG_DRAW_CLAIM_AWARD);
	a->circumstance = NULL;
}

/* By the third field of the FEN. */
static bool castling_differs(const struct arbiter *a, const struct game_position *x, const struct game_position *y)
{
	char fen[2][GAME_FEN], *right[2];

	a->game->format(x, fen[0]);
	a->game->format(y, fen[1]);
	for (unsigned i = 0; i < 2; i++) {
		right[i] = fen[i] + strcspn(fen[i], " ");
		right[i] += strspn(right[i], " ");
		right[i] += strcspn(right[i], " ");
		right[i] += strspn(right[i], " ");
		right[i][strcspn(right[i], " ")] = 0;
	}
	return strcmp(right[0], right[1]) != 0;
}

/* The same pieces stood on the same squares before, but a right has gone since then: which? NULL: none. */
static const char *lost_right(const struct arbiter *a, const struct arbiter_view *v)
{
	char now[GAME_MAX_SQUARES], then[GAME_MAX_SQUARES];

	a->game->placement(&v->set_down, now);
	for (unsigned i = 0; i <= a->count; i++) {
		const struct game_position *pos = i ? &ply_at(a, i - 1)->kept->after : &a->start;

		a->game->placement(pos, then);
		if (a->game->to_move(pos) != a->game->to_move(&v->set_down) || memcmp(now, then, a->game->squares) ||
		    a->game->same(pos, &v->set_down))
			continue;
		return castling_differs(a, pos, &v->set_down) ? "castling-right" : "en-passant";
	}
	return NULL;
}

/* The position that a move or its answer has just left had come often enough: everybody has seen that. One of long ago
 * is not what is claimed. */
static bool just_left(const struct arbiter *a, unsigned want)
{
	for (unsigned i = a->count > 3 ? a->count - 3 : 0; i < a->count; i++)
		if (occurrences(a, &ply_at(a, i)->kept->after) >= want)
			return true;
	return false;
}

static void claim_repetition(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
			     enum side by)
{
	int64_t want = NUMBER(a, REPETITION_COUNT);
	struct question q = { .claim = CLAIM_REPETITION, .by = by, .against = other_side(by), .made = *c };
	struct game_position after;
	struct game_move move;
	bool legal;

	if (want > 0) {
		a->facts.limit = want;
		a->facts.count = told_count(a, occurrences_now(a, v));
	}
	if (want == RULEBOOK_ASK) {
		ask_person(a, v, REASON_SILENT, &q);
	} else if (fails_on_form(a, v, c, by)) {
		return;
	} else if (c->intend[0] && YES(a, REPETITION_INTENDED)) {
		legal = play_announced(a, v, c, &move, &after);
		name_announced(a, v, legal ? &move : NULL);
		a->facts.count = legal ? told_count(a, occurrences(a, &after) + 1) : FACT_NO_NUMBER;
		if (legal && occurrences(a, &after) + 1 >= (unsigned)want) {
			a->facts.count = occurrences(a, &after) + 1;
			rule_draw(a, v, REASON_REPETITION_INTENDED, c->claim);
			return;
		}
		if (legal)
			announce_move(a, by, &move, false);
		reject_wrong_claim(a, v, REASON_REPETITION_WRONG, c->claim, by, "intended");
	} else if (occurrences_now(a, v) >= (unsigned)want) {
		rule_draw(a, v, REASON_REPETITION, c->claim);
	} else {
		if (just_left(a, (unsigned)want))
			a->facts.word = "moved-on";
		reject_wrong_claim(a, v, REASON_REPETITION_WRONG, c->claim, by, lost_right(a, v));
	}
}

/* … and after the announced move. */
static unsigned quiet_plies_after(const struct arbiter *a, const struct arbiter_view *v, const struct game_move *move,
				  const struct game_position *after)
{
	if (!a->silent)
		return a->game->quiet_plies(after);
	return move->flags & GAME_MOVE_IRREVERSIBLE ? 0 : quiet_plies_now(a, v) + 1;
}

static void claim_fifty_moves(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
			      enum side by)
{
	int64_t want = NUMBER(a, FIFTY_MOVES);
	struct question q = { .claim = CLAIM_FIFTY_MOVES, .by = by, .against = other_side(by), .made = *c };
	struct game_position after;
	struct game_move move;
	bool legal;

	if (want > 0) {
		a->facts.limit = want / 2;
		a->facts.count = told_count(a, quiet_plies_now(a, v) / 2);
	}
	if (want == RULEBOOK_ASK) {
		ask_person(a, v, REASON_SILENT, &q);
	} else if (fails_on_form(a, v, c, by)) {
		return;
	} else if (want <= 0) {
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
	} else if (c->intend[0] && YES(a, REPETITION_INTENDED)) {
		legal = play_announced(a, v, c, &move, &after);
		name_announced(a, v, legal ? &move : NULL);
		a->facts.count = legal ? told_count(a, a->game->quiet_plies(&after) / 2) : FACT_NO_NUMBER;
		if (legal && quiet_plies_after(a, v, &move, &after) >= (unsigned)want) {
			rule_draw(a, v, REASON_FIFTY_MOVES_INTENDED, c->claim);
			return;
		}
		if (legal)
			announce_move(a, by, &move, false);
		reject_wrong_claim(a, v, REASON_FIFTY_WRONG, c->claim, by, "intended");
	} else if (quiet_plies_now(a, v) >= (unsigned)want) {
		rule_draw(a, v, REASON_FIFTY_MOVES, c->claim);
	} else {
		reject_claim_with_award(a, v, REASON_FIFTY_WRONG, c->claim, by, PARAM_WRONG_DRAW_CLAIM_AWARD);
	}
}

/* Where draws are had by appeal any appeal that fails costs; else only a claim of repetition or of quiet moves does
 * (9.5). */
static enum rulebook_parameter award_parameter(const struct arbiter *a)
{
	return draws_by_appeal(a) ? PARAM_WRONG_DRAW_CLAIM_AWARD : PARAM_INADMISSIBLE_CLAIM_AWARD;
}

static void claim_endgame(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by,
			  bool contested)
{
	struct question q = { .claim = c->claim, .by = by, .against = other_side(by), .made = *c };
	enum endgame pattern = ENDGAME_NO;

	if (fails_on_form(a, v, c, by))
		return;
	if (rulebook_has(a->book, PARAM_ENDGAME_CLAIMS, claim_name(c->claim)))
		pattern = endgame_pattern(a, &v->set_down, c->claim);
	else
		a->facts.word = "not-in-book";
	if (pattern == ENDGAME_NO) {
		reject_claim_with_award(a, v, REASON_ENDGAME_NOT_COVERED, c->claim, by, award_parameter(a));
	} else if (contested) {
		q.claim = CLAIM_FORCED_WIN;
		q.object = c->claim;
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
	} else if (pattern == ENDGAME_VERDICT) {
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
	} else {
		rule_draw(a, v, REASON_ENDGAME_RULE, c->claim);
	}
}

/* What may be claimed only where all the moves that remain have to be made in the time left. */
static bool is_last_period(const struct arbiter *a, const struct arbiter_view *v, enum side by)
{
	return a->setup.options.quickplay != 0 && (by == NO_SIDE || v->last_period[by]);
}

static void claim_no_progress(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
			      enum side by)
{
	int64_t below = NUMBER(a, NO_PROGRESS_CLAIM);
	struct question q = { .claim = CLAIM_NO_PROGRESS, .by = by, .against = other_side(by), .made = *c };

	if (below > 0)
		a->facts.time_us = below * 1000;
	a->facts.player = by;
	if (a->increment_given) {
		/* that was instead of it */
		a->facts.word = a->circumstance = "increment-given";
		reject_claim_with_award(a, v, REASON_NO_PROGRESS_UNAVAILABLE, c->claim, by,
					PARAM_INADMISSIBLE_CLAIM_AWARD);
		a->circumstance = NULL;
	} else if (below > 0 && !is_last_period(a, v, by)) {
		a->facts.word = a->circumstance = "not-last-period";
		reject_claim_with_award(a, v, REASON_NO_PROGRESS_UNAVAILABLE, c->claim, by,
					draws_by_appeal(a) ? PARAM_NO_PROGRESS_AWARD : PARAM_INADMISSIBLE_CLAIM_AWARD);
		a->circumstance = NULL;
	} else if (below <= 0) {
		a->decided_by = PARAM_NO_PROGRESS_CLAIM;
		name_in_book(a, RULING_CLAIM_REJECTED, REASON_NO_PROGRESS_UNAVAILABLE, LOSING_CHANCES);
		reject_claim_with_award(a, v, REASON_NO_PROGRESS_UNAVAILABLE, c->claim, by,
					draws_by_appeal(a) ? PARAM_NO_PROGRESS_AWARD : PARAM_INADMISSIBLE_CLAIM_AWARD);
		a->decided_by = PARAM_COUNT;
	} else if (!is_on_move(a, v, by)) {
		reject_claim_with_award(a, v, REASON_NOT_ON_MOVE, c->claim, by, PARAM_INADMISSIBLE_CLAIM_AWARD);
	} else if (flag_is_down(v, by)) {
		reject_claim(a, v, REASON_OWN_FLAG_DOWN, c->claim);
	} else if (v->left_us[by] >= below * 1000) {
		reject_claim_with_award(a, v, REASON_NO_PROGRESS_TOO_EARLY, c->claim, by,
					PARAM_INADMISSIBLE_CLAIM_AWARD);
	} else if (side_can_win(a, &v->set_down, other_side(by)) == GAME_NO) {
		bool dead = !IS(a, DEAD_POSITION, "none") && side_can_win(a, &v->set_down, by) == GAME_NO;

		rule_draw(a, v, dead ? REASON_DEAD_POSITION : REASON_NO_PROGRESS_IMPOSSIBLE, c->claim);
	} else {
		offer_by_claim(a, by);
		name_in_book(a, RULING_CLAIM_PENDING, REASON_NO_PROGRESS_ADMISSIBLE, LOSING_CHANCES);
		ask_person(a, v,
			   a->setup.options.supervision == SUPERVISION_NONE ? REASON_NO_PROGRESS_REFERRED :
									      REASON_NO_PROGRESS_ADMISSIBLE,
			   &q);
		keep_doubtful_no_progress(a, v, other_side(by));
	}
}

static void claim_increment(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
			    enum side by)
{
	int64_t below = NUMBER(a, NO_PROGRESS_CLAIM);
	struct question q = { .claim = CLAIM_ADD_INCREMENT, .by = by, .against = other_side(by), .made = *c };

	a->decided_by = PARAM_ADD_INCREMENT_REQUEST;
	if (below > 0)
		a->facts.time_us = below * 1000;
	if (NUMBER(a, ADD_INCREMENT_REQUEST) > 0 && !is_last_period(a, v, by)) {
		a->facts.word = a->circumstance = "not-last-period";
		a->decided_by = PARAM_COUNT;
		reject_claim(a, v, REASON_NOT_ENTITLED, c->claim);
		a->circumstance = NULL;
	} else if (NUMBER(a, ADD_INCREMENT_REQUEST) <= 0) {
		reject_claim(a, v, REASON_NOT_ENTITLED, c->claim);
	} else if (!is_on_move(a, v, by)) {
		reject_claim(a, v, REASON_NOT_ON_MOVE, c->claim);
	} else if (below <= 0 || v->left_us[by] >= below * 1000) {
		reject_claim(a, v, REASON_NO_PROGRESS_TOO_EARLY, c->claim);
	} else {
		offer_by_claim(a, by);
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
	}
	a->decided_by = PARAM_COUNT;
}

void claim_draw(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by,
		bool contested)
{
	struct question q = { .claim = c->claim, .by = by, .against = other_side(by), .made = *c };

	switch (c->claim) {
	case CLAIM_OFFER_DRAW:
		a->offer = by;
		a->offered = true;
		a->told_offer = by;
		a->offered_by_claim = a->offer_withdrawn = false;
		a->refused[WHITE] = a->refused[BLACK] = NULL;
		break;
	case CLAIM_DECLINE_DRAW:
		if (a->offer == other_side(by)) {
			a->offer = NO_SIDE;
			a->refused[by] = "refused";
		}
		break;
	case CLAIM_ACCEPT_DRAW:
		accept_draw_offer(a, v, by);
		break;
	case CLAIM_REPETITION:
	case CLAIM_FIFTY_MOVES:
		if (c->claim == CLAIM_REPETITION)
			claim_repetition(a, v, c, by);
		else
			claim_fifty_moves(a, v, c, by);
		if (!a->over && a->question.claim == CLAIM_NONE)
			offer_by_claim(a, by);
		break;
	case CLAIM_DEAD_POSITION:
		if (draws_by_appeal(a) && !clock_is_stopped(v)) {
			a->waiting_claim = *c;
			issue_plain_ruling(a, v, RULING_CLAIM_PENDING, REASON_NEEDS_STOP, c->claim);
		} else if (!IS(a, DEAD_POSITION, "none") && dead_position_found(a, v, c->claim)) {
			rule_draw(a, v, REASON_DEAD_POSITION, c->claim);
		} else {
			reject_claim_with_award(a, v, REASON_NOT_PROVEN, c->claim, by, award_parameter(a));
		}
		break;
	case CLAIM_CLEAR_DRAW:
		if (!draws_by_appeal(a)) {
			reject_claim(a, v, REASON_NOT_ENTITLED, c->claim);
		} else if (!clock_is_stopped(v)) {
			a->waiting_claim = *c;
			issue_plain_ruling(a, v, RULING_CLAIM_PENDING, REASON_NEEDS_STOP, c->claim);
		} else if (bare_kings(a, &v->set_down)) {
			rule_draw(a, v, REASON_DEAD_POSITION, c->claim);
		} else {
			ask_person(a, v, REASON_NEEDS_VERDICT, &q);
		}
		break;
	case CLAIM_NO_PROGRESS:
		claim_no_progress(a, v, c, by);
		break;
	case CLAIM_ADD_INCREMENT:
		claim_increment(a, v, c, by);
		break;
	default:
		claim_endgame(a, v, c, by, contested);
		break;
	}
}
