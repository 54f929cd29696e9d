/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/board-dbus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bus-names.h"
#include "daemon/bus/access.h"
#include "daemon/bus/errors.h"
#include "daemon/boards/board-calls.h"
#include "daemon/boards/board-lending.h"
#include "daemon/boards/board-stream.h"
#include "libboard/feature-words.h"

void live_board_changed(struct live_board *board, enum live_board_property property)
{
	board->changed |= property;
	board->context->properties_changed = true;
	context_flush(board->context);
}

void live_board_signal_changed(struct live_board *board)
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

static int get_text(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		    void *userdata, sd_bus_error *error)
{
	struct live_board *board = userdata;
	const struct board_info *info = board_get_info(board->handle);
	const struct {
		const char *property, *text;
	} texts[] = {
		{ "Name", board->name },
		{ "Serial", info->serial[0] ? info->serial : board->device.serial },
		{ "Model", info->model },
		{ "Firmware", info->firmware },
		{ "Uri", board->device.uri },
		{ "Node", board->device.node },
		{ "ById", board->device.by_id },
		{ "Port", board->device.port },
		{ "Remark", board->remark },
		{ "Sensors", info->sensors == BOARD_PIECE_ID ? "piece-id" : "presence" },
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (strcmp(property, texts[i].property) == 0)
			return sd_bus_message_append(reply, "s", texts[i].text);
	return -ENOENT;
}

static int get_number(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		      void *userdata, sd_bus_error *error)
{
	struct live_board *board = userdata;
	const struct board_info *info = board_get_info(board->handle);
	uint32_t value = strcmp(property, "Width") == 0	     ? info->width :
			 strcmp(property, "Battery") == 0    ? info->battery :
			 strcmp(property, "Height") == 0     ? info->height :
			 strcmp(property, "Unanswered") == 0 ? info->unanswered :
							       board->lost;

	return sd_bus_message_append(reply, "u", value);
}

static int get_features(sd_bus *bus, const char *path, const char *interface, const char *property,
			sd_bus_message *reply, void *userdata, sd_bus_error *error)
{
	struct live_board *board = userdata;
	char *list[BOARD_FEATURE_WORDS + 1] = { NULL };
	size_t n = 0;

	for (size_t i = 0; i < BOARD_FEATURE_WORDS; i++)
		if (board_get_info(board->handle)->features & board_feature_words[i].bit)
			list[n++] = (char *)board_feature_words[i].word;
	return sd_bus_message_append_strv(reply, list);
}

static int get_game(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		    void *userdata, sd_bus_error *error)
{
	struct live_board *board = userdata;

	return sd_bus_message_append(reply, "o", board->game ? board->context->board_user->path(board) : "/");
}

/* The board is asked; what it answers is the reply. */

static int method_squares(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_board *board = userdata;
	int r = access_check(board->context, m, ACCESS_OPERATE, error); /* it costs the board a transfer */

	if (r <= 0)
		return access_pending(r);
	return live_board_call_add(board, m, board_request_squares(board->handle), BOARD_REQUEST_SQUARES, error);
}

#define CONST SD_BUS_VTABLE_PROPERTY_CONST

static const sd_bus_vtable vtable[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_PROPERTY("Name", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Serial", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Model", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Firmware", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Uri", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Node", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("ById", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Port", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Width", "u", get_number, 0, CONST),
	SD_BUS_PROPERTY("Height", "u", get_number, 0, CONST),
	SD_BUS_PROPERTY("Sensors", "s", get_text, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
	SD_BUS_PROPERTY("Features", "as", get_features, 0, CONST),
	SD_BUS_PROPERTY("Remark", "s", get_text, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
	SD_BUS_PROPERTY("Battery", "u", get_number, 0, CONST),
	SD_BUS_PROPERTY("Lost", "u", get_number, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
	SD_BUS_PROPERTY("Unanswered", "u", get_number, 0, 0),
	SD_BUS_PROPERTY("Placement", "s", live_board_stream_placement, 0, 0),
	SD_BUS_PROPERTY("Game", "o", get_game, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
	SD_BUS_METHOD_WITH_ARGS("Subscribe", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, live_board_subscribe,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("Unsubscribe", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, live_board_unsubscribe,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("Squares", SD_BUS_NO_ARGS, SD_BUS_RESULT("s", squares, "u", seq, "x", device_us),
				method_squares, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("SetLeds", SD_BUS_ARGS("ay", levels), SD_BUS_NO_RESULT, live_board_set_leds,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("Beep", SD_BUS_ARGS("u", hz, "u", ms), SD_BUS_NO_RESULT, live_board_beep,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("ShowText", SD_BUS_ARGS("s", text, "u", ms), SD_BUS_NO_RESULT, live_board_show_text,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("Release", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, live_board_release,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_SIGNAL_WITH_ARGS("Event", SD_BUS_ARGS("x", t_us, "s", type, "s", square, "s", piece, "s", side), 0),
	SD_BUS_VTABLE_END
};

static int find(sd_bus *bus, const char *path, const char *interface, void *userdata, void **ret, sd_bus_error *error)
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
	size_t n = 0, i = 0;
	char **paths;

	for (struct live_board *s = ctx->live_boards; s; s = s->next)
		n++;
	paths = calloc(n + 1, sizeof(*paths));
	if (!paths)
		return -ENOMEM;
	for (struct live_board *s = ctx->live_boards; s; s = s->next)
		if (!(paths[i++] = strdup(s->path)))
			break;
	*ret = paths;
	return 1;
}

int live_board_register(struct context *ctx)
{
	int r = sd_bus_add_fallback_vtable(ctx->bus, NULL, BUS_PATH "/board", BUS_BOARD, vtable, find, ctx);

	return r < 0 ? r : sd_bus_add_node_enumerator(ctx->bus, NULL, BUS_PATH "/board", enumerate, ctx);
}
