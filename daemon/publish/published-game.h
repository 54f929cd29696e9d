/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What has been published of a game so far, and nothing more: the bus shows this, not the core's state. */
#ifndef DAEMON_PUBLISHED_GAME_H
#define DAEMON_PUBLISHED_GAME_H

#include <jansson.h>

#include "rules/game.h"
#include "daemon/core/core.h"

/* --- published-line.c --- */

struct published_turn {
	enum side side;
	const char *uci, *san; /* SAN "" where it is not public, or there is none */
	const char *placement;
	const char *set_fen; /* the position that a person had set before it, NULL none */
	const char *remark;  /* what the record says after it: the clocks as a person set them, NULL nothing */
	int64_t left_us;     /* the mover's, after the press; -1 without a clock */
	int64_t t_us;
	int64_t made_us; /* CLOCK_BOOTTIME when it was published */
};

/* As it is kept: its texts behind each other. */
struct told_turn {
	char *texts;
	int64_t left_us, t_us, made_us;
	enum side side;
};

/* Zeroed: none yet. */
struct published_line {
	struct told_turn *told;
	unsigned count, room;
};

void published_line_done(struct published_line *line);
/* That turn; its texts stay until it is changed. */
struct published_turn published_line_at(const struct published_line *line, unsigned ply);
/* A copy behind the others. 0 or -ENOMEM. */
int published_line_add(struct published_line *line, const struct published_turn *turn);
/* In its place; what is said of it beside its move and its time left stays. 0 or -ENOMEM. */
int published_line_set(struct published_line *line, unsigned ply, const struct published_turn *turn);
/* The last, which there is, has this remark. 0 or -ENOMEM. */
int published_line_remark(struct published_line *line, const char *remark);
/* Turns from that one on are no more. */
void published_line_cut(struct published_line *line, unsigned count);

/* --- published-game.c --- */

struct published_game {
	struct published_line line;
	char placement[GAME_FEN], start[GAME_FEN];
	char start_fen[GAME_FEN]; /* where the board showed where the game begins; "" it was known */
	char set_fen[GAME_FEN];	  /* a person set that after the last turn, "" nobody did */
	enum side to_move;
	int64_t now_us; /* CLOCK_BOOTTIME of what is applied next */
	int64_t clock_us[2], clock_t_us;
	enum side running;
	bool ran;	/* a clock has run */
	bool by_device; /* the clock beside the board is the game's: nobody named a time control */
	const struct game *game;
	char *last_ruling;   /* as it was published, JSON; NULL none yet */
	char *last_notice;   /* the last one that is more than a move accepted; NULL none yet */
	char *deciding;	     /* the sentence of the last one with a result, NULL none */
	const char *decided; /* … and that result */
	char *appeal;	     /* the sentence of the last one on an appeal against the result, NULL there was none */
	const char *ruling, *reason, *result;
	json_t *standing;     /* a ruling that was published and would be another one now: these texts are its own */
	const char *question; /* what a person is asked about, "" nothing */
	bool absent[2];	      /* who is not there yet */
	bool over;
};

void published_game_init(struct published_game *game, const struct core *core);
/* 0 or -ENOMEM. json: its text, as publication_format() makes it, where somebody has it; NULL nobody has. */
int published_game_apply(struct published_game *game, const struct publication *publication, const char *json);
/* It is over with that result, which lives as long as the program, or goes on after all. The players may have shown it
 * by their kings, or the arbiter may have given it, without a ruling. */
void published_game_end(struct published_game *game, bool over, const char *result);
/* The last ruling is this one, as the journal has it, whatever was applied; NULL there was none. 0 or -ENOMEM. */
int published_game_let_stand(struct published_game *game, json_t *ruling);
void published_game_free(struct published_game *game);

#endif
