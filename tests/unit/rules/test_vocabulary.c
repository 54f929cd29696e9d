/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words that people and programs use: each has a name, each name is one word's, and what may be said by whom. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rules/turn.h"
#include "rules/vocabulary.h"

/* Every value has a name of its own that leads back to it; what is no value has none, and what is no name no value. */
#define CHECK(what, type, count) \
	for (int i = 0; i < (int)(count); i++) { \
		char copy[64] = ""; \
		strncpy(copy, what##_name((enum type)i), sizeof(copy) - 1); \
		assert_true(strspn(copy, "abcdefghijklmnopqrstuvwxyz-") == strlen(copy) && *copy); \
		assert_int_equal(what##_from_name(copy), i); \
		assert_int_equal(what##_from_name(what##_name((enum type)i)), i); \
	} \
	assert_string_equal(what##_name((enum type)(count)), "?"); \
	assert_string_equal(what##_name((enum type) - 1), "?"); \
	assert_int_equal(what##_from_name("?"), -EINVAL); \
	assert_int_equal(what##_from_name(""), -EINVAL); \
	assert_int_equal(what##_from_name(NULL), -EINVAL)

static void every_word_has_its_name(void **state)
{
	CHECK(ruling, ruling_kind, RULING_COUNT);
	CHECK(claim, claim_kind, CLAIM_COUNT);
	CHECK(verdict, verdict_kind, VERDICT_COUNT);
	CHECK(person, person, PERSON_COUNT);
	CHECK(reason, reason, REASON_COUNT);
}

static void a_turn_has_words(void **state)
{
	assert_string_equal(turn_kind_name(TURN_LEGAL), "legal");
	assert_string_equal(turn_kind_name(TURN_UNREADABLE), "unreadable");
	assert_string_equal(turn_kind_name(TURN_UNSEEN), "unseen");
	assert_string_equal(turn_kind_name((enum turn_kind)0), "?");
	assert_string_equal(turn_kind_name((enum turn_kind)(TURN_UNSEEN + 1)), "?");
	assert_string_equal(turn_fault_name(TURN_FAULT_CHECK), "check");
	assert_string_equal(turn_fault_name(TURN_FAULT_AS_KING), "as-king");
	assert_string_equal(turn_fault_name((enum turn_fault)(TURN_FAULT_AS_KING + 1)), "?");
	for (enum turn_fault f = TURN_FAULT_NONE + 1; f <= TURN_FAULT_AS_KING; f++)
		assert_true(turn_has_word(turn_fault_name(f)));
	assert_true(turn_has_word("several"));
	assert_false(turn_has_word("none"));
	assert_false(turn_has_word("cheque"));
}

/* A flag and an illegal move are claimed and reported; resigning is the player's alone, a penalty the arbiter's. */
static void who_may_say_it(void **state)
{
	assert_true(claim_is_claimed(CLAIM_FLAG) && claim_is_reported(CLAIM_FLAG));
	assert_true(claim_is_claimed(CLAIM_ILLEGAL_MOVE) && claim_is_reported(CLAIM_ILLEGAL_MOVE));
	assert_true(claim_is_claimed(CLAIM_RESIGN) && !claim_is_reported(CLAIM_RESIGN));
	assert_true(claim_is_claimed(CLAIM_APPEAL) && !claim_is_reported(CLAIM_APPEAL));
	assert_true(!claim_is_claimed(CLAIM_POINTS) && claim_is_reported(CLAIM_POINTS));
	assert_true(!claim_is_claimed(CLAIM_NO_CLOCK) && claim_is_reported(CLAIM_NO_CLOCK));
	assert_true(claim_is_claimed(CLAIM_PHONE) && claim_is_reported(CLAIM_PHONE));
	assert_false(claim_is_claimed(CLAIM_NONE) || claim_is_reported(CLAIM_NONE));
	assert_false(claim_is_claimed(CLAIM_COUNT) || claim_is_reported(CLAIM_COUNT));
	assert_true(claim_is_conduct(CLAIM_PHONE) && !claim_is_conduct(CLAIM_FLAG));
	assert_true(about_is_known("flag") && about_is_known("10.2") && about_is_known("conduct"));
	assert_false(about_is_known("none") || about_is_known("") || about_is_known("conducts"));
}

/* Lists of words are cut where there is no room, and say how long they are. */
static void lists_are_cut(void **state)
{
	static const enum vocabulary_words lists[] = { WORDS_CLAIMS, WORDS_REPORTS, WORDS_VERDICTS, WORDS_ABOUT };
	static const char *const one[] = { "offer-draw", "points", "time-penalty", "10.2" }, *const none[] = {
		"points", "resign", "flag", "offered"
	};

	for (unsigned i = 0; i < 4; i++) {
		char whole[4000], cut[4000];
		size_t length = vocabulary_words(lists[i], whole, sizeof(whole));

		assert_int_equal(length, strlen(whole));
		assert_non_null(strstr(whole, one[i]));
		assert_null(strstr(whole, none[i]));
		assert_null(strstr(whole, "none"));
		for (size_t size = 1; size < length + 3; size++) {
			assert_int_equal(vocabulary_words(lists[i], cut, size), length);
			assert_int_equal(strlen(cut), size <= length ? size - 1 : length);
			assert_memory_equal(cut, whole, strlen(cut));
		}
		assert_int_equal(vocabulary_words(lists[i], NULL, 0), length);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_word_has_its_name),
		cmocka_unit_test(a_turn_has_words),
		cmocka_unit_test(who_may_say_it),
		cmocka_unit_test(lists_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
