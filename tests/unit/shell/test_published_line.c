/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The turns as they were published come back as they were added, whatever became of them, and take little room. */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "daemon/publish/published-game.h"

#define MOST 400
#define PLAYED 300

/* What was published, each text in full. */
struct told {
	enum side side;
	char uci[GAME_TEXT], san[GAME_TEXT], placement[GAME_FEN], set_fen[GAME_FEN], remark[96];
	int64_t left_us, t_us, made_us;
	struct game_position after;
};

struct play {
	const struct game *game;
	struct game_position pos;
	struct published_line line;
	struct told told[MOST];
	unsigned count;
	uint32_t seed;
	int64_t t_us, left_us[2];
};

static unsigned chance(struct play *p, unsigned n)
{
	p->seed = p->seed * 1664525 + 1013904223;
	return (p->seed >> 8) % n;
}

static struct published_turn turn_of(const struct told *t)
{
	return (struct published_turn){ .side = t->side,
					.uci = t->uci,
					.san = t->san,
					.placement = t->placement,
					.set_fen = *t->set_fen ? t->set_fen : NULL,
					.remark = *t->remark ? t->remark : NULL,
					.left_us = t->left_us,
					.t_us = t->t_us,
					.made_us = t->made_us };
}

static void begin(struct play *p, const struct game *game, uint32_t seed)
{
	*p = (struct play){ .game = game, .seed = seed, .left_us = { 10800000000, 10800000000 } };
	assert_int_equal(game->parse(game->start_fen, &p->pos, NULL), 0);
}

/* A turn as the core would publish it: a legal move, or something that is none. */
static struct told next(struct play *p, bool odd)
{
	const int64_t thought_us = 1000000 + chance(p, 3000000);
	struct told t = { .side = p->game->to_move(&p->pos), .t_us = p->t_us + thought_us };
	struct game_moves moves;

	p->game->moves(&p->pos, &moves);
	assert_true(moves.count > 0);
	t.after = p->pos;
	if (odd) {
		char squares[GAME_MAX_SQUARES] = { 0 };

		p->game->placement(&p->pos, squares);
		p->game->set_placement(&t.after, squares, other_side(t.side));
		strcpy(t.uci, chance(p, 2) ? "0000" : "a1a1");
		snprintf(t.san, sizeof(t.san), "%s", chance(p, 2) ? "" : "?");
	} else {
		const struct game_move *move = &moves.move[chance(p, moves.count)];

		p->game->move_text(&p->pos, move, t.uci);
		p->game->move_notation(&p->pos, move, t.san);
		p->game->play(&t.after, move);
		if (chance(p, 10) == 0)
			t.san[0] = '\0'; /* it is not public */
	}
	p->game->format_placement(&t.after, t.placement);
	if (chance(p, 40) == 0)
		p->game->format(&p->pos, t.set_fen);
	p->left_us[t.side] -= thought_us;
	t.left_us = odd ? -1 : p->left_us[t.side];
	t.made_us = INT64_C(1800000000000000) + t.t_us + chance(p, 4000);
	return t;
}

/* True: the game goes on. */
static bool add(struct play *p, bool odd)
{
	const struct told t = next(p, odd);
	const struct published_turn turn = turn_of(&t);
	struct game_moves moves;

	p->told[p->count++] = t;
	assert_int_equal(published_line_add(&p->line, &turn), 0);
	p->pos = t.after;
	p->t_us = t.t_us;
	p->game->moves(&p->pos, &moves);
	return moves.count > 0;
}

static void cut(struct play *p, unsigned count)
{
	published_line_cut(&p->line, count);
	p->count = count;
	if (count)
		p->pos = p->told[count - 1].after;
	else
		assert_int_equal(p->game->parse(p->game->start_fen, &p->pos, NULL), 0);
}

static void remark(struct play *p)
{
	if (!p->count)
		return;
	snprintf(p->told[p->count - 1].remark, 96, "the clocks are set: %u", chance(p, 1000));
	assert_int_equal(published_line_remark(&p->line, p->told[p->count - 1].remark), 0);
}

/* Read otherwise: of a turn that was published only its move and its time change. */
static void revise(struct play *p, unsigned ply)
{
	struct told *t = &p->told[ply];
	struct published_turn turn;

	strcpy(t->uci, "h1h1");
	strcpy(t->san, "");
	t->left_us += 5;
	turn = turn_of(t);
	turn.set_fen = turn.remark = "another";
	turn.t_us = turn.made_us = 1;
	assert_int_equal(published_line_set(&p->line, ply, &turn), 0);
}

static void same_text(const char *got, const char *expected)
{
	assert_string_equal(got ? got : "", expected);
}

static void check(struct play *p)
{
	assert_int_equal(p->line.count, p->count);
	for (unsigned i = 0; i < p->count; i++) {
		const struct published_turn t = published_line_at(&p->line, i);

		assert_int_equal(t.side, p->told[i].side);
		same_text(t.uci, p->told[i].uci);
		same_text(t.san, p->told[i].san);
		same_text(t.placement, p->told[i].placement);
		same_text(t.set_fen, p->told[i].set_fen);
		same_text(t.remark, p->told[i].remark);
		assert_int_equal(t.left_us, p->told[i].left_us);
		assert_int_equal(t.t_us, p->told[i].t_us);
		assert_int_equal(t.made_us, p->told[i].made_us);
	}
}

static void turns_come_back(void **state)
{
	struct play *p = malloc(sizeof(*p));

	for (const struct game *const *game = game_list(); *game; game++)
		for (uint32_t seed = 1; seed <= 8; seed++) {
			bool goes_on = true;

			begin(p, *game, seed);
			for (unsigned i = 0; i < PLAYED && goes_on && p->count < MOST; i++) {
				goes_on = add(p, seed % 2 && chance(p, 12) == 0);
				if (chance(p, 15) == 0)
					remark(p);
				if (chance(p, 25) == 0 && p->count > 3)
					revise(p, p->count - 1 - chance(p, p->count > 60 ? 60 : 3));
				if (chance(p, 30) == 0) {
					cut(p, p->count - chance(p, p->count > 40 ? 40 : p->count + 1));
					goes_on = true;
				}
				if (chance(p, 10) == 0)
					check(p);
			}
			check(p);
			cut(p, p->count / 2);
			check(p);
			cut(p, 0);
			check(p);
			published_line_done(&p->line);
		}
	free(p);
}

/* Legal moves by players who press: a game of 120 turns. */
static void a_turn_takes_little_room(void **state)
{
	struct play *p = malloc(sizeof(*p));
	size_t before, bytes;

	begin(p, game_find("chess"), 2);
	before = mallinfo2().uordblks;
	while (p->count < 120 && add(p, false))
		;
	bytes = mallinfo2().uordblks - before;
	assert_int_equal(p->count, 120);
	if (bytes / p->count > 128)
		fail_msg("%zu bytes a turn", bytes / p->count);
	cut(p, 0);
	check(p);
	published_line_done(&p->line);
	assert_true(mallinfo2().uordblks <= before);
	free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(turns_come_back),
		cmocka_unit_test(a_turn_takes_little_room),
	};

	return cmocka_run_group_tests_name("published line", tests, NULL, NULL);
}
