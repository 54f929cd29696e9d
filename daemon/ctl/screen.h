/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game drawn with characters: board and clocks. For status and monitor. */
#ifndef CTL_SCREEN_H
#define CTL_SCREEN_H

#include <stdint.h>
#include <stdio.h>
#include "daemon/ctl/ctl.h"
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
};

/* Fill from the properties of a game's object, as bus_objects() gives them. */
void screen_from_object(struct screen *screen, json_t *object);

/* The letters of all squares from a placement; false if it cannot be read. */
bool screen_read_placement(const struct game *game, const char *placement, char squares[static GAME_MAX_SQUARES]);

/* Two boards side by side, in plain letters; squares on which they differ have a * before them. */
void screen_draw_two(const struct game *game, const char *left_title, const char *left, const char *right_title,
		     const char *right, FILE *out);

/* The board, one line a row; returns the number of lines. Nothing for a placement that cannot be read. */
int screen_draw_board(const struct ctl *ctl, const struct screen *screen, FILE *out);

/* What the clocks show now: counted down from the last publication. */
void screen_clocks_now(const struct screen *screen, int64_t us[static 2]);

/* One line: both names, both clocks, counted down from the last publication, who runs. */
void screen_draw_clocks(const struct ctl *ctl, const struct screen *screen, FILE *out);

#endif
