/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was published, in words for people. */
#ifndef FLAGFALLCTL_PUBLICATION_TEXT_H
#define FLAGFALLCTL_PUBLICATION_TEXT_H

#include <stdio.h>
#include "flagfallctl/ctl.h"

/* A committed move and the clocks after it as one line; clock may be NULL. */
void print_move_line(const struct ctl *ctl, FILE *out, json_t *move, json_t *clock);

/* One publication (the JSON of Published, Observed and replay --events) as one line. */
void print_publication(const struct ctl *ctl, FILE *out, json_t *publication);

/* That nothing is ruled, and why the journal cannot be written; fault "": that it can again. */
void print_journal_fault(FILE *out, const char *fault);

/* What a published ruling or question says, in the reader's language, behind two blanks; nothing where it says nothing.
 */
void print_sentence(const struct ctl *ctl, FILE *out, json_t *publication);

#endif
