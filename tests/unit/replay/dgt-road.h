/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A trace played on an emulated DGT board, read by the board's reader, tracked and clocked by the core: bytes and all,
 * but in a time of its own, so that a game takes milliseconds.
 */
#ifndef TEST_DGT_ROAD_H
#define TEST_DGT_ROAD_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/board-input.h"
#include "replay/replay.h"
#include "emulator/emulated-board.h"
#include "libboard/dgt.h"

#define ROAD_STEP_US 5000

struct dgt_road {
	struct emulated_options options;
	uint32_t grace_us;    /* what the backend says of such boards */
	int64_t gives_us;     /* what the clock gives a press, where the trace does not say */
	const char *rulebook; /* NULL: none */
	bool recorded;	      /* the bytes are read as a file of them is: they have no times but the clock's */
	/* A fault of the line may be made of each byte. Returns how many of out to receive in its place. */
	unsigned (*line)(void *userdata, uint8_t byte, uint8_t out[static 8]);
	void *userdata;
	bool asks; /* for the whole board, after noise and now and then, as the backend does */
	int64_t ask_us;

	struct emulated *board;
	struct dgt_decoder *reader;
	struct replay replay;
	struct core_setup setup;
	int64_t now_us, last_us;
	int failed;
};

static inline void road_take(struct dgt_road *road)
{
	struct board_event ev;
	struct input input;
	char err[160] = "";

	while (board_dgt_decoder_pop(road->reader, &ev)) {
		if (board_to_input(road->setup.game, &ev, road->recorded ? ev.device_us : ev.host_us, &input, err) <= 0)
			continue;
		if (replay_input(&road->replay, &input, err) < 0 && !road->failed)
			road->failed = -EINVAL;
	}
}

static inline void road_hear(struct dgt_road *road)
{
	struct emulated *board = road->board;

	for (size_t i = 0; i < board->size; i++) {
		uint8_t received[8] = { board->out[i] };
		unsigned n = road->line ? road->line(road->userdata, board->out[i], received) : 1;

		for (unsigned k = 0; k < n; k++)
			if (board_dgt_decoder_byte(road->reader, received[k], road->now_us) < 0 && road->asks)
				road->ask_us = road->now_us;
		road_take(road);
	}
	board->size = 0;
}

static inline void road_until(struct dgt_road *road, int64_t t_us)
{
	while (road->now_us < t_us) {
		road->now_us += ROAD_STEP_US;
		road->board->kind->advance(road->board, road->now_us < t_us ? road->now_us : t_us);
		if (road->asks && road->now_us >= road->ask_us) {
			road->board->kind->receive(road->board, 0x42);
			road->ask_us = road->now_us + 1000000;
		}
		road_hear(road);
	}
}

static inline void road_tell(struct dgt_road *road, uint8_t command)
{
	road->board->kind->receive(road->board, command);
	road_hear(road);
}

/* Plays the trace; *moves is what --moves prints, for the caller to free. 0, or a negative errno value. */
static inline int road_play(struct dgt_road *road, const char *path, char **moves)
{
	char uri[4200], letters[GAME_MAX_SQUARES], squares[64], err[160];
	struct clock_control control;
	struct board *trace;
	struct board_event ev;
	json_t *header;
	size_t n;
	FILE *f;
	int r;

	snprintf(uri, sizeof(uri), "trace:%s", path);
	r = board_open(uri, NULL, &trace);
	if (r < 0)
		return r;
	header = json_loads(board_get_header(trace), 0, NULL);
	r = core_setup_from_json(header, &road->setup, err);
	json_decref(header);
	if (r < 0)
		return r;
	control = road->setup.clock;
	if (control.mode == CLOCK_NONE)
		control = (struct clock_control){ .mode = road->gives_us ? CLOCK_FISCHER : CLOCK_SUDDEN_DEATH,
						  .start_us = { 7200000000, 7200000000 },
						  .bonus_us = road->gives_us };
	control.running = NO_SIDE;
	road->setup.sensors = TRACKER_PIECE_ID;
	road->setup.has_lever = true;
	road->setup.scan_us = 250000;
	road->setup.grace_us = road->grace_us;
	memset(letters, '.', sizeof(letters));
	road->setup.game->placement(&road->setup.start, letters);
	for (unsigned i = 0; i < 64; i++)
		squares[road->setup.game->cell_of_square(i)] = letters[i];
	road->board = emulated_new(&emulated_dgt, &road->options, &control, squares);
	road->board->is_plugged = true;
	road->reader = calloc(1, sizeof(*road->reader));
	road->reader->recorded = road->recorded;
	r = core_new(&road->setup, NULL, NULL, &road->replay.core, err);
	if (r < 0)
		return r;
	road->now_us = road->failed = 0;
	/* as the backend does before it listens */
	road_tell(road, 0x42);
	road_tell(road, 0x41);
	road_tell(road, 0x43);
	road->board->kind->start(road->board, WHITE);
	while (board_read(trace, &ev) == 1) {
		road_until(road, ev.device_us);
		emulated_apply(road->board, &ev);
	}
	road_until(road, road->now_us + 3000000);
	board_dgt_decoder_end(road->reader);
	road_take(road);
	replay_finish(&road->replay, err);
	f = open_memstream(moves, &n);
	r = replay_moves(road->replay.core, f);
	fclose(f);
	board_close(trace);
	return r < 0 ? r : road->failed;
}

static inline void road_done(struct dgt_road *road)
{
	core_free(road->replay.core);
	core_setup_done(&road->setup);
	free(road->board);
	free(road->reader);
}

#endif
