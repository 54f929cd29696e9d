/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/bus.h"

/* "2026-11-22T18:02:11Z user 1000: change {…}" */
static void print_act(const struct ctl *ctl, const char *text)
{
	static const char *const said[] = { "t", "uid", "act", "revision" };
	json_t *act = json_loads(text, 0, NULL);
	char *rest;

	if (ctl->json || !act) {
		puts(text);
		json_decref(act);
		return;
	}
	printf("%s user %" JSON_INTEGER_FORMAT ": %s", ctl_text(act, "t"),
	       json_integer_value(json_object_get(act, "uid")), ctl_text(act, "act"));
	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++)
		json_object_del(act, said[i]);
	rest = json_object_size(act) ? json_dumps(act, 0) : NULL;
	printf("%s%s\n", rest ? " " : "", rest ? rest : "");
	free(rest);
	json_decref(act);
}

int act_log_print(const struct ctl *ctl, sd_bus *bus, const char *path, unsigned round)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	const char *text;
	int r = sd_bus_call_method(bus, BUS_NAME, path, BUS_EVENT, "Log", &error, &reply, "u", (uint32_t)round);

	if (r >= 0)
		r = sd_bus_message_enter_container(reply, 'a', "s");
	while (r >= 0 && (r = sd_bus_message_read(reply, "s", &text)) > 0)
		print_act(ctl, text);
	return r < 0 ? bus_fail(ctl, &error, r) : CTL_DONE;
}
