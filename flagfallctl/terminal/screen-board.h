/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A board drawn with characters: squares by their background where the terminal has colours, letters and dots where
 * not. */
#ifndef FLAGFALLCTL_SCREEN_BOARD_H
#define FLAGFALLCTL_SCREEN_BOARD_H

#include "flagfallctl/terminal/screen.h"

/*
 * The board, one line a row; returns the number of lines. Nothing for a placement that cannot be read. The squares of
 * the last move are coloured, or without colours stand between < (from) and > (to).
 */
int screen_draw_board(const struct ctl *ctl, const struct screen *screen, FILE *out);

/* One line: what each side has captured; returns 1, or 0 and nothing where nothing is captured or it cannot be told. */
int screen_draw_captured(const struct ctl *ctl, const struct screen *screen, FILE *out);

/* Two boards side by side, in plain letters; squares on which they differ have a * before them. */
void screen_draw_two(const struct game *game, const char *left_title, const char *left, const char *right_title,
		     const char *right, FILE *out);

#endif
