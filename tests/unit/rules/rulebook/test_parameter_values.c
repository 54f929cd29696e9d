/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a rulebook's parameters may be set to. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/rulebook.h"

/* What a parameter may be set to by its words: one in turn, 0 after the last. */
static size_t word_of(const char *words, unsigned n, const char **word)
{
	for (*word = words; n; n--) {
		*word += strcspn(*word, "|");
		if (!**word)
			return 0;
		++*word;
	}
	return strcspn(*word, "|");
}

static void expect_refused(struct rulebook *book, const char *name, const char *value, const char *part)
{
	char assignment[600], *err = malloc(160); /* not a letter more */

	assert_non_null(err);
	snprintf(assignment, sizeof(assignment), "%s=%s", name, value);
	if (rulebook_override(book, assignment, err) != -EINVAL)
		fail_msg("%s is taken", assignment);
	if (strlen(err) >= 160 || strncmp(err, name, strlen(name)) || !strstr(err, part))
		fail_msg("%s: %s", assignment, err);
	free(err);
}

/* Each parameter takes each of its words and the numbers that it may be, answers with them, and refuses all else by its
 * name. */
static void each_parameter_takes_its_values(void **state)
{
	__attribute__((cleanup(rulebook_freep))) struct rulebook *book = NULL;
	char assignment[300], err[160], *unknown = malloc(400);
	int64_t list[RULEBOOK_LIST], min, max;

	assert_int_equal(rulebook_load("fide2023-blitz", NULL, NULL, &book), 0);
	memset(unknown, 'x', 399);
	unknown[399] = '\0';
	for (enum rulebook_parameter p = 0; p < PARAM_COUNT; p++) {
		const struct rulebook_parameter_info *info = rulebook_parameter_info(p);
		const bool words = info->type == RULEBOOK_CHOICE || info->type == RULEBOOK_CHOICEN ||
				   info->type == RULEBOOK_SET;
		const char *word;
		size_t size;

		assert_int_equal(rulebook_parameter_find(info->name), p);
		for (unsigned n = 0; words && (size = word_of(info->choices, n, &word)); n++) {
			char plain[64];

			snprintf(plain, sizeof(plain), "%.*s", (int)size, word);
			snprintf(assignment, sizeof(assignment), "%s=%s", info->name, plain);
			if (rulebook_override(book, assignment, err) < 0) { /* alone it says too little */
				assert_non_null(strstr(err, "needs a number after it"));
				assert_int_equal(info->type, RULEBOOK_CHOICEN);
				snprintf(assignment, sizeof(assignment), "%s=%s 7", info->name, plain);
				assert_int_equal(rulebook_override(book, assignment, err), 0);
				assert_int_equal(rulebook_number(book, p), 7);
				snprintf(assignment, sizeof(assignment), "%s 7 8", plain);
				expect_refused(book, info->name, assignment, "\"8\" is one word too many");
				snprintf(assignment, sizeof(assignment), "%s %s", plain, unknown + 150);
				expect_refused(book, info->name, assignment, "");
			}
			for (unsigned k = 0; (size = word_of(info->choices, k, &word)); k++) {
				char other[64];

				snprintf(other, sizeof(other), "%.*s", (int)size, word);
				if (info->type == RULEBOOK_SET)
					assert_int_equal(rulebook_has(book, p, other), k == n);
				else
					assert_int_equal(rulebook_is(book, p, other), k == n);
			}
		}
		if (info->type != RULEBOOK_WORDS) {
			expect_refused(book, info->name, unknown, "");
			expect_refused(book, info->name, "-1", "\"-1\"");
			expect_refused(book, info->name, " ", "has no value");
		}
		switch (info->type) {
		case RULEBOOK_YESNO:
			expect_refused(book, info->name, "yes no", "\"no\" is one word too many");
			expect_refused(book, info->name, "maybe", "cannot be \"maybe\": yes or no");
			snprintf(assignment, sizeof(assignment), "%s=yes", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			assert_true(rulebook_yes(book, p));
			snprintf(assignment, sizeof(assignment), "%s=no", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			assert_false(rulebook_yes(book, p));
			break;
		case RULEBOOK_COUNT:
		case RULEBOOK_MS:
			snprintf(assignment, sizeof(assignment), "%s=1000000", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			assert_int_equal(rulebook_number(book, p), 1000000);
			snprintf(assignment, sizeof(assignment), "%s=off", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			assert_int_equal(rulebook_number(book, p), 0);
			for (unsigned n = 0; (size = word_of(info->choices, n, &word)); n++) {
				snprintf(assignment, sizeof(assignment), "%s=%.*s", info->name, (int)size, word);
				assert_int_equal(rulebook_override(book, assignment, err), 0);
				assert_int_equal(rulebook_number(book, p),
						 !strncmp(word, "ask", size) ? RULEBOOK_ASK : RULEBOOK_NONE);
			}
			if (info->type == RULEBOOK_COUNT)
				expect_refused(book, info->name, "1000001", "no game is that long");
			expect_refused(book, info->name, "1 2", "\"2\" is one word too many");
			expect_refused(book, info->name, "1234567890123456", "cannot be \"1234567890123456\"");
			break;
		case RULEBOOK_RANGE:
			snprintf(assignment, sizeof(assignment), "%s=5..9", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			rulebook_range(book, p, &min, &max);
			assert_true(min == 5 && max == 9);
			snprintf(assignment, sizeof(assignment), "%s=5..5", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			snprintf(assignment, sizeof(assignment), "%s=8", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			rulebook_range(book, p, &min, &max);
			assert_true(min == 8 && max == 8);
			snprintf(assignment, sizeof(assignment), "%s=5..", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			rulebook_range(book, p, &min, &max);
			assert_true(min == 5 && max == INT64_MAX);
			snprintf(assignment, sizeof(assignment), "%s=..9", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			rulebook_range(book, p, &min, &max);
			assert_true(min == 0 && max == 9);
			snprintf(assignment, sizeof(assignment), "%s=any", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			rulebook_range(book, p, &min, &max);
			assert_true(min == 0 && max == INT64_MAX);
			expect_refused(book, info->name, "9..5", "N at most M");
			expect_refused(book, info->name, "..x", "N at most M");
			expect_refused(book, info->name, "x..", "N at most M");
			break;
		case RULEBOOK_NUMBERS:
			snprintf(assignment, sizeof(assignment), "%s=off", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			assert_int_equal(rulebook_numbers(book, p, list), 0);
			expect_refused(book, info->name, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20", "");
			if (*info->choices)
				break;
			snprintf(assignment, sizeof(assignment), "%s=4 5", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			assert_int_equal(rulebook_numbers(book, p, list), 2);
			assert_true(list[0] == 4 && list[1] == 5);
			break;
		case RULEBOOK_SET:
			snprintf(assignment, sizeof(assignment), "%s=all", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			for (unsigned n = 0; (size = word_of(info->choices, n, &word)); n++) {
				char plain[64];

				snprintf(plain, sizeof(plain), "%.*s", (int)size, word);
				assert_true(rulebook_has(book, p, plain));
			}
			assert_false(rulebook_has(book, p, "nothing"));
			snprintf(assignment, sizeof(assignment), "%s=none", info->name);
			assert_int_equal(rulebook_override(book, assignment, err), 0);
			if (word_of(info->choices, 0, &word)) {
				char plain[64];

				snprintf(plain, sizeof(plain), "%.*s", (int)word_of(info->choices, 0, &word), word);
				assert_false(rulebook_has(book, p, plain));
			}
			break;
		default:
			break;
		}
	}
	free(unknown);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_parameter_takes_its_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
