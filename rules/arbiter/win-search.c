// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Whether a side can still win is asked with a small budget where an event
 * waits. What stays undecided there is a loss, or a position that is not dead;
 * the question is kept open for a larger search outside, and what it answers
 * is ruled on when it comes.
 */
#include "rules/arbiter/private.h"

/* Enough for most answers. */
#define FEW 2000

static const struct known *recall(const struct arbiter *a, const struct game_position *pos, enum side side)
{
	for (unsigned i = 0; i < KNOWN; i++)
		if (a->known[i].side == side && a->known[i].asked && a->game->same(&a->known[i].position, pos))
			return &a->known[i];
	return NULL;
}

static enum game_answer look(struct arbiter *a, const struct game_position *pos, enum side side, uint64_t nodes)
{
	const struct known *known = recall(a, pos, side);
	enum game_answer answer;

	if (known)
		return known->answer;
	answer = a->game->can_win(pos, side, nodes, NULL);
	a->doubt[side] = answer == GAME_UNDECIDED;
	return answer;
}

enum game_answer side_can_win(struct arbiter *a, const struct game_position *pos, enum side side)
{
	a->doubt[WHITE] = a->doubt[BLACK] = false;
	return look(a, pos, side, a->setup.nodes ? a->setup.nodes : GAME_EVENT_NODES);
}

bool position_is_dead(struct arbiter *a, const struct game_position *pos)
{
	uint64_t nodes = a->setup.nodes ? a->setup.nodes : GAME_EVENT_NODES;
	enum game_answer white = side_can_win(a, pos, WHITE), black;

	if (white == GAME_YES)
		return false;
	/* two long searches take longer than an event may; that one side can win settles it */
	black = look(a, pos, BLACK, white == GAME_NO ? nodes : FEW);
	if (black == GAME_YES || (white == GAME_UNDECIDED && !a->doubt[WHITE]) || (black == GAME_UNDECIDED && !a->doubt[BLACK]))
		a->doubt[WHITE] = a->doubt[BLACK] = false;
	return white == GAME_NO && black == GAME_NO;
}

static void keep_open(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim, bool ends)
{
	a->search = (struct search){
		.open = true, .ends = ends, .claimed = claim != CLAIM_NONE, .number = a->search.number + 1, .position = *v->set_down,
		.side = { a->doubt[WHITE], a->doubt[BLACK] }, .reason = reason, .claim = claim, .also = a->also,
	};
}

void doubt_loss(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim)
{
	if (a->doubt[WHITE] || a->doubt[BLACK])
		keep_open(a, v, reason, claim, true);
}

void doubt_dead(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim)
{
	if (!a->doubt[WHITE] && !a->doubt[BLACK])
		return;
	if (!a->search.open || a->search.ends || !a->game->same(&a->search.position, v->set_down)) {
		keep_open(a, v, REASON_DEAD_POSITION, claim, false);
	} else if (claim != CLAIM_NONE) {	/* asked already, and now also claimed */
		a->search.claimed = true;
		a->search.claim = claim;
	}
}

void doubt_no_progress(struct arbiter *a, const struct arbiter_view *v, enum side opponent)
{
	a->doubt[other_side(opponent)] = false;
	if (a->doubt[opponent])
		keep_open(a, v, REASON_NO_PROGRESS_IMPOSSIBLE, CLAIM_NO_PROGRESS, false);
}

/* A claim of no progress that a person has answered meanwhile is answered. */
static bool answered_by_person(const struct arbiter *a)
{
	return a->search.reason == REASON_NO_PROGRESS_IMPOSSIBLE && a->question.claim != CLAIM_NO_PROGRESS;
}

bool arbiter_open_search(const struct arbiter *a, const struct game_position *stands, struct arbiter_search *ret)
{
	const struct search *s = &a->search;

	if (!s->open || a->over != s->ends || (!s->ends && !a->game->same(&s->position, stands)) || answered_by_person(a))
		return false;
	*ret = (struct arbiter_search){
		.number = s->number, .position = s->position, .side = s->side[WHITE] ? WHITE : BLACK, .reason = s->reason,
	};
	return true;
}

void arbiter_answered(struct arbiter *a, const struct arbiter_view *v, enum side side, enum game_answer answer)
{
	struct search *s = &a->search;
	enum reason reason = s->reason;

	a->known[a->next_known] = (struct known){ .position = s->position, .side = side, .answer = answer, .asked = true };
	a->next_known = (a->next_known + 1) % KNOWN;
	s->side[side] = false;
	if (answer == GAME_NO && (s->side[WHITE] || s->side[BLACK]))
		return;
	s->open = false;
	/* where the arbiter must not speak first, a dead position waits for a claim; the answer is remembered for it */
	if (answer != GAME_NO || (!s->ends && a->silent && !s->claimed))
		return;
	/* the claimant may be unable to win as well */
	if (reason == REASON_NO_PROGRESS_IMPOSSIBLE && !IS(a, DEAD_POSITION, "none") &&
	    look(a, &s->position, other_side(side), FEW) == GAME_NO)
		reason = REASON_DEAD_POSITION;
	a->also = s->also;
	draw(a, v, reason, s->claim);
	a->also = PARAM_COUNT;
}
