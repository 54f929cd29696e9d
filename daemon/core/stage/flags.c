// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/flags.h"

#include "daemon/core/publish.h"
#include "daemon/core/stage/rulings.h"
#include "daemon/core/stage/settling.h"
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

static void rule_flag(struct core *core, enum side side, const struct game_position *before)
{
	struct publication p = { .type = PUBLISH_FLAG, .t_us = core->clock.flag_us[side], .side = side };

	core->flag_due_us[side] = CLOCK_NEVER;
	core->flag_waited[side] = false;
	if (p.t_us == CLOCK_NEVER)
		return;
	publish(core, &p);
	if (!core->over)
		rule_on_flag(core, side, before);
}

void let_flags_wait(struct core *core)
{
	int64_t until = settled_us(core);

	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->flag_due_us[s] <= core->now && !core->flag_waited[s]) {
			core->flag_waited[s] = true;
			core->flag_due_us[s] = until;
		}
}

void rule_flags_due(struct core *core)
{
	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->flag_due_us[s] <= core->now)
			rule_flag(core, s, NULL);
}

void rule_flags_before(struct core *core, int64_t t_us, const struct game_position *before)
{
	bool tie = !book_says(core, PARAM_TIE_BOARD_AND_FLAG, "flag");

	for (enum side s = WHITE; s <= BLACK && !core->over; s++)
		if (core->flag_waited[s] && core->clock.flag_us[s] + (tie ? core->tolerance_us : -1) < t_us)
			rule_flag(core, s, before);
}

bool flag_waits_from(const struct core *core, int64_t t_us)
{
	for (enum side s = WHITE; s <= BLACK; s++)
		if (core->flag_waited[s] && core->clock.flag_us[s] >= t_us)
			return true;
	return false;
}

void rule_flags_before_board(struct core *core, const struct input *inputs, unsigned count)
{
	/* a press that counts at that instant is in time for the board too */
	if (book_says(core, PARAM_TIE_FLAG_AND_PRESS, "press"))
		for (unsigned i = 0; i < count; i++)
			if (inputs[i].type == INPUT_PRESS)
				return;
	if (book_says(core, PARAM_TIE_BOARD_AND_FLAG, "flag")) {
		let_flags_wait(core);
		rule_flags_due(core);
	}
}

void let_press_count(struct core *core, enum side side)
{
	if (core->clock.running == side && core->now <= core->clock.flag_us[side] + core->tolerance_us &&
	    book_says(core, PARAM_TIE_FLAG_AND_PRESS, "press")) {
		core->flag_due_us[side] = CLOCK_NEVER;
		core->flag_waited[side] = false;
		game_clock_revive(&core->clock, side, 0);
	}
}
