// SPDX-License-Identifier: GPL-2.0-or-later
/* Contacts of a lever by chance: see contact-history.h. */
#include "tests/firmware/contact-history.h"

#include <stdlib.h>
#include <string.h>

enum { WHITE = 1, BLACK = 2, BOTH = 3 };
#define MS 1000u
#define STILL_US (8 * MS) /* what a hand does to one contact takes longer than debouncing */

struct making {
	struct contact_history *h;
	unsigned seed;
	uint64_t now, longest;
	bool senses_edges;
	uint8_t shown;	/* by the contacts */
	uint8_t closed; /* as people see them */
	uint8_t owed;
};

static unsigned chance(struct making *m, unsigned n)
{
	return (unsigned)rand_r(&m->seed) % n;
}

/* From least to the longest, each power of ten as often as the next. */
static uint64_t some_time(struct making *m, uint64_t least)
{
	uint64_t most = least;

	for (unsigned i = chance(m, 5); i > 0 && most < m->longest; i--)
		most *= 10;
	most = most < m->longest ? most : m->longest;
	return least + (most > least ? (uint64_t)rand_r(&m->seed) % (most - least) : chance(m, MS));
}

static void show(struct making *m, uint64_t us, uint8_t closed)
{
	struct contact_history *h = m->h;

	m->shown = closed;
	if (h->edge_count && h->edges[h->edge_count - 1].us == us)
		h->edges[h->edge_count - 1].closed = closed;
	else if (h->edge_count < CONTACT_EDGES)
		h->edges[h->edge_count++] = (struct contact_edge){ us, closed };
}

/* The referee. */
static void see(struct making *m, uint8_t closed)
{
	struct contact_history *h = m->h;

	m->owed = (uint8_t)((m->owed | (closed & ~m->closed)) & closed);
	m->closed = closed;
	if (closed != WHITE && closed != BLACK)
		return;
	if (m->owed == closed && h->press_count < CONTACT_PRESSES)
		h->presses[h->press_count++] = (struct contact_press){ m->now, closed };
	m->owed = 0;
}

/* Flickering, no state of which rests: at its end side is open, or closed. */
static void flicker(struct making *m, uint8_t side, uint64_t us, bool closed)
{
	const uint64_t until = m->now + us;

	while (m->now < until) {
		m->now += m->senses_edges ? 50 + chance(m, 900) : MS;
		show(m, m->now, m->shown ^ side);
	}
	if (closed != !!(m->shown & side)) {
		m->now += m->senses_edges ? 50 + chance(m, 900) : MS;
		show(m, m->now, m->shown ^ side);
	}
}

static void set(struct making *m, uint8_t side, bool closed, uint64_t bouncing_us)
{
	show(m, m->now, (uint8_t)(closed ? m->shown | side : m->shown & ~side));
	see(m, (uint8_t)(closed ? m->closed | side : m->closed & ~side));
	if (bouncing_us)
		flicker(m, side, bouncing_us, closed);
}

/* It bounces for some milliseconds, or not at all. */
static void touch(struct making *m, uint8_t side, bool closed)
{
	set(m, side, closed, chance(m, 2) ? 1 + chance(m, 4) * MS : 0);
}

static void wait(struct making *m, uint64_t least)
{
	m->now += some_time(m, least);
}

/* A rocker, or a lever that lies on either side: for a moment of its swing it closes both contacts, or none. */
static void rock(struct making *m, bool overlaps)
{
	uint8_t side = chance(m, 2) ? WHITE : BLACK;

	touch(m, side, true);
	for (unsigned n = 2 + chance(m, 5); n > 0; n--) {
		wait(m, STILL_US);
		if (overlaps) {
			set(m, BOTH - side, true, 0);
			wait(m, 2 * MS); /* of which a look each millisecond sees at least one */
			touch(m, side, false);
		} else {
			touch(m, side, false);
			wait(m, 2 * MS);
			touch(m, BOTH - side, true);
		}
		side = BOTH - side;
	}
}

/* It is let go in the middle of its swing, and falls back. */
static void fall_back(struct making *m)
{
	const uint8_t side = chance(m, 2) ? WHITE : BLACK;

	touch(m, side, true);
	for (unsigned n = 1 + chance(m, 4); n > 0; n--) {
		wait(m, STILL_US);
		if (chance(m, 2)) {
			touch(m, BOTH - side, true);
			wait(m, STILL_US);
			touch(m, BOTH - side, false);
		} else {
			touch(m, side, false);
			wait(m, STILL_US);
			touch(m, side, true);
		}
	}
}

/* Two buttons, or what is broken: each does what it wants. */
static void press_at_will(struct making *m, unsigned sides)
{
	for (unsigned n = 4 + chance(m, 12); n > 0; n--) {
		const uint8_t side = sides == 1 ? WHITE : chance(m, 2) ? WHITE : BLACK;

		touch(m, side, !(m->closed & side));
		wait(m, STILL_US);
	}
}

/* A finger stays on one button, and the other player presses his. */
static void keep_a_finger(struct making *m)
{
	const uint8_t side = chance(m, 2) ? WHITE : BLACK;

	touch(m, side, true);
	for (unsigned n = 1 + chance(m, 4); n > 0; n--) {
		wait(m, STILL_US);
		touch(m, BOTH - side, true);
		wait(m, STILL_US);
		if (chance(m, 3) == 0) {
			touch(m, side, false);
			wait(m, STILL_US);
			touch(m, side, true);
			wait(m, STILL_US);
		}
		touch(m, BOTH - side, false);
	}
	wait(m, STILL_US);
	touch(m, side, false);
}

/* Both wires touch at one instant: nobody has pressed, until one is alone. */
static void short_circuit(struct making *m)
{
	for (unsigned n = 1 + chance(m, 4); n > 0; n--) {
		const uint8_t first = chance(m, 2) ? WHITE : BLACK;

		show(m, m->now, BOTH);
		see(m, BOTH);
		wait(m, STILL_US);
		if (chance(m, 2)) {
			show(m, m->now, 0);
			see(m, 0);
		} else {
			touch(m, first, false);
			wait(m, STILL_US);
			touch(m, BOTH - first, false);
		}
		wait(m, STILL_US);
	}
}

/* A contact that is worn out flickers for as long as it takes to close, to open, or while a finger rests on it. */
static void bounce_long(struct making *m)
{
	for (unsigned n = 1 + chance(m, 3); n > 0; n--) {
		const uint8_t side = chance(m, 2) ? WHITE : BLACK;

		set(m, side, true, some_time(m, MS));
		wait(m, STILL_US);
		if (chance(m, 2))
			flicker(m, side, some_time(m, MS), true);
		wait(m, STILL_US);
		set(m, side, false, some_time(m, MS));
		wait(m, STILL_US);
	}
}

/* A spark on an open wire. */
static void spark(struct making *m)
{
	for (unsigned n = 1 + chance(m, 3); n > 0; n--) {
		const uint8_t side = chance(m, 2) ? WHITE : BLACK;

		show(m, m->now, m->shown ^ side);
		m->now += m->senses_edges ? 20 + chance(m, 900) : MS;
		show(m, m->now, m->shown ^ side);
		wait(m, STILL_US);
	}
	press_at_will(m, 2);
}

void contact_history_make(struct contact_history *h, unsigned number, uint64_t longest_us, bool senses_edges)
{
	static const char *const kinds[] = {
		"a rocker whose contacts are both open in its swing",
		"a rocker whose contacts are both closed in its swing",
		"a rocker that falls back",
		"two buttons",
		"one button",
		"a finger left on one button",
		"short circuits",
		"contacts that bounce long",
		"sparks",
	};
	const unsigned kind = number % (sizeof(kinds) / sizeof(*kinds));
	struct making m = {
		.h = h,
		.seed = number * 2654435761u + 1,
		.now = 20 * MS,
		.longest = longest_us,
		.senses_edges = senses_edges,
	};

	h->kind = kinds[kind];
	h->edge_count = h->press_count = 0;
	if (kind <= 1)
		rock(&m, kind == 1);
	else if (kind == 2)
		fall_back(&m);
	else if (kind <= 4)
		press_at_will(&m, kind == 3 ? 2 : 1);
	else if (kind == 5)
		keep_a_finger(&m);
	else if (kind == 6)
		short_circuit(&m);
	else if (kind == 7)
		bounce_long(&m);
	else
		spark(&m);
	h->end_us = m.now + 60 * MS;
}
