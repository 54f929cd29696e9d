// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Whether a side can still win is asked with a small budget where an event
 * waits. What stays undecided there is a loss, or a position that is not dead;
 * the question is kept open for a larger search outside, and what it answers
 * is ruled on when it comes.
 */
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/claims.h"

/* Enough for most answers. */
#define FEW_NODES 2000

static const struct known_answer *known_answer_of(const struct arbiter *a, const struct game_position *pos,
						  enum side side)
{
	for (unsigned i = 0; i < KNOWN_ANSWERS; i++)
		if (a->known[i].side == side && a->known[i].asked && a->game->same(&a->known[i].position, pos))
			return &a->known[i];
	return NULL;
}

/* A pawn that was left on the last rank counts as a queen, which can mate; left a pawn it has no move. */
static bool is_owed_queen(const struct arbiter *a, const struct game_position *pos, enum side side)
{
	const unsigned first = side == WHITE ? a->game->squares - a->game->width : 0;
	char squares[GAME_MAX_SQUARES];

	a->game->placement(pos, squares);
	for (unsigned q = first; q < first + a->game->width; q++)
		if (squares[q] == (side == WHITE ? 'P' : 'p'))
			return true;
	return false;
}

static enum game_answer search_can_win(struct arbiter *a, const struct game_position *pos, enum side side,
				       uint64_t nodes)
{
	const struct known_answer *known = known_answer_of(a, pos, side);
	enum game_answer answer;

	if (known)
		return known->answer;
	answer = is_owed_queen(a, pos, side) ? GAME_YES : a->game->can_win(pos, side, nodes, NULL);
	a->undecided[side] = answer == GAME_UNDECIDED;
	return answer;
}

enum game_answer side_can_win(struct arbiter *a, const struct game_position *pos, enum side side)
{
	a->undecided[WHITE] = a->undecided[BLACK] = false;
	return search_can_win(a, pos, side, a->setup.nodes ? a->setup.nodes : GAME_EVENT_NODES);
}

bool position_is_dead(struct arbiter *a, const struct game_position *pos)
{
	uint64_t nodes = a->setup.nodes ? a->setup.nodes : GAME_EVENT_NODES;
	enum game_answer white = side_can_win(a, pos, WHITE), black;

	if (white == GAME_YES)
		return false;
	/* two long searches take longer than an event may; that one side can win settles it */
	black = search_can_win(a, pos, BLACK, white == GAME_NO ? nodes : FEW_NODES);
	if (black == GAME_YES || (white == GAME_UNDECIDED && !a->undecided[WHITE]) ||
	    (black == GAME_UNDECIDED && !a->undecided[BLACK]))
		a->undecided[WHITE] = a->undecided[BLACK] = false;
	return white == GAME_NO && black == GAME_NO;
}

static void keep_search_open(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim,
			     bool ends)
{
	a->open_search = (struct open_search){
		.open = true,
		.ends = ends,
		.claimed = claim != CLAIM_NONE,
		.number = a->open_search.number + 1,
		.position = v->set_down,
		.side = { a->undecided[WHITE], a->undecided[BLACK] },
		.reason = reason,
		.claim = claim,
		.decided_by = a->decided_by,
		.also_cites = a->also_cites,
	};
}

void keep_doubtful_loss(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim)
{
	if (a->undecided[WHITE] || a->undecided[BLACK])
		keep_search_open(a, v, reason, claim, true);
}

void keep_doubtful_dead_position(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim)
{
	if (!a->undecided[WHITE] && !a->undecided[BLACK])
		return;
	if (!a->open_search.open || a->open_search.ends || !a->game->same(&a->open_search.position, &v->set_down)) {
		keep_search_open(a, v, REASON_DEAD_POSITION, claim, false);
	} else if (claim != CLAIM_NONE) { /* asked already, and now also claimed */
		a->open_search.claimed = true;
		a->open_search.claim = claim;
	}
}

void keep_doubtful_no_progress(struct arbiter *a, const struct arbiter_view *v, enum side opponent)
{
	a->undecided[other_side(opponent)] = false;
	if (a->undecided[opponent])
		keep_search_open(a, v, REASON_NO_PROGRESS_IMPOSSIBLE, CLAIM_NO_PROGRESS, false);
}

/* A claim of no progress that a person has answered meanwhile is answered. */
static bool answered_by_person(const struct arbiter *a)
{
	return a->open_search.reason == REASON_NO_PROGRESS_IMPOSSIBLE && a->question.claim != CLAIM_NO_PROGRESS;
}

bool arbiter_search_is_open(const struct arbiter *a)
{
	return a->open_search.open;
}

bool arbiter_open_search(const struct arbiter *a, const struct game_position *stands, struct arbiter_search *ret)
{
	const struct open_search *s = &a->open_search;

	if (!s->open || a->over != s->ends || (!s->ends && !a->game->same(&s->position, stands)) ||
	    answered_by_person(a))
		return false;
	*ret = (struct arbiter_search){
		.number = s->number,
		.position = s->position,
		.side = s->side[WHITE] ? WHITE : BLACK,
		.reason = s->reason,
	};
	return true;
}

void arbiter_answered(struct arbiter *a, const struct arbiter_view *v, enum side side, enum game_answer answer)
{
	struct open_search *s = &a->open_search;
	enum reason reason = s->reason;

	a->known[a->next_known] =
		(struct known_answer){ .position = s->position, .side = side, .answer = answer, .asked = true };
	a->next_known = (a->next_known + 1) % KNOWN_ANSWERS;
	s->side[side] = false;
	if (answer == GAME_NO && (s->side[WHITE] || s->side[BLACK]))
		return;
	s->open = false;
	/* where the arbiter must not speak first, a dead position waits for a claim; the answer is remembered for it */
	if (answer != GAME_NO || (!s->ends && a->silent && !s->claimed))
		return;
	/* the claimant may be unable to win as well */
	if (reason == REASON_NO_PROGRESS_IMPOSSIBLE && !IS(a, DEAD_POSITION, "none") &&
	    search_can_win(a, &s->position, other_side(side), FEW_NODES) == GAME_NO)
		reason = REASON_DEAD_POSITION;
	a->decided_by = s->decided_by;
	a->also_cites = s->also_cites;
	a->facts.player = other_side(side);
	rule_draw(a, v, reason, s->claim);
	a->decided_by = a->also_cites = PARAM_COUNT;
}
