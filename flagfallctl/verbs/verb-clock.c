/* SPDX-License-Identifier: GPL-2.0-or-later */
/* clock: the arbiter sets the clocks, or says what they show where a flag is down. */
#include <stdio.h>
#include <string.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/calls.h"
#include "flagfallctl/terminal/screen.h"
#include "flagfallctl/verbs.h"

static const struct argp argp = {
	.parser = game_arguments_parse,
	.args_doc = "[GAME] KEY=VALUE...",
	.doc = "The arbiter sets the clocks, at once: white_ms, black_ms, milliseconds; one that is left out stays. What they showed and what "
	       "they show now is printed.\v"
	       "0 says that a flag is down. Where both are, first (white, black, unknown) says which is established to have fallen first, "
	       "and the rules for two fallen flags apply at once. " GAME_ARGUMENT_DOC
};

struct times {
	bool has_clock;
	int64_t us[2];
};

/* What the clocks show now, or as they were told last. 0, or an exit status. */
static int verb_clock_look(const struct ctl *ctl, sd_bus *bus, const struct called_game *game, bool now,
			   struct times *ret)
{
	json_t *objects = NULL;
	struct screen screen;
	int status = bus_objects(ctl, bus, &objects);

	if (!status) {
		screen_from_object(&screen, json_object_get(objects, game->path));
		ret->has_clock = screen.has_clock;
		memcpy(ret->us, screen.left_us, sizeof(ret->us));
		if (now)
			screen_clocks_now(&screen, ret->us);
	}
	json_decref(objects);
	return status;
}

static void say_times(const struct ctl *ctl, const struct called_game *game, const struct times *before,
		      const struct times *after)
{
	char from[CLOCK_TEXT], to[CLOCK_TEXT];

	if (ctl->json) {
		ctl_print_json(json_pack("{s:[I,I], s:[I,I]}", "before_us", (json_int_t)before->us[WHITE],
					 (json_int_t)before->us[BLACK], "after_us", (json_int_t)after->us[WHITE],
					 (json_int_t)after->us[BLACK]));
		return;
	}
	printf("%s: clocks: White %s -> %s", game->title, clock_text(from, before->us[WHITE]),
	       clock_text(to, after->us[WHITE]));
	printf("  Black %s -> %s\n", clock_text(from, before->us[BLACK]), clock_text(to, after->us[BLACK]));
}

static int verb_clock_report(const struct ctl *ctl, sd_bus *bus, const struct game_arguments *w)
{
	struct called_game game;
	struct times before, after;
	sd_bus_message *m = NULL;
	int status, r;

	status = called_game_find(ctl, bus, w->game, false, &game);
	if (!status)
		status = verb_clock_look(ctl, bus, &game, true, &before);
	if (!status)
		status = game_call_new(ctl, bus, &game, BUS_ARBITER, "ClockReport", &m);
	if (status)
		return status;
	r = call_details_append(m, w->detail, w->details_count);
	if (r < 0) {
		sd_bus_message_unref(m);
		return bus_fail(ctl, NULL, r);
	}
	status = game_call_run(ctl, bus, &game, m, NULL);
	if (!status)
		status = verb_clock_look(ctl, bus, &game, false, &after);
	if (!status && before.has_clock)
		say_times(ctl, &game, &before, &after);
	return status;
}

static int run_clock(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	struct game_arguments w = { .wanted = 0, .details = true };
	int status;

	ctl_parse(ctl, &argp, argc, argv, &w);
	status = bus_open(ctl, &bus);
	return status ? status : verb_clock_report(ctl, bus, &w);
}

const struct verb verb_clock = { "clock", run_clock, "the arbiter's reading of the clock" };
