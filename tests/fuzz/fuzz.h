/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A fuzzer is one file tests/fuzz/fuzz_NAME.c with what is below;
 * fuzz-main.c makes a program of it. Run without arguments it tries what is
 * saved in tests/fuzz/corpus/NAME and a fixed number of mutated seeds, always
 * the same ones, as a test; with -n and -s more and others, with -v saying how far it has come; with files it runs
 * just these, for a finding once saved. libfuzzer.c makes a libFuzzer target
 * of the same file: make fuzz.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Valid inputs to begin from, and words worth inserting. Both end with NULL, and may be empty if the corpus is not. */
extern const char *const fuzz_seeds[];
extern const char *const fuzz_words[];

/* How many mutated seeds as a test, for a fuzzer that is slow; 20000 where it is not defined. */
extern const unsigned fuzz_runs __attribute__((weak));

/* One input; data[size] is '\0'. Aborts (FUZZ_ASSERT) where something is wrong. */
void fuzz_one(const uint8_t *data, size_t size);

/*
 * Where something stays from one input to the next: fuzz_begin() makes it anew, before the first input and whenever
 * FUZZ_STAYS inputs have met it (each saved input and each one of libFuzzer's meets a new one), fuzz_end() frees it.
 * Not defined otherwise.
 */
#define FUZZ_STAYS 64
void fuzz_begin(void) __attribute__((weak));
void fuzz_end(void) __attribute__((weak));

#define FUZZ_ASSERT(x) \
	do { \
		if (!(x)) \
			fuzz_failed(#x, __FILE__, __LINE__); \
	} while (0)
_Noreturn void fuzz_failed(const char *what, const char *file, int line);

#endif
