/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/core/tracker/closing/pending-turn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/report/turn-description.h"
#include "daemon/core/tracker/setup/orientation.h"

static void report_nothing(void *userdata, const struct tracker_fact *fact)
{
}

int guess_turn(const struct tracker *t, struct turn *ret)
{
	struct tracker *copy = malloc(sizeof(*copy));
	struct readings *r = malloc(sizeof(*r));
	int result = -ENOMEM;

	if (!copy || !r)
		goto out;
	*copy = *t;
	*r = *t->readings;
	copy->readings = r;
	copy->sink = report_nothing;
	*ret = (struct turn){
		.side = r->press.side,
		.kind = TURN_NO_MOVE,
		.from = GAME_NO_SQUARE,
		.to = GAME_NO_SQUARE,
		.t_us = r->press.t_us,
		.set_down_us = INT64_MIN,
	};
	memset(ret->placement, '.', sizeof(ret->placement));
	t->game->placement(&t->record.pos, ret->placement);
	result = orientation_at_first_press(copy);
	if (result < 0)
		goto out;
	/* exactly as it will be judged if nothing more comes: of readings that cost the same the same one is the first
	 */
	beam_press(r, &(struct judging){ .side = r->press.side,
					 .t_us = r->press.t_us,
					 .patience = WAITED,
					 .ignoring = IGNORE_LEVER });
	/* the cheapest that continues what was reported */
	for (unsigned i = 0; i < r->count; i++) {
		const struct reading *h = beam_reading(r, i);
		const struct node *n = h->node != NO_NODE ? &r->node[h->node] : NULL;

		if (n && n->ply == t->record.count && n->parent == r->reported && n->side == r->press.side) {
			describe_turn(copy, h, n, true, &t->record.pos, ret);
			break;
		}
	}
out:
	free(copy);
	free(r);
	return result;
}
