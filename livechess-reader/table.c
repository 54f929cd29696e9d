/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "livechess-reader/livechess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "emulator/socket-link.h"

#define SQUARES 64
#define SCAN_US 250000 /* a board is asked that often, and what is between is told as one */
#define BEAT_US 250000

struct table {
	char serial[TABLE_SERIAL];
	char path[sizeof(((struct socket_link *)0)->path)];
	struct native_board board;
	struct socket_link link;
	bool is_there, has_clock;
	char ran; /* whose time ran last, ' ' not known */
	unsigned boots;
};

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

struct table *table_new(const char *serial, const char *path)
{
	struct table *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	snprintf(t->serial, sizeof(t->serial), "%s", serial);
	snprintf(t->path, sizeof(t->path), "%s", path);
	t->link = (struct socket_link){ .listener = -1, .host = -1, .others_wait = true, .is_forgetful = true };
	t->ran = ' ';
	return t;
}

void table_leave(struct table *t)
{
	if (!t->is_there)
		return;
	socket_link_unplug(&t->link, &t->board);
	t->is_there = false;
	t->ran = ' ';
}

void table_free(struct table *t)
{
	if (!t)
		return;
	table_leave(t);
	free(t);
}

const char *table_serial(const struct table *t)
{
	return t->serial;
}

bool table_is_there(const struct table *t)
{
	return t->is_there;
}

/* "rnbqkbnr/8/…": a letter for each square from a1 on. */
static bool read_placement(const char *placement, char squares[static SQUARES + 1])
{
	unsigned row = 7, file = 0;

	memset(squares, '.', SQUARES);
	squares[SQUARES] = '\0';
	for (const char *c = placement; *c && *c != ' '; c++) {
		if (*c == '/' && file == 8 && row > 0) {
			row--;
			file = 0;
		} else if (*c >= '1' && *c <= '8' && file + (unsigned)(*c - '0') <= 8) {
			file += (unsigned)(*c - '0');
		} else if (strchr("KQRBNPkqrbnp", *c) && file < 8) {
			squares[row * 8 + file++] = *c;
		} else {
			return false;
		}
	}
	return row == 0 && file == 8;
}

/* It is plugged in, with what stands there. */
static void begin(struct table *t, const char *squares)
{
	char model[SBW_TEXT_SIZE] = "LiveChess";

	memset(&t->board, 0, sizeof(t->board));
	native_init(&t->board, &(struct native_config){ .size = 8,
							.sensors = SBW_SENSORS_PIECE_ID,
							.features = t->has_clock ? SBW_FEATURE_LEVER : 0,
							.no_features = !t->has_clock,
							.scan_us = SCAN_US,
							.beat_us = BEAT_US,
							.boot_id = (uint32_t)(now_us() >> 10) + ++t->boots,
							.model = model,
							.firmware = "API 1.0",
							.serial = t->serial,
							.squares = squares,
							.time_us = now_us() });
	t->is_there = socket_link_plug(&t->link, t->path) >= 0;
	if (t->is_there)
		native_plug(&t->board);
}

bool table_squares(struct table *t, const char *placement)
{
	char squares[SQUARES + 1];

	if (!read_placement(placement, squares))
		return false;
	if (!t->is_there)
		begin(t, squares);
	native_advance(&t->board, now_us());
	native_set_squares(&t->board, squares);
	return true;
}

void table_clock(struct table *t, bool has_clock, char running)
{
	if (has_clock && !t->has_clock && t->is_there) { /* it has a lever after all: another board than it was */
		char squares[SQUARES + 1];

		memcpy(squares, t->board.state.squares, SQUARES + 1);
		table_leave(t);
		t->has_clock = true;
		begin(t, squares);
	}
	t->has_clock = t->has_clock || has_clock;
	if (!has_clock || running == ' ' || running == t->ran)
		return;
	if (t->is_there && t->ran != ' ') {
		native_advance(&t->board, now_us());
		native_press(&t->board, running == 'w' ? SBW_SIDE_BLACK : SBW_SIDE_WHITE);
	}
	t->ran = running;
}

unsigned table_fds(const struct table *t, struct pollfd *fds)
{
	return t->is_there ? socket_link_fds(&t->link, fds) : 0;
}

void table_serve(struct table *t)
{
	if (!t->is_there)
		return;
	native_advance(&t->board, now_us());
	socket_link_serve(&t->link, &t->board);
}
