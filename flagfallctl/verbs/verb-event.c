/* SPDX-License-Identifier: GPL-2.0-or-later */
/* event: what events there are, and that one is over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/calls.h"
#include "flagfallctl/client/bus.h"
#include "flagfallctl/terminal/screen.h"
#include "flagfallctl/verbs.h"

struct input {
	const char *action, *event;
};

static bool is_action(const char *word)
{
	return strcmp(word, "list") == 0 || strcmp(word, "end") == 0 || strcmp(word, "log") == 0;
}

static error_t verb_event_parse(int key, char *arg, struct argp_state *state)
{
	struct input *in = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (!in->action && !is_action(arg))
			argp_error(state, "\"%s\" is nothing that is done to an event; there are: list, end and log",
				   arg);
		else if (!in->action)
			in->action = arg;
		else if (!in->event && strcmp(in->action, "list") != 0)
			in->event = arg;
		else
			ctl_too_much(state, arg);
		return 0;
	case ARGP_KEY_END:
		if (!in->action)
			argp_error(state, "say what: list, end or log");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.parser = verb_event_parse,
	.args_doc = "list\nend [EVENT]\nlog [EVENT]",
	.doc = "The events of the hall. EVENT is the event's id or its file, and may be left out when there is one.\v"
	       "end: the event is over. All of its rounds have to be closed. Its centre is told, and what is kept for flagfall-relay "
	       "ends as soon as that has sent all of it; journal, records and export stay. \"round open\" takes the event up again.",
};

/* "3 rounds, the last is running"; "ended 2026-01-31T18:02:11Z" */
static void print_event(const struct ctl *ctl, const json_t *event)
{
	const json_t *rounds = json_object_get(event, "Rounds"), *last, *round;
	const size_t count = json_array_size(rounds);
	const char *ended = ctl_text(event, "Ended");
	json_t *list;
	char name[256];
	size_t i;

	if (ctl->json) {
		list = json_array();
		json_array_foreach((json_t *)rounds, i, round)
			json_array_append_new(list, json_pack("{s:O, s:O}", "round", json_array_get(round, 0), "state",
							      json_array_get(round, 1)));
		ctl_print_json(json_pack("{s:s, s:s, s:o, s:s}", "event", ctl_text(event, "Id"), "name",
					 ctl_text(event, "Name"), "rounds", list, "ended", ended));
		return;
	}
	last = json_array_get(rounds, count - 1);
	printf("%-16s %s ", ctl_text(event, "Id"), text_fit(ctl_text(event, "Name"), 40, name, sizeof(name)));
	if (*ended)
		printf("ended %s\n", ended);
	else
		printf("%zu round%s, the last is %s\n", count, count == 1 ? "" : "s",
		       json_string_value(json_array_get(last, 1)) ?: "not open");
}

static int list_events(const struct ctl *ctl, sd_bus *bus)
{
	json_t *objects, *object, *event;
	const char *path;
	int status = bus_objects(ctl, bus, &objects);

	if (status)
		return status;
	json_object_foreach(objects, path, object)
		if ((event = json_object_get(object, BUS_EVENT)))
			print_event(ctl, event);
	json_decref(objects);
	return CTL_DONE;
}

static int end_event(const struct ctl *ctl, sd_bus *bus, const char *path)
{
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	int r = sd_bus_call_method(bus, BUS_NAME, path, BUS_EVENT, "End", &error, NULL, "");

	return r < 0 ? bus_fail(ctl, &error, r) : CTL_DONE;
}

static int run_event(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	struct input in = { 0 };
	char *path = NULL;
	int status;

	ctl_parse(ctl, &argp, argc, argv, &in);
	status = bus_open(ctl, &bus);
	if (status)
		return status;
	if (strcmp(in.action, "list") == 0)
		return list_events(ctl, bus);
	status = event_call_find(ctl, bus, in.event, &path);
	if (!status)
		status = strcmp(in.action, "end") == 0 ? end_event(ctl, bus, path) : act_log_print(ctl, bus, path, 0);
	free(path);
	return status;
}

const struct verb verb_event = { "event", run_event, "the events: what there are, and that one is over" };
