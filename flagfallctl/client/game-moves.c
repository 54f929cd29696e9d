/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/texts.h"

#include <inttypes.h>
#include <stdio.h>

#include "flagfallctl/client/bus.h"

int game_moves_get(const struct ctl *ctl, sd_bus *bus, const char *path, json_t **ret)
{
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	const char *side, *move, *placement, *san;
	int64_t left, t;
	uint32_t ply;
	int r;

	r = sd_bus_call_method(bus, BUS_NAME, path, BUS_GAME, "Moves", &error, &reply, NULL);
	if (r >= 0)
		r = sd_bus_message_enter_container(reply, 'a', "(usssxxs)");
	if (r < 0)
		return bus_fail(ctl, &error, r);
	*ret = json_array();
	while ((r = sd_bus_message_read(reply, "(usssxxs)", &ply, &side, &move, &placement, &left, &t, &san)) > 0) {
		json_t *one = json_pack("{s:I, s:s, s:s, s:s, s:o, s:I}", "ply", (json_int_t)ply, "side", side, "uci",
					move, "placement", placement, "left_us",
					left < 0 ? json_null() : json_integer(left), "t_us", (json_int_t)t);

		if (*san)
			json_object_set_new(one, "san", json_string(san));
		json_array_append_new(*ret, one);
	}
	return 0;
}

const char *game_move_word(const json_t *move)
{
	const char *san = ctl_text(move, "san");

	return *san ? san : ctl_text(move, "uci");
}

const char *game_move_text(const json_t *move, char buf[static GAME_MOVE_TEXT])
{
	const json_int_t ply = json_integer_value(json_object_get(move, "ply"));

	snprintf(buf, GAME_MOVE_TEXT, "%" PRIdMAX "%s %s", (intmax_t)(ply + 1) / 2, ply % 2 ? "." : "...",
		 game_move_word(move));
	return buf;
}

void game_moves_text(const json_t *moves, size_t last, char *buf, size_t size)
{
	const size_t count = json_array_size(moves), first = count > last ? count - last : 0;
	char text[GAME_MOVE_TEXT];
	size_t n = 0;

	*buf = '\0';
	for (size_t i = first; i < count && n < size; i++) {
		const json_t *move = json_array_get(moves, i);
		const bool white = json_integer_value(json_object_get(move, "ply")) % 2;

		game_move_text(move, text);
		n += (size_t)snprintf(buf + n, size - n, "%s%s", n ? " " : "",
				      n && !white ? game_move_word(move) : text);
	}
}
