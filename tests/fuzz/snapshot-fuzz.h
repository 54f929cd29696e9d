/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes for one of the boards that send snapshots: what is decoded are letters, and a good snapshot is found after
 * anything. */
#ifndef TESTS_SNAPSHOT_FUZZ_H
#define TESTS_SNAPSHOT_FUZZ_H

#include <stdio.h>
#include <string.h>

#include "libboard/backend.h"
#include "libboard/snapshots.h"
#include "tests/fuzz/fuzz.h"

static unsigned snapshot_count;

static inline void snapshot_feed(const struct snapshot_protocol *protocol, struct snapshot_parser *p, uint8_t byte)
{
	uint8_t bytes[COMMAND_SIZE];

	if (protocol->feed(p, byte) != SNAPSHOT_COMPLETE)
		return;
	if (protocol->learn)
		protocol->learn(p);
	snapshot_count++;
	for (unsigned i = 0; i < SNAPSHOT_SQUARES; i++)
		FUZZ_ASSERT(p->squares[i] && strchr(".?PRNBQKprnbqk", p->squares[i]));
	FUZZ_ASSERT(!protocol->leds || protocol->leds(p, UINT64_C(0x8000000000000001), bytes) <= COMMAND_SIZE);
}

/* What was learned can be kept, and is the same when it was read again. */
static inline void snapshot_save(const struct snapshot_protocol *protocol, struct snapshot_parser *p)
{
	char text[SAVED_STATE_SIZE], again[SAVED_STATE_SIZE];

	if (!protocol->write || !p->confirms)
		return;
	FUZZ_ASSERT(protocol->write(p, text, sizeof(text)) == 0);
	FUZZ_ASSERT(protocol->read(p, text) == 0);
	FUZZ_ASSERT(protocol->write(p, again, sizeof(again)) == 0 && strcmp(text, again) == 0);
}

/* good: bytes of a whole board, so often in a row; the first may be swallowed by what stands before them. */
static inline void snapshot_fuzz(const struct snapshot_protocol *protocol, const uint8_t *data, size_t size,
				 const void *good, size_t good_size, unsigned times)
{
	static struct snapshot_parser p;
	unsigned before;

	memset(&p, 0, sizeof(p));
	snapshot_count = 0;
	for (size_t i = 0; i < size; i++)
		snapshot_feed(protocol, &p, data[i]);
	before = snapshot_count;
	for (size_t i = 0; i < times * good_size; i++)
		snapshot_feed(protocol, &p, ((const uint8_t *)good)[i % good_size]);
	FUZZ_ASSERT(snapshot_count > before);
	snapshot_save(protocol, &p);
	free(p.own);
}

#endif
