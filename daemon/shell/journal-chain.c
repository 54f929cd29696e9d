/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-chain.h"

#include <errno.h>
#include <gcrypt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int chain_begin(void)
{
	if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P))
		return 0;
	if (!gcry_check_version(NULL))
		return -ENOTSUP;
	gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
	gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
	return 0;
}

/* So many pieces, each with its length before it, so that no two lists of texts look the same. */
struct pieces {
	gcry_buffer_t buffer[16];
	uint64_t length[8];
	int count;
};

static void add(struct pieces *p, const void *data, size_t size)
{
	int n = p->count / 2;

	p->length[n] = data ? size : UINT64_MAX;
	p->buffer[p->count++] = (gcry_buffer_t){ .data = &p->length[n], .len = sizeof(p->length[n]) };
	p->buffer[p->count++] = (gcry_buffer_t){ .data = (void *)(data ? data : ""), .len = data ? size : 0 };
}

static void add_text(struct pieces *p, const char *text)
{
	add(p, text, text ? strlen(text) : 0);
}

static void finish(const struct pieces *p, uint8_t hash[static CHAIN_HASH])
{
	uint8_t digest[CHAIN_HASH]; /* hash may be one of the pieces */

	gcry_md_hash_buffers(GCRY_MD_SHA256, 0, digest, p->buffer, p->count);
	memcpy(hash, digest, sizeof(digest));
}

void chain_seed(uint64_t game, const char *board, const char *setup, const char *program, const char *books,
		uint8_t seed[static CHAIN_HASH])
{
	struct pieces p = { .count = 0 };

	add_text(&p, "game");
	add(&p, &game, sizeof(game));
	add_text(&p, board);
	add_text(&p, setup);
	add_text(&p, program);
	add_text(&p, books);
	finish(&p, seed);
}

void chain_input(uint8_t hash[static CHAIN_HASH], uint64_t n, const char *json)
{
	struct pieces p = { .count = 0 };

	add_text(&p, "input");
	add(&p, hash, CHAIN_HASH);
	add(&p, &n, sizeof(n));
	add_text(&p, json);
	finish(&p, hash);
}

void chain_ruling(uint8_t hash[static CHAIN_HASH], uint64_t n, uint64_t input, const char *json)
{
	struct pieces p = { .count = 0 };

	add_text(&p, "ruling");
	add(&p, hash, CHAIN_HASH);
	add(&p, &n, sizeof(n));
	add(&p, &input, sizeof(input));
	add_text(&p, json);
	finish(&p, hash);
}

void chain_seal(const uint8_t seed[static CHAIN_HASH], const char *text, uint8_t seal[static CHAIN_HASH])
{
	struct pieces p = { .count = 0 };

	add_text(&p, "seal");
	add(&p, seed, CHAIN_HASH);
	add_text(&p, text);
	finish(&p, seal);
}

void chain_state(const uint8_t *seed, const struct chain_state *state, uint8_t seal[static CHAIN_HASH])
{
	struct pieces p = { .count = 0 };

	add_text(&p, "state");
	add(&p, seed, CHAIN_HASH);
	add_text(&p, state->state);
	add_text(&p, state->result);
	add_text(&p, state->record);
	add_text(&p, state->fault);
	add(&p, &state->ended_us, sizeof(state->ended_us));
	finish(&p, seal);
}

void chain_name(const char *text, char name[static 2 * CHAIN_HASH + 1])
{
	struct pieces p = { .count = 0 };
	uint8_t hash[CHAIN_HASH];

	add_text(&p, text);
	finish(&p, hash);
	for (int i = 0; i < CHAIN_HASH; i++)
		snprintf(name + 2 * i, 3, "%02x", hash[i]);
}
