// SPDX-License-Identifier: GPL-2.0-or-later
/* A rulebook in memory: lifetime, and the questions the arbiter asks of it. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rulebook/book.h"

const char *rulebook_keep(struct rulebook *book, const char *text)
{
	char **kept = rulebook_grow(book->kept, book->kept_count, sizeof(*kept));

	if (!kept)
		return NULL;
	book->kept = kept;
	kept[book->kept_count] = strdup(text);
	return kept[book->kept_count] ? kept[book->kept_count++] : NULL;
}

void *rulebook_grow(void *array, size_t count, size_t size)
{
	/* Doubles whenever count is a power of two. */
	if (count & (count - 1))
		return array;
	return reallocarray(array, count ? 2 * count : 1, size);
}

struct rulebook *rulebook_hold(struct rulebook *book)
{
	book->more_holders++;
	return book;
}

void rulebook_free(struct rulebook *book)
{
	if (!book)
		return;
	if (book->more_holders) {
		book->more_holders--;
		return;
	}
	for (size_t i = 0; i < book->when_count; i++) {
		free(book->whens[i].values);
		free(book->whens[i].cites);
	}
	for (size_t i = 0; i < book->kept_count; i++)
		free(book->kept[i]);
	free(book->whens);
	free(book->cites);
	free(book->articles);
	free(book->kept);
	free(book);
}

const struct rulebook_file *rulebook_files(const struct rulebook *book, size_t *count)
{
	*count = book->file_count;
	return book->files;
}

const char *rulebook_id(const struct rulebook *book)
{
	return book->id;
}
const char *rulebook_game(const struct rulebook *book)
{
	return book->game;
}
const char *rulebook_heading(const struct rulebook *book)
{
	return book->title ? book->title : "";
}

const struct rulebook_article *rulebook_article_find(const struct rulebook *book, const char *number, size_t length)
{
	for (size_t i = book->article_count; i-- > 0;)
		if (strlen(book->articles[i].number) == length && !memcmp(book->articles[i].number, number, length))
			return &book->articles[i];
	return NULL;
}

static const struct rulebook_value *value(const struct rulebook *book, enum rulebook_parameter p, unsigned types)
{
	assert(types & (1u << rulebook_parameter_info(p)->type));
	return &book->values[p];
}

bool rulebook_yes(const struct rulebook *book, enum rulebook_parameter p)
{
	return value(book, p, 1u << RULEBOOK_YESNO)->choice;
}

bool rulebook_is(const struct rulebook *book, enum rulebook_parameter p, const char *choice)
{
	const char *is = value(book, p, 1u << RULEBOOK_CHOICE | 1u << RULEBOOK_CHOICEN)->choice_name;

#ifdef __SANITIZE_ADDRESS__
	assert(rulebook_choice_find(rulebook_parameter_info(p)->choices, choice, strlen(choice)) >= 0);
#endif
	/* asked many times for each event: the first letters mostly differ */
	while (*choice && *choice == *is)
		choice++, is++;
	return !*choice && (!*is || *is == '|');
}

int64_t rulebook_number(const struct rulebook *book, enum rulebook_parameter p)
{
	return value(book, p, 1u << RULEBOOK_COUNT | 1u << RULEBOOK_MS | 1u << RULEBOOK_CHOICEN)->number;
}

void rulebook_range(const struct rulebook *book, enum rulebook_parameter p, int64_t *min_ms, int64_t *max_ms)
{
	const struct rulebook_value *v = value(book, p, 1u << RULEBOOK_RANGE);

	*min_ms = v->number;
	*max_ms = v->max;
}

unsigned rulebook_numbers(const struct rulebook *book, enum rulebook_parameter p, int64_t ret[RULEBOOK_LIST])
{
	const struct rulebook_value *v = value(book, p, 1u << RULEBOOK_NUMBERS);

	memcpy(ret, v->list, sizeof(v->list));
	return v->list_count;
}

static uint32_t set_of(const struct rulebook *book, enum rulebook_parameter p)
{
	return value(book, p, 1u << RULEBOOK_SET)->set;
}

bool rulebook_has(const struct rulebook *book, enum rulebook_parameter p, const char *choice)
{
	const int i = rulebook_choice_find(rulebook_parameter_info(p)->choices, choice, strlen(choice));

	return i >= 0 && (set_of(book, p) >> i & 1);
}

const char *rulebook_words(const struct rulebook *book, enum rulebook_parameter p)
{
	return value(book, p, 1u << RULEBOOK_WORDS)->text;
}

const char *rulebook_articles(const struct rulebook *book, enum rulebook_parameter p)
{
	const char *articles = book->values[p].articles;

	return articles && strcmp(articles, RULEBOOK_READING) ? articles : "";
}

/* Is key the words joined by '/'? */
static bool key_is(const char *key, const char *const words[], unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		const char *w = words[i];

		if (i && *key++ != '/')
			return false;
		while (*w)
			if (*key++ != *w++)
				return false;
	}
	return !*key;
}

/* The articles of a line whose key is the words joined by '/'. The last one wins: children and "when" sections come
 * after what they override. */
static const char *cite_hashed(const struct rulebook *book, uint32_t hash, const char *const words[], unsigned count)
{
	for (size_t i = book->hashed ? book->bucket[hash % RULEBOOK_BUCKETS] : book->cite_count; i;
	     i = book->hashed ? book->cites[i - 1].next_in_bucket : i - 1)
		if (book->cites[i - 1].hash == hash && key_is(book->cites[i - 1].key, words, count))
			return book->cites[i - 1].articles;
	return NULL;
}

static uint32_t hash_with(uint32_t hash, const char *word)
{
	return rulebook_hash_on(rulebook_hash_on(hash, "/"), word);
}

static void hash_cites(struct rulebook *book)
{
	for (size_t i = 0; i < book->cite_count; i++) {
		unsigned *last = &book->bucket[book->cites[i].hash % RULEBOOK_BUCKETS];

		book->cites[i].next_in_bucket = *last;
		*last = (unsigned)i + 1;
	}
	book->hashed = true;
}

const char *rulebook_cite(const struct rulebook *book, const char *ruling, const char *reason, const char *context)
{
	const char *const words[] = { ruling, reason, context };
	const uint32_t of_ruling = rulebook_hash(ruling), of_reason = hash_with(of_ruling, reason);
	const char *found = NULL;

	if (context)
		found = cite_hashed(book, hash_with(of_reason, context), words, 3);
	if (!found)
		found = cite_hashed(book, of_reason, words, 2);
	if (!found && context)
		found = cite_hashed(book, rulebook_hash(context), words + 2, 1);
	if (!found)
		found = cite_hashed(book, of_ruling, words, 1);
	return found ? found : "";
}

const char *rulebook_cite_exactly(const struct rulebook *book, const char *ruling, const char *reason, const char *word)
{
	const uint32_t hash = hash_with(hash_with(rulebook_hash(ruling), reason), word);

	return cite_hashed(book, hash, (const char *const[]){ ruling, reason, word }, 3);
}

bool rulebook_cites_itself(const struct rulebook *book, const char *ruling)
{
	for (size_t i = 0; i < book->cite_count; i++)
		if (!strcmp(book->cites[i].key, ruling) && !strcmp(book->cites[i].file, book->file))
			return true;
	return false;
}

bool rulebook_overrides(const struct rulebook *book, enum rulebook_parameter p, const char *line)
{
	if (!book->values[p].file || strcmp(book->values[p].file, book->file))
		return false;
	for (size_t i = 0; i < book->cite_count; i++)
		if (book->cites[i].articles == line)
			return strcmp(book->cites[i].file, book->file) != 0;
	return false;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_values(const struct rulebook *a, const struct rulebook *b)
{
	for (int p = 0; p < PARAM_COUNT; p++)
		if (!same_text(a->values[p].text, b->values[p].text) ||
		    !same_text(a->values[p].articles, b->values[p].articles) ||
		    !same_text(a->values[p].file, b->values[p].file) || a->values[p].line != b->values[p].line)
			return false;
	return true;
}

static bool same_cites(const struct rulebook *a, const struct rulebook *b)
{
	if (a->cite_count != b->cite_count)
		return false;
	for (size_t i = 0; i < a->cite_count; i++)
		if (a->cites[i].hash != b->cites[i].hash || !same_text(a->cites[i].key, b->cites[i].key) ||
		    !same_text(a->cites[i].articles, b->cites[i].articles) ||
		    !same_text(a->cites[i].file, b->cites[i].file))
			return false;
	return true;
}

bool rulebook_same(const struct rulebook *a, const struct rulebook *b)
{
	if (!same_text(a->id, b->id) || !same_text(a->title, b->title) || !same_text(a->game, b->game) ||
	    !same_text(a->file, b->file) || a->file_count != b->file_count)
		return false;
	for (size_t i = 0; i < a->file_count; i++)
		if (!same_text(a->files[i].id, b->files[i].id) || !same_text(a->files[i].text, b->files[i].text))
			return false;
	return same_values(a, b) && same_cites(a, b);
}

static int keep_value(struct rulebook *book, struct rulebook_value *v)
{
	if (v->text && (!(v->text = rulebook_keep(book, v->text)) ||
			!(v->articles = rulebook_keep(book, v->articles)) || !(v->file = rulebook_keep(book, v->file))))
		return -ENOMEM;
	return 0;
}

static int add_cite(struct rulebook *book, const struct rulebook_cite *cite)
{
	struct rulebook_cite *cites = rulebook_grow(book->cites, book->cite_count, sizeof(*cites));

	if (!cites)
		return -ENOMEM;
	book->cites = cites;
	cites[book->cite_count] = (struct rulebook_cite){
		.hash = cite->hash,
		.key = rulebook_keep(book, cite->key),
		.articles = rulebook_keep(book, cite->articles),
		.file = rulebook_keep(book, cite->file),
		.line = cite->line,
	};
	if (!cites[book->cite_count].key || !cites[book->cite_count].articles || !cites[book->cite_count].file)
		return -ENOMEM;
	book->cite_count++;
	return 0;
}

static bool holds(const struct rulebook_when *when, const char *(*option)(void *, const char *), void *userdata)
{
	for (unsigned i = 0; i < when->conditions; i++) {
		const char *v = option(userdata, when->condition[i].key);

		if (!v || strcmp(v, when->condition[i].value))
			return false;
	}
	return true;
}

int rulebook_for_event(const struct rulebook *book, const char *(*option)(void *, const char *), void *userdata,
		       struct rulebook **ret)
{
	__attribute__((cleanup(rulebook_freep))) struct rulebook *copy = calloc(1, sizeof(*copy));
	int r = 0;

	if (!copy)
		return -ENOMEM;
	if (!(copy->id = rulebook_keep(copy, book->id)) || !(copy->title = rulebook_keep(copy, book->title)) ||
	    !(copy->game = rulebook_keep(copy, book->game)) || !(copy->file = rulebook_keep(copy, book->file)))
		return -ENOMEM;
	memcpy(copy->values, book->values, sizeof(copy->values));
	for (size_t w = 0; w < book->when_count; w++)
		if (holds(&book->whens[w], option, userdata))
			for (int p = 0; p < PARAM_COUNT; p++)
				if (book->whens[w].values[p].text && strcmp(book->values[p].articles, "event"))
					copy->values[p] = book->whens[w].values[p];
	for (int p = 0; p < PARAM_COUNT && !r; p++)
		r = keep_value(copy, &copy->values[p]);
	for (size_t i = 0; i < book->cite_count && !r; i++)
		r = add_cite(copy, &book->cites[i]);
	for (size_t w = 0; w < book->when_count && !r; w++)
		if (holds(&book->whens[w], option, userdata))
			for (size_t i = 0; i < book->whens[w].cite_count && !r; i++)
				r = add_cite(copy, &book->whens[w].cites[i]);
	if (r)
		return r;
	hash_cites(copy);
	*ret = copy;
	copy = NULL;
	return 0;
}

int rulebook_override(struct rulebook *book, const char *assignment, char err[static 160])
{
	const char *equals = strchr(assignment, '=');
	struct rulebook_value v = { .file = "event" };
	char name[64];
	int p;

	if (!equals || equals - assignment >= (ptrdiff_t)sizeof(name)) {
		snprintf(err, 160, "\"%.60s\" is not PARAMETER=VALUE", assignment);
		return -EINVAL;
	}
	snprintf(name, sizeof(name), "%.*s", (int)(equals - assignment), assignment);
	p = rulebook_parameter_find(name);
	if (p < 0) {
		snprintf(err, 160, "there is no parameter \"%s\"", name);
		return -EINVAL;
	}
	if (rulebook_value_read(p, equals + 1, &v, err))
		return -EINVAL;
	v.text = equals + 1;
	v.articles = "event";
	if (keep_value(book, &v)) {
		snprintf(err, 160, "out of memory");
		return -ENOMEM;
	}
	book->values[p] = v;
	return 0;
}
