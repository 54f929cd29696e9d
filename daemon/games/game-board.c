/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A game and the board that it is played on: what the board says is given the game's time and fed, and what the game
 * has to show is shown there. What an event means is replay/board-input.c's.
 */
#include "daemon/games/games.h"

#include "daemon/games/inside.h"

#include <errno.h>
#include <string.h>
#include <syslog.h>

#include "daemon/core/tracker/guidance.h"
#include "replay/board-input.h"
#include "daemon/boards/live-board.h"
#include "daemon/publish/publisher.h"

#define MAX_STAGED 65536 /* inputs kept in memory while the journal is not written */

enum time_source game_board_time_source(const struct live_board *board)
{
	const struct board_info *info = board_get_info(board->handle);

	return !board->live || (info->features & BOARD_FEATURE_DEVICE_TIME) ? TIME_DEVICE : TIME_HOST;
}

void game_board_start(struct live_board *board, const struct board_squares *squares)
{
	if (squares->count > 0)
		live_board_stream_squares(board, squares);
	board->holding = board->ask = false;
	board->asking = 0;
	board->skipping = squares->count > 0;
	board->skip_seq = squares->seq;
}

void game_board_take(struct live_board *board, struct live_game *game)
{
	live_board_lending_end(board);
	live_board_clear_result(board);
	board->game = game;
	game->board = board;
	dirty_games_add(game);
	if (!board->live)
		live_board_read_later(board, 0);
	live_board_changed(board, LIVE_BOARD_GAME);
}

/* --- what it shows --- */

void game_board_show_clock(struct live_game *s)
{
	const struct published_game *shown = &s->published;
	int64_t left[2] = { shown->clock_us[WHITE], shown->clock_us[BLACK] };

	if (!(board_get_info(s->board->handle)->features & BOARD_FEATURE_CLOCK) ||
	    s->setup.core.clock.mode == CLOCK_NONE)
		return;
	if (shown->running != NO_SIDE) /* the board counts on from when it is set */
		left[shown->running] -= live_game_now(s) - shown->clock_t_us;
	live_board_show_clock(s->board, left,
			      shown->running == WHITE ? BOARD_WHITE :
			      shown->running == BLACK ? BOARD_BLACK :
							0);
}

void game_board_guide(struct live_game *s)
{
	struct live_board *board = s->board;
	const struct tracker *tracker = core_tracker(s->core);
	const struct game *game = s->setup.core.game;
	struct tracker_step steps[GAME_MAX_SQUARES];
	uint8_t level[256] = { 0 };
	unsigned n = 0;

	if (!(board_get_info(board->handle)->features & BOARD_FEATURE_LEDS))
		return;
	if (!s->over && tracker_restoring(tracker))
		n = tracker_guidance(tracker, steps);
	if (!n && !board->guiding)
		return;
	if (n && board->guiding && board->guided[0] == steps[0].from && board->guided[1] == steps[0].to)
		return;
	if (n) {
		board->guided[0] = steps[0].from;
		board->guided[1] = steps[0].to;
		for (unsigned i = 0; i < 2; i++)
			if (board->guided[i] != GAME_NO_SQUARE)
				level[game->cell_of_square(tracker_turned(tracker) ?
								   game->squares - 1 - board->guided[i] :
								   board->guided[i])] = 255;
	}
	board->guiding = n > 0;
	live_board_light(board, level);
}

void game_board_leave(struct live_board *board)
{
	game_board_guide(board->game);
	board->game->returning = false;
	board->game->board = NULL;
	board->game = NULL;
	board->ask = board->holding = false;
	board->asking = board->recalling = 0;
	live_board_changed(board, LIVE_BOARD_GAME);
}

void game_board_rejoin(struct live_board *board)
{
	struct live_game *s = live_game_on_board(board->context, board->name);
	const struct board_info *info = board_get_info(board->handle);
	const struct game *game;

	if (!s || s->board)
		return;
	game = s->setup.core.game;
	if (game->width != info->width || game->height != info->height) {
		log_message(LOG_ERR, "Board %s has %ux%u squares; game g%s cannot be played on it", board->name,
			    info->width, info->height, s->id);
		return;
	}
	s->returning = board->ask = board->stream_asks = true;
	board->keeps_no_log = false;
	game_board_take(board, s);
	first_moves_begin(board, s);
}

/* --- what is done on it --- */

static void feed(struct live_board *board, struct input *input)
{
	struct live_game *s = board->game;
	char err[160] = "";
	int r;

	if (input->t_us < 0) /* from before the game */
		return;
	r = live_game_take(s, input, err);
	if (r == -EINVAL)
		log_message(LOG_WARNING, "Board %s: game g%s does not accept this event: %s", board->name, s->id, err);
}

/* What has no time of the board's own (that something was lost) came after all that has. */
static int64_t time_of(const struct live_board *board, int64_t host_us, int64_t device_us)
{
	if (board->game->map.source == TIME_DEVICE && device_us == BOARD_NO_TIME)
		return live_game_now(board->game);
	return game_time_event(&board->game->map, host_us, device_us);
}

/*
 * Events were missed, a press may be among them: the lever that is down shows it, unless it was down before and an
 * arbiter has started that side's clock again.
 */
static void feed_missed_press(struct live_board *board, const struct board_squares *squares, int64_t t_us)
{
	struct live_game *s = board->game;
	const struct game_clock *clock = core_clock(s->core);
	struct input input;

	if (s->setup.lever == LEVER_BOARD && lever_to_input(squares, t_us, &input) > 0 && input.side != s->pressed &&
	    clock->control.mode != CLOCK_NONE && clock->running == input.side && s->last_t_us > 0)
		feed(board, &input);
}

static void feed_squares(struct live_board *board, const struct board_squares *squares)
{
	struct input input;

	squares_to_input(board->game->setup.core.game, squares, time_of(board, squares->host_us, squares->device_us),
			 &input);
	feed(board, &input);
	feed_missed_press(board, squares, input.t_us);
}

static void on_event(struct live_board *board, const struct board_event *ev)
{
	struct live_game *s = board->game;
	int64_t t_us, last_us = s->last_t_us;
	struct input input;
	char err[160];
	int r = 0;

	if (s->returning) /* it does not know yet when this was */
		return;
	t_us = time_of(board, ev->host_us, ev->device_us);
	/* a lever that the game was started without is no lever */
	if (ev->type != BOARD_EVENT_PRESS || s->setup.lever == LEVER_BOARD)
		r = board_to_input(s->setup.core.game, ev, t_us, &input, err);
	if (r < 0)
		log_message(LOG_WARNING, "Board %s: invalid event: %s", board->name, err);
	if (r > 0 && input.type == INPUT_UNDO) { /* of a recording: it has been played by now */
		log_message(LOG_WARNING, "Board %s: that an act is undone is not heard from a board", board->name);
		return;
	}
	if (r == 0) /* a light square of a draughts board */
		return;
	if (r > 0 && input.type != INPUT_TICK) /* time comes from the map, below or by the timer */
		feed(board, &input);
	if (ev->type == BOARD_EVENT_SQUARES)
		feed_missed_press(board, ev->squares, t_us);
	if (ev->type == BOARD_EVENT_LOST)
		board->ask = true;
	if (s->map.source == TIME_DEVICE && ev->device_us != BOARD_NO_TIME) {
		const bool is_beat = t_us / BEAT_US != last_us / BEAT_US;

		context_now(board->context);
		if (t_us >= 0)
			game_time_follow(&s->map, &board->context->machine, t_us);
		live_game_release(s, t_us - 1);
		live_game_tick(s, t_us);
		if (t_us > s->last_t_us)
			s->last_t_us = t_us;
		if (is_beat && core_is_silent(s->core)) /* its time may pass without this machine's */
			publisher_beat(s->context);
	}
}

void game_board_hear(struct live_board *board, const struct board_event *event)
{
	on_event(board, event);
}

/* The game knows where it is in time again. */
static void come_back(struct live_board *board, const struct board_squares *squares)
{
	struct live_game *s = board->game;
	const struct board_info *info = board_get_info(board->handle);

	s->returning = false;
	if (game_time_return(&s->map, context_now(board->context), squares->device_us, info->boot_id))
		log_message(LOG_NOTICE, "Board %s: its own time has restarted; game g%s goes on by the machine's clock",
			    board->name, s->id);
	s->map_changed = true;
	log_message(LOG_INFO, "Board %s is back: game g%s goes on", board->name, s->id);
	live_game_changed(s, LIVE_GAME_STATE);
}

static void on_squares(struct live_board *board, const struct board_squares *squares)
{
	const bool told = squares->count > 0;

	if (board->game->returning) {
		board->ask &= told;
		come_back(board, squares);
	}
	if (told)
		feed_squares(board, squares);
}

static void on_cannot_tell(struct live_board *board)
{
	if (board->game->returning)
		live_game_changed(board->game, LIVE_GAME_STATE);
	board->game->returning = false;
}

static bool needs_squares(const struct live_board *board)
{
	struct core_state state;

	core_get_state(board->game->core, &state);
	return state.wants_squares;
}

static bool was_away(const struct live_board *board, char cells[static BOARD_MAX_SQUARES])
{
	const struct game *game = board->game->setup.core.game;
	char squares[GAME_MAX_SQUARES];

	if (!board->game->returning || game_board_time_source(board) != TIME_HOST)
		return false;
	tracker_placement(core_tracker(board->game->core), squares);
	memset(cells, '.', BOARD_MAX_SQUARES);
	for (unsigned i = 0; i < game->squares; i++)
		if (game->cell_of_square(i) >= 0)
			cells[game->cell_of_square(i)] = squares[i];
	return true;
}

static void on_read(struct live_board *board)
{
	live_game_arm(board->game);
}

static void on_end(struct live_board *board)
{
	struct live_game *s = board->game;
	struct input finish = { .type = INPUT_FINISH }, end = { .type = INPUT_TICK, .t_us = s->last_t_us };
	char err[160] = "";

	core_input(s->core, &finish, err);
	live_game_feed(s, &end, NULL, err);
}

static void on_gone(struct live_board *board)
{
	struct live_game *s = board->game;

	if (s) {
		s->board = NULL;
		live_game_changed(s, LIVE_GAME_STATE);
	}
	if (board->start)
		pending_start_lose_board(board->start);
	first_moves_forget(board);
}

static enum board_user_takes takes(const struct live_board *board)
{
	if (board->start && board->start->game) /* what it says now is of that game, which is on its way to the disk */
		return BOARD_USER_SAYS;
	return board->game && journal_staged(board->context->journal) >= MAX_STAGED ? BOARD_USER_LATER :
										      BOARD_USER_TAKES;
}

static bool on_answer(struct live_board *board, const struct board_answer *answer)
{
	if (!board->start || answer->request != board->start->request)
		return false;
	pending_start_answer(board->start, answer->result, answer->error, &answer->squares);
	return true;
}

static const char *id_of(const struct live_board *board)
{
	return board->game->id;
}

static const char *path_of(const struct live_board *board)
{
	return board->game->path;
}

static void on_stands(struct live_board *board)
{
	awaited_starts_look(board->context, board);
}

static void on_arrival(struct live_board *board)
{
	game_board_rejoin(board);
	pending_starts_look(board);
	on_stands(board);
}

const struct board_user game_board_user = {
	.arrived = on_arrival,
	.stands = on_stands,
	.gone = on_gone,
	.takes = takes,
	.answered = on_answer,
	.heard = first_moves_note,
	.event = on_event,
	.squares = on_squares,
	.cannot_tell = on_cannot_tell,
	.needs_squares = needs_squares,
	.was_away = was_away,
	.was_read = on_read,
	.ended = on_end,
	.id = id_of,
	.path = path_of,
};
