/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/live-board.h"

#include <errno.h>
#include <string.h>
#include <syslog.h>

#define RULING_SHOWN_MS 5000

/* A clock that does not answer is counted (board_info.unanswered), and is no fault of the game's. */
static void show_text(struct live_board *board, const char *text, unsigned ms)
{
	int r;

	if (!(board_get_info(board->handle)->features & BOARD_FEATURE_TEXT))
		return;
	r = board_request_text(board->handle, text, ms);
	if (r < 0 && r != -ENODEV)
		log_message(LOG_WARNING, "Board %s does not show \"%s\": %s", board->name, text,
			    board_error(board->handle));
}

void live_board_show_ruling(struct live_board *board, enum ruling_kind ruling)
{
	/* eight signs at most */
	static const char *const words[RULING_COUNT] = {
		[RULING_MOVE_ILLEGAL] = "ILLEGAL",     [RULING_RESTORE_POSITION] = "PUT BACK",
		[RULING_TOUCH_OBLIGATION] = "TOUCHED", [RULING_PROMOTION_INCOMPLETE] = "PROMOTE",
		[RULING_WARNING] = "WARNING",	       [RULING_TIME_PENALTY] = "PENALTY",
		[RULING_CLOCK_STOPPED] = "STOPPED",    [RULING_POINTS] = "POINTS",
	};

	if (words[ruling] && !board->shows_result)
		show_text(board, words[ruling], RULING_SHOWN_MS);
}

void live_board_show_result(struct live_board *board, const char *result)
{
	if (strcmp(result, "none") == 0)
		return;
	board->shows_result = true;
	show_text(board, result, 0);
}

void live_board_clear_result(struct live_board *board)
{
	if (board->shows_result)
		show_text(board, "", 0);
	board->shows_result = false;
}

static uint32_t display_ms(int64_t us)
{
	return us <= 0 ? 0 : us / 1000 > UINT32_MAX ? UINT32_MAX : (uint32_t)(us / 1000);
}

void live_board_show_clock(struct live_board *board, const int64_t left_us[2], unsigned running)
{
	int r = board_request_clock(board->handle, display_ms(left_us[WHITE]), display_ms(left_us[BLACK]), running);

	if (r < 0 && r != -ENODEV)
		log_message(LOG_WARNING, "Board %s does not show the clock: %s", board->name,
			    board_error(board->handle));
}

void live_board_light(struct live_board *board, const uint8_t level[static BOARD_MAX_SQUARES])
{
	const struct board_info *info = board_get_info(board->handle);
	int r = board_request_leds(board->handle, level, (size_t)info->width * info->height);

	if (r < 0 && r != -ENODEV)
		log_message(LOG_WARNING, "Board %s does not light its squares: %s", board->name,
			    board_error(board->handle));
}

void live_board_display_answer(struct live_board *board, const struct board_answer *answer)
{
	if (answer->result >= 0 || answer->result == -ENODEV || answer->result == -ECANCELED)
		return;
	log_message(LOG_WARNING, "Board %s does not show %s: %s", board->name,
		    answer->kind == BOARD_REQUEST_CLOCK ? "the clock" :
		    answer->kind == BOARD_REQUEST_LEDS	? "lights" :
							  "a text",
		    answer->error);
}
