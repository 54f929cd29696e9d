/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers that only look random: all that a stress program does follows from its seed, the bus and the number of
 * the round, so that what crashed can be done again. splitmix64, for its shortness.
 */
#ifndef TESTS_DEBUG_SEEDED_H
#define TESTS_DEBUG_SEEDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct seeded {
	uint64_t state;
};

static inline uint64_t seeded_next(struct seeded *s)
{
	uint64_t z = s->state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

/* The numbers of one thread (@stream) in one round on one bus. */
static inline struct seeded seeded_at(uint64_t seed, unsigned int bus, unsigned int round, unsigned int stream)
{
	struct seeded s = { seed };

	s.state = seeded_next(&s) ^ bus;
	s.state = seeded_next(&s) ^ round;
	s.state = seeded_next(&s) ^ stream;
	return s;
}

/* 0 to n - 1 */
static inline unsigned int below(struct seeded *s, unsigned int n)
{
	return (unsigned int)(seeded_next(s) % n);
}

static inline bool percent(struct seeded *s, unsigned int n)
{
	return below(s, 100) < n;
}

static inline void noise(struct seeded *s, void *to, size_t size)
{
	for (size_t i = 0; i < size; i++)
		((uint8_t *)to)[i] = (uint8_t)seeded_next(s);
}

/* Change up to @most bytes of a message: a bit, a byte, or to a number at the edge of a range. */
static inline void damage(struct seeded *s, void *at, size_t size, unsigned int most)
{
	static const uint8_t edges[] = { 0, 1, 2, 0x7f, 0x80, 0xfe, 0xff };
	uint8_t *p = at;

	for (unsigned int n = size ? below(s, most + 1) : 0; n > 0; n--) {
		const size_t i = below(s, (unsigned int)size);

		switch (below(s, 3)) {
		case 0:
			p[i] ^= (uint8_t)(1 << below(s, 8));
			break;
		case 1:
			p[i] = (uint8_t)seeded_next(s);
			break;
		case 2:
			p[i] = edges[below(s, sizeof(edges))];
			break;
		}
	}
}

#endif
