// SPDX-License-Identifier: GPL-2.0-or-later
/* What ends the game on the board, and the draws that nobody has to claim. */
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/state.h"
#include "rules/arbiter/moves.h"
#include "rules/arbiter/claims.h"

unsigned occurrences(const struct arbiter *a, const struct game_position *pos)
{
	/* the start, then what each turn left; corrections dropped what did not count */
	return a->game->same(&a->start, pos) + count_positions(a, pos);
}

/* Is the position that stands there for the nth time? A move set down is not in the record yet. */
unsigned occurrences_now(const struct arbiter *a, const struct arbiter_view *v)
{
	return occurrences(a, &v->set_down) + (a->move_stands ? 1 : 0);
}

static bool is_pawn(const struct arbiter *a, char piece)
{
	return piece == a->game->pieces[0] || piece == a->game->pieces[strlen(a->game->pieces) / 2];
}

static bool are_quiet(const struct arbiter *a, const char *before, const char *after)
{
	unsigned were = 0, are = 0;

	for (unsigned q = 0; q < a->game->squares; q++) {
		if (before[q] != after[q] && (is_pawn(a, before[q]) || is_pawn(a, after[q])))
			return false;
		were += before[q] != '.';
		are += after[q] != '.';
	}
	return were == are;
}

unsigned quiet_plies_now(const struct arbiter *a, const struct arbiter_view *v)
{
	char before[GAME_MAX_SQUARES], after[GAME_MAX_SQUARES];
	unsigned n = a->count;

	if (!a->silent)
		return a->game->quiet_plies(&v->set_down);
	while (n > 0) {
		a->game->placement(ply_before(ply_at(a, n - 1)), before);
		a->game->placement(&ply_at(a, n - 1)->kept->after, after);
		if (!are_quiet(a, before, after))
			return a->count - n;
		n--;
	}
	return a->count + a->game->quiet_plies(&a->start);
}

bool dead_position_found(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim)
{
	if (position_is_dead(a, &v->set_down))
		return true;
	keep_doubtful_dead_position(a, v, claim);
	return false;
}

static bool rule_automatic_draw(struct arbiter *a, const struct arbiter_view *v)
{
	int64_t times = NUMBER(a, REPETITION_AUTOMATIC), quiet = NUMBER(a, SEVENTYFIVE_MOVES);

	if (times > 0 && occurrences_now(a, v) >= (unsigned)times) {
		a->facts.limit = times;
		rule_draw(a, v, REASON_FIVEFOLD, CLAIM_NONE);
	} else if (quiet > 0 && quiet_plies_now(a, v) >= (unsigned)quiet) {
		a->facts.limit = quiet / 2;
		rule_draw(a, v, REASON_SEVENTYFIVE_MOVES, CLAIM_NONE);
	} else if (IS(a, DEAD_POSITION, "automatic") && !v->by_lift && !has_major_piece(a, &v->set_down) &&
		   dead_position_found(a, v, CLAIM_NONE)) {
		rule_draw(a, v, REASON_DEAD_POSITION, CLAIM_NONE);
	}
	return a->over;
}

static bool may_be_dead(const struct arbiter *a, const struct game_position *pos)
{
	return a->game->can_win(pos, WHITE, GAME_EVENT_NODES, NULL) != GAME_YES &&
	       a->game->can_win(pos, BLACK, GAME_EVENT_NODES, NULL) != GAME_YES;
}

bool arbiter_ends_on_board(const struct arbiter *a, const struct game_position *pos)
{
	return !YES(a, GAME_END_NEEDS_PRESS) && a->game->end(pos) != GAME_GOES_ON;
}

bool arbiter_may_end(const struct arbiter *a, const struct game_position *pos)
{
	int64_t times = NUMBER(a, REPETITION_AUTOMATIC), quiet = NUMBER(a, SEVENTYFIVE_MOVES);

	if (YES(a, GAME_END_NEEDS_PRESS))
		return false;
	return arbiter_ends_on_board(a, pos) || (times > 0 && occurrences(a, pos) + 1 >= (unsigned)times) ||
	       (quiet > 0 && a->game->quiet_plies(pos) >= (unsigned)quiet) ||
	       (IS(a, DEAD_POSITION, "automatic") && !has_major_piece(a, pos) && may_be_dead(a, pos));
}

/* Mate, stalemate, and what a game's rules end at once; then draws that need nobody. */
static bool rule_end_on_board(struct arbiter *a, const struct arbiter_view *v, enum side mover)
{
	switch (a->game->end(&v->set_down)) {
	case GAME_CHECKMATE:
		rule_win(a, v, mover, REASON_CHECKMATE, CLAIM_NONE);
		return true;
	case GAME_STALEMATE:
		a->facts.player = other_side(mover);
		rule_draw(a, v, REASON_STALEMATE, CLAIM_NONE);
		return true;
	case GAME_NO_MOVES:
		rule_win(a, v, mover, REASON_NO_MOVES, CLAIM_NONE);
		return true;
	case GAME_NO_PIECES:
		rule_win(a, v, mover, REASON_NO_PIECES, CLAIM_NONE);
		return true;
	case GAME_GOES_ON:
		break;
	}
	return rule_automatic_draw(a, v);
}

/* So long "at once" lasts. */
#define AT_ONCE_US 10000000

bool hold_end(struct arbiter *a, const struct arbiter_view *v, enum side mover, const struct ply *ply)
{
	const struct sentence_facts facts = a->facts;

	if (a->silent || !IS(a, TOUCH_MOVE, "yes") || position_is_doubtful(a) ||
	    !(a->game->end(&v->set_down) != GAME_GOES_ON ||
	      (IS(a, DEAD_POSITION, "automatic") && !has_major_piece(a, &v->set_down) &&
	       may_be_dead(a, &v->set_down))) ||
	    !(ply ? broke_touch_rules(a, ply) : standing_move_breaks_touch(a, v, mover)))
		return false;
	a->facts = facts;
	a->held_end.mover = mover;
	a->held_end.until_us = v->t_us + AT_ONCE_US;
	return true;
}

int64_t arbiter_held_until(const struct arbiter *a)
{
	/* what is asked of a person is not decided by time */
	return a->held_end.mover == NO_SIDE || a->over || a->question.claim == CLAIM_TOUCH_MOVE ? ARBITER_NEVER :
												  a->held_end.until_us;
}

enum side arbiter_held_mover(const struct arbiter *a)
{
	return a->over ? NO_SIDE : a->held_end.mover;
}

void arbiter_end_held(struct arbiter *a, const struct arbiter_view *v)
{
	const enum side mover = a->held_end.mover;

	if (a->over || mover == NO_SIDE || a->question.claim == CLAIM_TOUCH_MOVE)
		return;
	a->held_end.mover = NO_SIDE;
	rule_game_end(a, v, mover);
}

bool rule_game_end(struct arbiter *a, const struct arbiter_view *v, enum side mover)
{
	bool ended;

	/* nobody loses or is robbed of a win by a position that perhaps is another one */
	if (position_is_doubtful(a))
		return false;
	if (v->has_clock && flag_is_down(v, WHITE) && flag_is_down(v, BLACK))
		a->circumstance = "both-flags-down";
	else if (v->has_clock && (flag_is_down(v, WHITE) || flag_is_down(v, BLACK)))
		a->circumstance = "flag-down";
	ended = rule_end_on_board(a, v, mover);
	a->circumstance = NULL;
	return ended;
}
