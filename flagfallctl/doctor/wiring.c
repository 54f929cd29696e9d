// SPDX-License-Identifier: GPL-2.0-or-later
/* What was tried on a board, and what it reported: see wiring.h. */
#include "flagfallctl/doctor/wiring.h"

#include <stdio.h>
#include <string.h>

#include "flagfallctl/doctor/wiring-inside.h"

/* A draughts board has a switch under each dark square only: crossing = rank * files + file. */
static int square_of(const struct wiring *w, unsigned at)
{
	const unsigned rank = at / w->files, file = at % w->files;

	return (int)(w->size == 8 ? rank * 8 + file : rank * 10 + 2 * file + rank % 2);
}

static int crossing_of(const struct wiring *w, unsigned square)
{
	const unsigned rank = square / w->size, column = square % w->size;

	if (square >= w->size * w->size)
		return -1;
	if (w->size == 8)
		return (int)square;
	return column % 2 == rank % 2 ? (int)(rank * 5 + column / 2) : -1;
}

void wiring_start(struct wiring *w, unsigned size, const struct board_squares *first)
{
	memset(w, 0, sizeof(*w));
	w->size = w->ranks = size;
	w->files = size == 8 ? 8 : 5;
	for (unsigned at = 0; at < wiring_crossings(w); at++)
		w->first[at] = first->squares[square_of(w, at)] != '.';
	w->first_lever = first->lever;
}

unsigned wiring_tries(const struct wiring *w)
{
	return wiring_crossings(w) + WIRING_PRESSES;
}

int wiring_try(const struct wiring *w, unsigned number, bool *stands, enum board_side *side)
{
	if (number >= wiring_crossings(w)) {
		*side = (number - wiring_crossings(w)) % 2 ? BOARD_BLACK : BOARD_WHITE;
		return -1;
	}
	*stands = wiring_stands(w, number);
	return square_of(w, number);
}

void wiring_report(struct wiring *w, unsigned number, const struct board_event *ev)
{
	const unsigned crossings = wiring_crossings(w);

	if (number != w->trying)
		memset(w->away, 0, sizeof(w->away));
	w->trying = number;
	if (ev->type == BOARD_EVENT_PRESS && number >= crossings &&
	    (ev->side == BOARD_WHITE || ev->side == BOARD_BLACK)) {
		w->pressed[number - crossings][ev->side]++;
	} else if ((ev->type == BOARD_EVENT_LIFT || ev->type == BOARD_EVENT_PLACE) && number < crossings) {
		const int at = crossing_of(w, ev->square);

		if (at < 0)
			return;
		w->touched[number][at] = true;
		w->away[at] = !w->away[at];
		if ((unsigned)at == number && w->events[at] < UINT8_MAX)
			w->events[at]++;
	}
}

bool wiring_is_answered(const struct wiring *w, unsigned number)
{
	const unsigned crossings = wiring_crossings(w);
	bool any = false;

	if (number >= crossings)
		return w->pressed[number - crossings][BOARD_WHITE] || w->pressed[number - crossings][BOARD_BLACK];
	for (unsigned at = 0; at < crossings && number == w->trying; at++) {
		if (w->away[at])
			return false;
		any |= w->touched[number][at];
	}
	return any;
}

const char *wiring_square(const struct wiring *w, int square, char name[static 8])
{
	const unsigned rank = (unsigned)square / w->size % w->size, column = (unsigned)square % w->size;

	if (w->size == 8)
		snprintf(name, 8, "%c%u", (char)('a' + column), rank % 8 + 1);
	else
		snprintf(name, 8, "%u", (9 - rank) * 5 + column / 2 + 1);
	return name;
}

const char *wiring_crossing(const struct wiring *w, unsigned at, char name[static 8])
{
	return wiring_square(w, square_of(w, at), name);
}
