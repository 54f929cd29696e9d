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
#define LATE_US 2000000 /* so late its clock is told at most */
#define FLAG_US 1000000 /* 0:00 may be less than a second, and a flag when it has stood so long */

struct table {
	char serial[TABLE_SERIAL];
	char path[sizeof(((struct socket_link *)0)->path)];
	struct native_board board;
	struct socket_link link;
	bool is_there, has_clock;
	bool moved; /* since its clock was told, or while nobody told of it */
	char ran;   /* whose time ran last, ' ' not known */
	struct table_times times;
	char falls, fell; /* whose time has come to 0:00 at falls_us; whose flag has fallen; ' ' nobody's */
	uint64_t falls_us, shown_us;
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
	t->ran = t->falls = t->fell = ' ';
	return t;
}

void table_leave(struct table *t)
{
	if (!t->is_there)
		return;
	socket_link_unplug(&t->link, &t->board);
	t->is_there = false;
	t->link.has_clock = false;
	t->falls = t->fell = ' '; /* whose time ran is known: a press that nobody told of shows when it runs again */
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
	native_init(&t->board,
		    &(struct native_config){ .size = 8,
					     .sensors = SBW_SENSORS_PIECE_ID,
					     .features = t->has_clock ? SBW_FEATURE_LEVER | SBW_FEATURE_PAUSE : 0,
					     .no_features = !t->has_clock,
					     .scan_us = SCAN_US,
					     .beat_us = BEAT_US,
					     .boot_id = (uint32_t)(now_us() >> 10) + ++t->boots,
					     .model = model,
					     .firmware = "API 1.0",
					     .serial = t->serial,
					     .squares = squares,
					     .lever = t->ran == 'w' ? SBW_SIDE_BLACK :
						      t->ran == 'b' ? SBW_SIDE_WHITE :
								      0,
					     .time_us = now_us() });
	t->is_there = socket_link_plug(&t->link, t->path) >= 0;
	t->moved = true;
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
	t->moved |= native_set_squares(&t->board, squares) > 0;
	return true;
}

static uint32_t seconds_of(const struct table_times *times, char side)
{
	return side == 'w' ? times->white_s : times->black_s;
}

/* 0:00 is less than a second, or a flag. */
static uint32_t shown_ms(const struct table *t, char side)
{
	const uint32_t s = seconds_of(&t->times, side);

	return s ? s * 1000 : t->fell == side ? 0 : 1;
}

static bool is_unset(const struct table *t, char side)
{
	return !seconds_of(&t->times, side) && t->times.running != side && t->fell != side;
}

/* Times that nobody has set, or that are reset, are no game's. */
static void show(struct table *t, bool with_event)
{
	if (is_unset(t, 'w') || is_unset(t, 'b')) {
		t->link.has_clock = t->link.tells_clock = false;
		return;
	}
	socket_link_show(&t->link, shown_ms(t, 'w'), shown_ms(t, 'b'),
			 t->times.running == 'w' ? SBW_SIDE_WHITE :
			 t->times.running == 'b' ? SBW_SIDE_BLACK :
						   0,
			 with_event);
}

/* A flag has fallen when 0:00 has stood for a second, or the clock has stopped there by itself. before: what it showed.
 */
static void take_flag(struct table *t, const struct table_times *before)
{
	const uint64_t now = now_us(), shown_for = now - t->shown_us;
	const bool is_zero = t->ran != ' ' && !seconds_of(&t->times, t->ran);

	t->shown_us = now;
	if (t->times.white_s && t->times.black_s)
		t->fell = ' ';
	if (!is_zero) {
		t->falls = ' ';
	} else if (t->times.running == ' ') {
		if (before->running == t->ran && seconds_of(before, t->ran) * UINT64_C(1000000) <= shown_for + LATE_US)
			t->fell = t->ran;
	} else if (t->falls != t->ran) {
		t->falls = t->ran;
		t->falls_us = now;
	}
}

/* The board has a clock after all: it is another one than it was. */
static void begin_anew(struct table *t)
{
	char squares[SQUARES + 1];

	memcpy(squares, t->board.state.squares, SQUARES + 1);
	table_leave(t);
	begin(t, squares);
}

/* Its lever is pressed by whose time runs now, and its button when nobody's does. True: one of them was. */
static bool tell_hands(struct table *t, char was_running, char ran)
{
	const char running = t->times.running;

	native_advance(&t->board, now_us());
	if (running == ' ' && was_running != ' ' && t->fell == ' ')
		return native_pause(&t->board) > 0;
	return running != ' ' && running != ran &&
	       native_press(&t->board, running == 'w' ? SBW_SIDE_BLACK : SBW_SIDE_WHITE) > 0;
}

/* It stood, pieces have moved, and now the other side's time runs: it was started before its lever was pressed. A press
 * while it stands would end no turn. */
static void run_before(struct table *t, char ran)
{
	const char running = t->times.running;

	t->times.running = ran;
	show(t, false);
	socket_link_serve(&t->link, &t->board);
	t->times.running = running;
}

void table_clock(struct table *t, const struct table_times *times)
{
	struct table_times before;
	bool is_event;
	char ran;

	if (!t->has_clock) {
		t->has_clock = true;
		if (t->is_there)
			begin_anew(t);
	}
	before = t->times;
	ran = t->ran;
	t->times = *times;
	if (times->running != ' ')
		t->ran = times->running;
	take_flag(t, &before);
	if (t->is_there && t->moved && before.running == ' ' && ran != ' ' && times->running != ' ' &&
	    ran != times->running)
		run_before(t, ran);
	is_event = t->is_there && ran != ' ' && tell_hands(t, before.running, ran);
	if (before.running != times->running || before.white_s != times->white_s ||
	    before.black_s != times->black_s) /* it is told again as the board is plugged in */
		t->moved = false;
	show(t, is_event);
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
	if (t->falls != ' ' && t->falls != t->fell && now_us() - t->falls_us >= FLAG_US) {
		t->fell = t->falls;
		show(t, false);
	}
	socket_link_serve(&t->link, &t->board);
}
