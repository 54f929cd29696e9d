/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The record of closed turns, beside a plain list of all of them. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "daemon/core/tracker/turn-record.h"

#define MOST 256
#define BREAKS 6
#define TURNS 1200

struct list {
	struct turn_record record;
	struct turn turn[TURNS];
	struct game_position before[TURNS + 1]; /* before[count] is what stands now */
	bool decided[TURNS + 1];		/* … by somebody's word, and not by the turn before */
	unsigned count;
	uint32_t seed;
};

static unsigned any(struct list *l, unsigned below)
{
	l->seed = l->seed * 1664525 + 1013904223;
	return (l->seed >> 8) % below;
}

static void begin(struct list *l, const struct game *game)
{
	memset(l, 0, sizeof(*l));
	assert_int_equal(game->parse(game->start_fen, &l->before[0], NULL), 0);
	assert_int_equal(record_init(&l->record, game, &l->before[0], MOST, BREAKS), 0);
}

/* The next turn, of the side to move, ends in the position l->before[l->count + 1]. */
static struct turn *next_turn(struct list *l, enum turn_kind kind, int64_t t_us)
{
	struct turn *turn = &l->turn[l->count];

	*turn = (struct turn){
		.side = l->record.game->to_move(&l->before[l->count]),
		.kind = kind,
		.from = GAME_NO_SQUARE,
		.to = GAME_NO_SQUARE,
		.t_us = t_us,
		.set_down_us = INT64_MIN,
	};
	memset(turn->placement, '.', sizeof(turn->placement));
	l->before[l->count + 1] = l->before[l->count];
	l->decided[l->count + 1] = false;
	return turn;
}

/* how: its position is kept only where it does not follow from the turn. */
static void add(struct list *l, enum record_how how)
{
	struct turn *turn = &l->turn[l->count];

	l->record.game->placement(&l->before[l->count + 1], turn->placement);
	assert_int_equal(record_add(&l->record, turn, &l->before[l->count + 1]), 0);
	assert_int_equal(record_last(&l->record)->how, how);
	l->count++;
}

static void add_move(struct list *l, int64_t t_us)
{
	const struct game *game = l->record.game;
	struct turn *turn = next_turn(l, TURN_LEGAL, t_us);
	char pieces[GAME_MAX_SQUARES];
	struct game_moves moves;

	game->moves(&l->before[l->count], &moves);
	assert_true(moves.count > 0);
	turn->has_move = true;
	turn->move = moves.move[any(l, moves.count)];
	turn->from = turn->move.from;
	turn->to = turn->move.to;
	game->placement(&l->before[l->count], pieces);
	turn->piece = pieces[turn->from];
	turn->set_down_us = any(l, 3) ? t_us - any(l, 900000) : INT64_MIN;
	turn->unpressed = any(l, 2);
	game->play(&l->before[l->count + 1], &turn->move);
	add(l, RECORD_MOVE);
}

/* Nothing was moved: the same pieces, the other side. */
static struct turn *next_pass(struct list *l, int64_t t_us)
{
	struct turn *turn = next_turn(l, TURN_NO_MOVE, t_us);
	char pieces[GAME_MAX_SQUARES];

	memset(pieces, '.', sizeof(pieces));
	l->record.game->placement(&l->before[l->count], pieces);
	l->record.game->set_placement(&l->before[l->count + 1], pieces, other_side(turn->side));
	return turn;
}

static void add_pass(struct list *l, int64_t t_us)
{
	next_pass(l, t_us);
	add(l, RECORD_PASS);
}

/* A piece of the side to move goes to any empty square, and one of the other side is taken off somewhere; or
 * (elsewhere) what comes of it does not follow from the turn. */
static void add_illegal(struct list *l, int64_t t_us, bool elsewhere)
{
	const struct game *game = l->record.game;
	struct turn *turn = next_turn(l, TURN_ILLEGAL, t_us);
	char pieces[GAME_MAX_SQUARES];
	unsigned from, to, taken = any(l, game->squares);

	memset(pieces, '.', sizeof(pieces));
	game->placement(&l->before[l->count], pieces);
	do
		from = any(l, game->squares);
	while (game->piece_side(pieces[from]) != turn->side || (pieces[from] | 32) == 'k');
	do
		to = any(l, game->squares);
	while (pieces[to] != '.');
	turn->fault = TURN_FAULT_PIECE;
	turn->piece = pieces[from];
	turn->from = turn->move.from = (uint8_t)from;
	turn->to = turn->move.to = (uint8_t)to;
	pieces[to] = pieces[from];
	pieces[from] = '.';
	if (game->piece_side(pieces[taken]) == other_side(turn->side) && (pieces[taken] | 32) != 'k') {
		turn->move.captured = UINT64_C(1) << taken;
		pieces[taken] = '.';
	}
	if (elsewhere) {
		pieces[to] = '.';
		turn->kind = TURN_SEVERAL;
	}
	game->set_placement(&l->before[l->count + 1], pieces, other_side(turn->side));
	add(l, elsewhere ? RECORD_BREAK : RECORD_PIECE);
}

static void assert_same(const struct list *l, unsigned ply)
{
	struct game_position pos;

	record_position(&l->record, ply, &pos);
	assert_memory_equal(&pos, &l->before[ply], sizeof(pos));
}

/* Member by member: between them lies what nobody wrote. */
static void assert_same_move(const struct game_move *is, const struct game_move *want)
{
	assert_true(is->from == want->from && is->to == want->to && is->promotion == want->promotion);
	assert_true(is->rook_from == want->rook_from && is->rook_to == want->rook_to);
	assert_true(is->flags == want->flags && is->captured == want->captured);
}

/* All that is remembered is as in the list. */
static void check(struct list *l)
{
	struct turn_record *r = &l->record;

	assert_int_equal(r->count, l->count);
	assert_true(r->room <= MOST && r->break_room <= BREAKS && r->count - r->first <= r->room);
	assert_int_equal(record_memory(r),
			 r->room * sizeof(struct short_turn) + r->break_room * sizeof(struct record_break));
	assert_memory_equal(&r->pos, &l->before[l->count], sizeof(r->pos));
	assert_null(record_at(r, l->count));
	assert_null(record_turn_whole(r, l->count));
	if (r->first)
		assert_null(record_at(r, r->first - 1));
	for (unsigned ply = r->first; ply < l->count; ply++) {
		const struct turn *want = &l->turn[ply], *is;

		assert_same(l, ply);
		assert_non_null(record_at(r, ply));
		is = record_turn_whole(r, ply);
		assert_non_null(is);
		assert_int_equal(is->side, want->side);
		assert_int_equal(is->kind, want->kind);
		assert_int_equal(is->fault, want->fault);
		assert_int_equal(is->has_move, want->has_move);
		assert_same_move(&is->move, &want->move);
		assert_int_equal(is->from, want->from);
		assert_int_equal(is->to, want->to);
		assert_int_equal(is->piece, want->piece);
		assert_int_equal(is->unpressed, want->unpressed);
		assert_true(is->t_us == want->t_us && is->set_down_us == want->set_down_us);
		if (!l->decided[ply + 1])
			assert_memory_equal(is->placement, want->placement, r->game->squares);
	}
	assert_ptr_equal(record_last(r), l->count ? record_at(r, l->count - 1) : NULL);
}

/* Far more turns than fit: the newest are remembered, never fewer than half of what there is room for. */
static void the_newest_turns_are_remembered(void **state)
{
	static const struct game *const games[] = { &game_chess, &game_draughts };

	for (unsigned g = 0; g < 2; g++) {
		static struct list l;
		static const char *const knights[] = { "g1f3", "g8f6", "f3g1", "f6g8" };

		begin(&l, games[g]);
		for (unsigned i = 0; i < 700; i++) {
			if (g) {
				add_pass(&l, 1000 * (int64_t)i);
			} else {
				struct turn *turn = next_turn(&l, TURN_LEGAL, 1000 * (int64_t)i);
				struct game_moves moves;
				char text[GAME_TEXT];

				turn->has_move = true;
				games[g]->moves(&l.before[i], &moves);
				for (unsigned k = 0; k < moves.count; k++) {
					games[g]->move_text(&l.before[i], &moves.move[k], text);
					if (!strcmp(text, knights[i % 4]))
						turn->move = moves.move[k];
				}
				turn->from = turn->move.from;
				turn->to = turn->move.to;
				games[g]->play(&l.before[i + 1], &turn->move);
				add(&l, RECORD_MOVE);
			}
			/* 128 are forgotten at once, when the 257th comes */
			assert_int_equal(l.record.first, i < MOST ? 0 : (i - MOST) / RECORD_STEP * RECORD_STEP + 128);
			if (i % 50 == 0 || (i > 250 && i < 262))
				check(&l);
		}
		check(&l);
		record_done(&l.record);
	}
}

/* Moves, presses without one, pieces that went against the rules, and positions that follow from nothing. */
static void any_turns(void **state)
{
	for (uint32_t seed = 1; seed <= 30; seed++) {
		static struct list l;

		begin(&l, seed % 5 ? &game_chess : &game_draughts);
		l.seed = seed;
		while (l.count < 60) {
			unsigned what = any(&l, 12);
			struct game_moves moves;

			l.record.game->moves(&l.before[l.count], &moves);
			if (what < 8 && moves.count)
				add_move(&l, 5000 * (int64_t)l.count);
			else if (what < 9)
				add_pass(&l, 5000 * (int64_t)l.count);
			else if (what < 10)
				add_illegal(&l, 5000 * (int64_t)l.count, false);
			else if (what < 11)
				add_illegal(&l, 5000 * (int64_t)l.count, true);
			else if (l.count) { /* decided by somebody: there is no turn */
				assert_int_equal(
					l.record.game->parse(l.record.game->start_fen, &l.before[l.count], NULL), 0);
				assert_int_equal(record_set_position(&l.record, &l.before[l.count]), 0);
				l.decided[l.count] = true;
			}
			check(&l);
		}
		record_done(&l.record);
	}
}

/* Takebacks: of turns that are remembered, and of all. */
static void turns_that_are_dropped(void **state)
{
	static struct list l;

	begin(&l, &game_chess);
	l.seed = 7;
	for (unsigned i = 0; i < 20; i++)
		add_move(&l, 1000 * (int64_t)i);
	add_illegal(&l, 20000, true);
	add_illegal(&l, 21000, true);
	add_pass(&l, 22000);
	check(&l);
	assert_int_equal(record_drop(&l.record, 24), -ERANGE);
	check(&l);
	for (unsigned plies = 1; plies <= 4; plies++) {
		assert_int_equal(record_drop(&l.record, plies), 0);
		l.count -= plies;
		check(&l);
	}
	/* others are played instead */
	for (unsigned i = 0; i < 3; i++)
		add_move(&l, 90000 + (int64_t)i);
	check(&l);
	for (unsigned i = 0; i < 300; i++)
		add_pass(&l, 100000 + (int64_t)i);
	check(&l);
	/* back to the oldest that is remembered, and not before it, but to the start */
	assert_int_equal(record_drop(&l.record, l.count - l.record.first + 1), -ERANGE);
	check(&l);
	assert_int_equal(record_drop(&l.record, l.count - l.record.first - 1), 0);
	l.count = l.record.first + 1;
	check(&l);
	assert_int_equal(record_drop(&l.record, l.count), 0);
	l.count = 0;
	check(&l);
	assert_null(record_last(&l.record));
	/* before the first turn another position is another start */
	assert_int_equal(game_chess.parse("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &l.before[0], NULL), 0);
	assert_int_equal(record_set_position(&l.record, &l.before[0]), 0);
	add_move(&l, 1);
	check(&l);
	assert_int_equal(record_drop(&l.record, 1), 0);
	l.count = 0;
	check(&l);
	record_done(&l.record);
}

/* How long a piece stood is kept in microseconds for half an hour; of longer only that it was so long. */
static void how_long_it_stood(void **state)
{
	static const int64_t stood[] = { 0, 1, 2000000, INT32_MAX - 1, INT32_MAX };
	static struct list l;

	begin(&l, &game_chess);
	for (unsigned i = 0; i < 5; i++) {
		struct turn *turn = next_pass(&l, INT64_C(9000000000));

		turn->set_down_us = turn->t_us - stood[i];
		add(&l, RECORD_PASS);
	}
	check(&l);
	/* a set-down after the press is none */
	next_pass(&l, 1000)->set_down_us = 1001;
	add(&l, RECORD_PASS);
	next_pass(&l, INT64_C(9000000000))->set_down_us = 0;
	add(&l, RECORD_PASS);
	for (unsigned i = 0; i < RECORD_WHOLE; i++)
		add_pass(&l, 1);
	assert_true(record_turn_whole(&l.record, 5)->set_down_us == INT64_MIN);
	assert_true(record_turn_whole(&l.record, 6)->set_down_us == INT64_C(9000000000) - INT32_MAX);
	record_done(&l.record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_newest_turns_are_remembered),
		cmocka_unit_test(any_turns),
		cmocka_unit_test(turns_that_are_dropped),
		cmocka_unit_test(how_long_it_stood),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
