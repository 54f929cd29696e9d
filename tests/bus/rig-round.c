/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/rig-round.h"

#include <stdio.h>

#define NAME "org.flagfall1"

int rig_try_open_round(struct rig *rig, const char *event, unsigned round, const char *pairings, sd_bus_error *error)
{
	sd_bus_message *m = NULL, *reply = NULL;
	int r;

	assert_return_code(sd_bus_message_new_method_call(rig->bus, &m, NAME, "/org/flagfall1", "org.flagfall1.Manager",
							  "OpenRound"),
			   0);
	assert_return_code(sd_bus_message_append(m, "s", "club.yaml"), 0);
	assert_return_code(sd_bus_message_append_array(m, 'y', event, strlen(event)), 0);
	assert_return_code(sd_bus_message_append(m, "us", round, "pairings.csv"), 0);
	assert_return_code(sd_bus_message_append_array(m, 'y', pairings, strlen(pairings)), 0);
	assert_return_code(sd_bus_message_append(m, "s", ""), 0);
	r = sd_bus_call(rig->bus, m, 0, error, &reply);
	sd_bus_message_unref(m);
	sd_bus_message_unref(reply);
	return r < 0 ? r : 0;
}

void rig_open_round(struct rig *rig, const char *event, unsigned round, const char *pairings)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (rig_try_open_round(rig, event, round, pairings, &error) < 0)
		fail_msg("%s", error.message);
}

void rig_start_round(struct rig *rig, const char *path)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (sd_bus_call_method(rig->bus, NAME, path, "org.flagfall1.Event", "Start", &error, NULL, "uaua{sv}", 1, 1, 1,
			       0) < 0)
		fail_msg("%s", error.message);
	snprintf(rig->game, sizeof(rig->game), "1");
	snprintf(rig->path, sizeof(rig->path), "/org/flagfall1/game/1");
}
