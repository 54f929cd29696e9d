/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game on a terminal: what is shown of it, and its clocks. The board is drawn by screen-board.c. */
#ifndef FLAGFALLCTL_TERMINAL_SCREEN_H
#define FLAGFALLCTL_TERMINAL_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <termios.h>

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
/* One line: both names, both clocks, counted down from the last publication, who runs. */
void screen_draw_clocks(const struct ctl *ctl, const struct screen *screen, FILE *out);
void screen_draw_clocks_at(const struct ctl *ctl, const struct screen *screen, int64_t now, FILE *out);

/*
 * --- screen-board.c ---
 * A board drawn with characters: squares by their background where the terminal has colours, letters and dots where
 * not.
 */

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

/* --- terminal.c: A terminal that is drawn on line by line and read key by key. --- */

#define TERMINAL_LINES 300
#define TERMINAL_LINE 2048

enum terminal_key { /* below: the character itself */
		    KEY_NONE = 0,
		    KEY_ENTER = 13,
		    KEY_ESCAPE = 27,
		    KEY_BACKSPACE = 127,
		    KEY_UP = 0x100,
		    KEY_DOWN,
		    KEY_PAGE_UP,
		    KEY_PAGE_DOWN,
		    KEY_HOME,
		    KEY_END,
};

struct terminal {
	struct termios before;
	bool begun;
	int width, height;
	char shown[TERMINAL_LINES][TERMINAL_LINE]; /* what stands there */
	char read[64];				   /* bytes of keys not yet understood */
	int unread;
};

/* Both ends are terminals: the screen is ours until terminal_end(). 0, or a negative errno value. */
int terminal_begin(struct terminal *terminal);
void terminal_end(struct terminal *terminal);
/* Its size may have changed: everything is drawn anew. */
void terminal_resize(struct terminal *terminal);
/* A whole picture, lines with a newline behind each: what differs from what stands there is written. */
void terminal_show(struct terminal *terminal, const char *picture);
/* The next key; KEY_NONE when none is there. -EPIPE: nobody types any more. */
int terminal_key(struct terminal *terminal);

/* --- text-width.c: Text in columns: how wide it is on a terminal, cut and filled to a width. --- */

/* Cells that a text takes in the locale's encoding; a byte that is no character takes one. */
int text_width(const char *text);

/*
 * text_fit - a text cut or filled with blanks to exactly width cells, in buf
 * What is cut off is marked by "." ("…" where the locale has it). Control characters become blanks. Returns buf. size:
 * four bytes a cell and one are enough for what has no combining marks.
 */
char *text_fit(const char *text, int width, char *buf, size_t size);

/* --- colours.c: ANSI sequences where stdout takes them, else "". --- */

const char *colour_bold(const struct ctl *ctl);
const char *colour_dim(const struct ctl *ctl);
const char *colour_red(const struct ctl *ctl);
const char *colour_green(const struct ctl *ctl);
const char *colour_end(const struct ctl *ctl);

/* --- clock-text.c: Times as a chess clock shows them. --- */

#define CLOCK_TEXT 24
/* Microseconds as 1:02:03, 4:05, 0:09.8 below twenty seconds. Never below zero. */
const char *clock_text(char buf[static CLOCK_TEXT], int64_t us);

#endif
