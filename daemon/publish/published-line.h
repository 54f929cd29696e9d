/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The closed turns of a game as they were published. The core's turns are read anew and revised, and what is published
 * of that waits for the disk: the texts here are those that were sent, and nothing of them is looked up elsewhere.
 */
#ifndef DAEMON_PUBLISHED_LINE_H
#define DAEMON_PUBLISHED_LINE_H

#include "rules/game.h"

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

#endif
