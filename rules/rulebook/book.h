/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A rulebook in memory. Only the files of this folder include it. */
#ifndef RULES_RULEBOOK_BOOK_H
#define RULES_RULEBOOK_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "rules/rulebook.h"

/* One value, as text and as what the text means. All texts are owned by the book (rulebook_keep()). */
struct rulebook_value {
	const char *text; /* NULL: not set */
	const char *articles;
	const char *file;
	unsigned line;
	unsigned choice;
	const char *choice_name; /* ends with '|' or NUL */
	int64_t number, max;	 /* RANGE: number is the least */
	int64_t list[RULEBOOK_LIST];
	unsigned list_count;
	uint32_t set;
};

/* FNV-1a: a ruling looks for its line among a hundred. Words may be added one after the other. */
#define RULEBOOK_HASH 2166136261u

static inline uint32_t rulebook_hash_on(uint32_t h, const char *text)
{
	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 16777619u;
	return h;
}

static inline uint32_t rulebook_hash(const char *text)
{
	return rulebook_hash_on(RULEBOOK_HASH, text);
}

struct rulebook_cite {
	const char *key; /* "ruling/reason/context", … */
	uint32_t hash;	 /* of key */
	const char *articles;
	const char *file;
	unsigned line;
	unsigned next_in_bucket; /* 1 + index of the earlier one in the same bucket, 0 none */
};

#define RULEBOOK_BUCKETS 128

struct rulebook_article {
	const char *number;
	const char *text;
	const char *file;
	unsigned line;
};

#define RULEBOOK_CONDITIONS 4

/* Parameters and cites that hold only under some of the event's options. */
struct rulebook_when {
	unsigned conditions;
	struct {
		const char *key, *value;
	} condition[RULEBOOK_CONDITIONS];
	const char *file;
	unsigned line;
	struct rulebook_value *values; /* PARAM_COUNT */
	struct rulebook_cite *cites;
	size_t cite_count;
};

#define RULEBOOK_FILES 9 /* a book and its parents */

struct rulebook {
	unsigned more_holders; /* than one */
	const char *id, *title, *game, *inherits, *file;
	const char *text; /* of the file that was read last */
	struct rulebook_file files[RULEBOOK_FILES];
	size_t file_count;
	unsigned inherits_line;
	struct rulebook_value values[PARAM_COUNT];
	struct rulebook_cite *cites;
	size_t cite_count;
	bool hashed;			   /* the cites are in buckets by their hash */
	unsigned bucket[RULEBOOK_BUCKETS]; /* 1 + index of its last one, 0 none */
	struct rulebook_when *whens;
	size_t when_count;
	struct rulebook_article *articles;
	size_t article_count;
	char **kept;
	size_t kept_count;
};

/* Stands where a text does not settle a value and the project's reading does. */
#define RULEBOOK_READING "reading"

/* A copy of text that lives as long as the book; NULL without memory. */
const char *rulebook_keep(struct rulebook *book, const char *text);
/* Room for one more element; NULL without memory. */
void *rulebook_grow(void *array, size_t count, size_t size);
/* Does the book, or a parent merged into it, have that article? */
const struct rulebook_article *rulebook_article_find(const struct rulebook *book, const char *number, size_t length);

/* --- book-check.c --- */

/* Finds contradictions, missing values and articles. Returns how many. */
unsigned rulebook_check(const struct rulebook *book, rulebook_complaint complain, void *userdata);

/* --- folder.c --- */

/* The path of a book by id; -ENOENT. */
int rulebook_path(const char *id, char *buf, size_t size);

/* --- known-words.c --- */

/* False with what is wrong. */
bool rulebook_cite_is_known(const char *key, char reason[static 160]);
bool rulebook_condition_is_known(const char *key, const char *value, char reason[static 160]);
/* Articles, separated by blanks: short enough, and at most so many (0: any number)? */
bool rulebook_articles_fit(const char *articles, unsigned most, char reason[static 160]);

/* --- text.c --- */

/* For `rules show` and `rules explain`. explain: -ENOENT for an article that the book does not have. */
int rulebook_show(const struct rulebook *book, FILE *out);
int rulebook_explain(const struct rulebook *book, const char *article, FILE *out);

/* --- value.c --- */

/* Reads text as p's type into v (choice, number, …). -EINVAL with a sentence part. */
int rulebook_value_read(enum rulebook_parameter p, const char *text, struct rulebook_value *v, char err[static 160]);
/* Which choice of "a|b|c" is the name of that length? -1 none. */
int rulebook_choice_find(const char *choices, const char *name, size_t length);

/* --- yaml.c --- */

/*
 * Reads one file into book, or its text where that is given; parents are read by rulebook_load(). Returns the number of
 * findings, or an error.
 */
int rulebook_read(struct rulebook *book, const char *path, const char *text, rulebook_complaint complain,
		  void *userdata);

#endif
