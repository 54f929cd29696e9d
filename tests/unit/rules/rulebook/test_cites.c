/* SPDX-License-Identifier: GPL-2.0-or-later */
/* By which words a rulebook may cite its articles: RULING, RULING/REASON, RULING/REASON/WORD, or a claim alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules/rulebook/book.h"
#include "rules/vocabulary.h"

static void expect(bool known, const char *part, const char *format, ...)
{
	char key[200], reason[160] = "";
	va_list args;

	va_start(args, format);
	vsnprintf(key, sizeof(key), format, args);
	va_end(args);
	if (rulebook_cite_is_known(key, reason) != known || !strstr(reason, part))
		fail_msg("%s: %s", key, reason);
}

static void each_ruling_reason_and_claim(void **state)
{
	for (enum ruling_kind k = RULING_NONE; k < RULING_COUNT; k++) {
		expect(true, "", "%s", ruling_name(k));
		expect(true, "", "%s/flag", ruling_name(k));
		expect(true, "", "%s/flag/touch-move", ruling_name(k));
		expect(true, "", "%s/flag/check", ruling_name(k));
		expect(true, "", "%s/flag/3", ruling_name(k));
		expect(false, "\"luck\" is not a reason", "%s/luck", ruling_name(k));
		expect(false, "\"luck\" is neither a claim", "%s/flag/luck", ruling_name(k));
		expect(false, "has more than", "%s/flag/check/3", ruling_name(k));
	}
	for (enum reason r = 0; r < REASON_COUNT; r++)
		expect(true, "", "win/%s", reason_name(r));
	for (enum claim_kind c = CLAIM_NONE; c < CLAIM_COUNT; c++) {
		expect(true, "", "%s", claim_name(c));
		expect(true, "", "win/flag/%s", claim_name(c));
		if (ruling_from_name(claim_name(c)) < 0)
			expect(false, "does not begin with a ruling", "%s/flag", claim_name(c));
	}
	expect(false, "\"wins\" does not begin", "wins");
	expect(false, "does not begin", "winning-by-a-very-long-word-that-nobody-knows");
	expect(false, "\"\" does not begin", "");
	expect(false, "\"\" is not a reason", "win/");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_ruling_reason_and_claim),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
