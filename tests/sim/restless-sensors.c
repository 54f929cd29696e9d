// SPDX-License-Identifier: GPL-2.0-or-later
/* What the sensors report of what hands do. */
#include <errno.h>

#include "tests/sim/restless-internal.h"

static int report(struct restless *r, struct hands_event e)
{
	if (r->count == r->room) {
		size_t room = r->room ? 2 * r->room : 512;
		struct hands_event *more = reallocarray(r->event, room, sizeof(*more));

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

/* One square toggles for a while, whatever stands there; its last report is right. */
static void flicker(struct play *p, struct actions *seen)
{
	const struct action *any = any_action(p);
	int64_t from = any->t_us, to = from + chance_about_us(&p->chance, p->style->flicker_ms), at = from;
	char is = any->piece;

	for (size_t i = 0; i < seen->count; i++)
		if (!seen->a[i].press && seen->a[i].square == any->square && seen->a[i].t_us >= from &&
		    seen->a[i].t_us < to)
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

/* What is wrong with the sensors and the lever in one game, and what they last did. */
struct faults {
	unsigned stuck, dead; /* squares; GAME_NO_SQUARE: none */
	int64_t stuck_from, stuck_to;
	unsigned forgotten;		/* presses still to be missed */
	int64_t pressed;		/* the last press */
	int64_t last[GAME_MAX_SQUARES]; /* change of each square */
};

static void choose_faults(struct play *p, struct faults *f)
{
	const struct restless_style *s = p->style;

	*f = (struct faults){
		.stuck = GAME_NO_SQUARE, .dead = GAME_NO_SQUARE, .stuck_from = INT64_MAX, .stuck_to = INT64_MAX
	};
	for (unsigned q = 0; q < GAME_MAX_SQUARES; q++)
		f->last[q] = INT64_MIN;
	if (p->all.count && hand_happens(p, s->stuck)) {
		const struct action *a = &p->all.a[chance_below(&p->chance, (unsigned)p->all.count)];

		f->stuck = a->press ? GAME_NO_SQUARE : a->square;
		f->stuck_from = a->t_us - 1000 * chance_below(&p->chance, 1000);
		f->stuck_to = f->stuck_from + chance_about_us(&p->chance, s->stuck_ms);
	}
	if (s->dead && hand_happens(p, s->dead))
		f->dead = any_action(p)->square;
}

static void sense_press(struct play *p, struct faults *f, struct action a, struct actions *seen)
{
	const struct restless_style *s = p->style;

	if (f->forgotten) {
		f->forgotten--;
		p->tags[a.ply] |= RESTLESS_MISSED_PRESS;
		return;
	}
	if (s->lever_forgotten && hand_happens(p, s->lever_forgotten)) {
		p->tags[a.ply] |= RESTLESS_MISSED_PRESS;
		f->forgotten = 1;
		return;
	}
	if (hand_happens(p, s->lever_missed)) {
		p->tags[a.ply] |= RESTLESS_MISSED_PRESS;
		return;
	}
	if (hand_happens(p, s->lever_late)) {
		a.t_us += (int64_t)chance_below(&p->chance, s->lever_late_ms) * 1000;
		p->tags[a.ply] |= RESTLESS_LATE_PRESS;
	}
	if (a.t_us <= f->pressed)
		a.t_us = f->pressed + 1000;
	f->pressed = a.t_us;
	hand_add(seen, a);
	if (hand_happens(p, s->lever_double)) {
		a.t_us += chance_about_us(&p->chance, 80);
		hand_add(seen, a);
		f->pressed = a.t_us;
	}
}

/* The contact of the square of a opens and closes some more times, until its next change. */
static void bounce(struct play *p, struct faults *f, struct action a, int64_t next, struct actions *seen)
{
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
			hand_add(seen, b);
			f->last[a.square] = b.t_us;
		}
	}
}

/* The square changes again at next. */
static void sense_change(struct play *p, struct faults *f, struct action a, int64_t next, struct actions *seen)
{
	const struct restless_style *s = p->style;

	if (a.square == f->dead) {
		p->tags[a.ply] |= RESTLESS_STUCK;
		return;
	}
	if (hand_happens(p, s->never)) {
		p->tags[a.ply] |= RESTLESS_NEVER;
		return;
	}
	if (hand_happens(p, s->late)) {
		a.t_us += chance_about_us(&p->chance, s->late_ms / 3) + 100000;
		p->tags[a.ply] |= RESTLESS_LATE;
	}
	if (a.square == f->stuck && a.t_us >= f->stuck_from && a.t_us < f->stuck_to) {
		p->tags[a.ply] |= RESTLESS_STUCK;
		a.t_us = f->stuck_to;
	}
	if (a.t_us >= next)
		return; /* the next change replaces it */
	if (a.t_us < f->last[a.square])
		a.t_us = f->last[a.square];
	if (a.piece != '.' && hand_happens(p, s->nameless))
		a.piece = '?';
	hand_add(seen, a);
	f->last[a.square] = a.t_us;
	if (hand_happens(p, s->bounce))
		bounce(p, f, a, next, seen);
}

/* Stable: actions of one time keep their order. */
static void sort_by_time(struct actions *l)
{
	for (size_t i = 1; i < l->count; i++) {
		struct action a = l->a[i];
		size_t j = i;

		for (; j && l->a[j - 1].t_us > a.t_us; j--)
			l->a[j] = l->a[j - 1];
		l->a[j] = a;
	}
}

static int report_press(struct restless *r, const struct action *a)
{
	return report(r, (struct hands_event){
				 .t_us = a->t_us, .action = HANDS_PRESS, .side = (enum side)a->square, .ply = a->ply });
}

static int report_change(struct restless *r, int64_t t_us, unsigned square, char piece, unsigned ply)
{
	return report(r, (struct hands_event){ .t_us = t_us,
					       .square = (uint8_t)square,
					       .piece = piece,
					       .action = piece == '.' ? HANDS_LIFT : HANDS_PLACE,
					       .ply = ply });
}

/* All that happens up to the end of the scan is one report of each square, in any order. *i goes on to the next scan.
 */
static int report_scan(struct play *p, const struct actions *seen, size_t *i, char *pieces, unsigned first,
		       struct restless *ret)
{
	const struct action *a = &seen->a[*i];
	int64_t scan = (int64_t)p->style->scan_ms * 1000, until = (a->t_us / scan + 1) * scan;
	unsigned squares = p->game->squares;
	char now[GAME_MAX_SQUARES];
	int r = 0;

	memcpy(now, pieces, sizeof(now));
	for (; *i < seen->count && seen->a[*i].t_us < until; ++*i) {
		if (seen->a[*i].press)
			r = report_press(ret, &seen->a[*i]);
		else
			now[seen->a[*i].square] = seen->a[*i].piece;
	}
	for (unsigned n = 0; n < squares && r == 0; n++) {
		unsigned q = (first + n * 7) % squares;

		if (now[q] == pieces[q])
			continue;
		r = report_change(ret, until + n, q, now[q], a->ply);
		pieces[q] = now[q];
	}
	return r;
}

static int report_all(struct play *p, const struct game_position *start, const struct actions *seen,
		      struct restless *ret)
{
	char pieces[GAME_MAX_SQUARES];
	int r = 0;

	p->game->placement(start, pieces);
	for (size_t i = 0; i < seen->count && r == 0;) {
		const struct action *a = &seen->a[i];
		unsigned first = chance_below(&p->chance, p->game->squares);

		if (p->style->scan_ms && !a->press) {
			r = report_scan(p, seen, &i, pieces, first, ret);
			continue;
		}
		if (a->press) {
			r = report_press(ret, a);
		} else {
			if (a->piece != pieces[a->square])
				r = report_change(ret, a->t_us, a->square, a->piece, a->ply);
			pieces[a->square] = a->piece;
		}
		i++;
	}
	return r;
}

/* When the square of the i-th action changes after it. */
static int64_t next_change(const struct actions *l, size_t i)
{
	for (size_t j = i + 1; j < l->count; j++)
		if (!l->a[j].press && l->a[j].square == l->a[i].square)
			return l->a[j].t_us;
	return INT64_MAX;
}

/* What the sensors report. Their errors belong to the ply of the action. */
int sensors_report(struct play *p, const struct game_position *start, struct restless *ret)
{
	const struct restless_style *s = p->style;
	struct actions seen = { 0 };
	struct faults faults;
	int r;

	choose_faults(p, &faults);
	for (size_t i = 0; i < p->all.count; i++) {
		const struct action *a = &p->all.a[i];

		if (a->press)
			sense_press(p, &faults, *a, &seen);
		else
			sense_change(p, &faults, *a, next_change(&p->all, i), &seen);
	}
	if (s->flicker && hand_happens(p, s->flicker))
		flicker(p, &seen);
	if (seen.failed) {
		free(seen.a);
		return -ENOMEM;
	}
	sort_by_time(&seen);
	r = report_all(p, start, &seen, ret);
	free(seen.a);
	return r;
}
