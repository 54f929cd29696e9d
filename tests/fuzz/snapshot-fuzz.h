/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes for one of the boards that tell all their squares: what it gives are letters, and a good board is found after anything. */
#ifndef TESTS_SNAPSHOT_FUZZ_H
#define TESTS_SNAPSHOT_FUZZ_H

#include <stdio.h>
#include <string.h>

#include "libboard/saved-state.h"
#include "libboard/snapshots.h"
#include "tests/fuzz/fuzz.h"

static unsigned shots_boards;

static inline void shots_give(const struct snapshot_protocol *protocol, struct snapshot_parser *p, uint8_t byte)
{
	uint8_t bytes[COMMAND_SIZE];

	if (protocol->feed(p, byte) != SNAPSHOT_COMPLETE)
		return;
	if (protocol->learn)
		protocol->learn(p);
	shots_boards++;
	for (unsigned i = 0; i < SNAPSHOT_SQUARES; i++)
		FUZZ_ASSERT(p->squares[i] && strchr(".?PRNBQKprnbqk", p->squares[i]));
	FUZZ_ASSERT(protocol->leds(p, UINT64_C(0x8000000000000001), bytes) <= COMMAND_SIZE);
}

/* What was learned can be kept, and is the same when it was read again. */
static inline void shots_keep(const struct snapshot_protocol *protocol, struct snapshot_parser *p)
{
	char text[SAVED_STATE_SIZE], again[SAVED_STATE_SIZE];

	if (!protocol->write || !p->ids)
		return;
	FUZZ_ASSERT(protocol->write(p, text, sizeof(text)) == 0);
	FUZZ_ASSERT(protocol->read(p, text) == 0);
	FUZZ_ASSERT(protocol->write(p, again, sizeof(again)) == 0 && strcmp(text, again) == 0);
}

/* good: bytes of a whole board, so often in a row; the first may be swallowed by what stands before them. */
static inline void shots_fuzz(const struct snapshot_protocol *protocol, const uint8_t *data, size_t size, const void *good, size_t good_size,
			      unsigned times)
{
	static struct snapshot_parser p;
	unsigned before;

	memset(&p, 0, sizeof(p));
	shots_boards = 0;
	for (size_t i = 0; i < size; i++)
		shots_give(protocol, &p, data[i]);
	before = shots_boards;
	for (size_t i = 0; i < times * good_size; i++)
		shots_give(protocol, &p, ((const uint8_t *)good)[i % good_size]);
	FUZZ_ASSERT(shots_boards > before);
	shots_keep(protocol, &p);
	if (protocol->free)
		protocol->free(&p);
}

#endif
