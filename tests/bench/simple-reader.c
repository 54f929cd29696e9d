/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "tests/bench/simple-reader.h"

enum { QUIET_US = 300000 };

static bool agrees(const struct simple_reader *s, char stands, char is)
{
	return s->named ? stands == is || (s->game->shows_as && s->game->shows_as(stands, is)) :
			  (stands == '.') == (is == '.');
}

/*
 * Is that position shown? Where sensors name the pieces, each square that the move changed must be right and quiet;
 * elsewhere a piece may be in a hand, but nothing stand that should not. By occupancy alone all squares must be.
 */
static bool shown(const struct simple_reader *s, const struct game_position *pos, const struct game_position *before,
		  int64_t t_us)
{
	char stands[GAME_MAX_SQUARES], stood[GAME_MAX_SQUARES];

	memset(stands, '.', sizeof(stands));
	memset(stood, '.', sizeof(stood));
	s->game->placement(pos, stands);
	s->game->placement(before, stood);
	for (unsigned q = 0; q < s->game->squares; q++) {
		bool judged = !s->named || stands[q] != stood[q];

		if (agrees(s, stands[q], s->sensor[q]) ? judged && t_us - s->since[q] < QUIET_US :
							 judged || s->sensor[q] != '.')
			return false;
	}
	return true;
}

/* The move that makes what is shown. Of several the one whose goal changed last: occupancy alone cannot tell captures
 * apart. */
static bool successor(struct simple_reader *s, unsigned ply, int64_t t_us)
{
	struct game_moves moves;
	struct game_position pos;
	int64_t newest = INT64_MIN;

	s->game->moves(&s->position[ply], &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		const struct game_move *m = &moves.move[i];

		if (m->from != m->to && (s->sensor[m->from] != '.' || s->sensor[m->to] == '.'))
			continue;
		pos = s->position[ply];
		s->game->play(&pos, m);
		if (!shown(s, &pos, &s->position[ply], t_us) || s->since[m->to] <= newest)
			continue;
		newest = s->since[m->to];
		s->move[ply] = *m;
		s->position[ply + 1] = pos;
		s->plies = ply + 1;
	}
	return newest != INT64_MIN;
}

static void quiet(struct simple_reader *s, int64_t t_us)
{
	struct game_position *now = &s->position[s->plies];

	if (s->plies == SIMPLE_PLIES || successor(s, s->plies, t_us) || !s->plies || shown(s, now, now - 1, t_us))
		return;
	if (shown(s, now - 1, now, t_us))
		s->plies--;
	else
		successor(s, s->plies - 1, t_us);
}

void simple_reader_start(struct simple_reader *s, const struct game *game, const struct game_position *start,
			 bool named)
{
	memset(s, 0, sizeof(*s));
	s->game = game;
	s->named = named;
	s->position[0] = *start;
	memset(s->sensor, '.', sizeof(s->sensor));
	game->placement(start, s->sensor);
}

void simple_reader_square(struct simple_reader *s, int64_t t_us, unsigned square, char is)
{
	for (;;) {
		int64_t due = INT64_MAX;

		for (unsigned q = 0; q < s->game->squares; q++)
			if (s->since[q] + QUIET_US > s->judged_us && s->since[q] + QUIET_US < due && s->since[q])
				due = s->since[q] + QUIET_US;
		if (due > t_us)
			break;
		s->judged_us = due;
		quiet(s, due);
	}
	s->sensor[square] = is;
	s->since[square] = s->last_us = t_us;
}

void simple_reader_finish(struct simple_reader *s)
{
	quiet(s, s->last_us + QUIET_US);
}
