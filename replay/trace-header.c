/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "replay/replay.h"

#include <string.h>

#include "daemon/core/clock.h"
#include "rules/game.h"

static const char *optional_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static json_t *periods(const struct clock_control *c)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < c->period_count; i++)
		json_array_append_new(list, json_pack("{s:i, s:I, s:I}", "moves", (int)c->period[i].moves, "ms",
						      (json_int_t)(c->period[i].us / 1000), "increment_ms",
						      (json_int_t)(c->period[i].increment_us / 1000)));
	return list;
}

/* The clock object of traces from a time control's text; NULL if it is none. New reference. */
static json_t *clock_object(const char *text, const char *running, const struct game *game, const char *fen)
{
	static const char *const modes[] = { "none",	  "sudden-death", "fischer",  "delay",
					     "bronstein", "periods",	  "hourglass" };
	struct game_position start;
	struct clock_control c;
	char err[160];
	json_t *o;

	if (!text || clock_control_parse(text, &c, err) < 0 || c.mode == CLOCK_NONE)
		return NULL;
	if (!running)
		running = fen && game->parse(fen, &start, NULL) == 0 && game->to_move(&start) == BLACK ? "black" :
													 "white";
	o = json_pack("{s:s, s:I, s:I, s:s}", "mode", modes[c.mode], "white_ms", (json_int_t)(c.start_us[WHITE] / 1000),
		      "black_ms", (json_int_t)(c.start_us[BLACK] / 1000), "running", running);
	if (c.bonus_us)
		json_object_set_new(o, c.mode == CLOCK_FISCHER ? "increment_ms" : "delay_ms",
				    json_integer(c.bonus_us / 1000));
	if (c.first_moves)
		json_object_set_new(o, "first_moves", json_integer(c.first_moves));
	if (c.mode == CLOCK_PERIODS)
		json_object_set_new(o, "periods", periods(&c));
	return o;
}

static const struct game *game_of(const json_t *setup)
{
	const json_t *board = json_object_get(setup, "board");
	const char *name = optional_text(setup, "game");

	for (const struct game *const *g = game_list(); *g && !name; g++)
		if ((*g)->width == json_integer_value(json_object_get(board, "width")))
			return *g;
	return name && game_find(name) ? game_find(name) : game_list()[0];
}

json_t *trace_header(const json_t *setup)
{
	static const char *const same[] = { "rulebook", "options", "state", "overrides" };
	static const char *const of_board[] = { "sensors", "lever", "scan_us", "grace_us" };
	const struct game *game = game_of(setup);
	json_t *h = json_pack("{s:s, s:i, s:s}", "format", "sensorboard-trace", "version", 1, "game", game->name), *v;

	for (size_t i = 0; i < sizeof(of_board) / sizeof(of_board[0]); i++)
		if ((v = json_object_get(json_object_get(setup, "board"), of_board[i])))
			json_object_set(h, of_board[i], v);
	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		if ((v = json_object_get(setup, same[i])))
			json_object_set(h, same[i], v);
	if (optional_text(setup, "lever"))
		json_object_set_new(h, "lever", json_boolean(strcmp(optional_text(setup, "lever"), "none") != 0));
	if (optional_text(setup, "lever") && strcmp(optional_text(setup, "lever"), "hand") == 0)
		json_object_set_new(h, "lever_by_hand", json_true());
	if ((v = json_object_get(setup, "fen")))
		json_object_set(h, "start", v);
	else if (!game->starts && !json_is_true(json_object_get(setup, "found")))
		json_object_set_new(h, "start", json_string(game->start_fen));
	if ((v = json_object_get(setup, "clock"))) {
		v = json_copy(v);
		if (optional_text(setup, "running"))
			json_object_set(v, "running", json_object_get(setup, "running"));
		json_object_set_new(h, "clock", v);
	} else if ((v = clock_object(optional_text(setup, "time"), optional_text(setup, "running"), game,
				     optional_text(setup, "fen")))) {
		json_object_set_new(h, "clock", v);
	}
	return h;
}
