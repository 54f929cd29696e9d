// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/sim/trace-player.h"

#include <string.h>
#include <time.h>

/* Events on their way at most, when played as fast as the host takes them. */
#define AHEAD 6
#define SLICE_US NATIVE_BEAT_US
#define ACK_MS 2000
/* A host that has taken nothing for so long listens to nobody: its driver does not read while no program has the board
 * open. */
#define DEAF_US 1000000

static int64_t real_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000LL + ts.tv_nsec / 1000;
}

void trace_player_init(struct trace_player *player, struct sim *sim, const struct emulated_script *trace, double speed)
{
	*player = (struct trace_player){ .sim = sim, .trace = trace, .speed = speed };
}

static void enter(struct trace_player *player, enum trace_player_state state)
{
	player->state = state;
	player->real_us = player->room_us = real_now();
	player->mark_us = sim_time(player->sim);
}

void trace_player_play(struct trace_player *player, unsigned until)
{
	if (!player->begun)
		player->base_us = sim_time(player->sim);
	player->begun = true;
	player->until = until;
	player->until_t_us = 0;
	enter(player, TRACE_PLAYER_PLAYING);
}

void trace_player_play_to(struct trace_player *player, uint64_t t_us)
{
	trace_player_play(player, 0);
	player->until_t_us = t_us;
}

void trace_player_pass(struct trace_player *player, uint64_t us)
{
	player->until_us = sim_time(player->sim) + us;
	enter(player, TRACE_PLAYER_PASSING);
}

void trace_player_run(struct trace_player *player)
{
	enter(player, TRACE_PLAYER_RUNNING);
}

void trace_player_hold(struct trace_player *player)
{
	enter(player, TRACE_PLAYER_HELD);
}

/* How late it may be on the board by now. */
static uint64_t allowed(const struct trace_player *player)
{
	return player->mark_us +
	       (uint64_t)((double)(real_now() - player->real_us) * (player->speed ? player->speed : 1));
}

/* What is played waits for a host to take it; time passes whether one listens or not. */
static bool has_room(struct trace_player *player)
{
	if (player->state == TRACE_PLAYER_PASSING && !sim_host(player->sim))
		return true;
	if (sim_room(player->sim, AHEAD, 20) == 0) {
		player->room_us = real_now();
		return true;
	}
	return player->state == TRACE_PLAYER_PASSING && real_now() - player->room_us > DEAF_US;
}

/* Brings the board's time to target, or nearer to it. True once it is there. */
static bool approach(struct trace_player *player, uint64_t target, int *wait_ms)
{
	uint64_t now = sim_time(player->sim);

	if (player->speed == 0) {
		while (now < target) {
			if (!has_room(player))
				return false;
			now = target - now > SLICE_US ? now + SLICE_US : target;
			sim_advance(player->sim, now);
		}
		return true;
	}
	if (now < target) {
		uint64_t may = allowed(player);
		double left;

		if (may > now)
			sim_advance(player->sim, may < target ? may : target);
		if (may >= target)
			return true;
		left = (double)(target - may) / player->speed / 1000;
		*wait_ms = left > 50 ? 50 : (int)left + 1;
		return false;
	}
	return true;
}

static void press(struct trace_player *player, int side)
{
	struct native_state st;

	sim_get_state(player->sim, &st);
	sim_press(player->sim, side);
	player->presses++;
	if (player->in_step && player->speed == 0 && sim_host(player->sim))
		sim_wait_clock(player->sim, st.clock_set, ACK_MS);
}

static void set_squares(struct sim *sim, const struct board_squares *squares)
{
	char text[BOARD_MAX_SQUARES + 1] = "";

	memcpy(text, squares->squares, squares->count);
	sim_set_squares(sim, text);
}

static void happen(struct trace_player *player, const struct board_event *ev)
{
	switch (ev->type) {
	case BOARD_EVENT_LIFT:
		sim_lift(player->sim, ev->square);
		break;
	case BOARD_EVENT_PLACE:
		sim_place(player->sim, ev->square, ev->piece == '?' ? 0 : ev->piece);
		break;
	case BOARD_EVENT_PRESS:
		press(player, ev->side);
		break;
	case BOARD_EVENT_PAUSE:
		sim_pause(player->sim);
		break;
	case BOARD_EVENT_SQUARES:
		set_squares(player->sim, ev->squares);
		break;
	case BOARD_EVENT_TIME:
		sim_beat(player->sim);
		break;
	default:
		break;
	}
}

static bool play(struct trace_player *player, int *wait_ms)
{
	*wait_ms = 0;
	for (;;) {
		const struct board_event *ev;

		if (player->until && player->presses >= player->until) {
			enter(player, TRACE_PLAYER_HELD);
			return true;
		}
		if (!player->trace || player->next == player->trace->count) {
			enter(player, player->after);
			return true;
		}
		ev = &player->trace->event[player->next];
		if (player->until_t_us && (uint64_t)ev->device_us > player->until_t_us) {
			if (!approach(player, player->base_us + player->until_t_us, wait_ms))
				return false;
			enter(player, TRACE_PLAYER_HELD);
			return true;
		}
		if (!approach(player, player->base_us + (uint64_t)ev->device_us, wait_ms))
			return false;
		if (player->speed == 0 && !has_room(player))
			return false;
		happen(player, ev);
		player->next++;
	}
}

bool trace_player_step(struct trace_player *player, int *wait_ms)
{
	*wait_ms = -1;
	switch (player->state) {
	case TRACE_PLAYER_HELD:
		return false;
	case TRACE_PLAYER_RUNNING:
		sim_advance(player->sim, allowed(player));
		*wait_ms = 50;
		return false;
	case TRACE_PLAYER_PLAYING:
		return play(player, wait_ms);
	case TRACE_PLAYER_PASSING:
		*wait_ms = 0;
		if (!approach(player, player->until_us, wait_ms))
			return false;
		sim_beat(player->sim);
		enter(player, TRACE_PLAYER_HELD);
		return true;
	}
	return false;
}
