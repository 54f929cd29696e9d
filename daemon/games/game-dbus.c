/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Game and org.flagfall1.Clock: what they have, and where they are found. */
#include "daemon/games/game-dbus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bus-names.h"
#include "daemon/core/tracker/guidance.h"
#include "daemon/games/after-reboot.h"
#include "daemon/games/arbiter-dbus.h"
#include "daemon/bus/errors.h"
#include "daemon/bus/method-reply.h"
#include "daemon/games/game-methods.h"
#include "daemon/records/live-game-record.h"
#include "daemon/games/game-signals.h"
#include "daemon/games/live-game.h"
#include "daemon/bus/subscribers.h"

/* --- properties --- */

static int get_text(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		    void *userdata, sd_bus_error *error)
{
	static const struct {
		const char *property, *key;
	} keys[] = {
		{ "White", "white" }, { "Black", "black" }, { "Event", "event" },
		{ "Site", "site" },   { "Round", "round" },
	};
	struct live_game *s = userdata;
	char date[LIVE_GAME_DATE];
	const char *text = "";

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strcmp(property, keys[i].property) == 0)
			return sd_bus_message_append(reply, "s", game_setup_text(&s->setup, keys[i].key));
	live_game_date(s, date);
	if (strcmp(property, "Id") == 0)
		text = s->id;
	else if (strcmp(property, "Date") == 0)
		text = date;
	else if (strcmp(property, "Board") == 0)
		text = s->board_name;
	else if (strcmp(property, "Kind") == 0)
		text = s->setup.core.game->name;
	else if (strcmp(property, "Rulebook") == 0)
		text = s->setup.book ? rulebook_id(s->setup.book) : "";
	else if (strcmp(property, "TimeControl") == 0)
		text = s->setup.time_control;
	else if (strcmp(property, "StartFen") == 0)
		text = s->setup.start_fen;
	else if (strcmp(property, "State") == 0)
		text = live_game_state(s);
	else if (strcmp(property, "Result") == 0)
		text = s->published.result;
	else if (strcmp(property, "Ruling") == 0)
		text = s->published.ruling;
	else if (strcmp(property, "Reason") == 0)
		text = s->published.reason;
	else if (strcmp(property, "LastRuling") == 0)
		text = s->published.last_ruling ? s->published.last_ruling : "";
	else if (strcmp(property, "Question") == 0)
		text = s->published.question;
	else if (strcmp(property, "Placement") == 0)
		text = s->published.placement;
	else if (strcmp(property, "ToMove") == 0)
		text = side_word(s->published.over ? NO_SIDE : s->published.to_move);
	else if (strcmp(property, "PgnPath") == 0)
		text = s->pgn ? s->pgn : "";
	else if (strcmp(property, "ClockNote") == 0)
		text = s->clock_note;
	else if (strcmp(property, "RecordFault") == 0)
		text = s->record_fault ? strerror(-s->record_fault) : "";
	return sd_bus_message_append(reply, "s", text);
}

static int get_tags(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		    void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	const char *name;
	json_t *value;
	int r = sd_bus_message_open_container(reply, 'a', "{ss}");

	json_object_foreach(json_object_get(s->setup.json, "tags"), name, value)
		if (r >= 0)
			r = sd_bus_message_append(reply, "{ss}", name, json_string_value(value));
	return r < 0 ? r : sd_bus_message_close_container(reply);
}

static int get_agrees(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		      void *userdata, sd_bus_error *error)
{
	const struct live_game *s = userdata;

	return sd_bus_message_append(reply, "b", !s->differs);
}

static int get_after_reboot(sd_bus *bus, const char *path, const char *interface, const char *property,
			    sd_bus_message *reply, void *userdata, sd_bus_error *error)
{
	char *text = after_reboot_question(userdata);
	int r = sd_bus_message_append(reply, "s", text ? text : "");

	free(text);
	return r;
}

static int get_started(sd_bus *bus, const char *path, const char *interface, const char *property,
		       sd_bus_message *reply, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;

	return sd_bus_message_append(reply, "x", s->map.started_us);
}

/* Its table: of which event and round, and for how long their games are held back. */
static int get_pairing(sd_bus *bus, const char *path, const char *interface, const char *property,
		       sd_bus_message *reply, void *userdata, sd_bus_error *error)
{
	const struct live_game *s = userdata;
	const json_t *pairing = json_object_get(s->setup.json, "pairing"), *delay = json_object_get(pairing, "delay");
	const char *event = json_string_value(json_object_get(pairing, "event"));

	if (strcmp(property, "Delay") == 0)
		return sd_bus_message_append(reply, "(uu)",
					     (uint32_t)json_integer_value(json_object_get(delay, "moves")),
					     (uint32_t)json_integer_value(json_object_get(delay, "minutes")));
	return sd_bus_message_append(reply, "(suu)", event ? event : "",
				     (uint32_t)json_integer_value(json_object_get(pairing, "round")),
				     (uint32_t)json_integer_value(json_object_get(pairing, "board")));
}

static int get_silent(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		      void *userdata, sd_bus_error *error)
{
	const struct live_game *s = userdata;

	return sd_bus_message_append(reply, "b", core_is_silent(s->core));
}

static int get_ended(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		     void *userdata, sd_bus_error *error)
{
	const struct live_game *s = userdata;

	return sd_bus_message_append(reply, "x", s->published.over ? context_wall(s->context, s->over_us) : INT64_C(0));
}

static int get_plies(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		     void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;

	return sd_bus_message_append(reply, "u", s->published.line.count);
}

static int get_mode(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		    void *userdata, sd_bus_error *error)
{
	static const char *const words[] = { "none",	  "sudden-death", "fischer",  "delay",
					     "bronstein", "periods",	  "hourglass" };
	struct live_game *s = userdata;

	return sd_bus_message_append(reply, "s", s->published.by_device ? "device" : words[s->setup.core.clock.mode]);
}

static int get_clock(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		     void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	int64_t value;

	if (strcmp(property, "WhiteUs") == 0)
		value = s->published.clock_us[WHITE];
	else if (strcmp(property, "BlackUs") == 0)
		value = s->published.clock_us[BLACK];
	else if (strcmp(property, "Instant") == 0)
		value = s->published.clock_t_us;
	else
		value = game_time_boottime(&s->map, s->published.clock_t_us);
	return sd_bus_message_append(reply, "x", value);
}

static int get_running(sd_bus *bus, const char *path, const char *interface, const char *property,
		       sd_bus_message *reply, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;

	return sd_bus_message_append(reply, "s", side_word(s->published.running));
}

/* --- methods --- */

static int method_moves(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	sd_bus_message *reply = NULL;
	int r = reply_begin_list(m, "(usssxxs)", &reply);

	for (unsigned i = 0; r >= 0 && i < s->published.line.count; i++) {
		const struct published_turn t = published_line_at(&s->published.line, i);

		r = sd_bus_message_append(reply, "(usssxxs)", i + 1, side_word(t.side), t.uci, t.placement, t.left_us,
					  t.t_us, t.san);
	}
	return reply_end_list(reply, r);
}

static int method_move_times(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	const struct live_game *s = userdata;
	sd_bus_message *reply = NULL;
	int r = reply_begin_list(m, "x", &reply);

	for (unsigned i = 0; r >= 0 && i < s->published.line.count; i++)
		r = sd_bus_message_append(reply, "x", context_wall(s->context, s->published.line.told[i].made_us));
	return reply_end_list(reply, r);
}

static int method_guidance(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	const struct game *game = s->setup.core.game;
	const struct tracker *tracker = core_tracker(s->core);
	struct tracker_step steps[GAME_MAX_SQUARES];
	unsigned n = !s->over && tracker_restoring(tracker) ? tracker_guidance(tracker, steps) : 0;
	sd_bus_message *reply = NULL;
	int r = reply_begin_list(m, "(sss)", &reply);

	for (unsigned i = 0; i < n && r >= 0; i++) {
		char from[8] = "", to[8] = "", piece[2] = { steps[i].piece };

		if (steps[i].from != GAME_NO_SQUARE)
			game->square_name(steps[i].from, from);
		if (steps[i].to != GAME_NO_SQUARE)
			game->square_name(steps[i].to, to);
		r = sd_bus_message_append(reply, "(sss)", piece, from, to);
	}
	return reply_end_list(reply, r);
}

static int method_subscribe(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	return subscribers_add(&s->listeners, m);
}

static int method_unsubscribe(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	return subscribers_remove(&s->listeners, m);
}

#define CONST SD_BUS_VTABLE_PROPERTY_CONST
#define CHANGES SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE
#define ANSWERS SD_BUS_RESULT("as", answer)
#define OPEN SD_BUS_VTABLE_UNPRIVILEGED /* who may act is checked in the method */

static const sd_bus_vtable game_vtable[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_PROPERTY("Id", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Board", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("Kind", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("White", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("Black", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("Event", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Site", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Round", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Date", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("Tags", "a{ss}", get_tags, 0, CHANGES),
	SD_BUS_PROPERTY("Pairing", "(suu)", get_pairing, 0, CONST),
	SD_BUS_PROPERTY("Delay", "(uu)", get_pairing, 0, CONST),
	SD_BUS_PROPERTY("Rulebook", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Silent", "b", get_silent, 0, CONST),
	SD_BUS_PROPERTY("TimeControl", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("StartFen", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Started", "x", get_started, 0, CONST),
	SD_BUS_PROPERTY("Ended", "x", get_ended, 0, 0),
	SD_BUS_PROPERTY("State", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("Result", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("Ruling", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("Reason", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("LastRuling", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("AfterReboot", "s", get_after_reboot, 0, 0),
	SD_BUS_PROPERTY("Question", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("Plies", "u", get_plies, 0, 0),
	SD_BUS_PROPERTY("Placement", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("ToMove", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("PgnPath", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("RecordFault", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("ClockNote", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("BoardAgrees", "b", get_agrees, 0, CHANGES),
	SD_BUS_METHOD_WITH_ARGS("Moves", SD_BUS_NO_ARGS, SD_BUS_RESULT("a(usssxxs)", moves), method_moves, OPEN),
	SD_BUS_METHOD_WITH_ARGS("MoveTimes", SD_BUS_NO_ARGS, SD_BUS_RESULT("ax", times), method_move_times, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Guidance", SD_BUS_NO_ARGS, SD_BUS_RESULT("a(sss)", steps), method_guidance, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Subscribe", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, method_subscribe, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Unsubscribe", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, method_unsubscribe, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Claim", SD_BUS_ARGS("s", side, "s", claim, "a{sv}", details), ANSWERS, live_game_claim,
				OPEN),
	SD_BUS_METHOD_WITH_ARGS("OfferDraw", SD_BUS_ARGS("s", side), ANSWERS, live_game_offer_draw, OPEN),
	SD_BUS_METHOD_WITH_ARGS("AcceptDraw", SD_BUS_ARGS("s", side), ANSWERS, live_game_accept_draw, OPEN),
	SD_BUS_METHOD_WITH_ARGS("DeclineDraw", SD_BUS_ARGS("s", side), ANSWERS, live_game_decline_draw, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Resign", SD_BUS_ARGS("s", side), ANSWERS, live_game_resign, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Pause", SD_BUS_NO_ARGS, ANSWERS, live_game_pause, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Resume", SD_BUS_ARGS("s", side), ANSWERS, live_game_resume, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Press", SD_BUS_ARGS("s", side), ANSWERS, live_game_press, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Arrive", SD_BUS_ARGS("s", side), ANSWERS, live_game_arrive, OPEN),
	SD_BUS_METHOD_WITH_ARGS("End", SD_BUS_ARGS("s", result), ANSWERS, live_game_end, OPEN),
	SD_BUS_METHOD_WITH_ARGS("TakeBack", SD_BUS_ARGS("u", turns), ANSWERS, live_game_take_back, OPEN),
	SD_BUS_METHOD_WITH_ARGS("SetPosition", SD_BUS_ARGS("s", fen), ANSWERS, live_game_set_position, OPEN),
	SD_BUS_METHOD_WITH_ARGS("SetPromotion", SD_BUS_ARGS("s", piece), ANSWERS, live_game_set_promotion, OPEN),
	SD_BUS_METHOD_WITH_ARGS("TellMove", SD_BUS_ARGS("s", move), ANSWERS, live_game_tell_move, OPEN),
	SD_BUS_SIGNAL_WITH_ARGS("Move",
				SD_BUS_ARGS("x", t_us, "u", ply, "s", side, "s", uci, "s", placement, "s", state), 0),
	SD_BUS_SIGNAL_WITH_ARGS("Ruling",
				SD_BUS_ARGS("x", t_us, "s", ruling, "s", reason, "s", result, "s", rulebook, "as",
					    articles, "x", white_adjust_ms, "x", black_adjust_ms, "s", sentence),
				0),
	SD_BUS_SIGNAL_WITH_ARGS("Published", SD_BUS_ARGS("x", t_us, "s", json), 0),
	SD_BUS_VTABLE_END
};

static const sd_bus_vtable clock_vtable[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_PROPERTY("Mode", "s", get_mode, 0, CHANGES),
	SD_BUS_PROPERTY("WhiteUs", "x", get_clock, 0, 0),
	SD_BUS_PROPERTY("BlackUs", "x", get_clock, 0, 0),
	SD_BUS_PROPERTY("Running", "s", get_running, 0, 0),
	SD_BUS_PROPERTY("Instant", "x", get_clock, 0, 0),
	SD_BUS_PROPERTY("InstantBoottime", "x", get_clock, 0, 0),
	SD_BUS_SIGNAL_WITH_ARGS(
		"Changed", SD_BUS_ARGS("x", t_us, "x", white_us, "x", black_us, "s", running, "x", boottime_us), 0),
	SD_BUS_VTABLE_END
};

/* --- objects --- */

static int find(sd_bus *bus, const char *path, const char *interface, void *userdata, void **ret, sd_bus_error *error)
{
	const char *id = path + strlen(BUS_PATH "/game");
	struct live_game *s;

	if (*id++ != '/') /* the folder itself */
		return 0;
	s = live_game_find(userdata, id);
	if (!s)
		return fault(error, ERROR_NO_SUCH_GAME, "There is no game \"%s\"", id);
	*ret = s;
	return 1;
}

static int enumerate(sd_bus *bus, const char *prefix, void *userdata, char ***ret, sd_bus_error *error)
{
	struct context *ctx = userdata;
	size_t n = 0, i = 0;
	char **paths;

	for (struct live_game *s = ctx->live_games; s; s = s->next)
		n++;
	paths = calloc(n + 1, sizeof(*paths));
	if (!paths)
		return -ENOMEM;
	for (struct live_game *s = ctx->live_games; s; s = s->next)
		if (!(paths[i++] = strdup(s->path)))
			break;
	*ret = paths;
	return 1;
}

int live_game_register(struct context *ctx)
{
	const char *path = BUS_PATH "/game";
	int r;

	r = sd_bus_add_fallback_vtable(ctx->bus, NULL, path, BUS_GAME, game_vtable, find, ctx);
	if (r >= 0)
		r = sd_bus_add_fallback_vtable(ctx->bus, NULL, path, BUS_CLOCK, clock_vtable, find, ctx);
	if (r >= 0)
		r = sd_bus_add_fallback_vtable(ctx->bus, NULL, path, BUS_ARBITER, live_game_arbiter_vtable, find, ctx);
	if (r >= 0)
		r = sd_bus_add_node_enumerator(ctx->bus, NULL, path, enumerate, ctx);
	return r;
}
