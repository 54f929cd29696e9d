// SPDX-License-Identifier: GPL-2.0-or-later
/* The styles of restless hands, and words for what they did. */
#include "tests/sim/restless.h"

const struct restless_style restless_styles[] = {
	{ .name = "tidy", .beat_ms = 350, .think_ms = 8000, .slide = 150, .hover = 20, .recentre = 60, .takeback = 5, .jadoube = 30,
	  .touch = 10, .victim_last = 200, .push_off = 0, .rook_first = 200, .promotion_swap = 500, .knock = 5, .bounce = 60,
	  .late = 2, .late_ms = 500 },
	{ .name = "club", .beat_ms = 200, .think_ms = 4000, .slide = 300, .hover = 50, .recentre = 80, .takeback = 15, .jadoube = 30,
	  .touch = 20, .victim_last = 350, .both_hands = 60, .push_off = 80, .drag_victim = 80, .rook_first = 250, .king_steps = 100,
	  .rook_late = 60, .passant_late = 100, .promotion_swap = 400, .promotion_early = 100, .promotion_late = 100, .knock = 15,
	  .roll = 100, .set_right_late = 200, .early_press = 30, .early_opponent = 50, .early_ms = 300, .bounce = 100, .late = 5,
	  .late_ms = 1500, .never = 1, .lever_double = 5 },
	{ .name = "blitz", .beat_ms = 110, .think_ms = 1200, .slide = 300, .hover = 80, .recentre = 80, .takeback = 15, .jadoube = 20,
	  .touch = 30, .victim_last = 400, .both_hands = 120, .push_off = 150, .drag_victim = 100, .rook_first = 250,
	  .king_steps = 100, .rook_late = 120, .passant_late = 200, .promotion_swap = 300, .promotion_early = 200,
	  .promotion_late = 150, .knock = 30, .roll = 200, .set_right_late = 400, .early_press = 100, .early_opponent = 150,
	  .early_ms = 400, .bounce = 120, .late = 8, .late_ms = 2000, .never = 2, .lever_double = 10 },
	{ .name = "scramble", .beat_ms = 60, .think_ms = 300, .slide = 300, .hover = 80, .recentre = 50, .takeback = 5, .jadoube = 10,
	  .touch = 30, .victim_last = 400, .both_hands = 200, .push_off = 200, .drag_victim = 100, .rook_first = 250,
	  .king_steps = 100, .rook_late = 150, .passant_late = 300, .promotion_swap = 200, .promotion_early = 200,
	  .promotion_late = 150, .knock = 40, .roll = 200, .set_right_late = 500, .early_press = 200, .early_opponent = 250,
	  .early_ms = 300, .bounce = 120, .late = 4, .late_ms = 600, .lever_double = 10 },
	{ .name = "two-hands", .beat_ms = 120, .think_ms = 2500, .slide = 200, .hover = 40, .both_hands = 900, .victim_last = 500,
	  .rook_first = 500, .rook_late = 100, .bounce = 100, .early_press = 50, .promotion_early = 700 },
	{ .name = "sleeve", .beat_ms = 150, .think_ms = 2500, .slide = 300, .sweep = 40, .knock = 40, .roll = 500, .set_right_late = 300,
	  .victim_last = 300, .drag_victim = 300, .bounce = 60 },
	{ .name = "early-opponent", .beat_ms = 150, .think_ms = 1500, .slide = 200, .hover = 40, .victim_last = 300, .rook_first = 300,
	  .early_opponent = 500, .early_ms = 1000, .bounce = 60 },
	{ .name = "early-press", .beat_ms = 150, .think_ms = 1500, .slide = 200, .hover = 40, .victim_last = 300, .rook_first = 300,
	  .early_press = 400, .rook_late = 300, .passant_late = 500, .promotion_late = 300, .bounce = 60 },
	{ .name = "slow-scan", .beat_ms = 200, .think_ms = 3000, .slide = 300, .hover = 60, .victim_last = 400, .rook_first = 300,
	  .recentre = 100, .push_off = 100, .scan_ms = 250 },
	{ .name = "bad-lever", .beat_ms = 200, .think_ms = 3000, .slide = 200, .hover = 40, .victim_last = 300, .rook_first = 300,
	  .bounce = 60, .lever_missed = 10, .lever_double = 50, .lever_late = 300, .lever_late_ms = 1000 },
	{ .name = "polled-clock", .beat_ms = 250, .think_ms = 4000, .slide = 300, .hover = 40, .victim_last = 400, .rook_first = 300,
	  .drag_victim = 100, .push_off = 50, .scan_ms = 200, .nameless = 10, .lever_late = 1000, .lever_late_ms = 1000 },
	{ .name = "stuck", .beat_ms = 200, .think_ms = 2500, .slide = 200, .hover = 30, .victim_last = 300, .rook_first = 300, .bounce = 60,
	  .stuck = 1000, .stuck_ms = 6000 },
	{ .name = "never", .beat_ms = 200, .think_ms = 2500, .slide = 200, .hover = 30, .victim_last = 300, .rook_first = 300, .bounce = 60,
	  .never = 4 },
	{ .name = "late", .beat_ms = 150, .think_ms = 2000, .slide = 200, .hover = 30, .victim_last = 300, .rook_first = 300, .bounce = 60,
	  .late = 30, .late_ms = 3000 },
	{ .name = "nameless", .beat_ms = 200, .think_ms = 2500, .slide = 300, .hover = 50, .victim_last = 300, .rook_first = 300,
	  .nameless = 150, .bounce = 60 },
	/* hands of another kind */
	{ .name = "fidget", .beat_ms = 180, .think_ms = 3000, .slide = 200, .hover = 60, .recentre = 300, .jadoube = 200, .touch = 100,
	  .victim_last = 300, .rook_first = 300, .adjust_waiting = 300, .bounce = 80 },
	{ .name = "undecided", .beat_ms = 200, .think_ms = 2500, .slide = 200, .hover = 250, .takeback = 100, .touch = 100, .hold = 300,
	  .victim_last = 300, .rook_first = 300, .king_steps = 200, .bounce = 60 },
	{ .name = "shover", .beat_ms = 150, .think_ms = 2000, .slide = 300, .hover = 40, .victim_last = 300, .push_off = 100, .rook_first = 300,
	  .shove = 600, .park = 200, .drag_victim = 200, .promotion_swap = 500, .bounce = 60 },
	{ .name = "fumbler", .beat_ms = 150, .think_ms = 2500, .slide = 200, .hover = 40, .victim_last = 300, .rook_first = 300, .fumble = 250,
	  .knock = 60, .roll = 300, .bounce = 150 },
	{ .name = "rush", .beat_ms = 90, .think_ms = 500, .slide = 200, .hover = 40, .victim_last = 300, .both_hands = 100, .rook_first = 300,
	  .rook_late = 200, .early_press = 150, .early_opponent = 900, .early_ms = 600, .bounce = 60, .lever_double = 30 },
	{ .name = "forgetful", .beat_ms = 200, .think_ms = 3000, .slide = 200, .hover = 40, .victim_last = 300, .rook_first = 300,
	  .lever_forgotten = 15, .lever_missed = 15, .bounce = 60 },
	{ .name = "flicker", .beat_ms = 200, .think_ms = 2500, .slide = 200, .hover = 40, .victim_last = 300, .rook_first = 300, .touch = 20,
	  .bounce = 60, .flicker = 1000, .flicker_ms = 60000 },
	{ .name = "dead-square", .beat_ms = 200, .think_ms = 2500, .slide = 200, .hover = 20, .victim_last = 300, .rook_first = 300,
	  .bounce = 60, .dead = 1000 },
	{ 0 }
};

const char *restless_tags(unsigned tags, char *buf, size_t size)
{
	static const char *const names[] = { "never", "late", "stuck", "missed-press", "knock", "early-press", "early-opponent",
					     "hover", "takeback", "slide", "push-off", "late-press", "sweep", "late-man", "both", "adjust", "hold",
					     "shove", "park", "fumble" };
	size_t n = 0;

	buf[0] = 0;
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if ((tags & 1u << i) && n < size)
			n += (size_t)snprintf(buf + n, size - n, "%s%s", n ? "," : "", names[i]);
	return buf;
}
