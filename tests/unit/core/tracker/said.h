/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that a tracker says, as three numbers: how the game was read at last, what was said when, and why. */
#ifndef TESTS_TRACKER_SAID_H
#define TESTS_TRACKER_SAID_H

#include <stdio.h>
#include <string.h>

#include "daemon/core/tracker/guidance.h"
#include "daemon/core/tracker/tracker.h"

struct said {
	uint64_t read, said, why;
};

static inline void add_bytes(uint64_t *sum, const void *bytes, size_t size)
{
	const unsigned char *b = bytes;

	for (size_t i = 0; i < size; i++)
		*sum = (*sum ^ b[i]) * UINT64_C(0x100000001b3);
}

/* Each number byte by byte, so that every machine makes the same of it. */
static inline void add_number(uint64_t *sum, int64_t n)
{
	for (unsigned i = 0; i < 8; i++)
		*sum = (*sum ^ (uint8_t)((uint64_t)n >> 8 * i)) * UINT64_C(0x100000001b3);
}

static inline void add_position(uint64_t *sum, const struct game *game, const struct game_position *pos)
{
	char text[GAME_FEN];

	game->format(pos, text);
	add_bytes(sum, text, strlen(text));
}

static inline void add_move(uint64_t *sum, const struct game_move *m)
{
	const unsigned bytes[] = { m->from, m->to, (unsigned char)m->promotion, m->flags };

	for (unsigned i = 0; i < sizeof(bytes) / sizeof(*bytes); i++)
		add_number(sum, bytes[i]);
	add_number(sum, (int64_t)m->captured);
	if (m->flags & GAME_MOVE_CASTLING)
		add_number(sum, m->rook_from << 8 | m->rook_to);
}

static inline void add_turn(uint64_t *sum, const struct game *game, const struct turn *turn)
{
	add_number(sum, turn->side);
	add_number(sum, turn->kind);
	add_number(sum, turn->fault);
	add_number(sum, turn->has_move << 3 | turn->from_disorder << 2 | turn->unsure << 1 | turn->unpressed);
	add_number(sum, turn->from << 8 | turn->to);
	add_number(sum, turn->kind == TURN_ILLEGAL ? turn->piece : 0);
	if (turn->has_move)
		add_move(sum, &turn->move);
	if (turn->unsure)
		for (unsigned i = 0; i < turn->other_count; i++)
			add_move(sum, &turn->other[i].move);
	for (unsigned i = 0; i < turn->displaced_count; i++) {
		add_number(sum, turn->displaced[i].from << 8 | turn->displaced[i].to);
		add_number(sum, turn->displaced[i].piece << 1 | turn->displaced[i].inherited);
	}
	for (unsigned i = 0; i < turn->touched_count; i++) {
		add_number(sum, turn->touched[i].square << 8 | (unsigned char)turn->touched[i].piece);
		add_number(sum, turn->touched[i].t_us);
	}
	add_bytes(sum, turn->placement, game->squares);
	add_number(sum, turn->t_us);
	add_number(sum, turn->set_down_us);
}

static inline void add_fact(struct said *s, const struct game *game, const struct tracker_fact *f)
{
	add_number(&s->said, f->type);
	add_number(&s->said, f->t_us);
	add_number(&s->said, f->side);
	add_number(&s->said, f->ply);
	switch (f->type) {
	case TRACKER_TOUCHED:
		add_number(&s->said, f->square << 8 | (unsigned char)f->piece);
		return;
	case TRACKER_SET_DOWN:
	case TRACKER_TAKEN_BACK:
		add_move(&s->said, &f->move);
		return;
	case TRACKER_AMBIGUOUS:
		for (unsigned i = 0; i < f->turn.other_count; i++)
			add_move(&s->said, &f->turn.other[i].move);
		/* fall through */
	case TRACKER_TURN:
	case TRACKER_REVISED:
	case TRACKER_WRONG_SETUP:
		add_turn(&s->said, game, &f->turn);
		return;
	case TRACKER_KINGS_CENTRE:
		add_number(&s->said, f->winner);
		return;
	default:
		return;
	}
}

/* What it answers when it is asked, after each event. */
static inline void add_answers(struct said *s, const struct game *game, const struct tracker *t)
{
	struct tracker_step step[GAME_MAX_SQUARES];
	const unsigned steps = tracker_guidance(t, step);
	const struct game_position *pos = tracker_provisional_position(t);
	char squares[GAME_MAX_SQUARES];
	struct game_position after;
	struct game_move move;
	struct turn guess;

	add_number(&s->said, tracker_deadline(t));
	add_number(&s->said, tracker_press_rebounded(t) << 4 | tracker_press_pending(t) << 3 |
				     tracker_moved_early(t) << 2 | tracker_turned(t) << 1 | tracker_restoring(t));
	if (tracker_guess(t, &guess) == 0)
		add_turn(&s->said, game, &guess);
	if (tracker_standing_move(t, &move, &after)) {
		add_move(&s->said, &move);
		add_position(&s->said, game, &after);
	}
	for (unsigned i = 0; i < steps; i++)
		add_number(&s->said, step[i].from << 16 | step[i].to << 8 | (unsigned char)step[i].piece);
	tracker_placement(t, squares);
	add_bytes(&s->said, squares, game->squares);
	add_number(&s->said, game->to_move(pos));
	game->placement(pos, squares);
	add_bytes(&s->said, squares, game->squares);
}

/* Why the last turns are read as they are. */
static inline void add_reasons(struct said *s, const struct tracker *t)
{
	const unsigned turns = tracker_turns(t);
	char text[2048];

	for (unsigned i = turns > 3 ? turns - 3 : 0; i < turns; i++) {
		const int n = tracker_explain(t, i, text, sizeof(text));

		add_number(&s->why, n);
		if (n > 0)
			add_bytes(&s->why, text, strlen(text));
	}
}

/* At last. */
static inline void add_game(struct said *s, const struct game *game, const struct tracker *t)
{
	for (unsigned i = 0; i < tracker_turns(t); i++) {
		const struct turn *turn = tracker_turn(t, i);

		if (turn)
			add_turn(&s->read, game, turn);
	}
	add_position(&s->read, game, tracker_start(t));
	add_position(&s->read, game, tracker_position(t));
	add_position(&s->read, game, tracker_provisional_position(t));
}

#endif
