/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_RULEBOOK_FINDINGS_H
#define RULES_RULEBOOK_FINDINGS_H

#include "rules/rulebook/book.h"

/* Finds contradictions, missing values and articles. Returns how many. */
unsigned rulebook_check(const struct rulebook *book, rulebook_complaint complain, void *userdata);

#endif
