// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * FEN (PGN standard, 16.1), read strictly. Fields left out at the end are
 * "w - - 0 1". K and Q name the rook on the h-file and on the a-file, also for
 * a king that was set up on the d-file.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rules/chess/attacks.h"
#include "rules/chess/fen.h"
#include "rules/game-error.h"

static const char *const field_names[6] = {
	"placement", "side to move", "castling", "en passant", "half-move clock", "move number",
};

struct fen_reader {
	const char *text;
	unsigned at;
	struct game_error *err;
};

#define REFUSE(r, field, ...) game_refuse((r)->err, -EINVAL, field_names[field], (r)->at, __VA_ARGS__)

static bool field_ends(const struct fen_reader *r)
{
	return r->text[r->at] == ' ' || r->text[r->at] == '\0';
}

static int read_placement(struct fen_reader *r, struct chess_position *p)
{
	int rank = 7, file = 0;
	bool digit = false;
	char shown[16];

	for (;; r->at++) {
		char c = r->text[r->at];
		const char *letters = "PNBRQKpnbrqk", *l;

		if (field_ends(r) || c == '/') {
			if (file == 0 && rank == 7 && c != '/')
				return REFUSE(r, 0, "it is empty");
			if (file != 8)
				return REFUSE(r, 0, "rank %d has %d squares, not 8", rank + 1, file);
			if (c != '/') {
				if (rank)
					return REFUSE(r, 0, "there are %d ranks, not 8", 8 - rank);
				return 0;
			}
			if (!rank)
				return REFUSE(r, 0, "there are more than 8 ranks");
			rank--;
			file = 0;
			digit = false;
			continue;
		}
		if (c >= '1' && c <= '8') {
			if (digit)
				return REFUSE(r, 0, "rank %d has two numbers in a row", rank + 1);
			file += c - '0';
			digit = true;
		} else if ((l = strchr(letters, c))) {
			unsigned i = (unsigned)(l - letters);
			if (file < 8) {
				p->type[i % 6] |= bit((unsigned)(rank * 8 + file));
				p->colour[i / 6] |= bit((unsigned)(rank * 8 + file));
			}
			file++;
			digit = false;
		} else {
			return REFUSE(r, 0, "%s is not a piece", game_show_byte((unsigned char)c, shown));
		}
		if (file > 8)
			return REFUSE(r, 0, "rank %d has more than 8 squares", rank + 1);
	}
}

static int read_side(struct fen_reader *r, struct chess_position *p)
{
	char c = r->text[r->at], shown[16];

	if (c != 'w' && c != 'b')
		return REFUSE(r, 1, "%s is neither 'w' nor 'b'", game_show_byte((unsigned char)c, shown));
	p->side = c == 'w' ? WHITE : BLACK;
	r->at++;
	if (!field_ends(r))
		return REFUSE(r, 1, "it is one letter, 'w' or 'b'");
	return 0;
}

static int read_right(struct fen_reader *r, struct chess_position *p, unsigned i)
{
	enum side side = i / 2;
	const char *who = side ? "Black" : "White";
	unsigned rank = side ? 56 : 0, rook = rank + (i % 2 ? 0 : 7);
	uint64_t king = pieces(p, side, KING);

	if (king != bit(rank + 4) && king != bit(rank + 3))
		return REFUSE(r, 2, "'%c' needs %s's only king on e%c, or on d%c if it was set up there",
			      r->text[r->at], who, side ? '8' : '1', side ? '8' : '1');
	if (!(pieces(p, side, ROOK) & bit(rook)))
		return REFUSE(r, 2, "'%c' needs a rook of %s on %c%c", r->text[r->at], who, i % 2 ? 'a' : 'h',
			      side ? '8' : '1');
	p->castling |= (uint8_t)(1u << i);
	if (king == bit(rank + 3))
		p->castling |= side ? CASTLE_BLACK_MIRRORED : CASTLE_WHITE_MIRRORED;
	return 0;
}

static int read_castling(struct fen_reader *r, struct chess_position *p)
{
	static const char letters[] = "KQkq";
	char shown[16];
	int last = -1;

	if (field_ends(r))
		return REFUSE(r, 2, "it is empty");
	if (r->text[r->at] == '-') {
		r->at++;
		return field_ends(r) ? 0 : REFUSE(r, 2, "'-' must stand alone");
	}
	for (; !field_ends(r); r->at++) {
		const char *l = strchr(letters, r->text[r->at]);
		if (!l)
			return REFUSE(r, 2, "%s is not one of K, Q, k, q",
				      game_show_byte((unsigned char)r->text[r->at], shown));
		int i = (int)(l - letters);
		if (p->castling & 1u << i)
			return REFUSE(r, 2, "'%c' stands twice", *l);
		if (i < last)
			return REFUSE(r, 2, "'%c' is out of the order KQkq", *l);
		last = i;
		int code = read_right(r, p, (unsigned)i);
		if (code)
			return code;
	}
	return 0;
}

static int read_en_passant(struct fen_reader *r, struct chess_position *p)
{
	const char *t = r->text + r->at;
	char rank = p->side == WHITE ? '6' : '3';
	unsigned square;
	int back = p->side == WHITE ? 8 : -8; /* where the pawn came from, seen from the square it passed */

	if (field_ends(r))
		return REFUSE(r, 3, "it is empty");
	if (*t == '-') {
		r->at++;
		return field_ends(r) ? 0 : REFUSE(r, 3, "'-' must stand alone");
	}
	if (t[0] < 'a' || t[0] > 'h' || t[1] < '1' || t[1] > '8')
		return REFUSE(r, 3, "it is neither '-' nor a square");
	if (t[1] != rank)
		return REFUSE(r, 3, "with %s to move the square passed is on rank %c", p->side ? "Black" : "White",
			      rank);
	square = (unsigned)(t[1] - '1') * 8 + (unsigned)(t[0] - 'a');
	if (!(pieces(p, p->side ^ 1, PAWN) & bit((unsigned)((int)square - back))))
		return REFUSE(r, 3, "no pawn has just passed %c%c", t[0], t[1]);
	if (occupied(p) & (bit(square) | bit((unsigned)((int)square + back))))
		return REFUSE(r, 3, "a pawn that passed %c%c came through occupied squares", t[0], t[1]);
	r->at += 2;
	if (!field_ends(r))
		return REFUSE(r, 3, "it is one square");
	p->en_passant = (uint8_t)square;
	return 0;
}

static int read_number(struct fen_reader *r, unsigned field, unsigned least, uint16_t *ret)
{
	unsigned long value = 0;
	char shown[16];

	if (field_ends(r))
		return REFUSE(r, field, "it is empty");
	for (; !field_ends(r); r->at++) {
		char c = r->text[r->at];
		if (c < '0' || c > '9')
			return REFUSE(r, field, "%s is not a digit", game_show_byte((unsigned char)c, shown));
		value = value * 10 + (unsigned long)(c - '0');
		if (value > UINT16_MAX)
			return REFUSE(r, field, "it is greater than %u", UINT16_MAX);
	}
	if (value < least)
		return REFUSE(r, field, "it is less than %u", least);
	*ret = (uint16_t)value;
	return 0;
}

int chess_parse(const char *fen, struct chess_position *ret, struct game_error *err)
{
	struct chess_position p = { .en_passant = GAME_NO_SQUARE, .fullmove = 1 };
	struct fen_reader r = { .text = fen, .err = err };
	int code = 0;

	for (unsigned field = 0; !code; field++) {
		switch (field) {
		case 0:
			code = read_placement(&r, &p);
			break;
		case 1:
			code = read_side(&r, &p);
			break;
		case 2:
			code = read_castling(&r, &p);
			break;
		case 3:
			code = read_en_passant(&r, &p);
			break;
		case 4:
			code = read_number(&r, 4, 0, &p.halfmove_clock);
			break;
		case 5:
			code = read_number(&r, 5, 1, &p.fullmove);
			break;
		}
		if (code)
			return code;
		if (!r.text[r.at])
			break;
		r.at++;
		if (field == 5)
			return game_refuse(err, -EINVAL, "end", r.at, "there are more than six fields");
		if (!r.text[r.at])
			return game_refuse(err, -EINVAL, field_names[field + 1], r.at, "it is empty");
	}
	*ret = p;
	return 0;
}

/* What a game cannot start from, although it can be read. Article: the laws' initial position and moves. */
int chess_playable(const struct chess_position *p, struct game_error *err)
{
	static const char *const names[2] = { "White", "Black" };
	static const uint8_t at_first[6] = { 8, 2, 2, 2, 1, 1 };

#define NOT_PLAYABLE(field, ...) game_refuse(err, -EINVAL, field_names[field], 0, __VA_ARGS__)
	for (unsigned s = WHITE; s <= BLACK; s++) {
		int kings = __builtin_popcountll(pieces(p, s, KING));
		if (kings != 1)
			return NOT_PLAYABLE(0, kings ? "%s has %d kings" : "%s has no king", names[s], kings);
	}
	if (p->type[PAWN] & (RANK_1 | RANK_8)) {
		unsigned square = first_square(p->type[PAWN] & (RANK_1 | RANK_8));
		return NOT_PLAYABLE(0, "a pawn stands on %c%c", 'a' + (int)(square & 7), '1' + (int)(square >> 3));
	}
	for (unsigned s = WHITE; s <= BLACK; s++) {
		int extra = 0, pawns = __builtin_popcountll(pieces(p, s, PAWN));
		if (__builtin_popcountll(p->colour[s]) > 16)
			return NOT_PLAYABLE(0, "%s has more than 16 pieces", names[s]);
		if (pawns > 8)
			return NOT_PLAYABLE(0, "%s has %d pawns", names[s], pawns);
		for (unsigned t = KNIGHT; t <= QUEEN; t++) {
			int over = __builtin_popcountll(pieces(p, s, t)) - at_first[t];
			extra += over > 0 ? over : 0;
		}
		if (extra > 8 - pawns)
			return NOT_PLAYABLE(0, "%s has more promoted pieces than missing pawns", names[s]);
	}
	if (chess_king_attacks[first_square(pieces(p, WHITE, KING))] & pieces(p, BLACK, KING))
		return NOT_PLAYABLE(0, "the kings stand next to each other");
	if (chess_in_check(p, p->side ^ 1))
		return NOT_PLAYABLE(1, "%s is in check, but %s is to move", names[p->side ^ 1], names[p->side]);
	if (__builtin_popcountll(chess_attackers_to(p, first_square(pieces(p, p->side, KING)), occupied(p)) &
				 p->colour[p->side ^ 1]) > 2)
		return NOT_PLAYABLE(0, "%s is in check from more than two pieces", names[p->side]);
	return 0;
#undef NOT_PLAYABLE
}

int chess_format_placement(const struct chess_position *p, char *buf)
{
	char *at = buf, squares[64];

	chess_placement(p, squares);
	for (int rank = 7; rank >= 0; rank--) {
		int empty = 0;
		for (int file = 0; file < 8; file++) {
			char c = squares[rank * 8 + file];
			if (c == '.') {
				empty++;
				continue;
			}
			if (empty)
				*at++ = (char)('0' + empty);
			empty = 0;
			*at++ = c;
		}
		if (empty)
			*at++ = (char)('0' + empty);
		if (rank)
			*at++ = '/';
	}
	*at = '\0';
	return (int)(at - buf);
}

int chess_format(const struct chess_position *p, char buf[static GAME_FEN])
{
	char rights[5], *r = rights, passed[3] = "-";

	for (unsigned i = 0; i < 4; i++)
		if (p->castling & 1u << i)
			*r++ = "KQkq"[i];
	if (r == rights)
		*r++ = '-';
	*r = '\0';
	if (p->en_passant < 64)
		snprintf(passed, sizeof passed, "%c%c", "abcdefgh"[p->en_passant & 7],
			 "12345678"[p->en_passant >> 3 & 7]);
	int n = chess_format_placement(p, buf);
	return n + snprintf(buf + n, (size_t)(GAME_FEN - n), " %c %s %s %u %u", p->side ? 'b' : 'w', rights, passed,
			    p->halfmove_clock, p->fullmove);
}
