// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/vocabulary.h"

#include <errno.h>
#include <stddef.h>
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
