/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/records/live-game-record.h"

#include <errno.h>
#include <stdlib.h>

#include "formats/event-file.h"

int delayed_record_shown(const struct live_game *s, int64_t boottime_us, struct delay_shown *ret)
{
	const struct event_pairing pairing = event_pairing_of(s->setup.json);
	struct delay d = { .moves = pairing.delay_moves, .us = pairing.delay_minutes * INT64_C(60000000) };
	int64_t *made = calloc(s->published.line.count + 1, sizeof(*made));
	struct delay_game game = {
		.made_us = made, .count = s->published.line.count, .over = s->published.over, .over_us = s->over_us
	};

	if (!made)
		return -ENOMEM;
	for (unsigned i = 0; i < game.count; i++)
		made[i] = s->published.line.told[i].made_us;
	delay_apply(&d, &game, boottime_us, ret);
	free(made);
	return 0;
}

char *delayed_record(const struct live_game *s, const struct delay_shown *shown)
{
	return live_game_record_of(s, shown->count, shown->all);
}
