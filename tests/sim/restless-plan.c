// SPDX-License-Identifier: GPL-2.0-or-later
/* A game's moves, planned one by one in time. */
#include <errno.h>

#include "tests/sim/restless-internal.h"

/* Is every action possible with the pieces as they stand, in this order? */
static bool possible(const struct play *p, const struct game_position *start, const struct actions *l)
{
	char pieces[GAME_MAX_SQUARES];

	p->game->placement(start, pieces);
	for (size_t i = 0; i < l->count; i++) {
		const struct action *a = &l->a[i];

		if (a->press)
			continue;
		if ((a->piece == '.') == (pieces[a->square] == '.'))
			return false;
		pieces[a->square] = a->piece;
	}
	return true;
}

/* A move that is no castling: the pieces that go, and what is set right after the press. */
static void plan_pieces(struct play *p, const struct game_move *m, const char *after, bool calm, struct actions *later)
{
	unsigned passant = m->captured & ~(UINT64_C(1) << m->to) ? (unsigned)__builtin_ctzll(m->captured) :
								   GAME_NO_SQUARE;
	const struct restless_style *s = p->style;
	char stands = m->promotion && hand_happens(p, s->promotion_late) && !calm ? p->pieces[m->from] : after[m->to];

	if (passant != GAME_NO_SQUARE && hand_happens(p, 300)) {
		hand_put(p, passant, '.');
		hand_beat(p);
	}
	if (stands != after[m->to]) {
		struct game_move pawn = *m;

		pawn.promotion = 0;
		hand_plain_move(p, &pawn, stands, later);
		p->tags[p->ply] |= RESTLESS_LATE_PIECE;
		hand_add(later, (struct action){ .square = m->to, .piece = '.', .ply = (uint16_t)p->ply });
		hand_add(later, (struct action){ .square = m->to, .piece = after[m->to], .ply = (uint16_t)p->ply });
	} else {
		hand_plain_move(p, m, after[m->to], later);
	}
	if (passant == GAME_NO_SQUARE || p->pieces[passant] == '.')
		return;
	if (!calm && hand_happens(p, s->passant_late)) {
		p->tags[p->ply] |= RESTLESS_LATE_PIECE;
		hand_add(later, (struct action){ .square = (uint8_t)passant, .piece = '.', .ply = (uint16_t)p->ply });
	} else {
		hand_beat(p);
		hand_put(p, passant, '.');
	}
}

/* After the last action, or before it. Returns its time. */
static int64_t plan_press(struct play *p, enum side side, bool calm, int64_t begin)
{
	const struct restless_style *s = p->style;
	int64_t press;

	hand_beat(p);
	press = p->now;
	if (!calm && hand_happens(p, s->early_press) && p->plan.count) {
		const struct action *last = &p->plan.a[p->plan.count - 1];

		p->tags[p->ply] |= RESTLESS_EARLY_PRESS;
		press = last->t_us - chance_about_us(&p->chance, s->beat_ms) / 2;
		if (press <= begin)
			press = begin + 1000;
	}
	hand_add(&p->plan,
		 (struct action){ .t_us = press, .press = true, .square = (uint8_t)side, .ply = (uint16_t)p->ply });
	return press;
}

/* What is done after the press; of calm hands just before it. */
static void plan_later(struct play *p, struct actions *later, bool calm)
{
	for (size_t i = 0; i < later->count; i++) {
		if (calm) {
			later->a[i].t_us = p->plan.a[p->plan.count - 1].t_us - (int64_t)(later->count - i) * 1000;
		} else {
			hand_pass(p, p->style->beat_ms);
			later->a[i].t_us = p->now;
		}
		hand_add(&p->plan, later->a[i]);
	}
	p->plan.failed |= later->failed;
	free(later->a);
}

/* Returns the time of the press. */
static int64_t plan_move(struct play *p, const struct game_position *before, const struct game_move *m, bool calm,
			 int64_t begin)
{
	struct actions later = { 0 };
	struct game_position pos = *before;
	char after[GAME_MAX_SQUARES];
	enum side side = p->game->to_move(before);
	const struct restless_style *s = p->style;
	int64_t press;

	p->plan.count = 0;
	p->now = begin;
	p->game->placement(before, p->pieces);
	p->game->play(&pos, m);
	p->game->placement(&pos, after);
	if (!calm && hand_happens(p, s->touch))
		hand_adjust(p, hand_any_square(p, hand_own_piece, (unsigned)side));
	if (!calm && s->hold && hand_happens(p, s->hold))
		hand_hold(p, side);
	if (!calm && hand_happens(p, s->takeback))
		hand_take_back(p, before);
	if (m->flags & GAME_MOVE_CASTLING)
		hand_castle(p, m, &later);
	else
		plan_pieces(p, m, after, calm, &later);
	if (!calm && hand_happens(p, s->knock))
		hand_knock(p, m->to, &later);
	if (!calm && hand_happens(p, s->sweep))
		hand_sweep(p);
	if (!calm && hand_happens(p, s->jadoube))
		hand_adjust(p, hand_any_square(p, hand_own_piece, (unsigned)side));
	press = plan_press(p, side, calm, begin);
	plan_later(p, &later, calm);
	if (!calm && s->adjust_waiting && hand_happens(p, s->adjust_waiting)) {
		p->tags[p->ply] |= RESTLESS_ADJUST;
		hand_pass(p, s->think_ms / 4);
		for (unsigned n = 1 + chance_below(&p->chance, 2); n; n--)
			hand_adjust(p, hand_any_square(p, hand_own_piece, (unsigned)side));
	}
	return press;
}

int hand_play(struct play *p, const struct hands_score *score)
{
	struct game_position pos = score->start;
	struct actions try = { 0 };
	int64_t press = 0, before = 0, lifted = 0; /* the last press, the one before; the last move's own piece */

	for (p->ply = 0; p->ply < score->plies; p->ply++) {
		int64_t earliest = before > lifted ? before : lifted; /* nobody replies to what is not begun */
		for (unsigned attempt = 0;; attempt++) {
			int64_t begin = press + chance_about_us(&p->chance, p->style->think_ms), end;

			p->tags[p->ply] = 0;
			if (attempt < 6 && hand_happens(p, p->style->early_opponent)) {
				begin = press - (int64_t)chance_below(&p->chance, p->style->early_ms) * 1000;
				p->tags[p->ply] |= RESTLESS_EARLY_OPPONENT;
			}
			if (attempt >= 7)
				begin += 5000000;
			if (begin <= earliest)
				begin = earliest + 1000;
			end = plan_move(p, &pos, &score->move[p->ply], attempt >= 6, begin);
			if (end <= press && attempt < 8)
				continue;
			try.count = 0;
			for (size_t i = 0; i < p->all.count; i++)
				hand_add(&try, p->all.a[i]);
			for (size_t i = 0; i < p->plan.count; i++)
				hand_add(&try, p->plan.a[i]);
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
					if (p->plan.a[i].square == score->move[p->ply].from &&
					    p->plan.a[i].piece == '.')
						lifted = p->plan.a[i].t_us;
				break;
			}
		}
		score->game->play(&pos, &score->move[p->ply]);
	}
	free(try.a);
	return 0;
}
