/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

#define MAX_SIZE 4096
#define MAX_CORPUS 4096
#define DEFAULT_RUNS 20000
#define PROGRESS 1000000

static uint8_t input[MAX_SIZE + 1];
static size_t input_size;
static uint64_t run, random_state;

/* What was saved and what was learned, each in the order of the names. */
static struct {
	uint8_t *bytes;
	size_t size;
} corpus[MAX_CORPUS];
static unsigned corpus_count;

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

/* A seed, from the program or its corpus, and how long it is. */
static const void *seed(size_t *size)
{
	unsigned built_in = count(fuzz_seeds), i = pick(built_in + corpus_count);

	*size = i < built_in ? strlen(fuzz_seeds[i]) : corpus[i - built_in].size;
	return i < built_in ? fuzz_seeds[i] : (const char *)corpus[i - built_in].bytes;
}

static void mutate(void)
{
	size_t at = pick((uint32_t)input_size + 1), n = input_size - at;
	uint8_t byte = (uint8_t)pick(256);
	const char *word;
	size_t length;

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
		if (!fuzz_words[0])
			break;
		word = fuzz_words[pick(count(fuzz_words))];
		replace(at, n && pick(2) ? 1 : 0, word, strlen(word));
		break;
	case 5: /* a piece of itself somewhere else */
		if (n) {
			uint8_t copy[64];
			length = 1 + pick((uint32_t)(n < sizeof copy ? n : sizeof copy));
			memcpy(copy, input + at, length);
			replace(pick((uint32_t)input_size + 1), 0, copy, length);
		}
		break;
	case 6: /* the head of this, the tail of another seed */
		word = seed(&length);
		n = pick((uint32_t)length + 1);
		replace(at, input_size - at, word + n, length - n);
		break;
	}
}

static void try_random(void)
{
	size_t size;
	const void *bytes = seed(&size);

	if (fuzz_begin && run % FUZZ_STAYS == 0)
		fuzz_begin();
	input_size = size < MAX_SIZE ? size : MAX_SIZE;
	memcpy(input, bytes, input_size);
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
	if (fuzz_begin)
		fuzz_begin();
	fuzz_one(input, input_size);
	return 0;
}

static int is_file(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Tries what lies there and keeps it as seeds. A folder that is not there is empty. */
static int try_folder(const char *folder)
{
	char path[PATH_MAX];
	struct dirent **list;
	int n = scandir(folder, &list, is_file, alphasort), failed = 0;

	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%.*s/%s", PATH_MAX - 300, folder, list[i]->d_name);
		free(list[i]);
		if (failed || corpus_count == MAX_CORPUS || try_file(path)) {
			failed = 1;
			continue;
		}
		corpus[corpus_count].bytes = malloc(input_size + 1);
		if (!corpus[corpus_count].bytes) {
			failed = 1;
			continue;
		}
		memcpy(corpus[corpus_count].bytes, input, input_size + 1);
		corpus[corpus_count++].size = input_size;
	}
	if (n >= 0)
		free(list);
	return failed;
}

/* Looked for where the tests run, at the top of the checkout: what was saved, and what make fuzz learned, unpacked by
 * make. */
static int try_corpus(const char *program)
{
	static const char *const parents[] = { "tests/fuzz/corpus", "build/corpus" };
	const char *name = strrchr(program, '/');
	char folder[PATH_MAX];

	name = name ? name + 1 : program;
	name += strncmp(name, "fuzz_", 5) ? 0 : 5;
	for (unsigned i = 0; i < sizeof(parents) / sizeof(parents[0]); i++) {
		snprintf(folder, sizeof(folder), "%s/%s", parents[i], name);
		if (try_folder(folder))
			return 1;
	}
	return 0;
}

static void forget_corpus(void)
{
	while (corpus_count)
		free(corpus[--corpus_count].bytes);
}

static void end(void)
{
	if (fuzz_end)
		fuzz_end();
}

/* For libFuzzer: the seeds as files, and the words as a dictionary beside their folder. */
static int write_seeds(const char *folder)
{
	char path[PATH_MAX];
	FILE *f = NULL;

	for (unsigned i = 0; fuzz_seeds[i]; i++) {
		snprintf(path, sizeof(path), "%s/seed-%u", folder, i);
		f = fopen(path, "we");
		if (!f || fputs(fuzz_seeds[i], f) < 0 || fclose(f))
			goto failed;
	}
	snprintf(path, sizeof(path), "%s.dict", folder);
	f = fopen(path, "we");
	if (!f)
		goto failed;
	for (unsigned i = 0; fuzz_words[i]; i++) {
		fputc('"', f);
		for (const char *c = fuzz_words[i]; *c; c++)
			fprintf(f, "\\x%02x", (uint8_t)*c);
		fputs("\"\n", f);
	}
	if (fclose(f) == 0)
		return 0;
failed:
	perror(path);
	return 1;
}

int main(int argc, char **argv)
{
	uint64_t runs = &fuzz_runs ? fuzz_runs : DEFAULT_RUNS, first = 1;
	int option, failed = 0;
	bool progress = false;

	while ((option = getopt(argc, argv, "n:s:w:v")) != -1)
		if (option == 'n')
			runs = strtoull(optarg, NULL, 10);
		else if (option == 's')
			first = strtoull(optarg, NULL, 10);
		else if (option == 'v')
			progress = true;
		else if (option == 'w')
			return write_seeds(optarg);
		else
			return 2;
	if (optind < argc) {
		for (; optind < argc; optind++)
			failed |= try_file(argv[optind]);
		end();
		return failed;
	}
	random_state = first * UINT64_C(0x9e3779b97f4a7c15) + 1;
	printf("1..1\n");
	if (try_corpus(argv[0]) || (!fuzz_seeds[0] && !corpus_count)) {
		printf("not ok 1 - %s: no corpus to begin from\n", argv[0]);
		return 1;
	}
	for (run = 0; run < runs; run++) {
		if (progress && run && run % PROGRESS == 0)
			fprintf(stderr, "# %s, seed %" PRIu64 ": %" PRIu64 " of %" PRIu64 "\n", argv[0], first, run,
				runs);
		try_random();
	}
	printf("ok 1 - %s: %u saved inputs, %" PRIu64 " others\n", argv[0], corpus_count, runs);
	forget_corpus();
	end();
	return 0;
}
