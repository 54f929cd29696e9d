// SPDX-License-Identifier: GPL-2.0-or-later
/* Appeals against a decision. */
#include <string.h>

#include "rules/arbiter/claims.h"
#include "rules/arbiter/rulings.h"

/* A turn that was taken back stays so: what the appeal has changed of that. */
static void name_taken_back(const struct arbiter *a, struct ruling *r)
{
	const enum side mover = a->decision.taken_back;

	if (a->over || mover == NO_SIDE)
		return;
	r->facts.player = mover;
	r->facts.word = a->decision.no_move ? "no-move" : a->decision.adjust_us[other_side(mover)] ? "fine" : "undone";
}

/* What the decision counted, gave and took; and the result, which is none until the arbiter gives another one. */
static void uphold(struct arbiter *a, const struct arbiter_view *v)
{
	struct ruling r = new_ruling(a, v, RULING_CONTINUE, REASON_APPEAL_UPHELD, CLAIM_APPEAL);

	const struct penalty_count *counted = &a->decision.counted;

	if (counted->offender != NO_SIDE && a->ladder[counted->offender][counted->step])
		a->ladder[counted->offender][counted->step]--;
	if (counted->illegal != NO_SIDE && a->illegal[counted->illegal]) {
		a->illegal[counted->illegal]--;
		a->fined[counted->illegal] = 0;
	}
	name_taken_back(a, &r);
	for (enum side s = WHITE; s <= BLACK; s++) {
		/* what he had got for the turn that stays taken back is no penalty */
		if (r.facts.player != s || a->decision.adjust_us[s] > 0)
			r.adjust_us[s] = -a->decision.adjust_us[s];
		a->decision.adjust_us[s] = 0;
	}
	a->decision.counted = nothing_counted();
	a->decision.taken_back = NO_SIDE;
	if (a->over)
		r.effects = EFFECT_NO_RESULT;
	issue_ruling(a, &r);
}

/* Who decides next, where the book names the levels: the word of level, from 0, with a sentence of its own. */
static const char *level_word(const struct arbiter *a, const char *levels, unsigned level)
{
	static const char *const words[][2] = { { "section-chief", "section-chief-result" },
						{ "chief-td", "chief-td-result" } };
	size_t n;

	while (level-- && *levels) {
		levels += strcspn(levels, " ");
		levels += strspn(levels, " ");
	}
	n = strcspn(levels, " ");
	for (unsigned i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strlen(words[i][0]) == n && !memcmp(words[i][0], levels, n))
			return words[i][a->over];
	return a->facts.word;
}

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
	a->facts.word = strstr(levels, "claims-final") ? (a->over ? "open-result" : "open") :
							 level_word(a, levels, a->appeal_level);
	ask_person(a, v, REASON_APPEAL, &q);
}

void decide_appeal(struct arbiter *a, const struct arbiter_view *v, bool upheld)
{
	a->appeal_level++;
	if (a->over)
		a->facts.word = "game-over";
	if (!upheld) {
		reject_claim(a, v, REASON_APPEAL_REJECTED, CLAIM_APPEAL);
		return;
	}
	uphold(a, v);
}
