// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * round-scores COUNT FOLDER [COLLECTION]: scores for a round of so many boards, FOLDER/1.json and so on, as
 * flagfall-hands takes them, at blitz pace: five minutes without increment, and nobody's flag falls. They are games of
 * the collection (a JSON object a line, as tests/data/README.md describes it), which are spread over it; without one
 * they are made: legal moves, chosen by a generator that always begins alike. Prints a line a game: number, plies, the
 * result that the game is to have, and "ends" where its last move ends it.
 */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/game.h"

#define BASE_S 300
#define LEAST_PLIES 24
#define MOST_PLIES 150
#define MADE_PLIES 70

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

struct score {
	char moves[MOST_PLIES * 6 + 6];
	unsigned plies;
	const char *result;
	enum game_end end;
};

static void play(struct game_position *pos, const struct game_move *move, struct score *score)
{
	char text[GAME_TEXT];

	game_chess.move_text(pos, move, text);
	snprintf(score->moves + strlen(score->moves), sizeof(score->moves) - strlen(score->moves), "%s%s",
		 score->plies ? " " : "", text);
	game_chess.play(pos, move);
	score->plies++;
	score->end = game_chess.end(pos);
}

/* Not a game that anybody would play, and one that ends as it ends. */
static void make(unsigned number, struct score *score)
{
	uint64_t random = UINT64_C(0x9e3779b97f4a7c15) * (number + 1);
	const char *const results[] = { "1-0", "0-1", "1/2-1/2" };
	struct game_position pos;
	struct game_moves moves;

	game_chess.parse(game_chess.start_fen, &pos, NULL);
	while (score->plies < MADE_PLIES && score->end == GAME_GOES_ON) {
		game_chess.moves(&pos, &moves);
		play(&pos, &moves.move[next_random(&random) % moves.count], score);
	}
	score->result = score->end == GAME_CHECKMATE ? results[score->plies % 2 ? 0 : 1] :
			score->end == GAME_STALEMATE ? "1/2-1/2" :
						       results[next_random(&random) % 3];
}

/* False: not for this. */
static bool take(const json_t *game, struct score *score)
{
	const char *moves = json_string_value(json_object_get(game, "moves"));
	char *copy = moves ? strdup(moves) : NULL, *rest = copy, *word;
	struct game_position pos;
	struct game_move move;
	bool legal = true;

	score->result = json_string_value(json_object_get(game, "result"));
	game_chess.parse(game_chess.start_fen, &pos, NULL);
	while (legal && copy && (word = strtok_r(rest, " ", &rest))) {
		legal = score->end == GAME_GOES_ON && score->plies < MOST_PLIES &&
			game_chess.move_parse(&pos, word, &move) == 0;
		if (legal)
			play(&pos, &move, score);
	}
	free(copy);
	return legal && copy && !json_object_get(game, "fen") && score->plies >= LEAST_PLIES && score->result &&
	       (strcmp(score->result, "1-0") == 0 || strcmp(score->result, "0-1") == 0 ||
		strcmp(score->result, "1/2-1/2") == 0);
}

static int write_score(unsigned number, const char *folder, const struct score *score)
{
	uint64_t random = number + 77;
	json_t *emt = json_array(), *object;
	char *path = NULL;
	int r;

	for (unsigned i = 0; i < score->plies; i++)
		json_array_append_new(emt, json_real(0.6 + (double)(next_random(&random) % 2800) / 1000));
	object = json_pack("{s:s, s:s, s:s, s:o}", "tc", "300", "result", score->result, "moves", score->moves, "emt",
			   emt);
	r = asprintf(&path, "%s/%u.json", folder, number) < 0 ? -1 :
								json_dump_file(object, path, JSON_REAL_PRECISION(4));
	free(path);
	json_decref(object);
	if (r == 0)
		printf("%u %u %s%s\n", number, score->plies, score->result, score->end == GAME_GOES_ON ? "" : " ends");
	return r;
}

/* Every so many games of the collection, and from there the next that will do. */
static unsigned from_collection(const char *path, unsigned count, const char *folder)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	unsigned lines = 0, at = 0, found = 0;

	if (!file)
		return 0;
	while (getline(&line, &room, file) > 0)
		lines++;
	rewind(file);
	while (found < count && getline(&line, &room, file) > 0) {
		json_t *game = json_loads(line, 0, NULL);
		struct score score = { .moves = "" };

		if (at++ * (uint64_t)count >= found * (uint64_t)lines && take(game, &score))
			found += write_score(found + 1, folder, &score) == 0;
		json_decref(game);
	}
	free(line);
	fclose(file);
	return found;
}

int main(int argc, char **argv)
{
	unsigned count = argc > 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0, found = 0;

	if (argc < 3 || !count) {
		fputs("usage: round-scores COUNT FOLDER [COLLECTION]\n", stderr);
		return 2;
	}
	if (argc > 3)
		found = from_collection(argv[3], count, argv[2]);
	while (found < count) {
		struct score score = { .moves = "" };

		make(++found, &score);
		if (write_score(found, argv[2], &score) < 0)
			return 1;
	}
	return 0;
}
