/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/seat-display.h"

#include <errno.h>
#include <string.h>
#include <syslog.h>

#include "daemon/games/session-time.h"
#include "daemon/games/session.h"

#define RULING_SHOWN_MS 5000

/* A clock that does not answer is counted (board_info.unanswered), and is no fault of the game's. */
static void show_text(struct seat *seat, const char *text, unsigned ms)
{
	int r;

	if (!(board_get_info(seat->board)->features & BOARD_FEATURE_TEXT))
		return;
	r = board_request_text(seat->board, text, ms);
	if (r < 0 && r != -ENODEV)
		note(LOG_WARNING, "Board %s does not show \"%s\": %s", seat->name, text, board_error(seat->board));
}

void seat_show_ruling(struct seat *seat, enum ruling_kind ruling)
{
	/* eight signs at most */
	static const char *const words[RULING_COUNT] = {
		[RULING_MOVE_ILLEGAL] = "ILLEGAL",     [RULING_RESTORE_POSITION] = "PUT BACK",
		[RULING_TOUCH_OBLIGATION] = "TOUCHED", [RULING_PROMOTION_INCOMPLETE] = "PROMOTE",
		[RULING_WARNING] = "WARNING",	       [RULING_TIME_PENALTY] = "PENALTY",
		[RULING_CLOCK_STOPPED] = "STOPPED",    [RULING_POINTS] = "POINTS",
	};

	if (words[ruling] && !seat->shows_result)
		show_text(seat, words[ruling], RULING_SHOWN_MS);
}

void seat_show_result(struct seat *seat, const char *result)
{
	if (strcmp(result, "none") == 0)
		return;
	seat->shows_result = true;
	show_text(seat, result, 0);
}

void seat_clear_result(struct seat *seat)
{
	if (seat->shows_result)
		show_text(seat, "", 0);
	seat->shows_result = false;
}

static uint32_t display_ms(int64_t us)
{
	return us <= 0 ? 0 : us / 1000 > UINT32_MAX ? UINT32_MAX : (uint32_t)(us / 1000);
}

void seat_show_clock(struct seat *seat, struct session *session)
{
	const struct published_game *shown = &session->published;
	int64_t left[2] = { shown->clock_us[WHITE], shown->clock_us[BLACK] };
	int r;

	if (!(board_get_info(seat->board)->features & BOARD_FEATURE_CLOCK) ||
	    session->setup.core.clock.mode == CLOCK_NONE)
		return;
	if (shown->running != NO_SIDE) /* the board counts on from when it is set */
		left[shown->running] -= session_now(session) - shown->clock_t_us;
	r = board_request_clock(seat->board, display_ms(left[WHITE]), display_ms(left[BLACK]),
				shown->running == WHITE ? BOARD_WHITE :
				shown->running == BLACK ? BOARD_BLACK :
							  0);
	if (r < 0 && r != -ENODEV)
		note(LOG_WARNING, "Board %s does not show the clock: %s", seat->name, board_error(seat->board));
}

void seat_guide(struct seat *seat, struct session *session)
{
	const struct board_info *info = board_get_info(seat->board);
	const struct tracker *tracker = core_tracker(session->core);
	const struct game *game = session->setup.core.game;
	struct tracker_step steps[GAME_MAX_SQUARES];
	uint8_t level[256] = { 0 };
	unsigned n = 0;
	int r;

	if (!(info->features & BOARD_FEATURE_LEDS))
		return;
	if (!session->over && tracker_restoring(tracker))
		n = tracker_guidance(tracker, steps);
	if (!n && !seat->guiding)
		return;
	if (n && seat->guiding && seat->guided.from == steps[0].from && seat->guided.to == steps[0].to)
		return;
	if (n) {
		const uint8_t squares[] = { steps[0].from, steps[0].to };

		seat->guided = steps[0];
		for (unsigned i = 0; i < 2; i++)
			if (squares[i] != GAME_NO_SQUARE)
				level[game->cell_of_square(tracker_turned(tracker) ? game->squares - 1 - squares[i] :
										     squares[i])] = 255;
	}
	seat->guiding = n > 0;
	r = board_request_leds(seat->board, level, (size_t)info->width * info->height);
	if (r < 0 && r != -ENODEV)
		note(LOG_WARNING, "Board %s does not light its squares: %s", seat->name, board_error(seat->board));
}

void seat_display_answer(struct seat *seat, const struct board_answer *answer)
{
	if (answer->result >= 0 || answer->result == -ENODEV || answer->result == -ECANCELED)
		return;
	note(LOG_WARNING, "Board %s does not show %s: %s", seat->name,
	     answer->kind == BOARD_REQUEST_CLOCK ? "the clock" :
	     answer->kind == BOARD_REQUEST_LEDS	 ? "lights" :
						   "a text",
	     answer->error);
}
