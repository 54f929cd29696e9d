/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/ctl/game-moves.h"

#include <inttypes.h>
#include <stdio.h>

#include "daemon/ctl/bus.h"

int game_moves_get(const struct ctl *ctl, sd_bus *bus, const char *path, json_t **ret)
{
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	const char *side, *move, *placement;
	int64_t left, t;
	uint32_t ply;
	int r;

	r = sd_bus_call_method(bus, BUS_NAME, path, BUS_GAME, "Moves", &error, &reply, NULL);
	if (r >= 0)
		r = sd_bus_message_enter_container(reply, 'a', "(usssxx)");
	if (r < 0)
		return bus_fail(ctl, &error, r);
	*ret = json_array();
	while ((r = sd_bus_message_read(reply, "(usssxx)", &ply, &side, &move, &placement, &left, &t)) > 0)
		json_array_append_new(*ret,
				      json_pack("{s:I, s:s, s:s, s:s, s:o, s:I}", "ply", (json_int_t)ply, "side", side,
						"uci", move, "placement", placement, "left_us",
						left < 0 ? json_null() : json_integer(left), "t_us", (json_int_t)t));
	return 0;
}

const char *game_move_text(const json_t *move, char buf[static GAME_MOVE_TEXT])
{
	const json_int_t ply = json_integer_value(json_object_get(move, "ply"));

	snprintf(buf, GAME_MOVE_TEXT, "%" PRIdMAX "%s %s", (intmax_t)(ply + 1) / 2, ply % 2 ? "." : "...",
		 ctl_text(move, "uci"));
	return buf;
}
