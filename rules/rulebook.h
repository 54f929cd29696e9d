/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rulebooks: data files that name their articles (rules/books/NAME.yaml,
 * doc/rulebooks.md). The code knows parameters, never the name of a rulebook.
 */
#ifndef RULES_RULEBOOK_H
#define RULES_RULEBOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct rulebook;

/* Called for each finding in a file: line from 1 (0: the file as a whole), reason a sentence without full stop. */
typedef void (*rulebook_complaint)(void *userdata, const char *file, unsigned line, const char *reason);

/*
 * rulebook_load - read one book by id or by path (contains '/')
 * Ids are looked for in $FLAGFALL_RULES, in the build tree's rules/books if the program runs from there,
 * then in the installed folder. Parents ("inherits") are loaded too. complain may be NULL.
 * 0; -ENOENT no such book; -EINVAL findings were made; else as read(2).
 */
int rulebook_load(const char *id_or_path, rulebook_complaint complain, void *userdata, struct rulebook **ret);
/* Overrides one parameter for the event ("key=value"): rulings by it cite the article "event".
 * -EINVAL with err filled. */
int rulebook_override(struct rulebook *book, const char *assignment, char err[static 160]);
void rulebook_free(struct rulebook *book);
static inline void rulebook_freep(struct rulebook **b) { if (*b) rulebook_free(*b); }

const char *rulebook_id(const struct rulebook *book);
const char *rulebook_title(const struct rulebook *book);
const char *rulebook_game(const struct rulebook *book);

/* Ids of all books found, sorted; free() the array and the strings with rulebook_list_free(). */
int rulebook_list(char ***ret);
void rulebook_list_free(char **list);

/* For `rules show` and `rules explain`. explain: -ENOENT for an article that the book does not have. */
int rulebook_show(const struct rulebook *book, FILE *out);
int rulebook_explain(const struct rulebook *book, const char *article, FILE *out);

/* Parameters are read through rules/parameters.h. */
#endif
