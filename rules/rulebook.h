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

#include "rules/parameters.h"

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
/* A file that a book was read from: its id, as "inherits" has it, and its text. */
struct rulebook_file {
	const char *id, *text;
};
/* As rulebook_load(), but from these texts and no file: a book as it was, wherever it is now. */
int rulebook_load_texts(const char *id, const struct rulebook_file *files, size_t count, rulebook_complaint complain,
			void *userdata, struct rulebook **ret);
/* What it was read from, its eldest parent first. Lives as long as the book; a copy of a book has none. */
const struct rulebook_file *rulebook_files(const struct rulebook *book, size_t *count);
/* Overrides one parameter for the event ("key=value"): rulings by it cite the article "event".
 * -EINVAL with err filled. */
int rulebook_override(struct rulebook *book, const char *assignment, char err[static 160]);
/* Are they the same in all that is read from them, the texts that they were read from included? */
bool rulebook_same(const struct rulebook *a, const struct rulebook *b);
void rulebook_free(struct rulebook *book);
/* For one more who reads it, and frees it, too: it is not overridden from then on. */
struct rulebook *rulebook_hold(struct rulebook *book);
static inline void rulebook_freep(struct rulebook **b)
{
	if (*b)
		rulebook_free(*b);
}

const char *rulebook_id(const struct rulebook *book);
const char *rulebook_game(const struct rulebook *book);
/* What it calls itself. */
const char *rulebook_heading(const struct rulebook *book);

/* Ids of all books found, sorted; free() the array and the strings with rulebook_list_free(). */
int rulebook_list(char ***ret);
void rulebook_list_free(char **list);

/* Asking with the wrong type is a mistake of the caller: these abort. */
bool rulebook_yes(const struct rulebook *book, enum rulebook_parameter p);
/* Is the choice of that name? A name that is no choice of p aborts: slips show in the first test. */
bool rulebook_is(const struct rulebook *book, enum rulebook_parameter p, const char *choice);
int64_t rulebook_number(const struct rulebook *book, enum rulebook_parameter p);
void rulebook_range(const struct rulebook *book, enum rulebook_parameter p, int64_t *min_ms, int64_t *max_ms);
#define RULEBOOK_LIST 8
unsigned rulebook_numbers(const struct rulebook *book, enum rulebook_parameter p, int64_t ret[RULEBOOK_LIST]);
/* Is that choice in the set? */
bool rulebook_has(const struct rulebook *book, enum rulebook_parameter p, const char *choice);
/* The words, separated by blanks, "" none. */
const char *rulebook_words(const struct rulebook *book, enum rulebook_parameter p);
/* Articles behind the value, separated by blanks ("event" where the event set it); "" none. */
const char *rulebook_articles(const struct rulebook *book, enum rulebook_parameter p);

/*
 * rulebook_cite - the articles that a ruling rests on, separated by blanks
 * Names as in rules/vocabulary.h; context: the claim or report it answers, NULL none. The most
 * specific line of the book's "cites" wins: ruling/reason/context, ruling/reason, context, ruling.
 * "" if the book has none, which rules check finds.
 */
const char *rulebook_cite(const struct rulebook *book, const char *ruling, const char *reason, const char *context);
/* Those of "ruling/reason/word" alone, word being what was wrong with a turn (turn_word()); NULL if the book has no
 * such key. */
const char *rulebook_cite_exactly(const struct rulebook *book, const char *ruling, const char *reason,
				  const char *word);
/* Has the book itself a line for all rulings of that name? */
bool rulebook_cites_itself(const struct rulebook *book, const char *ruling);
/* Does the book itself set p, while that line, as rulebook_cite() or rulebook_cite_exactly() found it, is a parent's?
 */
bool rulebook_overrides(const struct rulebook *book, enum rulebook_parameter p, const char *line);

/*
 * A copy that fits an event's options: the book's "when" sections whose condition holds are applied, in
 * file order. option(): value of an option as text ("supervision" -> "full", "flag_call" -> "auto",
 * "clock" -> "fischer", "phase", "guidelines_iii" -> "true"), NULL where it is not given.
 */
int rulebook_for_event(const struct rulebook *book, const char *(*option)(void *userdata, const char *key),
		       void *userdata, struct rulebook **ret);

#endif
