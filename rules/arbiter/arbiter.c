// SPDX-License-Identifier: GPL-2.0-or-later
/* The arbiter's memory, and who answers what. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/arbiter/private.h"

int arbiter_new(const struct arbiter_setup *setup, arbiter_sink sink, void *userdata, struct arbiter **ret, char err[static 160])
{
	struct arbiter *a;

	err[0] = 0;
	if (strcmp(rulebook_game(setup->rulebook), setup->game->name)) {
		snprintf(err, 160, "%s is a rulebook for %s, not for %s", rulebook_id(setup->rulebook), rulebook_game(setup->rulebook),
			 setup->game->name);
		return -EINVAL;
	}
	if (setup->clock_mode && !rulebook_has(setup->rulebook, PARAM_CLOCK_MODES_ALLOWED, setup->clock_mode)) {
		snprintf(err, 160, "%s allows no clock with %s", rulebook_id(setup->rulebook), setup->clock_mode);
		return -EINVAL;
	}
	a = calloc(1, sizeof(*a));
	if (!a) {
		snprintf(err, 160, "out of memory");
		return -ENOMEM;
	}
	a->setup = *setup;
	a->game = setup->game;
	a->book = setup->rulebook;
	a->sink = sink;
	a->userdata = userdata;
	a->start = setup->start;
	a->clock_ran = setup->clock_runs;
	a->set_us = ARBITER_ABSENT;
	a->also = PARAM_COUNT;
	a->offer = a->last_offender = NO_SIDE;
	a->question.by = a->question.against = NO_SIDE;
	a->silent = IS(a, ARBITER_SILENCE, "illegal-and-flags") && !setup->options.arbiter_calls;
	a->flag_auto = setup->options.flag_auto >= 0 ? setup->options.flag_auto : IS(a, FLAG_CALL_DEFAULT, "auto");
	a->illegal_auto = setup->options.illegal_auto >= 0 ? setup->options.illegal_auto : IS(a, ILLEGAL_CALL_DEFAULT, "auto");
	for (enum side s = WHITE; s <= BLACK; s++) {
		a->completed[s] = setup->moves[s];
		a->illegal[s] = setup->illegal[s];
		a->absent[s] = setup->absent[s];
	}
	*ret = a;
	return 0;
}

void arbiter_free(struct arbiter *a)
{
	if (!a)
		return;
	free(a->ply);
	free(a);
}

bool arbiter_is_silent(const struct arbiter *a)
{
	return a->silent;
}

bool arbiter_over(const struct arbiter *a)
{
	return a->over;
}

bool arbiter_calls_flags(const struct arbiter *a)
{
	return a->flag_auto;
}

enum claim_kind arbiter_question(const struct arbiter *a)
{
	return a->question.claim;
}

bool arbiter_asked(const struct arbiter *a, struct arbiter_asked *ret)
{
	const struct question *q = &a->question;

	*ret = (struct arbiter_asked){ .claim = q->claim, .object = q->object, .by = q->by, .against = q->against, .postponed = q->postponed };
	return q->claim != CLAIM_NONE;
}

/* The men stand as in pos; one that is not known may be any. */
bool stands_as(const struct arbiter *a, const struct arbiter_view *v, const struct game_position *pos)
{
	char squares[GAME_MAX_SQUARES];

	memset(squares, '.', sizeof(squares));
	a->game->placement(pos, squares);
	for (unsigned q = 0; q < a->game->squares; q++)
		if (v->squares[q] == '?' ? squares[q] == '.' : v->squares[q] != squares[q])
			return false;
	return true;
}

/* Turns from ply on are no more: a ruling took them back. */
void forget_from(struct arbiter *a, unsigned ply)
{
	if (a->count > ply)
		a->count = ply;
	a->down = false;
	for (enum side s = WHITE; s <= BLACK; s++) {
		a->downs[s] = 0;
		a->touched[s] = false;
	}
	a->carried = 0;
}

void arbiter_touched(struct arbiter *a, const struct arbiter_view *v, enum side side, unsigned square, char piece)
{
	if (a->over || side == NO_SIDE)
		return;
	if (a->game->to_move(v->set_down) != side && a->down)
		return;
	a->touched[side] = true;
	/* touching a man with the intention of moving it declines an offer */
	if (a->offer == other_side(side) && a->game->piece_side(piece) == side)
		a->offer = NO_SIDE;
}

/* Mate, stalemate, and what a game's rules end at once; then draws that need nobody. */
bool board_end(struct arbiter *a, const struct arbiter_view *v, enum side mover)
{
	switch (a->game->end(v->set_down)) {
	case GAME_CHECKMATE:
		win(a, v, mover, REASON_CHECKMATE, CLAIM_NONE);
		return true;
	case GAME_STALEMATE:
		draw(a, v, REASON_STALEMATE, CLAIM_NONE);
		return true;
	case GAME_NO_MOVES:
		win(a, v, mover, REASON_NO_MOVES, CLAIM_NONE);
		return true;
	case GAME_NO_PIECES:
		win(a, v, mover, REASON_NO_PIECES, CLAIM_NONE);
		return true;
	case GAME_GOES_ON:
		break;
	}
	return automatic_draw(a, v);
}

/* The choice of a piece is final: another one put in its place ends nothing. */
static bool promotion_changed(const struct arbiter *a, enum side side, const struct game_move *move)
{
	const struct game_move *first = &a->down_move[side][0];

	return IS(a, RELEASE_EVIDENCE, "set-down") && a->downs[side] > 1 && first->from == move->from && first->to == move->to &&
	       first->promotion && first->promotion != move->promotion;
}

void arbiter_set_down(struct arbiter *a, const struct arbiter_view *v, enum side side, const struct game_move *move)
{
	if (a->over)
		return;
	a->down = true;
	a->made[side] = true;
	if (a->downs[side] < DOWNS)
		a->down_move[side][a->downs[side]++] = *move;
	if (!YES(a, GAME_END_NEEDS_PRESS) && !promotion_changed(a, side, move))
		board_end(a, v, side);
}

void arbiter_taken_back(struct arbiter *a, const struct arbiter_view *v)
{
	a->down = false;
}

static void remember(struct arbiter *a, struct ply *ply, const struct arbiter_view *v, const struct turn *turn,
		     const struct game_position *after)
{
	enum side side = turn->side;

	*ply = (struct ply){
		.turn = *turn, .before = a->count ? a->ply[a->count - 1].after : a->start, .after = *after,
		.credited_us = v->credited_us[side], .left_us = { v->left_us[WHITE], v->left_us[BLACK] },
		.given_us = { a->given_us[WHITE], a->given_us[BLACK] }, .adjusted = a->adjusting[side], .downs = a->downs[side], .carried = a->carried,
	};
	memcpy(ply->down, a->down_move[side], sizeof(ply->down));
	memcpy(ply->carry, a->carry, sizeof(ply->carry));
	_Static_assert(sizeof(ply->carry) == sizeof(a->carry), "the same lists");
}

int arbiter_turn(struct arbiter *a, const struct arbiter_view *v, const struct turn *turn, const struct game_position *after)
{
	unsigned n = a->count;
	bool pressed_first;

	if (a->over)
		return 0;
	if (n == a->room) {
		unsigned room = a->room ? a->room * 2 : 32;
		struct ply *more = realloc(a->ply, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		a->ply = more;
		a->room = room;
	}
	remember(a, &a->ply[n], v, turn, after);
	a->count++;
	pressed_first = turn->kind == TURN_LEGAL && !a->downs[turn->side];
	a->made[turn->side] = true;
	a->completed[turn->side]++;
	a->downs[turn->side] = 0;
	a->adjusting[turn->side] = false;
	a->carried = 0;
	a->down = a->game->to_move(v->set_down) != a->game->to_move(v->position);
	if (!a->down)
		a->touched[WHITE] = a->touched[BLACK] = false;
	judge_turn(a, v, n);
	/* pressed before it was known to stand, or where only a press ends the game */
	if (!a->over && a->count == n + 1 && turn->kind == TURN_LEGAL && (pressed_first || YES(a, GAME_END_NEEDS_PRESS)) && !a->down)
		board_end(a, v, turn->side);
	if (!a->over && a->count == n + 1 && turn->kind == TURN_LEGAL)
		regulation_draw(a, v);
	return 0;
}

int arbiter_revised(struct arbiter *a, const struct arbiter_view *v, unsigned ply, const struct turn *turn,
		    const struct game_position *after)
{
	bool unsure;

	if (a->over || ply >= a->count)
		return 0;
	unsure = a->ply[ply].turn.unsure;
	a->count = ply + 1;
	/* the reply came first: it counts as the piece that was supposed, but nobody has put that there */
	if (a->ply[ply].turn.kind == TURN_PROMOTION_OWED && a->down)
		a->ply[ply].pawn_left = true;
	a->ply[ply].turn = *turn;
	a->ply[ply].after = *after;
	/* what was asked is answered: the sensors have told */
	if (unsure && a->question.claim == CLAIM_ILLEGAL_MOVE && ply + 1 == a->count && turn->kind == TURN_LEGAL)
		a->question.claim = CLAIM_NONE;
	if (turn->kind == TURN_LEGAL && !YES(a, GAME_END_NEEDS_PRESS) && a->game->to_move(v->set_down) != turn->side)
		board_end(a, v, turn->side);
	return 0;
}

void arbiter_empty_press(struct arbiter *a, const struct arbiter_view *v, enum side side)
{
	struct ply *last = a->count ? &a->ply[a->count - 1] : NULL;

	if (!a->over && last && last->turn.side == side && last->turn.displaced_count && !last->righted && stands_as(a, v, v->position)) {
		last->righted = true;
		last->righted_us = v->t_us;
	}
}

int arbiter_reset(struct arbiter *a, unsigned ply, const struct game_position *position)
{
	forget_from(a, ply);
	if (a->count)
		a->ply[a->count - 1].after = *position;
	else
		a->start = *position;
	return 0;
}

static enum side claimant(const struct arbiter_claim *c)
{
	return c->by == PERSON_WHITE ? WHITE : c->by == PERSON_BLACK ? BLACK : NO_SIDE;
}

static void resign(struct arbiter *a, const struct arbiter_view *v, enum side by)
{
	if (by == NO_SIDE)
		return;
	if (can_mate(a, v->set_down, other_side(by), PARAM_RESIGN_MATING_TEST) == MATES_NOT) {
		draw(a, v, REASON_RESIGN_CANNOT_MATE, CLAIM_RESIGN);
		return;
	}
	win(a, v, other_side(by), REASON_RESIGN, CLAIM_RESIGN);
	doubt_loss(a, v, REASON_RESIGN_CANNOT_MATE, CLAIM_RESIGN);
}

static void stop_for_arbiter(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	struct question q = { .claim = CLAIM_STOP_FOR_ARBITER, .by = by, .against = by, .said = *c };

	if (IS(a, STOP_REASON_TEST, "obvious"))
		ask(a, v, REASON_STOP_REASON, &q);
	else
		rule(a, v, RULING_CLOCK_STOPPED, REASON_STOPPED, c->claim);
}

static void piece_missing(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c)
{
	a->stop_about = c->claim;
	if (stopped(v)) {
		rule(a, v, RULING_CLOCK_STOPPED, REASON_PROMOTION_PIECE, c->claim);
	} else {
		a->spoken = *c;
		rule(a, v, RULING_CLAIM_PENDING, REASON_NEEDS_STOP, c->claim);
	}
}

struct group { bool forced_win[2], accidental[2]; };

static void one_claim(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, const struct group *g)
{
	enum side by = claimant(c);
	enum side other = by == NO_SIDE ? NO_SIDE : other_side(by);

	if (c->by == PERSON_SPECTATOR)
		return;
	if (!strcmp(c->source, "display") && IS(a, DISPLAY_CLAIMS, "rejected")) {
		reject(a, v, REASON_DISPLAY_BASED, c->claim);
		return;
	}
	switch (c->claim) {
	case CLAIM_FLAG:
		claim_flag(a, v, c, by);
		break;
	case CLAIM_ILLEGAL_MOVE:
		claim_illegal(a, v, c, by);
		break;
	case CLAIM_RESIGN:
		resign(a, v, by);
		break;
	case CLAIM_OFFER_DRAW:
	case CLAIM_ACCEPT_DRAW:
	case CLAIM_DECLINE_DRAW:
	case CLAIM_REPETITION:
	case CLAIM_FIFTY_MOVES:
	case CLAIM_DEAD_POSITION:
	case CLAIM_CLEAR_DRAW:
	case CLAIM_NO_PROGRESS:
	case CLAIM_SAME_PIECE_DRAW:
	case CLAIM_OPPOSITE_BISHOPS_DRAW:
	case CLAIM_ROOK_PAWN_DRAW:
	case CLAIM_KING_PAWN_DRAW:
	case CLAIM_ROOK_ROOKPAWN_DRAW:
	case CLAIM_ADD_INCREMENT:
		if (by != NO_SIDE)
			claim_draw(a, v, c, by, g->forced_win[other]);
		break;
	case CLAIM_COUNTED_DRAW:
	case CLAIM_REGULATION_DRAW:
	case CLAIM_TIME_SHORTAGE_DRAW:
		if (by != NO_SIDE)
			claim_counted(a, v, c, by, g->forced_win[other]);
		break;
	case CLAIM_TOUCH_MOVE:
		claim_touch(a, v, c, by, by != NO_SIDE && g->accidental[other]);
		break;
	case CLAIM_ADJUST:
		if (by != NO_SIDE)
			a->adjusting[by] = true;
		break;
	case CLAIM_ACCEPT_STAND:
		accept_stand(a, v, by);
		break;
	case CLAIM_PROMOTION_PIECE_MISSING:
		piece_missing(a, v, c);
		break;
	case CLAIM_STOP_FOR_ARBITER:
		stop_for_arbiter(a, v, c, by);
		break;
	case CLAIM_MOVES_MET:
		reject(a, v, REASON_NOT_PROVEN, c->claim);
		break;
	case CLAIM_WITHDRAW:
	case CLAIM_FORCED_WIN:
	case CLAIM_ACCIDENTAL_TOUCH:
	case CLAIM_NONE:
	case CLAIM_COUNT:
		break;
	case CLAIM_WRONG_SETUP:
	case CLAIM_WRONG_TIME:
	case CLAIM_WRONG_COLOURS:
	case CLAIM_BOARD_ORIENTATION:
	case CLAIM_CLOCK_DEFECT:
	case CLAIM_CLOCK_CHOICE:
	case CLAIM_INTERFERENCE:
	case CLAIM_NO_CLOCK:
	case CLAIM_APPEAL:
		claim_setup(a, v, c, by);
		break;
	case CLAIM_DISPLACED:
	case CLAIM_WRONG_HAND:
	case CLAIM_TWO_HANDS:
	case CLAIM_HOVER:
	case CLAIM_BANGING:
	case CLAIM_CLOCK_KNOCKED:
	case CLAIM_CLOCK_HANDLING:
	case CLAIM_SCORESHEET:
		claim_conduct(a, v, c, by);
		break;
	}
}

/* Of two players who claim at once the one who made the illegal move comes second. */
static bool illegal_first(const struct arbiter *a, const struct arbiter_claim *c, unsigned n)
{
	bool flag = false, illegal = false;

	for (unsigned i = 0; i < n; i++) {
		flag |= c[i].claim == CLAIM_FLAG;
		illegal |= c[i].claim == CLAIM_ILLEGAL_MOVE;
	}
	return flag && illegal && IS(a, TIE_ILLEGAL_AND_FLAG_CLAIM, "illegal-mover-loses");
}

void arbiter_claims(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *claims, unsigned count)
{
	bool illegal = illegal_first(a, claims, count);
	struct group g = { { false, false }, { false, false } };
	enum side next = a->game->to_move(v->set_down);

	/* a reply that stands closes windows, also while it may still be changed */
	a->down = next != a->game->to_move(v->position);
	if (a->down)
		a->made[other_side(next)] = true;

	for (unsigned i = 0; i < count; i++) {
		enum side by = claimant(&claims[i]);

		if (by != NO_SIDE && claims[i].claim == CLAIM_FORCED_WIN)
			g.forced_win[by] = true;
		if (by != NO_SIDE && claims[i].claim == CLAIM_ACCIDENTAL_TOUCH)
			g.accidental[by] = true;
	}
	if (illegal)
		a->also = PARAM_TIE_ILLEGAL_AND_FLAG_CLAIM;
	for (unsigned i = 0; i < count && illegal && !a->over; i++)
		if (claims[i].claim == CLAIM_ILLEGAL_MOVE)
			one_claim(a, v, &claims[i], &g);
	a->also = PARAM_COUNT;
	for (unsigned i = 0; i < count; i++)
		if (!(illegal && claims[i].claim == CLAIM_ILLEGAL_MOVE) && (!a->over || claims[i].claim == CLAIM_APPEAL))
			one_claim(a, v, &claims[i], &g);
}

void arbiter_paused(struct arbiter *a, const struct arbiter_view *v)
{
	struct arbiter_claim said = a->spoken;
	struct group g = { { false, false }, { false, false } };

	if (a->over)
		return;
	a->stop_about = CLAIM_NONE;
	rule(a, v, RULING_CLOCK_STOPPED, REASON_STOPPED, CLAIM_NONE);
	/* said first, stopped afterwards: the claim is made now */
	a->spoken.claim = CLAIM_NONE;
	if (said.claim == CLAIM_NONE)
		return;
	said.about = said.intend = said.source = said.remedy = said.want = "";
	one_claim(a, v, &said, &g);
}

void arbiter_resumed(struct arbiter *a, const struct arbiter_view *v, enum side side, bool first)
{
	a->clock_ran = true;
	if (a->over)
		return;
	rule(a, v, RULING_CONTINUE, first ? REASON_START : REASON_RESUMED, a->stop_about);
	a->stop_about = CLAIM_NONE;
}
