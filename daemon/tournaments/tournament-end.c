/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/inside.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "daemon/bus/replies.h"

static void tournament_end_on_written(void *userdata, const sd_bus_error *error)
{
	sd_bus_message *call = userdata;

	if (error)
		sd_bus_reply_method_error(call, error);
	else
		sd_bus_reply_method_return(call, NULL);
	sd_bus_message_unref(call);
}

static int check_rounds(const struct tournament *e, sd_bus_error *error)
{
	for (const struct live_round *round = e->rounds; round; round = round->next)
		if (round->now->state != ROUND_CLOSED)
			return fault(error, ERROR_REFUSED,
				     "Round %u of %s is %s; an event ends when all rounds are closed (\"round close\")",
				     round->number, e->id, round_state_name(round->now->state));
	return 0;
}

int tournament_end(struct tournament *e, uint32_t uid, sd_bus_message *call, sd_bus_error *error)
{
	const struct round_act act = { .what = "end", .uid = uid };
	const time_t now = time(NULL);
	struct tm tm;
	struct event_file *file;
	int r = check_rounds(e, error);

	if (r < 0)
		return r;
	if (tournament_has_ended(e))
		return sd_bus_reply_method_return(call, NULL);
	file = event_file_copy(e->file);
	if (!file)
		return -ENOMEM;
	if (gmtime_r(&now, &tm))
		strftime(file->ended, sizeof(file->ended), "%Y-%m-%dT%H:%M:%SZ", &tm);
	r = tournament_commit(e, file, &act, tournament_end_on_written, sd_bus_message_ref(call), error);
	if (r < 0)
		sd_bus_message_unref(call);
	event_file_unref(file);
	return r < 0 ? r : 1;
}
