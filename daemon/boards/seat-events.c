/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/seat-events.h"

#include <errno.h>
#include <string.h>
#include <syslog.h>

#include "replay/board-input.h"
#include "daemon/games/pending-start.h"
#include "daemon/boards/seat-calls.h"
#include "daemon/boards/seat-clock.h"
#include "daemon/boards/seat-dbus.h"
#include "daemon/boards/seat-display.h"
#include "daemon/boards/seat-game.h"
#include "daemon/boards/seat-stream.h"
#include "daemon/games/session-feed.h"
#include "daemon/games/session-signals.h"
#include "daemon/games/session-time.h"

#define READ_BATCH 64
#define ASK_AGAIN_US 500000
#define MAX_STAGED 65536 /* inputs kept in memory while the journal is not written */

/* --- to the game --- */

static void feed(struct seat *seat, struct input *input)
{
	struct session *s = seat->session;
	char err[160] = "";
	int r;

	if (input->t_us < 0) /* from before the game */
		return;
	r = session_take(s, input, err);
	if (r == -EINVAL)
		note(LOG_WARNING, "Board %s: game %s does not accept this event: %s", seat->name, s->id, err);
}

/* What has no time of the board's own (that something was lost) came after all that has. */
static int64_t time_of(const struct seat *seat, int64_t host_us, int64_t device_us)
{
	if (seat->session->map.source == TIME_DEVICE && device_us == BOARD_NO_TIME)
		return session_now(seat->session);
	return timemap_event(&seat->session->map, host_us, device_us);
}

/*
 * Events were missed, a press may be among them: the lever that is down shows it, unless it was down before and an
 * arbiter has started that side's clock again.
 */
static void feed_missed_press(struct seat *seat, const struct board_squares *squares, int64_t t_us)
{
	struct session *s = seat->session;
	const struct game_clock *clock = core_clock(s->core);
	struct input input;

	if (s->setup.lever == LEVER_BOARD && lever_to_input(squares, t_us, &input) > 0 && input.side != s->pressed &&
	    clock->control.mode != CLOCK_NONE && clock->running == input.side && s->last_t_us > 0)
		feed(seat, &input);
}

static void feed_squares(struct seat *seat, const struct board_squares *squares)
{
	struct input input;

	squares_to_input(seat->session->setup.core.game, squares, time_of(seat, squares->host_us, squares->device_us),
			 &input);
	feed(seat, &input);
	feed_missed_press(seat, squares, input.t_us);
}

static void feed_event(struct seat *seat, const struct board_event *ev)
{
	struct session *s = seat->session;
	int64_t t_us = time_of(seat, ev->host_us, ev->device_us), last_us = s->last_t_us;
	struct input input;
	char err[160];
	/* a lever that the game was started without is no lever */
	int r = ev->type == BOARD_EVENT_PRESS && s->setup.lever != LEVER_BOARD ?
			0 :
			board_to_input(s->setup.core.game, ev, t_us, &input, err);

	if (r < 0)
		note(LOG_WARNING, "Board %s: invalid event: %s", seat->name, err);
	if (r == 0) /* a light square of a draughts board */
		return;
	if (r > 0 && input.type != INPUT_TICK) /* time comes from the map, below or by the timer */
		feed(seat, &input);
	if (ev->type == BOARD_EVENT_SQUARES)
		feed_missed_press(seat, ev->squares, t_us);
	if (ev->type == BOARD_EVENT_LOST)
		seat->ask = true;
	if (s->map.source == TIME_DEVICE && ev->device_us != BOARD_NO_TIME) {
		const bool is_beat = t_us / BEAT_US != last_us / BEAT_US;

		context_now(seat->context);
		if (t_us >= 0)
			timemap_follow(&s->map, &seat->context->machine, t_us);
		session_release(s, t_us - 1);
		session_tick(s, t_us);
		if (t_us > s->last_t_us)
			s->last_t_us = t_us;
		if (is_beat && core_is_silent(s->core)) /* its time may pass without this machine's */
			context_beat(s->context);
	}
}

/* --- the whole board --- */

/* The session knows where it is in time again. */
static void come_back(struct seat *seat, const struct board_squares *squares)
{
	struct session *s = seat->session;
	const struct board_info *info = board_get_info(seat->board);

	seat->returning = false;
	if (timemap_return(&s->map, context_now(seat->context), squares->device_us, info->boot_id))
		note(LOG_NOTICE, "Board %s: its own time has restarted; game %s goes on by the machine's clock",
		     seat->name, s->id);
	s->map_changed = true;
	note(LOG_INFO, "Board %s is back: game %s goes on", seat->name, s->id);
	session_changed(s, SESSION_STATE);
}

static uint64_t monotonic_us(struct seat *seat)
{
	uint64_t now = 0;

	sd_event_now(seat->context->event, CLOCK_MONOTONIC, &now);
	return now;
}

static void ask_later(struct seat *seat)
{
	seat->ask_at_us = monotonic_us(seat) + ASK_AGAIN_US;
	seat_read_later(seat, ASK_AGAIN_US);
}

/*
 * A board that was away in mid-game may have kept a log: what was done meanwhile is reported as events then, and the
 * whole board after them. True: it is asked for it.
 */
static bool recall(struct seat *seat)
{
	const struct game *game;
	char squares[GAME_MAX_SQUARES], cells[BOARD_MAX_SQUARES];
	int r;

	if (!seat->returning || seat->keeps_no_log || seat_time_source(seat) != TIME_HOST)
		return false;
	game = seat->session->setup.core.game;
	tracker_placement(core_tracker(seat->session->core), squares);
	memset(cells, '.', sizeof(cells));
	for (unsigned i = 0; i < game->squares; i++)
		if (game->cell_of_square(i) >= 0)
			cells[game->cell_of_square(i)] = squares[i];
	r = board_request_recall(seat->board, cells);
	if (r < 0)
		return false;
	seat->recalling = (uint32_t)r;
	return true;
}

static void recalled(struct seat *seat, int result)
{
	static const struct board_squares none = { .device_us = BOARD_NO_TIME };

	seat->recalling = 0;
	if (result < 0) {
		seat->keeps_no_log = true;
	} else if (seat->session && seat->returning) {
		seat->ask = false;
		come_back(seat, &none);
	}
}

/* A game asks again; where there is none, the next game does, and who subscribes to the board. */
static void cannot_ask(struct seat *seat, const char *why)
{
	note(seat->session ? LOG_WARNING : LOG_INFO, "Board %s does not report its squares: %s", seat->name, why);
	if (seat->session)
		ask_later(seat);
	else
		seat->ask = false;
}

/* It has no way to say what stands on it. */
static void return_unasked(struct seat *seat)
{
	if (seat->returning && seat->session)
		session_changed(seat->session, SESSION_STATE);
	seat->returning = false;
}

static void ask(struct seat *seat)
{
	int r;

	if (!seat->live) {
		seat->ask = false;
		return_unasked(seat);
		return;
	}
	if (seat->holding || seat->asking || seat->recalling || monotonic_us(seat) < seat->ask_at_us || recall(seat))
		return;
	r = board_request_squares(seat->board);
	if (r > 0) {
		seat->asking = (uint32_t)r;
	} else if (r == -EOPNOTSUPP) {
		seat->ask = false;
		return_unasked(seat);
	} else {
		cannot_ask(seat, board_error(seat->board));
	}
}

static bool after(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) > 0;
}

/* The answer is held until the events that it contains have been read. Where later ones have been, it is asked again.
 */
static void answered(struct seat *seat, const struct board_answer *answer)
{
	seat->asking = 0;
	if (answer->result < 0) {
		cannot_ask(seat, answer->error);
	} else if (!after(seat->last_seq, answer->squares.seq)) {
		seat->ask = false;
		seat->holding = true;
		seat->held = answer->squares;
	}
}

static void deliver_held(struct seat *seat)
{
	seat->holding = false;
	seat->skipping = true;
	seat->skip_seq = seat->held.seq;
	if (seat->stream_asks)
		seat_stream_squares(seat, &seat->held);
	if (!seat->session)
		return;
	if (seat->returning)
		come_back(seat, &seat->held);
	feed_squares(seat, &seat->held);
}

static void on_answer(struct seat *seat, const struct board_answer *answer)
{
	if (answer->request == seat->asking)
		answered(seat, answer);
	else if (answer->request == seat->recalling)
		recalled(seat, answer->result);
	else if (seat->start && answer->request == seat->start->request)
		pending_start_answer(seat->start, answer->result, answer->error, &answer->squares);
	else if (!seat_call_answer(seat, answer) && answer->kind != BOARD_REQUEST_SQUARES)
		seat_display_answer(seat, answer);
}

/* --- events --- */

static void on_event(struct seat *seat, const struct board_event *ev)
{
	seat->last_seq = ev->seq;
	seat->context->metrics.events += ev->type == BOARD_EVENT_LIFT || ev->type == BOARD_EVENT_PLACE ||
					 ev->type == BOARD_EVENT_PRESS || ev->type == BOARD_EVENT_PAUSE;
	if (ev->type == BOARD_EVENT_LOST) {
		seat->context->metrics.lost += ev->lost;
		seat->lost = seat->lost + ev->lost < seat->lost ? UINT32_MAX : seat->lost + ev->lost;
		seat_changed(seat, SEAT_LOST);
	}
	if (ev->type == BOARD_EVENT_SQUARES && seat->live)
		seat_changed(seat, SEAT_SENSORS);
	if (seat->holding && after(ev->seq, seat->held.seq))
		deliver_held(seat);
	if (seat->skipping) {
		if (after(ev->seq, seat->skip_seq))
			seat->skipping = false;
		else if (ev->type == BOARD_EVENT_LIFT || ev->type == BOARD_EVENT_PLACE)
			return;
	}
	seat_stream_event(seat, ev);
	seat_clock_event(seat, ev);
	if (ev->type == BOARD_EVENT_LOST && !seat->session)
		seat->ask = true;
	/* A game that waits for the whole board does not know yet when this was. */
	if (seat->session && !seat->returning)
		feed_event(seat, ev);
}

/* What is wrong with its clock stays so, and is shown; bytes that could not be read have passed. */
static void keep_remark(struct seat *seat)
{
	const char *fault = board_error(seat->board);

	if (!strstr(fault, "the clock "))
		return;
	snprintf(seat->remark, sizeof(seat->remark), "%s", fault);
	seat_changed(seat, SEAT_REMARK);
}

static void at_end(struct seat *seat)
{
	seat->ended = true;
	sd_event_source_set_enabled(seat->io, SD_EVENT_OFF);
	if (seat->session) {
		struct input finish = { .type = INPUT_FINISH },
			     end = { .type = INPUT_TICK, .t_us = seat->session->last_t_us };
		char err[160];

		core_input(seat->session->core, &finish, err);
		session_feed(seat->session, &end, NULL, err);
	}
}

bool seat_read(struct seat *seat)
{
	struct board_event ev;
	int r = 0;

	if (seat->reading || seat->ended || (!seat->live && !seat->session))
		return true;
	if (seat->start && seat->start->session) /* what it says now is of that game */
		return true;
	if (seat->session && journal_staged(seat->context->journal) >= MAX_STAGED) {
		/* The board's own queue is next; it is bounded too and reports what it lost. */
		if (seat->io)
			sd_event_source_set_enabled(seat->io, SD_EVENT_OFF);
		seat_read_later(seat, ASK_AGAIN_US);
		return true;
	}
	if (seat->io)
		sd_event_source_set_enabled(seat->io, SD_EVENT_ON);
	seat->reading = true;
	for (int i = 0; i < READ_BATCH; i++) {
		if (seat->ask)
			ask(seat);
		r = board_read(seat->board, &ev);
		if (r == 1 && ev.type == BOARD_EVENT_ANSWER) {
			on_answer(seat, board_get_answer(seat->board));
		} else if (r == 1) {
			on_event(seat, &ev);
		} else if (r == -EAGAIN && seat->holding) {
			deliver_held(seat);
		} else if (r == -EBADMSG) {
			seat->unreadable++;
			keep_remark(seat);
			note(LOG_WARNING, "Board %s: %s", seat->name, board_error(seat->board));
		} else {
			break;
		}
		if (seat->session && !seat->ask) {
			struct core_state state;

			core_get_state(seat->session->core, &state);
			seat->ask = state.wants_squares && !seat->holding && seat->live && !seat->skipping;
		}
	}
	seat->reading = false;
	if (seat->session)
		session_arm(seat->session);
	if (r == 1 || r == -EBADMSG) { /* more is waiting: others first */
		seat_read_later(seat, 0);
	} else if (r == -ENODATA) {
		at_end(seat);
	} else if (r < 0 && r != -EAGAIN) {
		note(LOG_NOTICE, "Board %s is disconnected: %s", seat->name,
		     r == -ENODEV ? "unplugged" : board_error(seat->board));
		seat_remove(seat);
		return false;
	}
	return true;
}
