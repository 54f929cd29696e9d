/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Game and org.flagfall1.Clock: what they have, and where they are found. */
#include "daemon/games/games.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "build/data/bus-vtables.h"
#include "common/bus-names.h"
#include "formats/event-file.h"
#include "daemon/core/tracker/guidance.h"
#include "daemon/games/inside.h"
#include "daemon/bus/replies.h"
#include "daemon/bus/property.h"
#include "daemon/bus/subscribers.h"

/* --- properties --- */

BUS_PROPERTY(game_property_id, "s", const struct live_game *s, s->id)
BUS_PROPERTY(game_property_board, "s", const struct live_game *s, s->board_name)
BUS_PROPERTY(game_property_kind, "s", const struct live_game *s, s->setup.core.game->name)
BUS_PROPERTY(game_property_white, "s", const struct live_game *s, game_setup_text(&s->setup, "white"))
BUS_PROPERTY(game_property_black, "s", const struct live_game *s, game_setup_text(&s->setup, "black"))
BUS_PROPERTY(game_property_event, "s", const struct live_game *s, game_setup_text(&s->setup, "event"))
BUS_PROPERTY(game_property_site, "s", const struct live_game *s, game_setup_text(&s->setup, "site"))
BUS_PROPERTY(game_property_round, "s", const struct live_game *s, game_setup_text(&s->setup, "round"))
BUS_PROPERTY(game_property_rulebook, "s", const struct live_game *s, s->setup.book ? rulebook_id(s->setup.book) : "")
BUS_PROPERTY(game_property_silent, "b", const struct live_game *s, core_is_silent(s->core))
BUS_PROPERTY(game_property_time_control, "s", const struct live_game *s, s->setup.time_control)
BUS_PROPERTY(game_property_start_fen, "s", const struct live_game *s,
	     *s->published.start_fen ? s->published.start_fen : s->setup.start_fen)
BUS_PROPERTY(game_property_started, "x", const struct live_game *s, s->map.started_us)
BUS_PROPERTY(game_property_ended, "x", const struct live_game *s,
	     s->published.over ? context_wall(s->context, s->over_us) : INT64_C(0))
BUS_PROPERTY(game_property_state, "s", const struct live_game *s, live_game_state(s))
BUS_PROPERTY(game_property_result, "s", const struct live_game *s, live_game_result(s))
BUS_PROPERTY(game_property_ruling, "s", const struct live_game *s, s->published.ruling)
BUS_PROPERTY(game_property_reason, "s", const struct live_game *s, s->published.reason)
BUS_PROPERTY(game_property_last_ruling, "s", const struct live_game *s,
	     s->published.last_ruling ? s->published.last_ruling : "")
BUS_PROPERTY(game_property_last_notice, "s", const struct live_game *s,
	     s->published.last_notice ? s->published.last_notice : "")
BUS_PROPERTY(game_property_question, "s", const struct live_game *s, s->published.question)
BUS_PROPERTY(game_property_absent, "s", const struct live_game *s, live_game_absent(s))
BUS_PROPERTY(game_property_plies, "u", const struct live_game *s, s->published.line.count)
BUS_PROPERTY(game_property_placement, "s", const struct live_game *s, s->published.placement)
BUS_PROPERTY(game_property_to_move, "s", const struct live_game *s,
	     side_word(s->published.over ? NO_SIDE : s->published.to_move))
BUS_PROPERTY(game_property_pgn_path, "s", const struct live_game *s, s->pgn ? s->pgn : "")
BUS_PROPERTY(game_property_record_fault, "s", const struct live_game *s,
	     s->record_fault ? strerror(-s->record_fault) : "")
BUS_PROPERTY(game_property_clock_note, "s", const struct live_game *s, s->clock_note)
BUS_PROPERTY(game_property_open, "s", const struct live_game *s, live_game_open(s))
BUS_PROPERTY(game_property_board_agrees, "b", const struct live_game *s, !s->differs)

BUS_PROPERTY_READ(game_property_date)
{
	char date[LIVE_GAME_DATE];

	live_game_date(userdata, date);
	return sd_bus_message_append(reply, "s", date);
}

BUS_PROPERTY_READ(game_property_tags)
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

BUS_PROPERTY_READ(game_property_after_reboot)
{
	char *text = after_reboot_question(userdata);
	int r = sd_bus_message_append(reply, "s", text ? text : "");

	free(text);
	return r;
}

static struct event_pairing pairing(const struct live_game *s)
{
	return event_pairing_of(s->setup.json);
}

/* Its table: of which event and round, … */
BUS_PROPERTY(game_property_pairing, "(suu)", const struct live_game *s, pairing(s).event, pairing(s).round,
	     pairing(s).board)
/* … and for how long their games are held back. */
BUS_PROPERTY(game_property_delay, "(uu)", const struct live_game *s, pairing(s).delay_moves, pairing(s).delay_minutes)

BUS_PROPERTY_READ(clock_property_mode)
{
	static const char *const words[] = { "none",	  "sudden-death", "fischer",  "delay",
					     "bronstein", "periods",	  "hourglass" };
	struct live_game *s = userdata;

	return sd_bus_message_append(reply, "s", s->published.by_device ? "device" : words[s->setup.core.clock.mode]);
}

BUS_PROPERTY(clock_property_white_us, "x", const struct live_game *s, s->published.clock_us[WHITE])
BUS_PROPERTY(clock_property_black_us, "x", const struct live_game *s, s->published.clock_us[BLACK])
BUS_PROPERTY(clock_property_running, "s", const struct live_game *s, live_game_running(s))
BUS_PROPERTY(clock_property_instant, "x", const struct live_game *s, s->published.clock_t_us)
BUS_PROPERTY(clock_property_instant_boottime, "x", const struct live_game *s,
	     game_time_boottime(&s->map, s->published.clock_t_us))

/* --- methods --- */

int game_method_moves(sd_bus_message *m, void *userdata, sd_bus_error *error)
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

int game_method_move_times(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	const struct live_game *s = userdata;
	sd_bus_message *reply = NULL;
	int r = reply_begin_list(m, "x", &reply);

	for (unsigned i = 0; r >= 0 && i < s->published.line.count; i++)
		r = sd_bus_message_append(reply, "x", context_wall(s->context, s->published.line.told[i].made_us));
	return reply_end_list(reply, r);
}

int game_method_guidance(sd_bus_message *m, void *userdata, sd_bus_error *error)
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

int game_method_subscribe(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	return subscribers_add(&s->listeners, m);
}

int game_method_unsubscribe(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	return subscribers_remove(&s->listeners, m);
}

/* --- objects --- */

static int game_dbus_find(sd_bus *bus, const char *path, const char *interface, void *userdata, void **ret,
			  sd_bus_error *error)
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
	int n = 0;

	for (struct live_game *s = ctx->live_games; s && n >= 0; s = s->next)
		n = paths_add(ret, n, s->path);
	return n < 0 ? n : 1;
}

static const sd_bus_vtable game_vtable[] = { GAME_VTABLE };
static const sd_bus_vtable clock_vtable[] = { CLOCK_VTABLE };
static const sd_bus_vtable arbiter_vtable[] = { ARBITER_VTABLE };

int live_game_register(struct context *ctx)
{
	const char *path = BUS_PATH "/game";
	int r;

	r = sd_bus_add_fallback_vtable(ctx->bus, NULL, path, BUS_GAME, game_vtable, game_dbus_find, ctx);
	if (r >= 0)
		r = sd_bus_add_fallback_vtable(ctx->bus, NULL, path, BUS_CLOCK, clock_vtable, game_dbus_find, ctx);
	if (r >= 0)
		r = sd_bus_add_fallback_vtable(ctx->bus, NULL, path, BUS_ARBITER, arbiter_vtable, game_dbus_find, ctx);
	if (r >= 0)
		r = sd_bus_add_node_enumerator(ctx->bus, NULL, path, enumerate, ctx);
	return r;
}
