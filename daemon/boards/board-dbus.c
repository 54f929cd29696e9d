/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/boards.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bus-names.h"
#include "daemon/bus/access.h"
#include "build/data/bus-vtables.h"
#include "daemon/bus/replies.h"
#include "daemon/bus/property.h"
#include "daemon/boards/inside.h"
#include "libboard/feature-words.h"

void live_board_changed(struct live_board *board, enum live_board_property property)
{
	board->changed |= property;
	board->context->properties_changed = true;
	context_flush(board->context);
}

static void signal_changed(struct live_board *board)
{
	static const struct {
		enum live_board_property property;
		const char *name;
	} words[] = { { LIVE_BOARD_LOST, "Lost" },
		      { LIVE_BOARD_SENSORS, "Sensors" },
		      { LIVE_BOARD_GAME, "Game" },
		      { LIVE_BOARD_REMARK, "Remark" } };
	char *names[sizeof(words) / sizeof(words[0]) + 1] = { NULL };
	size_t n = 0;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (board->changed & words[i].property)
			names[n++] = (char *)words[i].name;
	if (n > 0)
		sd_bus_emit_properties_changed_strv(board->context->bus, board->path, BUS_BOARD, names);
	board->changed = 0;
}

static void signal_all_changed(struct context *ctx)
{
	for (struct live_board *board = ctx->live_boards; board; board = board->next)
		signal_changed(board);
}

const struct publish_listener live_board_listener = { .signal_changed = signal_all_changed };

static const struct board_info *info(const struct live_board *board)
{
	return board_get_info(board->handle);
}

BUS_PROPERTY(board_property_name, "s", const struct live_board *board, board->name)
BUS_PROPERTY(board_property_serial, "s", const struct live_board *board,
	     info(board)->serial[0] ? info(board)->serial : board->device.serial)
BUS_PROPERTY(board_property_model, "s", const struct live_board *board, info(board)->model)
BUS_PROPERTY(board_property_firmware, "s", const struct live_board *board, info(board)->firmware)
BUS_PROPERTY(board_property_uri, "s", const struct live_board *board, board->device.uri)
BUS_PROPERTY(board_property_node, "s", const struct live_board *board, board->device.node)
BUS_PROPERTY(board_property_by_id, "s", const struct live_board *board, board->device.by_id)
BUS_PROPERTY(board_property_port, "s", const struct live_board *board, board->device.port)
BUS_PROPERTY(board_property_width, "u", const struct live_board *board, info(board)->width)
BUS_PROPERTY(board_property_height, "u", const struct live_board *board, info(board)->height)
BUS_PROPERTY(board_property_sensors, "s", const struct live_board *board,
	     info(board)->sensors == BOARD_PIECE_ID ? "piece-id" : "presence")
BUS_PROPERTY(board_property_remark, "s", const struct live_board *board, board->remark)
BUS_PROPERTY(board_property_battery, "u", const struct live_board *board, info(board)->battery)
BUS_PROPERTY(board_property_lost, "u", const struct live_board *board, board->lost)
BUS_PROPERTY(board_property_unanswered, "u", const struct live_board *board, info(board)->unanswered)
BUS_PROPERTY(board_property_game, "o", const struct live_board *board,
	     board->game ? board->context->boards->user->path(board) : "/")

BUS_PROPERTY_READ(board_property_placement)
{
	char text[GAME_FEN];

	live_board_stream_placement(userdata, text);
	return sd_bus_message_append(reply, "s", text);
}

BUS_PROPERTY_READ(board_property_features)
{
	struct live_board *board = userdata;
	char *list[BOARD_FEATURE_WORDS + 1] = { NULL };
	size_t n = 0;

	for (size_t i = 0; i < BOARD_FEATURE_WORDS; i++)
		if (info(board)->features & board_feature_words[i].bit)
			list[n++] = (char *)board_feature_words[i].word;
	return sd_bus_message_append_strv(reply, list);
}

/* The board is asked; what it answers is the reply. */

int board_method_squares(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_board *board = userdata;
	int r = access_check(board->context, m, ACCESS_OPERATE, error); /* it costs the board a transfer */

	if (r <= 0)
		return access_pending(r);
	return live_board_call_add(board, m, board_request_squares(board->handle), BOARD_REQUEST_SQUARES, error);
}

static const sd_bus_vtable vtable[] = { BOARD_VTABLE };

static int board_dbus_find(sd_bus *bus, const char *path, const char *interface, void *userdata, void **ret,
			   sd_bus_error *error)
{
	struct context *ctx = userdata;

	if (strcmp(path, BUS_PATH "/board") == 0) /* the folder itself */
		return 0;
	for (struct live_board *s = ctx->live_boards; s; s = s->next)
		if (strcmp(s->path, path) == 0) {
			*ret = s;
			return 1;
		}
	return fault(error, ERROR_NO_SUCH_BOARD, "There is no board at %s", path);
}

static int enumerate(sd_bus *bus, const char *prefix, void *userdata, char ***ret, sd_bus_error *error)
{
	struct context *ctx = userdata;
	int n = 0;

	for (struct live_board *s = ctx->live_boards; s && n >= 0; s = s->next)
		n = paths_add(ret, n, s->path);
	return n < 0 ? n : 1;
}

int live_board_register(struct context *ctx)
{
	int r = sd_bus_add_fallback_vtable(ctx->bus, NULL, BUS_PATH "/board", BUS_BOARD, vtable, board_dbus_find, ctx);

	return r < 0 ? r : sd_bus_add_node_enumerator(ctx->bus, NULL, BUS_PATH "/board", enumerate, ctx);
}
