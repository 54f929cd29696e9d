/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Methods of org.flagfall1.Manager about the games that the journal has, those that are long over among them. */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "build/data/bus-vtables.h"
#include "daemon/bus/access.h"
#include "daemon/bus/replies.h"
#include "daemon/games/journal-replay.h"
#include "daemon/publish/publisher.h"
#include "formats/event-file.h"

static const struct detail filter_details[] = {
	{ "player", DETAIL_TEXT }, { "board", DETAIL_TEXT }, { "event", DETAIL_TEXT },
	{ "round", DETAIL_TEXT },  { "state", DETAIL_TEXT }, { "result", DETAIL_TEXT },
	{ "since", DETAIL_TEXT },  { "until", DETAIL_TEXT }, { 0 },
};

static const char *text_or_null(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* What a row says of its game to everybody, as persons put it right since. New reference or NULL. */
static json_t *format_game(struct context *ctx, const struct journal_game *row)
{
	static const char *const texts[] = { "white", "black", "event", "site", "round", "date", "rulebook", "time" };
	json_t *setup = json_loads(row->setup, 0, NULL), *map = json_loads(row->time, 0, NULL), *game;
	const char *corrected;
	char id[24];

	snprintf(id, sizeof(id), "%" PRIu64, row->number);
	if (setup)
		PUBLISH_TELL(ctx, setup_looked_at, ctx, id, setup);
	corrected = row->result ? text_or_null(setup, "corrected_result") : NULL;
	game = json_pack("{s:s, s:s, s:s, s:s}", "id", id, "state", row->state, "board", row->board, "result",
			 corrected   ? corrected :
			 row->result ? row->result :
				       "none");
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		json_object_set_new(game, texts[i],
				    json_string(text_or_null(setup, texts[i]) ? text_or_null(setup, texts[i]) : ""));
	json_object_set_new(game, "table", json_integer(event_pairing_of(setup).board));
	json_object_set_new(game, "started_us", json_integer(json_integer_value(json_object_get(map, "started_us"))));
	json_object_set_new(game, "ended_us", json_integer(row->ended_us));
	if (row->fault)
		json_object_set_new(game, "fault", json_string(row->fault));
	json_object_set_new(game, "record", json_string(row->record ? row->record : ""));
	json_decref(setup);
	json_decref(map);
	return game;
}

/* What the journal cannot look for, since it may have been put right: NULL any. */
struct asked_games {
	struct context *context;
	sd_bus_message *reply;
	const char *player, *result;
};

static bool is_asked(const struct asked_games *asked, const json_t *game)
{
	if (asked->result && strcmp(text_or_null(game, "result"), asked->result) != 0)
		return false;
	return !asked->player || strcasestr(text_or_null(game, "white"), asked->player) ||
	       strcasestr(text_or_null(game, "black"), asked->player);
}

static int add_game(void *userdata, const struct journal_game *row)
{
	const struct asked_games *asked = userdata;
	json_t *game = format_game(asked->context, row);
	char *text = game && is_asked(asked, game) ? json_dumps(game, JSON_COMPACT) : NULL;
	int r = text ? sd_bus_message_append(asked->reply, "s", text) : game ? 0 : -ENOMEM;

	free(text);
	json_decref(game);
	return r < 0 ? r : 0;
}

int manager_method_find_games(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	json_t *details = json_object();
	struct journal_filter filter;
	struct asked_games asked = { .context = ctx };
	sd_bus_message *reply = NULL;
	uint64_t before;
	int r = details ? details_read(m, filter_details, details, error) : -ENOMEM;

	if (r >= 0)
		r = sd_bus_message_read(m, "t", &before);
	if (r >= 0)
		r = sd_bus_message_new_method_return(m, &reply);
	if (r >= 0)
		r = sd_bus_message_open_container(reply, 'a', "s");
	if (r >= 0) {
		filter = (struct journal_filter){
			.board = text_or_null(details, "board"),
			.event = text_or_null(details, "event"),
			.round = text_or_null(details, "round"),
			.state = text_or_null(details, "state"),
			.since = text_or_null(details, "since"),
			.until = text_or_null(details, "until"),
		};
		asked.reply = reply;
		asked.player = text_or_null(details, "player");
		asked.result = text_or_null(details, "result");
		r = journal_find_games(ctx->journal, &filter, &before, add_game, &asked);
		if (r < 0)
			fault(error, ERROR_JOURNAL, "The journal cannot be read: %s", journal_error(ctx->journal));
	}
	if (r >= 0)
		r = sd_bus_message_close_container(reply);
	if (r >= 0)
		r = sd_bus_message_append(reply, "t", before);
	json_decref(details);
	return reply_send(reply, r);
}

int manager_method_journal(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	const char *id;
	int r = sd_bus_message_read(m, "s", &id);

	if (r >= 0)
		r = access_check(ctx, m, ACCESS_ARBITRATE, error);
	return r <= 0 ? access_pending(r) : journal_reply(ctx, m, journal_game_number(id), NULL, true, error);
}

/* Its state in the journal, for the one that is asked about. */
static int note_state(void *userdata, const struct journal_game *row)
{
	snprintf(userdata, 16, "%s", row->state);
	return 1;
}

/* On its way to the disk. */
struct giving_up {
	struct context *context;
	sd_bus_message *call;
	uint64_t game;
};

static void on_given_up(void *userdata, int r)
{
	struct giving_up *g = userdata;
	struct context *ctx = g->context;
	char id[24];
	struct live_game *s;

	snprintf(id, sizeof(id), "%" PRIu64, g->game);
	s = live_game_find(ctx, id);
	if (r < 0) {
		sd_bus_reply_method_errorf(g->call, ERROR_JOURNAL, "The journal cannot be written: %s",
					   journal_error(ctx->journal));
	} else {
		if (s) {
			s->recorded = true;
			s->pgn_due = false;
		}
		log_message(LOG_NOTICE, "Game g%s was given up; the journal still has what there is of it", id);
		sd_bus_reply_method_return(g->call, NULL);
	}
	sd_bus_message_unref(g->call);
	free(g);
}

static int past_games_give_up(struct context *ctx, sd_bus_message *call, uint64_t game, sd_bus_error *error)
{
	struct giving_up *g = calloc(1, sizeof(*g));
	int r = g ? journal_stage_given_up(ctx->journal, game) : -ENOMEM;

	if (r < 0 && r != -ENOMEM)
		r = fault(error, ERROR_JOURNAL, "The journal cannot be read: %s", journal_error(ctx->journal));
	if (r >= 0) {
		*g = (struct giving_up){ ctx, sd_bus_message_ref(call), game };
		r = publication_queue_add_act(&ctx->queue, (struct queued_act){ on_given_up, g });
		context_flush(ctx);
	}
	if (r < 0 && g) {
		sd_bus_message_unref(g->call);
		free(g);
	}
	return r < 0 ? r : 1;
}

int manager_method_give_up(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	char state[16] = "";
	const char *id;
	uint64_t number;
	int r = sd_bus_message_read(m, "s", &id);

	if (r >= 0)
		r = access_check_act(ctx, m, ACCESS_ARBITRATE, error);
	if (r <= 0)
		return access_pending(r);
	number = journal_game_number(id);
	r = number ? journal_one_game(ctx->journal, number, note_state, state) : 0;
	if (r < 0)
		return fault(error, ERROR_JOURNAL, "The journal cannot be read: %s", journal_error(ctx->journal));
	if (!state[0])
		return fault(error, ERROR_NO_SUCH_GAME, "There is no game \"%s\"", id);
	if (strcmp(state, "over") != 0 && strcmp(state, "unrecovered") != 0)
		return fault(error, ERROR_REFUSED,
			     "Game %s is %s: only one that is over and has no record, or is unrecovered, is given up",
			     id, strcmp(state, "given-up") == 0 ? "given up already" : state);
	return past_games_give_up(ctx, m, number, error);
}
