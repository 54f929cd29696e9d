/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/calls.h"

#include <stdio.h>
#include <string.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/texts.h"

/* A refusal says more than that it is not there; but for who may not ask, and of an older daemon. */
static int take_up(const struct ctl *ctl, sd_bus *bus, const char *id)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int r = sd_bus_call_method(bus, BUS_NAME, BUS_PATH, BUS_MANAGER, "TakeUp", &error, NULL, "s", id), status = 0;

	if (sd_bus_error_has_name(&error, SD_BUS_ERROR_ACCESS_DENIED))
		fprintf(stderr,
			"flagfallctl %s: a game that is not shown any more is taken up again for arbiters alone.\n",
			ctl->verb);
	else if (r < 0 && !sd_bus_error_has_name(&error, "org.flagfall1.Error.NoSuchGame") &&
		 !sd_bus_error_has_name(&error, SD_BUS_ERROR_UNKNOWN_METHOD))
		status = bus_fail(ctl, &error, r);
	sd_bus_error_free(&error);
	return status;
}

int game_call_take_up(const struct ctl *ctl, sd_bus *bus, const char *id)
{
	json_t *objects = NULL;
	int status;

	if (!id || !*id || id[strspn(id, "0123456789")])
		return 0;
	status = bus_objects(ctl, bus, &objects);
	if (!status && !bus_has_game(objects, id))
		status = take_up(ctl, bus, id);
	json_decref(objects);
	return status;
}

int game_call_new(const struct ctl *ctl, sd_bus *bus, const char *id, const char *interface, const char *method,
		  sd_bus_message **ret)
{
	json_t *objects = NULL;
	const char *path;
	int status, r;

	status = bus_objects(ctl, bus, &objects);
	if (!status)
		status = bus_find_game(ctl, objects, id, &path);
	if (!status) {
		r = sd_bus_message_new_method_call(bus, ret, BUS_NAME, path, interface, method);
		if (r < 0)
			status = bus_fail(ctl, NULL, r);
	}
	json_decref(objects);
	return status;
}

int game_call_run(const struct ctl *ctl, sd_bus *bus, sd_bus_message *m)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *answer;
	int r, status = 0, n = 0;

	r = sd_bus_call(bus, m, 0, &error, &reply);
	if (r >= 0)
		r = sd_bus_message_enter_container(reply, 'a', "s");
	while (r >= 0 && (r = sd_bus_message_read(reply, "s", &answer)) > 0) {
		json_t *object = json_loads(answer, 0, NULL);

		n++;
		if (ctl->json || !object)
			puts(answer);
		else
			print_publication(ctl, stdout, object);
		json_decref(object);
	}
	if (r < 0)
		status = bus_fail(ctl, &error, r);
	else if (n == 0 && strcmp(ctl->verb, "claim") == 0) /* a player waits for an answer */
		fprintf(stderr, "flagfallctl %s: recorded; no ruling.\n", ctl->verb);
	sd_bus_message_unref(reply);
	sd_bus_message_unref(m);
	sd_bus_error_free(&error);
	return status;
}
