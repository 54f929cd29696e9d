// SPDX-License-Identifier: GPL-2.0-or-later
/* The one way in which a ruling leaves the arbiter. */
#include <string.h>

#include "rules/arbiter/ruling.h"
#include "rules/arbiter/ruling-articles.h"
#include "rules/arbiter/ruling-wording.h"
#include "rules/arbiter/turn-memory.h"

struct ruling new_ruling(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason, enum claim_kind claim)
{
	struct ruling r = {
		.kind = kind, .reason = reason, .is_public = true, .claim = claim, .side = NO_SIDE, .t_us = v->t_us,
		.set_us = { ARBITER_ABSENT, ARBITER_ABSENT },
	};

	return r;
}

/* What is ruled holds for the arbiter from now on. */
static void remember_ruling(struct arbiter *a, const struct ruling *r)
{
	if (r->effects & EFFECT_SET_CLOCK)
		a->set_us = r->t_us;
	for (enum side s = WHITE; s <= BLACK; s++)
		a->given_us[s] += r->adjust_us[s];
	if (r->effects & EFFECT_UNDO)
		forget_turns_from(a, r->ply);
	if (r->effects & EFFECT_NEW_GAME) {
		forget_turns_from(a, 0);
		a->has_set_down[WHITE] = a->has_set_down[BLACK] = false;
		a->moves_made[WHITE] = a->moves_made[BLACK] = 0;
		a->illegal[WHITE] = a->illegal[BLACK] = 0;
		memset(a->ladder, 0, sizeof(a->ladder));
		a->offer = a->announced.side = NO_SIDE;
		a->question.claim = CLAIM_NONE;
		a->clock_ran = false;
		if (a->game->parse(a->game->start_fen, &a->start, NULL) == 0)
			a->setup.start = a->start;
	}
	if (r->result != RESULT_NONE) {
		a->over = true;
		a->question.claim = CLAIM_NONE;
	}
}

void issue_ruling(struct arbiter *a, struct ruling *r)
{
	cite_articles(a, r);
	write_sentence(r);
	remember_ruling(a, r);
	a->sink(a->userdata, r);
}
