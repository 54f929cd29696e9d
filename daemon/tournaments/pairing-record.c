/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/pairing-record.h"

#include <string.h>

#include "common/bus-names.h"
#include "formats/event-file.h"
#include "common/json-text.h"
#include "formats/record.h"
#include "daemon/tournaments/pairing-game.h"
#include "daemon/records/record-keeper.h"
#include "daemon/publish/dirty-games.h"

static void correct(const struct tournament *e, const json_t *pairing, json_t *setup)
{
	/* who did not come has lost */
	const char *given = unplayed_result(event_game(text_of(e->file, "rulebook")), text_of(pairing, "given"));

	json_object_set(setup, "white", json_object_get(json_object_get(pairing, "white"), "name"));
	json_object_set(setup, "black", json_object_get(json_object_get(pairing, "black"), "name"));
	json_object_set_new(setup, "tags", pairing_game_tags(e, pairing));
	if (*given)
		json_object_set_new(setup, "corrected_result", json_string(given));
	else
		json_object_del(setup, "corrected_result");
}

void pairing_record_correct(struct tournament *e, const json_t *pairing)
{
	struct live_game *s = pairing_live_game(e, (json_t *)pairing);

	if (!s)
		return;
	correct(e, pairing, s->setup.json);
	s->pgn_due = true;
	dirty_games_add(s);
	s->recorded = false; /* another name, another path */
	record_keeper_arm(e->context);
	sd_bus_emit_properties_changed(e->context->bus, s->path, BUS_GAME, "White", "Black", "Tags", NULL);
}

void pairing_record_apply(struct live_game *s)
{
	struct tournament *e;
	struct round *round;
	const json_t *pairing = tournament_pairing_of(s, &e, &round);

	if (pairing)
		correct(e, pairing, s->setup.json);
}

void pairing_records_correct(struct context *ctx)
{
	for (struct live_game *s = ctx->live_games; s; s = s->next)
		pairing_record_apply(s);
}
