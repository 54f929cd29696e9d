/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Record of org.flagfall1.Event: that of a pairing, as the export of its round has it. */

#include <errno.h>
#include <stdlib.h>

#include "build/data/bus-vtables.h"
#include "formats/event-file.h"
#include "formats/record.h"
#include "daemon/bus/errors.h"
#include "daemon/tournaments/tournament.h"
#include "daemon/records/export-round.h"
#include "daemon/records/past-record.h"

/* Of a pairing without a game: one that was decided without the board, or whose game has not begun. */
static int unplayed(struct tournament *e, const struct round *round, json_t *pairing, const char **suffix, char **text)
{
	const struct game *game = event_game(json_string_value(json_object_get(e->file, "rulebook")));

	*suffix = record_suffix(game);
	*text = export_round_unplayed(e, round, pairing, game);
	return *text ? 0 : -ENOMEM;
}

int event_method_record(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	struct delay_shown shown = { .all = true };
	const char *id, *given, *suffix = "";
	uint32_t number, board;
	struct round *round;
	json_t *pairing;
	char *text = NULL;
	int r = sd_bus_message_read(m, "uu", &number, &board);

	if (r < 0)
		return r;
	round = round_find(e, number);
	if (!round)
		return fault(error, ERROR_NO_SUCH_EVENT, "Round %u of %s is not open", number, e->id);
	pairing = pairing_of_board(round->json, board);
	if (!pairing)
		return fault(error, ERROR_BAD_ARGUMENT, "Round %u of %s has no board %u", number, e->id, board);
	id = json_string_value(json_object_get(pairing, "game"));
	given = json_string_value(json_object_get(pairing, "given"));
	context_now(e->context);
	if (id && *id)
		r = past_record_of(e->context, id, given ? given : "", &shown, &suffix, &text);
	else
		r = unplayed(e, round, pairing, &suffix, &text);
	if (r < 0)
		return past_record_fault(e->context, id ? id : "", r, error);
	r = sd_bus_reply_method_return(m, "sbs", suffix, shown.all, text);
	free(text);
	return r;
}
