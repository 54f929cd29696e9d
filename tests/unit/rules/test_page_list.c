// SPDX-License-Identifier: GPL-2.0-or-later
/* What is in the list is what was put there, wherever it was packed, changed or cut in between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rules/number-bytes.h"
#include "rules/page-list.h"

#define MOST 300

struct element {
	int64_t number;
	char same_as_number[9]; /* follows from it: not among the bytes */
};

static const int64_t nothing = 1000;
static const struct element zeroed;

static void write_digits(struct element *e)
{
	for (unsigned i = 0; i < 8; i++)
		e->same_as_number[i] = (char)('a' + ((uint64_t)e->number >> 4 * i & 15));
}

static unsigned char *pack(void *left, unsigned char *to, const void *element)
{
	int64_t *before = left;
	const struct element *e = element;

	to = put_difference(to, e->number, *before);
	*before = e->number;
	return to;
}

static const unsigned char *unpack(void *left, const unsigned char *from, void *element)
{
	int64_t *before = left;
	struct element *e = element;

	from = get_difference(from, before, *before);
	if (e) {
		assert_memory_equal(e, &zeroed, sizeof(zeroed));
		e->number = *before;
		write_digits(e);
	}
	return from;
}

static const struct page_form form = { sizeof(struct element), sizeof(int64_t), pack, unpack };

static uint32_t seed;

static uint32_t next(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static void assert_is(struct page_list *list, unsigned n, int64_t number)
{
	const struct element *got = page_list_at(list, n);
	struct element want = { .number = number };

	write_digits(&want);
	assert_int_equal(got->number, number);
	assert_string_equal(got->same_as_number, want.same_as_number);
}

static void set(struct element *e, int64_t number)
{
	*e = (struct element){ .number = number };
	write_digits(e);
}

static void a_list_of_arrays_and_one_of_pages_stay_alike(void **state)
{
	(void)state;
	for (uint32_t run = 0; run < 40; run++) {
		struct page_list list = { .form = &form, .nothing = &nothing };
		int64_t plain[MOST];
		unsigned count = 0;

		seed = run;
		for (unsigned step = 0; step < 2000; step++) {
			const uint32_t what = next(20);
			const unsigned one = count ? next(count) : 0;

			if (what == 0) { /* a ruling takes turns back */
				count -= next(count < 40 ? count + 1 : 40);
			} else if (what < 4 && count) {
				plain[one] = next(1 << 20);
				set(page_list_at(&list, one), plain[one]);
			} else if (what < 8 && count) {
				assert_is(&list, one, plain[one]);
			} else if (what == 8) {
				page_list_pack_some(&list);
			} else if (what == 9) {
				assert_int_equal(page_list_pack(&list, count), 0);
			} else if (count < MOST) {
				plain[count] = next(1 << 20);
				set(page_list_reserve(&list, count), plain[count]);
				count++;
			}
		}
		for (unsigned n = 0; n < count; n++)
			assert_is(&list, n, plain[n]);
		page_list_done(&list);
	}
}

static void the_newest_stay_in_full_and_the_others_do_not(void **state)
{
	struct page_list list = { .form = &form, .nothing = &nothing };

	(void)state;
	for (unsigned n = 0; n < 40; n++)
		set(page_list_reserve(&list, n), n);
	assert_int_equal(page_list_pack(&list, 40), 0);
	assert_null(page_list_at_open(&list, 35));
	assert_non_null(page_list_at_open(&list, 40 - PAGE_NEWEST));
	assert_int_equal(page_list_next_open(&list, 0), (40 - PAGE_NEWEST) / PAGE_ELEMENTS);
	page_list_done(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_of_arrays_and_one_of_pages_stay_alike),
		cmocka_unit_test(the_newest_stay_in_full_and_the_others_do_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
