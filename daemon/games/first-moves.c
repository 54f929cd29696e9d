/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The first moves of the next game. Where no game is on a board, or the one that is there is over, what is done from
 * the start position on is kept: whoever starts the game later starts it there. Where the game before had no rulebook
 * and belonged to no event, the next one begins by itself when a move of each side stands.
 */
#include "daemon/games/inside.h"

#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "daemon/games/games.h"
#include "formats/event-file.h"
#include "replay/board-input.h"

enum {
	KEPT_MOST = 2048, /* events; then it was no game */
	IN_HAND = 4,	  /* so many squares a move that is being made leaves otherwise */
	TRIES = 3,
};

struct first_moves {
	bool stood; /* the start did, and that is what has happened since */
	struct board_event *event;
	size_t count, room;
	unsigned tries;		 /* to begin by itself */
	json_t *options;	 /* by which the next game begins by itself; NULL: it does not */
	sd_event_source *source; /* it does now: once what the board says has been dealt with */
};

void first_moves_forget(struct live_board *board)
{
	struct first_moves *f = board->first_moves;

	if (!f)
		return;
	sd_event_source_disable_unref(f->source);
	json_decref(f->options);
	free(f->event);
	free(f);
	board->first_moves = NULL;
}

static struct first_moves *first_moves_of(struct live_board *board)
{
	if (!board->first_moves)
		board->first_moves = calloc(1, sizeof(*board->first_moves));
	return board->first_moves;
}

/* What stands on the board, as the game's squares, seen from that end. */
static void stands(const struct live_board *board, const struct game *game, bool turned,
		   char ret[static GAME_MAX_SQUARES])
{
	for (unsigned q = 0; q < game->squares; q++)
		ret[turned ? game->squares - 1 - q : q] = board->seen[game->cell_of_square(q)];
}

static bool usual_start(const struct game *game, char ret[static GAME_MAX_SQUARES])
{
	struct game_position start;

	if (game->parse(game->start_fen, &start, NULL) < 0)
		return false;
	game->placement(&start, ret);
	return true;
}

/* How many squares are otherwise than at the start from that end, of which taken are taken. */
static unsigned away_from_start(const struct live_board *board, const struct game *game, bool turned, unsigned *taken)
{
	char start[GAME_MAX_SQUARES], now[GAME_MAX_SQUARES];
	unsigned away = 0;

	*taken = 0;
	if (!usual_start(game, start))
		return game->squares;
	stands(board, game, turned, now);
	for (unsigned q = 0; q < game->squares; q++) {
		const bool same = start[q] == now[q] || (now[q] == '?' && start[q] != '.');

		away += !same;
		*taken += !same && now[q] != '.';
	}
	return away;
}

static bool is_start(const struct live_board *board)
{
	const struct game *game = board_placement_game(board_get_info(board->handle));
	unsigned taken;

	return game && board->seen_all &&
	       (!away_from_start(board, game, false, &taken) || !away_from_start(board, game, true, &taken));
}

/* A move of each side, or more, and no piece is away. */
static bool two_moves_stand(const struct live_board *board)
{
	const struct game *game = board_placement_game(board_get_info(board->handle));
	unsigned taken, away;

	if (!game || !board->seen_all)
		return false;
	for (unsigned turned = 0; turned < 2; turned++) {
		away = away_from_start(board, game, turned, &taken);
		if (away >= 4 && away == 2 * taken && taken <= IN_HAND)
			return true;
	}
	return false;
}

/* No game is on the board that what happens now belongs to. */
static bool is_free(const struct live_board *board)
{
	struct core_state state;

	if (!board->game)
		return true;
	core_get_state(board->game->core, &state);
	return state.over || state.new_game;
}

static int begin_by_itself(sd_event_source *source, void *userdata)
{
	struct live_board *board = userdata;
	struct first_moves *f = board->first_moves;

	if (!f->options || !f->stood || board->start || !is_free(board))
		return 0;
	log_message(LOG_INFO, "Board %s: the next game has begun", board->name);
	return board->context->games->begin_next(board->context, board->name, f->options);
}

static void begin_soon(struct live_board *board)
{
	struct first_moves *f = board->first_moves;

	if (f->source)
		sd_event_source_set_enabled(f->source, SD_EVENT_ONESHOT);
	else
		sd_event_add_defer(board->context->loop, &f->source, begin_by_itself, board);
}

static bool keep(struct first_moves *f, const struct board_event *event)
{
	if (f->count == f->room) {
		const size_t room = f->room ? 2 * f->room : 64;
		struct board_event *more = f->count < KEPT_MOST ? reallocarray(f->event, room, sizeof(*more)) : NULL;

		if (!more)
			return false;
		f->event = more;
		f->room = room;
	}
	f->event[f->count++] = *event;
	return true;
}

void first_moves_note(struct live_board *board, const struct board_event *event)
{
	struct first_moves *f;
	const bool happens = event->type == BOARD_EVENT_LIFT || event->type == BOARD_EVENT_PLACE ||
			     event->type == BOARD_EVENT_PRESS || event->type == BOARD_EVENT_PAUSE;

	if ((!happens && event->type != BOARD_EVENT_LOST && event->type != BOARD_EVENT_SQUARES) || !board->live)
		return;
	f = first_moves_of(board);
	if (!f)
		return;
	if (!is_free(board) || event->type == BOARD_EVENT_LOST) {
		f->stood = false;
		f->count = 0;
		return;
	}
	if (event->type != BOARD_EVENT_PRESS && is_start(board)) {
		f->stood = true;
		f->count = f->tries = 0;
		return;
	}
	/* the clock is put as it is to be, or started */
	if (!f->stood || (!f->count && (event->type == BOARD_EVENT_PRESS || event->type == BOARD_EVENT_PAUSE)))
		return;
	f->stood = happens && keep(f, event);
	if (f->stood && f->options && f->tries < TRIES && event->type == BOARD_EVENT_PLACE && two_moves_stand(board)) {
		f->tries++;
		begin_soon(board);
	}
}

/* What the next game in free play is started with; new reference, NULL: it is not. */
static json_t *options_of_next(const struct live_game *s)
{
	static const char *const own[] = {
		"board", "date", "dated", "fen", "round", "white", "black", "state", "tags"
	};
	json_t *options;
	struct game_position usual;

	if (s->setup.book || *event_pairing_of(s->setup.json).event || s->setup.core.game->starts ||
	    s->setup.core.game->parse(s->setup.core.game->start_fen, &usual, NULL) < 0 ||
	    !s->setup.core.game->same(&usual, &s->setup.core.start))
		return NULL;
	options = json_deep_copy(s->setup.json);
	for (unsigned i = 0; i < sizeof(own) / sizeof(*own); i++)
		json_object_del(options, own[i]);
	return options;
}

void first_moves_begin(struct live_board *board, const struct live_game *game)
{
	struct first_moves *f = first_moves_of(board);

	if (!f)
		return;
	json_decref(f->options);
	f->options = options_of_next(game);
	f->stood = false;
	f->count = 0;
}

/* What was kept is read as moves, and what stands is where they lead to: it may as well be that pieces were put away.
 */
static bool are_moves(const struct first_moves *f, const struct game_setup *setup, const struct board_squares *start)
{
	struct core_setup played = setup->core;
	__attribute__((cleanup(core_freep))) struct core *core = NULL;
	const bool by_device = start->device_us != BOARD_NO_TIME;
	char expected[GAME_MAX_SQUARES], seen[GAME_MAX_SQUARES];
	struct game_position pos;
	struct core_turn turn;
	struct input input;
	unsigned wrong = 0;
	char err[160];

	played.rulebook = NULL;
	played.any_start = played.open_start = false;
	if (core_new(&played, NULL, NULL, &core, err) < 0)
		return false;
	squares_to_input(played.game, start, 0, &input);
	core_input(core, &input, err);
	for (size_t i = 0; i < f->count; i++) {
		const struct board_event *e = &f->event[i];
		const int64_t t_us = by_device ? e->device_us - start->device_us : e->host_us - start->host_us;

		if ((e->type != BOARD_EVENT_PRESS || setup->lever == LEVER_BOARD) &&
		    board_to_input(played.game, e, t_us, &input, err) > 0)
			core_input(core, &input, err);
	}
	for (unsigned ply = 0; core_get_turn(core, ply, &turn) == 0; ply++)
		if (!turn.is_legal)
			return false;
	core_get_position(core, &pos);
	played.game->placement(&pos, expected);
	tracker_placement(core_tracker(core), seen);
	for (unsigned q = 0; q < played.game->squares; q++)
		wrong += (expected[q] == '.') != (seen[q] == '.');
	return wrong <= IN_HAND;
}

bool first_moves_fit(const struct live_board *board, const struct game_setup *setup, struct board_squares *ret)
{
	const struct first_moves *f = board->first_moves;
	const struct game *game = setup->core.game;
	const struct board_info *info = board_get_info(board->handle);
	char start[GAME_MAX_SQUARES], wanted[GAME_MAX_SQUARES];
	struct board_squares begun = *ret;

	if (!f || !f->stood || !f->count || game != board_placement_game(info) || !usual_start(game, start))
		return false;
	game->placement(&setup->core.start, wanted);
	if (memcmp(start, wanted, game->squares) != 0)
		return false;
	memset(begun.squares, '.', sizeof(begun.squares));
	for (unsigned q = 0; q < game->squares; q++)
		begun.squares[game->cell_of_square(q)] = start[q] != '.' && info->sensors != BOARD_PIECE_ID ? '?' :
													      start[q];
	begun.host_us = f->event[0].host_us;
	begun.device_us = f->event[0].device_us;
	if (!are_moves(f, setup, &begun))
		return false;
	*ret = begun;
	return true;
}

size_t first_moves_take(struct live_board *board, struct board_event **ret)
{
	struct first_moves *f = board->first_moves;
	const size_t count = f ? f->count : 0;

	*ret = NULL;
	if (!f)
		return 0;
	*ret = f->event;
	f->event = NULL;
	f->count = f->room = 0;
	f->stood = false;
	return count;
}
