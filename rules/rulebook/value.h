/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_RULEBOOK_VALUE_H
#define RULES_RULEBOOK_VALUE_H

#include "rules/rulebook/book.h"

/* Reads text as p's type into v (choice, number, …). -EINVAL with a sentence part. */
int rulebook_value_read(enum rulebook_parameter p, const char *text, struct rulebook_value *v, char err[static 160]);
/* Which choice of "a|b|c" is the name of that length? -1 none. */
int rulebook_choice_find(const char *choices, const char *name, size_t length);

#endif
