/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/feed.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	STOOD_US = 250000, /* longer than a hand that passes over a square */
	LATE_US = 6000000, /* so long nothing spoke against a move that the pieces never showed: one of them is
			      displaced */
};

void line_init(struct line *l, const struct game *game, const struct game_position *start, unsigned most)
{
	*l = (struct line){ .game = game, .start = *start, .most = most, .kept = UINT_MAX };
}

void line_done(struct line *l)
{
	free(l->told);
	free(l->read);
	*l = (struct line){ 0 };
}

static const struct game_position *told_position(const struct line *l, unsigned count)
{
	return count > 0 ? &l->told[count - 1].after : &l->start;
}

const struct game_position *line_told_position(const struct line *l)
{
	return told_position(l, l->count);
}

const struct game_position *line_read_position(const struct line *l)
{
	return l->read_count > 0 ? &l->read[l->read_count - 1].m.after : told_position(l, l->base);
}

const struct game_position *line_position_before_last(const struct line *l)
{
	return l->read_count > 1 ? &l->read[l->read_count - 2].m.after : told_position(l, l->base);
}

static void play(const struct line *l, const struct game_position *from, const struct game_move *move,
		 struct line_move *ret)
{
	char san[GAME_TEXT];

	*ret = (struct line_move){ .move = *move, .after = *from };
	l->game->move_notation(from, move, san);
	snprintf(ret->san, sizeof(ret->san), "%.15s", san);
	l->game->play(&ret->after, move);
}

/* --- what is read --- */

void line_restart(struct line *l, unsigned base)
{
	l->base = base;
	l->read_count = 0;
}

void line_read_end(struct line *l, unsigned count)
{
	if (count < l->read_count)
		l->read_count = count;
}

void line_read(struct line *l, unsigned i, const struct game_move *move, bool made, int64_t t_us)
{
	struct line_read *r;

	if (i < l->read_count && game_moves_same(&l->read[i].m.move, move)) {
		r = &l->read[i];
		if (made != r->made)
			r->made_us = t_us;
		r->made = made;
		return;
	}
	line_read_end(l, i);
	if (i != l->read_count || l->base + i >= l->most)
		return;
	if (l->read_count == l->read_room) {
		const unsigned room = l->read_room ? 2 * l->read_room : 64;
		struct line_read *more = reallocarray(l->read, room, sizeof(*more));

		if (!more)
			return;
		l->read = more;
		l->read_room = room;
	}
	r = &l->read[i];
	*r = (struct line_read){ .made = made, .made_us = t_us, .stood_us = INT64_MAX };
	play(l, line_read_position(l), move, &r->m);
	l->read_count++;
}

/* --- what stands --- */

/* The first that is read and not told so; read_count: none. */
static unsigned first_untold(const struct line *l)
{
	unsigned i = 0;

	while (i < l->read_count && l->base + i < l->count &&
	       game_moves_same(&l->read[i].m.move, &l->told[l->base + i].move))
		i++;
	return i;
}

void line_passes(struct line *l, int64_t t_us)
{
	for (unsigned i = first_untold(l); i < l->read_count; i++)
		if (l->read[i].stood_us != INT64_MAX && t_us - l->read[i].stood_us >= STOOD_US)
			l->read[i].stood = true;
}

void line_look(struct line *l, const char squares[static SQUARES], int64_t t_us)
{
	char pieces[GAME_MAX_SQUARES];

	for (unsigned i = first_untold(l); i < l->read_count; i++) {
		struct line_read *r = &l->read[i];

		l->game->placement(&r->m.after, pieces);
		if (!squares_agree(squares, pieces))
			r->stood_us = INT64_MAX;
		else if (r->stood_us == INT64_MAX)
			r->stood_us = t_us;
	}
}

/* --- what is told --- */

void line_tell(struct line *l, const struct game_move *move)
{
	if (l->count == l->most)
		return;
	if (l->count == l->room) {
		const unsigned room = l->room ? 2 * l->room : 64;
		struct line_move *more = reallocarray(l->told, room, sizeof(*more));

		if (!more)
			return;
		l->told = more;
		l->room = room;
	}
	play(l, line_told_position(l), move, &l->told[l->count]);
	l->count++;
}

void line_take_back(struct line *l, unsigned count)
{
	if (count >= l->count)
		return;
	if (count < l->kept)
		l->kept = count;
	l->count = count;
	l->revisions++;
}

/* When the i-th is sure: the pieces have stood as it says, or as a later one does; or nothing spoke against it for a
 * while. */
static int64_t sure_us(const struct line *l, unsigned i, int64_t settle_us)
{
	const struct line_read *r = &l->read[i];
	int64_t sure = INT64_MAX;

	if (!r->made)
		return settle_us == INT64_MAX || r->stood_us == INT64_MAX ? INT64_MAX : r->stood_us + settle_us;
	for (unsigned k = i; k < l->read_count; k++) {
		if (l->read[k].stood)
			return r->made_us;
		if (l->read[k].stood_us != INT64_MAX && l->read[k].stood_us + STOOD_US < sure)
			sure = l->read[k].stood_us + STOOD_US;
	}
	return sure < r->made_us + LATE_US ? sure : r->made_us + LATE_US;
}

/* The i-th is told, in place of what was told there. False: there is no memory. */
static bool tell_read(struct line *l, unsigned i)
{
	const struct game_move move = l->read[i].m.move;

	line_take_back(l, l->base + i);
	line_tell(l, &move);
	return l->count == l->base + i + 1;
}

bool line_tell_sure(struct line *l, int64_t settle_us, int64_t t_us)
{
	bool any = false;
	unsigned i;

	while ((i = first_untold(l)) < l->read_count && sure_us(l, i, settle_us) <= t_us && tell_read(l, i))
		any = true;
	return any;
}

void line_tell_all(struct line *l)
{
	unsigned i;

	while ((i = first_untold(l)) < l->read_count && tell_read(l, i))
		;
}

int64_t line_due(const struct line *l, int64_t settle_us)
{
	const unsigned i = first_untold(l);

	return i < l->read_count ? sure_us(l, i, settle_us) : INT64_MAX;
}
