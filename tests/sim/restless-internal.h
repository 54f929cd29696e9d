/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the layers of restless hands share: chance, pieces moved in time, and the move being planned. */
#ifndef TESTS_RESTLESS_INTERNAL_H
#define TESTS_RESTLESS_INTERNAL_H

#include <stdlib.h>
#include <string.h>

#include "tests/sim/chance.h"
#include "tests/sim/restless.h"

/* A piece lifted ('.') or put down. */
struct action {
	int64_t t_us;
	uint8_t square;
	char piece;
	bool press;
	uint16_t ply;
};

struct actions {
	struct action *a;
	size_t count, room;
	bool failed;
};

struct play {
	const struct restless_style *style;
	const struct game *game;
	struct chance chance;
	struct actions all;  /* in no order yet */
	struct actions plan; /* of one move */
	int64_t now;	     /* the hand that plans */
	unsigned ply;
	unsigned *tags;
	char pieces[GAME_MAX_SQUARES]; /* by the plan */
};

/* restless.c */
int64_t chance_about_us(struct chance *c, unsigned median_ms); /* from a third of it to four times as long */
void hand_add(struct actions *l, struct action a);
void hand_pass(struct play *p, unsigned ms);
void hand_beat(struct play *p);
bool hand_happens(struct play *p, unsigned in_1000);

/* restless-hands.c: single doings. What they do is added to the plan, p->now goes on. */
void hand_put(struct play *p, unsigned square, char piece);
unsigned hand_any_square(struct play *p, bool (*wanted)(const struct play *p, unsigned q, unsigned near),
			 unsigned near);
bool hand_own_piece(const struct play *p, unsigned q, unsigned side);
void hand_adjust(struct play *p, unsigned q);
void hand_knock(struct play *p, unsigned near, struct actions *later);
void hand_sweep(struct play *p);
void hand_take_back(struct play *p, const struct game_position *pos);
/* later: what is done after the press */
void hand_hold(struct play *p, enum side side);
void hand_plain_move(struct play *p, const struct game_move *m, char after, struct actions *later);
void hand_castle(struct play *p, const struct game_move *m, struct actions *later);

/* restless-plan.c: all moves of a game, each possible with the pieces as they stand. 0 or -ENOMEM. */
int hand_play(struct play *p, const struct hands_score *score);

/* restless-sensors.c: what the sensors report of it. 0 or -ENOMEM. */
int sensors_report(struct play *p, const struct game_position *start, struct restless *ret);

#endif
