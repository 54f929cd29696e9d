/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The closed turns of a game as they were published. The last ones are kept in full; of the others only what does not
 * follow from the position before them, sixteen beside each other: who wants one of them reads from the beginning.
 */
#ifndef SHELL_PUBLISHED_LINE_H
#define SHELL_PUBLISHED_LINE_H

#include <stdbool.h>

#include "rules/game.h"

struct published_turn {
	enum side side;
	const char *uci, *san; /* SAN "" where it is not public, or there is none */
	const char *placement;
	const char *set_fen; /* the position that a person had set before it, NULL none */
	const char *remark;  /* what the record says after it: the clocks as a person set them, NULL nothing */
	int64_t left_us;     /* the mover's, after the press; -1 without a clock */
	int64_t t_us;
	int64_t made_us;	    /* CLOCK_BOOTTIME when it was published */
	struct game_position after; /* what placement shows, for what follows from it */
};

/* What a turn left, from which the next one follows. */
struct published_base {
	struct game_position pos;
	int64_t left_us[2], t_us, made_us;
};

struct published_line {
	const struct game *game;
	unsigned count;
	unsigned packed;	     /* of them */
	struct published_turn *open; /* the others; their texts are the list's */
	unsigned open_room;
	unsigned char **page;
	unsigned page_room;
	struct published_base start, end; /* before the first, and behind the last that is packed */
};

void published_line_init(struct published_line *line, const struct game *game, const struct game_position *start);
void published_line_done(struct published_line *line);
/* A copy behind the others. 0 or -ENOMEM. */
int published_line_add(struct published_line *line, const struct published_turn *turn);
/* In its place; what is said of it beside its move and its time left stays. 0 or -ENOMEM. */
int published_line_set(struct published_line *line, unsigned ply, const struct published_turn *turn);
/* The last has this remark. 0 or -ENOMEM. */
int published_line_remark(struct published_line *line, const char *remark);
/* Turns from that one on are no more. 0; -ENOMEM: they are. */
int published_line_cut(struct published_line *line, unsigned count);
/* NULL: there is none. It stays where it is until the list is changed. */
const struct published_turn *published_line_last(const struct published_line *line);
/* Nobody waits: what is not among the last goes to where it takes little room. */
void published_line_pack(struct published_line *line);

struct published_reader {
	const struct published_line *line;
	unsigned next;
	const unsigned char *at;
	struct published_base base;
	char uci[GAME_TEXT], san[GAME_TEXT], placement[GAME_FEN];
};

void published_reader_init(struct published_reader *reader, const struct published_line *line);
/* The next, whose texts stay until the one after it; with_san: else that is missing. False: there is none. */
bool published_reader_next(struct published_reader *reader, bool with_san, struct published_turn *ret);

#endif
