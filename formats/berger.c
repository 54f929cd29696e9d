// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/next-round.h"

unsigned berger_rounds(unsigned players, bool twice)
{
	const unsigned once = players < 2 ? 0 : players + players % 2 - 1;

	return twice ? 2 * once : once;
}

/* Where two numbers are on the circle of all but the last, from where that one's opponent stands. */
static unsigned on_circle(unsigned number, unsigned circle)
{
	return (number + circle - 1) % circle + 1;
}

unsigned berger_round(unsigned players, unsigned round, bool twice, struct next_pair *ret)
{
	const unsigned last = players + players % 2, circle = last - 1, once = berger_rounds(players, false);
	const bool again = round > once;
	unsigned r = again ? round - once : round, count = last / 2, middle;

	if (!r || round > berger_rounds(players, twice))
		return 0;
	/* lest anybody has the same colour three times in a row where the second half begins */
	if (twice && !again && once > 1 && r + 1 >= once)
		r = r == once ? once - 1 : once;
	middle = r % 2 ? (r + 1) / 2 : last / 2 + r / 2;
	ret[0] = r % 2 ? (struct next_pair){ middle, last } : (struct next_pair){ last, middle };
	for (unsigned k = 1; k < count; k++)
		ret[k] = (struct next_pair){ on_circle(middle + k, circle), on_circle(middle + circle - k, circle) };
	for (unsigned k = 0; k < count; k++) {
		if (again)
			ret[k] = (struct next_pair){ ret[k].black, ret[k].white };
		if (ret[k].white > players)
			ret[k].white = ret[k].black;
		if (ret[k].white == ret[k].black || ret[k].black > players)
			ret[k].black = 0;
	}
	return count;
}

unsigned berger_place(unsigned players, unsigned a, unsigned b)
{
	const unsigned last = players + players % 2, circle = last - 1;
	unsigned k;

	if (a >= last || b >= last)
		return 0;
	k = (a + circle - b) % circle * (last / 2) % circle;
	return k < circle - k ? k : circle - k;
}
