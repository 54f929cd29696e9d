// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Games of chance by hands of four levels, as traces of both kinds of sensors, always the same ones:
 *
 *   make_traces FOLDER GAMES    writes dNNN-lL-id.jsonl, dNNN-lL-presence.jsonl and dNNN-lL.moves, L from 0 (orderly)
 * to 3 (a scramble)
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/core/tracker/tracker-play.h"

static const struct style levels[] = {
	{ .name = "orderly", .think = 5000, .step = 250, .rook_first = 300, .two_hands = 100 },
	{ .name = "club",
	  .think = 4000,
	  .step = 200,
	  .slide = 150,
	  .hover = 30,
	  .takeback = 10,
	  .adjust = 30,
	  .two_hands = 200,
	  .rook_first = 200,
	  .bounce = 30,
	  .knocked = 10,
	  .drag = 100 },
	{ .name = "blitz",
	  .think = 2500,
	  .step = 150,
	  .slide = 100,
	  .hover = 40,
	  .takeback = 15,
	  .adjust = 40,
	  .two_hands = 300,
	  .rook_first = 200,
	  .early_press = 20,
	  .early_hand = 20,
	  .bounce = 60,
	  .knocked = 20,
	  .drag = 150 },
	{ .name = "scramble",
	  .think = 1500,
	  .step = 110,
	  .slide = 80,
	  .hover = 50,
	  .takeback = 15,
	  .adjust = 40,
	  .two_hands = 300,
	  .rook_first = 100,
	  .early_press = 80,
	  .early_hand = 80,
	  .bounce = 90,
	  .knocked = 30,
	  .drag = 250,
	  .sweep = 4,
	  .roll = 4 },
};

static FILE *create(const char *folder, unsigned number, unsigned level, const char *rest)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/d%03u-l%u%s", folder, number, level, rest);
	f = fopen(path, "we");
	if (!f) {
		perror(path);
		exit(1);
	}
	return f;
}

static void write_trace(FILE *f, struct play *play, bool presence)
{
	static struct tracker_event events[PLAY_EVENTS];
	unsigned n = play_sensors(play, presence, events, PLAY_EVENTS);

	fprintf(f,
		"{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"chess\",\"sensors\":\"%s\",\"lever\":true}\n",
		presence ? "presence" : "piece-id");
	for (unsigned i = 0; i < n; i++) {
		const struct tracker_event *e = &events[i];
		char square[8];

		fprintf(f, "{\"t_us\":%lld,", (long long)e->t_us);
		if (e->type == TRACKER_PRESS) {
			fprintf(f, "\"type\":\"press\",\"side\":\"%s\"}\n", e->side == WHITE ? "white" : "black");
			continue;
		}
		play->game->square_name(e->square, square);
		fprintf(f, "\"type\":\"%s\",\"square\":\"%s\"", e->type == TRACKER_LIFT ? "lift" : "place", square);
		if (e->piece)
			fprintf(f, ",\"piece\":\"%c\"", e->piece);
		fprintf(f, "}\n");
	}
}

static void write_moves(FILE *f, const struct play *play)
{
	struct game_position pos;

	play->game->parse(play->game->start_fen, &pos, NULL);
	for (unsigned i = 0; i < play->plies; i++) {
		char text[GAME_TEXT];

		play->game->move_text(&pos, &play->move[i], text);
		fprintf(f, "%s\n", text);
		play->game->play(&pos, &play->move[i]);
	}
}

static void write_game(const char *folder, unsigned number, unsigned level)
{
	static struct play play;
	FILE *f;

	play_game(&play, &game_chess, &levels[level], 1 + number * 4 + level);
	f = create(folder, number, level, ".moves");
	write_moves(f, &play);
	fclose(f);
	for (unsigned presence = 0; presence < 2; presence++) {
		f = create(folder, number, level, presence ? "-presence.jsonl" : "-id.jsonl");
		write_trace(f, &play, presence);
		fclose(f);
	}
}

int main(int argc, char **argv)
{
	unsigned games = argc == 3 ? (unsigned)atoi(argv[2]) : 0;

	if (!games) {
		fprintf(stderr, "usage: make_traces FOLDER GAMES\n");
		return 2;
	}
	for (unsigned i = 0; i < games; i++)
		for (unsigned level = 0; level < 4; level++)
			write_game(argv[1], i, level);
	return 0;
}
