/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/feed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct feed *feed_new(const char *id, const struct eboard *board)
{
	struct feed *f = calloc(1, sizeof(*f));

	if (!f || !(f->serial = strdup(board->serial))) {
		free(f);
		return NULL;
	}
	strcpy(f->id, id);
	f->naming = board->naming;
	f->change = board->change;
	f->is_new = f->dirty = true;
	f->told_clock.running = NO_SIDE;
	return f;
}

void feed_free(struct feed *f)
{
	shared_game_leave(f->game);
	free(f->fen);
	free(f->serial);
	free(f);
}

/* The side as the client or the board said; a game keeps the one that it began with. */
static bool is_turned(const struct feed *f, const struct eboard *board)
{
	return f->game ? f->game->flipped : f->is_flipped ? f->flip : board->turned;
}

bool feed_is_flipped(const struct feed *f, const struct eboard *board)
{
	return (is_turned(f, board) != (f->game && reconstruction_turned(f->game->game))) != f->view;
}

static void touch(struct feed *f, int64_t now_us)
{
	if (!f->dirty)
		f->due_us = now_us + FEED_GATHER_US;
	f->dirty = true;
}

static void leave(struct feed *f)
{
	shared_game_leave(f->game);
	f->game = NULL;
	f->told_game = f->view = false;
	f->told_moves = f->told_revisions = 0;
}

/* The pieces' names, where the position that is played tells them. */
static void name(struct feed *f, const struct eboard *board)
{
	char pieces[SQUARES];

	if (!f->game || !board->is_known || !reconstruction_pieces(f->game->game, pieces))
		return;
	if (is_turned(f, board))
		squares_turn(pieces, pieces);
	naming_know(&f->naming, pieces, board->squares);
}

/* The game from fen on is followed, from what stands now. */
static int feed_begin(struct feed *f, struct eboard *board, const char *fen, int64_t now_us, char err[static 160])
{
	struct shared_game *game;
	int r = shared_game_join(board, fen, f->is_flipped ? f->flip : board->turned, now_us, &game, err);

	if (r < 0)
		return r;
	leave(f);
	if (board->is_silent ||
	    !board->is_there) { /* the position was looked at; the game waits until it may be told */
		shared_game_leave(game);
		return 0;
	}
	f->game = game;
	f->instants = game->instants;
	name(f, board);
	return 0;
}

int feed_setup(struct feed *f, struct eboard *board, const char *fen, int64_t now_us, char err[static 160])
{
	char *copy = strdup(fen);
	int r = copy ? feed_begin(f, board, fen, now_us, err) : -ENOMEM;

	if (r < 0) {
		free(copy);
		return r;
	}
	free(f->fen);
	f->fen = copy;
	f->is_new = f->dirty = true;
	f->due_us = now_us;
	return 0;
}

static void begin_again(struct feed *f, struct eboard *board, int64_t now_us)
{
	char err[160];

	if (f->fen)
		feed_begin(f, board, f->fen, now_us, err);
}

void feed_flip(struct feed *f, struct eboard *board, bool flip, int64_t now_us)
{
	const bool turns = (f->is_flipped ? f->flip : board->turned) != flip;

	f->is_flipped = true;
	f->flip = flip;
	if (!turns)
		return;
	if (f->game && reconstruction_count(f->game->game) > 0)
		f->view = !f->view; /* the moves are what they were, seen from that side */
	else
		begin_again(f, board, now_us);
	f->dirty = true;
	f->due_us = now_us;
}

void feed_sensor(struct feed *f, const struct eboard *board, const struct live_news *news, bool changed, int64_t now_us)
{
	int square;

	if (changed || (strcmp(news->what, "press") == 0 && f->game))
		touch(f, now_us);
	if (!changed)
		return;
	if (strcmp(news->what, "board") == 0) {
		naming_squares(&f->naming, board->squares);
		if (f->naming.in_hand == 0)
			naming_know(&f->naming, board->naming.letter, board->squares);
		name(f, board);
		return;
	}
	square = game_chess.square_parse(news->square);
	if (board->squares[square] == '.')
		naming_lift(&f->naming, (unsigned)square);
	else
		naming_place(&f->naming, (unsigned)square, board->squares[square]);
	name(f, board);
}

void feed_look(struct feed *f, struct eboard *board, int64_t now_us)
{
	if (!board->is_there) {
		if (f->change != board->change && f->game)
			f->dirty = false;
		f->change = board->change;
		return;
	}
	if (f->fen && !board->is_unread &&
	    (board->is_silent ? f->game != NULL : !f->game || f->game->named != board->names_pieces)) {
		begin_again(f, board, now_us);
		touch(f, now_us);
	}
	if (f->change == board->change)
		return;
	f->change = board->change;
	naming_squares(&f->naming, board->squares);
	name(f, board);
	touch(f, now_us);
}

void feed_time(struct feed *f, int64_t now_us)
{
	if (!f->game || f->game->instants == f->instants)
		return;
	f->instants = f->game->instants;
	touch(f, now_us);
}

static bool has_move(const struct feed *f, const struct eboard *board)
{
	return f->game && !board->is_unread &&
	       (reconstruction_count(f->game->game) > f->told_moves ||
		reconstruction_revisions(f->game->game) != f->told_revisions);
}

int64_t feed_due(const struct feed *f, const struct eboard *board)
{
	return f->dirty && board && board->is_there ? f->due_us : INT64_MAX;
}

/* --- what is told --- */

static bool same_clock(const struct live_clock *a, const struct live_clock *b)
{
	return a->is_there == b->is_there && a->left_us[WHITE] == b->left_us[WHITE] &&
	       a->left_us[BLACK] == b->left_us[BLACK] && a->running == b->running && a->boottime_us == b->boottime_us;
}

/* Squares, if they are otherwise than was told. */
static bool add_board(struct feed *f, const struct eboard *board, bool flipped, json_t *param)
{
	const char *letters = f->naming.letter;
	char placement[SQUARES_FEN] = "";
	const bool has = board->is_known && eboard_placement(letters, flipped, placement);

	if (!f->is_new && (!has || strcmp(placement, f->told_board) == 0))
		return false;
	json_object_set_new(param, "board", has ? json_string(placement) : json_null());
	strcpy(f->told_board, placement);
	return true;
}

static bool add_clock(struct feed *f, const struct eboard *board, json_t *param)
{
	if (board->is_silent || (!f->is_new && same_clock(&f->told_clock, &board->clock)))
		return false;
	json_object_set_new(param, "clock", eboard_clock(board));
	f->told_clock = board->clock;
	return true;
}

/* How many moves are told now: one more, if there is one. Of a list that became another one first what stays: who reads
 * it takes those that it is longer than the last one. */
static unsigned next_moves(struct feed *f, unsigned count)
{
	const unsigned kept = shared_game_kept(f->game, f->told_revisions);

	if (!f->told_game) /* those that the official game is ahead follow one by one */
		return 0;
	if (kept < f->told_moves)
		return kept;
	return f->told_moves < count ? f->told_moves + 1 : f->told_moves;
}

static bool add_game(struct feed *f, const struct eboard *board, json_t *param)
{
	unsigned count, moves;
	bool match, news;
	json_t *san;

	if (!f->game || board->is_unread)
		return false;
	count = reconstruction_count(f->game->game);
	moves = next_moves(f, count);
	match = moves == count && reconstruction_matches(f->game->game);
	news = !f->told_game || moves != f->told_moves || match != f->told_match;
	f->told_moves = moves;
	f->told_revisions = reconstruction_revisions(f->game->game);
	f->told_game = true;
	f->told_match = match;
	san = json_array();
	for (unsigned i = 0; i < moves; i++)
		json_array_append_new(san, json_string(reconstruction_san(f->game->game, i)));
	json_object_set_new(param, "start", json_string(f->fen));
	json_object_set_new(param, "san", san);
	json_object_set_new(param, "match", json_boolean(match));
	return news;
}

json_t *feed_next(struct feed *f, const struct eboard *board, int64_t now_us)
{
	json_t *param;
	bool flipped, news;

	if (!board->is_there || !(has_move(f, board) || (f->dirty && now_us >= f->due_us)))
		return NULL;
	flipped = feed_is_flipped(f, board);
	param = json_pack("{s:s, s:b}", "serialnr", board->serial, "flipped", (int)flipped);
	if (!param)
		return NULL;
	news = f->is_new || flipped != f->told_flipped;
	f->told_flipped = flipped;
	news |= add_board(f, board, flipped, param);
	news |= add_clock(f, board, param);
	news |= add_game(f, board, param);
	f->is_new = false;
	f->dirty = has_move(f, board);
	f->due_us = now_us;
	if (news)
		return param;
	json_decref(param);
	return NULL;
}
