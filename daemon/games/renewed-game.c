/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An act did not count: the game goes on as the one without it, and what was published otherwise is published anew. */
#include "daemon/games/inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int queue(struct live_game *s, const struct publication *p)
{
	return publication_queue_add(&s->context->queue, s, p, NULL, core_is_silent(s->core));
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_turn(const struct published_turn *a, const struct published_turn *b)
{
	return a->side == b->side && same_text(a->uci, b->uci) && same_text(a->placement, b->placement) &&
	       same_text(a->set_fen, b->set_fen);
}

/* From here on they are other turns. */
static unsigned first_other(const struct published_game *was, const struct published_game *is)
{
	unsigned ply = 0;

	while (ply < was->line.count && ply < is->line.count) {
		const struct published_turn a = published_line_at(&was->line, ply),
					    b = published_line_at(&is->line, ply);

		if (!same_turn(&a, &b))
			return ply;
		ply++;
	}
	/* a position that was set after the last turn is gone only with that turn */
	if (ply && ply == was->line.count && ply == is->line.count && *was->set_fen && !*is->set_fen)
		ply--;
	return ply;
}

static struct publication turn_publication(struct live_game *s, unsigned ply, const struct published_turn *turn,
					   enum move_state state)
{
	struct publication p = { .type = PUBLISH_MOVE,
				 .is_public = true,
				 .is_known = true,
				 .t_us = turn->t_us,
				 .ply = ply,
				 .state = state,
				 .side = turn->side,
				 .is_timed = turn->left_us >= 0,
				 .says_san = *turn->san != '\0' };
	struct core_turn read;

	snprintf(p.uci, sizeof(p.uci), "%s", turn->uci);
	snprintf(p.san, sizeof(p.san), "%s", turn->san);
	snprintf(p.placement, sizeof(p.placement), "%s", turn->placement);
	p.legal = core_get_turn(s->core, ply, &read) == 0 && read.is_legal;
	if (turn->left_us >= 0)
		p.left_us[turn->side] = turn->left_us;
	return p;
}

/* The pieces before the turn. */
static void placement_before(const struct published_game *game, unsigned ply, char ret[static GAME_FEN])
{
	const struct published_turn turn = published_line_at(&game->line, ply);

	if (turn.set_fen)
		snprintf(ret, GAME_FEN, "%.*s", (int)strcspn(turn.set_fen, " "), turn.set_fen);
	else
		snprintf(ret, GAME_FEN, "%s", ply ? published_line_at(&game->line, ply - 1).placement : game->start);
}

static int queue_turns(struct live_game *s, const struct published_game *was, const struct published_game *is)
{
	const unsigned other = first_other(was, is);
	struct publication p;
	int r = 0;

	for (unsigned ply = 0; ply < other && r >= 0; ply++) {
		const struct published_turn a = published_line_at(&was->line, ply),
					    b = published_line_at(&is->line, ply);

		if (a.left_us == b.left_us && same_text(a.san, b.san))
			continue;
		p = turn_publication(s, ply, &b, MOVE_REVISED);
		r = queue(s, &p);
	}
	if (other < was->line.count && r >= 0) {
		const struct published_turn undone = published_line_at(&was->line, other);

		p = turn_publication(s, other, &undone, MOVE_UNDONE);
		p.t_us = s->last_t_us;
		placement_before(was, other, p.placement);
		r = queue(s, &p);
	}
	for (unsigned ply = other; ply < is->line.count && r >= 0; ply++) {
		const struct published_turn turn = published_line_at(&is->line, ply);

		p = turn_publication(s, ply, &turn, MOVE_COMMITTED);
		r = queue(s, &p);
	}
	return r;
}

/* Where what stands is not what the turns say. */
static int queue_position(struct live_game *s, const struct published_game *was, const struct published_game *is)
{
	struct publication p = { .type = PUBLISH_POSITION,
				 .is_public = true,
				 .is_known = true,
				 .t_us = s->last_t_us,
				 .to_move = is->to_move };

	if (*is->set_fen ? same_text(was->set_fen, is->set_fen) && was->line.count == is->line.count :
			   is->line.count || !*was->set_fen)
		return 0;
	if (*is->set_fen)
		snprintf(p.placement, sizeof(p.placement), "%s", is->set_fen);
	else
		s->setup.core.game->format(&s->setup.core.start, p.placement);
	return queue(s, &p);
}

static int queue_clock(struct live_game *s, const struct published_game *is)
{
	const struct publication p = { .type = PUBLISH_CLOCK,
				       .is_public = true,
				       .is_known = true,
				       .t_us = is->clock_t_us,
				       .left_us = { is->clock_us[WHITE], is->clock_us[BLACK] },
				       .running = is->running,
				       .by_device = is->by_device };

	return s->setup.core.clock.mode == CLOCK_NONE && !is->by_device ? 0 : queue(s, &p);
}

static int queue_absent(struct live_game *s, const struct published_game *was, const struct published_game *is)
{
	struct publication p = { .type = PUBLISH_ABSENT, .is_public = true, .is_known = true, .t_us = s->last_t_us };

	if (memcmp(was->absent, is->absent, sizeof(was->absent)) == 0)
		return 0;
	memcpy(p.absent, is->absent, sizeof(p.absent));
	return queue(s, &p);
}

static int queue_undone(struct live_game *s, const struct published_game *is, uint32_t number, enum input_type act)
{
	struct core_state state;
	struct publication p = { .type = PUBLISH_UNDONE,
				 .is_public = true,
				 .is_known = true,
				 .t_us = s->last_t_us,
				 .act = input_type_name(act),
				 .act_number = number,
				 .says_san = !core_is_silent(s->core),
				 .notice = is->last_notice,
				 .question = is->question };

	core_get_state(s->core, &state);
	p.result = state.over ? state.result : "none";
	return queue(s, &p);
}

/* What the game without the act has, and the game takes over. */
static void take_over(struct live_game *s, struct live_game *again)
{
	struct core *core = s->core;
	char *evidence = s->evidence;

	s->core = again->core;
	again->core = core;
	core_hand_over(s->core, live_game_on_publication, s);
	s->evidence = again->evidence;
	again->evidence = evidence;
	s->last_t_us = again->last_t_us;
	s->pressed = again->pressed;
	s->ticked_us = s->ticked_public_us = INT64_MIN;
	s->claims_due_us = CLOCK_NEVER;
}

int live_game_become(struct live_game *s, struct live_game *again, uint32_t number, enum input_type act)
{
	struct published_game *is = malloc(sizeof(*is));
	int r;

	if (!is) {
		live_game_again_free(again);
		return -ENOMEM;
	}
	take_over(s, again);
	*is = again->published;
	again->published = (struct published_game){ 0 };
	live_game_again_free(again);
	is->over = s->published.over; /* until the end is told */
	s->renewed = is;
	r = queue_undone(s, is, number, act);
	if (r >= 0)
		r = queue_turns(s, &s->published, is);
	if (r >= 0)
		r = queue_position(s, &s->published, is);
	if (r >= 0)
		r = queue_absent(s, &s->published, is);
	if (r >= 0)
		r = queue_clock(s, is);
	return r >= 0 ? live_game_stage_end(s) : r;
}
