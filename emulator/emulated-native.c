/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Emulated boards that speak this project's own protocol (native-board.h), on a socket: of 8x8 and of 10x10 squares,
 * with a lever, lights and a display for both clocks. The board's own time is the time of play, so that a game that is
 * played faster leaves the same times on the clock.
 */
#include <endian.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "emulator/emulated-board.h"
#include "emulator/native-board.h"

#define BEAT_US 200000

struct native {
	struct emulated base;
	struct native_board board;
};

static struct native_board *board_of(struct emulated *e)
{
	struct native_board *board = &((struct native *)e)->board;

	if (board->is_plugged && !e->is_plugged)
		native_unplug(board);
	return board;
}

static void native_act(struct emulated *e, const struct board_event *ev)
{
	struct native_board *board = board_of(e);

	if (ev->type == BOARD_EVENT_PRESS)
		native_press(board, ev->side);
	else if (ev->type == BOARD_EVENT_PAUSE)
		native_pause(board);
	else
		native_set_squares(board, e->stands);
}

static void advance(struct emulated *e, int64_t now_us)
{
	native_advance(board_of(e), (uint64_t)now_us);
	e->now_us = now_us;
}

static void power(struct emulated *e)
{
	struct native_board *board = board_of(e);
	uint32_t boot_id;

	if (getrandom(&boot_id, sizeof(boot_id), GRND_NONBLOCK) != sizeof(boot_id))
		boot_id = le32toh(board->info.boot_id) + 1;
	native_unplug(board);
	native_reboot(board, boot_id, (uint64_t)e->now_us);
	native_plug(board);
}

static void show_lights(struct emulated *e, const struct native_state *state)
{
	char text[8 + 4 * BOARD_MAX_SQUARES] = "lights";
	size_t n = strlen(text), none = n;

	for (unsigned i = 0; i < emulated_cells(e); i++)
		if (state->leds[i])
			n += (size_t)snprintf(text + n, sizeof(text) - n, " %c%u", 'a' + i % e->kind->width,
					      1 + i / e->kind->width);
	emulated_show(e, "%s", n > none ? text : "lights off");
}

static void show_clock(struct emulated *e, const struct native_state *state)
{
	static const char *const running[] = { "", ", White's runs", ", Black's runs" };
	const unsigned white = state->white_ms / 100, black = state->black_ms / 100;

	emulated_show(e, "clock %u:%02u.%u %u:%02u.%u%s", white / 600, white / 10 % 60, white % 10, black / 600,
		      black / 10 % 60, black % 10, state->running <= SBW_SIDE_BLACK ? running[state->running] : "");
}

static void on_shown(struct native_board *board, uint8_t request)
{
	struct native *native = (struct native *)((char *)board - offsetof(struct native, board));

	(request == SBW_REQ_SET_LEDS ? show_lights : show_clock)(&native->base, &board->state);
}

static void init(struct emulated *e, const struct clock_control *control)
{
	const bool presence = e->options.sensors == BOARD_PRESENCE;
	struct native_board *board = &((struct native *)e)->board;
	char model[SBW_TEXT_SIZE];

	snprintf(model, sizeof(model), "emulated %ux%u", e->kind->width, e->kind->width);
	native_init(board, &(struct native_config){ .size = (uint8_t)e->kind->width,
						    .sensors = presence ? SBW_SENSORS_PRESENCE : SBW_SENSORS_PIECE_ID,
						    .scan_us = 1000,
						    .beat_us = BEAT_US,
						    .model = model,
						    .firmware = "flagfallctl emulate",
						    .serial = e->options.serial ? e->options.serial : "EMULATED",
						    .squares = e->stands });
	board->on_shown = on_shown;
}

#define NATIVE(called, files) \
	{ \
		.name = called, .size = sizeof(struct native), .width = files, .sensors = BOARD_PRESENCE, \
		.has_lever = true, .init = init, .power = power, .advance = advance, .act = native_act, \
		.native = board_of, \
	}
const struct emulated_kind emulated_native = NATIVE("native", 8);
const struct emulated_kind emulated_native_10x10 = NATIVE("native-10x10", 10);
