// SPDX-License-Identifier: GPL-2.0-or-later
/* Appeals against a decision. */
#include <string.h>

#include "rules/arbiter/appeal.h"
#include "rules/arbiter/common-rulings.h"
#include "rules/arbiter/question.h"

void claim_appeal(struct arbiter *a, const struct arbiter_view *v, enum side by)
{
	const char *levels = rulebook_words(a->book, PARAM_APPEAL_LEVELS);
	struct question q = { .claim = CLAIM_APPEAL, .by = by, .against = NO_SIDE };
	unsigned known = 1;

	for (const char *l = levels; *l; l++)
		known += *l == ' ';
	if (!*levels || strstr(levels, "claims-final") || strstr(levels, "final")) {
		if (!*levels || !strstr(levels, "claims-final") || a->last_was_no_progress) {
			reject_claim(a, v, REASON_FINAL_DECISION, CLAIM_APPEAL);
			return;
		}
	} else if (!strstr(levels, "open") && a->appeal_level >= known) {
		reject_claim(a, v, REASON_FINAL_DECISION, CLAIM_APPEAL);
		return;
	}
	ask_person(a, v, REASON_APPEAL, &q);
}

void decide_appeal(struct arbiter *a, const struct arbiter_view *v, bool upheld)
{
	a->appeal_level++;
	if (!upheld) {
		reject_claim(a, v, REASON_APPEAL_REJECTED, CLAIM_APPEAL);
		return;
	}
	/* an overturned sanction leaves the ladder */
	if (a->last_offender != NO_SIDE && a->ladder[a->last_offender][a->last_ladder]) {
		a->ladder[a->last_offender][a->last_ladder]--;
		a->last_offender = NO_SIDE;
	}
	issue_plain_ruling(a, v, RULING_CONTINUE, REASON_APPEAL_UPHELD, CLAIM_APPEAL);
}
