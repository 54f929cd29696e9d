// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/sim/made-games.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 40 };

/* Neither side can mate: kings, and one knight or bishop at most. */
static bool is_dead(const struct game *game, const struct game_position *pos)
{
	char pieces[GAME_MAX_SQUARES];
	unsigned minor = 0;

	game->placement(pos, pieces);
	for (unsigned q = 0; q < game->squares; q++) {
		if (strchr("PpRrQq", pieces[q]))
			return false;
		minor += strchr("NnBb", pieces[q]) != NULL;
	}
	return minor < 2;
}

static enum game_end end_after(const struct game *game, struct game_position pos, const struct game_move *m)
{
	game->play(&pos, m);
	return game->end(&pos);
}

/* The larger, the rather it is played. Towards stalemate White takes all, and Black gives all away. */
static int wanted(const struct game *game, const struct game_position *pos, const struct game_move *m,
		  enum made_end wished)
{
	const int loss = game->exchange_loss(pos, m, game->best_exchange(pos));
	const enum game_end end = end_after(game, *pos, m);

	if (end == GAME_CHECKMATE)
		return wished == MADE_MATE ? 1000 : -1000;
	if (end == GAME_STALEMATE)
		return wished == MADE_STALEMATE ? 1000 : -1000;
	if (wished == MADE_DEAD)
		return (m->flags & GAME_MOVE_CAPTURE ? 50 : 0) - (m->flags & GAME_MOVE_PROMOTION ? 60 : 0) +
		       (m->flags & GAME_MOVE_IRREVERSIBLE ? 5 : 0);
	if (wished == MADE_STALEMATE)
		return game->to_move(pos) == WHITE ? (m->flags & GAME_MOVE_CAPTURE ? 20 : 0) - loss : loss;
	return (m->flags & (GAME_MOVE_CASTLING | GAME_MOVE_EN_PASSANT | GAME_MOVE_PROMOTION) ? 40 : 0) +
	       (m->flags & GAME_MOVE_CAPTURE ? 5 : 0) - loss;
}

static struct game_move choose(const struct game *game, struct chance *chance, const struct game_position *pos,
			       enum made_end wished)
{
	const bool thorough = wished == MADE_MATE || wished == MADE_STALEMATE || wished == MADE_DEAD;
	struct game_moves all;
	struct game_move best;
	int most = INT32_MIN;
	unsigned from;

	game->moves(pos, &all);
	best = all.move[0];
	from = chance_below(chance, all.count);
	for (unsigned i = 0; i < (thorough ? all.count : 3); i++) {
		const struct game_move *m =
			&all.move[thorough ? (from + i) % all.count : chance_below(chance, all.count)];
		int is = wanted(game, pos, m, wished);

		/* what decides nothing is left to chance */
		if (wished == MADE_MATE && is < 1000)
			is = is * 2 + (int)chance_below(chance, 60);
		if (is > most) {
			most = is;
			best = *m;
		}
	}
	return best;
}

static bool is_end(const struct game *game, const struct game_position *pos, enum made_end *ret)
{
	const enum game_end end = game->end(pos);

	if (end == GAME_GOES_ON && !is_dead(game, pos))
		return false;
	*ret = end == GAME_CHECKMATE ? MADE_MATE : end == GAME_STALEMATE ? MADE_STALEMATE : MADE_DEAD;
	return true;
}

int made_game(const struct game *game, struct chance *chance, enum made_end wished, unsigned most,
	      struct made_game *ret)
{
	const bool on_board = wished == MADE_MATE || wished == MADE_STALEMATE || wished == MADE_DEAD;
	const unsigned length = on_board ? most : 4 + chance_below(chance, most / 2);

	ret->move = calloc(most, sizeof(*ret->move));
	if (!ret->move)
		return -ENOMEM;
	for (unsigned try = 0; try < TRIES; try++) {
		struct game_position pos;

		game->parse(game->start_fen, &pos, NULL);
		ret->end = wished;
		for (ret->plies = 0; ret->plies < length && !is_end(game, &pos, &ret->end);) {
			ret->move[ret->plies] = choose(game, chance, &pos, wished);
			game->play(&pos, &ret->move[ret->plies++]);
		}
		if (is_end(game, &pos, &ret->end) ? ret->end == wished : !on_board)
			return 0;
	}
	if (on_board && ret->plies == length)
		ret->end = MADE_SET_UP;
	return 0;
}
