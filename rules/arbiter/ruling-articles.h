/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_RULING_ARTICLES_H
#define RULES_ARBITER_RULING_ARTICLES_H

#include "rules/arbiter/state.h"

/* Those of the book's line for this ruling, after what was cited already. */
void cite_articles(struct arbiter *a, struct ruling *r);
/* The ruling also cites the articles behind p ("event" where the event set it). */
void cite_parameter(struct arbiter *a, struct ruling *r, enum rulebook_parameter p);
/* And those of the book's line for this ruling in that context, or a less specific one. */
void cite_context(struct arbiter *a, struct ruling *r, const char *context);
/* And those for that word, if the book has a line for it. */
void cite_word(struct arbiter *a, struct ruling *r, const char *word);

#endif
