/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What happens around the game: the set-up, a board that stands turned, kings put to the centre, a new game.
 *
 *   A1  whole board before the first move differs from the start      wrong set-up, until it is right
 *   A2  … and is the start turned by 180°                             the board stands turned
 *   A3  presence only: the first move fits turned and not straight    the board stands turned
 *   A4  both kings on centre squares                                  a result; legal play never gets there
 *   A5  the start stands again after moves                            a new game
 *   A6  a pawn left on the last rank is exchanged                     the promotion is known
 *   A7  king and queen stand swapped, or a move fits only that        another start; a wrong set-up as long as only the
 *                                                                     men's names say so and castling is not mirrored then
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/mirrored-start.h"
#include "daemon/core/tracker/classify.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/readings.h"

enum {
	KINGS_US = 500000, KINGS_UNSEEN_US = 2000000,	/* so long they must stand there; longer if the sensors do not name them */
	KINGS_PLAYED_US = 1200000,	/* … and if one of them came there in play: the other may be on its way */
};
enum {
	TURNED_COST = 50, TURNED_AT_ONCE = 90,	/* boards rarely stand turned */
	SOON_US = 300000,
};
enum { SWAPPED_COST = 65, SWAPPED_BOTH = 5 };	/* king and queen rarely stand swapped, more rarely on both sides */
enum { TURNED_SQUARES = 16 };	/* so many more fit from the other side */
enum { NEW_GAME_TURNS = 2, NEW_GAME_SQUARES = 3 };

static struct reading *told(struct reader *r)
{
	return beam_reading(r, r->told_index);
}

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

static bool at_start(const struct tracker *t)
{
	return t->game->same(&t->record.pos, &t->begin);
}

static unsigned wrong_squares(const struct tracker *t)
{
	const struct reader *r = t->reader;

	return (unsigned)__builtin_popcountll(r->beam[r->told_index].bad);
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

	if (!at_start(t) || t->setup.sensors != TRACKER_PRESENCE || r->shown.state != SHOWN_NOTHING ||
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
static void try_turned(struct tracker *t)
{
	struct reader *r = t->reader;

	if (t->setup.has_lever || !at_start(t) || r->press.waiting || r->shown.state != SHOWN_NOTHING || r->changes > r->begun + 12 ||
	    r->changes < r->begun + 2 || tell_stands(t) ||
	    t->setup.sensors != TRACKER_PRESENCE || !symmetric(t))
		return;
	around_turn(t);
	if (!wrong_squares(t) || !tell_stands(t))
		around_turn(t);
}

static bool light(const struct tracker *t, unsigned square)
{
	unsigned cell = (unsigned)t->game->cell_of_square(square);

	return (cell / t->game->width + cell % t->game->width) % 2 == 1;
}

static bool other_start(const struct tracker *t, unsigned sides, struct game_position *ret)
{
	if (!swapped_start(t->game, &t->setup.start, sides, ret))
		return false;
	if (t->setup.swapped_kq == TRACKER_SWAPPED_WRONG)
		unmirrored_start(t->game, ret);
	return true;
}

/* A7: every start that there may be is read on until a move tells. */
void around_begin(struct tracker *t)
{
	struct reader *r = t->reader;
	struct game_position pos;

	/* a position set by hand is the usual start again */
	if (t->swapped && t->game->same(&t->record.pos, &t->setup.start)) {
		t->swapped = 0;
		t->begin = t->setup.start;
	}
	beam_reading(r, 0)->swapped = (uint8_t)t->swapped;
	if (!t->setup.swapped_kq || t->record.count || !at_start(t))
		return;
	for (unsigned sides = 0; sides <= SWAPPED_ALL; sides++)
		if (sides != t->swapped && (other_start(t, sides, &pos) || !sides))
			beam_add(r, &pos, sides, SWAPPED_COST + (sides == SWAPPED_ALL ? SWAPPED_BOTH : 0));
}

void around_swapped(struct tracker *t, unsigned sides)
{
	tell_nothing(t);
	record_drop(&t->record, t->record.count);
	other_start(t, sides, &t->begin);
	t->swapped = sides;
	record_set_position(&t->record, &t->begin);
	t->reader->moves_known = false;
	say(t, TRACKER_SWAPPED, sides == SWAPPED_WHITE ? WHITE : sides == SWAPPED_BLACK ? BLACK : NO_SIDE);
}

/* A7: sensors that name the piece see it at once, also when it is put right before the first move. */
static void find_swapped(struct tracker *t)
{
	struct reader *r = t->reader;

	if (t->setup.swapped_kq != TRACKER_SWAPPED_MIRRORED || t->setup.sensors != TRACKER_PIECE_ID || t->record.count || r->press.waiting || !at_start(t) ||
	    __builtin_popcountll(told(r)->bad) < 2)
		return;
	for (unsigned sides = 0; sides <= SWAPPED_ALL; sides++) {
		struct game_position pos;
		char want[GAME_MAX_SQUARES];
		bool straight = true, turned = true;

		if (sides == t->swapped || (!other_start(t, sides, &pos) && sides))
			continue;
		memset(want, '.', sizeof(want));
		t->game->placement(&pos, want);
		for (unsigned q = 0; q < t->game->squares; q++) {
			straight &= want[q] == r->sensor[q];
			turned &= want[q] == r->sensor[t->game->squares - 1 - q];
		}
		if (!straight && !turned)
			continue;
		around_swapped(t, sides);
		if (turned) {
			around_turn(t);
		} else {
			beam_start(r, &t->record.pos, 0);
			around_begin(t);
		}
		t->turn.touched_count = 0;
		if (t->wrong_setup) {
			t->wrong_setup = false;
			say(t, TRACKER_SETUP_OK, NO_SIDE);
		}
		return;
	}
}

/* The four squares in the middle; none in a game without two kings. */
squares_t around_centre(const struct game *game)
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
static void kings(struct tracker *t)
{
	struct reader *r = t->reader;
	const struct reading *h = told(r);
	unsigned left = 0, light_ones = 0, came = 0;
	bool played = false;

	/* a man has come to the centre and another is away, or nothing needs a look */
	if (r->over || !(h->bad & r->centre) || !(h->bad & (h->bad - 1))) {
		r->kings = false;
		return;
	}
	for (unsigned q = 0; q < t->game->squares; q++) {
		bool centre = r->centre & square_bit(q);
		bool king = h->want[q] == 'K' || h->want[q] == 'k';
		bool letter = r->sensor[q] == 'K' || r->sensor[q] == 'k';

		if (king && !centre && (r->sensor[q] == '.' || !square_agrees(r, h->want[q], r->sensor[q])))
			left++;
		if (!centre || r->sensor[q] == '.')
			continue;
		if (letter || (t->setup.sensors == TRACKER_PRESENCE && (king || h->want[q] == '.'))) {
			came++;
			light_ones += light(t, q);
			if (king && square_agrees(r, h->want[q], r->sensor[q])) {
				left++;
				played = true;
			}
		}
	}
	if (came != 2 || left != 2) {
		r->kings = false;
		return;
	}
	if (!r->kings)
		r->kings_us = t->now + (t->setup.sensors == TRACKER_PRESENCE ? KINGS_UNSEEN_US :
					played ? KINGS_PLAYED_US : KINGS_US);
	r->kings = true;
	r->kings_winner = light_ones == 2 ? WHITE : light_ones == 0 ? BLACK : NO_SIDE;
}

void around_due(struct tracker *t, bool press)
{
	struct reader *r = t->reader;
	struct tracker_fact fact = {
		.type = TRACKER_KINGS_CENTRE, .t_us = r->kings_us, .side = NO_SIDE, .ply = t->record.count,
		.square = GAME_NO_SQUARE, .winner = r->kings_winner,
	};

	if (!r->kings || r->over)
		return;
	if (t->now >= r->kings_us) {
		tell_nothing(t);
		r->over = true;
		r->kings = false;
		r->press.waiting = false;
		t->sink(t->userdata, &fact);
	} else if (press) {
		/* somebody goes on playing */
		r->kings = false;
	}
}

/* A5: the start stands, and nobody plays back to it. */
bool around_new_game(const struct tracker *t)
{
	char start[GAME_MAX_SQUARES];

	if (t->record.count < NEW_GAME_TURNS || wrong_squares(t) < NEW_GAME_SQUARES)
		return false;
	memset(start, '.', sizeof(start));
	t->game->placement(&t->setup.start, start);
	return !compare(t->reader, start);
}

static void new_game(struct tracker *t)
{
	struct reader *r = t->reader;

	if (r->new_game_told || !around_new_game(t))
		return;
	r->new_game_told = true;
	tell_nothing(t);
	say(t, TRACKER_NEW_GAME, NO_SIDE);
}

/* A6 */
static int owed(struct tracker *t)
{
	const struct record_turn *last;
	char is;

	if (t->owed == GAME_NO_SQUARE || !t->record.count)
		return 0;
	last = record_last(&t->record);
	is = t->reader->sensor[t->owed];
	if (is == '.' || is == '?' || is == last->piece || t->game->piece_side(is) != (enum side)last->side)
		return 0;
	return tracker_set_promotion(t, t->record.count - 1, is) == -ENOMEM ? -ENOMEM : 0;
}

int around_changed(struct tracker *t)
{
	int r = owed(t);

	if (r < 0)
		return r;
	kings(t);
	find_swapped(t);
	if (!t->reader->over)
		try_turned(t);
	new_game(t);
	return 0;
}

/* A2: also when a move or two were made before the board was told. */
static bool fits_turned(const struct tracker *t)
{
	const struct reader *r = t->reader;
	const char *want = r->beam[r->told_index].want;
	unsigned straight = 0, turned = 0;

	for (unsigned q = 0; q < t->game->squares; q++) {
		straight += !square_agrees(r, want[q], r->sensor[q]);
		turned += !square_agrees(r, want[q], r->sensor[t->game->squares - 1 - q]);
	}
	return !turned || (at_start(t) && turned + TURNED_SQUARES <= straight);
}

int around_board(struct tracker *t)
{
	struct reader *r = t->reader;
	char stands[GAME_MAX_SQUARES];
	struct tracker_fact fact = { .type = TRACKER_WRONG_SETUP, .t_us = t->now, .side = NO_SIDE, .square = GAME_NO_SQUARE,
				     .winner = NO_SIDE };

	if (r->press.waiting || r->over)
		return around_changed(t);
	find_swapped(t);
	if (told(r)->bad && fits_turned(t))
		around_turn(t);
	if (!at_start(t))
		return around_changed(t);
	if (!told(r)->bad) {
		if (t->wrong_setup) {
			t->wrong_setup = false;
			say(t, TRACKER_SETUP_OK, NO_SIDE);
		}
		return 0;
	}
	if (tell_stands(t))
		return 0;
	tracker_placement(t, stands);
	list_displaced(t->game, told(r)->want, stands, ~UINT64_C(0), &fact.turn);
	memcpy(fact.turn.placement, stands, sizeof(stands));
	t->wrong_setup = true;
	t->sink(t->userdata, &fact);
	return 0;
}
