/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers that only look random: what hands do follows from a seed. splitmix64, for its shortness. */
#ifndef TESTS_SIM_CHANCE_H
#define TESTS_SIM_CHANCE_H

#include <stdint.h>

struct chance {
	uint64_t state;
};

/* 0 to n - 1; 0 of none. */
static inline unsigned chance_below(struct chance *c, unsigned n)
{
	uint64_t z;

	if (!n)
		return 0;
	z = c->state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (unsigned)((z ^ z >> 31) % n);
}

#endif
