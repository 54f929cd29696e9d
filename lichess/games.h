/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The games of a round's export, and what became of each at the broadcast. */
#ifndef LICHESS_GAMES_H
#define LICHESS_GAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define GAME_TAG 128

struct lichess_game {
	char *text; /* with its tags; no blank line at the end */
	char id[GAME_TAG], board[GAME_TAG], white[GAME_TAG],
		black[GAME_TAG]; /* tags; id: GameId, else Round and names */
	uint64_t version;	 /* of the text */
	uint64_t taken;		 /* the version that the broadcast took, 0 none yet */
	uint64_t refused;	 /* the version that it refused: not sent again until it changes; 0 none */
	time_t taken_at;
	char error[256]; /* what it said of the last one, "" nothing */
};

struct lichess_games {
	struct lichess_game *list;
	size_t count;
};

/*
 * games_read - a file of games, in place of those that were there
 * What became of a game stays with its id. 0; -ENOENT and other failures of reading; -ENOMEM. On failure nothing has
 * changed.
 */
int games_read(struct lichess_games *games, const char *path);
void games_done(struct lichess_games *games);
/* Is it to be sent? */
bool game_is_due(const struct lichess_game *game);

#endif
