/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Each row of a game carries a hash of itself and of the row before it, the first one of the game's own row: what was
 * changed, lost or put in between is found when the rows are read. SHA-256 by libgcrypt, which every program has loaded
 * that uses libsystemd.
 */
#ifndef SHELL_JOURNAL_CHAIN_H
#define SHELL_JOURNAL_CHAIN_H

#include <stdint.h>

#define CHAIN_HASH 32

struct chain {
	uint64_t game;
	uint8_t inputs[CHAIN_HASH], rulings[CHAIN_HASH]; /* of the last row of each */
};

/* Before any hash; 0 or -ENOTSUP. */
int chain_begin(void);
/* The game's own hash, where both of its chains begin. NULL texts are other than empty ones. */
void chain_seed(uint64_t game, const char *board, const char *setup, const char *program, const char *books,
		uint8_t seed[static CHAIN_HASH]);
/* The next row's hash in place of the one before it. */
void chain_input(uint8_t hash[static CHAIN_HASH], uint64_t n, const char *json);
void chain_ruling(uint8_t hash[static CHAIN_HASH], uint64_t n, uint64_t input, const char *json);
/* What may change and is no row: the hash of a text, for this game. */
void chain_seal(const uint8_t seed[static CHAIN_HASH], const char *text, uint8_t seal[static CHAIN_HASH]);

/* What has become of a game; NULL and 0: nothing of that. */
struct chain_state {
	const char *state, *result, *record, *fault;
	int64_t ended_us;
};

/* Its hash, for this game; seed NULL: of one of which nothing but its number and board is known. */
void chain_state(const uint8_t *seed, const struct chain_state *state, uint8_t seal[static CHAIN_HASH]);
/* A text's own hash in hexadecimal. */
void chain_name(const char *text, char name[static 2 * CHAIN_HASH + 1]);

#endif
