// SPDX-License-Identifier: GPL-2.0-or-later
/* A turn that a ruling takes back: what becomes of it, and of the time. */
#include <string.h>

#include "rules/arbiter/ruling-articles.h"
#include "rules/arbiter/table.h"
#include "rules/arbiter/turn-memory.h"
#include "rules/arbiter/undone-turn.h"

unsigned undo_effects(const struct ply *ply)
{
	return EFFECT_UNDO | (ply->is_assumed ? 0 : EFFECT_REVOKE);
}

void refund_time_after_undo(struct arbiter *a, const struct arbiter_view *v, struct ruling *r)
{
	const struct ply *ply = ply_at(a, r->ply);
	enum side innocent = other_side(ply->turn.side);
	int64_t used;

	if (!IS(a, RESTORE_TIME_POLICY, "refund-innocent") || !v->has_clock || flag_is_down(v, innocent) ||
	    a->set_us > ply->turn.t_us)
		return;
	/* what he has spent on a position that is no more; he never loses by it */
	used = ply->left_us[innocent] + a->given_us[innocent] - ply->given_us[innocent] - v->left_us[innocent];
	if (used <= 0)
		return;
	r->adjust_us[innocent] += used;
	if (a->setup.clock_mode && !strcmp(a->setup.clock_mode, "hourglass")) /* the other had gained it */
		r->adjust_us[other_side(innocent)] -= used;
	add_ground(r, PARAM_RESTORE_TIME_POLICY);
}
