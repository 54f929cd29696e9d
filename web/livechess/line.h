/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the sensors are read to say of a game, and what of it was told. A reading may become another one while hands
 * move; who was told a move has sent it on and cannot take it back. So a move is told when it is sure, in order, and
 * told otherwise only when another one is.
 */
#ifndef WEB_LIVECHESS_LINE_H
#define WEB_LIVECHESS_LINE_H

#include <stdint.h>

#include "rules/game.h"
#include "web/livechess/squares.h"

#define LINE_SAN 16

struct line_move {
	struct game_move move;
	struct game_position after;
	char san[LINE_SAN];
};

struct line_read {
	struct line_move m;
	bool made;	  /* by a press or a reply; else it only stands */
	int64_t made_us;  /* … since when it is read so */
	int64_t stood_us; /* the pieces stand like that since then; INT64_MAX they do not */
	bool stood;	  /* they have, for long enough to be no hand in passing */
};

struct line {
	const struct game *game;
	struct game_position start;
	struct line_move *told;
	unsigned count, room, most;
	unsigned revisions, kept; /* how often what was told was taken back, and of how many moves (UINT_MAX: never) */
	/* What is read of the plies from base on. */
	struct line_read *read;
	unsigned base, read_count, read_room;
};

void line_init(struct line *l, const struct game *game, const struct game_position *start, unsigned most);
void line_done(struct line *l);

/* Behind all that was told; behind all that was read. */
const struct game_position *line_told_position(const struct line *l);
const struct game_position *line_read_position(const struct line *l);
const struct game_position *line_position_before_last(const struct line *l); /* … that was read */

/* Nothing is read any more; what will be follows so many moves that were told. */
void line_restart(struct line *l, unsigned base);
/* The i-th ply behind base is read as this legal move, which may take the place of another one. */
void line_read(struct line *l, unsigned i, const struct game_move *move, bool made, int64_t t_us);
/* Only so many are read. */
void line_read_end(struct line *l, unsigned count);

/* Until t_us nothing has changed; then the sensors show these squares, from White's side. */
void line_passes(struct line *l, int64_t t_us);
void line_look(struct line *l, const char squares[static SQUARES], int64_t t_us);

/* settle_us: how long a move stands until it is told though nothing has made it; INT64_MAX never. */
bool line_tell_sure(struct line *l, int64_t settle_us, int64_t t_us);
/* When that has to be tried again, INT64_MAX: not before something happens. */
int64_t line_due(const struct line *l, int64_t settle_us);

/* Whatever is read was made. */
void line_tell_all(struct line *l);
/* This move follows, whatever is read. */
void line_tell(struct line *l, const struct game_move *move);
/* Only so many moves that were told are true. */
void line_take_back(struct line *l, unsigned count);

#endif
