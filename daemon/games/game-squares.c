/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does the board show what the record says? Told when it has not for some seconds, and when it does again. */
#include "daemon/games/inside.h"

#include <string.h>

#define PATIENCE_US 5000000 /* a hand is over the board for so long at most */
#define MOVE_SQUARES 4	    /* that a move changes: castling */

/* Against the published position, legal or not: what is missing, and what stands otherwise. */
static void compare(const struct live_game *s, unsigned *missing, unsigned *otherwise)
{
	const struct game *game = s->setup.core.game;
	char fen[GAME_FEN + 16], stands[GAME_MAX_SQUARES], told[GAME_MAX_SQUARES];
	struct game_position pos;

	*missing = *otherwise = 0;
	snprintf(fen, sizeof(fen), strchr(s->published.placement, '/') ? "%s w - - 0 1" : "W:%s",
		 s->published.placement);
	if (game->parse(fen, &pos, NULL) < 0)
		return;
	memset(told, '.', sizeof(told));
	game->placement(&pos, told);
	tracker_placement(core_tracker(s->core), stands);
	for (unsigned i = 0; i < game->squares; i++) {
		/* which piece stands there is read, unless the sensors name it */
		const bool is_named = stands[i] != '?' && s->setup.core.sensors != TRACKER_PRESENCE;

		if (is_named ? stands[i] == told[i] : (stands[i] == '.') == (told[i] == '.'))
			continue;
		if (stands[i] == '.')
			++*missing;
		else
			++*otherwise;
	}
}

static bool agrees(const struct live_game *s)
{
	const bool silent = s->setup.book && rulebook_is(s->setup.book, PARAM_ARBITER_SILENCE, "illegal-and-flags");
	struct core_state state;
	unsigned missing, otherwise;

	if (s->over || !s->board)
		return true;
	if (!silent) {
		core_get_state(s->core, &state);
		return state.board_agrees;
	}
	compare(s, &missing, &otherwise);
	return missing + otherwise == 0 || (otherwise > 0 && missing + otherwise <= MOVE_SQUARES);
}

static void tell(struct live_game *s, bool differs)
{
	if (s->differs == differs)
		return;
	s->differs = differs;
	live_game_changed(s, LIVE_GAME_BOARD_AGREES);
}

/* So long by the board's time or by this machine's, whichever passes. */
static void check(struct live_game *s)
{
	const int64_t now_us = context_now(s->context)->boottime_us;

	if (agrees(s)) {
		s->differs_from_us = CLOCK_NEVER;
		tell(s, false);
	} else if (s->differs_from_us == CLOCK_NEVER) {
		s->differs_from_us = now_us;
		s->differs_from_t_us = s->last_t_us;
	} else if (now_us - s->differs_from_us >= PATIENCE_US || s->last_t_us - s->differs_from_t_us >= PATIENCE_US) {
		tell(s, true);
	}
}

/* Does the board show something else than it should, and not for long enough yet? */
static bool is_waiting(const struct live_game *s)
{
	return s->differs_from_us != CLOCK_NEVER && !s->differs;
}

static void set_timer(struct live_game *s)
{
	sd_event_source_set_time(s->squares_timer, (uint64_t)(s->differs_from_us + PATIENCE_US));
	sd_event_source_set_enabled(s->squares_timer, SD_EVENT_ONESHOT);
}

static int on_due(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct live_game *s = userdata;

	check(s);
	if (is_waiting(s)) /* since later than when it was set */
		set_timer(s);
	context_flush(s->context);
	return 0;
}

const char *live_game_open(const struct live_game *s)
{
	struct core_state state;

	core_get_state(s->core, &state);
	if (state.over && state.awaits_result)
		return "result";
	if (state.over || core_is_silent(s->core))
		return "";
	return state.illegal_seen ? "illegal-move" : state.new_game ? "new-game" : "";
}

/* What stands open is told when it is another thing. */
static void check_open(struct live_game *s)
{
	const char *open = live_game_open(s);

	if (strcmp(open, s->open_told) == 0)
		return;
	snprintf(s->open_told, sizeof(s->open_told), "%s", open);
	live_game_changed(s, LIVE_GAME_OPEN);
}

/* Each piece in the air makes a difference: one that is set is left as it is, and looks again when it comes. */
void live_game_check_squares(struct live_game *s)
{
	int enabled = SD_EVENT_OFF;

	check_open(s);
	check(s);
	if (!is_waiting(s))
		return;
	if (s->squares_timer)
		sd_event_source_get_enabled(s->squares_timer, &enabled);
	else if (sd_event_add_time(s->context->loop, &s->squares_timer, CLOCK_BOOTTIME, UINT64_MAX, 100000, on_due, s) <
		 0)
		return;
	if (enabled == SD_EVENT_OFF)
		set_timer(s);
}

void live_game_squares_done(struct live_game *s)
{
	s->squares_timer = sd_event_source_disable_unref(s->squares_timer);
}
