// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <string.h>

#include "daemon/core/state.h"
#include "rules/parameters.h"

void publish(struct core *core, const struct publication *p)
{
	if (core->sink)
		core->sink(core->userdata, p);
}

static bool legal(const struct turn *turn)
{
	return turn->kind == TURN_LEGAL || turn->kind == TURN_PROMOTION_OWED;
}

void publish_past(struct core *core, const struct past *past, unsigned ply, enum move_state state)
{
	struct publication p = {
		.type = PUBLISH_MOVE, .t_us = core->now, .is_public = true, .ply = ply, .state = state, .side = past->turn.side,
		.legal = legal(&past->turn),
	};

	strcpy(p.uci, past->text);
	strcpy(p.san, past->notation);
	core->game->format_placement(state == MOVE_UNDONE ? &past->before : &past->after, p.placement);
	if (past->turn.side != NO_SIDE)
		p.left_us[past->turn.side] = past->left_us;
	publish(core, &p);
}

void publish_move(struct core *core, unsigned ply, enum move_state state)
{
	if (hushed(core))
		hushed_move(core, &core->past[ply], ply, state);
	else
		publish_past(core, &core->past[ply], ply, state);
}

void publish_provisional(struct core *core, const struct game_move *move, enum side side, enum move_state state)
{
	const struct game_position *before = past_position(core, core->past_count);
	struct game_position after = *before;
	/* that a move could be shown before its press says that it was legal */
	struct publication p = {
		.type = PUBLISH_MOVE, .t_us = core->now, .is_public = !core->arbiter || !arbiter_is_silent(core->arbiter),
		.ply = core->past_count, .state = state, .side = side, .legal = true,
	};

	if (core->game->to_move(before) == side) {
		core->game->move_text(before, move, p.uci);
		core->game->move_notation(before, move, p.san);
		core->game->play(&after, move);
	} else {
		/* a reply upon a move that is not pressed yet */
		p.ply++;
		after = *tracker_provisional_position(core->tracker);
		core->game->move_text(&after, move, p.uci);
	}
	core->game->format_placement(state == MOVE_UNDONE ? before : &after, p.placement);
	publish(core, &p);
}

void publish_turn(struct core *core, const struct turn *turn, enum publication_type type)
{
	struct publication p = { .type = type, .t_us = core->now, .turn = *turn, .side = turn->side };

	/* how the board is set up before the first move is no secret */
	p.is_public = type == PUBLISH_SETUP;
	publish(core, &p);
}

/* A fallen flag that nobody may speak of leaves the time as it was last shown. */
int64_t shown_left(struct core *core, enum side side)
{
	bool hidden = core->arbiter && !core->over && game_clock_flag_down(&core->clock, side) && !arbiter_calls_flags(core->arbiter);

	if (!hidden)
		core->shown_us[side] = core->clock.left_us[side];
	return core->shown_us[side];
}

void publish_clock(struct core *core)
{
	struct publication p = {
		.type = PUBLISH_CLOCK, .t_us = core->now, .is_public = true,
		.left_us = { shown_left(core, WHITE), shown_left(core, BLACK) },
		.running = core->clock.running,
	};

	if (core->clock.control.mode != CLOCK_NONE)
		publish(core, &p);
}

static const char *result_text(const struct core *core, enum arbiter_result result)
{
	return result == RESULT_NONE ? "none" : core->game->results[result - RESULT_WHITE];
}

void publish_ruling(struct core *core, const struct ruling *r)
{
	struct publication p = {
		.type = PUBLISH_RULING, .t_us = r->t_us, .is_public = r->is_public, .ruling = r->kind,
		.reason = reason_name(r->reason), .result = result_text(core, r->result),
		.adjust_us = { r->adjust_us[WHITE], r->adjust_us[BLACK] },
		.rulebook = rulebook_id(core->setup.rulebook), .articles = r->articles, .claim = r->claim, .side = r->side,
	};

	_Static_assert(ARBITER_ARTICLES <= PUBLICATION_ARTICLES, "a ruling's articles fit");
	for (unsigned i = 0; i < r->articles; i++)
		memcpy(p.article[i], r->article[i], sizeof(p.article[i]));
	memcpy(p.sentence, r->sentence, sizeof(p.sentence));
	if (core->accepted && r->claim == CLAIM_NONE && (r->kind == RULING_MOVE_ACCEPTED || r->kind == RULING_PROMOTION_INCOMPLETE))
		return;		/* everyone has heard it at the press */
	publish(core, &p);
	if (r->kind == RULING_CLAIM_PENDING) {
		p.type = PUBLISH_QUESTION;
		publish(core, &p);
	}
}

void publish_kings(struct core *core, const char *result, enum side winner)
{
	struct publication p = {
		.type = PUBLISH_QUESTION, .t_us = core->now, .is_public = true, .reason = "kings-in-centre", .result = result,
		.claim = winner == NO_SIDE ? CLAIM_OFFER_DRAW : CLAIM_RESIGN, .side = other_side(winner),
	};

	snprintf(p.sentence, sizeof(p.sentence), "The kings stand in the centre: %s, if nothing is ruled",
		 winner == WHITE ? "Black resigns" : winner == BLACK ? "White resigns" : "a draw is agreed");
	publish(core, &p);
}

void publish_new_game(struct core *core)
{
	struct publication p = { .type = PUBLISH_QUESTION, .t_us = core->now, .is_public = true, .reason = "new-game", .side = NO_SIDE };

	snprintf(p.sentence, sizeof(p.sentence), "The men stand as at the start again: is this game over?");
	publish(core, &p);
}

void publish_swapped(struct core *core, enum side side)
{
	struct publication p = {
		.type = PUBLISH_QUESTION, .t_us = core->now, .reason = "king-and-queen-swapped", .side = side,
		/* elsewhere it is a wrong set-up, which is for the players to claim */
		.is_public = !core->setup.rulebook || rulebook_is(core->setup.rulebook, PARAM_SWAPPED_KQ_CASTLING, "mirrored"),
	};
	char fen[GAME_FEN];

	core->game->format(&core->start, fen);
	snprintf(p.sentence, sizeof(p.sentence), "The game starts from %.100s", fen);
	publish(core, &p);
}

void publish_ambiguous(struct core *core, const struct turn *a, const struct turn *b)
{
	struct publication p = { .type = PUBLISH_QUESTION, .t_us = core->now, .is_public = false, .reason = "two-readings", .turn = *a };
	char one[GAME_TEXT] = "", two[GAME_TEXT] = "";
	const struct game_position *pos = tracker_position(core->tracker);

	if (a->has_move)
		core->game->move_text(pos, &a->move, one);
	if (b->has_move)
		core->game->move_text(pos, &b->move, two);
	snprintf(p.sentence, sizeof(p.sentence), "The sensors allow two readings: %s (%s) and %s (%s)", one, turn_kind_name(a->kind), two,
		 turn_kind_name(b->kind));
	publish(core, &p);
}
