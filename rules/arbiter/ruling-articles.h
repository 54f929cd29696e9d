/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_RULING_ARTICLES_H
#define RULES_ARBITER_RULING_ARTICLES_H

#include "rules/arbiter/state.h"

/*
 * cite_articles - the articles of a ruling: the deciding one first, ARBITER_ARTICLES at most
 * What was cited already stays in front. Then come a->decided_by; the book's line for r->word or a->circumstance, or
 * else for the claim or the reason; what add_ground() named; a->also_cites. "event", where the event set one of these
 * values, comes last and always fits.
 */
void cite_articles(struct arbiter *a, struct ruling *r);
/* The articles behind p decide: they come next. */
void cite_parameter(struct arbiter *a, struct ruling *r, enum rulebook_parameter p);
/* The ruling also rests on p (at most two such): its articles come after the book's line. */
void add_ground(struct ruling *r, enum rulebook_parameter p);
/* The book's line for this ruling and that word comes next, if it has one. */
void cite_word(struct arbiter *a, struct ruling *r, const char *word);

#endif
