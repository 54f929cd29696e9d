/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What has been published of a game so far, and nothing more. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/shell/session.h"

static void stand(struct published_game *view, const struct core *core)
{
	core_get_setup(core)->game->format_placement(tracker_position(core_tracker(core)), view->placement);
}

int published_game_init(struct published_game *view, const struct core *core)
{
	const struct game_clock *clock = core_clock(core);
	const struct core_setup *setup = core_get_setup(core);

	*view = (struct published_game) {
		.to_move = setup->game->to_move(&setup->start),
		.clock_us = { clock->left_us[WHITE], clock->left_us[BLACK] },
		.running = clock->running,
		.ruling = "", .reason = "", .result = "none", .question = "",
	};
	stand(view, core);
	return 0;
}

void published_game_free(struct published_game *view)
{
	free(view->turns);
}

static int set_turn(struct published_game *view, const struct core *core, const struct publication *p)
{
	struct published_turn *shown;

	if (p->ply > view->count)
		return 0;	/* the core never skips one */
	if (p->ply == view->count && view->count == view->size) {
		unsigned size = view->size ? 2 * view->size : 64;
		struct published_turn *turns = reallocarray(view->turns, size, sizeof(*turns));

		if (!turns)
			return -ENOMEM;
		view->turns = turns;
		view->size = size;
	}
	shown = &view->turns[p->ply];
	if (p->ply == view->count)
		*shown = (struct published_turn) { .left_us = -1, .t_us = p->t_us };
	shown->side = p->side;
	memcpy(shown->uci, p->uci, sizeof(shown->uci));
	memcpy(shown->placement, p->placement, sizeof(shown->placement));
	if (core_clock(core)->control.mode != CLOCK_NONE)
		shown->left_us = p->left_us[p->side];
	if (p->ply == view->count)
		view->count++;
	if (p->ply + 1 == view->count) {
		memcpy(view->placement, p->placement, sizeof(view->placement));
		view->to_move = other_side(p->side);
	}
	return 0;
}

static void undo(struct published_game *view, const struct core *core, const struct publication *p)
{
	if (p->ply < view->count) {
		view->to_move = view->turns[p->ply].side;
		view->count = p->ply;
	}
	if (view->count > 0)
		memcpy(view->placement, view->turns[view->count - 1].placement, sizeof(view->placement));
	else
		core_get_setup(core)->game->format_placement(&core_get_setup(core)->start, view->placement);
}

static void rule(struct published_game *view, const struct core *core, const struct publication *p)
{
	struct core_state state;

	view->ruling = ruling_name(p->ruling);
	view->reason = p->reason;
	view->result = p->result;
	core_get_state(core, &state);
	if (p->ruling == RULING_CLAIM_PENDING && state.open_question != CLAIM_NONE)
		view->question = claim_name(state.open_question);
	else if (state.open_question == CLAIM_NONE)
		view->question = "";
	switch (p->ruling) {
	case RULING_MOVE_ILLEGAL: case RULING_RESTORE_POSITION: case RULING_RESTART_GAME: case RULING_REPLAY_GAME:
		view->to_move = state.to_move;
		stand(view, core);
		break;
	default:
		break;
	}
}

int published_game_apply(struct published_game *view, const struct core *core, const struct publication *p)
{
	if (!p->is_public)
		return 0;
	switch (p->type) {
	case PUBLISH_MOVE:
		if (p->state == MOVE_COMMITTED || (p->state == MOVE_REVISED && p->ply < view->count))
			return set_turn(view, core, p);
		if (p->state == MOVE_UNDONE)
			undo(view, core, p);
		break;
	case PUBLISH_CLOCK:
		view->clock_us[WHITE] = p->left_us[WHITE];
		view->clock_us[BLACK] = p->left_us[BLACK];
		view->running = p->running;
		view->clock_t_us = p->t_us;
		view->by_device = core_clock(core)->by_device;
		break;
	case PUBLISH_RULING:
		rule(view, core, p);
		break;
	default:
		break;
	}
	return 0;
}
