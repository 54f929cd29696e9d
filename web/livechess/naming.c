/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/feed.h"

#include <ctype.h>
#include <string.h>

void naming_begin(struct naming *n)
{
	memset(n->letter, '.', sizeof(n->letter));
	n->in_hand = 0;
}

void naming_lift(struct naming *n, unsigned square)
{
	if (n->letter[square] == '.')
		return;
	if (n->in_hand == NAMING_HAND) { /* what was captured long ago */
		memmove(n->hand, n->hand + 1, sizeof(n->hand) - sizeof(n->hand[0]));
		n->in_hand--;
	}
	n->hand[n->in_hand].letter = n->letter[square];
	n->hand[n->in_hand++].from = (unsigned char)square;
	n->letter[square] = '.';
}

static bool same_side(char a, char b)
{
	return a != '?' && b != '?' && !isupper((unsigned char)a) == !isupper((unsigned char)b);
}

static bool is_a(char letter, char what)
{
	return toupper((unsigned char)letter) == what;
}

/* The square of a piece that is in the hands, too: one of the other side takes it. -1: it is not so. */
static int taker(const struct naming *n, unsigned square)
{
	for (unsigned i = n->in_hand; i-- > 0;)
		for (unsigned k = n->in_hand; n->hand[i].from == square && k-- > 0;)
			if (n->hand[k].letter != '?' && n->hand[i].letter != '?' &&
			    !same_side(n->hand[k].letter, n->hand[i].letter))
				return (int)k;
	return -1;
}

/* Which of those in the hands is put there. Who castles has both: the king goes to the c- or g-file, the rook does not.
 */
static unsigned chosen(const struct naming *n, unsigned square)
{
	const unsigned last = n->in_hand - 1, file = square % 8;
	const bool for_king = file == 2 || file == 6;
	int k = taker(n, square);

	if (k >= 0)
		return (unsigned)k;
	if (last == 0 || !same_side(n->hand[last].letter, n->hand[last - 1].letter))
		return last;
	if (is_a(n->hand[last].letter, 'K') && is_a(n->hand[last - 1].letter, 'R'))
		return for_king ? last : last - 1;
	if (is_a(n->hand[last].letter, 'R') && is_a(n->hand[last - 1].letter, 'K'))
		return for_king ? last - 1 : last;
	return last;
}

static void naming_drop(struct naming *n, unsigned i)
{
	memmove(n->hand + i, n->hand + i + 1, (n->in_hand - i - 1) * sizeof(n->hand[0]));
	n->in_hand--;
}

/* A letter that the sensors gave is in the hands no more. */
static void drop_named(struct naming *n, char piece)
{
	for (unsigned i = n->in_hand; i-- > 0;)
		if (n->hand[i].letter == piece) {
			naming_drop(n, i);
			return;
		}
}

void naming_place(struct naming *n, unsigned square, char piece)
{
	unsigned i;

	if (piece != '?') {
		drop_named(n, piece);
		n->letter[square] = piece;
		return;
	}
	if (n->in_hand == 0) {
		if (n->letter[square] == '.')
			n->letter[square] = '?';
		return;
	}
	i = chosen(n, square);
	n->letter[square] = n->hand[i].letter;
	naming_drop(n, i);
}

void naming_squares(struct naming *n, const char squares[static SQUARES])
{
	for (unsigned i = 0; i < SQUARES; i++)
		if (squares[i] == '.' || squares[i] != '?' || n->letter[i] == '.')
			n->letter[i] = squares[i];
	n->in_hand = 0;
}

void naming_know(struct naming *n, const char pieces[static SQUARES], const char sensors[static SQUARES])
{
	if (!squares_occupied_alike(n->letter, pieces) || !squares_agree(sensors, pieces))
		return;
	memcpy(n->letter, pieces, SQUARES);
	n->in_hand = 0;
}
