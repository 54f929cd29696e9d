// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/flags.h"

#include "daemon/core/publish.h"
#include "daemon/core/stage/rulings.h"
#include "rules/rulebook.h"

static bool book_says(const struct core *core, enum rulebook_parameter p, const char *choice)
{
	const struct rulebook *book = core->book ? core->book : core->setup.rulebook;

	return book && rulebook_is(book, p, choice);
}

void flag_fell(struct core *core, enum side side)
{
	core->flag_due_us[side] = core->now +
				  (book_says(core, PARAM_TIE_BOARD_AND_FLAG, "flag") ? 0 : core->tolerance_us);
}

static void rule_flag(struct core *core, enum side side)
{
	struct publication p = { .type = PUBLISH_FLAG, .t_us = core->clock.flag_us[side], .side = side };

	publish(core, &p);
	if (!core->over)
		rule_on_flag(core, side);
}

void rule_flags_due(struct core *core)
{
	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->flag_due_us[s] <= core->now) {
			core->flag_due_us[s] = CLOCK_NEVER;
			rule_flag(core, s);
		}
}

void rule_flags_before_board(struct core *core, const struct input *inputs, unsigned count)
{
	/* a press that counts at that instant is in time for the board too */
	if (book_says(core, PARAM_TIE_FLAG_AND_PRESS, "press"))
		for (unsigned i = 0; i < count; i++)
			if (inputs[i].type == INPUT_PRESS)
				return;
	if (book_says(core, PARAM_TIE_BOARD_AND_FLAG, "flag"))
		rule_flags_due(core);
}

void let_press_count(struct core *core, enum side side)
{
	if (core->clock.running == side && book_says(core, PARAM_TIE_FLAG_AND_PRESS, "press")) {
		core->flag_due_us[side] = CLOCK_NEVER;
		game_clock_revive(&core->clock, side, 0);
	}
}
