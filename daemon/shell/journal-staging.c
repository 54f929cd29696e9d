/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-staging.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- lists --- */

static void append(struct row_list *list, struct row *row)
{
	row->next = NULL;
	if (list->last)
		list->last->next = row;
	else
		list->first = row;
	list->last = row;
	list->count++;
}

void row_list_join(struct row_list *list, struct row_list *more)
{
	if (!more->first)
		return;
	if (list->last)
		list->last->next = more->first;
	else
		list->first = more->first;
	list->last = more->last;
	list->count += more->count;
	*more = (struct row_list){ NULL };
}

void row_list_free(struct row_list *list)
{
	struct row *row;

	while ((row = list->first)) {
		list->first = row->next;
		free(row);
	}
	*list = (struct row_list){ NULL };
}

/* --- games --- */

/* Where it is among them, or would be. */
static size_t place_of(const struct journal *j, uint64_t game)
{
	size_t from = 0, to = j->game_count;

	while (from < to) {
		const size_t middle = from + (to - from) / 2;

		if (j->games[middle]->chain.game < game)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

struct staged_game *staging_game(const struct journal *j, uint64_t game)
{
	const size_t i = place_of(j, game);

	return i < j->game_count && j->games[i]->chain.game == game ? j->games[i] : NULL;
}

/* With its texts in *texts, free(). 0 or -ENOMEM. */
static int copy_state(const struct chain_state *state, struct chain_state *copy, char **texts)
{
	const char *const from[] = { state->state, state->result, state->record, state->fault };
	const char **const to[] = { &copy->state, &copy->result, &copy->record, &copy->fault };
	size_t sum = 1;
	char *at;

	for (int i = 0; i < 4; i++)
		sum += from[i] ? strlen(from[i]) + 1 : 0;
	at = *texts = malloc(sum);
	if (!at)
		return -ENOMEM;
	*copy = *state;
	for (int i = 0; i < 4; i++) {
		*to[i] = from[i] ? strcpy(at, from[i]) : NULL;
		at += from[i] ? strlen(from[i]) + 1 : 0;
	}
	return 0;
}

static void set_state(struct staged_game *g, const struct chain_state *state, char *texts, bool sound)
{
	free(g->state_texts);
	g->state = *state;
	g->state_texts = texts;
	g->state_is_sound = sound;
}

static struct staged_game *add_game(struct journal *j, uint64_t game)
{
	const size_t i = place_of(j, game);
	struct staged_game *g, **more = reallocarray(j->games, j->game_count + 1, sizeof(*more));

	if (!more)
		return NULL;
	j->games = more;
	g = calloc(1, sizeof(*g));
	if (!g)
		return NULL;
	memmove(more + i + 1, more + i, (j->game_count - i) * sizeof(*more));
	more[i] = g;
	j->game_count++;
	return g;
}

static void free_game(struct staged_game *g)
{
	free(g->state_texts);
	free(g);
}

int staging_add_game(struct journal *j, const struct chain *chain, const uint8_t seed[static CHAIN_HASH],
		     const struct chain_state *state, bool sound)
{
	struct staged_game *g = staging_game(j, chain->game);
	struct chain_state copy;
	char *texts;

	if (copy_state(state, &copy, &texts) < 0)
		return -ENOMEM;
	g = g ? g : add_game(j, chain->game);
	if (!g) {
		free(texts);
		return -ENOMEM;
	}
	g->chain = *chain;
	memcpy(g->seed, seed, CHAIN_HASH);
	set_state(g, &copy, texts, sound);
	return 0;
}

void staging_leave(struct journal *j, uint64_t game)
{
	struct staged_game *g = staging_game(j, game);
	const size_t i = place_of(j, game);

	if (!g)
		return;
	row_list_join(&j->staged, &g->rows);
	free_game(g);
	memmove(j->games + i, j->games + i + 1, (--j->game_count - i) * sizeof(j->games[0]));
}

/* --- rows --- */

/* With its texts behind it. NULL: no memory. */
static struct row *row_copy(const struct row *row, const char *const text[static ROW_TEXTS])
{
	size_t size[ROW_TEXTS] = { 0 }, sum = sizeof(*row);
	struct row *copy;
	char *to;

	for (int i = 0; i < ROW_TEXTS; i++) {
		size[i] = text[i] ? strlen(text[i]) + 1 : 0;
		sum += size[i];
	}
	copy = malloc(sum);
	if (!copy)
		return NULL;
	*copy = *row;
	to = (char *)(copy + 1);
	for (int i = 0; i < ROW_TEXTS; i++) {
		copy->text[i] = text[i] ? memcpy(to, text[i], size[i]) : NULL;
		to += size[i];
	}
	return copy;
}

int staging_add(struct journal *j, const struct row *row, const char *const text[static ROW_TEXTS])
{
	struct staged_game *g = row->kind < ROW_EVENT ? staging_game(j, row->game) : NULL;
	struct row *copy = row_copy(row, text);

	if (!copy)
		return -ENOMEM;
	append(g ? &g->rows : &j->staged, copy);
	j->count++;
	return 0;
}

int staging_add_state(struct journal *j, const struct row *row, const struct chain_state *state)
{
	const char *const text[ROW_TEXTS] = { state->state, state->result, state->record, state->fault };
	struct staged_game *g = staging_game(j, row->game);
	struct chain_state copy;
	char *texts = NULL;
	int r = g ? copy_state(state, &copy, &texts) : 0;

	if (r >= 0)
		r = staging_add(j, row, text);
	if (r < 0)
		free(texts);
	else if (g)
		set_state(g, &copy, texts, true);
	return r;
}

struct row_list staging_take(struct journal *j)
{
	struct row_list taken = j->staged;

	j->staged = (struct row_list){ NULL };
	for (size_t i = 0; i < j->game_count; i++)
		row_list_join(&taken, &j->games[i]->rows);
	j->count -= taken.count;
	return taken;
}

void staging_give_back(struct journal *j, struct row_list *rows)
{
	j->count += rows->count;
	row_list_join(rows, &j->staged);
	j->staged = *rows;
	*rows = (struct row_list){ NULL };
}

static void drop(struct journal *j, uint64_t game, const char *event)
{
	struct row_list all = j->staged;
	struct row *row, *next;

	j->staged = (struct row_list){ NULL };
	for (row = all.first; row; row = next) {
		const bool is_event = row->kind >= ROW_EVENT;

		next = row->next;
		if (event ? is_event && strcmp(row->text[0], event) == 0 : !is_event && row->game == game) {
			free(row);
			j->count--;
		} else {
			append(&j->staged, row);
		}
	}
}

void staging_forget(struct journal *j, uint64_t game)
{
	staging_leave(j, game);
	drop(j, game, NULL);
}

void staging_forget_event(struct journal *j, const char *event)
{
	drop(j, 0, event);
}

void staging_free(struct journal *j)
{
	for (size_t i = 0; i < j->game_count; i++) {
		row_list_free(&j->games[i]->rows);
		free_game(j->games[i]);
	}
	free(j->games);
	row_list_free(&j->staged);
}
