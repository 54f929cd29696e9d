/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What persons have done in a game, as its journal has it, and in words. */
#include "flagfallctl/client/calls.h"

#include <pwd.h>
#include <stdio.h>
#include <string.h>

#include "daemon/core/format/input.h"
#include "flagfallctl/client/bus.h"
#include "flagfallctl/terminal/screen.h"

/* Any game's acts are counted alike: what a square is plays no part. */
static bool is_act(json_t *object, struct input *in)
{
	char err[160];

	for (const struct game *const *game = game_list(); *game; game++)
		if (input_parse(*game, object, in, err) == 0)
			return input_is_act(in) || in->type == INPUT_UNDO;
	return false;
}

static json_t *act_of(json_t *acts, json_int_t number)
{
	return json_array_get(acts, number > 0 ? (size_t)number - 1 : (size_t)-1);
}

static void take_input(json_t *acts, const char *text)
{
	json_t *object = json_loads(text, 0, NULL), *undone;
	struct input in;

	if (!object || !is_act(object, &in)) {
		json_decref(object);
		return;
	}
	if (in.type == INPUT_UNDO) {
		undone = act_of(acts, in.count);
		if (undone && !json_object_get(undone, "undone"))
			json_object_set(undone, "undone", object);
	} else {
		json_array_append_new(acts, json_pack("{s:I, s:O}", "act", (json_int_t)json_array_size(acts) + 1,
						      "input", object));
	}
	json_decref(object);
}

int game_acts_get(const struct ctl *ctl, sd_bus *bus, const char *id, json_t **ret)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *acts = json_array();
	const char *text;
	int r = sd_bus_call_method(bus, BUS_NAME, BUS_PATH, BUS_MANAGER, "Journal", &error, &reply, "s", id);

	if (r >= 0)
		r = sd_bus_message_skip(reply, "s");
	if (r >= 0)
		r = sd_bus_message_enter_container(reply, 'a', "s");
	while (r >= 0 && (r = sd_bus_message_read_basic(reply, 's', &text)) > 0)
		take_input(acts, text);
	if (r < 0) {
		json_decref(acts);
		return bus_fail(ctl, &error, r);
	}
	*ret = acts;
	return 0;
}

bool game_act_is_persons(const json_t *act)
{
	const json_t *input = json_object_get(act, "input");

	/* an end by "round change" has no name here; the round's log has it */
	return json_object_get(input, "actor") || strcmp(ctl_text(input, "type"), "end") == 0;
}

int64_t game_act_realtime(const json_t *input)
{
	return json_integer_value(json_object_get(json_object_get(input, "actor"), "realtime_us"));
}

const char *game_act_user(const json_t *input, char buf[static 64])
{
	const json_int_t uid = json_integer_value(json_object_get(json_object_get(input, "actor"), "uid"));
	const struct passwd *user = json_object_get(input, "actor") ? getpwuid((uid_t)uid) : NULL;

	if (user)
		snprintf(buf, 64, "%s", user->pw_name);
	else if (json_object_get(input, "actor"))
		snprintf(buf, 64, "user %" JSON_INTEGER_FORMAT, uid);
	else
		snprintf(buf, 64, "the daemon");
	return buf;
}

/* "white=5:52 black=0:45" */
static int put_times(const json_t *input, char *buf, size_t size)
{
	static const char *const keys[] = { "white_us", "black_us" }, *const names[] = { "white", "black" };
	char text[CLOCK_TEXT];
	size_t n = 0;

	for (int i = 0; i < 2; i++) {
		const json_t *us = json_object_get(input, keys[i]);

		if (us && n < size)
			n += (size_t)snprintf(buf + n, size - n, " %s=%s", names[i],
					      clock_text(text, json_integer_value(us)));
	}
	return (int)n;
}

const char *game_act_words(const json_t *input, char buf[static GAME_ACT_WORDS])
{
	static const char *const plain[][2] = {
		{ "end", "result" },  { "position", "fen" },   { "move", "move" },     { "promotion", "piece" },
		{ "arrive", "side" }, { "resume", "running" }, { "report", "report" },
	};
	const char *type = ctl_text(input, "type");

	snprintf(buf, GAME_ACT_WORDS, "%s", type);
	for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++)
		if (strcmp(type, plain[i][0]) == 0)
			snprintf(buf, GAME_ACT_WORDS, "%s%s%s", type, *ctl_text(input, plain[i][1]) ? " " : "",
				 ctl_text(input, plain[i][1]));
	if (strcmp(type, "claim") == 0)
		snprintf(buf, GAME_ACT_WORDS, "claim %s %s", ctl_text(input, "by"), ctl_text(input, "claim"));
	else if (strcmp(type, "decide") == 0)
		snprintf(buf, GAME_ACT_WORDS, "decide %s %s", ctl_text(input, "about"), ctl_text(input, "verdict"));
	else if (strcmp(type, "takeback") == 0)
		snprintf(buf, GAME_ACT_WORDS, "takeback %" JSON_INTEGER_FORMAT,
			 json_integer_value(json_object_get(input, "count")));
	else if (strcmp(type, "clock-report") == 0)
		put_times(input, buf + snprintf(buf, GAME_ACT_WORDS, "clock"), GAME_ACT_WORDS - 5);
	return buf;
}
