// SPDX-License-Identifier: GPL-2.0-or-later
/* Restless hands. See restless.h. */
#include <errno.h>

#include "tests/sim/restless-internal.h"

int64_t chance_about_us(struct chance *c, unsigned median_ms)
{
	int64_t us = (int64_t)median_ms * 1000;

	if (chance_below(c, 2)) {
		/* in this order, whatever the compiler */
		const int64_t more = us * chance_below(c, 1000) / 1000;

		return us + more * (1 + (int64_t)chance_below(c, 4)) * 3 / 4;
	}
	return us / 3 + us * 2 / 3 * chance_below(c, 1000) / 1000;
}

void hand_add(struct actions *l, struct action a)
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

void hand_pass(struct play *p, unsigned ms)
{
	p->now += chance_about_us(&p->chance, ms);
}

void hand_beat(struct play *p)
{
	hand_pass(p, p->style->beat_ms);
}

bool hand_happens(struct play *p, unsigned in_1000)
{
	return chance_below(&p->chance, 1000) < in_1000;
}

int restless_play(const struct hands_score *score, const struct restless_style *style, uint64_t seed,
		  struct restless *ret)
{
	struct play p = { .style = style, .game = score->game, .chance = { seed * UINT64_C(0x2545f4914f6cdd1d) + 1 } };
	int r;

	*ret = (struct restless){ .tags = calloc(score->plies + 1, sizeof(*ret->tags)) };
	if (!ret->tags)
		return -ENOMEM;
	p.tags = ret->tags;
	r = hand_play(&p, score);
	if (r == 0)
		r = sensors_report(&p, &score->start, ret);
	free(p.all.a);
	free(p.plan.a);
	if (r < 0)
		restless_free(ret);
	return r;
}

void restless_free(struct restless *r)
{
	free(r->event);
	free(r->tags);
	*r = (struct restless){ 0 };
}
