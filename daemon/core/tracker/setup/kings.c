/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kings put to the centre.
 *
 *   A4  both kings on centre squares                  a result; legal play never gets there
 */
#include <string.h>

#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/report/provisional.h"
#include "daemon/core/tracker/setup/kings.h"

enum {
	KINGS_US = 500000,
	KINGS_UNSEEN_US = 2000000, /* so long they must stand there; longer if the sensors do not name them */
	KINGS_PLAYED_US = 1200000, /* … and if one of them came there in play: the other may rest on its way */
};

static bool is_light_square(const struct tracker *t, unsigned square)
{
	unsigned cell = (unsigned)t->game->cell_of_square(square);

	return (cell / t->game->width + cell % t->game->width) % 2 == 1;
}

/* The four squares in the middle; none in a game without two kings. */
squares_t centre_squares(const struct game *game)
{
	unsigned w = game->width, height = game->height;
	squares_t centre = 0;

	if (!strchr(game->pieces, 'k') || !strchr(game->pieces, 'K'))
		return 0;
	for (unsigned q = 0; q < game->squares; q++) {
		unsigned cell = (unsigned)game->cell_of_square(q), x = cell % w, y = cell / w;

		if ((x == w / 2 || x == w / 2 - 1) && (y == height / 2 || y == height / 2 - 1))
			centre |= square_bit(q);
	}
	return centre;
}

/*
 * Does a piece stand, since the last turn, where neither the kings nor the last move, which nobody pressed, put it?
 * Then somebody plays, and what the sensors do not name in the centre may be any piece.
 */
static bool another_piece_came(const struct tracker *t)
{
	const struct readings *r = t->readings;
	squares_t fresh = new_mismatches(r, standing_reading(r)) & ~r->centre;

	if (r->stood.state != PROVISIONAL_NONE && r->stood_ply == t->record.count)
		fresh &= ~square_bit(r->stood.move.to);
	for (; fresh; fresh &= fresh - 1)
		if (r->sensor[__builtin_ctzll(fresh)] != '.')
			return true;
	return false;
}

/* A4 */
void kings_check(struct tracker *t)
{
	struct readings *r = t->readings;
	const struct reading *h = standing_reading(r);
	unsigned left = 0, on_light = 0, came = 0, named = 0;
	bool played = false, unseen = false;
	int64_t rest_us;

	r->kings_in_centre = false;
	/* unless a piece has come to the centre and another is away, there is nothing to check */
	if (r->ended_by_kings || !(h->mismatch & r->centre) || !(h->mismatch & (h->mismatch - 1)))
		return;
	for (unsigned q = 0; q < t->game->squares; q++) {
		bool centre = r->centre & square_bit(q);
		bool king = h->expected[q] == 'K' || h->expected[q] == 'k';
		bool letter = r->sensor[q] == 'K' || r->sensor[q] == 'k';

		if (king && !centre && (r->sensor[q] == '.' || !square_agrees(r, h->expected[q], r->sensor[q])))
			left++;
		if (!centre || r->sensor[q] == '.')
			continue;
		if (letter || (t->setup.sensors == TRACKER_PRESENCE && (king || h->expected[q] == '.'))) {
			came++;
			on_light += is_light_square(t, q);
			named |= r->sensor[q] == 'K' ? 1u : r->sensor[q] == 'k' ? 2u : 0;
			unseen |= !letter;
			if (king && square_agrees(r, h->expected[q], r->sensor[q])) {
				left++;
				played = true;
			}
		}
	}
	/* the same king twice: a sensor that has not seen him leave */
	if (came != 2 || left != 2 || (unseen ? another_piece_came(t) : named != 3))
		return;
	/* at rest, and no other piece moves: every change begins the wait anew */
	rest_us = unseen ? KINGS_UNSEEN_US : KINGS_US;
	if (played && !unseen)
		rest_us = KINGS_PLAYED_US;
	r->kings_us = t->now + rest_us;
	r->kings_in_centre = true;
	r->kings_winner = on_light == 2 ? WHITE : on_light == 0 ? BLACK : NO_SIDE;
}

bool kings_stand_long_enough(const struct tracker *t)
{
	const struct readings *r = t->readings;

	return r->kings_in_centre && !r->ended_by_kings && t->now >= r->kings_us;
}

void kings_are_the_end(struct tracker *t)
{
	struct readings *r = t->readings;
	struct tracker_fact fact = {
		.type = TRACKER_KINGS_CENTRE,
		.t_us = r->kings_us,
		.side = NO_SIDE,
		.ply = r->kings_ply,
		.square = GAME_NO_SQUARE,
		.winner = r->kings_winner,
	};

	r->ended_by_kings = true;
	r->kings_went_home = r->kings_in_centre = false;
	r->press.pending = false;
	report(t, &fact);
}

void kings_due(struct tracker *t, bool press)
{
	struct readings *r = t->readings;

	if (kings_stand_long_enough(t)) {
		provisional_withdraw(t);
		r->kings_ply = t->record.count;
		kings_are_the_end(t);
	} else if (press) {
		/* somebody goes on playing */
		r->kings_in_centre = false;
	}
}
