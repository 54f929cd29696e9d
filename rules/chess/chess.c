// SPDX-License-Identifier: GPL-2.0-or-later
/* Chess as the rest of Flagfall knows it: the table of rules/game.h over struct chess_position. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rules/chess/unwinnable.h"
#include "rules/chess/moves.h"
#include "rules/chess/position.h"

_Static_assert(sizeof(struct chess_position) <= sizeof(struct game_position), "a position must fit");

static struct chess_position unpack(const struct game_position *pos)
{
	struct chess_position p;
	memcpy(&p, pos->bytes, sizeof p);
	return p;
}

/* The same without a copy. */
static const struct chess_position *view(const struct game_position *pos)
{
	return (const struct chess_position *)pos->bytes;
}

static void pack(struct game_position *pos, const struct chess_position *p)
{
	memset(pos, 0, sizeof *pos);
	memcpy(pos->bytes, p, sizeof *p);
}

static int cell_identity(unsigned cell)
{
	return cell < 64 ? (int)cell : -EINVAL;
}

static int square_name(unsigned square, char buf[static 8])
{
	if (square >= 64)
		return -EINVAL;
	return snprintf(buf, 8, "%c%c", 'a' + (int)(square & 7), '1' + (int)(square >> 3));
}

static int square_parse(const char *t)
{
	if (t[0] < 'a' || t[0] > 'h' || t[1] < '1' || t[1] > '8' || t[2])
		return -EINVAL;
	return (t[1] - '1') * 8 + (t[0] - 'a');
}

/* Asked for every square at every event. */
static enum side piece_side(char piece)
{
	/* 1 + the side */
	static const uint8_t of[128] = {
		['P'] = 1, ['N'] = 1, ['B'] = 1, ['R'] = 1, ['Q'] = 1, ['K'] = 1,
		['p'] = 2, ['n'] = 2, ['b'] = 2, ['r'] = 2, ['q'] = 2, ['k'] = 2,
	};
	unsigned side = of[piece & 0x7f];

	return side && piece > 0 ? (enum side)(side - 1) : NO_SIDE;
}

/* NO_TYPE: no piece's letter. */
static enum chess_type letter_type(char piece)
{
	switch (piece) {
	case 'P':
	case 'p':
		return PAWN;
	case 'N':
	case 'n':
		return KNIGHT;
	case 'B':
	case 'b':
		return BISHOP;
	case 'R':
	case 'r':
		return ROOK;
	case 'Q':
	case 'q':
		return QUEEN;
	case 'K':
	case 'k':
		return KING;
	default:
		return NO_TYPE;
	}
}

static int parse(const char *fen, struct game_position *ret, struct game_error *err)
{
	struct chess_position p;
	int r = chess_parse(fen, &p, err);
	if (r == 0)
		pack(ret, &p);
	return r;
}

static int parse_960(const char *fen, struct game_position *ret, struct game_error *err)
{
	struct chess_position p;
	int r = chess960_parse(fen, &p, err);
	if (r == 0)
		pack(ret, &p);
	return r;
}

static int start_960(unsigned number, struct game_position *ret)
{
	struct chess_position p;
	int r = chess960_start(number, &p);
	if (r == 0)
		pack(ret, &p);
	return r;
}

static int playable(const struct game_position *pos, struct game_error *err)
{
	struct chess_position p = unpack(pos);
	return chess_playable(&p, err);
}

static int format(const struct game_position *pos, char buf[static GAME_FEN])
{
	struct chess_position p = unpack(pos);
	return chess_format(&p, buf);
}

static int format_placement(const struct game_position *pos, char buf[static GAME_FEN])
{
	struct chess_position p = unpack(pos);
	return chess_format_placement(&p, buf);
}

static int format_by_file(const struct game_position *pos, char buf[static GAME_FEN])
{
	struct chess_position p = unpack(pos);
	return chess_format_shredder(&p, buf);
}

static enum side to_move(const struct game_position *pos)
{
	return (enum side)unpack(pos).side;
}

static void placement(const struct game_position *pos, char squares[static GAME_MAX_SQUARES])
{
	struct chess_position p = unpack(pos);

	chess_placement(&p, squares);
}

static void sides(const struct game_position *pos, uint64_t squares[static 2])
{
	struct chess_position p = unpack(pos);

	memcpy(squares, p.colour, sizeof p.colour);
}

#define USUAL_ARRAY "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static void set_placement(struct game_position *pos, const char squares[static GAME_MAX_SQUARES], enum side side)
{
	struct chess_position p = unpack(pos), before = p;

	memset(p.type, 0, sizeof p.type);
	memset(p.colour, 0, sizeof p.colour);
	for (unsigned s = 0; s < 64; s++) {
		enum chess_type t = letter_type(squares[s]);
		if (t == NO_TYPE)
			continue;
		p.type[t] |= bit(s);
		p.colour[piece_side(squares[s])] |= bit(s);
	}
	p.side = (uint8_t)(side == BLACK);
	p.en_passant = GAME_NO_SQUARE;
	chess_trim_castling(&p, &before);
	pack(pos, &p);
}

/* A pawn of the other side has come past that square, and one of the side to move may take it there. */
static bool may_be_passed(const struct chess_position *p, unsigned square)
{
	const unsigned rank = p->side == WHITE ? 5 : 2, came_from = square ^ 24, stands_on = square ^ 8;

	return square / 8 == rank && !(occupied(p) & (bit(square) | bit(came_from))) &&
	       pieces(p, (enum side)(p->side ^ 1), PAWN) & bit(stands_on) && chess_en_passant(p) == square;
}

static int stands(const struct chess_position *from, const char squares[static GAME_MAX_SQUARES], enum side side,
		  unsigned passed, struct game_position *ret)
{
	struct chess_position p;

	pack(ret, from);
	set_placement(ret, squares, side);
	p = unpack(ret);
	if (p.castling_style & CASTLE_CHESS960)
		p.castling = chess960_rights(&p);
	p.en_passant = (uint8_t)passed;
	if (chess_playable(&p, NULL) < 0 || (passed != GAME_NO_SQUARE && !may_be_passed(&p, passed)))
		return -EINVAL;
	pack(ret, &p);
	return 0;
}

static int standing(const char squares[static GAME_MAX_SQUARES], enum side side, unsigned passed,
		    struct game_position *ret)
{
	struct chess_position start;

	chess_parse(USUAL_ARRAY, &start, NULL);
	return stands(&start, squares, side, passed, ret);
}

static int standing_960(const char squares[static GAME_MAX_SQUARES], enum side side, unsigned passed,
			struct game_position *ret)
{
	struct chess_position start;

	chess960_parse(USUAL_ARRAY, &start, NULL);
	return stands(&start, squares, side, passed, ret);
}

static bool same(const struct game_position *a, const struct game_position *b)
{
	struct chess_position pa = unpack(a), pb = unpack(b);
	return chess_same(&pa, &pb);
}

static uint64_t key(const struct game_position *pos)
{
	return chess_key(view(pos));
}

static unsigned quiet_plies(const struct game_position *pos)
{
	return unpack(pos).halfmove_clock;
}

static unsigned move_number(const struct game_position *pos)
{
	return unpack(pos).fullmove;
}

static inline __attribute__((always_inline)) struct game_move export_move(const struct chess_position *p, chess_move m)
{
	unsigned from = chess_move_from(m), to = chess_move_to(m), kind = chess_move_kind(m);
	struct game_move g = { .from = (uint8_t)from, .to = (uint8_t)to };

	if (p->colour[p->side ^ 1] & bit(to))
		g.captured = bit(to);
	if (kind == MOVE_EN_PASSANT) {
		g.captured = bit(to ^ 8);
		g.flags |= GAME_MOVE_EN_PASSANT;
	}
	if (g.captured)
		g.flags |= GAME_MOVE_CAPTURE;
	if (kind == MOVE_CASTLING) {
		unsigned rook = chess_castling_rook(p, from, to);

		g.flags |= GAME_MOVE_CASTLING;
		g.rook_from = (uint8_t)rook;
		g.rook_to = (uint8_t)chess_castled_rook(rook, from, to);
	}
	if (kind == MOVE_PROMOTION) {
		g.flags |= GAME_MOVE_PROMOTION;
		g.promotion = (p->side ? "pnbrqk" : "PNBRQK")[chess_move_promotion(m)];
	}
	if (g.captured || p->type[PAWN] & bit(from))
		g.flags |= GAME_MOVE_IRREVERSIBLE;
	return g;
}

/* A move of the table is trusted to be legal only so far that nothing is read or written out of bounds. */
static chess_move import_move(const struct game_move *g)
{
	unsigned kind = MOVE_PLAIN;

	if (g->flags & GAME_MOVE_CASTLING)
		kind = MOVE_CASTLING;
	else if (g->flags & GAME_MOVE_EN_PASSANT)
		kind = MOVE_EN_PASSANT;
	else if (g->promotion) {
		static const char letters[] = "nNbBrRqQ";
		const char *l = strchr(letters, g->promotion);
		kind = MOVE_PROMOTION | (l ? (unsigned)(l - letters) / 2 : 3) << 12;
	}
	return chess_move_make(g->from & 63, g->to & 63, kind);
}

static void moves(const struct game_position *pos, struct game_moves *ret)
{
	struct chess_position p = unpack(pos);
	struct chess_moves all;

	chess_generate(&p, &all);
	ret->count = all.count < GAME_MAX_MOVES ? all.count : GAME_MAX_MOVES;
	for (unsigned i = 0; i < ret->count; i++)
		ret->move[i] = export_move(&p, all.move[i]);
}

static void some_moves(const struct game_position *pos, const struct game_choice *choice, struct game_moves *ret)
{
	const struct chess_position *p = view(pos);
	struct chess_moves some;

	chess_generate_some(p, choice, &some);
	ret->count = some.count < GAME_MAX_MOVES ? some.count : GAME_MAX_MOVES;
	for (unsigned i = 0; i < ret->count; i++)
		ret->move[i] = export_move(p, some.move[i]);
}

static void play(struct game_position *pos, const struct game_move *move)
{
	struct chess_position *p = (struct chess_position *)pos->bytes;

	if (chess_type_on(p, move->from & 63) != NO_TYPE)
		chess_play(p, import_move(move));
}

static bool in_check(const struct game_position *pos, enum side side)
{
	struct chess_position p = unpack(pos);
	return side != NO_SIDE && chess_in_check(&p, side);
}

static enum game_end end(const struct game_position *pos)
{
	struct chess_position p = unpack(pos);

	if (chess_has_move(&p))
		return GAME_GOES_ON;
	return chess_in_check(&p, (enum side)p.side) ? GAME_CHECKMATE : GAME_STALEMATE;
}

static int move_text(const struct game_position *pos, const struct game_move *move, char buf[static GAME_TEXT])
{
	struct chess_position p = { 0 };

	return chess_move_text(&p, import_move(move), buf);
}

/* The king's square and the rook's. pos may be NULL if the move says which rook. */
static int move_text_960(const struct game_position *pos, const struct game_move *move, char buf[static GAME_TEXT])
{
	struct chess_position p = { .castling_style = CASTLE_CHESS960 };

	if (move->flags & GAME_MOVE_CASTLING)
		p.castling = move->rook_from || !pos ? bit(move->rook_from & 63) : unpack(pos).castling;
	return chess_move_text(&p, import_move(move), buf);
}

static int move_notation(const struct game_position *pos, const struct game_move *move, char buf[static GAME_TEXT])
{
	struct chess_position p = unpack(pos);

	if (chess_type_on(&p, move->from & 63) == NO_TYPE)
		return -EINVAL;
	return chess_move_san(&p, import_move(move), buf);
}

static int move_parse(const struct game_position *pos, const char *text, struct game_move *ret)
{
	struct chess_position p = unpack(pos);
	chess_move m;
	int r = chess_move_read(&p, text, &m, NULL);

	if (r == 0)
		*ret = export_move(&p, m);
	return r;
}

static int fault(const struct game_position *pos, unsigned from, unsigned to)
{
	struct chess_position p = unpack(pos);
	return chess_fault(&p, from, to);
}

static int best_exchange(const struct game_position *pos)
{
	struct chess_position p = unpack(pos);
	return chess_best_exchange(&p);
}

static int exchange_loss(const struct game_position *pos, const struct game_move *move, int best)
{
	struct chess_position p = unpack(pos);
	return chess_exchange_loss(&p, import_move(move), best);
}

static enum game_answer can_win(const struct game_position *pos, enum side side, uint64_t nodes,
				const atomic_bool *stop)
{
	struct chess_position p = unpack(pos);
	return chess_can_win(&p, side, nodes, stop);
}

static uint64_t perft(const struct game_position *pos, unsigned depth)
{
	struct chess_position p = unpack(pos);
	return chess_perft(&p, depth);
}

/* What chess and Chess960 have in common. */
#define BOTH_GAMES \
	.width = 8, .height = 8, .squares = 64, .pieces = "PNBRQKpnbrqk", \
	.results = { "1-0", "0-1", "1/2-1/2", "0-0" }, .square_of_cell = cell_identity, \
	.cell_of_square = cell_identity, .square_name = square_name, .square_parse = square_parse, \
	.piece_side = piece_side, .playable = playable, .format = format, .format_placement = format_placement, \
	.to_move = to_move, .placement = placement, .sides = sides, .set_placement = set_placement, .same = same, \
	.key = key, .quiet_plies = quiet_plies, .move_number = move_number, .moves = moves, .some_moves = some_moves, \
	.play = play, .in_check = in_check, .end = end, .move_notation = move_notation, .move_parse = move_parse, \
	.fault = fault, .best_exchange = best_exchange, .exchange_loss = exchange_loss, .can_win = can_win, \
	.perft = perft

const struct game game_chess = {
	.name = "chess",
	.start_fen = USUAL_ARRAY,
	.parse = parse,
	.standing = standing,
	.move_text = move_text,
	BOTH_GAMES,
};

/* Chess from one of 960 arrays; the usual one is among them. Only the set-up, castling and its texts are its own. */
const struct game game_chess960 = {
	.name = "chess960",
	.variant = "Chess960",
	.rulebooks_of = "chess",
	.start_fen = USUAL_ARRAY,
	.parse = parse_960,
	.standing = standing_960,
	.format_by_file = format_by_file,
	.move_text = move_text_960,
	.starts = CHESS960_STARTS,
	.start = start_960,
	.start_number = chess960_number,
	BOTH_GAMES,
};
