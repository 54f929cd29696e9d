/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/inside.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "rules/game.h"

#define TOLERANCE_US 3000000 /* whole seconds are shown, and read late */

void live_board_clock_event(struct live_board *board, const struct board_event *ev)
{
	json_t *report = ev->type == BOARD_EVENT_TEXT ? json_loads(ev->text, 0, NULL) : NULL;
	const char *type = json_string_value(json_object_get(report, "type"));

	if (type && strcmp(type, "clock-report") == 0 && !json_object_get(report, "first")) {
		board->shown_us[WHITE] = json_integer_value(json_object_get(report, "white_ms")) * 1000;
		board->shown_us[BLACK] = json_integer_value(json_object_get(report, "black_ms")) * 1000;
		board->shows_times = true;
	}
	json_decref(report);
}

static bool is_off(int64_t shown_us, int64_t set_us)
{
	return shown_us > set_us + TOLERANCE_US || shown_us < set_us - TOLERANCE_US;
}

static void put_time(char buf[static 24], int64_t us)
{
	snprintf(buf, 24, "%" PRId64 ":%02" PRId64, us / 60000000, us / 1000000 % 60);
}

bool live_board_clock_differs(const struct live_board *board, const int64_t start_us[2], char buf[static 160])
{
	char shown[2][24], wanted[2][24];

	*buf = '\0';
	if (!board->shows_times || board_get_info(board->handle)->features & BOARD_FEATURE_CLOCK)
		return false;
	if (!is_off(board->shown_us[WHITE], start_us[WHITE]) && !is_off(board->shown_us[BLACK], start_us[BLACK]))
		return false;
	for (int side = 0; side < 2; side++) {
		put_time(shown[side], board->shown_us[side]);
		put_time(wanted[side], start_us[side]);
	}
	snprintf(buf, 160, "its clock shows %s and %s, and has to be set by hand to %s and %s", shown[WHITE],
		 shown[BLACK], wanted[WHITE], wanted[BLACK]);
	return true;
}
