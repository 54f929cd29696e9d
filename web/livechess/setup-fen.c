/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/feed.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Which of the games that have 64 squares writes FENs like this. */
static int read_fen(const char *fen, const struct game **game, struct game_position *ret, char err[static 160])
{
	struct game_error e = { 0 };

	*game = game_of_fen(fen);
	if ((*game)->squares != SQUARES) {
		snprintf(err, 160, "fen: a position of chess is expected");
		return -EINVAL;
	}
	if ((*game)->parse(fen, ret, &e) < 0 || (*game)->playable(ret, &e) < 0) {
		snprintf(err, 160, "fen: %.20s: %.130s", e.field, e.reason);
		return -EINVAL;
	}
	return 0;
}

/* Where nothing is said of castling, kings and rooks that stand at home have not moved. */
static void complete(const char *fen, const struct game_position *pos, char ret[static GAME_FEN])
{
	static const struct {
		unsigned king, rook;
		const char *pieces, *right;
	} rights[] = { { 4, 7, "KR", "K" }, { 4, 0, "KR", "Q" }, { 60, 63, "kr", "k" }, { 60, 56, "kr", "q" } };
	char placement[SQUARES_FEN] = "", side[8] = "w", castling[8] = "", more[2], pieces[GAME_MAX_SQUARES];

	snprintf(ret, GAME_FEN, "%s", fen);
	if (sscanf(fen, "%79s %7s %1s", placement, side, more) > 2)
		return;
	game_chess.placement(pos, pieces);
	for (size_t i = 0; i < sizeof(rights) / sizeof(rights[0]); i++)
		if (pieces[rights[i].king] == rights[i].pieces[0] && pieces[rights[i].rook] == rights[i].pieces[1])
			strcat(castling, rights[i].right);
	snprintf(ret, GAME_FEN, "%s %s %s - 0 1", placement, side, *castling ? castling : "-");
}

int setup_fen_read(const char *fen, const struct game **game, struct game_position *ret, char err[static 160])
{
	char whole[GAME_FEN];
	int r = read_fen(fen, game, ret, err);

	if (r < 0)
		return r;
	complete(fen, ret, whole);
	return read_fen(whole, game, ret, err);
}
