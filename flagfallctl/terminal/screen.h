/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game on a terminal: what is shown of it, and its clocks. The board is drawn by screen-board.h. */
#ifndef FLAGFALLCTL_SCREEN_H
#define FLAGFALLCTL_SCREEN_H

#include <stdint.h>
#include <stdio.h>
#include "flagfallctl/ctl.h"
#include "rules/game.h"

struct screen {
	char kind[24];		  /* "chess", … */
	char placement[GAME_FEN]; /* FEN's first field; draughts "W…:B…" */
	bool has_clock;
	char mode[16];	    /* of org.flagfall1.Clock */
	int64_t bonus_us;   /* delay */
	int64_t left_us[2]; /* at boottime_us */
	int64_t boottime_us;
	enum side running;
	char names[2][64];
	uint8_t last[2]; /* squares of the last move, GAME_NO_SQUARE none */
};

/* Fill from the properties of a game's object, as bus_objects() gives them. */
void screen_from_object(struct screen *screen, json_t *object);

/* The squares of the last move, from its coordinates. */
void screen_set_last(struct screen *screen, const char *uci);
void screen_forget_last(struct screen *screen);

/* The letters of all squares from a placement; false if it cannot be read. */
bool screen_read_placement(const struct game *game, const char *placement, char squares[static GAME_MAX_SQUARES]);

/* CLOCK_BOOTTIME, microseconds. */
int64_t screen_now(void);
/* What a clock shows at that time: counted down from the last publication. */
int64_t screen_left(const struct screen *screen, enum side side, int64_t now);
/* What the clocks show now. */
void screen_clocks_now(const struct screen *screen, int64_t us[static 2]);

/* One line: both names, both clocks, counted down from the last publication, who runs. */
void screen_draw_clocks(const struct ctl *ctl, const struct screen *screen, FILE *out);
void screen_draw_clocks_at(const struct ctl *ctl, const struct screen *screen, int64_t now, FILE *out);

#endif
