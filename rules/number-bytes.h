/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as bytes, small ones in few: seven bits a byte, the lowest first, and the eighth says that more follow. */
#ifndef RULES_NUMBER_BYTES_H
#define RULES_NUMBER_BYTES_H

#include <stdint.h>

#define NUMBER_BYTES_MAX 10 /* of one number */

/* Each returns where the next number goes, or comes from. */
static inline unsigned char *put_number(unsigned char *to, uint64_t n)
{
	for (; n >= 0x80; n >>= 7)
		*to++ = (unsigned char)(n | 0x80);
	*to++ = (unsigned char)n;
	return to;
}

static inline const unsigned char *get_number(const unsigned char *from, uint64_t *ret)
{
	unsigned shift = 0;

	for (*ret = 0; *from & 0x80; shift += 7)
		*ret |= (uint64_t)(*from++ & 0x7f) << shift;
	*ret |= (uint64_t)*from++ << shift;
	return from;
}

/* How far n is from base, either way. */
static inline unsigned char *put_difference(unsigned char *to, int64_t n, int64_t base)
{
	uint64_t d = (uint64_t)n - (uint64_t)base;

	return put_number(to, d << 1 ^ (d >> 63 ? UINT64_MAX : 0));
}

static inline const unsigned char *get_difference(const unsigned char *from, int64_t *ret, int64_t base)
{
	uint64_t d;

	from = get_number(from, &d);
	*ret = (int64_t)((uint64_t)base + (d >> 1 ^ (d & 1 ? UINT64_MAX : 0)));
	return from;
}

#endif
