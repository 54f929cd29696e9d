// SPDX-License-Identifier: GPL-2.0-or-later
/* Restless hands. See restless.h. */
#include "tests/sim/restless.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct restless_style restless_styles[] = {
	{ .name = "tidy", .beat_ms = 350, .think_ms = 8000, .slide = 150, .hover = 20, .recentre = 60, .takeback = 5, .jadoube = 30,
	  .touch = 10, .victim_last = 200, .push_off = 0, .rook_first = 200, .promotion_swap = 500, .knock = 5, .bounce = 60,
	  .late = 2, .late_ms = 500 },
	{ .name = "club", .beat_ms = 200, .think_ms = 4000, .slide = 300, .hover = 50, .recentre = 80, .takeback = 15, .jadoube = 30,
	  .touch = 20, .victim_last = 350, .both_hands = 60, .push_off = 80, .drag_victim = 80, .rook_first = 250, .king_steps = 100,
	  .rook_late = 60, .passant_late = 100, .promotion_swap = 400, .promotion_early = 100, .promotion_late = 100, .knock = 15,
	  .roll = 100, .set_right_late = 200, .early_press = 30, .early_opponent = 50, .early_ms = 300, .bounce = 100, .late = 5,
	  .late_ms = 1500, .never = 1, .lever_double = 5 },
	{ .name = "blitz", .beat_ms = 110, .think_ms = 1200, .slide = 300, .hover = 80, .recentre = 80, .takeback = 15, .jadoube = 20,
	  .touch = 30, .victim_last = 400, .both_hands = 120, .push_off = 150, .drag_victim = 100, .rook_first = 250,
	  .king_steps = 100, .rook_late = 120, .passant_late = 200, .promotion_swap = 300, .promotion_early = 200,
	  .promotion_late = 150, .knock = 30, .roll = 200, .set_right_late = 400, .early_press = 100, .early_opponent = 150,
	  .early_ms = 400, .bounce = 120, .late = 8, .late_ms = 2000, .never = 2, .lever_double = 10 },
	{ .name = "scramble", .beat_ms = 60, .think_ms = 300, .slide = 300, .hover = 80, .recentre = 50, .takeback = 5, .jadoube = 10,
	  .touch = 30, .victim_last = 400, .both_hands = 200, .push_off = 200, .drag_victim = 100, .rook_first = 250,
	  .king_steps = 100, .rook_late = 150, .passant_late = 300, .promotion_swap = 200, .promotion_early = 200,
	  .promotion_late = 150, .knock = 40, .roll = 200, .set_right_late = 500, .early_press = 200, .early_opponent = 250,
	  .early_ms = 300, .bounce = 120, .late = 4, .late_ms = 600, .lever_double = 10 },
	{ .name = "two-hands", .beat_ms = 120, .think_ms = 2500, .slide = 200, .hover = 40, .both_hands = 900, .victim_last = 500,
	  .rook_first = 500, .rook_late = 100, .bounce = 100, .early_press = 50, .promotion_early = 700 },
	{ .name = "sleeve", .beat_ms = 150, .think_ms = 2500, .slide = 300, .sweep = 40, .knock = 40, .roll = 500, .set_right_late = 300,
	  .victim_last = 300, .drag_victim = 300, .bounce = 60 },
	{ .name = "early-opponent", .beat_ms = 150, .think_ms = 1500, .slide = 200, .hover = 40, .victim_last = 300, .rook_first = 300,
	  .early_opponent = 500, .early_ms = 1000, .bounce = 60 },
	{ .name = "early-press", .beat_ms = 150, .think_ms = 1500, .slide = 200, .hover = 40, .victim_last = 300, .rook_first = 300,
	  .early_press = 400, .rook_late = 300, .passant_late = 500, .promotion_late = 300, .bounce = 60 },
	{ .name = "slow-scan", .beat_ms = 200, .think_ms = 3000, .slide = 300, .hover = 60, .victim_last = 400, .rook_first = 300,
	  .recentre = 100, .push_off = 100, .scan_ms = 250 },
	{ .name = "bad-lever", .beat_ms = 200, .think_ms = 3000, .slide = 200, .hover = 40, .victim_last = 300, .rook_first = 300,
	  .bounce = 60, .lever_missed = 10, .lever_double = 50, .lever_late = 300, .lever_late_ms = 1000 },
	{ .name = "polled-clock", .beat_ms = 250, .think_ms = 4000, .slide = 300, .hover = 40, .victim_last = 400, .rook_first = 300,
	  .drag_victim = 100, .push_off = 50, .scan_ms = 200, .nameless = 10, .lever_late = 1000, .lever_late_ms = 1000 },
	{ .name = "stuck", .beat_ms = 200, .think_ms = 2500, .slide = 200, .hover = 30, .victim_last = 300, .rook_first = 300, .bounce = 60,
	  .stuck = 1000, .stuck_ms = 6000 },
	{ .name = "never", .beat_ms = 200, .think_ms = 2500, .slide = 200, .hover = 30, .victim_last = 300, .rook_first = 300, .bounce = 60,
	  .never = 4 },
	{ .name = "late", .beat_ms = 150, .think_ms = 2000, .slide = 200, .hover = 30, .victim_last = 300, .rook_first = 300, .bounce = 60,
	  .late = 30, .late_ms = 3000 },
	{ .name = "nameless", .beat_ms = 200, .think_ms = 2500, .slide = 300, .hover = 50, .victim_last = 300, .rook_first = 300,
	  .nameless = 150, .bounce = 60 },
	{ 0 }
};

const char *restless_tags(unsigned tags, char *buf, size_t size)
{
	static const char *const names[] = { "never", "late", "stuck", "missed-press", "knock", "early-press", "early-opponent",
					     "hover", "takeback", "slide", "push-off", "late-press", "sweep", "late-man", "both" };
	size_t n = 0;

	buf[0] = 0;
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if ((tags & 1u << i) && n < size)
			n += (size_t)snprintf(buf + n, size - n, "%s%s", n ? "," : "", names[i]);
	return buf;
}

/* --- chance --- */

struct chance {
	uint64_t state;
};

static uint64_t draw(struct chance *c)
{
	uint64_t z = c->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static unsigned below(struct chance *c, unsigned n)
{
	return n ? (unsigned)(draw(c) % n) : 0;
}

/* About the median, from a third of it to four times as long. */
static int64_t about_us(struct chance *c, unsigned median_ms)
{
	int64_t us = (int64_t)median_ms * 1000;

	if (below(c, 2))
		return us + us * below(c, 1000) / 1000 * (1 + (int64_t)below(c, 4)) * 3 / 4;
	return us / 3 + us * 2 / 3 * below(c, 1000) / 1000;
}

/* --- hands --- */

/* A man lifted ('.') or put down. */
struct action {
	int64_t t_us;
	uint8_t square;
	char piece;
	bool press;
	uint16_t ply;
};

struct actions {
	struct action *a;
	size_t count, room;
	bool failed;
};

struct play {
	const struct restless_style *style;
	const struct game *game;
	struct chance chance;
	struct actions all;	/* in no order yet */
	struct actions plan;	/* of one move */
	int64_t now;		/* the hand that plans */
	unsigned ply;
	unsigned *tags;
	char men[GAME_MAX_SQUARES];	/* by the plan */
};

static void add(struct actions *l, struct action a)
{
	if (l->count == l->room) {
		size_t room = l->room ? 2 * l->room : 256;
		struct action *more = reallocarray(l->a, room, sizeof(*more));

		if (!more) {
			l->failed = true;
			return;
		}
		l->a = more;
		l->room = room;
	}
	l->a[l->count++] = a;
}

static void pass(struct play *p, unsigned ms)
{
	p->now += about_us(&p->chance, ms);
}

static void beat(struct play *p)
{
	pass(p, p->style->beat_ms);
}

static bool happens(struct play *p, unsigned in_1000)
{
	return below(&p->chance, 1000) < in_1000;
}

static void put(struct play *p, unsigned square, char piece)
{
	add(&p->plan, (struct action){ .t_us = p->now, .square = (uint8_t)square, .piece = piece, .ply = (uint16_t)p->ply });
	p->men[square] = piece;
}

static unsigned any_square(struct play *p, bool (*wanted)(const struct play *p, unsigned q, unsigned near), unsigned near)
{
	unsigned n = p->game->squares, first = below(&p->chance, n);

	for (unsigned i = 0; i < n; i++)
		if (wanted(p, (first + i) % n, near))
			return (first + i) % n;
	return GAME_NO_SQUARE;
}

static bool near_by(const struct play *p, unsigned a, unsigned b)
{
	int w = (int)p->game->width, x = p->game->cell_of_square(a), y = p->game->cell_of_square(b);
	int dx = abs(x % w - y % w), dy = abs(x / w - y / w);

	return a != b && dx <= 1 && dy <= 1;
}

static bool empty_near(const struct play *p, unsigned q, unsigned near)
{
	return p->men[q] == '.' && near_by(p, q, near);
}

static bool man_near(const struct play *p, unsigned q, unsigned near)
{
	return p->men[q] != '.' && near_by(p, q, near);
}

static bool own_man(const struct play *p, unsigned q, unsigned side)
{
	return p->game->piece_side(p->men[q]) == (enum side)side;
}

/* Squares on the line between; 0 where it is none. */
static unsigned way(const struct play *p, unsigned from, unsigned to, unsigned *ret)
{
	int w = (int)p->game->width, a = p->game->cell_of_square(from), b = p->game->cell_of_square(to);
	int dx = b % w - a % w, dy = b / w - a / w, steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
	unsigned n = 0;

	if (dx && dy && abs(dx) != abs(dy))
		return 0;
	for (int i = 1; i < steps; i++)
		ret[n++] = (unsigned)p->game->square_of_cell((unsigned)((a / w + dy / steps * i) * w + a % w + dx / steps * i));
	return n;
}

static void adjust(struct play *p, unsigned q)
{
	char man = p->men[q];

	if (q == GAME_NO_SQUARE)
		return;
	put(p, q, '.');
	beat(p);
	put(p, q, man);
	beat(p);
}

/* A neighbour falls, perhaps rolls, and is set right: now, or after the press. */
static void knock(struct play *p, unsigned near, struct actions *later)
{
	unsigned q = any_square(p, man_near, near), over;
	char man;

	if (q == GAME_NO_SQUARE)
		return;
	man = p->men[q];
	p->tags[p->ply] |= RESTLESS_KNOCK;
	put(p, q, '.');
	for (unsigned i = 0, at = q; i < 3 && happens(p, p->style->roll); i++) {
		over = any_square(p, empty_near, at);
		if (over == GAME_NO_SQUARE || over == q)
			break;
		pass(p, 30);
		put(p, over, man);
		pass(p, 40);
		put(p, over, '.');
		at = over;
	}
	if (happens(p, p->style->set_right_late)) {
		add(later, (struct action){ .t_us = 0, .square = (uint8_t)q, .piece = man, .ply = (uint16_t)p->ply });
		return;
	}
	beat(p);
	put(p, q, man);
	beat(p);
}

/* A sleeve passes over a file: its men flicker or fall. */
static void sweep(struct play *p)
{
	unsigned file = below(&p->chance, p->game->width);

	p->tags[p->ply] |= RESTLESS_SWEEP;
	for (unsigned row = 0; row < p->game->height; row++) {
		int q = p->game->square_of_cell(row * p->game->width + file);
		char man;

		if (q < 0 || p->men[q] == '.' || !happens(p, 600))
			continue;
		man = p->men[q];
		put(p, (unsigned)q, '.');
		pass(p, happens(p, 300) ? 400 : 25);
		put(p, (unsigned)q, man);
		pass(p, 15);
	}
}

static void land(struct play *p, unsigned from, unsigned to, char man, bool slides)
{
	unsigned on[8], n = way(p, from, to, on), over;

	if (slides && n && happens(p, p->style->slide)) {
		p->tags[p->ply] |= RESTLESS_SLIDE;
		for (unsigned i = 0; i < n; i++) {
			if (p->men[on[i]] != '.')
				break;
			pass(p, 30);
			put(p, on[i], man);
			pass(p, happens(p, 150) ? 350 : 25);
			put(p, on[i], '.');
		}
	}
	if (happens(p, p->style->hover)) {
		over = any_square(p, empty_near, happens(p, 700) ? to : from);
		if (over != GAME_NO_SQUARE) {
			p->tags[p->ply] |= RESTLESS_HOVER;
			beat(p);
			put(p, over, man);
			pass(p, happens(p, 300) ? 700 : 200);
			put(p, over, '.');
		}
	}
}

/* The captured man leaves, perhaps over a neighbour. */
static void remove_man(struct play *p, unsigned q)
{
	char man = p->men[q];
	unsigned over;

	put(p, q, '.');
	if (!happens(p, p->style->drag_victim))
		return;
	over = any_square(p, empty_near, q);
	if (over == GAME_NO_SQUARE)
		return;
	pass(p, 40);
	put(p, over, man);
	pass(p, 40);
	put(p, over, '.');
}

static void plain_move(struct play *p, const struct game_move *m, char after)
{
	bool takes = p->men[m->to] != '.';
	char man = p->men[m->from];
	bool swap = m->promotion && happens(p, p->style->promotion_swap);
	bool early = m->promotion && !swap && happens(p, p->style->promotion_early);

	if (early) {
		/* the new man stands before the pawn is gone */
		if (takes) {
			remove_man(p, m->to);
			beat(p);
		}
		put(p, m->to, after);
		beat(p);
		put(p, m->from, '.');
		return;
	}
	if (takes && happens(p, p->style->push_off)) {
		p->tags[p->ply] |= RESTLESS_PUSH_OFF;
		put(p, m->from, '.');
		beat(p);
		put(p, m->to, '.');
		p->now += 1000 * (2 + below(&p->chance, 30));
	} else if (takes && happens(p, p->style->both_hands)) {
		p->tags[p->ply] |= RESTLESS_BOTH;
		put(p, m->from, '.');
		p->now += 1000 * below(&p->chance, 40);
		remove_man(p, m->to);
		beat(p);
	} else if (takes && happens(p, p->style->victim_last)) {
		put(p, m->from, '.');
		beat(p);
		remove_man(p, m->to);
		beat(p);
	} else if (takes) {
		remove_man(p, m->to);
		beat(p);
		put(p, m->from, '.');
		beat(p);
	} else {
		put(p, m->from, '.');
		beat(p);
	}
	land(p, m->from, m->to, man, !takes || below(&p->chance, 2));
	if (swap) {
		put(p, m->to, man);
		beat(p);
		put(p, m->to, '.');
		beat(p);
	}
	put(p, m->to, after);
	if (!m->promotion && happens(p, p->style->recentre)) {
		pass(p, 150);
		adjust(p, m->to);
	}
}

static void castle(struct play *p, const struct game_move *m, const char *after, struct actions *later)
{
	unsigned rook_from = GAME_NO_SQUARE, rook_to = GAME_NO_SQUARE;
	char king = p->men[m->from], rook;

	for (unsigned q = 0; q < p->game->squares; q++) {
		if (q == m->from || q == m->to || p->men[q] == after[q])
			continue;
		if (after[q] == '.')
			rook_from = q;
		else
			rook_to = q;
	}
	rook = p->men[rook_from];
	if (happens(p, p->style->both_hands)) {
		p->tags[p->ply] |= RESTLESS_BOTH;
		put(p, m->from, '.');
		p->now += 1000 * below(&p->chance, 60);
		put(p, rook_from, '.');
		beat(p);
		if (happens(p, 500)) {
			put(p, rook_to, rook);
			p->now += 1000 * below(&p->chance, 150);
			put(p, m->to, king);
		} else {
			put(p, m->to, king);
			p->now += 1000 * below(&p->chance, 150);
			put(p, rook_to, rook);
		}
	} else if (happens(p, p->style->rook_first)) {
		put(p, rook_from, '.');
		beat(p);
		land(p, rook_from, rook_to, rook, true);
		put(p, rook_to, rook);
		beat(p);
		put(p, m->from, '.');
		beat(p);
		put(p, m->to, king);
	} else {
		put(p, m->from, '.');
		beat(p);
		if (happens(p, p->style->king_steps)) {
			put(p, rook_to, king);
			beat(p);
			put(p, rook_to, '.');
			beat(p);
		}
		put(p, m->to, king);
		beat(p);
		if (happens(p, p->style->rook_late)) {
			p->tags[p->ply] |= RESTLESS_LATE_MAN;
			add(later, (struct action){ .square = (uint8_t)rook_from, .piece = '.', .ply = (uint16_t)p->ply });
			add(later, (struct action){ .square = (uint8_t)rook_to, .piece = rook, .ply = (uint16_t)p->ply });
			return;
		}
		put(p, rook_from, '.');
		beat(p);
		put(p, rook_to, rook);
	}
}

/* A legal move made and taken back, or a man put down on another square by a hand that changes its mind. */
static void take_back(struct play *p, const struct game_position *pos)
{
	struct game_moves moves;
	const struct game_move *m;
	char man;

	p->game->moves(pos, &moves);
	m = &moves.move[below(&p->chance, moves.count)];
	if (m->captured || m->promotion || (m->flags & GAME_MOVE_CASTLING) || m->from == m->to)
		return;
	man = p->men[m->from];
	p->tags[p->ply] |= RESTLESS_TAKEBACK;
	put(p, m->from, '.');
	beat(p);
	put(p, m->to, man);
	pass(p, 900);
	put(p, m->to, '.');
	beat(p);
	put(p, m->from, man);
	pass(p, 400);
}

static int by_time(const void *x, const void *y)
{
	const struct action *a = x, *b = y;

	return a->t_us < b->t_us ? -1 : a->t_us > b->t_us;
}

/* Is every action possible with the men as they stand, in this order? */
static bool possible(const struct play *p, const struct game_position *start, const struct actions *l)
{
	char men[GAME_MAX_SQUARES];

	p->game->placement(start, men);
	for (size_t i = 0; i < l->count; i++) {
		const struct action *a = &l->a[i];

		if (a->press)
			continue;
		if ((a->piece == '.') == (men[a->square] == '.'))
			return false;
		men[a->square] = a->piece;
	}
	return true;
}

static void plan_move(struct play *p, const struct game_position *before, const struct game_move *m, bool calm, int64_t begin,
		      int64_t *press)
{
	struct actions later = { 0 };
	struct game_position pos = *before;
	char after[GAME_MAX_SQUARES];
	enum side side = p->game->to_move(before);
	unsigned passant = m->captured & ~(UINT64_C(1) << m->to) ? (unsigned)__builtin_ctzll(m->captured) : GAME_NO_SQUARE;
	const struct restless_style *s = p->style;

	p->plan.count = 0;
	p->now = begin;
	p->game->placement(before, p->men);
	p->game->play(&pos, m);
	p->game->placement(&pos, after);
	if (!calm && happens(p, s->touch))
		adjust(p, any_square(p, own_man, (unsigned)side));
	if (!calm && happens(p, s->takeback))
		take_back(p, before);
	if (m->flags & GAME_MOVE_CASTLING) {
		castle(p, m, after, &later);
	} else {
		char stands = m->promotion && happens(p, s->promotion_late) && !calm ? p->men[m->from] : after[m->to];

		if (passant != GAME_NO_SQUARE && happens(p, 300)) {
			put(p, passant, '.');
			beat(p);
		}
		if (stands != after[m->to]) {
			struct game_move pawn = *m;

			pawn.promotion = 0;
			plain_move(p, &pawn, stands);
			p->tags[p->ply] |= RESTLESS_LATE_MAN;
			add(&later, (struct action){ .square = m->to, .piece = '.', .ply = (uint16_t)p->ply });
			add(&later, (struct action){ .square = m->to, .piece = after[m->to], .ply = (uint16_t)p->ply });
		} else {
			plain_move(p, m, after[m->to]);
		}
		if (passant != GAME_NO_SQUARE && p->men[passant] != '.') {
			if (!calm && happens(p, s->passant_late)) {
				p->tags[p->ply] |= RESTLESS_LATE_MAN;
				add(&later, (struct action){ .square = (uint8_t)passant, .piece = '.', .ply = (uint16_t)p->ply });
			} else {
				beat(p);
				put(p, passant, '.');
			}
		}
	}
	if (!calm && happens(p, s->knock))
		knock(p, m->to, &later);
	if (!calm && happens(p, s->sweep))
		sweep(p);
	if (!calm && happens(p, s->jadoube))
		adjust(p, any_square(p, own_man, (unsigned)side));
	/* the press: after the last action, or before it */
	beat(p);
	*press = p->now;
	if (!calm && happens(p, s->early_press) && p->plan.count) {
		const struct action *last = &p->plan.a[p->plan.count - 1];

		p->tags[p->ply] |= RESTLESS_EARLY_PRESS;
		*press = last->t_us - about_us(&p->chance, s->beat_ms) / 2;
		if (*press <= begin)
			*press = begin + 1000;
	}
	add(&p->plan, (struct action){ .t_us = *press, .press = true, .square = (uint8_t)side, .ply = (uint16_t)p->ply });
	for (size_t i = 0; i < later.count; i++) {
		if (calm) {
			/* before the press */
			later.a[i].t_us = p->plan.a[p->plan.count - 1].t_us - (int64_t)(later.count - i) * 1000;
		} else {
			pass(p, s->beat_ms);
			later.a[i].t_us = p->now;
		}
		add(&p->plan, later.a[i]);
	}
	p->plan.failed |= later.failed;
	free(later.a);
}

static int play_hands(struct play *p, const struct hands_score *score)
{
	struct game_position pos = score->start;
	struct actions try = { 0 };
	int64_t press = 0, before = 0, lifted = 0;	/* the last press, the one before; the last move's own man */

	for (p->ply = 0; p->ply < score->plies; p->ply++) {
		int64_t earliest = before > lifted ? before : lifted;	/* nobody replies to what is not begun */
		for (unsigned attempt = 0;; attempt++) {
			int64_t begin = press + about_us(&p->chance, p->style->think_ms), end;

			p->tags[p->ply] = 0;
			if (attempt < 6 && happens(p, p->style->early_opponent)) {
				begin = press - (int64_t)below(&p->chance, p->style->early_ms) * 1000;
				p->tags[p->ply] |= RESTLESS_EARLY_OPPONENT;
			}
			if (attempt >= 7)
				begin += 5000000;
			if (begin <= earliest)
				begin = earliest + 1000;
			plan_move(p, &pos, &score->move[p->ply], attempt >= 6, begin, &end);
			if (end <= press && attempt < 8)
				continue;
			try.count = 0;
			for (size_t i = 0; i < p->all.count; i++)
				add(&try, p->all.a[i]);
			for (size_t i = 0; i < p->plan.count; i++)
				add(&try, p->plan.a[i]);
			if (try.failed || p->plan.failed) {
				free(try.a);
				return -ENOMEM;
			}
			/* few are out of order: insertion keeps those of one time as they are */
			for (size_t i = p->all.count; i < try.count; i++) {
				struct action a = try.a[i];
				size_t j = i;

				for (; j && try.a[j - 1].t_us > a.t_us; j--)
					try.a[j] = try.a[j - 1];
				try.a[j] = a;
			}
			if (possible(p, &score->start, &try) || attempt > 12) {
				struct actions swap = p->all;

				p->all = try;
				try = swap;
				before = press;
				press = end;
				for (size_t i = 0; i < p->plan.count; i++)
					if (p->plan.a[i].square == score->move[p->ply].from && p->plan.a[i].piece == '.')
						lifted = p->plan.a[i].t_us;
				break;
			}
		}
		score->game->play(&pos, &score->move[p->ply]);
	}
	free(try.a);
	return 0;
}

/* --- sensors --- */

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

/* What the sensors make of it. Their errors belong to the ply of the action. */
static int sense(struct play *p, const struct game_position *start, struct restless *ret)
{
	const struct restless_style *s = p->style;
	struct actions seen = { 0 };
	int64_t stuck_from = INT64_MAX, stuck_to = INT64_MAX, last[GAME_MAX_SQUARES], pressed = 0;
	unsigned stuck = GAME_NO_SQUARE;
	char men[GAME_MAX_SQUARES];
	int r = 0;

	for (unsigned q = 0; q < GAME_MAX_SQUARES; q++)
		last[q] = INT64_MIN;
	if (p->all.count && happens(p, s->stuck)) {
		const struct action *a = &p->all.a[below(&p->chance, (unsigned)p->all.count)];

		stuck = a->press ? GAME_NO_SQUARE : a->square;
		stuck_from = a->t_us - 1000 * below(&p->chance, 1000);
		stuck_to = stuck_from + about_us(&p->chance, s->stuck_ms);
	}
	for (size_t i = 0; i < p->all.count; i++) {
		struct action a = p->all.a[i];
		int64_t next = INT64_MAX;

		if (a.press) {
			if (happens(p, s->lever_missed)) {
				p->tags[a.ply] |= RESTLESS_MISSED_PRESS;
				continue;
			}
			if (happens(p, s->lever_late)) {
				a.t_us += (int64_t)below(&p->chance, s->lever_late_ms) * 1000;
				p->tags[a.ply] |= RESTLESS_LATE_PRESS;
			}
			if (a.t_us <= pressed)
				a.t_us = pressed + 1000;
			pressed = a.t_us;
			add(&seen, a);
			if (happens(p, s->lever_double)) {
				a.t_us += about_us(&p->chance, 80);
				add(&seen, a);
				pressed = a.t_us;
			}
			continue;
		}
		for (size_t j = i + 1; j < p->all.count && next == INT64_MAX; j++)
			if (!p->all.a[j].press && p->all.a[j].square == a.square)
				next = p->all.a[j].t_us;
		if (happens(p, s->never)) {
			p->tags[a.ply] |= RESTLESS_NEVER;
			continue;
		}
		if (happens(p, s->late)) {
			a.t_us += about_us(&p->chance, s->late_ms / 3) + 100000;
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
		if (a.piece != '.' && happens(p, s->nameless))
			a.piece = '?';
		add(&seen, a);
		last[a.square] = a.t_us;
		if (happens(p, s->bounce)) {
			struct action b = a;
			char was = a.piece == '.' ? '?' : '.';

			for (unsigned n = 1 + below(&p->chance, 3); n; n--) {
				for (unsigned half = 0; half < 2; half++) {
					b.t_us += 1000 * (2 + below(&p->chance, 20));
					if (b.t_us >= next)
						break;
					b.piece = half ? a.piece : was;
					if (!half && b.t_us + 22000 >= next)
						break;
					add(&seen, b);
					last[a.square] = b.t_us;
				}
			}
		}
	}
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
	p->game->placement(start, men);
	for (size_t i = 0; i < seen.count && r == 0;) {
		const struct action *a = &seen.a[i];
		int64_t scan = (int64_t)s->scan_ms * 1000, until;
		char now[GAME_MAX_SQUARES];
		unsigned squares = p->game->squares, first = below(&p->chance, squares);

		if (!scan || a->press) {
			if (a->press)
				r = report(ret, (struct restless_event){ .t_us = a->t_us, .action = HANDS_PRESS,
					   .side = (enum side)a->square, .ply = a->ply });
			else if (a->piece != men[a->square])
				r = report(ret, (struct restless_event){ .t_us = a->t_us, .square = a->square, .piece = a->piece,
					   .action = a->piece == '.' ? HANDS_LIFT : HANDS_PLACE, .ply = a->ply });
			if (!a->press)
				men[a->square] = a->piece;
			i++;
			continue;
		}
		/* all that happens up to the scan's end is one report of each square, in any order */
		until = (a->t_us / scan + 1) * scan;
		memcpy(now, men, sizeof(now));
		for (; i < seen.count && seen.a[i].t_us < until; i++) {
			if (seen.a[i].press)
				r = report(ret, (struct restless_event){ .t_us = seen.a[i].t_us, .action = HANDS_PRESS,
					   .side = (enum side)seen.a[i].square, .ply = seen.a[i].ply });
			else
				now[seen.a[i].square] = seen.a[i].piece;
		}
		for (unsigned n = 0; n < squares && r == 0; n++) {
			unsigned q = (first + n * 7) % squares;

			if (now[q] == men[q])
				continue;
			r = report(ret, (struct restless_event){ .t_us = until + n, .square = (uint8_t)q, .piece = now[q],
				   .action = now[q] == '.' ? HANDS_LIFT : HANDS_PLACE, .ply = a->ply });
			men[q] = now[q];
		}
	}
	free(seen.a);
	return r;
}

int restless_play(const struct hands_score *score, const struct restless_style *style, uint64_t seed, struct restless *ret)
{
	struct play p = { .style = style, .game = score->game, .chance = { seed * UINT64_C(0x2545f4914f6cdd1d) + 1 } };
	int r;

	*ret = (struct restless){ .tags = calloc(score->plies + 1, sizeof(*ret->tags)) };
	if (!ret->tags)
		return -ENOMEM;
	p.tags = ret->tags;
	r = play_hands(&p, score);
	if (r == 0)
		r = sense(&p, &score->start, ret);
	free(p.all.a);
	free(p.plan.a);
	if (r < 0)
		restless_done(ret);
	return r;
}

void restless_done(struct restless *r)
{
	free(r->event);
	free(r->tags);
	*r = (struct restless){ 0 };
}
