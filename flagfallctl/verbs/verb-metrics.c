/* SPDX-License-Identifier: GPL-2.0-or-later */
/* metrics: what the daemon counts, as OpenMetrics text. */
#include <stdio.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/verbs.h"

static const struct argp argp = {
	.doc = "What the daemon counts, as OpenMetrics text: boards, games, events, losses; for arbiters also inputs, rulings, and how long "
	       "the journal and the event loop took, as histograms.\v"
	       "With --json, one object with what everybody may count. A daemon that does not run is not started for this.",
};

static int print_counters(struct ctl *ctl, sd_bus *bus)
{
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *counters = NULL;
	int r = bus_counters(bus, &error, &counters);

	if (r < 0)
		return bus_fail(ctl, &error, r);
	ctl_print_json(counters);
	return CTL_DONE;
}

static int run_metrics(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	const char *text;
	int status, r;

	ctl_parse(ctl, &argp, argc, argv, NULL);
	status = bus_open(ctl, &bus);
	if (status || ctl->json)
		return status ? status : print_counters(ctl, bus);
	r = bus_watch(bus, BUS_MANAGER, "Metrics", NULL, &error, &reply);
	if (r >= 0)
		r = sd_bus_message_read(reply, "s", &text);
	if (r < 0)
		return bus_fail(ctl, &error, r);
	fputs(text, stdout);
	return CTL_DONE;
}

const struct verb verb_metrics = { "metrics", run_metrics, "what the daemon counts, as OpenMetrics text" };
