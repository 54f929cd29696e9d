// SPDX-License-Identifier: GPL-2.0-or-later
/* Positions as text: the FEN tag of PDN 3.0, "W:W31-50:B1-20", "B:WK46,48:B7,8." */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rules/draughts/position.h"

__attribute__((format(printf, 4, 5))) static int fen_refuse(struct game_error *err, const char *field, unsigned offset,
							    const char *format, ...)
{
	va_list ap;

	if (err) {
		snprintf(err->field, sizeof(err->field), "%s", field);
		va_start(ap, format);
		vsnprintf(err->reason, sizeof(err->reason), format, ap);
		va_end(ap);
		err->offset = offset;
	}
	return -EINVAL;
}

/* A square's number, 1 … 50; 0 and *end unchanged if there is none. */
static unsigned fen_read_number(const char *s, const char **end)
{
	unsigned n = 0;
	const char *p = s;

	while (isdigit((unsigned char)*p) && n <= DRAUGHTS_SQUARES)
		n = n * 10 + (unsigned)(*p++ - '0');
	if (p == s || n < 1 || n > DRAUGHTS_SQUARES || isdigit((unsigned char)*p))
		return 0;
	*end = p;
	return n;
}

static int fen_read_side(const char *c)
{
	return *c == 'W' || *c == 'w' ? WHITE : *c == 'B' || *c == 'b' ? BLACK : -1;
}

/* "W31-50,K2": the pieces of one side. */
static int read_pieces(const char *fen, const char **at, struct draughts_position *d, struct game_error *err)
{
	const char *s = *at;
	const int side = fen_read_side(s);
	const char *field = side == WHITE ? "White's pieces" : "Black's pieces";

	if (side < 0)
		return fen_refuse(err, "pieces", (unsigned)(s - fen), "W or B must begin a list of pieces");
	s++;
	while (*s && *s != ':' && *s != '.') {
		const bool king = *s == 'K' || *s == 'k';
		const char *number = s + king;
		unsigned first, last;

		first = last = fen_read_number(number, &s);
		if (first && *s == '-')
			last = fen_read_number(number = s + 1, &s);
		if (!first || !last)
			return fen_refuse(err, field, (unsigned)(number - fen), "a number from 1 to 50 was expected");
		if (last < first)
			return fen_refuse(err, field, (unsigned)(number - fen), "the range %u-%u runs backwards", first,
					  last);
		for (unsigned n = first; n <= last; n++) {
			const uint64_t square = UINT64_C(1) << draughts_bit(n - 1);

			if ((d->men[0] | d->men[1] | d->kings[0] | d->kings[1]) & square)
				return fen_refuse(err, field, (unsigned)(number - fen), "square %u is taken twice", n);
			*(king ? &d->kings[side] : &d->men[side]) |= square;
		}
		if (*s == ',' && s[1] && s[1] != ':')
			s++;
		else if (*s && *s != ':' && *s != '.')
			return fen_refuse(err, field, (unsigned)(s - fen), "a comma was expected, not \"%c\"",
					  isprint((unsigned char)*s) ? *s : '?');
	}
	*at = s;
	return side;
}

int draughts_parse(const char *fen, struct game_position *ret, struct game_error *err)
{
	struct draughts_position d = { 0 };
	const char *s = fen;
	int side, seen = 0;

	side = fen_read_side(s);
	if (side < 0 || s[1] != ':')
		return fen_refuse(err, "side to move", 0, "W: or B: must come first");
	d.side = (uint8_t)side;
	s++;
	for (unsigned lists = 0; lists < 2; lists++) {
		if (*s != ':')
			return fen_refuse(err, "pieces", (unsigned)(s - fen), "the pieces of %s are missing",
					  seen & 1 ? "Black" : "White");
		s++;
		side = read_pieces(fen, &s, &d, err);
		if (side < 0)
			return side;
		if (seen & 1 << side)
			return fen_refuse(err, "pieces", (unsigned)(s - fen), "the pieces of %s come twice",
					  side == WHITE ? "White" : "Black");
		seen |= 1 << side;
	}
	s += *s == '.';
	if (*s)
		return fen_refuse(err, "pieces", (unsigned)(s - fen), "something follows the pieces");
	memset(ret, 0, sizeof(*ret));
	*draughts_position_of(ret) = d;
	return 0;
}

int draughts_playable(const struct game_position *pos, struct game_error *err)
{
	const struct draughts_position *d = draughts_position_of_const(pos);

	for (enum side side = WHITE; side <= BLACK; side++) {
		if (d->men[side] & draughts_last_row(side))
			return fen_refuse(err, side == WHITE ? "White's pieces" : "Black's pieces", 0,
					  "a man stands on the last row: it would be a king");
		if (__builtin_popcountll(d->men[side] | d->kings[side]) > 20)
			return fen_refuse(err, side == WHITE ? "White's pieces" : "Black's pieces", 0,
					  "more than twenty pieces");
	}
	return 0;
}

/* Room: a colour letter, fifty numbers with commas and K, and an end: less than GAME_FEN for both sides. */
static char *list_pieces(const struct draughts_position *d, enum side side, char *at)
{
	const char *first = at + 1;

	*at++ = side == WHITE ? 'W' : 'B';
	for (unsigned q = 0; q < DRAUGHTS_SQUARES; q++) {
		const uint64_t square = UINT64_C(1) << draughts_bit(q);

		if (!((d->men[side] | d->kings[side]) & square))
			continue;
		if (at != first)
			*at++ = ',';
		if (d->kings[side] & square)
			*at++ = 'K';
		if (q + 1 >= 10)
			*at++ = (char)('0' + (q + 1) / 10);
		*at++ = (char)('0' + (q + 1) % 10);
	}
	return at;
}

int draughts_format_placement(const struct game_position *pos, char buf[static GAME_FEN])
{
	const struct draughts_position *d = draughts_position_of_const(pos);
	char *at = list_pieces(d, WHITE, buf);

	*at++ = ':';
	at = list_pieces(d, BLACK, at);
	*at = '\0';
	return (int)(at - buf);
}

int draughts_format(const struct game_position *pos, char buf[static GAME_FEN])
{
	const struct draughts_position *d = draughts_position_of_const(pos);

	buf[0] = d->side == WHITE ? 'W' : 'B';
	buf[1] = ':';
	char placement[GAME_FEN];
	const int n = draughts_format_placement(pos, placement);

	memcpy(buf + 2, placement, (size_t)n + 1);
	return n + 2;
}
