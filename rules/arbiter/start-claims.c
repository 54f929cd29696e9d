// SPDX-License-Identifier: GPL-2.0-or-later
/* Claims about the start of the game: array, colours, clock setting, interference. */
#include <string.h>

#include "rules/arbiter/claims.h"
#include "rules/arbiter/moves.h"
#include "rules/arbiter/rulings.h"

/* Moves pressed: those before the start as they are known, or else as the start position counts them. */
static unsigned moves_so_far(const struct arbiter *a, enum side side)
{
	const unsigned number = a->game->move_number(&a->start);

	if (a->setup.moves[WHITE] || a->setup.moves[BLACK] || number < 1)
		return a->moves_made[side];
	return a->moves_made[side] + number - 1 + (side == WHITE && a->game->to_move(&a->start) == BLACK);
}

bool has_moved(const struct arbiter *a, enum side side)
{
	return a->has_set_down[side] || moves_so_far(a, side);
}

/* Has one side made fewer moves? */
static bool fewer_moves(const struct arbiter *a, int64_t n)
{
	return moves_so_far(a, WHITE) < (unsigned)n || moves_so_far(a, BLACK) < (unsigned)n;
}

static bool claim_window_open(const struct arbiter *a, enum rulebook_parameter p)
{
	int64_t n = rulebook_number(a->book, p);

	if (rulebook_is(a->book, p, "whole-game"))
		return true;
	if (rulebook_is(a->book, p, "moves"))
		return fewer_moves(a, n);
	if (IS(a, LEGAL_MOVE_COMPLETE, "set-down"))
		return !has_moved(a, WHITE) || !has_moved(a, BLACK);
	return fewer_moves(a, 1);
}

/* It is over once each side has made so many moves. */
static void name_window(struct arbiter *a, enum rulebook_parameter p)
{
	if (rulebook_is(a->book, p, "moves"))
		a->facts.limit = rulebook_number(a->book, p);
}

static bool array_is_wrong(const struct arbiter *a)
{
	struct game_position right;
	char want[GAME_MAX_SQUARES], stands[GAME_MAX_SQUARES];

	game_right_start(a->game, &a->start, &right);
	a->game->placement(&right, want);
	a->game->placement(&a->start, stands);
	return memcmp(want, stands, a->game->squares) != 0;
}

static void new_game(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason,
		     enum claim_kind claim)
{
	struct ruling r = new_ruling(a, v, kind, reason, claim);

	r.effects = EFFECT_NEW_GAME;
	issue_ruling(a, &r);
}

void restart_game(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim)
{
	/* what the book lays down for it is no decision */
	if (a->judge != PERSON_NONE)
		a->facts.word = claim == CLAIM_WRONG_COLOURS ? "colours-decided" : "decided";
	if (a->judge != PERSON_NONE && claim == CLAIM_WRONG_SETUP && YES(a, SETUP_RESTART_BY_PERMISSION) &&
	    !claim_window_open(a, PARAM_SETUP_CLAIM_WINDOW)) {
		a->facts.word = "permitted";
		a->decided_by = PARAM_SETUP_RESTART_BY_PERMISSION;
	}
	new_game(a, v, RULING_RESTART_GAME, REASON_WRONG_SETUP, claim);
	a->decided_by = PARAM_COUNT;
}

void replay_game(struct arbiter *a, const struct arbiter_view *v)
{
	new_game(a, v, RULING_REPLAY_GAME, REASON_INTERFERENCE, CLAIM_INTERFERENCE);
}

static void claim_wrong_setup(struct arbiter *a, const struct arbiter_view *v, const struct question *q)
{
	if (!array_is_wrong(a)) {
		reject_claim(a, v, REASON_POSITION_INTACT, CLAIM_WRONG_SETUP);
	} else if (claim_window_open(a, PARAM_SETUP_CLAIM_WINDOW) && IS(a, WRONG_SETUP, "verdict")) {
		a->decided_by = PARAM_WRONG_SETUP;
		ask_person(a, v, REASON_NEEDS_VERDICT, q);
	} else if (claim_window_open(a, PARAM_SETUP_CLAIM_WINDOW)) {
		/* that it is not too late is a condition: what decides comes first */
		a->also_cites = PARAM_SETUP_CLAIM_WINDOW;
		name_window(a, PARAM_SETUP_CLAIM_WINDOW);
		restart_game(a, v, CLAIM_WRONG_SETUP);
		a->also_cites = PARAM_COUNT;
	} else {
		a->decided_by = PARAM_SETUP_CLAIM_WINDOW;
		a->setup_asked = YES(a, SETUP_RESTART_BY_PERMISSION);
		if (a->setup_asked)
			a->facts.word = "by-permission";
		if (king_and_queen_swapped(a)) {
			a->facts.word = a->setup_asked ? "mirrored-by-permission" : "mirrored";
			a->also_cites = PARAM_SWAPPED_KQ_CASTLING;
		}
		/* a move that nobody has pressed counts, too */
		if (a->move_stands && a->also_cites == PARAM_COUNT && IS(a, LEGAL_MOVE_COMPLETE, "set-down"))
			a->also_cites = PARAM_LEGAL_MOVE_COMPLETE;
		name_window(a, PARAM_SETUP_CLAIM_WINDOW);
		reject_claim(a, v, REASON_SETUP_TOO_LATE, CLAIM_WRONG_SETUP);
		a->also_cites = PARAM_COUNT;
	}
	a->decided_by = PARAM_COUNT;
}

/* The board stands turned by a quarter or a half. */
static void claim_board_orientation(struct arbiter *a, const struct arbiter_view *v)
{
	if (!claim_window_open(a, PARAM_SETUP_CLAIM_WINDOW)) {
		a->decided_by = PARAM_SETUP_CLAIM_WINDOW;
		name_window(a, PARAM_SETUP_CLAIM_WINDOW);
		reject_claim(a, v, REASON_SETUP_TOO_LATE, CLAIM_BOARD_ORIENTATION);
		a->decided_by = PARAM_COUNT;
	} else if (a->game->squares != a->game->width * a->game->height) {
		/* where half of the squares are played on, all pieces stood on squares that are none: nothing can be
		 * carried over */
		new_game(a, v, RULING_RESTART_GAME, REASON_WRONG_SETUP, CLAIM_BOARD_ORIENTATION);
	} else {
		issue_plain_ruling(a, v, RULING_RESTORE_POSITION, REASON_BOARD_ORIENTATION, CLAIM_BOARD_ORIENTATION);
	}
}

static void claim_wrong_colours(struct arbiter *a, const struct arbiter_view *v, const struct question *q)
{
	if (IS(a, COLOURS_REVERSED, "verdict"))
		ask_person(a, v, REASON_NEEDS_VERDICT, q);
	else if (fewer_moves(a, NUMBER(a, COLOURS_REVERSED))) {
		a->facts.limit = NUMBER(a, COLOURS_REVERSED);
		new_game(a, v, RULING_RESTART_GAME, REASON_WRONG_SETUP, CLAIM_WRONG_COLOURS);
	} else
		issue_plain_ruling(a, v, RULING_CONTINUE, REASON_PLAY_ON, CLAIM_WRONG_COLOURS);
}

static void claim_wrong_time(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
			     enum side by)
{
	bool open = claim_window_open(a, PARAM_CLOCK_SETTING_WINDOW), any = false;
	/* too much may be taken off though it is late */
	bool reducible = IS(a, EXCESS_TIME_REDUCIBLE, "yes") ||
			 (IS(a, EXCESS_TIME_REDUCIBLE, "on-report") && c->is_report);
	struct question q = { .claim = CLAIM_WRONG_TIME, .by = by, .against = NO_SIDE, .made = *c };
	struct ruling r = new_ruling(a, v, RULING_ADJUST_CLOCK, REASON_WRONG_TIME, CLAIM_WRONG_TIME);
	int64_t min, max, right = c->base_us;

	rulebook_range(a->book, PARAM_TIME_CONTROL_LIMIT, &min, &max);
	if (right == ARBITER_ABSENT && min == max && min > 0) {
		right = min * 1000;
		add_ground(&r, PARAM_TIME_CONTROL_LIMIT);
	}
	if (right == ARBITER_ABSENT && (open || reducible)) {
		ask_about_clock(a, v, &q, "wrong-time-stops");
		return;
	}
	a->decided_by = open ? PARAM_CLOCK_SETTING_WINDOW : PARAM_EXCESS_TIME_REDUCIBLE;
	if (right == ARBITER_ABSENT) {
		name_window(a, PARAM_CLOCK_SETTING_WINDOW);
		reject_claim(a, v, REASON_SETUP_TOO_LATE, CLAIM_WRONG_TIME);
		a->decided_by = PARAM_COUNT;
		return;
	}
	for (enum side s = WHITE; s <= BLACK; s++) {
		int64_t diff = right - a->setup.base_us[s];

		if (diff < 0 || open)
			r.adjust_us[s] = diff;
		any |= r.adjust_us[s] != 0;
	}
	if (a->setup.base_us[WHITE] == right && a->setup.base_us[BLACK] == right) {
		a->decided_by = PARAM_COUNT;
		reject_claim(a, v, REASON_NOT_PROVEN, CLAIM_WRONG_TIME);
	} else if (!open && (!reducible || !any)) {
		name_window(a, PARAM_CLOCK_SETTING_WINDOW);
		reject_claim(a, v, REASON_SETUP_TOO_LATE, CLAIM_WRONG_TIME);
	} else {
		a->setup.base_us[WHITE] = a->setup.base_us[BLACK] = right;
		r.facts.time_us = right;
		if (!open)
			r.facts.word = IS(a, EXCESS_TIME_REDUCIBLE, "on-report") ? "excess-reported" : "excess";
		issue_ruling(a, &r);
	}
	a->decided_by = PARAM_COUNT;
}

/* Which clock is played with, and on which side it stands. */
static void claim_clock_choice(struct arbiter *a, const struct arbiter_view *v, const struct question *q)
{
	if (IS(a, CLOCK_CHOICE, "ask")) {
		ask_person(a, v, REASON_SILENT, q);
	} else if (IS(a, CLOCK_CHOICE, "black") && q->by != WHITE) {
		name_in_book(a, RULING_CONTINUE, REASON_CLOCK_CHOICE, "clock-and-place");
		issue_plain_ruling(a, v, RULING_CONTINUE, REASON_CLOCK_CHOICE, q->claim);
	} else {
		name_in_book(a, RULING_CLAIM_REJECTED, REASON_NOT_ENTITLED, "clock-and-place");
		if (IS(a, CLOCK_CHOICE, "black") && !a->facts.word)
			a->facts.word = "chosen-by-black";
		reject_claim(a, v, REASON_NOT_ENTITLED, q->claim);
	}
}

void claim_about_start(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	struct question q = { .claim = c->claim, .by = by, .against = c->against, .made = *c };

	switch (c->claim) {
	case CLAIM_WRONG_SETUP:
		claim_wrong_setup(a, v, &q);
		break;
	case CLAIM_WRONG_TIME:
		claim_wrong_time(a, v, c, by);
		break;
	case CLAIM_BOARD_ORIENTATION:
		claim_board_orientation(a, v);
		break;
	case CLAIM_WRONG_COLOURS:
		claim_wrong_colours(a, v, &q);
		break;
	case CLAIM_CLOCK_CHOICE:
		claim_clock_choice(a, v, &q);
		break;
	case CLAIM_NO_CLOCK:
		if (IS(a, NO_CLOCK, "double-loss")) {
			struct ruling r = new_ruling(a, v, RULING_DOUBLE_LOSS, REASON_NO_CLOCK, c->claim);

			r.result = RESULT_BOTH_LOSE;
			issue_ruling(a, &r);
			break;
		}
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
		break;
	case CLAIM_APPEAL:
		claim_appeal(a, v, by);
		break;
	default:
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
		break;
	}
}
