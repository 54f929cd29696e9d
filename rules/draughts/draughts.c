// SPDX-License-Identifier: GPL-2.0-or-later
/* International draughts as the table of functions that a game is. */
#include "rules/draughts/position.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A light square has no number: dark ones alternate, the lower left corner is one. */
static int square_of_cell(unsigned cell)
{
	const unsigned row = cell / 10, column = cell % 10;

	if (cell >= 100 || (row + column) % 2)
		return -EINVAL;
	return (int)((9 - row) * 5 + column / 2);
}

static int cell_of_square(unsigned square)
{
	const unsigned row = 9 - square / 5;

	return square < DRAUGHTS_SQUARES ? (int)(row * 10 + square % 5 * 2 + row % 2) : -EINVAL;
}

static int square_name(unsigned square, char buf[static 8])
{
	return square < DRAUGHTS_SQUARES ? snprintf(buf, 8, "%u", square + 1) : -EINVAL;
}

static int square_parse(const char *text)
{
	char *end;
	long n;

	if (*text < '0' || *text > '9')
		return -EINVAL;
	n = strtol(text, &end, 10);
	return *end || n < 1 || n > DRAUGHTS_SQUARES ? -EINVAL : (int)n - 1;
}

static enum side piece_side(char piece)
{
	return piece == 'w' || piece == 'W' ? WHITE : piece == 'b' || piece == 'B' ? BLACK : NO_SIDE;
}

static enum side to_move(const struct game_position *pos)
{
	return draughts_position_of_const(pos)->side;
}

static void placement(const struct game_position *pos, char squares[static GAME_MAX_SQUARES])
{
	const struct draughts_position *d = draughts_position_of_const(pos);

	memset(squares, 0, GAME_MAX_SQUARES);
	memset(squares, '.', DRAUGHTS_SQUARES);
	for (enum side side = WHITE; side <= BLACK; side++) {
		for (uint64_t b = d->kings[side]; b; b &= b - 1)
			squares[draughts_square((unsigned)__builtin_ctzll(b))] = side == WHITE ? 'W' : 'B';
		for (uint64_t b = d->men[side]; b; b &= b - 1)
			squares[draughts_square((unsigned)__builtin_ctzll(b))] = side == WHITE ? 'w' : 'b';
	}
}

static void sides(const struct game_position *pos, uint64_t squares[static 2])
{
	const struct draughts_position *d = draughts_position_of_const(pos);

	for (enum side side = WHITE; side <= BLACK; side++) {
		squares[side] = 0;
		for (uint64_t b = d->men[side] | d->kings[side]; b; b &= b - 1)
			squares[side] |= UINT64_C(1) << draughts_square((unsigned)__builtin_ctzll(b));
	}
}

static void set_placement(struct game_position *pos, const char squares[static GAME_MAX_SQUARES], enum side side)
{
	struct draughts_position *d = draughts_position_of(pos);

	d->men[0] = d->men[1] = d->kings[0] = d->kings[1] = 0;
	for (unsigned q = 0; q < DRAUGHTS_SQUARES; q++) {
		const uint64_t b = UINT64_C(1) << draughts_bit(q);

		switch (squares[q]) {
		case 'w':
			d->men[WHITE] |= b;
			break;
		case 'b':
			d->men[BLACK] |= b;
			break;
		case 'W':
			d->kings[WHITE] |= b;
			break;
		case 'B':
			d->kings[BLACK] |= b;
			break;
		default:
			break;
		}
	}
	d->side = (uint8_t)side;
}

static int standing(const char squares[static GAME_MAX_SQUARES], enum side side, unsigned passed,
		    struct game_position *ret)
{
	uint64_t pieces[2];
	int r = draughts_parse(game_draughts.start_fen, ret, NULL);

	if (r < 0)
		return r;
	set_placement(ret, squares, side);
	sides(ret, pieces);
	return passed != GAME_NO_SQUARE || !pieces[WHITE] || !pieces[BLACK] ? -EINVAL : draughts_playable(ret, NULL);
}

static bool same(const struct game_position *a, const struct game_position *b)
{
	const struct draughts_position *x = draughts_position_of_const(a), *y = draughts_position_of_const(b);

	return x->side == y->side && !memcmp(x->men, y->men, sizeof(x->men)) &&
	       !memcmp(x->kings, y->kings, sizeof(x->kings));
}

static uint64_t key(const struct game_position *pos)
{
	const struct draughts_position *d = draughts_position_of_const(pos);
	const uint64_t part[5] = { d->men[0], d->men[1], d->kings[0], d->kings[1], d->side };
	uint64_t h = 0;

	/* splitmix64's finaliser (Steele, Lea and Flood 2014) over each part. */
	for (unsigned i = 0; i < 5; i++) {
		h += part[i] + UINT64_C(0x9e3779b97f4a7c15);
		h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
		h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
		h ^= h >> 31;
	}
	return h;
}

static unsigned quiet_plies(const struct game_position *pos)
{
	return draughts_position_of_const(pos)->quiet;
}

static unsigned move_number(const struct game_position *pos)
{
	return draughts_position_of_const(pos)->plies / 2 + 1;
}

static void moves(const struct game_position *pos, struct game_moves *ret)
{
	const struct draughts_position *d = draughts_position_of_const(pos);
	struct draughts_moves list;

	draughts_generate(d, &list);
	ret->count = list.count < GAME_MAX_MOVES ? list.count : GAME_MAX_MOVES;
	for (unsigned i = 0; i < ret->count; i++)
		ret->move[i] = draughts_to_game(d, &list.move[i]);
}

/* Whether a piece must capture depends on all others: there is no shorter way. */
/* What must be taken is known only when all have been looked at. */
static void some_moves(const struct game_position *pos, const struct game_choice *choice, struct game_moves *ret)
{
	unsigned kept = 0;

	moves(pos, ret);
	for (unsigned i = 0; i < ret->count; i++)
		if (choice->from & UINT64_C(1) << ret->move[i].from)
			ret->move[kept++] = ret->move[i];
	ret->count = kept;
}

static void play(struct game_position *pos, const struct game_move *move)
{
	const struct draughts_move m = draughts_from_game(move);

	draughts_play(draughts_position_of(pos), &m);
}

static bool in_check(const struct game_position *pos, enum side side)
{
	(void)pos;
	(void)side;
	return false;
}

static enum game_end end(const struct game_position *pos)
{
	const struct draughts_position *d = draughts_position_of_const(pos);

	if (!(d->men[d->side] | d->kings[d->side]))
		return GAME_NO_PIECES;
	return draughts_has_move(d) ? GAME_GOES_ON : GAME_NO_MOVES;
}

/* The row before the last: a man that jumps over it passes the last row, or ends there. */
static bool jumps_to_last_row(const struct game_move *m, enum side side)
{
	for (unsigned q = 0; q < 5; q++)
		if (m->captured & UINT64_C(1) << (side == WHITE ? 5 + q : 40 + q))
			return true;
	return false;
}

static bool shows_as(char piece, char letter)
{
	return piece == letter || (piece == 'W' && letter == 'w') || (piece == 'B' && letter == 'b');
}

static uint64_t path_squares(const struct game_position *pos, const struct game_move *move)
{
	const struct draughts_move m = draughts_from_game(move);
	uint64_t path = 0;

	for (uint64_t bits = draughts_path_squares(draughts_position_of_const(pos), &m); bits; bits &= bits - 1)
		path |= UINT64_C(1) << draughts_square((unsigned)__builtin_ctzll(bits));
	return path & ~(UINT64_C(1) << move->from) & ~(UINT64_C(1) << move->to);
}

static unsigned aspects(const struct game_position *pos, const struct game_move *move,
			const char *ret[static GAME_ASPECTS])
{
	const struct draughts_position *d = draughts_position_of_const(pos);
	unsigned n = 0;

	const bool king = d->kings[d->side] & UINT64_C(1) << draughts_bit(move->from);

	if (!king && !move->promotion && jumps_to_last_row(move, to_move(pos)))
		ret[n++] = "last-row-passed";
	if (move->captured & (move->captured - 1))
		ret[n++] = king ? "several-by-king" : "several-captured";
	if (move->captured)
		ret[n++] = "capture";
	return n;
}

static enum game_answer can_win(const struct game_position *pos, enum side side, uint64_t nodes,
				const atomic_bool *stop)
{
	const struct draughts_position *d = draughts_position_of_const(pos);

	/* No rulebook of draughts asks: a piece can always win with the opponent's help, none never. */
	return d->men[side] | d->kings[side] ? GAME_YES : GAME_NO;
}

static uint64_t count(const struct game_position *pos, unsigned depth)
{
	return draughts_count(draughts_position_of_const(pos), depth);
}

const struct game game_draughts = {
	.name = "draughts-10x10",
	.width = 10,
	.height = 10,
	.squares = DRAUGHTS_SQUARES,
	.pieces = "wbWB",
	.results = { "2-0", "0-2", "1-1", "0-0" },
	.start_fen = "W:W31-50:B1-20",
	.game_type = "20",
	.square_of_cell = square_of_cell,
	.cell_of_square = cell_of_square,
	.square_name = square_name,
	.square_parse = square_parse,
	.piece_side = piece_side,
	.parse = draughts_parse,
	.playable = draughts_playable,
	.format = draughts_format,
	.format_placement = draughts_format_placement,
	.to_move = to_move,
	.placement = placement,
	.sides = sides,
	.set_placement = set_placement,
	.standing = standing,
	.same = same,
	.key = key,
	.quiet_plies = quiet_plies,
	.move_number = move_number,
	.moves = moves,
	.some_moves = some_moves,
	.play = play,
	.in_check = in_check,
	.end = end,
	.move_text = draughts_move_text,
	.move_notation = draughts_move_text,
	.move_parse = draughts_move_parse,
	.fault = draughts_fault,
	.irregular = draughts_irregular,
	.shows_as = shows_as,
	.path_squares = path_squares,
	.aspects = aspects,
	.can_win = can_win,
	.perft = count,
};
