/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the sensors show: every change of a square, and the squares as they were a while ago, for what came later to be
 * put back afterwards.
 */
#include <endian.h>
#include <string.h>

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"

enum { LONG_AGO_US = 10000000 };

void note_change(struct readings *r, int64_t t_us, unsigned square, char is)
{
	squares_t b = square_bit(square);

	r->sensor[square] = is;
	r->since[square] = t_us;
	r->before[square] = r->number[square];
	r->number[square] = r->changes + 1;
	r->change[++r->changes % HISTORY] = (struct change){ t_us, (uint8_t)square, is };
	for (unsigned i = 0; i < r->count; i++) {
		struct reading *h = beam_reading(r, i);

		if (square_agrees(r, h->expected[square], is))
			h->mismatch &= ~b;
		else
			h->mismatch |= b;
		h->stuck &= ~b;
	}
}

/* Where the sensors give no letter, the reading's. */
void sensors_placement(const struct tracker *t, char *squares)
{
	const struct readings *r = t->readings;
	const struct reading *h = reported_reading(r);

	for (unsigned q = 0; q < t->game->squares; q++) {
		squares[q] = r->sensor[q];
		if (r->sensor[q] == '?')
			squares[q] = h->expected[q] != '.' ? h->expected[q] :
				     r->provisional.state != PROVISIONAL_NONE && r->provisional.move.to == q ?
							     h->expected[r->provisional.move.from] :
							     '?';
	}
	memset(squares + t->game->squares, '.', GAME_MAX_SQUARES - t->game->squares);
}

/* Eight at a time; a product gathers their bits. */
squares_t empty_squares(const char pieces[static GAME_MAX_SQUARES])
{
	squares_t empty = 0;

	for (unsigned q = 0; q < GAME_MAX_SQUARES; q += 8) {
		uint64_t eight;

		memcpy(&eight, pieces + q, sizeof(eight));
		eight = le64toh(eight) ^ UINT64_C(0x2e2e2e2e2e2e2e2e);
		/* letters have seven bits: the eighth is what is carried out of a byte that is not 0 */
		eight = ~(eight + UINT64_C(0x7f7f7f7f7f7f7f7f)) & UINT64_C(0x8080808080808080);
		empty |= ((eight >> 7) * UINT64_C(0x0102040810204080) >> 56) << q;
	}
	return empty;
}

squares_t mismatching_squares(const struct readings *r, const char *expected)
{
	squares_t all = ~UINT64_C(0) >> (GAME_MAX_SQUARES - r->game->squares);
	squares_t bad = (empty_squares(expected) ^ empty_squares(r->sensor)) & all;

	/* presence sensors only report whether a piece stands there */
	if (r->setup.sensors == TRACKER_PRESENCE)
		return bad;
	for (unsigned q = 0; q < r->game->squares; q++)
		if (expected[q] != r->sensor[q] && !square_agrees(r, expected[q], r->sensor[q]))
			bad |= square_bit(q);
	return bad;
}

squares_t new_mismatches(const struct readings *r, const struct reading *h)
{
	squares_t fresh = h->mismatch;

	for (squares_t old = h->mismatch & h->mismatch_last; old; old &= old - 1) {
		unsigned q = (unsigned)__builtin_ctzll(old);

		if (r->number[q] <= h->explained_upto)
			fresh &= ~square_bit(q);
	}
	return fresh;
}

squares_t changed_squares(const struct readings *r, const struct reading *h)
{
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;
	squares_t seen = 0;

	for (uint32_t i = h->explained_upto + 1 < first ? first : h->explained_upto + 1; i <= r->changes; i++) {
		if (r->change[i % HISTORY].t_us > r->limit_us)
			break;
		seen |= square_bit(r->change[i % HISTORY].square);
	}
	return seen;
}

/* What the sensor showed, and since when, after change number upto. */
static void restore_square(struct readings *r, unsigned square, uint32_t upto, const char *expected)
{
	for (uint32_t i = upto; i > r->position_change && i + HISTORY > r->changes; i--) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->square != square)
			continue;
		r->sensor[square] = c->is;
		r->since[square] = c->t_us;
		r->number[square] = i;
		return;
	}
	r->sensor[square] = expected[square] == '.' || r->setup.sensors != TRACKER_PRESENCE ? expected[square] : '?';
	r->since[square] = r->change[(upto + 1) % HISTORY].t_us - LONG_AGO_US;
	r->number[square] = r->position_change;
}

unsigned sensors_rewind(struct readings *r, uint32_t upto, const char *expected, struct change later[static REWIND_MAX])
{
	unsigned n = r->changes - upto;

	if (upto < r->position_change || upto > r->changes || n > REWIND_MAX)
		return 0;
	for (unsigned i = 0; i < n; i++)
		later[i] = r->change[(upto + 1 + i) % HISTORY];
	for (unsigned i = 0; i < n; i++)
		restore_square(r, later[i].square, upto, expected);
	r->changes = upto;
	for (unsigned i = 0; i < r->count; i++)
		beam_reading(r, i)->mismatch = mismatching_squares(r, beam_reading(r, i)->expected);
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	return n;
}

void sensors_replay(struct readings *r, const struct change *later, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		note_change(r, later[i].t_us, later[i].square, later[i].is);
}
