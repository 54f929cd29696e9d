/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/live.h"

#include <stdio.h>
#include <string.h>

#include "daemon/core/format/publication.h"
#include "rules/rulebook/book.h"

/* The last one that was asked for is remembered: a hall plays by one. */
static const struct rulebook *find_book(const char *id)
{
	static char last[128];
	static struct rulebook *book;

	if (strcmp(id, last) == 0)
		return book;
	if (book)
		rulebook_free(book);
	book = NULL;
	snprintf(last, sizeof(last), "%s", id);
	if (*id && !strchr(id, '/') && rulebook_load(id, NULL, NULL, &book) < 0)
		book = NULL;
	return book;
}

const char *live_rulebook_title(const char *id)
{
	const struct rulebook *book = find_book(id);

	return book ? rulebook_heading(book) : id;
}

/* In each language in which it can be said. */
static json_t *sentences_of(const json_t *ruling)
{
	json_t *sentences = json_object();
	struct statement statement;
	char text[SENTENCE_TEXT];

	for (const struct language *const *l = language_list(); *l; l++) {
		bool complete = false;

		if (statement_parse(ruling, &statement))
			sentence_write(*l, &statement, text, sizeof(text), &complete);
		if (complete)
			json_object_set_new(sentences, (*l)->id, json_string(text));
	}
	return sentences;
}

/* What the articles that it cites say, in the rulebook's words. */
static json_t *words_of(const json_t *ruling)
{
	const struct rulebook *book = find_book(live_text(ruling, "rulebook"));
	json_t *words = json_array(), *article;
	size_t i;

	json_array_foreach(json_object_get(ruling, "articles"), i, article) {
		const char *number = json_string_value(article);
		const struct rulebook_article *found = book && number ?
							       rulebook_article_find(book, number, strlen(number)) :
							       NULL;

		if (found)
			json_array_append_new(words, json_pack("{s:s, s:s}", "article", number, "text", found->text));
	}
	return words;
}

static bool is_same(const json_t *a, const json_t *b)
{
	return json_equal(json_object_get(a, "t_us"), json_object_get(b, "t_us")) &&
	       strcmp(live_text(a, "ruling"), live_text(b, "ruling")) == 0 &&
	       strcmp(live_text(a, "reason"), live_text(b, "reason")) == 0;
}

/* One that was there before is the last again: those behind it do not hold. */
static void remember(struct live_game *game)
{
	const size_t n = json_array_size(game->rulings);

	for (size_t i = 0; game->ruling && i < n; i++)
		if (is_same(json_array_get(game->rulings, i), game->ruling)) {
			while (json_array_size(game->rulings) > i)
				json_array_remove(game->rulings, json_array_size(game->rulings) - 1);
			break;
		}
	if (game->ruling)
		json_array_append(game->rulings, game->ruling);
	else
		json_array_clear(game->rulings);
}

void live_set_ruling(struct live_game *game, const json_t *ruling)
{
	json_decref(game->ruling);
	game->ruling = ruling ? json_copy((json_t *)ruling) : NULL;
	if (game->ruling) {
		json_object_set_new(game->ruling, "sentences", sentences_of(ruling));
		json_object_set_new(game->ruling, "words", words_of(ruling));
	}
	remember(game);
}

json_t *live_rulings(const struct live_game *game, size_t shown)
{
	json_t *list = json_array(), *ruling;
	size_t i;

	json_array_foreach(game->rulings, i, ruling) {
		const json_int_t t_us = json_integer_value(json_object_get(ruling, "t_us"));
		size_t ply = 0;
		json_t *one;

		while (ply < game->count && json_integer_value(json_object_get(game->moves[ply].json, "t_us")) <= t_us)
			ply++;
		if (ply >= shown || strcmp(live_text(ruling, "reason"), "start") == 0)
			continue; /* no later move is shown yet: nor is this */
		one = json_copy(ruling);
		json_object_set_new(one, "ply", json_integer((json_int_t)ply));
		json_array_append_new(list, one);
	}
	return list;
}
