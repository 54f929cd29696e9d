/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef LICHESS_LICHESS_H
#define LICHESS_LICHESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* --- games.c: The games of a round's export, and what became of each at the broadcast. --- */

#define GAME_TAG 128

struct lichess_game {
	char *text; /* with its tags; no blank line at the end */
	char id[GAME_TAG], board[GAME_TAG], white[GAME_TAG],
		black[GAME_TAG]; /* tags; id: GameId, else Round and names */
	bool named[2];		 /* the broadcast takes White's and Black's name, or FIDE's number */
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
/* Why the broadcast leaves it out without a word, "" it does not. */
const char *game_left_out(const struct lichess_game *game);
/* Is it to be sent? */
bool game_is_due(const struct lichess_game *game);

/* --- push.c: One request of a broadcast round's push, and what it leads to. --- */

#define PUSH_AT_ONCE 100 /* games in a request, as lichess allows */

enum push_answer {
	PUSH_TAKEN = 0, /* each game has its own answer now */
	PUSH_REFUSED,	/* the games cannot be taken so: until they change */
	PUSH_FORBIDDEN, /* the token or the round is not right: a person has to act */
	PUSH_LATER,	/* nobody there, or asked to wait */
	PUSH_STOPPED,	/* somebody wants this program to end */
};

struct push {
	const char *url;	/* "https://lichess.org" */
	const char *round;	/* eight letters and digits */
	const char *token_file; /* read for each request: it may be replaced */
	int stop_fd;		/* readable: the program is to end */
	/* of the last one */
	char error[256];
	int64_t wait_s; /* as asked for, 0 not said */
};

/* Is that the id of a broadcast round? */
bool push_is_round(const char *id);
/* Sends the first games that are due, at most PUSH_AT_ONCE, and notes the answers. There must be one. */
enum push_answer push_games(struct push *push, struct lichess_games *games);

/* --- report.c: push.json: what became of the games at the broadcast, for "flagfallctl round check" and for people. ---
 */

/*
 * report_write - replaces push.json as a whole
 * @state: "pushed" all that is there, "waiting" (and for how long), "refused", "forbidden"
 * {"round","state","error","retry_s","time","games":[{"game_id","board","white","black","pushed","error","left_out"}]}:
 * pushed is whether the broadcast has the game as it stands; error is "" where there is none; left_out is there where
 * the broadcast does not show it, though it takes it. 0 or a negative errno value.
 */
int report_write(const char *path, const char *round, const char *state, const char *error, int64_t retry_s,
		 const struct lichess_games *games);

#endif
