// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Moves as text: UCI (from, to, promotion; castling is the king's two squares,
 * in Chess960 the squares of king and rook) and SAN (PGN standard, 8.2.3).
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rules/chess/moves.h"
#include "rules/game.h"

static char file_of(unsigned square)
{
	return "abcdefgh"[square & 7];
}
static char rank_of(unsigned square)
{
	return "12345678"[square >> 3 & 7];
}

/* The square that the text of a castling names after the king's. */
static unsigned castling_text_square(const struct chess_position *p, chess_move m)
{
	unsigned from = chess_move_from(m), to = chess_move_to(m);
	unsigned rook = p->castling_style & CASTLE_CHESS960 ? chess_castling_rook(p, from, to) : GAME_NO_SQUARE;

	return rook == GAME_NO_SQUARE ? to : rook;
}

int chess_move_text(const struct chess_position *p, chess_move m, char buf[static 8])
{
	unsigned from = chess_move_from(m), to = chess_move_to(m);
	char *at = buf;

	if (chess_move_kind(m) == MOVE_CASTLING)
		to = castling_text_square(p, m);
	*at++ = file_of(from);
	*at++ = rank_of(from);
	*at++ = file_of(to);
	*at++ = rank_of(to);
	if (chess_move_kind(m) == MOVE_PROMOTION)
		*at++ = "pnbrqk"[chess_move_promotion(m)];
	*at = '\0';
	return (int)(at - buf);
}

/* Castling is short toward h from e, toward a from d (WBCA 20, NSB 19), and in Chess960 to the g-file. */
static bool castles_short(const struct chess_position *p, chess_move m)
{
	if (p->castling_style & CASTLE_CHESS960)
		return (chess_move_to(m) & 7) == 6;
	return (chess_move_to(m) > chess_move_from(m)) == ((chess_move_from(m) & 7) == 4);
}

int chess_move_san(const struct chess_position *p, chess_move m, char buf[static GAME_TEXT])
{
	unsigned from = chess_move_from(m), to = chess_move_to(m);
	enum chess_type mover = chess_type_on(p, from);
	bool captures = occupied(p) >> to & 1 || chess_move_kind(m) == MOVE_EN_PASSANT;
	struct chess_position after = *p;
	char *at = buf;

	if (chess_move_kind(m) == MOVE_CASTLING) {
		at += sprintf(at, castles_short(p, m) ? "O-O" : "O-O-O");
	} else {
		if (mover == PAWN) {
			if (captures)
				*at++ = file_of(from);
		} else {
			struct chess_moves all;
			bool others = false, same_file = false, same_rank = false;

			*at++ = mover < NO_TYPE ? "PNBRQK"[mover] : '?';
			chess_generate(p, &all);
			for (unsigned i = 0; i < all.count; i++) {
				unsigned f = chess_move_from(all.move[i]);
				if (f == from || chess_move_to(all.move[i]) != to || chess_type_on(p, f) != mover ||
				    chess_move_kind(all.move[i]) == MOVE_CASTLING)
					continue;
				others = true;
				same_file |= (f & 7) == (from & 7);
				same_rank |= f >> 3 == from >> 3;
			}
			if (others && (!same_file || same_rank))
				*at++ = file_of(from);
			if (others && same_file)
				*at++ = rank_of(from);
		}
		if (captures)
			*at++ = 'x';
		*at++ = file_of(to);
		*at++ = rank_of(to);
		if (chess_move_kind(m) == MOVE_PROMOTION) {
			*at++ = '=';
			*at++ = "PNBRQK"[chess_move_promotion(m)];
		}
	}
	chess_play(&after, m);
	if (chess_in_check(&after, after.side))
		*at++ = chess_has_move(&after) ? '+' : '#';
	*at = '\0';
	return (int)(at - buf);
}

/* What a text says of a move; -1 or NO_TYPE where it says nothing. */
struct wanted {
	enum chess_type mover, promotion;
	int from_file, from_rank, to;
	bool captures, castling, castling_short;
	bool kings_goal; /* coordinates of a castling name where the king ends, in Chess960 too */
};

static int piece_of(char c, const char *letters)
{
	const char *l = c ? strchr(letters, c) : NULL;
	return l ? (int)(l - letters) : -1;
}

static int read_square(const char *t)
{
	return t[0] >= 'a' && t[0] <= 'h' && t[1] >= '1' && t[1] <= '8' ? (t[1] - '1') * 8 + t[0] - 'a' : -1;
}

static unsigned read_promotion(const char *t, bool coordinates, enum chess_type *ret)
{
	unsigned n = 0;
	int piece;
	bool bracket = false;

	if (!coordinates && t[n] == '=')
		n++;
	else if (!coordinates && t[n] == '(')
		n++, bracket = true;
	piece = piece_of(t[n], "PNBRQ");
	if (piece < 1 && coordinates)
		piece = piece_of(t[n], "pnbrq");
	if (piece < 1)
		return 0;
	n++;
	if (bracket && t[n++] != ')')
		return 0;
	*ret = (enum chess_type)piece;
	return n;
}

/* Reads coordinates (e2e4, e7e8q). Returns the length, 0 if the text is something else. */
static unsigned scan_coordinates(const char *t, struct wanted *w)
{
	int from = read_square(t), to = from >= 0 ? read_square(t + 2) : -1;

	if (to < 0)
		return 0;
	w->from_file = from & 7;
	w->from_rank = from >> 3;
	w->to = to;
	return 4 + read_promotion(t + 4, true, &w->promotion);
}

/* Reads the body of a SAN move, without check signs. Returns the length read; *ok tells if it is complete. */
static unsigned scan_san(const char *t, struct wanted *w, bool *ok)
{
	unsigned n = 0;
	int piece = piece_of(t[0], "PNBRQK");

	*ok = false;
	if ((t[0] == 'O' || t[0] == '0') && t[1] == '-' && t[2] == t[0]) {
		w->castling = *ok = true;
		w->castling_short = !(t[3] == '-' && t[4] == t[0]);
		return w->castling_short ? 3 : 5;
	}
	w->mover = piece > 0 ? (enum chess_type)piece : PAWN;
	n += piece > 0;
	/* The last square is the destination; what stands before it says more about the origin. */
	if (read_square(t + n) >= 0) {
		unsigned more = n + 2;
		more += t[more] == 'x' || t[more] == '-';
		if (read_square(t + more) >= 0) {
			w->from_file = t[n] - 'a';
			w->from_rank = t[n + 1] - '1';
			w->captures = t[more - 1] == 'x';
			n = more;
		}
	} else {
		if (t[n] >= 'a' && t[n] <= 'h' && (t[n + 1] == 'x' || read_square(t + n + 1) >= 0))
			w->from_file = t[n++] - 'a';
		else if (t[n] >= '1' && t[n] <= '8' && (t[n + 1] == 'x' || read_square(t + n + 1) >= 0))
			w->from_rank = t[n++] - '1';
		if (t[n] == 'x') {
			w->captures = true;
			n++;
		}
	}
	w->to = read_square(t + n);
	if (w->to < 0)
		return n;
	n += 2;
	if (w->mover == PAWN)
		n += read_promotion(t + n, false, &w->promotion);
	*ok = true;
	return n;
}

static bool fits(const struct chess_position *p, chess_move m, const struct wanted *w)
{
	unsigned from = chess_move_from(m), to = chess_move_to(m), kind = chess_move_kind(m);

	if (w->castling)
		return kind == MOVE_CASTLING && castles_short(p, m) == w->castling_short;
	if (kind == MOVE_CASTLING && !w->kings_goal)
		to = castling_text_square(p, m);
	if ((int)to != w->to || (w->from_file >= 0 && (int)(from & 7) != w->from_file) ||
	    (w->from_rank >= 0 && (int)(from >> 3) != w->from_rank))
		return false;
	if ((kind == MOVE_PROMOTION ? chess_move_promotion(m) : NO_TYPE) != w->promotion)
		return false;
	if (w->mover == NO_TYPE) /* coordinates say no more */
		return true;
	if (w->captures && !(occupied(p) >> to & 1) && kind != MOVE_EN_PASSANT)
		return false;
	/* A pawn's capture names its file, and castling is not written as a king's move. */
	if (w->mover == PAWN && w->from_file < 0 && (from & 7) != (to & 7))
		return false;
	return kind != MOVE_CASTLING && chess_type_on(p, from) == w->mover;
}

static unsigned find_fitting(const struct chess_position *p, const struct chess_moves *all, const struct wanted *w,
			     chess_move *ret)
{
	unsigned found = 0;

	for (unsigned i = 0; i < all->count; i++)
		if (fits(p, all->move[i], w)) {
			*ret = all->move[i];
			found++;
		}
	return found;
}

int chess_move_read(const struct chess_position *p, const char *text, chess_move *ret, struct game_error *err)
{
	struct wanted w = { .mover = NO_TYPE, .promotion = NO_TYPE, .from_file = -1, .from_rank = -1, .to = -1 };
	struct chess_moves all;
	unsigned n, found;
	bool ok = true;
	char shown[16];

	n = scan_coordinates(text, &w);
	if (!n || text[n]) {
		w = (struct wanted){
			.mover = NO_TYPE, .promotion = NO_TYPE, .from_file = -1, .from_rank = -1, .to = -1
		};
		n = scan_san(text, &w, &ok);
		if (ok) {
			n += (unsigned)strspn(text + n, "+#");
			n += (unsigned)strspn(text + n, "!?");
		}
	}
	if (!ok || text[n])
		return text[n] ? game_refuse(err, -EINVAL, "move", n, "%s does not belong to a move",
					     game_show_byte((unsigned char)text[n], shown)) :
				 game_refuse(err, -EINVAL, "move", n, n ? "the move breaks off" : "it is empty");
	chess_generate(p, &all);
	found = find_fitting(p, &all, &w, ret);
	if (!found && w.mover == NO_TYPE && !w.castling) {
		w.kings_goal = true;
		found = find_fitting(p, &all, &w, ret);
	}
	if (found == 1)
		return 0;
	if (found)
		return game_refuse(err, -ENOTUNIQ, "move", 0, "%.12s fits %u legal moves", text, found);
	return game_refuse(err, -ENOENT, "move", 0, "%.12s is not legal here", text);
}
