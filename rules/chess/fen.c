// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * FEN (PGN standard, 16.1), read strictly. Fields left out at the end are
 * "w - - 0 1". K and Q name the rook on the h-file and on the a-file, also for
 * a king that was set up on the d-file. In Chess960 they name the outermost
 * rook on that side of the king (X-FEN), and a file's letter the rook on it
 * (Shredder-FEN; X-FEN for other rooks).
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rules/chess/attacks.h"
#include "rules/chess/position.h"
#include "rules/game.h"

static const char *const field_names[6] = {
	"placement", "side to move", "castling", "en passant", "half-move clock", "move number",
};

struct fen_reader {
	const char *text;
	unsigned at;
	struct game_error *err;
	bool chess960;
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

static int fen_read_side(struct fen_reader *r, struct chess_position *p)
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

/* The right toward the h-file or the a-file of a king on e, or on d if it was set up there; i: its place in KQkq. */
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
	p->castling |= bit(rook);
	if (king == bit(rank + 3))
		p->castling_style |= side ? CASTLE_BLACK_MIRRORED : CASTLE_WHITE_MIRRORED;
	return 0;
}

/* All squares of the king's rank toward the h-file or the a-file. */
static uint64_t beside(unsigned king, bool toward_h)
{
	uint64_t rank = RANK_1 << (king & 56), below = bit(king) - 1;

	return rank & (toward_h ? ~(below | bit(king)) : below);
}

/* Chess960's: KQkq for the outermost rook (X-FEN), the rook's file for any. */
static int read_right_960(struct fen_reader *r, struct chess_position *p)
{
	char c = r->text[r->at];
	enum side side = c >= 'a' ? BLACK : WHITE;
	const char *who = side ? "Black" : "White";
	unsigned rank = side ? 56 : 0, king, rook, file = (unsigned)(c - (side ? 'a' : 'A'));
	uint64_t kings = pieces(p, side, KING), rooks = pieces(p, side, ROOK);

	if (!kings || more_than_one(kings) || !(kings & RANK_1 << rank))
		return REFUSE(r, 2, "'%c' needs %s's only king on rank %c", c, who, side ? '8' : '1');
	king = first_square(kings);
	if (c == 'K' || c == 'k' || c == 'Q' || c == 'q') {
		bool toward_h = (c | 0x20) == 'k';

		rooks &= beside(king, toward_h);
		if (!rooks)
			return REFUSE(r, 2, "'%c' needs a rook of %s between its king and the %c-file", c, who,
				      toward_h ? 'h' : 'a');
		rook = toward_h ? last_square(rooks) : first_square(rooks);
	} else {
		rook = rank + file;
		if (!(rooks & bit(rook)))
			return REFUSE(r, 2, "'%c' needs a rook of %s on %c%c", c, who, 'a' + (int)file,
				      side ? '8' : '1');
	}
	if (p->castling & beside(king, rook > king))
		return REFUSE(r, 2, "'%c' is %s's second right on that side of its king", c, who);
	p->castling |= bit(rook);
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
	for (unsigned seen = 0; !field_ends(r); r->at++) {
		char c = r->text[r->at];
		const char *l = strchr(letters, c);
		int i, code;

		if (!l && r->chess960 && strchr("ABCDEFGHabcdefgh", c)) {
			code = read_right_960(r, p);
			if (code)
				return code;
			continue;
		}
		if (!l)
			return REFUSE(r, 2,
				      r->chess960 ? "%s is neither K, Q, k, q nor a file" :
						    "%s is not one of K, Q, k, q",
				      game_show_byte((unsigned char)c, shown));
		i = (int)(l - letters);
		if (seen & 1u << i)
			return REFUSE(r, 2, "'%c' stands twice", c);
		if (i < last)
			return REFUSE(r, 2, "'%c' is out of the order KQkq", c);
		last = i;
		seen |= 1u << i;
		code = r->chess960 ? read_right_960(r, p) : read_right(r, p, (unsigned)i);
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

static int fen_read_number(struct fen_reader *r, unsigned field, unsigned least, uint16_t *ret)
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

static int fen_parse(const char *fen, bool chess960, struct chess_position *ret, struct game_error *err)
{
	struct chess_position p = { .en_passant = GAME_NO_SQUARE,
				    .fullmove = 1,
				    .castling_style = chess960 ? CASTLE_CHESS960 : 0 };
	struct fen_reader r = { .text = fen, .err = err, .chess960 = chess960 };
	int code = 0;

	for (unsigned field = 0; !code; field++) {
		switch (field) {
		case 0:
			code = read_placement(&r, &p);
			break;
		case 1:
			code = fen_read_side(&r, &p);
			break;
		case 2:
			code = read_castling(&r, &p);
			break;
		case 3:
			code = read_en_passant(&r, &p);
			break;
		case 4:
			code = fen_read_number(&r, 4, 0, &p.halfmove_clock);
			break;
		case 5:
			code = fen_read_number(&r, 5, 1, &p.fullmove);
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

int chess_parse(const char *fen, struct chess_position *ret, struct game_error *err)
{
	return fen_parse(fen, false, ret, err);
}

int chess960_parse(const char *fen, struct chess_position *ret, struct game_error *err)
{
	return fen_parse(fen, true, ret, err);
}

bool chess960_is_meant(const char *fen)
{
	const char *rights = strchr(fen, ' ');
	struct chess_position p;
	struct game_error why = { .field = "" };

	rights = rights ? strchr(rights + 1, ' ') : NULL;
	if (!rights)
		return false;
	for (const char *c = rights + 1; *c && *c != ' '; c++)
		if (strchr("ABCDEFGHabcdefgh", *c))
			return true;
	if (chess_parse(fen, &p, &why) < 0)
		return !strcmp(why.field, field_names[2]) && chess960_parse(fen, &p, NULL) == 0;
	return p.castling_style == (CASTLE_WHITE_MIRRORED | CASTLE_BLACK_MIRRORED);
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

/* The letter of the right that this rook has. by_file: Shredder-FEN's. */
static char right_letter(const struct chess_position *p, enum side side, unsigned rook, bool by_file)
{
	unsigned king = first_square(pieces(p, side, KING));
	bool toward_h = rook > king;
	uint64_t rooks = pieces(p, side, ROOK) & beside(king, toward_h);

	if (by_file ||
	    (p->castling_style & CASTLE_CHESS960 && rook != (toward_h ? last_square(rooks) : first_square(rooks))))
		return (side ? "abcdefgh" : "ABCDEFGH")[rook & 7];
	return (side ? "qk" : "QK")[toward_h];
}

static int format(const struct chess_position *p, bool by_file, char buf[static GAME_FEN])
{
	char rights[5], *r = rights, passed[3] = "-";

	for (unsigned s = WHITE; s <= BLACK; s++) {
		uint64_t rooks = p->castling & (s ? RANK_8 : RANK_1) & pieces(p, s, ROOK);

		if (!pieces(p, s, KING))
			continue;
		for (unsigned n = 0; n < 2 && rooks; n++) {
			unsigned rook = last_square(rooks); /* that toward the h-file first */

			*r++ = right_letter(p, s, rook, by_file);
			rooks ^= bit(rook);
		}
	}
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

int chess_format(const struct chess_position *p, char buf[static GAME_FEN])
{
	return format(p, false, buf);
}

int chess_format_shredder(const struct chess_position *p, char buf[static GAME_FEN])
{
	return format(p, true, buf);
}
