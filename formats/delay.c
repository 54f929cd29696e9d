/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/record.h"

void delay_apply(const struct delay *delay, const struct delay_game *game, int64_t now_us, struct delay_shown *ret)
{
	unsigned old = game->count > delay->moves ? game->count - delay->moves : 0;

	*ret = (struct delay_shown){ .next_us = INT64_MAX };
	if (game->over && now_us - game->over_us >= delay->us) {
		ret->count = game->count;
		ret->all = true;
		return;
	}
	/* what was before a reboot is known by the wall clock, which may have been set: the first that is too young
	 * hides those after it */
	while (ret->count < old && now_us - game->made_us[ret->count] >= delay->us)
		ret->count++;
	if (ret->count < old)
		ret->next_us = game->made_us[ret->count] + delay->us;
	else if (game->over)
		ret->next_us = game->over_us + delay->us;
	/* nothing that is shown is older than what is not */
	if (!game->over && delay->moves == 0 && delay->us == 0)
		ret->all = true;
}
