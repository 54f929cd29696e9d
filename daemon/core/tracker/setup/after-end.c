/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/core/tracker/setup/after-end.h"

#include <string.h>

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/report/provisional.h"
#include "daemon/core/tracker/setup/start.h"

/* What ends the game has stood so long with nothing else beside it: no hand was on its way any more. */
enum { FINAL_US = 3000000 };
/* A move that begins, and a piece that the kings have moved away; so many more are another game's. */
enum { SET_UP_SQUARES = 4 };

bool game_is_over(const struct tracker *t)
{
	const struct readings *r = t->readings;

	return r->ended_by_kings || r->new_game_reported || r->is_final;
}

void notice_end(struct tracker *t)
{
	struct readings *r = t->readings;
	const struct short_turn *last = t->record.count ? record_last(&t->record) : NULL;
	const struct turn *turn;

	if (!last || last->kind != TURN_LEGAL || t->now < last->t_us + FINAL_US ||
	    (r->changes && t->now < r->change[r->changes % HISTORY].t_us + FINAL_US) || game_is_over(t) ||
	    r->press.pending || r->gap || t->restoring || t->owed_square != GAME_NO_SQUARE ||
	    reported_reading(r)->mismatch || t->game->end(&t->record.pos) == GAME_GOES_ON)
		return;
	turn = record_turn_whole(&t->record, t->record.count - 1);
	r->is_final = turn && !turn->unsure;
}

/* Both kings are back where the game has them, and what else they have moved is not in the centre; nor are the pieces
 * being set up. */
static bool kings_are_home(const struct readings *r, const struct reading *h)
{
	if (__builtin_popcountll(new_mismatches(r, h)) > SET_UP_SQUARES)
		return false;
	for (unsigned q = 0; q < r->game->squares; q++) {
		const bool king = h->expected[q] == 'K' || h->expected[q] == 'k';

		if (king ? r->sensor[q] == '.' || !square_agrees(r, h->expected[q], r->sensor[q]) :
			   r->sensor[q] != '.' && h->mismatch & r->centre & square_bit(q))
			return false;
	}
	return true;
}

void play_goes_on(struct tracker *t)
{
	struct readings *r = t->readings;
	const struct reading *h = reported_reading(r);

	if (r->is_final || (r->ended_by_kings ? !kings_are_home(r, h) : h->mismatch != 0))
		return;
	r->kings_went_home |= r->ended_by_kings;
	r->ended_by_kings = r->new_game_reported = false;
	r->moves_known = false;
	beam_start(r, official_position(t), t->record.count);
	start_readings(t);
}
