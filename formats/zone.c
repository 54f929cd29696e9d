/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/zone.h"

#include <errno.h>
#include <string.h>

#define HEADER 44

/* The counts of a block, in the order of the file. */
enum { ISUT, ISSTD, LEAP, TIMES, TYPES, CHARS, COUNTS };

struct block {
	uint32_t count[COUNTS];
	const uint8_t *times, *kinds, *types; /* instants, the kind that begins then, six bytes for each kind */
	const uint8_t *end;
};

static uint64_t zone_number(const uint8_t *at, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value = value << 8 | at[i];
	return value;
}

/* wide: how many bytes an instant has. */
static int read_block(const uint8_t *at, const uint8_t *end, unsigned wide, struct block *b)
{
	uint64_t size;

	if (end - at < HEADER || memcmp(at, "TZif", 4) != 0)
		return -EINVAL;
	for (unsigned i = 0; i < COUNTS; i++) {
		b->count[i] = (uint32_t)zone_number(at + 20 + 4 * i, 4);
		if (b->count[i] > 1 << 20)
			return -EINVAL;
	}
	at += HEADER;
	size = (uint64_t)b->count[TIMES] * (wide + 1) + 6 * (uint64_t)b->count[TYPES] + b->count[CHARS] +
	       (uint64_t)b->count[LEAP] * (wide + 4) + b->count[ISSTD] + b->count[ISUT];
	if (!b->count[TYPES] || size > (uint64_t)(end - at))
		return -EINVAL;
	b->times = at;
	b->kinds = at + (size_t)b->count[TIMES] * wide;
	b->types = b->kinds + b->count[TIMES];
	b->end = at + size;
	return 0;
}

/* What follows the block for all instants behind its last: a rule between two ends of lines. */
static int by_rule(const uint8_t *at, const uint8_t *end, int64_t utc_s, int32_t *ret_s)
{
	char rule[128];
	size_t n = 0;

	if (at == end || *at++ != '\n')
		return -EINVAL;
	while (at < end && *at != '\n' && n + 1 < sizeof(rule))
		rule[n++] = (char)*at++;
	rule[n] = '\0';
	return n ? zone_rule_offset(rule, utc_s, ret_s) : -EINVAL;
}

int zone_offset(const uint8_t *file, size_t size, int64_t utc_s, int32_t *ret_s)
{
	const uint8_t *end = file + size;
	unsigned wide = 4;
	struct block b;
	uint32_t kind = 0, i;
	int r = read_block(file, end, wide, &b);

	if (r == 0 && file[4] >= '2') { /* the same again, with instants of eight bytes */
		wide = 8;
		r = read_block(b.end, end, wide, &b);
	}
	if (r < 0)
		return r;
	for (i = 0; i < b.count[TIMES]; i++) {
		const uint8_t *at = b.times + (size_t)i * wide;
		int64_t t = wide == 8 ? (int64_t)zone_number(at, 8) : (int32_t)zone_number(at, 4);

		if (t > utc_s)
			break;
		kind = b.kinds[i];
	}
	if (i == b.count[TIMES] && wide == 8 && by_rule(b.end, end, utc_s, ret_s) == 0)
		return 0;
	if (kind >= b.count[TYPES])
		return -EINVAL;
	*ret_s = (int32_t)zone_number(b.types + 6 * (size_t)kind, 4);
	return 0;
}

#define NEAR_S (6 * 3600) /* no place changes its time twice within that, and none by more */

bool zone_is_twice(int64_t utc_s, int32_t (*offset)(int64_t utc_s, const void *userdata), const void *userdata)
{
	const int32_t offset_s = offset(utc_s, userdata);

	for (int side = -1; side <= 1; side += 2) {
		const int32_t other_s = offset(utc_s + side * NEAR_S, userdata);

		if (other_s != offset_s && offset(utc_s + offset_s - other_s, userdata) == other_s)
			return true;
	}
	return false;
}
