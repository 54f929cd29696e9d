/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "daemon/core/tracker/reading/unsteady-squares.h"

enum {
	AWAY_US = 350000,    /* it goes and comes back within so long, and no other square changes in between, … */
	AWAY_TIMES = 5,	     /* … so often, */
	APART_US = 100000,   /* … each time so long after the last: a piece that is put down bounces */
	STEADY_US = 3000000, /* nothing for so long: it is steady again */
	STANDS_US = 300000,  /* a change that lasts so much longer than what contradicts it */
};

static bool is_same(char is, char shown)
{
	return is == shown || (is == '?' && shown != '.');
}

static struct unsteady *unsteady_square(struct readings *r, unsigned square)
{
	for (unsigned i = 0; i < r->unsteady_count; i++)
		if (r->unsteady[i].square == square)
			return &r->unsteady[i];
	return NULL;
}

/* What the sensor showed before it showed what it shows now. */
static char showed_before(const struct readings *r, unsigned square)
{
	uint32_t before = r->before[square];

	if (before && before + HISTORY > r->changes)
		return r->change[before % HISTORY].is;
	return r->sensor[square] == '.' ? '?' : '.';
}

/* Has the square gone and come back so often that no hand did it? */
static bool becomes_unsteady(struct readings *r, unsigned square, char is, int64_t t_us)
{
	int64_t lasted_us = t_us - r->since[square];

	if (lasted_us > STEADY_US || !r->number[square])
		r->went_and_came[square] = 0;
	else if (lasted_us < AWAY_US && r->number[square] == r->changes && is_same(is, showed_before(r, square)) &&
		 (!r->went_and_came[square] || t_us - r->came_us[square] > APART_US)) {
		r->came_us[square] = t_us;
		r->went_and_came[square]++;
	}
	return r->went_and_came[square] >= AWAY_TIMES;
}

bool unsteady_holds(struct readings *r, unsigned square, char is, int64_t t_us)
{
	struct unsteady *u = unsteady_square(r, square);

	if (u && t_us - u->t_us > STEADY_US) {
		*u = r->unsteady[--r->unsteady_count];
		r->went_and_came[square] = 0;
		return false;
	}
	if (!u) {
		if (becomes_unsteady(r, square, is, t_us) && r->unsteady_count < UNSTEADY)
			r->unsteady[r->unsteady_count++] =
				(struct unsteady){ .square = (uint8_t)square, .is = is, .t_us = t_us };
		return false;
	}
	if (u->is == is)
		return true;
	u->lasted_us += is_same(u->is, r->sensor[square]) ? u->t_us - t_us : t_us - u->t_us;
	/* it contradicts something else than before */
	if (u->lasted_us < 0 || (!is_same(is, r->sensor[square]) && !is_same(u->is, r->sensor[square])))
		u->lasted_us = 0;
	u->is = is;
	u->t_us = t_us;
	return true;
}

static int64_t due_us(const struct readings *r, const struct unsteady *u)
{
	return is_same(u->is, r->sensor[u->square]) ? INT64_MAX : u->t_us + STANDS_US - u->lasted_us;
}

int64_t unsteady_due(const struct readings *r)
{
	int64_t due = INT64_MAX;

	for (unsigned i = 0; i < r->unsteady_count; i++)
		if (due_us(r, &r->unsteady[i]) < due)
			due = due_us(r, &r->unsteady[i]);
	return due;
}

unsigned unsteady_settles(struct readings *r, int64_t t_us, char *is)
{
	for (unsigned i = 0; i < r->unsteady_count; i++) {
		struct unsteady *u = &r->unsteady[i];

		if (due_us(r, u) > t_us)
			continue;
		u->lasted_us = 0;
		*is = u->is;
		return u->square;
	}
	return GAME_NO_SQUARE;
}

void unsteady_forget(struct readings *r)
{
	r->unsteady_count = 0;
	memset(r->went_and_came, 0, sizeof(r->went_and_came));
}
