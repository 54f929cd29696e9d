/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/board-events.h"

#include <errno.h>
#include <string.h>
#include <syslog.h>

#include "replay/board-input.h"
#include "daemon/games/pending-start.h"
#include "daemon/boards/board-calls.h"
#include "daemon/boards/board-clock.h"
#include "daemon/boards/board-dbus.h"
#include "daemon/boards/board-display.h"
#include "daemon/boards/board-game.h"
#include "daemon/boards/board-stream.h"
#include "daemon/games/game-feed.h"
#include "daemon/games/game-signals.h"
#include "daemon/games/game-waiting.h"

#define READ_BATCH 64
#define ASK_AGAIN_US 500000
#define MAX_STAGED 65536 /* inputs kept in memory while the journal is not written */

/* --- to the game --- */

static void feed(struct live_board *board, struct input *input)
{
	struct live_game *s = board->game;
	char err[160] = "";
	int r;

	if (input->t_us < 0) /* from before the game */
		return;
	r = live_game_take(s, input, err);
	if (r == -EINVAL)
		log_message(LOG_WARNING, "Board %s: game %s does not accept this event: %s", board->name, s->id, err);
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

static void feed_event(struct live_board *board, const struct board_event *ev)
{
	struct live_game *s = board->game;
	int64_t t_us = time_of(board, ev->host_us, ev->device_us), last_us = s->last_t_us;
	struct input input;
	char err[160];
	/* a lever that the game was started without is no lever */
	int r = ev->type == BOARD_EVENT_PRESS && s->setup.lever != LEVER_BOARD ?
			0 :
			board_to_input(s->setup.core.game, ev, t_us, &input, err);

	if (r < 0)
		log_message(LOG_WARNING, "Board %s: invalid event: %s", board->name, err);
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
			context_beat(s->context);
	}
}

/* --- the whole board --- */

/* The game knows where it is in time again. */
static void come_back(struct live_board *board, const struct board_squares *squares)
{
	struct live_game *s = board->game;
	const struct board_info *info = board_get_info(board->handle);

	board->returning = false;
	if (game_time_return(&s->map, context_now(board->context), squares->device_us, info->boot_id))
		log_message(LOG_NOTICE, "Board %s: its own time has restarted; game %s goes on by the machine's clock",
			    board->name, s->id);
	s->map_changed = true;
	log_message(LOG_INFO, "Board %s is back: game %s goes on", board->name, s->id);
	live_game_changed(s, LIVE_GAME_STATE);
}

static uint64_t monotonic_us(struct live_board *board)
{
	uint64_t now = 0;

	sd_event_now(board->context->loop, CLOCK_MONOTONIC, &now);
	return now;
}

static void ask_later(struct live_board *board)
{
	board->ask_at_us = monotonic_us(board) + ASK_AGAIN_US;
	live_board_read_later(board, ASK_AGAIN_US);
}

/*
 * A board that was away in mid-game may have kept a log: what was done meanwhile is reported as events then, and the
 * whole board after them. True: it is asked for it.
 */
static bool recall(struct live_board *board)
{
	const struct game *game;
	char squares[GAME_MAX_SQUARES], cells[BOARD_MAX_SQUARES];
	int r;

	if (!board->returning || board->keeps_no_log || live_board_time_source(board) != TIME_HOST)
		return false;
	game = board->game->setup.core.game;
	tracker_placement(core_tracker(board->game->core), squares);
	memset(cells, '.', sizeof(cells));
	for (unsigned i = 0; i < game->squares; i++)
		if (game->cell_of_square(i) >= 0)
			cells[game->cell_of_square(i)] = squares[i];
	r = board_request_recall(board->handle, cells);
	if (r < 0)
		return false;
	board->recalling = (uint32_t)r;
	return true;
}

static void recalled(struct live_board *board, int result)
{
	static const struct board_squares none = { .device_us = BOARD_NO_TIME };

	board->recalling = 0;
	if (result < 0) {
		board->keeps_no_log = true;
	} else if (board->game && board->returning) {
		board->ask = false;
		come_back(board, &none);
	}
}

/* A game asks again; where there is none, the next game does, and who subscribes to the board. */
static void cannot_ask(struct live_board *board, const char *why)
{
	log_message(board->game ? LOG_WARNING : LOG_INFO, "Board %s does not report its squares: %s", board->name, why);
	if (board->game)
		ask_later(board);
	else
		board->ask = false;
}

/* It has no way to say what stands on it. */
static void return_unasked(struct live_board *board)
{
	if (board->returning && board->game)
		live_game_changed(board->game, LIVE_GAME_STATE);
	board->returning = false;
}

static void ask(struct live_board *board)
{
	int r;

	if (!board->live) {
		board->ask = false;
		return_unasked(board);
		return;
	}
	if (board->holding || board->asking || board->recalling || monotonic_us(board) < board->ask_at_us ||
	    recall(board))
		return;
	r = board_request_squares(board->handle);
	if (r > 0) {
		board->asking = (uint32_t)r;
	} else if (r == -EOPNOTSUPP) {
		board->ask = false;
		return_unasked(board);
	} else {
		cannot_ask(board, board_error(board->handle));
	}
}

static bool after(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) > 0;
}

/* The answer is held until the events that it contains have been read. Where later ones have been, it is asked again.
 */
static void answered(struct live_board *board, const struct board_answer *answer)
{
	board->asking = 0;
	if (answer->result < 0) {
		cannot_ask(board, answer->error);
	} else if (!after(board->last_seq, answer->squares.seq)) {
		board->ask = false;
		board->holding = true;
		board->held = answer->squares;
	}
}

static void deliver_held(struct live_board *board)
{
	board->holding = false;
	board->skipping = true;
	board->skip_seq = board->held.seq;
	if (board->stream_asks)
		live_board_stream_squares(board, &board->held);
	if (!board->game)
		return;
	if (board->returning)
		come_back(board, &board->held);
	feed_squares(board, &board->held);
}

static void on_answer(struct live_board *board, const struct board_answer *answer)
{
	if (answer->request == board->asking)
		answered(board, answer);
	else if (answer->request == board->recalling)
		recalled(board, answer->result);
	else if (board->start && answer->request == board->start->request)
		pending_start_answer(board->start, answer->result, answer->error, &answer->squares);
	else if (!live_board_call_answer(board, answer) && answer->kind != BOARD_REQUEST_SQUARES)
		live_board_display_answer(board, answer);
}

/* --- events --- */

static void on_event(struct live_board *board, const struct board_event *ev)
{
	board->last_seq = ev->seq;
	board->context->metrics.events += ev->type == BOARD_EVENT_LIFT || ev->type == BOARD_EVENT_PLACE ||
					  ev->type == BOARD_EVENT_PRESS || ev->type == BOARD_EVENT_PAUSE;
	if (ev->type == BOARD_EVENT_LOST) {
		board->context->metrics.lost += ev->lost;
		board->lost = board->lost + ev->lost < board->lost ? UINT32_MAX : board->lost + ev->lost;
		live_board_changed(board, LIVE_BOARD_LOST);
	}
	if (ev->type == BOARD_EVENT_SQUARES && board->live)
		live_board_changed(board, LIVE_BOARD_SENSORS);
	if (board->holding && after(ev->seq, board->held.seq))
		deliver_held(board);
	if (board->skipping) {
		if (after(ev->seq, board->skip_seq))
			board->skipping = false;
		else if (ev->type == BOARD_EVENT_LIFT || ev->type == BOARD_EVENT_PLACE)
			return;
	}
	live_board_stream_event(board, ev);
	live_board_clock_event(board, ev);
	if (ev->type == BOARD_EVENT_LOST && !board->game)
		board->ask = true;
	/* A game that waits for the whole board does not know yet when this was. */
	if (board->game && !board->returning)
		feed_event(board, ev);
}

/* What is wrong with its clock stays so, and is shown; bytes that could not be read have passed. */
static void keep_remark(struct live_board *board)
{
	const char *fault = board_error(board->handle);

	if (!strstr(fault, "the clock "))
		return;
	snprintf(board->remark, sizeof(board->remark), "%s", fault);
	live_board_changed(board, LIVE_BOARD_REMARK);
}

static void at_end(struct live_board *board)
{
	board->ended = true;
	sd_event_source_set_enabled(board->io, SD_EVENT_OFF);
	if (board->game) {
		struct input finish = { .type = INPUT_FINISH },
			     end = { .type = INPUT_TICK, .t_us = board->game->last_t_us };
		char err[160];

		core_input(board->game->core, &finish, err);
		live_game_feed(board->game, &end, NULL, err);
	}
}

bool live_board_read(struct live_board *board)
{
	struct board_event ev;
	int r = 0;

	if (board->reading || board->ended || (!board->live && !board->game))
		return true;
	if (board->start && board->start->game) /* what it says now is of that game */
		return true;
	if (board->game && journal_staged(board->context->journal) >= MAX_STAGED) {
		/* The board's own queue is next; it is bounded too and reports what it lost. */
		if (board->io)
			sd_event_source_set_enabled(board->io, SD_EVENT_OFF);
		live_board_read_later(board, ASK_AGAIN_US);
		return true;
	}
	if (board->io)
		sd_event_source_set_enabled(board->io, SD_EVENT_ON);
	board->reading = true;
	for (int i = 0; i < READ_BATCH; i++) {
		if (board->ask)
			ask(board);
		r = board_read(board->handle, &ev);
		if (r == 1 && ev.type == BOARD_EVENT_ANSWER) {
			on_answer(board, board_get_answer(board->handle));
		} else if (r == 1) {
			on_event(board, &ev);
		} else if (r == -EAGAIN && board->holding) {
			deliver_held(board);
		} else if (r == -EBADMSG) {
			board->unreadable++;
			keep_remark(board);
			log_message(LOG_WARNING, "Board %s: %s", board->name, board_error(board->handle));
		} else {
			break;
		}
		if (board->game && !board->ask) {
			struct core_state state;

			core_get_state(board->game->core, &state);
			board->ask = state.wants_squares && !board->holding && board->live && !board->skipping;
		}
	}
	board->reading = false;
	if (board->game)
		live_game_arm(board->game);
	if (r == 1 || r == -EBADMSG) { /* more is waiting: others first */
		live_board_read_later(board, 0);
	} else if (r == -ENODATA) {
		at_end(board);
	} else if (r < 0 && r != -EAGAIN) {
		log_message(LOG_NOTICE, "Board %s is disconnected: %s", board->name,
			    r == -ENODEV ? "unplugged" : board_error(board->handle));
		live_board_remove(board);
		return false;
	}
	return true;
}
