/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a clock that runs by itself showed as the game began, and whether that is what the game was started with. */
#include "daemon/games/inside.h"

#include <inttypes.h>
#include <string.h>

#define TOLERANCE_US 3000000 /* whole seconds are shown, and read late */
#define BEGIN_US 10000000    /* a clock that is set by the daemon shows it by then */

static bool is_off(int64_t shown_us, int64_t set_us)
{
	return shown_us > set_us + TOLERANCE_US || shown_us < set_us - TOLERANCE_US;
}

static void put_time(char buf[static 24], int64_t us)
{
	snprintf(buf, 24, "%" PRId64 ":%02" PRId64, us / 60000000, us / 1000000 % 60);
}

static void tell(struct live_game *s, bool differs)
{
	char white[24], black[24];

	if (differs == (*s->clock_note != '\0'))
		return;
	put_time(white, s->read_us[WHITE]);
	put_time(black, s->read_us[BLACK]);
	*s->clock_note = '\0';
	if (differs)
		snprintf(
			s->clock_note, sizeof(s->clock_note),
			"the clock beside the board runs by itself and began with %s and %s; the game was started with %s",
			white, black, s->setup.time_control);
	live_game_changed(s, LIVE_GAME_CLOCK_NOTE);
}

/* One time for both, where White's has only run since. */
static void keep_control(struct live_game *s)
{
	const int64_t white = (s->read_us[WHITE] + 500000) / 1000000, black = (s->read_us[BLACK] + 500000) / 1000000;
	const int64_t most = white > black ? white : black, least = white > black ? black : white;

	if (most - least <= 5)
		snprintf(s->read_control, sizeof(s->read_control), "%" PRId64, most);
	else
		snprintf(s->read_control, sizeof(s->read_control), "%" PRId64 "|%" PRId64, white, black);
}

void clock_reading_take(struct live_game *s, const struct input *in)
{
	const struct clock_control *control = &s->setup.core.clock;
	struct core_state state;

	if (in->type != INPUT_CLOCK_REPORT || in->has_first || in->sets || in->white_us <= 0 || in->black_us <= 0)
		return;
	core_get_state(s->core, &state);
	if (state.turns > 0 || (s->has_reading && in->t_us > BEGIN_US))
		return;
	s->read_us[WHITE] = in->white_us;
	s->read_us[BLACK] = in->black_us;
	s->has_reading = true;
	keep_control(s);
	if (control->mode != CLOCK_NONE)
		tell(s,
		     is_off(in->white_us, control->start_us[WHITE]) || is_off(in->black_us, control->start_us[BLACK]));
}

void clock_reading_begin(struct live_game *s, const struct live_board *board)
{
	const struct input shown = { .type = INPUT_CLOCK_REPORT,
				     .white_us = board->shown_us[WHITE],
				     .black_us = board->shown_us[BLACK] };

	if (board->shows_times && !(board_get_info(board->handle)->features & BOARD_FEATURE_CLOCK))
		clock_reading_take(s, &shown);
}

const char *clock_reading_control(const struct live_game *s)
{
	const bool nobody = s->published.by_device && s->setup.core.clock.mode == CLOCK_NONE;

	if (!nobody && !*s->clock_note)
		return s->setup.time_control;
	return s->has_reading ? s->read_control : "?";
}
