// SPDX-License-Identifier: GPL-2.0-or-later
/* What ends the game on the board, and the draws that nobody has to claim. */
#include "rules/arbiter/private.h"

unsigned occurrences(const struct arbiter *a, const struct game_position *pos)
{
	unsigned n = 0;

	/* the start, then what each turn left; corrections dropped what did not count */
	n += a->game->same(&a->start, pos);
	for (unsigned i = 0; i < a->count; i++)
		n += a->game->same(&a->ply[i].after, pos);
	return n;
}

/* Is the position that stands there for the nth time? A move set down is not in the record yet. */
unsigned times_now(const struct arbiter *a, const struct arbiter_view *v)
{
	return occurrences(a, v->set_down) + (a->down ? 1 : 0);
}

bool is_dead(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim)
{
	if (position_is_dead(a, v->set_down))
		return true;
	doubt_dead(a, v, claim);
	return false;
}

bool automatic_draw(struct arbiter *a, const struct arbiter_view *v)
{
	int64_t times = NUMBER(a, REPETITION_AUTOMATIC), quiet = NUMBER(a, SEVENTYFIVE_MOVES);

	if (times > 0 && times_now(a, v) >= (unsigned)times)
		draw(a, v, REASON_FIVEFOLD, CLAIM_NONE);
	else if (quiet > 0 && a->game->quiet_plies(v->set_down) >= (unsigned)quiet)
		draw(a, v, REASON_SEVENTYFIVE_MOVES, CLAIM_NONE);
	else if (IS(a, DEAD_POSITION, "automatic") && !v->by_lift && !plainly_alive(a, v->set_down) && is_dead(a, v, CLAIM_NONE))
		draw(a, v, REASON_DEAD_POSITION, CLAIM_NONE);
	return a->over;
}

/* Mate, stalemate, and what a game's rules end at once; then draws that need nobody. */
bool board_end(struct arbiter *a, const struct arbiter_view *v, enum side mover)
{
	switch (a->game->end(v->set_down)) {
	case GAME_CHECKMATE:
		win(a, v, mover, REASON_CHECKMATE, CLAIM_NONE);
		return true;
	case GAME_STALEMATE:
		draw(a, v, REASON_STALEMATE, CLAIM_NONE);
		return true;
	case GAME_NO_MOVES:
		win(a, v, mover, REASON_NO_MOVES, CLAIM_NONE);
		return true;
	case GAME_NO_PIECES:
		win(a, v, mover, REASON_NO_PIECES, CLAIM_NONE);
		return true;
	case GAME_GOES_ON:
		break;
	}
	return automatic_draw(a, v);
}
