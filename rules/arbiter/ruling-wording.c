// SPDX-License-Identifier: GPL-2.0-or-later
/* The sentence of a ruling. */
#include <stdio.h>

#include "rules/arbiter/ruling-wording.h"

/* Appends name with blanks for its hyphens. */
static char *append_words(char *at, const char *name)
{
	for (; *name; name++)
		*at++ = *name == '-' ? ' ' : *name;
	*at = '\0';
	return at;
}

void write_sentence(struct ruling *r)
{
	static const char *const over[] = {
		[RESULT_WHITE] = "White wins",
		[RESULT_BLACK] = "Black wins",
		[RESULT_DRAW] = "Draw",
		[RESULT_BOTH_LOSE] = "Both players lose",
	};
	static const char *const sides[] = { "White", "Black" };
	char *at = r->sentence, *end = r->sentence + sizeof(r->sentence);

	/* names are of the vocabulary: the longest sentence takes about half of the room */
	at = append_words(at, r->result != RESULT_NONE ? over[r->result] : ruling_name(r->kind));
	if (r->sentence[0] >= 'a' && r->sentence[0] <= 'z')
		r->sentence[0] -= 'a' - 'A';
	at = append_words(at, ": ");
	at = append_words(at, reason_name(r->reason));
	for (enum side s = WHITE; s <= BLACK; s++)
		if (r->adjust_us[s])
			at += snprintf(at, (size_t)(end - at), "; %s %s %lld s", sides[s],
				       r->adjust_us[s] > 0 ? "gets" : "loses",
				       (long long)((r->adjust_us[s] > 0 ? r->adjust_us[s] : -r->adjust_us[s]) /
						   1000000));
}
