/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/feed.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void squares_seen(const struct shared_game *g, const struct eboard *board, char ret[static SQUARES])
{
	memcpy(ret, board->squares, SQUARES);
	if (g->flipped)
		squares_turn(ret, ret);
}

/* What of the moves that were told has stayed. */
static void note_kept(struct shared_game *g)
{
	const unsigned revisions = reconstruction_revisions(g->game), kept = reconstruction_take_kept(g->game);

	while (g->revisions != revisions)
		g->kept[++g->revisions % SHARED_GAME_REVISIONS] = kept;
}

static void give_squares(struct shared_game *g, const struct eboard *board, int64_t now_us)
{
	char squares[SQUARES];

	g->change = board->change;
	if (!board->is_known)
		return;
	squares_seen(g, board, squares);
	reconstruction_squares(g->game, squares, now_us);
	note_kept(g);
}

/* The official game leads, where it is another one than it was. */
static void follow(struct shared_game *g, const struct eboard *board, int64_t now_us)
{
	if (board->is_unread || g->official == board->official.version)
		return;
	g->official = board->official.version;
	reconstruction_follow(g->game, &board->official, now_us);
	note_kept(g);
	g->instants++;
}

/* A position that was set up again when moves have been made is the start of another game. */
static struct shared_game *find(const struct eboard *board, const char *fen, bool flipped)
{
	struct shared_game *g = board->games;

	while (g && (strcmp(g->fen, fen) != 0 || g->flipped != flipped || g->named != board->names_pieces ||
		     reconstruction_count(g->game) > 0 || g->revisions > 0))
		g = g->next;
	return g;
}

int shared_game_join(struct eboard *board, const char *fen, bool flipped, int64_t now_us, struct shared_game **ret,
		     char err[static 160])
{
	const struct reconstruction_board abilities = { .has_lever = board->has_lever,
							.presses_late = board->presses_late,
							.names_pieces = board->names_pieces };
	struct shared_game *g = find(board, fen, flipped);
	struct reconstruction *game;
	int r;

	if (!g) {
		r = reconstruction_new(fen, &abilities, &game, err);
		if (r < 0)
			return r;
		g = calloc(1, sizeof(*g));
		if (!g || !(g->fen = strdup(fen))) {
			reconstruction_free(game);
			free(g);
			return -ENOMEM;
		}
		g->board = board;
		g->game = game;
		g->flipped = flipped;
		g->named = board->names_pieces;
		g->next = board->games;
		board->games = g;
		g->official = board->official.version - 1;
		if (board->is_there && !board->is_silent) {
			give_squares(g, board, now_us);
			follow(g, board, now_us);
		}
	}
	g->followers++;
	*ret = g;
	return 0;
}

void shared_game_leave(struct shared_game *g)
{
	if (!g || --g->followers > 0)
		return;
	for (struct shared_game **at = &g->board->games; *at; at = &(*at)->next)
		if (*at == g) {
			*at = g->next;
			break;
		}
	reconstruction_free(g->game);
	free(g->fen);
	free(g);
}

unsigned shared_game_kept(const struct shared_game *g, unsigned since)
{
	unsigned kept = UINT_MAX;

	if (g->revisions - since > SHARED_GAME_REVISIONS)
		return 0;
	while (since != g->revisions) {
		const unsigned one = g->kept[++since % SHARED_GAME_REVISIONS];

		kept = one < kept ? one : kept;
	}
	return kept;
}

/* --- what the board says --- */

void shared_games_sensor(struct eboard *board, const struct live_news *news, bool changed)
{
	for (struct shared_game *g = board->games; g; g = g->next) {
		int square;

		if (strcmp(news->what, "press") == 0)
			reconstruction_press(g->game, news->side, news->t_us);
		if (changed && strcmp(news->what, "board") == 0) {
			give_squares(g, board, news->t_us);
		} else if (changed) {
			square = game_chess.square_parse(news->square);
			reconstruction_square(g->game, g->flipped ? square_turned((unsigned)square) : (unsigned)square,
					      board->squares[square], news->t_us);
		}
		note_kept(g);
	}
}

void shared_games_look(const struct eboard *board, int64_t now_us)
{
	for (struct shared_game *g = board->is_there ? board->games : NULL; g; g = g->next) {
		follow(g, board, now_us);
		if (g->change != board->change)
			give_squares(g, board, now_us);
	}
}

void shared_games_time(const struct eboard *board, int64_t now_us)
{
	for (struct shared_game *g = board->is_there ? board->games : NULL; g; g = g->next) {
		if (reconstruction_due(g->game) > now_us)
			continue;
		reconstruction_time(g->game, now_us);
		note_kept(g);
		g->instants++;
	}
}

int64_t shared_games_due(const struct eboard *board)
{
	int64_t due = INT64_MAX;

	for (struct shared_game *g = board->is_there ? board->games : NULL; g; g = g->next)
		if (reconstruction_due(g->game) < due)
			due = reconstruction_due(g->game);
	return due;
}
