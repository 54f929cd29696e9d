/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/journal/two-games.h"

#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>

static bool is(const struct game_line *l, const char *kind, uint64_t game)
{
	return l->game == game && strcmp(l->kind, kind) == 0;
}

static void add(struct two_games *g, const char *kind, uint64_t game, uint64_t input, const char *text)
{
	g->lines = reallocarray(g->lines, g->count + 1, sizeof(*g->lines));
	assert_non_null(g->lines);
	g->lines[g->count++] = (struct game_line){ strdup(kind), strdup(text), game, input };
}

void two_games_read(struct two_games *g, unsigned inputs)
{
	FILE *f = fopen("tests/data/two-games.txt", "r");
	unsigned count[TWO_GAMES + 1] = { 0 };
	char *line = NULL;
	size_t size = 0;

	*g = (struct two_games){ NULL, 0 };
	assert_non_null(f);
	while (getline(&line, &size, f) >= 0) {
		char kind[16];
		unsigned game;
		int at = 0;

		line[strcspn(line, "\n")] = '\0';
		assert_int_equal(sscanf(line, "%15s %u %n", kind, &game, &at), 2);
		assert_in_range(game, 1, TWO_GAMES);
		if (strcmp(kind, "input") == 0)
			count[game]++;
		if (count[game] <= inputs)
			add(g, kind, game, count[game] - 1, line + at);
	}
	fclose(f);
	free(line);
}

static void free_line(struct game_line *l)
{
	free(l->kind);
	free(l->text);
}

void two_games_free(struct two_games *g)
{
	while (g->count > 0)
		free_line(&g->lines[--g->count]);
	free(g->lines);
	g->lines = NULL;
}

static char *replaced(const char *text, const char *from, const char *to)
{
	const char *at = strstr(text, from);
	char *changed;

	assert_non_null(at);
	assert_true(asprintf(&changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) >= 0);
	return changed;
}

void two_games_change(struct two_games *g, const char *kind, uint64_t game, unsigned n, const char *from,
		      const char *to)
{
	struct game_line *l = g->lines;
	char *changed;

	for (;; l++) {
		assert_true(l < g->lines + g->count);
		if (is(l, kind, game) && n-- == 0)
			break;
	}
	changed = from ? replaced(l->text, from, to) : strdup(to);
	free(l->text);
	l->text = changed;
}

void two_games_drop_last(struct two_games *g, const char *kind, uint64_t game)
{
	size_t i = g->count;

	do
		assert_true(i > 0);
	while (!is(&g->lines[--i], kind, game));
	free_line(&g->lines[i]);
	memmove(&g->lines[i], &g->lines[i + 1], (--g->count - i) * sizeof(*g->lines));
}

void two_games_stage(const struct two_games *g, struct journal *journal)
{
	const struct game_line *end = g->lines + g->count;

	for (const struct game_line *l = g->lines; l < end; l++)
		if (strcmp(l->kind, "board") == 0) {
			assert_int_equal(journal_next_game(journal), l->game);
			assert_true(end - l > 2 && is(l + 1, "setup", l->game) && is(l + 2, "map", l->game));
			assert_return_code(journal_stage_game(journal, l->game,
							      &(struct journal_start){ l->text, l[1].text, l[2].text,
										       "{}", NULL }),
					   0);
		} else if (strcmp(l->kind, "input") == 0) {
			assert_return_code(journal_stage_input(journal, l->game, l->text), 0);
		} else if (strcmp(l->kind, "ruling") == 0) {
			assert_return_code(journal_stage_ruling(journal, l->game, l->text), 0);
		}
}
