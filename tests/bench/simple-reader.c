/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "tests/bench/simple-reader.h"

enum { QUIET_US = 300000 };

static bool shown(const struct simple_reader *s, const struct game_position *pos)
{
	char stands[GAME_MAX_SQUARES];

	memset(stands, '.', sizeof(stands));
	s->game->placement(pos, stands);
	for (unsigned q = 0; q < s->game->squares; q++)
		if (s->named ? stands[q] != s->sensor[q] &&
				       !(s->game->shows_as && s->game->shows_as(stands[q], s->sensor[q])) :
			       (stands[q] == '.') != (s->sensor[q] == '.'))
			return false;
	return true;
}

/* The move that makes what is shown. Of several the one whose goal changed last: occupancy alone cannot tell captures
 * apart. */
static bool successor(struct simple_reader *s, unsigned ply)
{
	struct game_moves moves;
	struct game_position pos;
	int64_t newest = INT64_MIN;

	s->game->moves(&s->position[ply], &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		pos = s->position[ply];
		s->game->play(&pos, &moves.move[i]);
		if (!shown(s, &pos) || s->since[moves.move[i].to] <= newest)
			continue;
		newest = s->since[moves.move[i].to];
		s->move[ply] = moves.move[i];
		s->position[ply + 1] = pos;
		s->plies = ply + 1;
	}
	return newest != INT64_MIN;
}

static void quiet(struct simple_reader *s)
{
	if (shown(s, &s->position[s->plies]) || s->plies == SIMPLE_PLIES || successor(s, s->plies) || !s->plies)
		return;
	if (shown(s, &s->position[s->plies - 1]))
		s->plies--;
	else
		successor(s, s->plies - 1);
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
	if (t_us - s->last_us >= QUIET_US)
		quiet(s);
	s->sensor[square] = is;
	s->since[square] = s->last_us = t_us;
}

void simple_reader_finish(struct simple_reader *s)
{
	quiet(s);
}
