/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/inside.h"

#include <errno.h>
#include <string.h>
#include <syslog.h>

#define READ_BATCH 64
#define ASK_AGAIN_US 500000

/* --- the whole board --- */

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

static const struct board_user *user_of(const struct live_board *board)
{
	return board->context->boards->user;
}

/*
 * A board that was away in mid-game may have kept a log: what was done meanwhile is reported as events then, and the
 * whole board after them. True: it is asked for it.
 */
static bool recall(struct live_board *board)
{
	char cells[BOARD_MAX_SQUARES];
	int r;

	if (!board->game || board->keeps_no_log || !user_of(board)->was_away(board, cells))
		return false;
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
	} else if (board->game) {
		board->ask = false;
		user_of(board)->squares(board, &none);
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

static void cannot_tell(struct live_board *board)
{
	board->ask = false;
	if (board->game)
		user_of(board)->cannot_tell(board);
}

static void ask(struct live_board *board)
{
	int r;

	if (!board->live) {
		cannot_tell(board);
		return;
	}
	if (board->holding || board->asking || board->recalling || monotonic_us(board) < board->ask_at_us ||
	    recall(board))
		return;
	r = board_request_squares(board->handle);
	if (r > 0) {
		board->asking = (uint32_t)r;
	} else if (r == -EOPNOTSUPP) {
		cannot_tell(board);
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
	if (board->game)
		user_of(board)->squares(board, &board->held);
}

static void on_answer(struct live_board *board, const struct board_answer *answer)
{
	if (answer->request == board->asking)
		answered(board, answer);
	else if (answer->request == board->recalling)
		recalled(board, answer->result);
	else if (!user_of(board)->answered(board, answer) && !live_board_call_answer(board, answer) &&
		 answer->kind != BOARD_REQUEST_SQUARES)
		live_board_display_answer(board, answer);
}

/* --- events --- */

/* What has no number of its own comes behind the event whose number it has: a clock that was read behind the answer. */
static bool is_behind_held(const struct live_board *board, const struct board_event *ev)
{
	return after(ev->seq, board->held.seq) || (ev->type == BOARD_EVENT_TEXT && ev->seq == board->held.seq);
}

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
	if (board->holding && is_behind_held(board, ev))
		deliver_held(board);
	if (board->skipping) {
		if (after(ev->seq, board->skip_seq))
			board->skipping = false;
		else if (ev->type == BOARD_EVENT_LIFT || ev->type == BOARD_EVENT_PLACE)
			return;
	}
	live_board_stream_event(board, ev);
	live_board_clock_event(board, ev);
	if (board->game)
		user_of(board)->event(board, ev);
	else if (ev->type == BOARD_EVENT_LOST)
		board->ask = true;
	user_of(board)->heard(board, ev);
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
	if (board->game)
		user_of(board)->ended(board);
}

bool live_board_read(struct live_board *board)
{
	const struct board_user *user = user_of(board);
	enum board_user_takes takes;
	struct board_event ev;
	int r = 0;

	if (board->reading || board->ended || (!board->live && !board->game))
		return true;
	takes = user->takes(board);
	if (takes == BOARD_USER_SAYS)
		return true;
	if (takes == BOARD_USER_LATER) {
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
		if (board->game && !board->ask)
			board->ask = !board->holding && board->live && !board->skipping && user->needs_squares(board);
	}
	board->reading = false;
	if (board->game)
		user->was_read(board);
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
