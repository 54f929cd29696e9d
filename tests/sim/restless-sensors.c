// SPDX-License-Identifier: GPL-2.0-or-later
/* What the sensors make of what hands do. */
#include <errno.h>

#include "tests/sim/restless-internal.h"

static int by_time(const void *x, const void *y)
{
	const struct action *a = x, *b = y;

	return a->t_us < b->t_us ? -1 : a->t_us > b->t_us;
}

static int report(struct restless *r, struct restless_event e)
{
	if (r->count == r->room) {
		size_t room = r->room ? 2 * r->room : 512;
		struct restless_event *more = reallocarray(r->event, room, sizeof(*more));

		if (!more)
			return -ENOMEM;
		r->event = more;
		r->room = room;
	}
	r->event[r->count++] = e;
	return 0;
}

/* Of a piece. */
static const struct action *any_action(struct play *p)
{
	const struct action *a;

	do
		a = &p->all.a[chance_below(&p->chance, (unsigned)p->all.count)];
	while (a->press);
	return a;
}

/* One square toggles for a while, whatever stands there: what it says in the end is right. */
static void flicker(struct play *p, struct actions *seen)
{
	const struct action *any = any_action(p);
	int64_t from = any->t_us, to = from + chance_about_us(&p->chance, p->style->flicker_ms), at = from;
	char is = any->piece;

	for (size_t i = 0; i < seen->count; i++)
		if (!seen->a[i].press && seen->a[i].square == any->square && seen->a[i].t_us >= from && seen->a[i].t_us < to)
			p->tags[seen->a[i].ply] |= RESTLESS_STUCK;
	while ((at += chance_about_us(&p->chance, 300)) < to) {
		struct action a = { .t_us = at, .square = any->square, .ply = any->ply };

		for (size_t i = 0; i < p->all.count; i++)
			if (!p->all.a[i].press && p->all.a[i].t_us <= at) {
				a.ply = p->all.a[i].ply;
				if (p->all.a[i].square == any->square)
					is = p->all.a[i].piece;
			}
		a.piece = is == '.' ? '?' : '.';
		hand_add(seen, a);
		a.t_us += chance_about_us(&p->chance, 80);
		for (size_t i = 0; i < p->all.count; i++)
			if (!p->all.a[i].press && p->all.a[i].square == any->square && p->all.a[i].t_us <= a.t_us)
				is = p->all.a[i].piece;
		a.piece = is;
		hand_add(seen, a);
		at = a.t_us;
	}
}

/* What the sensors make of it. Their errors belong to the ply of the action. */
int sensors_report(struct play *p, const struct game_position *start, struct restless *ret)
{
	const struct restless_style *s = p->style;
	struct actions seen = { 0 };
	int64_t stuck_from = INT64_MAX, stuck_to = INT64_MAX, last[GAME_MAX_SQUARES], pressed = 0;
	unsigned stuck = GAME_NO_SQUARE, forgotten = 0, dead = GAME_NO_SQUARE;
	char pieces[GAME_MAX_SQUARES];
	int r = 0;

	for (unsigned q = 0; q < GAME_MAX_SQUARES; q++)
		last[q] = INT64_MIN;
	if (p->all.count && hand_happens(p, s->stuck)) {
		const struct action *a = &p->all.a[chance_below(&p->chance, (unsigned)p->all.count)];

		stuck = a->press ? GAME_NO_SQUARE : a->square;
		stuck_from = a->t_us - 1000 * chance_below(&p->chance, 1000);
		stuck_to = stuck_from + chance_about_us(&p->chance, s->stuck_ms);
	}
	if (s->dead && hand_happens(p, s->dead))
		dead = any_action(p)->square;
	for (size_t i = 0; i < p->all.count; i++) {
		struct action a = p->all.a[i];
		int64_t next = INT64_MAX;

		if (a.press) {
			if (forgotten) {
				forgotten--;
				p->tags[a.ply] |= RESTLESS_MISSED_PRESS;
				continue;
			}
			if (s->lever_forgotten && hand_happens(p, s->lever_forgotten)) {
				p->tags[a.ply] |= RESTLESS_MISSED_PRESS;
				forgotten = 1;
				continue;
			}
			if (hand_happens(p, s->lever_missed)) {
				p->tags[a.ply] |= RESTLESS_MISSED_PRESS;
				continue;
			}
			if (hand_happens(p, s->lever_late)) {
				a.t_us += (int64_t)chance_below(&p->chance, s->lever_late_ms) * 1000;
				p->tags[a.ply] |= RESTLESS_LATE_PRESS;
			}
			if (a.t_us <= pressed)
				a.t_us = pressed + 1000;
			pressed = a.t_us;
			hand_add(&seen, a);
			if (hand_happens(p, s->lever_double)) {
				a.t_us += chance_about_us(&p->chance, 80);
				hand_add(&seen, a);
				pressed = a.t_us;
			}
			continue;
		}
		for (size_t j = i + 1; j < p->all.count && next == INT64_MAX; j++)
			if (!p->all.a[j].press && p->all.a[j].square == a.square)
				next = p->all.a[j].t_us;
		if (a.square == dead) {
			p->tags[a.ply] |= RESTLESS_STUCK;
			continue;
		}
		if (hand_happens(p, s->never)) {
			p->tags[a.ply] |= RESTLESS_NEVER;
			continue;
		}
		if (hand_happens(p, s->late)) {
			a.t_us += chance_about_us(&p->chance, s->late_ms / 3) + 100000;
			p->tags[a.ply] |= RESTLESS_LATE;
		}
		if (a.square == stuck && a.t_us >= stuck_from && a.t_us < stuck_to) {
			p->tags[a.ply] |= RESTLESS_STUCK;
			a.t_us = stuck_to;
		}
		if (a.t_us >= next)
			continue;	/* it says what is next at once */
		if (a.t_us < last[a.square])
			a.t_us = last[a.square];
		if (a.piece != '.' && hand_happens(p, s->nameless))
			a.piece = '?';
		hand_add(&seen, a);
		last[a.square] = a.t_us;
		if (hand_happens(p, s->bounce)) {
			struct action b = a;
			char was = a.piece == '.' ? '?' : '.';

			for (unsigned n = 1 + chance_below(&p->chance, 3); n; n--) {
				for (unsigned half = 0; half < 2; half++) {
					b.t_us += 1000 * (2 + chance_below(&p->chance, 20));
					if (b.t_us >= next)
						break;
					b.piece = half ? a.piece : was;
					if (!half && b.t_us + 22000 >= next)
						break;
					hand_add(&seen, b);
					last[a.square] = b.t_us;
				}
			}
		}
	}
	if (s->flicker && hand_happens(p, s->flicker))
		flicker(p, &seen);
	if (seen.failed) {
		free(seen.a);
		return -ENOMEM;
	}
	/* stable */
	for (size_t i = 1; i < seen.count; i++) {
		struct action a = seen.a[i];
		size_t j = i;

		for (; j && by_time(&seen.a[j - 1], &a) > 0; j--)
			seen.a[j] = seen.a[j - 1];
		seen.a[j] = a;
	}
	p->game->placement(start, pieces);
	for (size_t i = 0; i < seen.count && r == 0;) {
		const struct action *a = &seen.a[i];
		int64_t scan = (int64_t)s->scan_ms * 1000, until;
		char now[GAME_MAX_SQUARES];
		unsigned squares = p->game->squares, first = chance_below(&p->chance, squares);

		if (!scan || a->press) {
			if (a->press)
				r = report(ret, (struct restless_event){ .t_us = a->t_us, .action = HANDS_PRESS,
					   .side = (enum side)a->square, .ply = a->ply });
			else if (a->piece != pieces[a->square])
				r = report(ret, (struct restless_event){ .t_us = a->t_us, .square = a->square, .piece = a->piece,
					   .action = a->piece == '.' ? HANDS_LIFT : HANDS_PLACE, .ply = a->ply });
			if (!a->press)
				pieces[a->square] = a->piece;
			i++;
			continue;
		}
		/* all that happens up to the scan's end is one report of each square, in any order */
		until = (a->t_us / scan + 1) * scan;
		memcpy(now, pieces, sizeof(now));
		for (; i < seen.count && seen.a[i].t_us < until; i++) {
			if (seen.a[i].press)
				r = report(ret, (struct restless_event){ .t_us = seen.a[i].t_us, .action = HANDS_PRESS,
					   .side = (enum side)seen.a[i].square, .ply = seen.a[i].ply });
			else
				now[seen.a[i].square] = seen.a[i].piece;
		}
		for (unsigned n = 0; n < squares && r == 0; n++) {
			unsigned q = (first + n * 7) % squares;

			if (now[q] == pieces[q])
				continue;
			r = report(ret, (struct restless_event){ .t_us = until + n, .square = (uint8_t)q, .piece = now[q],
				   .action = now[q] == '.' ? HANDS_LIFT : HANDS_PLACE, .ply = a->ply });
			pieces[q] = now[q];
		}
	}
	free(seen.a);
	return r;
}
