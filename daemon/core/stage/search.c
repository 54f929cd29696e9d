// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/stage/stages.h"

#include <string.h>

#include "daemon/core/state.h"

static bool open_search(const struct core *core, struct arbiter_search *ret)
{
	/* a game that was ended from outside is not ruled on any more */
	return core->arbiter && core->over == arbiter_over(core->arbiter) &&
	       arbiter_open_search(core->arbiter, tracker_provisional_position(core->tracker), ret);
}

bool core_next_search(const struct core *core, struct core_search *ret)
{
	struct arbiter_search s;

	if (!open_search(core, &s))
		return false;
	if (ret) {
		*ret = (struct core_search){ .position = s.position, .side = s.side };
		core->game->format(&s.position, ret->fen);
	}
	return true;
}

struct input core_answer(const struct core_search *search, enum game_answer answer, int64_t t_us)
{
	struct input in = input_at(t_us, INPUT_ANSWER);

	in.side = search->side;
	in.answer = answer;
	strcpy(in.text, search->fen);
	return in;
}

void publish_open_search(struct core *core)
{
	struct arbiter_search s;
	char fen[GAME_FEN];

	if (!open_search(core, &s) || s.number == core->search_published)
		return;
	core->search_published = s.number;
	core->game->format(&s.position, fen);
	publish_search(core, "undecided", s.side, fen);
}

void on_answer(struct core *core, const struct input *in)
{
	static const char *const reasons[] = {
		[GAME_NO] = "cannot-win",
		[GAME_YES] = "can-win",
		[GAME_UNDECIDED] = "stays-undecided",
	};
	struct core_search s;

	if (!core_next_search(core, &s) || s.side != in->side || strcmp(s.fen, in->text))
		return;
	publish_search(core, reasons[in->answer], s.side, s.fen);
	rule_on_answer(core, in->side, in->answer);
}
