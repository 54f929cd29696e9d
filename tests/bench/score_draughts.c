/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many draughts games the tracker reads exactly right when hands of several kinds play them.
 *
 *   score_draughts [-v] [GAMES.jsonl]    each line {"moves":"32-28 19-23 …"}; default games/draughts.jsonl of
 * tests/data
 *
 * Prints one line for each kind of hands and of sensors; with -v each game that is wrong, from its first wrong ply on.
 */
#include <jansson.h>
#include <stdio.h>
#include <time.h>

#include "tests/unit/core/tracker/draughts-play.h"
#include "tests/data/open-data.h"

static struct draughts_play play;

static bool read_game(const char *line)
{
	json_t *j = json_loads(line, 0, NULL);
	const char *moves = json_string_value(json_object_get(j, "moves"));
	struct game_position pos;
	char *copy = moves ? strdup(moves) : NULL, *rest = copy, *word;
	bool ok = copy;

	play.plies = 0;
	game_draughts.parse(game_draughts.start_fen, &pos, NULL);
	while (ok && (word = strtok_r(rest, " ", &rest)) && play.plies < DRAUGHTS_PLIES) {
		ok = game_draughts.move_parse(&pos, word, &play.move[play.plies]) == 0;
		if (ok)
			game_draughts.play(&pos, &play.move[play.plies++]);
	}
	free(copy);
	json_decref(j);
	return ok;
}

int main(int argc, char **argv)
{
	const bool verbose = argc > 1 && !strcmp(argv[1], "-v");
	FILE *f = argc > 1 + verbose ? fopen(argv[1 + verbose], "r") :
				       open_data("games/draughts.jsonl", "games/draughts.jsonl", NULL);
	struct {
		unsigned games, right, plies, plies_right;
		uint64_t events;
	} score[DRAUGHTS_STYLES][2] = { 0 };
	double seconds = 0;
	uint64_t events = 0;
	char *line = NULL;
	size_t room = 0;
	unsigned n = 0;

	if (!f)
		return 1;
	while (getline(&line, &room, f) > 0) {
		n++;
		if (!read_game(line)) {
			printf("# game %u cannot be read\n", n);
			continue;
		}
		for (unsigned s = 0; s < DRAUGHTS_STYLES; s++) {
			draughts_game(&play, &draughts_styles[s], n);
			for (unsigned k = 0; k < 2; k++) {
				struct timespec t0, t1;
				struct turn got = { 0 };
				unsigned first;
				bool all;

				clock_gettime(CLOCK_MONOTONIC, &t0);
				score[s][k].plies_right += draughts_track(
					&play, k ? TRACKER_PIECE_ID : TRACKER_PRESENCE, &all, &first, &got);
				clock_gettime(CLOCK_MONOTONIC, &t1);
				seconds += (double)(t1.tv_sec - t0.tv_sec) + (double)(t1.tv_nsec - t0.tv_nsec) / 1e9;
				events += play.count;
				score[s][k].games++;
				score[s][k].right += all;
				score[s][k].plies += play.plies;
				if (!all && verbose && first < play.plies) {
					struct game_position pos;
					char want[GAME_TEXT], fen[GAME_FEN];

					game_draughts.parse(game_draughts.start_fen, &pos, NULL);
					for (unsigned i = 0; i < first; i++)
						game_draughts.play(&pos, &play.move[i]);
					game_draughts.move_text(&pos, &play.move[first], want);
					game_draughts.format(&pos, fen);
					printf("# game %u, %s, %s: ply %u %s read as %s %s %u-%u in %s\n", n,
					       draughts_styles[s].name, k ? "piece-id" : "presence", first, want,
					       turn_kind_name(got.kind), turn_fault_name(got.fault), got.from + 1u,
					       got.to + 1u, fen);
				} else if (!all && verbose) {
					printf("# game %u, %s, %s: turns are left over\n", n, draughts_styles[s].name,
					       k ? "piece-id" : "presence");
				}
			}
		}
	}
	for (unsigned s = 0; s < DRAUGHTS_STYLES; s++)
		for (unsigned k = 0; k < 2; k++)
			printf("%-8s %-9s games %u/%u  plies %u/%u\n", draughts_styles[s].name,
			       k ? "piece-id" : "presence", score[s][k].right, score[s][k].games,
			       score[s][k].plies_right, score[s][k].plies);
	printf("%llu events, %.0f events/s\n", (unsigned long long)events, (double)events / seconds);
	free(line);
	fclose(f);
	return 0;
}
