/* SPDX-License-Identifier: GPL-2.0-or-later */
/* clock: the arbiter sets the clocks, or says what they show where a flag is down. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/calls.h"
#include "flagfallctl/terminal/screen.h"
#include "flagfallctl/verbs.h"

#define US_PER_S INT64_C(1000000)

/* What a side's clock is to show. */
struct new_time {
	char sign; /* '\0' this; '+', '-': so much more or less than it shows */
	int64_t us;
};

struct input {
	struct game_arguments words;
	bool given[2];
	struct new_time time[2];
};

/* "5:52", "1:05:52", "0:09.5", "5m", "90s", "1m30s": microseconds. False: it is none of these. */
static bool read_span(const char *text, int64_t *us)
{
	const bool colons = strchr(text, ':') != NULL;
	int64_t total = 0, part;
	int parts = 0;
	char *end;

	do {
		if (!isdigit((unsigned char)*text))
			return false;
		part = strtoll(text, &end, 10);
		if (part > 1000000 || (colons && parts && (part > 59 || end - text != 2)))
			return false;
		total = colons ? 60 * total + part : total + part * (*end == 'h' ? 3600 : *end == 'm' ? 60 : 1);
		parts++;
		text = end + (*end && strchr(colons ? ":" : "hms", *end) ? 1 : 0);
		if (text == end && *end != '.' && *end)
			return false;
	} while (*text && *end != '.' && *end);
	*us = total * US_PER_S;
	if (*end == '.' && colons && parts < 4) {
		int64_t place = US_PER_S / 10;

		for (text = end + 1; isdigit((unsigned char)*text) && place; text++, place /= 10)
			*us += (*text - '0') * place;
		if (text == end + 1)
			return false;
	}
	return *text == '\0' && parts <= 3 &&
	       (colons ? parts > 1 : text[-1] != '\0' && isalpha((unsigned char)text[-1]));
}

static void take_time(struct argp_state *state, struct input *in, enum side side, const char *word)
{
	const char *text = strchr(word, '=') + 1;
	struct new_time *t = &in->time[side];

	t->sign = *text == '+' || *text == '-' ? *text : '\0';
	if (!read_span(text + (t->sign != '\0'), &t->us)) {
		const char *number = text + (t->sign != '\0');

		if (*number && !number[strspn(number, "0123456789")])
			argp_error(state, "\"%s\": are those minutes or seconds? Write %.6s:00, or %.6ss", word, number,
				   number);
		argp_error(state, "\"%s\" is no time; a clock is set to 5:52, or changed by +2:00 or -0:30", word);
	}
	in->given[side] = true;
}

static error_t verb_clock_parse(int key, char *arg, struct argp_state *state)
{
	struct input *in = state->input;
	error_t r;

	if (key == ARGP_KEY_ARG && (strncmp(arg, "white=", 6) == 0 || strncmp(arg, "black=", 6) == 0)) {
		take_time(state, in, *arg == 'w' ? WHITE : BLACK, arg);
		return 0;
	}
	state->input = &in->words;
	r = game_arguments_parse(key, arg, state);
	state->input = in;
	if (key == ARGP_KEY_NO_ARGS ||
	    (key == ARGP_KEY_END && !in->given[WHITE] && !in->given[BLACK] && !in->words.details_count))
		argp_error(state, "say what a clock is to show: white=5:52, or black=+2:00, black=-0:30");
	for (int i = 0; key == ARGP_KEY_END && i < in->words.details_count; i++)
		if (strstr(in->words.detail[i], "_ms=-"))
			argp_error(
				state,
				"\"%s\": a clock shows 0:00 or more; what is taken off is white=-0:30 or black=-0:30",
				in->words.detail[i]);
	return r;
}

static const struct argp argp = {
	.parser = verb_clock_parse,
	.args_doc = "[GAME] [white=TIME] [black=TIME] [KEY=VALUE...]",
	.doc = "The arbiter sets the clocks, at once: TIME is what a clock is to show, 5:52 or 1:05:52, or how much more or less "
	       "than it shows now, +2:00 or -0:30. A clock that is left out stays. What they showed and what they show now is printed.\v"
	       "0:00 says that a flag is down. Where both are, first (white, black, unknown) says which is established to have fallen first, "
	       "and the rules for two fallen flags apply at once. Programs may give milliseconds, as white_ms and black_ms. " GAME_ARGUMENT_DOC
};

struct times {
	bool has_clock;
	int64_t us[2];
};

/* As the arbiter may know them: at this instant, and of a flag that is down and not shown. */
static int look_now(const struct ctl *ctl, sd_bus *bus, const struct called_game *game, struct times *ret)
{
	json_t *arbiter = NULL;
	const json_t *left;
	int status = game_call_status(ctl, bus, game->path, &arbiter);

	left = json_object_get(arbiter, "left_us");
	for (size_t s = 0; s < 2 && left; s++)
		ret->us[s] = json_integer_value(json_array_get(left, s));
	json_decref(arbiter);
	return status;
}

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
	}
	json_decref(objects);
	return !status && now ? look_now(ctl, bus, game, ret) : status;
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

/* Into details of the bus. 0, or an exit status after saying why. */
static int settle_times(const struct ctl *ctl, const struct called_game *game, struct input *in,
			const struct times *before, char words[static 2][40])
{
	static const char *const sides[] = { "white", "black" };
	char shown[CLOCK_TEXT];

	for (enum side s = WHITE; s <= BLACK; s++) {
		const struct new_time *t = &in->time[s];
		const int64_t us = t->sign == '+' ? before->us[s] + t->us :
				   t->sign == '-' ? before->us[s] - t->us :
						    t->us;

		if (!in->given[s])
			continue;
		if (us < 0)
			return ctl_fail(ctl, "%s: %s's clock shows %s, which is less than is to be taken off.",
					game->title, s == WHITE ? "White" : "Black", clock_text(shown, before->us[s]));
		snprintf(words[s], 40, "%s_ms=%" PRId64, sides[s], us / 1000);
		in->words.word[in->words.count] = words[s];
		in->words.count++;
		in->words.details_count++;
	}
	return 0;
}

static int verb_clock_report(const struct ctl *ctl, sd_bus *bus, struct input *in)
{
	struct game_arguments *w = &in->words;
	char words[2][40];
	struct called_game game;
	struct times before, after;
	sd_bus_message *m = NULL;
	int status, r;

	status = called_game_find(ctl, bus, w->game, false, &game);
	if (!status)
		status = verb_clock_look(ctl, bus, &game, true, &before);
	if (!status)
		status = settle_times(ctl, &game, in, &before, words);
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
	struct input in = { .words = { .wanted = 0, .details = true } };
	int status;

	ctl_parse(ctl, &argp, argc, argv, &in);
	status = bus_open(ctl, &bus);
	return status ? status : verb_clock_report(ctl, bus, &in);
}

const struct verb verb_clock = { "clock", run_clock, "the arbiter's reading of the clock" };
