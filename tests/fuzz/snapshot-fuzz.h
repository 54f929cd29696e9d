/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes for one of the boards that tell all their squares: what it gives are letters, and a good board is found after anything. */
#ifndef TESTS_SHOTS_FUZZ_H
#define TESTS_SHOTS_FUZZ_H

#include <stdio.h>
#include <string.h>

#include "libboard/saved-state.h"
#include "libboard/snapshots.h"
#include "tests/fuzz/fuzz.h"

static unsigned shots_boards;

static inline void shots_give(const struct snapshot_protocol *maker, struct snapshot_parser *p, uint8_t byte)
{
	uint8_t bytes[COMMAND_SIZE];

	if (maker->feed(p, byte) != SNAPSHOT_COMPLETE)
		return;
	if (maker->learn)
		maker->learn(p);
	shots_boards++;
	for (unsigned i = 0; i < SNAPSHOT_SQUARES; i++)
		FUZZ_ASSERT(p->squares[i] && strchr(".?PRNBQKprnbqk", p->squares[i]));
	FUZZ_ASSERT(maker->leds(p, UINT64_C(0x8000000000000001), bytes) <= COMMAND_SIZE);
}

/* What was learned can be kept, and is the same when it was read again. */
static inline void shots_keep(const struct snapshot_protocol *maker, struct snapshot_parser *p)
{
	char text[SAVED_STATE_SIZE], again[SAVED_STATE_SIZE];

	if (!maker->write || !p->ids)
		return;
	FUZZ_ASSERT(maker->write(p, text, sizeof(text)) == 0);
	FUZZ_ASSERT(maker->read(p, text) == 0);
	FUZZ_ASSERT(maker->write(p, again, sizeof(again)) == 0 && strcmp(text, again) == 0);
}

/* good: bytes of a whole board, so often in a row; the first may be swallowed by what stands before them. */
static inline void shots_fuzz(const struct snapshot_protocol *maker, const uint8_t *data, size_t size, const void *good, size_t good_size,
			      unsigned times)
{
	static struct snapshot_parser p;
	unsigned before;

	memset(&p, 0, sizeof(p));
	shots_boards = 0;
	for (size_t i = 0; i < size; i++)
		shots_give(maker, &p, data[i]);
	before = shots_boards;
	for (size_t i = 0; i < times * good_size; i++)
		shots_give(maker, &p, ((const uint8_t *)good)[i % good_size]);
	FUZZ_ASSERT(shots_boards > before);
	shots_keep(maker, &p);
	if (maker->done)
		maker->done(&p);
}

#endif
