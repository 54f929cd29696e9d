/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/core/tracker/closing/unpressed-move.h"

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/standing-move.h"
#include "daemon/core/tracker/report/revisions.h"
#include "daemon/core/tracker/setup/kings.h"

enum { STOOD_US = 1000000 }; /* so long a move stands that is the last, though nobody presses */

/* Nothing can be played after it: mate, stalemate. */
static bool ends_the_game(const struct tracker *t, const struct game_move *move)
{
	struct game_position after = reported_reading(t->readings)->pos;

	t->game->play(&after, move);
	return t->game->end(&after) != GAME_GOES_ON;
}

void remember_standing_move(struct tracker *t)
{
	struct readings *r = t->readings;
	const struct provisional_move *p = &r->provisional;

	/* after a move that ends the game nothing is played: hands shake, pieces are cleared away */
	if (r->stood.state != PROVISIONAL_NONE && r->stood_ply == t->record.count && ends_the_game(t, &r->stood.move) &&
	    new_mismatches(r, reported_reading(r)))
		return;
	if (!new_mismatches(r, reported_reading(r)))
		r->stood.state = PROVISIONAL_NONE;
	/* lifted again it stands no more, wherever it goes */
	if (p->state != PROVISIONAL_REPORTED || r->sensor[p->move.to] == '.' ||
	    (t->now - p->t_us < STOOD_US && !ends_the_game(t, &p->move)))
		return;
	r->stood = *p;
	r->stood_ply = t->record.count;
}

int close_standing_move(struct tracker *t)
{
	struct readings *r = t->readings;
	struct gap_line line = { .from = reported_reading(r), .count = 1, .whole = true, .unpressed = 1 };

	if (r->stood.state == PROVISIONAL_NONE || r->stood_ply != t->record.count || r->press.pending ||
	    !new_mismatches(r, reported_reading(r)))
		return 0;
	line.move[0] = r->stood.move;
	r->stood.state = PROVISIONAL_NONE;
	if (!beam_play(r, &line, 1, r->stood.t_us))
		return 0;
	r->reported_index = 0;
	r->moves_known = false;
	return report_turns(t);
}

/* A king that stands in the centre shows a result; that it could get there by a legal move is no matter. */
static bool is_kings_sign(const struct readings *r, const struct game_move *move)
{
	char piece = reported_reading(r)->expected[move->from];

	return (piece == 'K' || piece == 'k') && (r->centre & square_bit(move->to));
}

int close_move_before_kings(struct tracker *t)
{
	struct readings *r = t->readings;

	return kings_stand_long_enough(t) && !is_kings_sign(r, &r->stood.move) ? close_standing_move(t) : 0;
}
