// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "rules/chess/unwinnable.h"
#include "rules/chess/moves.h"
#include "rules/game.h"

int chess_searchable(const struct chess_position *p, struct game_error *err)
{
	static const char *const names[2] = { "White", "Black" };

	for (unsigned s = WHITE; s <= BLACK; s++)
		if (!pieces(p, s, KING) || more_than_one(pieces(p, s, KING)))
			return game_refuse(err, -EINVAL, "placement", 0, "%s has %s king", names[s],
					   pieces(p, s, KING) ? "more than one" : "no");
	if (chess_in_check(p, (enum side)(p->side ^ 1)))
		return game_refuse(err, -EINVAL, "side to move", 0, "%s is in check, but %s is to move",
				   names[p->side ^ 1], names[p->side]);
	return 0;
}

static enum game_answer decide(const struct chess_position *p, enum side side, uint64_t nodes, const atomic_bool *stop,
			       struct chess_mating_line *ret)
{
	if (chess_searchable(p, NULL) < 0)
		return GAME_UNDECIDED;
	if (!chess_material_can_mate(p, side))
		return GAME_NO;
	if (p->side != side && chess_in_check(p, (enum side)p->side) && !chess_has_move(p))
		return GAME_YES;
	if (!chess_fortress_can_break(p, side))
		return GAME_NO;
	return chess_helpmate(p, side, nodes, stop, ret);
}

enum game_answer chess_unwinnable(const struct chess_position *p, enum side side, uint64_t nodes,
				  const atomic_bool *stop, struct chess_mating_line *ret)
{
	struct chess_mating_line found = { 0 };
	enum game_answer answer = decide(p, side, nodes, stop, &found);

	if (ret)
		*ret = found;
	else
		free(found.line);
	return answer;
}

enum game_answer chess_can_win(const struct chess_position *p, enum side side, uint64_t nodes, const atomic_bool *stop)
{
	return side == NO_SIDE ? GAME_UNDECIDED : chess_unwinnable(p, side, nodes, stop, NULL);
}
