// SPDX-License-Identifier: GPL-2.0-or-later
/* The words that a rulebook's cites and conditions may use: a misspelt one would never match, and nobody would notice.
 */
#include <stdio.h>
#include <string.h>

#include "rules/arbiter.h"
#include "rules/rulebook/book.h"
#include "rules/turn.h"
#include "rules/vocabulary.h"

static bool is_one_of(const char *word, const char *const list[])
{
	for (; *list; list++)
		if (!strcmp(*list, word))
			return true;
	return false;
}

static bool is_number(const char *word)
{
	return *word && strspn(word, "0123456789") == strlen(word);
}

/* What a turn was, what became of its clock, and what decided a ruling (doc/rulebooks.md). */
static const char *const turn_words[] = {
	"adjusted",
	"assistant",
	"both-colours",
	"bound-move",
	"capture",
	"castling",
	"castling-changed",
	"corrected",
	"delay",
	"displaced",
	"flags-by-claim",
	"increment",
	"last-row-passed",
	"not-crowned",
	"pawn-exchanged",
	"period-over",
	"periods",
	"piece-before-pawn",
	"promotion",
	"promotion-by-capture",
	"put-right",
	"raised",
	"maximum",
	"score",
	"maximum-score",
	"counter-stops",
	"wrong-time-stops",
	"removed-early",
	"reply-before-press",
	"rook-first",
	"several-by-king",
	"several-captured",
	"stopped",
	"touched",
	"touched-unmovable",
	"unpressed",
	NULL,
};
static const char *const circumstances[] = {
	"check-overlooked",
	"accident",
	"again",
	"announced",
	"both-absent",
	"both-flags-down",
	"bronstein",
	"by-the-event",
	"captured-since",
	"castling-right",
	"claimed",
	"clock-running",
	"en-passant",
	"flag-down",
	"intended",
	"king-released",
	"late",
	"mate",
	"offenders-time",
	"opponents-piece",
	"opponents-time",
	"obeyed-castling",
	"own-disorder",
	"own-flag-down",
	"own-illegal-move",
	"put-back",
	"play-on",
	"own-piece",
	"order-reported",
	"released",
	"reported",
	"reply-made",
	"withdrawn",
	"with-consent",
	"increment-given",
	"flag-reported",
	"illegal-move-reported",
	"not-last-period",
	"losing-chances",
	"claim-too-late",
	"clock-and-place",
	"piece-given",
	"restart-press",
	NULL,
};

bool rulebook_cite_is_known(const char *key, char reason[static 160])
{
	char word[3][40];
	unsigned n = 0;

	for (const char *at = key; n < 3; at++) {
		size_t length = strcspn(at, "/");

		snprintf(word[n++], sizeof(word[0]), "%.*s", (int)(length < 39 ? length : 39), at);
		at += length;
		if (!*at)
			break;
		if (n == 3) {
			snprintf(reason, 160, "\"%.60s\" has more than ruling/reason/word", key);
			return false;
		}
	}
	if (ruling_from_name(word[0]) < 0 && (n > 1 || claim_from_name(word[0]) < 0))
		snprintf(reason, 160, "\"%s\" does not begin with a ruling and is not a claim", word[0]);
	else if (n > 1 && reason_from_name(word[1]) < 0)
		snprintf(reason, 160, "\"%s\" is not a reason of a ruling", word[1]);
	else if (n > 2 && claim_from_name(word[2]) < 0 && !turn_has_word(word[2]) && !is_one_of(word[2], turn_words) &&
		 !is_one_of(word[2], circumstances) && !is_number(word[2]))
		snprintf(reason, 160, "\"%s\" is neither a claim nor a word for a turn or for what decided", word[2]);
	else
		return true;
	return false;
}

bool rulebook_condition_is_known(const char *key, const char *value, char reason[static 160])
{
	static const struct {
		const char *key;
		const char *const values[7];
	} known[] = {
		{ "supervision", { "full", "limited", "none" } },
		{ "guidelines_iii", { "true", "false" } },
		{ "players_record", { "true", "false" } },
		{ "phase", { "period", "quickplay-finish" } },
		{ "flag_call", { "auto", "claim" } },
		{ "illegal_call", { "auto", "claim" } },
		{ "clock", { "sudden-death", "fischer", "delay", "bronstein", "periods", "hourglass" } },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(known[i].key, key))
			continue;
		if (is_one_of(value, known[i].values))
			return true;
		snprintf(reason, 160, "\"%.40s\" is not a value of the option %s: this never holds", value, key);
		return false;
	}
	snprintf(reason, 160, "\"%.40s\" is not an option that a condition can ask for: this never holds", key);
	return false;
}

bool rulebook_articles_fit(const char *articles, unsigned most, char reason[static 160])
{
	unsigned n = 0;

	for (const char *at = articles + strspn(articles, " "); *at; n++) {
		size_t length = strcspn(at, " ");

		if (length >= ARBITER_ARTICLE) {
			snprintf(reason, 160, "article %.*s has more than %d letters", (int)(length < 60 ? length : 60),
				 at, ARBITER_ARTICLE - 1);
			return false;
		}
		at += length;
		at += strspn(at, " ");
	}
	if (most && n > most) {
		snprintf(reason, 160, "a ruling cites at most %u articles, not %u", most, n);
		return false;
	}
	return true;
}
