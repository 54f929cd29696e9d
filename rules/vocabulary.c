// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/vocabulary.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define NAME(id, name) [id] = name,

static const char *const ruling_names[] = { VOCABULARY_RULINGS(NAME) };
static const char *const claim_names[] = { VOCABULARY_CLAIMS(NAME) };
static const char *const verdict_names[] = { VOCABULARY_VERDICTS(NAME) };
static const char *const person_names[] = { VOCABULARY_PERSONS(NAME) };
static const char *const reason_names[] = { VOCABULARY_REASONS(NAME) };

static int from_name(const char *const *names, size_t count, const char *name)
{
	if (!name)
		return -EINVAL;
	/* one of ours, most often */
	for (size_t i = 0; i < count; i++)
		if (names[i] == name)
			return (int)i;
	for (size_t i = 0; i < count; i++)
		if (!strcmp(names[i], name))
			return (int)i;
	return -EINVAL;
}

#define DEFINE(what, type, count) \
	const char *what##_name(enum type value) \
	{ \
		return (unsigned)value < (unsigned)(count) ? what##_names[value] : "?"; \
	} \
	int what##_from_name(const char *name) \
	{ \
		return from_name(what##_names, count, name); \
	}

DEFINE(ruling, ruling_kind, RULING_COUNT)
DEFINE(claim, claim_kind, CLAIM_COUNT)
DEFINE(verdict, verdict_kind, VERDICT_COUNT)
DEFINE(person, person, PERSON_COUNT)
DEFINE(reason, reason, REASON_COUNT)

bool claim_is_claimed(enum claim_kind claim)
{
	return claim > CLAIM_NONE && claim < CLAIM_NO_CLOCK;
}

bool claim_is_reported(enum claim_kind claim)
{
	return claim == CLAIM_FLAG || claim == CLAIM_ILLEGAL_MOVE ||
	       (claim >= CLAIM_WRONG_SETUP && claim < CLAIM_COUNT);
}

bool claim_is_of_chess(enum claim_kind claim)
{
	switch (claim) {
	case CLAIM_FIFTY_MOVES:
	case CLAIM_DEAD_POSITION:
	case CLAIM_SAME_PIECE_DRAW:
	case CLAIM_OPPOSITE_BISHOPS_DRAW:
	case CLAIM_ROOK_PAWN_DRAW:
	case CLAIM_KING_PAWN_DRAW:
	case CLAIM_ROOK_ROOKPAWN_DRAW:
	case CLAIM_PROMOTION_PIECE_MISSING:
		return true;
	default:
		return false;
	}
}

static const char *const about_words[] = { "conduct", "assistant", "late", "10.2" };

bool about_is_known(const char *about)
{
	return claim_from_name(about) > CLAIM_NONE ||
	       from_name(about_words, sizeof(about_words) / sizeof(*about_words), about) >= 0;
}

static void vocabulary_add(char *buf, size_t size, size_t *length, const char *word)
{
	if (*length < size)
		snprintf(buf + *length, size - *length, "%s%s", *length ? ", " : "", word);
	*length += strlen(word) + (*length ? 2 : 0);
}

size_t vocabulary_words(enum vocabulary_words which, char *buf, size_t size)
{
	size_t length = 0;

	if (size)
		*buf = '\0';
	if (which == WORDS_VERDICTS)
		for (int v = VERDICT_NONE + 1; v < VERDICT_COUNT; v++)
			vocabulary_add(buf, size, &length, verdict_names[v]);
	else
		for (enum claim_kind k = CLAIM_NONE + 1; k < CLAIM_COUNT; k++)
			if (which == WORDS_ABOUT ||
			    (which == WORDS_REPORTS ? claim_is_reported(k) : claim_is_claimed(k)))
				vocabulary_add(buf, size, &length, claim_names[k]);
	for (size_t i = 0; which == WORDS_ABOUT && i < sizeof(about_words) / sizeof(*about_words); i++)
		vocabulary_add(buf, size, &length, about_words[i]);
	return length;
}
