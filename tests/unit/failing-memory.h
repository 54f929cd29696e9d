/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory that runs out: the n-th allocation from now on fails, those after it succeed, and what is not given back is
 * counted. For one file of a test program; a sanitizer's programs have an allocator of their own, so there nothing
 * fails.
 */
#ifndef TESTS_UNIT_FAILING_MEMORY_H
#define TESTS_UNIT_FAILING_MEMORY_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static long allocations_left = -1; /* until one fails; -1: none does */
static long allocated;		   /* and not freed, while one is to fail or when it has */
static bool counting_allocations;
static long lost_by_libraries; /* so many may not be given back where one fails */

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MEMORY_FAILS true
#define FOR_ALL __attribute__((visibility("default")))

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *memory);

static void *allocation(void *memory)
{
	allocated += counting_allocations && memory;
	return memory;
}

static bool fails_now(void)
{
	if (allocations_left < 0 || allocations_left-- > 0)
		return false;
	errno = ENOMEM;
	return true;
}

FOR_ALL void *malloc(size_t size)
{
	return fails_now() ? NULL : allocation(__libc_malloc(size));
}

FOR_ALL void *calloc(size_t count, size_t size)
{
	return fails_now() ? NULL : allocation(__libc_calloc(count, size));
}

FOR_ALL void *realloc(void *old, size_t size)
{
	if (fails_now())
		return NULL;
	return old ? __libc_realloc(old, size) : allocation(__libc_malloc(size));
}

FOR_ALL void free(void *memory)
{
	allocated -= counting_allocations && memory;
	__libc_free(memory);
}
#else
#define MEMORY_FAILS false
#endif

/* In attempt(): has the one that was to fail been asked for? */
static inline bool memory_has_failed(void)
{
	return counting_allocations && allocations_left < 0;
}

/*
 * Does it again and again, each time with another allocation failing, until none is left to fail: attempt() has to give
 * back all it was given, and answers 0 or -ENOMEM. Of the first hundred allocations each fails, of the later ones one
 * in one_in. How many have failed.
 */
static inline unsigned fail_each_allocation(int (*attempt)(void *userdata), void *userdata, unsigned one_in)
{
	unsigned failed = 0;

	assert_int_equal(attempt(userdata), 0); /* what the C library keeps for itself is there now */
	if (!MEMORY_FAILS)
		return 0;
	for (long n = 0;; n += n < 100 ? 1 : (long)one_in) {
		bool has_failed;
		int r;

		allocated = 0;
		allocations_left = n;
		counting_allocations = true;
		r = attempt(userdata);
		counting_allocations = false;
		has_failed = allocations_left < 0;
		allocations_left = -1;
		if (allocated < 0 || allocated > lost_by_libraries)
			fail_msg("allocation %ld fails: %ld are not given back", n, allocated);
		if (!has_failed) {
			assert_int_equal(r, 0);
			return failed;
		}
		if (r != -ENOMEM)
			fail_msg("allocation %ld fails: %d", n, r);
		failed++;
	}
}

#endif
