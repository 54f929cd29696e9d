/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the sensors show: every change of a square, and the squares as they were a while ago, for what came later to be put back
 * afterwards.
 */
#include <endian.h>
#include <string.h>

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"

enum { LONG_AGO_US = 10000000 };

void reader_note(struct tracker *t, unsigned square, char is)
{
	struct reader *r = t->reader;
	squares_t b = square_bit(square);

	r->sensor[square] = is;
	r->since[square] = t->now;
	r->number[square] = r->changes + 1;
	r->change[++r->changes % HISTORY] = (struct change){ t->now, (uint8_t)square, is };
	for (unsigned i = 0; i < r->count; i++) {
		struct reading *h = beam_reading(r, i);

		if (square_agrees(r, h->want[square], is))
			h->bad &= ~b;
		else
			h->bad |= b;
	}
}

/* Letters where the sensors give none: what the reading says stands there. */
void reader_placement(const struct tracker *t, char *squares)
{
	const struct reader *r = t->reader;
	const struct reading *h = &r->beam[r->told_index];

	for (unsigned q = 0; q < t->game->squares; q++) {
		squares[q] = r->sensor[q];
		if (r->sensor[q] == '?')
			squares[q] = h->want[q] != '.' ? h->want[q] :
				r->shown.state != SHOWN_NOTHING && r->shown.move.to == q ? h->want[r->shown.move.from] : '?';
	}
	memset(squares + t->game->squares, '.', GAME_MAX_SQUARES - t->game->squares);
}

/* The squares that are '.', eight at a time; a product gathers their bits. */
static squares_t empty_squares(const char *men)
{
	squares_t empty = 0;

	for (unsigned q = 0; q < GAME_MAX_SQUARES; q += 8) {
		uint64_t eight;

		memcpy(&eight, men + q, sizeof(eight));
		eight = le64toh(eight) ^ UINT64_C(0x2e2e2e2e2e2e2e2e);
		/* letters have seven bits: the eighth is what is carried out of a byte that is not 0 */
		eight = ~(eight + UINT64_C(0x7f7f7f7f7f7f7f7f)) & UINT64_C(0x8080808080808080);
		empty |= ((eight >> 7) * UINT64_C(0x0102040810204080) >> 56) << q;
	}
	return empty;
}

squares_t compare(const struct reader *r, const char *want)
{
	squares_t all = ~UINT64_C(0) >> (GAME_MAX_SQUARES - r->game->squares);
	squares_t bad = (empty_squares(want) ^ empty_squares(r->sensor)) & all;

	/* all that the sensors say is whether a man stands there */
	if (r->setup.sensors == TRACKER_PRESENCE)
		return bad;
	for (unsigned q = 0; q < r->game->squares; q++)
		if (want[q] != r->sensor[q] && !square_agrees(r, want[q], r->sensor[q]))
			bad |= square_bit(q);
	return bad;
}

squares_t fresh_squares(const struct reader *r, const struct reading *h)
{
	squares_t fresh = h->bad;

	for (squares_t old = h->bad & h->bad1; old; old &= old - 1) {
		unsigned q = (unsigned)__builtin_ctzll(old);

		if (r->number[q] <= h->done)
			fresh &= ~square_bit(q);
	}
	return fresh;
}

squares_t seen_squares(const struct reader *r, const struct reading *h)
{
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;
	squares_t seen = 0;

	for (uint32_t i = h->done + 1 < first ? first : h->done + 1; i <= r->changes; i++) {
		if (r->change[i % HISTORY].t_us > r->limit_us)
			break;
		seen |= square_bit(r->change[i % HISTORY].square);
	}
	return seen;
}

/* What the sensor said, and when, after change number upto. */
static void state_then(struct reader *r, unsigned square, uint32_t upto, const char *want)
{
	for (uint32_t i = upto; i > r->begun && i + HISTORY > r->changes; i--) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->square != square)
			continue;
		r->sensor[square] = c->is;
		r->since[square] = c->t_us;
		r->number[square] = i;
		return;
	}
	r->sensor[square] = want[square] == '.' || r->setup.sensors != TRACKER_PRESENCE ? want[square] : '?';
	r->since[square] = r->change[(upto + 1) % HISTORY].t_us - LONG_AGO_US;
	r->number[square] = r->begun;
}

unsigned look_back(struct reader *r, uint32_t upto, const char *want, struct change later[static BACK])
{
	unsigned n = r->changes - upto;

	if (upto < r->begun || upto > r->changes || n > BACK)
		return 0;
	for (unsigned i = 0; i < n; i++)
		later[i] = r->change[(upto + 1 + i) % HISTORY];
	for (unsigned i = 0; i < n; i++)
		state_then(r, later[i].square, upto, want);
	r->changes = upto;
	for (unsigned i = 0; i < r->count; i++)
		beam_reading(r, i)->bad = compare(r, beam_reading(r, i)->want);
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	return n;
}

void look_on(struct tracker *t, const struct change *later, unsigned n)
{
	int64_t now = t->now;

	for (unsigned i = 0; i < n; i++) {
		t->now = later[i].t_us;
		reader_note(t, later[i].square, later[i].is);
	}
	t->now = now;
}
