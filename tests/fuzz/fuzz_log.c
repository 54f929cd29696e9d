/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A segment of a log, and a file of a game: read in one piece or in many it is the same, no line is given that does not
 * follow from the one before it, and what is not given is counted.
 */
#include <stdlib.h>
#include <string.h>

#include "common/chain-log.h"
#include "libboard/trace.h"
#include "tests/fuzz/fuzz.h"

const char *const fuzz_seeds[] = {
	"ee9ed4f84f7f482dc4a6566bd32a9ea4 log 1 {\"format\":\"flagfall-log\",\"version\":1,\"program\":\"0.1.0\",\"id\":\"00112233445566778899aabbccddeeff\"}\n"
	"5133566bfe1ec07314ab092e381e8d7f batch 1 {\"after\":\"ee9ed4f84f7f482dc4a6566bd32a9ea4\",\"bytes\":178,\"inputs\":1,\"next_game\":2}\n"
	"9b0385be7c08ebc526c86e0c73c2aa8d game 1 {\"board\":\"A\"}\n"
	"37c04522992502cb918ccf4b4f978746 input 1 {\"t_us\":1,\"type\":\"tick\"}\n"
	"96bc87146a90c2fc01af58b49f693b8e event club {\"id\":\"club\"}\n"
	"87c9881ebb101ef48ba4e213eeb31d05 batch 2 {\"after\":\"5133566bfe1ec07314ab092e381e8d7f\",\"bytes\":169,\"inputs\":1,\"next_game\":2}\n"
	"94a9210bf282495b83e0218bf90f3287 ruling 1 {}\n"
	"b6fca5bb10ff6e047bbcf79854021b93 act club {\"round\":1,\"is\":{}}\n"
	"53ab2c13b33b7ff76e6eb6136ef4c367 state 1 {\"state\":\"recorded\"}\n",
	"9b0385be7c08ebc526c86e0c73c2aa8d game 1 {\"board\":\"A\"}\n"
	"37c04522992502cb918ccf4b4f978746 input 1 {\"t_us\":1,\"type\":\"tick\"}\n"
	"94a9210bf282495b83e0218bf90f3287 ruling 1 {}\n"
	"53ab2c13b33b7ff76e6eb6136ef4c367 state 1 {\"state\":\"recorded\"}\n",
	NULL
};
const char *const fuzz_words[] = { "\n",	 " batch ",    " game ", " input ", " 1 ",
				   "\"bytes\":", "\"after\":", "0",	 "{}",	    NULL };

/* What a reader was given. */
struct given {
	uint64_t lines, sum;
};

static int take_line(void *userdata, const struct chain_line *line, struct chain_owner *owner, bool begins)
{
	struct given *g = userdata;
	chain_digest digest;

	g->lines++;
	for (size_t i = 0; i < line->length; i++)
		g->sum = g->sum * 31 + (unsigned char)line->text[i];
	if (!owner)
		return 0;
	FUZZ_ASSERT(!owner->broken && strcmp(owner->last, line->digest) == 0);
	if (begins) {
		chain_digest_of(chain_first, line->text + CHAIN_DIGITS + 1, line->length - CHAIN_DIGITS - 1, digest);
		FUZZ_ASSERT(strcmp(digest, line->digest) == 0);
	}
	return 0;
}

static void read_pieces(struct chain_reader *r, const char *data, size_t size, size_t piece)
{
	size_t at = 0, length = piece;

	for (;;) {
		const bool last = length >= size - at;
		ssize_t used = chain_read(r, data + at, last ? size - at : length, last);

		FUZZ_ASSERT(used >= 0 && (size_t)used <= size - at);
		if (last)
			return;
		at += (size_t)used;
		length = used ? piece : length * 2;
	}
}

static void compare_pieces(const char *data, size_t size, uint64_t seen_end, size_t piece)
{
	struct given whole = { 0 }, pieces = { 0 };
	const struct chain_sink to_whole = { take_line, &whole }, to_pieces = { take_line, &pieces };
	struct chain_reader a, b;

	chain_reader_init(&a, &to_whole);
	chain_reader_init(&b, &to_pieces);
	a.seen_end = b.seen_end = seen_end;
	FUZZ_ASSERT(chain_read(&a, data, size, true) >= 0);
	read_pieces(&b, data, size, piece);
	FUZZ_ASSERT(whole.lines == pieces.lines && whole.sum == pieces.sum);
	FUZZ_ASSERT(a.end == b.end && a.torn == b.torn && a.inputs == b.inputs && a.unsound == b.unsound);
	FUZZ_ASSERT(chain_reader_is_damaged(&a) == chain_reader_is_damaged(&b));
	FUZZ_ASSERT(a.end <= size);
	chain_reader_done(&a);
	chain_reader_done(&b);
}

void fuzz_one(const uint8_t *input, size_t size)
{
	const char *data = (const char *)input;
	struct given given = { 0 };
	const struct chain_sink sink = { take_line, &given };
	struct chain_reader reader;
	char *header = NULL;
	size_t used;

	FUZZ_ASSERT(chain_begin() == 0);
	compare_pieces(data, size, 0, 1 + size % 97);
	compare_pieces(data, size, size, 64);
	chain_reader_init(&reader, &sink);
	FUZZ_ASSERT(chain_read_lines(&reader, data, size) == 0);
	chain_reader_done(&reader);
	if (board_trace_log_header(data, size, &header, &used) == 0)
		FUZZ_ASSERT(used <= size && (used > 0) == (header != NULL));
	free(header);
}
