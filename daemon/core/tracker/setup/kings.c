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
	KINGS_PLAYED_US = 1200000, /* … and if one of them came there in play: the other may be on its way */
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

/* A4 */
void kings_check(struct tracker *t)
{
	struct readings *r = t->readings;
	const struct reading *h = standing_reading(r);
	unsigned left = 0, on_light = 0, came = 0;
	bool played = false;

	/* unless a piece has come to the centre and another is away, there is nothing to check */
	if (r->ended_by_kings || !(h->mismatch & r->centre) || !(h->mismatch & (h->mismatch - 1))) {
		r->kings_in_centre = false;
		return;
	}
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
			if (king && square_agrees(r, h->expected[q], r->sensor[q])) {
				left++;
				played = true;
			}
		}
	}
	if (came != 2 || left != 2) {
		r->kings_in_centre = false;
		return;
	}
	if (!r->kings_in_centre)
		r->kings_us = t->now + (t->setup.sensors == TRACKER_PRESENCE ? KINGS_UNSEEN_US :
					played				     ? KINGS_PLAYED_US :
									       KINGS_US);
	r->kings_in_centre = true;
	r->kings_winner = on_light == 2 ? WHITE : on_light == 0 ? BLACK : NO_SIDE;
}

bool kings_stand_long_enough(const struct tracker *t)
{
	const struct readings *r = t->readings;

	return r->kings_in_centre && !r->ended_by_kings && t->now >= r->kings_us;
}

void kings_due(struct tracker *t, bool press)
{
	struct readings *r = t->readings;
	struct tracker_fact fact = {
		.type = TRACKER_KINGS_CENTRE,
		.t_us = r->kings_us,
		.side = NO_SIDE,
		.ply = t->record.count,
		.square = GAME_NO_SQUARE,
		.winner = r->kings_winner,
	};

	if (kings_stand_long_enough(t)) {
		provisional_withdraw(t);
		r->ended_by_kings = true;
		r->kings_in_centre = false;
		r->press.pending = false;
		report(t, &fact);
	} else if (press) {
		/* somebody goes on playing */
		r->kings_in_centre = false;
	}
}
