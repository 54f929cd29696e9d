/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

#define MAX_SIZE 4096
#define DEFAULT_RUNS 20000

static uint8_t input[MAX_SIZE + 1];
static size_t input_size;
static uint64_t run, random_state;

/* The input is shown so that a finding is never lost: paste it into a file, hand that file to the program. */
_Noreturn void fuzz_failed(const char *what, const char *file, int line)
{
	printf("not ok 1 - %s:%d: %s does not hold in run %" PRIu64 ", input (hex):", file, line, what, run);
	for (size_t i = 0; i < input_size; i++)
		printf("%s%02x", i % 32 ? "" : "\n# ", input[i]);
	printf("\n");
	fflush(stdout);
	abort();
}

static uint32_t pick(uint32_t below)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (uint32_t)((random_state >> 32) % below);
}

static unsigned count(const char *const *list)
{
	unsigned n = 0;
	while (list[n])
		n++;
	return n;
}

static void replace(size_t at, size_t removed, const void *bytes, size_t added)
{
	if (input_size - removed + added > MAX_SIZE)
		return;
	memmove(input + at + added, input + at + removed, input_size - at - removed);
	memcpy(input + at, bytes, added);
	input_size += added - removed;
}

static void mutate(void)
{
	size_t at = pick((uint32_t)input_size + 1), n = input_size - at;
	uint8_t byte = (uint8_t)pick(256);
	const char *word;

	switch (pick(7)) {
	case 0:
		replace(at, 0, &byte, 1);
		break;
	case 1:
		if (n)
			input[at] = byte;
		break;
	case 2:
		replace(at, n ? 1 + pick((uint32_t)(n < 8 ? n : 8)) : 0, "", 0);
		break;
	case 3:
		if (n)
			input[at] ^= (uint8_t)(1u << pick(8));
		break;
	case 4:
		word = fuzz_words[pick(count(fuzz_words))];
		replace(at, n && pick(2) ? 1 : 0, word, strlen(word));
		break;
	case 5:	/* a piece of itself somewhere else */
		if (n) {
			uint8_t copy[64];
			size_t length = 1 + pick((uint32_t)(n < sizeof copy ? n : sizeof copy));
			memcpy(copy, input + at, length);
			replace(pick((uint32_t)input_size + 1), 0, copy, length);
		}
		break;
	case 6:	/* the head of this, the tail of another seed */
		word = fuzz_seeds[pick(count(fuzz_seeds))];
		word += pick((uint32_t)strlen(word) + 1);
		replace(at, n, word, strlen(word));
		break;
	}
}

static void try_random(void)
{
	const char *seed = fuzz_seeds[pick(count(fuzz_seeds))];

	input_size = strlen(seed) < MAX_SIZE ? strlen(seed) : MAX_SIZE;
	memcpy(input, seed, input_size);
	for (unsigned n = pick(5); n; n--)
		mutate();
	input[input_size] = '\0';
	fuzz_one(input, input_size);
}

static int try_file(const char *name)
{
	FILE *f = fopen(name, "re");

	if (!f) {
		perror(name);
		return 1;
	}
	input_size = fread(input, 1, MAX_SIZE, f);
	fclose(f);
	input[input_size] = '\0';
	fuzz_one(input, input_size);
	return 0;
}

int main(int argc, char **argv)
{
	uint64_t runs = DEFAULT_RUNS, seed = 1;
	int option, failed = 0;

	while ((option = getopt(argc, argv, "n:s:")) != -1)
		if (option == 'n')
			runs = strtoull(optarg, NULL, 10);
		else if (option == 's')
			seed = strtoull(optarg, NULL, 10);
		else
			return 2;
	if (optind < argc) {
		for (; optind < argc; optind++)
			failed |= try_file(argv[optind]);
		return failed;
	}
	random_state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
	printf("1..1\n");
	for (run = 0; run < runs; run++)
		try_random();
	printf("ok 1 - %s: %" PRIu64 " inputs\n", argv[0], runs);
	return 0;
}
