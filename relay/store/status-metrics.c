/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the centre knows of its halls as OpenMetrics text. */
#include <stdio.h>
#include <string.h>

#include "relay/store/store.h"

static void head(const char *name, const char *help)
{
	printf("# TYPE flagfall_%s gauge\n# HELP flagfall_%s %s.\n", name, name, help);
}

/* A hall is named by letters, digits, "-" and "_". */
static void of_hall(const json_t *hall, const char *name, double value)
{
	printf("flagfall_%s{hall=\"%s\"} %.12g\n", name, json_string_value(json_object_get(hall, "hall")), value);
}

static double is_state(const json_t *hall, const char *state)
{
	return strcmp(json_string_value(json_object_get(hall, "state")), state) == 0;
}

static double is_faulty(const json_t *hall)
{
	const char *fault = json_string_value(json_object_get(hall, "fault"));

	return (fault && *fault) || json_array_size(json_object_get(hall, "unwritten")) > 0;
}

static double value_of(const json_t *hall, const char *key)
{
	return json_number_value(json_object_get(hall, key));
}

void status_print_metrics(const json_t *status)
{
	json_t *halls = json_object_get(status, "halls"), *hall;
	const char *fault = json_string_value(json_object_get(status, "fault"));
	size_t i;

	head("centre_running", "1 while the centre runs");
	printf("flagfall_centre_running %d\n", json_is_true(json_object_get(status, "running")));
	head("centre_connected", "1 while the centre has its servers");
	printf("flagfall_centre_connected %d\n", json_is_true(json_object_get(status, "connected")));
	head("centre_faulty", "1 while something keeps the centre from reading or writing");
	printf("flagfall_centre_faulty %d\n", fault && *fault);
	head("hall_whole", "1: the centre has all that the hall has");
	json_array_foreach(halls, i, hall)
		of_hall(hall, "hall_whole", is_state(hall, "whole") || is_state(hall, "ended"));
	head("hall_silent", "1: nothing was heard of the hall for ten seconds");
	json_array_foreach(halls, i, hall)
		of_hall(hall, "hall_silent", is_state(hall, "silent"));
	head("hall_behind", "Publications that the hall has and the centre has not");
	json_array_foreach(halls, i, hall)
		of_hall(hall, "hall_behind", value_of(hall, "behind"));
	head("hall_unsent", "Publications that the hall's relay has still to send");
	json_array_foreach(halls, i, hall)
		of_hall(hall, "hall_unsent", value_of(hall, "unsent"));
	head("hall_lag_seconds", "How long half of the last minute's publications took, at most");
	json_array_foreach(halls, i, hall)
		of_hall(hall, "hall_lag_seconds", value_of(hall, "lag_ms") / 1e3);
	head("hall_lag_p99_seconds", "How long 99 of 100 of them took, at most");
	json_array_foreach(halls, i, hall)
		of_hall(hall, "hall_lag_p99_seconds", value_of(hall, "lag_p99_ms") / 1e3);
	head("hall_clock_ahead_seconds", "How far the hall's clock is ahead of the centre's");
	json_array_foreach(halls, i, hall)
		of_hall(hall, "hall_clock_ahead_seconds", value_of(hall, "clock_s"));
	head("hall_faulty", "1 while something is wrong in the hall's relay, or with its export here");
	json_array_foreach(halls, i, hall)
		of_hall(hall, "hall_faulty", is_faulty(hall));
	head("hall_refused", "1 while another hall calls itself so");
	json_array_foreach(halls, i, hall)
		of_hall(hall, "hall_refused", json_is_object(json_object_get(hall, "refused")));
	printf("# EOF\n");
}
