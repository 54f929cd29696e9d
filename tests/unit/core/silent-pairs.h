/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pairs of games by chance that begin within a real game. In one turn the legal game, line 0, and the other one, line
 * 1, part: a piece comes to stand where no rule lets it. Play goes on after it.
 */
#ifndef TESTS_CORE_SILENT_PAIRS_H
#define TESTS_CORE_SILENT_PAIRS_H

#include "tests/data/open-data.h"
#include "tests/unit/core/pair-hands.h"

static const char *const pair_names[PAIR_KINDS] = {
	"geometry",
	"blocked path",
	"illegal capture",
	"into check",
	"castling on other squares",
	"castling without the right",
	"en passant too late",
	"two pieces",
	"a second piece",
	"no promotion",
	"wrong promotion",
};

/* --- the turns in which they part --- */

/* Each line's own deed. False: a game would be over. */
static bool part(struct pair *p, const struct deed deeds[2], const struct game_move *move)
{
	const enum side side = p->game->to_move(&p->line[0].pos);

	if (p->parted == UINT32_MAX)
		p->parted = p->plies;
	add_turn(p, &deeds[0], &deeds[1], side);
	for (unsigned i = 0; i < 2; i++)
		go_on(p, &p->line[i], i == 0 ? move : NULL);
	return !ends(p, &p->line[0]) && !ends(p, &p->line[1]);
}

static bool takes_and_goes(const struct pair *p, const struct game_move *m, unsigned to)
{
	const char *board = p->line[0].board;
	const bool takes = m->flags & GAME_MOVE_CAPTURE;

	if (to == m->from || to == m->to || (board[to] | 0x20) == 'k')
		return false;
	return takes ? p->game->piece_side(board[to]) == other_side(p->game->to_move(&p->line[0].pos)) :
		       board[to] == '.';
}

static bool is_of_kind(const struct pair *p, const struct game_move *m, unsigned to)
{
	const int fault = p->game->fault(&p->line[0].pos, m->from, to);
	const bool takes = m->flags & GAME_MOVE_CAPTURE;

	if (fault <= 0 || !takes_and_goes(p, m, to) ||
	    ((p->line[0].board[m->from] | 0x20) == 'p' && (to < 8 || to >= 56)))
		return false;
	return p->kind == PAIR_GEOMETRY ? fault == TURN_FAULT_PIECE && !takes :
	       p->kind == PAIR_BLOCKED	? fault == TURN_FAULT_BLOCKED && !takes :
	       p->kind == PAIR_CAPTURE	? takes :
					  fault == TURN_FAULT_CHECK;
}

/* The same piece goes elsewhere. */
static bool part_by_goal(struct pair *p, const struct game_moves *moves)
{
	for (unsigned i = 0; i < moves->count; i++) {
		const struct game_move *m = &moves->move[i];
		unsigned first = pair_next(p, 64);
		struct game_move other = *m;

		if (m->flags & (GAME_MOVE_CASTLING | GAME_MOVE_EN_PASSANT | GAME_MOVE_PROMOTION))
			continue;
		for (unsigned k = 0; k < 64; k++) {
			const unsigned to = (first + k) % 64;
			struct deed d[2] = { { .count = 0 }, { .count = 0 } };
			bool order;

			if (!is_of_kind(p, m, to))
				continue;
			other.to = (uint8_t)to;
			other.captured = m->captured ? UINT64_C(1) << to : 0;
			order = pair_next(p, 2);
			add_move(&d[0], p->line[0].board, m, order, false);
			add_move(&d[1], p->line[1].board, &other, order, false);
			return part(p, d, m);
		}
	}
	return false;
}

/* King and rook do not come where they should. */
static bool part_by_castling(struct pair *p, const struct game_moves *moves)
{
	for (unsigned i = 0; i < moves->count; i++) {
		const struct game_move *m = &moves->move[i];
		struct game_move other = *m;
		struct deed d[2] = { { .count = 0 }, { .count = 0 } };

		if (!(m->flags & GAME_MOVE_CASTLING))
			continue;
		if (pair_next(p, 2))
			other.rook_to = m->from; /* the rook to where the king was */
		else if (pair_next(p, 2))
			other.to = m->rook_to, other.rook_to = m->to; /* exchanged */
		else
			other.rook_to = m->to > m->from ? m->from - 1 : m->from + 1; /* on the king's other side */
		if (other.rook_to != m->from && other.rook_to != m->to && p->line[1].board[other.rook_to] != '.')
			continue;
		add_move(&d[0], p->line[0].board, m, false, false);
		add_move(&d[1], p->line[1].board, &other, false, false);
		return part(p, d, m);
	}
	return false;
}

static bool is_quiet(const struct game_move *m)
{
	return !(m->flags & (GAME_MOVE_CAPTURE | GAME_MOVE_CASTLING | GAME_MOVE_EN_PASSANT | GAME_MOVE_PROMOTION));
}

/* Number n, in any order, of the quiet moves that leave the squares of avoid alone. */
static bool quiet_move(struct pair *p, const struct game_position *pos, uint64_t avoid, bool no_pawn,
		       struct game_move *ret)
{
	struct game_moves moves;

	p->game->moves(pos, &moves);
	shuffle_moves(p, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		const struct game_move *m = &moves.move[i];

		if (!is_quiet(m) || avoid & (UINT64_C(1) << m->from | UINT64_C(1) << m->to) ||
		    (no_pawn && m->flags & GAME_MOVE_IRREVERSIBLE))
			continue;
		*ret = *m;
		return true;
	}
	return false;
}

static bool try_line(const struct pair *p, const struct game_move *moves, unsigned count)
{
	struct game_position pos = p->line[0].pos;

	for (unsigned i = 0; i < count; i++) {
		if (!find_legal(p->game, &pos, &moves[i]))
			return false;
		p->game->play(&pos, &moves[i]);
		if (p->game->end(&pos) != GAME_GOES_ON)
			return false;
	}
	return true;
}

/* Turns of both, each line its own; the last one is the same, and legal in line 0 alone. */
static bool part_by_turns(struct pair *p, const struct game_move *legal, const struct game_move *other, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		struct deed d[2] = { { .count = 0 }, { .count = 0 } };
		const bool order = pair_next(p, 2);

		add_move(&d[0], p->line[0].board, &legal[i], order, false);
		add_move(&d[1], p->line[1].board, &other[i], order, false);
		if (p->parted == UINT32_MAX && memcmp(&d[0], &d[1], sizeof(d[0])))
			p->parted = p->plies;
		add_turn(p, &d[0], &d[1], p->game->to_move(&p->line[0].pos));
		go_on(p, &p->line[0], &legal[i]);
		go_on(p, &p->line[1], &other[i]);
	}
	return p->parted != UINT32_MAX && !ends(p, &p->line[0]) && !ends(p, &p->line[1]);
}

static struct game_move back_again(const struct game_move *m)
{
	struct game_move back = *m;

	back.from = m->to;
	back.to = m->from;
	return back;
}

/* A piece goes and comes back, and then the king castles: it is the rook's, or another one. */
static bool part_by_right(struct pair *p, const struct game_moves *moves)
{
	for (unsigned i = 0; i < moves->count; i++) {
		const struct game_move *m = &moves->move[i];
		struct game_move legal[5], other[5];
		uint64_t avoid = UINT64_C(1) << m->from | UINT64_C(1) << m->rook_from;
		struct game_position pos = p->line[0].pos;

		if (!(m->flags & GAME_MOVE_CASTLING))
			continue;
		for (unsigned k = 0; k < 8; k++) {
			pos = p->line[0].pos;
			if (!quiet_move(p, &pos, avoid, true, &legal[0]))
				break;
			other[0] = (struct game_move){ .from = m->rook_from,
						       .to = pair_next(p, 2) ? m->rook_to : m->to };
			p->game->play(&pos, &legal[0]);
			if (!quiet_move(p, &pos, 0, false, &legal[1]))
				break;
			other[1] = legal[1];
			legal[2] = back_again(&legal[0]);
			other[2] = back_again(&other[0]);
			p->game->play(&pos, &legal[2]); /* only its squares are of interest */
			pos = p->line[0].pos;
			p->game->play(&pos, &legal[0]);
			p->game->play(&pos, &legal[1]);
			if (!find_legal(p->game, &pos, &legal[2]))
				continue;
			p->game->play(&pos, &legal[2]);
			if (!quiet_move(p, &pos, 0, false, &legal[3]))
				continue;
			other[3] = legal[3];
			legal[4] = other[4] = *m;
			if (try_line(p, legal, 5) && try_line(p, other, 4))
				return part_by_turns(p, legal, other, 5);
		}
	}
	return false;
}

/* A pawn passes the other one, and is taken at once or two turns later. */
static bool part_by_passant(struct pair *p, const struct game_moves *moves)
{
	for (unsigned i = 0; i < moves->count; i++) {
		struct game_position pos = p->line[0].pos;
		const struct game_move *pass = &moves->move[i];
		struct game_move legal[4], other[4];
		struct game_moves replies;

		if ((p->line[0].board[pass->from] | 0x20) != 'p' ||
		    (pass->to > pass->from ? pass->to - pass->from : pass->from - pass->to) != 16)
			continue;
		p->game->play(&pos, pass);
		p->game->moves(&pos, &replies);
		for (unsigned k = 0; k < replies.count; k++) {
			const uint64_t way = UINT64_C(0x0101010101010101) << pass->from % 8;

			if (!(replies.move[k].flags & GAME_MOVE_EN_PASSANT))
				continue;
			for (unsigned n = 0; n < 8; n++) {
				const uint64_t avoid = way | UINT64_C(1) << replies.move[k].from;

				pos = p->line[0].pos;
				if (!quiet_move(p, &pos, avoid, false, &legal[0]))
					break;
				p->game->play(&pos, &legal[0]);
				if (!quiet_move(p, &pos, avoid, false, &legal[1]))
					break;
				legal[2] = *pass;
				legal[3] = replies.move[k];
				other[0] = *pass;
				other[1] = legal[1];
				other[2] = legal[0];
				other[3] = legal[3];
				if (try_line(p, legal, 4) && try_line(p, other, 3))
					return part_by_turns(p, legal, other, 4);
			}
		}
	}
	return false;
}

/* After the move a second piece goes to a square that it reaches, or to another. */
static bool part_by_second(struct pair *p, const struct game_moves *moves)
{
	const char *board = p->line[0].board;

	for (unsigned i = 0; i + 1 < moves->count; i++) {
		const struct game_move *m = &moves->move[i], *second = &moves->move[i + 1];
		struct deed d[2] = { { .count = 0 }, { .count = 0 } };
		unsigned to = pair_next(p, 64);

		if (!is_quiet(m) || !is_quiet(second) || second->from == m->from || second->to == m->to ||
		    second->to == m->from || board[to] != '.' || to == m->to || to == second->to ||
		    ((board[second->from] | 0x20) == 'p' && (to < 8 || to >= 56)) ||
		    p->game->fault(&p->line[0].pos, second->from, to) <= 0)
			continue;
		for (unsigned k = 0; k < 2; k++) {
			add_move(&d[k], board, m, false, false);
			add_step(&d[k], second->from, 0);
			add_step(&d[k],
				 k			  ? second->to :
				 p->kind == PAIR_PUT_BACK ? second->from :
							    to,
				 board[second->from]);
		}
		return part(p, d, p->kind == PAIR_PUT_BACK ? m : NULL);
	}
	return false;
}

/* A pawn on the last rank stays one, or becomes what it may not. */
static bool part_by_promotion(struct pair *p, const struct game_moves *moves)
{
	for (unsigned i = 0; i < moves->count; i++) {
		const struct game_move *m = &moves->move[i];
		const bool order = pair_next(p, 2), stages = p->kind == PAIR_WRONG_PROMOTED && pair_next(p, 2);
		struct game_move other = *m;
		struct deed d[2] = { { .count = 0 }, { .count = 0 } };

		if (!m->promotion || (m->promotion | 0x20) != 'q')
			continue;
		other.promotion = p->kind == PAIR_PAWN_LEFT ? p->line[0].board[m->from] :
				  pair_next(p, 2)	    ? (char)(m->promotion + 'K' - 'Q') :
							      (char)(m->promotion ^ 0x20);
		add_move(&d[0], p->line[0].board, m, order, stages);
		add_move(&d[1], p->line[1].board, &other, order, stages);
		return part(p, d, m);
	}
	return false;
}

static bool part_lines(struct pair *p)
{
	struct game_moves moves;

	p->game->moves(&p->line[0].pos, &moves);
	shuffle_moves(p, &moves);
	switch (p->kind) {
	case PAIR_CASTLING:
		return part_by_castling(p, &moves);
	case PAIR_RIGHT_LOST:
		return part_by_right(p, &moves);
	case PAIR_LATE_PASSANT:
		return part_by_passant(p, &moves);
	case PAIR_TWO_PIECES:
	case PAIR_PUT_BACK:
		return part_by_second(p, &moves);
	case PAIR_PAWN_LEFT:
	case PAIR_WRONG_PROMOTED:
		return part_by_promotion(p, &moves);
	default:
		return part_by_goal(p, &moves);
	}
}

/* --- the positions before --- */

#define REAL_GAMES 4000

struct real_games {
	char *moves[REAL_GAMES];
	unsigned count;
};

static void read_games(struct real_games *g)
{
	FILE *f = open_data("games/chess.jsonl", "games/chess.jsonl", NULL);
	char *line = NULL;
	size_t room = 0;

	assert_non_null(f);
	while (g->count < REAL_GAMES && getline(&line, &room, f) > 0) {
		json_t *o = json_loads(line, 0, NULL);
		const char *moves = json_string_value(json_object_get(o, "moves"));

		if (moves)
			g->moves[g->count++] = strdup(moves);
		json_decref(o);
	}
	free(line);
	fclose(f);
	assert_true(g->count > 0);
}

static void free_games(struct real_games *g)
{
	while (g->count)
		free(g->moves[--g->count]);
}

/* After so many plies of that game; for a promotion a pawn is put before its goal. False: there are not so many. */
static bool set_start(struct pair *p, const char *moves, unsigned plies)
{
	struct game_move m;
	char text[8];

	assert_int_equal(p->game->parse(p->game->start_fen, &p->start, NULL), 0);
	for (; plies; plies--, moves += strcspn(moves, " "), moves += *moves == ' ') {
		if (!*moves)
			return false;
		snprintf(text, sizeof(text), "%.*s", (int)strcspn(moves, " "), moves);
		if (p->game->move_parse(&p->start, text, &m) < 0)
			return false;
		p->game->play(&p->start, &m);
	}
	return p->game->end(&p->start) == GAME_GOES_ON;
}

static void put_pawn(struct pair *p)
{
	char squares[GAME_MAX_SQUARES];
	const enum side side = p->game->to_move(&p->start);
	unsigned file = pair_next(p, 8), seventh = side == WHITE ? 48 : 8, last = side == WHITE ? 56 : 0;
	struct game_position pos = p->start;

	p->game->placement(&pos, squares);
	if ((squares[seventh + file] | 0x20) == 'k' || (squares[last + file] | 0x20) == 'k')
		return;
	squares[seventh + file] = side == WHITE ? 'P' : 'p';
	squares[last + file] = '.';
	p->game->set_placement(&pos, squares, side);
	if (p->game->playable(&pos, NULL) == 0)
		p->start = pos;
}

/* Number n of that kind. False: none is found there. */
static bool make_pair(struct pair *p, const struct game *game, const struct real_games *games, enum pair_kind kind,
		      uint32_t n)
{
	memset(p, 0, offsetof(struct pair, line));
	p->inputs = p->plies = 0;
	p->game = game;
	p->kind = kind;
	p->seed = n * 2654435761u + (uint32_t)kind * 40503u;
	pair_next(p, 2);
	for (unsigned attempt = 0; attempt < 400; attempt++) {
		const unsigned most = kind == PAIR_CASTLING || kind == PAIR_RIGHT_LOST ? 24 : 60;
		struct input last;
		unsigned before;

		if (!set_start(p, games->moves[pair_next(p, games->count)], 2 + pair_next(p, most)))
			continue;
		before = pair_next(p, 4);
		if (kind == PAIR_PAWN_LEFT || kind == PAIR_WRONG_PROMOTED) {
			put_pawn(p);
			before = 0;
		}
		p->inputs = p->plies = 0;
		p->parted = UINT32_MAX;
		p->t_us = 1000000;
		for (unsigned i = 0; i < 2; i++) {
			p->line[i].pos = p->start;
			memset(p->line[i].board, '.', GAME_MAX_SQUARES);
			game->placement(&p->start, p->line[i].board);
		}
		play_on(p, before);
		if (p->plies != before || !part_lines(p))
			continue;
		play_on(p, PAIR_AFTER);
		if (p->plies < p->parted + PAIR_AFTER - 2)
			continue;
		p->t_us += 10000000;
		last = input_at(p->t_us, INPUT_TICK);
		add_input(p, &last, &last);
		return true;
	}
	return false;
}

#endif
