/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the hashes of the journal's rows are made of: journals outlive the program that wrote them, so each must stay
 * what it was; and no two different rows may have the same bytes before they are hashed.
 */
#include <gcrypt.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "daemon/shell/journal-chain.h"

/* Pieces one after the other, each with its length before it, as 64 bits of this machine. */
struct bytes {
	uint8_t at[1024];
	size_t count;
};

static void put(struct bytes *b, const void *data, uint64_t size)
{
	memcpy(b->at + b->count, &size, sizeof(size));
	b->count += sizeof(size);
	memcpy(b->at + b->count, data, size);
	b->count += size;
}

static void put_text(struct bytes *b, const char *text)
{
	put(b, text, strlen(text));
}

static void put_none(struct bytes *b)
{
	const uint64_t none = UINT64_MAX;

	memcpy(b->at + b->count, &none, sizeof(none));
	b->count += sizeof(none);
}

static void expect(const struct bytes *b, const uint8_t hash[static CHAIN_HASH])
{
	uint8_t expected[CHAIN_HASH];

	gcry_md_hash_buffer(GCRY_MD_SHA256, expected, b->at, b->count);
	assert_memory_equal(hash, expected, CHAIN_HASH);
}

static void the_games_own(void **state)
{
	struct bytes b = { .count = 0 };
	uint64_t game = 7;
	uint8_t seed[CHAIN_HASH];

	put_text(&b, "game");
	put(&b, &game, sizeof(game));
	put_text(&b, "SIM-0001");
	put_text(&b, "{}");
	put_text(&b, "");
	put_none(&b);
	chain_seed(7, "SIM-0001", "{}", "", NULL, seed);
	expect(&b, seed);
}

static void a_row_follows_from_the_one_before(void **state)
{
	struct bytes input = { .count = 0 }, ruling = { .count = 0 };
	uint64_t n = 3, of = 2;
	uint8_t hash[CHAIN_HASH], before[CHAIN_HASH];

	for (int i = 0; i < CHAIN_HASH; i++)
		before[i] = (uint8_t)(200 + i);
	put_text(&input, "input");
	put(&input, before, CHAIN_HASH);
	put(&input, &n, sizeof(n));
	put_text(&input, "{\"a\":1}");
	memcpy(hash, before, CHAIN_HASH);
	chain_input(hash, 3, "{\"a\":1}");
	expect(&input, hash);

	put_text(&ruling, "ruling");
	put(&ruling, before, CHAIN_HASH);
	put(&ruling, &n, sizeof(n));
	put(&ruling, &of, sizeof(of));
	put_text(&ruling, "{\"a\":1}");
	memcpy(hash, before, CHAIN_HASH);
	chain_ruling(hash, 3, 2, "{\"a\":1}");
	expect(&ruling, hash);
}

static void what_is_no_row(void **state)
{
	static const uint8_t seed[CHAIN_HASH] = { 1, 2, 3 };
	struct bytes b = { .count = 0 }, text = { .count = 0 };
	uint8_t seal[CHAIN_HASH], digest[CHAIN_HASH];
	char name[2 * CHAIN_HASH + 1], hex[2 * CHAIN_HASH + 1];

	put_text(&b, "seal");
	put(&b, seed, CHAIN_HASH);
	put_text(&b, "over");
	chain_seal(seed, "over", seal);
	expect(&b, seal);

	put_text(&text, "rulebook: x");
	gcry_md_hash_buffer(GCRY_MD_SHA256, digest, text.at, text.count);
	for (int i = 0; i < CHAIN_HASH; i++)
		snprintf(hex + 2 * i, 3, "%02x", digest[i]);
	chain_name("rulebook: x", name);
	assert_string_equal(name, hex);
}

/* Each of these games is another one, though the letters are the same. */
static void no_two_are_the_same(void **state)
{
	static const char *const texts[][4] = {
		{ "ab", "c", "d", "e" },   { "a", "bc", "d", "e" }, { "a", "b", "cd", "e" },
		{ "a", "b", "c", "de" },   { "abcd", "", "", "e" }, { "abcd", NULL, "", "e" },
		{ "abcd", "", NULL, "e" }, { "abcde", "", "", "" }, { "abcde", "", "", NULL },
		{ NULL, "abcd", "", "e" },
	};
	const size_t count = sizeof(texts) / sizeof(*texts);
	uint8_t seeds[sizeof(texts) / sizeof(*texts)][CHAIN_HASH];

	for (size_t i = 0; i < count; i++) {
		chain_seed(1, texts[i][0], texts[i][1], texts[i][2], texts[i][3], seeds[i]);
		for (size_t k = 0; k < i; k++)
			assert_memory_not_equal(seeds[i], seeds[k], CHAIN_HASH);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_games_own),
		cmocka_unit_test(a_row_follows_from_the_one_before),
		cmocka_unit_test(what_is_no_row),
		cmocka_unit_test(no_two_are_the_same),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	if (chain_begin() < 0 || chain_begin() < 0)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
