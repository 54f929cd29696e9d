/* SPDX-License-Identifier: GPL-2.0-or-later */
/* journal: what went into a game, as a trace that replays. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/core/clock.h"
#include "daemon/ctl/bus.h"
#include "daemon/ctl/game-arguments.h"
#include "daemon/ctl/verbs.h"

struct input {
	const char *game;
	bool rulings;
};

static const struct argp_option options[] = {
	{ "rulings", 'r', 0, 0, "The rulings, one JSON object a line, instead of the inputs", 0 }, { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct input *in = state->input;

	switch (key) {
	case 'r':
		in->rulings = true;
		return 0;
	case ARGP_KEY_ARG:
		return one_word_parse(&in->game, arg, state);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[GAME]",
	.doc = "Print all that went into a game, squares, presses, claims and verdicts, as a trace: \"flagfallctl replay\" plays it "
	       "again. For the arbiter's side: it contains what the rulebook may forbid to show. GAME may be left out when one is running.",
};

static const char *optional_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* The clock object of traces from a time control's text; NULL if it is none. New reference. */
static json_t *clock_object(const char *text, const char *mode, const char *running, const struct game *game,
			    const char *fen)
{
	struct game_position start;
	struct clock_control c;
	char err[160];
	json_t *o, *list;

	if (!text || clock_control_parse(text, &c, err) < 0 || c.mode == CLOCK_NONE)
		return NULL;
	if (!running)
		running = game && fen && game->parse(fen, &start, NULL) == 0 && game->to_move(&start) == BLACK ?
				  "black" :
				  "white";
	o = json_pack("{s:s, s:I, s:I, s:s}", "mode", mode, "white_ms", (json_int_t)(c.start_us[WHITE] / 1000),
		      "black_ms", (json_int_t)(c.start_us[BLACK] / 1000), "running", running);
	if (c.bonus_us)
		json_object_set_new(o, c.mode == CLOCK_FISCHER ? "increment_ms" : "delay_ms",
				    json_integer(c.bonus_us / 1000));
	if (c.first_moves)
		json_object_set_new(o, "first_moves", json_integer(c.first_moves));
	if (c.mode != CLOCK_PERIODS)
		return o;
	list = json_array();
	for (unsigned i = 0; i < c.period_count; i++)
		json_array_append_new(list, json_pack("{s:i, s:I, s:I}", "moves", (int)c.period[i].moves, "ms",
						      (json_int_t)(c.period[i].us / 1000), "increment_ms",
						      (json_int_t)(c.period[i].increment_us / 1000)));
	json_object_set_new(o, "periods", list);
	return o;
}

/* The trace's header from what the game was started with. New reference. */
static json_t *header(json_t *setup, json_t *game, json_t *clock)
{
	static const char *const same[] = { "rulebook", "options", "state", "overrides" };
	static const char *const of_board[] = { "sensors", "lever", "scan_us", "grace_us" };
	json_t *h = json_pack("{s:s, s:i, s:s}", "format", "sensorboard-trace", "version", 1, "game",
			      optional_text(game, "Kind")),
	       *v;

	for (size_t i = 0; i < sizeof(of_board) / sizeof(of_board[0]); i++)
		if ((v = json_object_get(json_object_get(setup, "board"), of_board[i])))
			json_object_set(h, of_board[i], v);
	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		if ((v = json_object_get(setup, same[i])))
			json_object_set(h, same[i], v);
	if ((v = json_object_get(setup, "lever")))
		json_object_set_new(h, "lever", json_boolean(strcmp(json_string_value(v), "none") != 0));
	if ((v = json_object_get(setup, "fen")))
		json_object_set(h, "start", v);
	if ((v = json_object_get(setup, "clock")))
		json_object_set(h, "clock", v);
	else if ((v = clock_object(optional_text(setup, "time"), optional_text(clock, "Mode"),
				   optional_text(setup, "running"), game_find(optional_text(game, "Kind")),
				   optional_text(setup, "fen"))))
		json_object_set_new(h, "clock", v);
	return h;
}

static int print_list(sd_bus_message *m, bool print)
{
	const char *line;
	int r = sd_bus_message_enter_container(m, 'a', "s");

	while (r >= 0 && (r = sd_bus_message_read_basic(m, 's', &line)) > 0)
		if (print)
			puts(line);
	return r < 0 ? r : sd_bus_message_exit_container(m);
}

static bool is_object(json_t *objects, const char *id)
{
	const char *path;
	json_t *object;

	json_object_foreach(objects, path, object) {
		json_t *game = json_object_get(object, BUS_GAME);

		if (game && strcmp(ctl_text(game, "Id"), id) == 0)
			return true;
	}
	return false;
}

/* What the bus says of a game that it has, of one that only the journal has. New reference. */
static json_t *game_of(const json_t *setup)
{
	const json_t *board = json_object_get(setup, "board");
	const char *name = json_string_value(json_object_get(setup, "game"));

	for (const struct game *const *g = game_list(); *g && !name; g++)
		if ((*g)->width == json_integer_value(json_object_get(board, "width")))
			name = (*g)->name;
	return json_pack("{s:s}", "Kind", name ? name : game_list()[0]->name);
}

static json_t *clock_of(const json_t *setup)
{
	static const char *const words[] = { "none",	  "sudden-death", "fischer",  "delay",
					     "bronstein", "periods",	  "hourglass" };
	struct clock_control c = { .mode = CLOCK_NONE };
	char err[160];

	if (optional_text(setup, "time"))
		clock_control_parse(optional_text(setup, "time"), &c, err);
	return json_pack("{s:s}", "Mode", words[c.mode]);
}

/* A game that is long over, or could not be recovered: from the journal, as far as it is sound there. */
static int print_past(struct ctl *ctl, sd_bus *bus, const struct input *in)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	const char *started, *why = "";
	int r = sd_bus_call_method(bus, BUS_NAME, BUS_PATH, BUS_MANAGER, "Journal", &error, &reply, "s", in->game);

	if (r >= 0)
		r = sd_bus_message_read_basic(reply, 's', &started);
	if (r >= 0 && !in->rulings) {
		json_t *setup = json_loads(started, 0, NULL), *game = game_of(setup), *clock = clock_of(setup);

		ctl_print_json(header(setup, game, clock));
		json_decref(clock);
		json_decref(game);
		json_decref(setup);
	}
	if (r >= 0)
		r = print_list(reply, !in->rulings);
	if (r >= 0)
		r = print_list(reply, in->rulings);
	if (r >= 0)
		r = sd_bus_message_read_basic(reply, 's', &why);
	if (r < 0)
		return bus_fail(ctl, &error, r);
	return *why ? ctl_fail(ctl, "game %s is not whole: %s; what was printed is what is sound.", in->game, why) :
		      CTL_DONE;
}

int verb_journal(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *objects = NULL, *setup;
	struct input in = { 0 };
	const char *path, *started;
	int status, r;

	ctl_parse(ctl, &argp, argc, argv, &in);
	status = bus_open(ctl, &bus);
	if (!status)
		status = bus_objects(ctl, bus, &objects);
	if (!status && in.game && !is_object(objects, in.game)) {
		json_decref(objects);
		return print_past(ctl, bus, &in);
	}
	if (!status)
		status = bus_find_game(ctl, objects, in.game, &path);
	if (status) {
		json_decref(objects);
		return status;
	}
	r = sd_bus_call_method(bus, BUS_NAME, path, BUS_ARBITER, "Journal", &error, &reply, NULL);
	if (r >= 0)
		r = sd_bus_message_read_basic(reply, 's', &started);
	if (r >= 0 && !in.rulings) {
		setup = json_loads(started, 0, NULL);
		ctl_print_json(header(setup, bus_properties(objects, path, BUS_GAME),
				      bus_properties(objects, path, BUS_CLOCK)));
		json_decref(setup);
	}
	if (r >= 0)
		r = print_list(reply, !in.rulings);
	if (r >= 0)
		r = print_list(reply, in.rulings);
	json_decref(objects);
	return r < 0 ? bus_fail(ctl, &error, r) : CTL_DONE;
}
