/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The self-test of a board that somebody has wired: what was done, what the board reported, and what is wired wrongly.
 *
 * A line of pieces stands along two edges, on the lowest rank and the first file, but not in the corner where they
 * meet. Then each square is tried: a piece is set down there and taken away, or the piece that stands there is taken
 * away and set down again. The pieces on the edges show what a single piece cannot: a diode that is bridged or turned
 * closes a way through three pieces, and the fourth corner of their rectangle is reported, too.
 *
 * Pure: no I/O. Squares are numbered as libboard has them.
 */
#ifndef FLAGFALLCTL_DOCTOR_WIRING_H
#define FLAGFALLCTL_DOCTOR_WIRING_H

#include <stdbool.h>
#include <stdint.h>

#include "libboard/board.h"

#define WIRING_CROSSINGS 64 /* of the wires of ranks and files: 8x8, or 10x5 on a draughts board */
#define WIRING_PRESSES 4    /* White, Black, White, Black: a rocker can do no other order */

struct wiring {
	unsigned size, ranks, files;
	bool first[WIRING_CROSSINGS];			  /* reported before anything was done */
	uint8_t first_lever;				  /* whose lever was down then, 0 nobody's */
	bool touched[WIRING_CROSSINGS][WIRING_CROSSINGS]; /* [tried][reported] */
	uint8_t events[WIRING_CROSSINGS];		  /* of the square itself, while it was tried */
	uint8_t pressed[WIRING_PRESSES][3];		  /* [try][side]: presses reported */
	unsigned trying;				  /* and of that: */
	bool away[WIRING_CROSSINGS];			  /* another than when it began */
};

/* @size: 8 or 10. @first: what the board reports when the line of pieces stands. */
void wiring_start(struct wiring *w, unsigned size, const struct board_squares *first);

/* The tries, in their order: squares first, presses then. */
unsigned wiring_tries(const struct wiring *w);
/* A square to be tried, and whether a piece of the line stands there; -1: it is a press, of *side. */
int wiring_try(const struct wiring *w, unsigned number, bool *stands, enum board_side *side);
/* While that was done, the board reported this. */
void wiring_report(struct wiring *w, unsigned number, const struct board_event *ev);
/* Has the board reported something, and all is again as it was before that try? No: perhaps never. */
bool wiring_is_answered(const struct wiring *w, unsigned number);

/* "e4", or a draughts board's "32". */
const char *wiring_square(const struct wiring *w, int square, char name[static 8]);

/* Each fault in one sentence, and what to do. Returns how many. */
typedef void (*wiring_say)(void *userdata, const char *what, const char *remedy);
unsigned wiring_diagnose(const struct wiring *w, wiring_say say, void *userdata);

#endif
