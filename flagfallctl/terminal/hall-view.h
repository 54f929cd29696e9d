/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hall as somebody looks at it: which game is chosen, what is asked, what a key means, and the picture of it all.
 * Pure. */
#ifndef FLAGFALLCTL_HALL_VIEW_H
#define FLAGFALLCTL_HALL_VIEW_H

#include "flagfallctl/terminal/hall-model.h"

enum hall_mode { MODE_TABLE, MODE_BOARD, MODE_ASK_PAUSE_ALL, MODE_ASK_RESULT, MODE_VERDICT, MODE_HELP };

/* What a key asks to be done on the bus, to the chosen game unless it is all of them. */
enum hall_action {
	ACTION_NONE,
	ACTION_QUIT,
	ACTION_OPEN, /* its moves are wanted */
	ACTION_PAUSE,
	ACTION_RESUME,
	ACTION_PAUSE_ALL,
	ACTION_VERDICT, /* what stands in text answers the question */
	ACTION_RESULT,	/* the game ends with what its kings say */
};

struct hall_view {
	enum hall_mode mode, back; /* back: where a question was asked */
	char chosen[128];	   /* the game's path, "" none */
	size_t top;		   /* first game on the screen */
	char text[200];		   /* being typed */
	char message[256];	   /* what came of the last act, "" nothing */
	char moves[2048];	   /* of the open game, as players write them */
	int width, height;
};

/* The chosen one, where there is one; the first, where it is gone. */
struct hall_game *hall_chosen(struct hall_view *view, const struct hall *hall);
/* A key of terminal.h. */
enum hall_action hall_key(struct hall_view *view, struct hall *hall, int key);
/* The whole picture, a line a row of the terminal. now: CLOCK_BOOTTIME; clock: the time of day, written out. */
void hall_draw(const struct ctl *ctl, struct hall_view *view, const struct hall *hall, int64_t now, const char *clock,
	       FILE *out);

#endif
