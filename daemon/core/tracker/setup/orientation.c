/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A board that stands turned by 180°.
 *
 *   A2  the whole board is the start turned by 180°                   the board stands turned
 *   A3  presence only: the first move fits turned and not straight    the board stands turned
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/standing-move.h"
#include "daemon/core/tracker/report/provisional.h"
#include "daemon/core/tracker/setup/orientation.h"
#include "daemon/core/tracker/setup/start.h"

enum {
	TURNED_COST = 50,
	TURNED_AT_ONCE = 90, /* boards rarely stand turned */
	SOON_US = 300000,
	SAME_HAND_US = 300000, /* a piece that is set down is seen to be lifted before so long, however slow the scan */
	TURNED_SQUARES = 16,   /* so many more fit from the other side */
};

void turn_board(struct tracker *t)
{
	struct readings *r = t->readings;
	char sensor[GAME_MAX_SQUARES];
	unsigned last = t->game->squares - 1;
	uint32_t before;

	r->board_turned = !r->board_turned;
	if (r->changes) {
		for (unsigned q = 0; q <= last; q++)
			sensor[q] = r->sensor[last - q];
		memcpy(r->sensor, sensor, last + 1);
		for (unsigned q = 0; q < (last + 1) / 2; q++) {
			int64_t since = r->since[q];
			uint32_t number = r->number[q];

			r->since[q] = r->since[last - q];
			r->since[last - q] = since;
			r->number[q] = r->number[last - q];
			r->number[last - q] = number;
		}
		for (unsigned i = 0; i < HISTORY; i++)
			r->change[i].square = (uint8_t)(last - r->change[i].square);
	}
	provisional_withdraw(t);
	r->moves_known = false;
	before = r->position_change;
	beam_start(r, &t->record.pos, t->record.count);
	start_readings(t);
	/* what happened so far belongs to the first turn */
	r->position_change = r->window_start = before;
	for (unsigned i = 0; i < r->count; i++) {
		beam_reading(r, i)->explained_upto = before;
		beam_reading(r, i)->mismatch_last = beam_reading(r, i)->mismatch_twice = 0;
	}
}

/* What the first turn would cost by what stood soon after its press; turned: seen from the other side. copy is filled
 * for that. */
static int first_turn_cost(struct tracker *t, struct readings *copy, bool turned)
{
	struct readings *r = t->readings;

	*copy = *r;
	copy->provisional.state = PROVISIONAL_NONE;
	copy->changes = r->position_change;
	memset(copy->sensor, '.', sizeof(copy->sensor));
	t->game->placement(&t->record.pos, copy->sensor);
	memcpy(copy->at_press, copy->sensor, sizeof(copy->sensor));
	beam_start(copy, &t->record.pos, t->record.count);
	for (uint32_t i = r->position_change + 1; i <= r->changes; i++) {
		const struct change *c = &r->change[i % HISTORY];
		unsigned q = turned ? t->game->squares - 1 - c->square : c->square;

		if (c->t_us > r->press.t_us + SOON_US)
			break;
		note_change(copy, c->t_us, q, c->is);
		if (c->t_us <= r->press.t_us)
			copy->at_press[q] = c->is;
	}
	copy->spent = 0;
	beam_press(copy,
		   &(struct judging){
			   .side = copy->press.side, .t_us = copy->press.t_us, .patience = WAITED, .ignoring = -1 });
	r->work = copy->work;
	return copy->spent;
}

/* From both sides the same squares are taken; where not, the report of the whole board shows how it stands (A2). */
static bool symmetric(const struct tracker *t)
{
	const char *expected = reported_reading(t->readings)->expected;

	for (unsigned q = 0; q < t->game->squares; q++)
		if ((expected[q] == '.') != (expected[t->game->squares - 1 - q] == '.'))
			return false;
	return true;
}

/* A3: at the first press it shows from which side the first move makes sense. */
int orientation_at_first_press(struct tracker *t)
{
	struct readings *r = t->readings, *copy;
	char sensor[GAME_MAX_SQUARES];
	int straight, turned;

	if (!official_is_start(t) || t->setup.sensors != TRACKER_PRESENCE || r->provisional.state != PROVISIONAL_NONE ||
	    r->changes == r->position_change || r->changes > r->position_change + HISTORY / 2 || !symmetric(t) ||
	    position_stands(t))
		return 0;
	copy = malloc(sizeof(*copy));
	if (!copy)
		return -ENOMEM;
	straight = first_turn_cost(t, copy, false);
	turned = first_turn_cost(t, copy, true);
	free(copy);
	if (straight < turned + (t->now >= r->press.t_us + SOON_US ? TURNED_COST : TURNED_AT_ONCE))
		return 0;
	turn_board(t);
	for (unsigned q = 0; q < t->game->squares; q++)
		sensor[q] = r->at_press[t->game->squares - 1 - q];
	memcpy(r->at_press, sensor, t->game->squares);
	return 0;
}

/* A3 without a lever: pieces of the far side moved first, and seen from the other side it is a legal move. */
void orientation_by_moves(struct tracker *t)
{
	struct readings *r = t->readings;

	if (t->setup.has_lever || !official_is_start(t) || r->press.pending ||
	    r->provisional.state != PROVISIONAL_NONE || r->changes > r->position_change + 12 ||
	    r->changes < r->position_change + 2 || position_stands(t) || t->setup.sensors != TRACKER_PRESENCE ||
	    !symmetric(t))
		return;
	turn_board(t);
	if (!reported_reading(r)->mismatch || !position_stands(t))
		turn_board(t);
}

/* A2: also when a move or two were made before the board was reported. */
bool fits_turned(const struct tracker *t)
{
	const struct readings *r = t->readings;
	const char *expected = reported_reading(r)->expected;
	unsigned straight = 0, turned = 0;

	for (unsigned q = 0; q < t->game->squares; q++) {
		straight += !square_agrees(r, expected[q], r->sensor[q]);
		turned += !square_agrees(r, expected[q], r->sensor[t->game->squares - 1 - q]);
	}
	return !turned || (official_is_start(t) && turned + TURNED_SQUARES <= straight);
}

/* A piece of the other side stands on square, and this one stands there on a board that is turned. */
static bool stands_turned(const struct tracker *t, unsigned square, char piece)
{
	const char *expected = reported_reading(t->readings)->expected;

	return expected[square] != piece && expected[t->game->squares - 1 - square] == piece &&
	       t->game->piece_side(expected[square]) == other_side(t->game->piece_side(piece));
}

/* Does a legal first move put that piece there, from that square or, GAME_NO_SQUARE, from any? */
static bool is_first_move(struct tracker *t, unsigned from, unsigned to, char piece)
{
	const struct game_moves *moves = legal_moves(t);

	for (unsigned i = 0; i < moves->count; i++)
		if (moves->move[i].to == to && (from == GAME_NO_SQUARE || moves->move[i].from == from) &&
		    reported_reading(t->readings)->expected[moves->move[i].from] == piece)
			return true;
	return false;
}

/* The piece came from another square, whose sensor is late: the other side's hand has begun early. */
static bool is_reply(struct tracker *t, unsigned lifted, unsigned placed, char piece)
{
	unsigned last = t->game->squares - 1;

	return is_first_move(t, GAME_NO_SQUARE, placed, piece) &&
	       !is_first_move(t, last - lifted, last - placed, piece);
}

/*
 * A sensor that names the piece shows at the first touch that the board stands turned. Where it does not know what
 * stood there to begin with, the first piece that is set down does.
 */
void orientation_by_names(struct tracker *t, const struct tracker_event *event)
{
	struct readings *r = t->readings;
	const struct change *first = &r->change[(r->position_change + 1) % HISTORY];
	unsigned square = board_square(t, event->square);
	enum side mover = t->game->to_move(&t->record.pos);
	bool lifted = event->type == TRACKER_LIFT, named = event->piece && event->piece != '?';

	if (t->restoring || t->setup.sensors != TRACKER_PIECE_ID)
		return;
	if (r->changes == r->position_change) {
		if (lifted && named && stands_turned(t, square, event->piece))
			turn_board(t);
	} else if (r->changes == r->position_change + 1 && !t->record.count && lifted != (first->is == '.') &&
		   r->lever == NO_SIDE && (!lifted || t->now <= first->t_us + SAME_HAND_US)) {
		const char *expected = reported_reading(r)->expected;

		/* one lifted, one set down by the same hand, in whichever order they were seen: that of the side that
		 * moves first, since the other's may be early */
		if (t->game->piece_side(lifted ? first->is : event->piece) != mover)
			return;
		if (lifted ? named || first->is == '?' || !stands_turned(t, square, first->is) :
			     !named || !r->unnamed_lift || !stands_turned(t, first->square, event->piece))
			return;
		if (is_reply(t, lifted ? square : first->square, lifted ? first->square : square,
			     lifted ? first->is : event->piece))
			return;
		/* what no sensor reported was assumed, and is to be assumed from the other side */
		for (unsigned q = 0; q < t->game->squares; q++)
			if (q != first->square)
				r->sensor[q] = expected[t->game->squares - 1 - q];
		turn_board(t);
	}
}
