// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/asked-evidence.h"
#include "daemon/core/history.h"
#include "rules/rulebook.h"
#include "rules/turn.h"

void publish(struct core *core, const struct publication *p)
{
	struct publication *more;
	unsigned room;

	if (!core->sink)
		return;
	if (core->publication_count == core->publication_room) {
		room = core->publication_room ? core->publication_room * 2 : 8;
		more = realloc(core->publications, room * sizeof(*more));
		if (!more) {
			core->failed = -ENOMEM;
			return;
		}
		core->publications = more;
		core->publication_room = room;
	}
	more = &core->publications[core->publication_count++];
	*more = *p;
	more->judged_count = core->judged_count;
	more->says_san = !core->arbiter || !arbiter_is_silent(core->arbiter);
}

void deliver_publications(struct core *core)
{
	for (unsigned i = 0; i < core->publication_count; i++) {
		core->sink(core->userdata, &core->publications[i]);
		json_decref(core->publications[i].evidence);
	}
	/* between two inputs there are none, and a hall has many boards */
	free(core->publications);
	core->publications = NULL;
	core->publication_count = core->publication_room = 0;
}

static bool is_legal(const struct turn *turn)
{
	return turn->kind == TURN_LEGAL || turn->kind == TURN_PROMOTION_OWED;
}

void publish_turn_as(struct core *core, const struct closed_turn *closed, unsigned ply, enum move_state state)
{
	struct publication p = {
		.type = PUBLISH_MOVE,
		.t_us = core->now,
		.is_public = true,
		.ply = ply,
		.state = state,
		.side = closed->turn.side,
		.legal = is_legal(&closed->turn),
		.is_timed = core->clock.control.mode != CLOCK_NONE,
	};

	strcpy(p.uci, closed->text);
	strcpy(p.san, closed->notation);
	p.after = state == MOVE_UNDONE ? closed->before : closed->after;
	core->game->format_placement(&p.after, p.placement);
	if (closed->turn.side != NO_SIDE)
		p.left_us[closed->turn.side] = closed->left_us;
	publish(core, &p);
}

void publish_past(struct core *core, unsigned ply, enum move_state state)
{
	struct closed_turn closed;

	closed_at(core, ply, &closed);
	publish_turn_as(core, &closed, ply, state);
}

void publish_provisional(struct core *core, const struct game_move *move, enum side side, enum move_state state)
{
	const struct game_position *before = history_position(core, core->closed_count);
	struct game_position after = *before;
	/* that a move could be shown before its press says that it was legal */
	struct publication p = {
		.type = PUBLISH_MOVE,
		.t_us = core->now,
		.is_public = !core->arbiter || !arbiter_is_silent(core->arbiter),
		.ply = core->closed_count,
		.state = state,
		.side = side,
		.legal = true,
		.is_timed = core->clock.control.mode != CLOCK_NONE,
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

void publish_observation(struct core *core, const struct turn *turn, enum publication_type type)
{
	struct publication p = { .type = type, .t_us = core->now, .turn = turn_copy(turn), .side = turn->side };

	/* how the board is set up before the first move is no secret */
	p.is_public = type == PUBLISH_SETUP;
	publish(core, &p);
}

static void publish_times(struct core *core, bool is_set, bool is_read)
{
	struct publication p = {
		.type = PUBLISH_CLOCK,
		.t_us = core->now,
		.is_public = true,
		.left_us = { shown_left_us(core, WHITE), shown_left_us(core, BLACK) },
		.running = core->clock.running,
		.by_device = core->clock.by_device,
		.is_set = is_set,
		.is_read = is_read,
	};

	if (core->clock.control.mode != CLOCK_NONE)
		publish(core, &p);
}

void publish_clock(struct core *core)
{
	publish_times(core, false, false);
}

void publish_set_clock(struct core *core)
{
	publish_times(core, true, false);
}

void publish_read_clock(struct core *core)
{
	publish_times(core, false, true);
}

void publish_position(struct core *core, const struct game_position *pos)
{
	struct publication p = {
		.type = PUBLISH_POSITION,
		.t_us = core->now,
		.is_public = true,
		.to_move = core->game->to_move(pos),
	};

	core->game->format(pos, p.placement);
	publish(core, &p);
}

void publish_absent(struct core *core)
{
	struct publication p = {
		.type = PUBLISH_ABSENT,
		.t_us = core->now,
		.is_public = true,
		.absent = { core->absent[WHITE], core->absent[BLACK] },
	};

	publish(core, &p);
}

static const char *result_text(const struct core *core, enum arbiter_result result)
{
	return result == RESULT_NONE ? "none" : core->game->results[result - RESULT_WHITE];
}

/* What a person is asked is shown to him as it stood then. */
static void publish_question(struct core *core, struct publication *p, const struct arbiter_asked *asked)
{
	p->type = PUBLISH_QUESTION;
	if (core->setup.keeps_events && core->sink)
		p->evidence = evidence_of(core, asked);
	publish(core, p);
}

/* A question besides those that a ruling asks: the evidence is still what the open one needs. */
static void publish_remark(struct core *core, struct publication *p)
{
	struct arbiter_asked asked = { .claim = CLAIM_NONE };

	if (core->arbiter)
		arbiter_asked(core->arbiter, &asked);
	publish_question(core, p, &asked);
}

void publish_ruling(struct core *core, const struct ruling *r, bool is_known)
{
	const struct game_position *position = tracker_provisional_position(core->tracker);
	struct publication p = {
		.type = PUBLISH_RULING,
		.t_us = r->t_us,
		.is_public = r->is_public,
		.ruling = r->kind,
		.reason = reason_name(r->reason),
		/* what is said of a game that is over leaves it its result, unless it says otherwise */
		.result = r->result == RESULT_NONE && core->over ? core->result : result_text(core, r->result),
		.adjust_us = { r->adjust_us[WHITE], r->adjust_us[BLACK] },
		.rulebook = rulebook_id(core->setup.rulebook),
		.articles = r->articles,
		.claim = r->claim,
		.side = r->side,
		.open_question = r->asked.quiet ? CLAIM_NONE : r->asked.claim,
		.to_move = core->over ? NO_SIDE : core->game->to_move(position),
	};

	_Static_assert(ARBITER_ARTICLES <= PUBLICATION_ARTICLES, "a ruling's articles fit");
	if (r->is_public) {
		core->ruling = r->kind;
		core->reason = r->reason;
	}
	if (is_known)
		return;
	for (unsigned i = 0; i < r->articles; i++)
		memcpy(p.article[i], r->article[i], sizeof(p.article[i]));
	p.facts = r->facts;
	if (r->kind == RULING_MOVE_ILLEGAL || r->kind == RULING_RESTORE_POSITION || r->kind == RULING_RESTART_GAME ||
	    r->kind == RULING_REPLAY_GAME)
		core->game->format_placement(tracker_position(core->tracker), p.placement);
	publish(core, &p);
	if (r->kind == RULING_CLAIM_PENDING)
		publish_question(core, &p, &r->asked);
}

void publish_kings(struct core *core, const char *result, enum side winner)
{
	struct publication p = {
		.t_us = core->now,
		.is_public = true,
		.reason = "kings-in-centre",
		.result = result,
		.claim = winner == NO_SIDE ? CLAIM_OFFER_DRAW : CLAIM_RESIGN,
		.side = other_side(winner),
		.facts = no_facts(),
	};

	p.facts.player = other_side(winner);
	publish_remark(core, &p);
}

void publish_new_game(struct core *core)
{
	struct publication p = {
		.t_us = core->now, .is_public = true, .reason = "new-game", .side = NO_SIDE, .facts = no_facts()
	};

	publish_remark(core, &p);
}

void publish_mirrored_start(struct core *core, enum side side, bool hidden)
{
	struct publication p = {
		.t_us = core->now,
		.reason = "king-and-queen-swapped",
		.side = side,
		.new_start = true,
		/* elsewhere it is a wrong set-up, which is for the players to claim */
		.is_public = !hidden && (!core->setup.rulebook ||
					 rulebook_is(core->setup.rulebook, PARAM_SWAPPED_KQ_CASTLING, "mirrored")),
		.facts = no_facts(),
	};

	core->game->format_placement(&core->start, p.placement);
	p.facts.player = side;
	publish_remark(core, &p);
}

void publish_array(struct core *core, bool hidden)
{
	struct publication p = {
		.t_us = core->now,
		.is_public = !hidden,
		.reason = "start-array",
		.side = NO_SIDE,
		.new_start = true,
		.facts = no_facts(),
	};
	char fen[GAME_FEN], squares[GAME_MAX_SQUARES];
	int number;

	core->game->placement(&core->start, squares);
	core->game->format(&core->start, fen);
	number = core->game->starts ? core->game->start_number(squares) : -ENOENT;
	if (number >= 0)
		snprintf(p.placement, sizeof(p.placement), "%d, %.90s", number, fen);
	else
		snprintf(p.placement, sizeof(p.placement), "%.95s", fen);
	publish_remark(core, &p);
}

/* Their names, for programs: the innocent ones first. */
static void name_readings(const struct core *core, const struct game_position *before, const struct turn *turn,
			  char *text, size_t size)
{
	size_t n = 0;

	for (unsigned i = 0; i < turn_reading_count(turn) && n < size; i++) {
		const struct turn reading = turn_reading_at(turn, i);
		char name[GAME_TEXT];

		turn_reading_name(core->game, before, &reading, name);
		n += (size_t)snprintf(text + n, size - n, "%s%s", i ? ", " : "", name);
	}
}

static void tell_readings(struct core *core, const struct turn *turn, const struct game_position *before)
{
	struct publication p = { .t_us = core->now,
				 .is_public = false,
				 .reason = "readings",
				 .turn = turn_copy(turn),
				 .facts = no_facts() };
	struct arbiter_asked asked;

	name_readings(core, before, turn, p.placement, sizeof(p.placement));
	turn_readings_format(core->game, before, turn, p.readings, sizeof(p.readings));
	p.facts.player = turn->side;
	if (!turn->unsure || !core->arbiter) {
		publish_remark(core, &p);
		return;
	}
	if (arbiter_question(core->arbiter) == CLAIM_ILLEGAL_MOVE) {
		p.claim = CLAIM_ILLEGAL_MOVE;
		p.facts.word = "asked";
	}
	/* what is asked quietly is no more than that */
	if (!arbiter_asked(core->arbiter, &asked) || asked.claim != CLAIM_ILLEGAL_MOVE)
		asked = (struct arbiter_asked){ .claim = CLAIM_ILLEGAL_MOVE, .by = NO_SIDE, .against = turn->side };
	publish_question(core, &p, &asked);
}

void publish_readings(struct core *core, const struct turn *turn, unsigned ply)
{
	unsigned at = history_find(core, ply);

	/* a person is asked once about each turn */
	if (turn->disputed && core->asked_ply == ply + 1)
		return;
	if (turn->disputed)
		core->asked_ply = ply + 1;
	tell_readings(core, turn,
		      at < core->closed_count ? history_position(core, at) : tracker_position(core->tracker));
}

void publish_doubt(struct core *core, unsigned was)
{
	const unsigned is = core->over ? 0 : arbiter_doubt_asked(core->arbiter);

	if (is && is != was && is <= core->closed_count && turn_at(core, is - 1)->unsure)
		tell_readings(core, turn_at(core, is - 1), history_position(core, is - 1));
}

void publish_search(struct core *core, const char *reason, enum side side, const char *fen)
{
	struct publication p = {
		.t_us = core->now,
		.reason = reason,
		.side = side,
		.rulebook = rulebook_id(core->setup.rulebook),
		.facts = no_facts(),
	};

	p.facts.player = side;
	snprintf(p.placement, sizeof(p.placement), "%s", fen);
	publish_remark(core, &p);
}
