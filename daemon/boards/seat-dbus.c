/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/seat-dbus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bus-names.h"
#include "daemon/bus/access.h"
#include "daemon/bus/errors.h"
#include "daemon/boards/seat-calls.h"
#include "daemon/boards/seat-lending.h"
#include "daemon/boards/seat-stream.h"
#include "daemon/games/session.h"
#include "libboard/feature-words.h"

void seat_changed(struct seat *seat, enum seat_property property)
{
	seat->changed |= property;
	seat->context->properties_changed = true;
	context_flush(seat->context);
}

void seat_signal_changed(struct seat *seat)
{
	static const struct {
		enum seat_property property;
		const char *name;
	} words[] = {
		{ SEAT_LOST, "Lost" }, { SEAT_SENSORS, "Sensors" }, { SEAT_GAME, "Game" }, { SEAT_REMARK, "Remark" }
	};
	char *names[sizeof(words) / sizeof(words[0]) + 1] = { NULL };
	size_t n = 0;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (seat->changed & words[i].property)
			names[n++] = (char *)words[i].name;
	if (n > 0)
		sd_bus_emit_properties_changed_strv(seat->context->bus, seat->path, BUS_BOARD, names);
	seat->changed = 0;
}

static int get_text(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		    void *userdata, sd_bus_error *error)
{
	struct seat *seat = userdata;
	const struct board_info *info = board_get_info(seat->board);
	const struct {
		const char *property, *text;
	} texts[] = {
		{ "Name", seat->name },
		{ "Serial", info->serial[0] ? info->serial : seat->device.serial },
		{ "Model", info->model },
		{ "Firmware", info->firmware },
		{ "Uri", seat->device.uri },
		{ "Node", seat->device.node },
		{ "ById", seat->device.by_id },
		{ "Port", seat->device.port },
		{ "Remark", seat->remark },
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
	struct seat *seat = userdata;
	const struct board_info *info = board_get_info(seat->board);
	uint32_t value = strcmp(property, "Width") == 0	     ? info->width :
			 strcmp(property, "Battery") == 0    ? info->battery :
			 strcmp(property, "Height") == 0     ? info->height :
			 strcmp(property, "Unanswered") == 0 ? info->unanswered :
							       seat->lost;

	return sd_bus_message_append(reply, "u", value);
}

static int get_features(sd_bus *bus, const char *path, const char *interface, const char *property,
			sd_bus_message *reply, void *userdata, sd_bus_error *error)
{
	struct seat *seat = userdata;
	char *list[BOARD_FEATURE_WORDS + 1] = { NULL };
	size_t n = 0;

	for (size_t i = 0; i < BOARD_FEATURE_WORDS; i++)
		if (board_get_info(seat->board)->features & board_feature_words[i].bit)
			list[n++] = (char *)board_feature_words[i].word;
	return sd_bus_message_append_strv(reply, list);
}

static int get_game(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		    void *userdata, sd_bus_error *error)
{
	struct seat *seat = userdata;

	return sd_bus_message_append(reply, "o", seat->session ? seat->session->path : "/");
}

/* The board is asked; what it answers is the reply. */

static int method_squares(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct seat *seat = userdata;
	int r = access_check(seat->context, m, ACCESS_OPERATE, error); /* it costs the board a transfer */

	if (r <= 0)
		return access_pending(r);
	return seat_call_add(seat, m, board_request_squares(seat->board), BOARD_REQUEST_SQUARES, error);
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
	SD_BUS_PROPERTY("Placement", "s", seat_stream_placement, 0, 0),
	SD_BUS_PROPERTY("Game", "o", get_game, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
	SD_BUS_METHOD_WITH_ARGS("Subscribe", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, seat_subscribe,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("Unsubscribe", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, seat_unsubscribe,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("Squares", SD_BUS_NO_ARGS, SD_BUS_RESULT("s", squares, "u", seq, "x", device_us),
				method_squares, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("SetLeds", SD_BUS_ARGS("ay", levels), SD_BUS_NO_RESULT, seat_set_leds,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("Beep", SD_BUS_ARGS("u", hz, "u", ms), SD_BUS_NO_RESULT, seat_beep,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("ShowText", SD_BUS_ARGS("s", text, "u", ms), SD_BUS_NO_RESULT, seat_show_text,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("Release", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, seat_release, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_SIGNAL_WITH_ARGS("Event", SD_BUS_ARGS("x", t_us, "s", type, "s", square, "s", piece, "s", side), 0),
	SD_BUS_VTABLE_END
};

static int find(sd_bus *bus, const char *path, const char *interface, void *userdata, void **ret, sd_bus_error *error)
{
	struct context *ctx = userdata;

	if (strcmp(path, BUS_PATH "/board") == 0) /* the folder itself */
		return 0;
	for (struct seat *s = ctx->seats; s; s = s->next)
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

	for (struct seat *s = ctx->seats; s; s = s->next)
		n++;
	paths = calloc(n + 1, sizeof(*paths));
	if (!paths)
		return -ENOMEM;
	for (struct seat *s = ctx->seats; s; s = s->next)
		if (!(paths[i++] = strdup(s->path)))
			break;
	*ret = paths;
	return 1;
}

int seat_register(struct context *ctx)
{
	int r = sd_bus_add_fallback_vtable(ctx->bus, NULL, BUS_PATH "/board", BUS_BOARD, vtable, find, ctx);

	return r < 0 ? r : sd_bus_add_node_enumerator(ctx->bus, NULL, BUS_PATH "/board", enumerate, ctx);
}
