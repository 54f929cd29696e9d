/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The fuzzers as targets of libFuzzer, which is guided by the code that an input reaches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

_Noreturn void fuzz_failed(const char *what, const char *file, int line)
{
	fprintf(stderr, "%s:%d: %s does not hold\n", file, line, what);
	abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* A copy of its very size, so that ASan sees one byte too far. */
	uint8_t *input = malloc(size + 1);

	if (!input)
		return 0;
	memcpy(input, data, size);
	input[size] = '\0';
	if (fuzz_begin)
		fuzz_begin();
	fuzz_one(input, size);
	free(input);
	return 0;
}
