/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What only the arbiter may know, in sentences. */
#ifndef FLAGFALLCTL_ARBITER_TEXT_H
#define FLAGFALLCTL_ARBITER_TEXT_H

#include <stdio.h>
#include "flagfallctl/ctl.h"

/* What was observed of a turn, or of the pieces before the first ("turn", "setup" as published): no newline. */
void print_turn_sentence(const struct ctl *ctl, FILE *out, json_t *publication);

/* The answer of org.flagfall1.Arbiter.Status: what stands, what was illegal, flags, and what an open question rests on.
 */
void print_arbiter_status(const struct ctl *ctl, FILE *out, const char *id, json_t *status);

#endif
