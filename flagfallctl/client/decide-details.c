/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/calls.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int decide_details_find(const struct game_arguments *w, const char *key)
{
	const size_t n = strlen(key);

	for (int i = 0; i < w->details_count; i++)
		if (strncmp(w->detail[i], key, n) == 0 && w->detail[i][n] == '=')
			return i;
	return -1;
}

/* The value of a detail, NULL it is not given. */
static const char *value(const struct game_arguments *w, const char *key)
{
	const int i = decide_details_find(w, key);

	return i < 0 ? NULL : strchr(w->detail[i], '=') + 1;
}

/* Replaces or adds; the words live as long as the program. */
static void set(struct game_arguments *w, const char *key, const char *text)
{
	static char kept[2][64];
	const int slot = strcmp(key, "ms") == 0;
	int i = decide_details_find(w, key);

	snprintf(kept[slot], sizeof(kept[slot]), "%s=%s", key, text);
	if (i < 0 && w->count < GAME_ARGUMENTS) {
		i = w->details_count++;
		w->count++;
	}
	if (i >= 0)
		w->detail[i] = kept[slot];
}

/* 13.4: the opponent gets time, or the offender loses some; nobody is penalized by being given time. */
static const char *complete_time_penalty(struct game_arguments *w)
{
	const char *against = side_argument(value(w, "against") ? value(w, "against") : "");
	const char *given = value(w, "side"), *side = side_argument(given ? given : ""), *ms = value(w, "ms");
	const char *other = against && strcmp(against, "white") == 0 ? "black" : "white";
	int64_t n = ms ? strtoll(ms, NULL, 10) : 0;
	char text[32];

	if (!against)
		return "a time-penalty costs somebody: against=white or against=black";
	if (!ms || n == 0)
		return "a time-penalty needs ms=MILLISECONDS (60000 is a minute)";
	if (given && !side)
		return "side must be white or black";
	if (!side)
		side = n > 0 ? other : against;
	if (strcmp(side, against) == 0 && n > 0)
		n = -n;
	else if (strcmp(side, against) != 0 && n < 0)
		return "a time-penalty takes no time from the opponent: leave the minus sign or side= away";
	snprintf(text, sizeof(text), "%" PRId64, n);
	set(w, "side", side);
	set(w, "ms", text);
	return NULL;
}

const char *decide_details_complete(const char *verdict, struct game_arguments *w)
{
	static const char *const against[] = { "warning", "loss", "expulsion" };
	static char sentence[120];

	if (strcmp(verdict, "time-penalty") == 0)
		return complete_time_penalty(w);
	for (size_t i = 0; i < sizeof(against) / sizeof(against[0]); i++)
		if (strcmp(verdict, against[i]) == 0 &&
		    !side_argument(value(w, "against") ? value(w, "against") : "")) {
			snprintf(sentence, sizeof(sentence),
				 "the verdict %s is against somebody: against=white or against=black", verdict);
			return sentence;
		}
	if (strcmp(verdict, "points") == 0 && !value(w, "against") && !value(w, "side"))
		return "the verdict points needs against= (whose points are reduced) or side= (who gets them)";
	if (strcmp(verdict, "adjust-clock") == 0 && decide_details_find(w, "ms") >= 0 &&
	    decide_details_find(w, "side") < 0 && decide_details_find(w, "against") < 0)
		return "adjust-clock needs side=white or side=black: whose clock it changes";
	if (strcmp(verdict, "replace-clock") == 0 && decide_details_find(w, "white_ms") < 0 &&
	    decide_details_find(w, "black_ms") < 0)
		return "replace-clock needs the times of the new one: white_ms= and black_ms=";
	return NULL;
}
