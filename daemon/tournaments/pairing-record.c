/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build/data/bus-vtables.h"
#include "common/bus-names.h"
#include "formats/record.h"
#include "daemon/bus/replies.h"
#include "daemon/records/live-game-record.h"
#include "daemon/records/record-keeper.h"
#include "daemon/games/live-game.h"

/* The setup of its game says what the pairing says. */
static void correct(const struct tournament *e, const struct pairing *pairing, json_t *setup)
{
	/* who did not come has lost */
	const char *given = unplayed_result(event_game(e->file->rulebook), pairing->given);

	json_object_set_new(setup, "white", json_string(pairing->player[0].name));
	json_object_set_new(setup, "black", json_string(pairing->player[1].name));
	json_object_set_new(setup, "tags", pairing_game_tags(e, pairing));
	if (*given)
		json_object_set_new(setup, "corrected_result", json_string(given));
	else
		json_object_del(setup, "corrected_result");
}

static void pairing_record_look_at(struct context *ctx, const char *game, json_t *setup)
{
	const struct event_pairing origin = event_pairing_of(setup);
	struct tournament *e = tournament_find(ctx, origin.event);
	const struct live_round *round = e ? round_find(e, origin.round) : NULL;
	bool is_void = false;

	for (size_t i = 0; round && i < round->now->pairings.count; i++) {
		const struct pairing *pairing = &round->now->pairings.list[i];

		if (strcmp(pairing->game, game) == 0) {
			correct(e, pairing, setup);
			return;
		}
		is_void |= pairing_is_void(pairing, game);
	}
	if (is_void)
		json_object_set_new(setup, "corrected_result", json_string(LIVE_GAME_VOID));
}

void pairing_record_apply(struct live_game *s)
{
	pairing_record_look_at(s->context, s->id, s->setup.json);
}

static bool differs(const json_t *was, const struct live_game *s, const char *key)
{
	const json_t *a = json_object_get(was, key), *b = json_object_get(s->setup.json, key);

	return a != b && !json_equal(a, b);
}

static void follow(struct live_game *s)
{
	struct context *ctx = s->context;
	json_t *was = json_deep_copy(s->setup.json);

	pairing_record_apply(s);
	s->pgn_due = true;
	dirty_games_add(s);
	s->recorded = false; /* another name, another path */
	record_keeper_arm(ctx);
	if (differs(was, s, "corrected_result"))
		live_game_changed(s, LIVE_GAME_RESULT);
	if (differs(was, s, "white") || differs(was, s, "black") || differs(was, s, "tags"))
		sd_bus_emit_properties_changed(ctx->bus, s->path, BUS_GAME, "White", "Black", "Tags", NULL);
	json_decref(was);
}

void pairing_record_correct(struct context *ctx, const char *game)
{
	struct live_game *s = live_game_find(ctx, game);

	if (s)
		follow(s);
	else
		past_record_rewrite(ctx, journal_game_number(game));
}

void pairing_record_arm(struct context *ctx)
{
	record_keeper_arm(ctx);
}

void pairing_records_correct(struct context *ctx)
{
	for (struct live_game *s = ctx->live_games; s; s = s->next)
		pairing_record_apply(s);
}

const struct publish_listener pairing_record_listener = {
	.looked_at = pairing_record_apply,
	.setup_looked_at = pairing_record_look_at,
};

int pairing_record_shown(const struct live_game *s, int64_t boottime_us, struct delay_shown *ret)
{
	return delayed_record_shown(s, boottime_us, ret);
}

int pairing_record(const struct live_game *s, int64_t boottime_us, struct delay_shown *shown, char **text)
{
	int r = live_game_record_is_ready(s) ? delayed_record_shown(s, boottime_us, shown) : -EAGAIN;

	if (r == 0)
		*text = delayed_record(s, shown);
	return r;
}

int pairing_record_past(struct tournament *e, const struct pairing *pairing, struct delay_shown *shown,
			const char **suffix, char **text)
{
	return past_record(e->context, strtoull(pairing->game, NULL, 10), shown, suffix, text);
}

char *pairing_record_unplayed(struct tournament *e, const struct live_round *round, const struct pairing *pairing,
			      const struct game *game)
{
	json_t *tags = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "Event", e->file->name, "Site", e->file->site,
				 "Date", round_day(e, round), "Round", pairing->round_tag, "White",
				 pairing->player[0].name, "Black", pairing->player[1].name),
	       *more = pairing_game_tags(e, pairing);
	char id[128], *text = NULL;

	snprintf(id, sizeof(id), "%s-%u.%u", e->id, round->number, pairing->board);
	if (tags && more && json_object_update(tags, more) == 0) {
		json_object_set_new(tags, "GameId", json_string(id));
		text = unplayed_record(game, tags, pairing_result(e, pairing));
	}
	json_decref(tags);
	json_decref(more);
	return text;
}

/* Of a pairing without a game: one that was decided without the board, or whose game has not begun. */
static int unplayed(struct tournament *e, const struct live_round *round, const struct pairing *pairing,
		    const char **suffix, char **text)
{
	const struct game *game = event_game(e->file->rulebook);

	*suffix = record_suffix(game);
	*text = pairing_record_unplayed(e, round, pairing, game);
	return *text ? 0 : -ENOMEM;
}

int event_method_record(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	struct delay_shown shown = { .all = true };
	const char *suffix = "";
	uint32_t number, board;
	const struct pairing *pairing;
	struct live_round *round;
	char *text = NULL;
	int r = sd_bus_message_read(m, "uu", &number, &board);

	if (r < 0)
		return r;
	r = round_find_open(e, number, &round, error);
	if (r < 0)
		return r;
	pairing = round_pairing(round->now, board);
	if (!pairing)
		return round_no_table(e, round->now, board, error);
	context_now(e->context);
	if (*pairing->game)
		r = past_record_of(e->context, pairing->game, &shown, &suffix, &text);
	else
		r = unplayed(e, round, pairing, &suffix, &text);
	if (r < 0)
		return past_record_fault(e->context, pairing->game, r, error);
	r = sd_bus_reply_method_return(m, "sbs", suffix, shown.all, text);
	free(text);
	return r;
}
