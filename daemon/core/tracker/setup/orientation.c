/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A board that stands turned by 180°.
 *
 *   A2  the whole board is the start turned by 180°                   the board stands turned
 *   A3  presence only: the first move fits turned and not straight    the board stands turned
 */
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
	TURNED_COST = 50, TURNED_AT_ONCE = 90,	/* boards rarely stand turned */
	SOON_US = 300000,
	SAME_HAND_US = 300000,	/* a man that is set down is seen to be lifted before so long, however slow the scan */
	TURNED_SQUARES = 16,	/* so many more fit from the other side */
};

void around_turn(struct tracker *t)
{
	struct reader *r = t->reader;
	char sensor[GAME_MAX_SQUARES];
	unsigned last = t->game->squares - 1;
	uint32_t before;

	r->turned = !r->turned;
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
	tell_nothing(t);
	r->moves_known = false;
	before = r->begun;
	beam_start(r, &t->record.pos, t->record.count);
	around_begin(t);
	/* what happened so far belongs to the first turn */
	r->begun = r->window = before;
	for (unsigned i = 0; i < r->count; i++) {
		beam_reading(r, i)->done = before;
		beam_reading(r, i)->bad1 = beam_reading(r, i)->bad2 = 0;
	}
}

/* What the first turn would cost by what stood soon after its press; turned: seen from the other side. */
static int first_turn_cost(struct tracker *t, bool turned)
{
	struct reader *r = t->reader, *copy = malloc(sizeof(*copy));
	int64_t now = t->now;
	int cost;

	if (!copy)
		return INT32_MAX;
	*copy = *r;
	copy->shown.state = SHOWN_NOTHING;
	copy->changes = r->begun;
	memset(copy->sensor, '.', sizeof(copy->sensor));
	t->game->placement(&t->record.pos, copy->sensor);
	memcpy(copy->at_press, copy->sensor, sizeof(copy->sensor));
	beam_start(copy, &t->record.pos, t->record.count);
	t->reader = copy;
	for (uint32_t i = r->begun + 1; i <= r->changes; i++) {
		const struct change *c = &r->change[i % HISTORY];
		unsigned q = turned ? t->game->squares - 1 - c->square : c->square;

		if (c->t_us > r->press.t_us + SOON_US)
			break;
		t->now = c->t_us;
		reader_note(t, q, c->is);
		if (c->t_us <= r->press.t_us)
			copy->at_press[q] = c->is;
	}
	t->now = now;
	copy->spent = 0;
	beam_press(copy, copy->press.side, copy->press.t_us, WAITED, -1);
	cost = copy->spent;
	r->work = copy->work;
	t->reader = r;
	free(copy);
	return cost;
}

/* From both sides the same squares are taken; where not, the board itself tells how it stands (A2). */
static bool symmetric(const struct tracker *t)
{
	const char *want = t->reader->beam[t->reader->told_index].want;

	for (unsigned q = 0; q < t->game->squares; q++)
		if ((want[q] == '.') != (want[t->game->squares - 1 - q] == '.'))
			return false;
	return true;
}

/* A3: at the first press it shows from which side the first move makes sense. */
void around_first_press(struct tracker *t)
{
	struct reader *r = t->reader;
	char sensor[GAME_MAX_SQUARES];

	if (!start_stands(t) || t->setup.sensors != TRACKER_PRESENCE || r->shown.state != SHOWN_NOTHING ||
	    r->changes == r->begun || r->changes > r->begun + HISTORY / 2 || !symmetric(t) || tell_stands(t))
		return;
	if (first_turn_cost(t, false) < first_turn_cost(t, true) +
	    (t->now >= r->press.t_us + SOON_US ? TURNED_COST : TURNED_AT_ONCE))
		return;
	around_turn(t);
	for (unsigned q = 0; q < t->game->squares; q++)
		sensor[q] = r->at_press[t->game->squares - 1 - q];
	memcpy(r->at_press, sensor, t->game->squares);
}

/* A3 without a lever: men of the far side moved first, and seen from the other side it is a legal move. */
void try_turned(struct tracker *t)
{
	struct reader *r = t->reader;

	if (t->setup.has_lever || !start_stands(t) || r->press.waiting || r->shown.state != SHOWN_NOTHING || r->changes > r->begun + 12 ||
	    r->changes < r->begun + 2 || tell_stands(t) ||
	    t->setup.sensors != TRACKER_PRESENCE || !symmetric(t))
		return;
	around_turn(t);
	if (!reader_told(r)->bad || !tell_stands(t))
		around_turn(t);
}

/* A2: also when a move or two were made before the board was told. */
bool fits_turned(const struct tracker *t)
{
	const struct reader *r = t->reader;
	const char *want = r->beam[r->told_index].want;
	unsigned straight = 0, turned = 0;

	for (unsigned q = 0; q < t->game->squares; q++) {
		straight += !square_agrees(r, want[q], r->sensor[q]);
		turned += !square_agrees(r, want[q], r->sensor[t->game->squares - 1 - q]);
	}
	return !turned || (start_stands(t) && turned + TURNED_SQUARES <= straight);
}

/* A man of the other side stands on square, and this one stands there on a board that is turned. */
static bool stands_turned(const struct tracker *t, unsigned square, char piece)
{
	const char *want = t->reader->beam[t->reader->told_index].want;

	return want[square] != piece && want[t->game->squares - 1 - square] == piece &&
		t->game->piece_side(want[square]) == other_side(t->game->piece_side(piece));
}

/*
 * A sensor that names the piece shows at the first touch that the board stands turned. Where it does not know what stood
 * there to begin with, the first man that is set down does.
 */
void find_turned(struct tracker *t, const struct tracker_event *event)
{
	struct reader *r = t->reader;
	const struct change *first = &r->change[(r->begun + 1) % HISTORY];
	unsigned square = board_square(t, event->square);
	bool lifted = event->type == TRACKER_LIFT, named = event->piece && event->piece != '?';

	if (t->righting || t->setup.sensors != TRACKER_PIECE_ID)
		return;
	if (r->changes == r->begun) {
		if (lifted && named && stands_turned(t, square, event->piece))
			around_turn(t);
	} else if (r->changes == r->begun + 1 && !t->record.count && lifted != (first->is == '.') && r->lever == NO_SIDE &&
		   (!lifted || t->now <= first->t_us + SAME_HAND_US)) {
		const char *want = r->beam[r->told_index].want;

		/* one lifted, one set down by the same hand, in whichever order they were seen */
		if (lifted ? named || first->is == '?' || !stands_turned(t, square, first->is) :
		    !named || !r->nameless || !stands_turned(t, first->square, event->piece))
			return;
		/* what nobody told was supposed, and is to be supposed from the other side */
		for (unsigned q = 0; q < t->game->squares; q++)
			if (q != first->square)
				r->sensor[q] = want[t->game->squares - 1 - q];
		around_turn(t);
	}
}
