// SPDX-License-Identifier: GPL-2.0-or-later
/* A game as a list of tags and a tree of moves: making, changing, letting go. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pgn.h"
#include "formats/pgn-tree.h"

struct pgn_game *pgn_new(void)
{
	struct pgn_game *pgn = calloc(1, sizeof *pgn);

	if (pgn)
		strcpy(pgn->result, "*");
	return pgn;
}

static void free_strings(char **s, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		free(s[i]);
	free(s);
}

/* Variations nest; the reader bounds their depth (PGN_MAX_DEPTH), so this recursion is bounded too. */
static void free_line(struct pgn_line *line)
{
	for (unsigned i = 0; i < line->count; i++) {
		struct pgn_move *m = &line->move[i];
		for (unsigned v = 0; v < m->variation_count; v++)
			free_line(&m->variation[v]);
		free(m->variation);
		free(m->nag);
		free_strings(m->comment, m->comment_count);
	}
	free(line->move);
	free_strings(line->comment, line->comment_count);
}

void pgn_free(struct pgn_game *pgn)
{
	if (!pgn)
		return;
	for (unsigned i = 0; i < pgn->tag_count; i++) {
		free(pgn->tag[i].name);
		free(pgn->tag[i].value);
	}
	free(pgn->tag);
	free_line(&pgn->main);
	free(pgn);
}

/* Room for one more element: capacities are the powers of two, so count alone tells when to grow. */
void *pgn_grow(void *array, unsigned count, size_t size)
{
	bool full = !(count & (count - 1));

	return full ? realloc(array, (count ? 2 * (size_t)count : 1) * size) : array;
}

static struct pgn_tag *find_tag(const struct pgn_game *pgn, const char *name)
{
	for (unsigned i = 0; i < pgn->tag_count; i++)
		if (!strcmp(pgn->tag[i].name, name))
			return &pgn->tag[i];
	return NULL;
}

const char *pgn_tag(const struct pgn_game *pgn, const char *name)
{
	const struct pgn_tag *t = find_tag(pgn, name);
	return t ? t->value : NULL;
}

static bool is_tag_name(const char *name)
{
	if (!*name)
		return false;
	for (; *name; name++)
		if (!isascii((unsigned char)*name) || (!isalnum((unsigned char)*name) && *name != '_'))
			return false;
	return true;
}

int pgn_set_tag(struct pgn_game *pgn, const char *name, const char *value)
{
	struct pgn_tag *t = find_tag(pgn, name), *grown;
	char *copy, *name_copy;

	if (!is_tag_name(name))
		return -EINVAL;
	for (const char *c = value; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 127)
			return -EINVAL;
	copy = strdup(value);
	if (!copy)
		return -ENOMEM;
	if (t) {
		free(t->value);
		t->value = copy;
		return 0;
	}
	name_copy = strdup(name);
	grown = name_copy ? pgn_grow(pgn->tag, pgn->tag_count, sizeof *grown) : NULL;
	if (!grown) {
		free(name_copy);
		free(copy);
		return -ENOMEM;
	}
	pgn->tag = grown;
	pgn->tag[pgn->tag_count++] = (struct pgn_tag){ .name = name_copy, .value = copy };
	return 0;
}

int pgn_push_comment(char ***comments, unsigned *count, const char *text)
{
	char *copy = strdup(text), **grown = copy ? pgn_grow(*comments, *count, sizeof *grown) : NULL;

	if (!grown) {
		free(copy);
		return -ENOMEM;
	}
	*comments = grown;
	grown[(*count)++] = copy;
	return 0;
}

struct pgn_move *pgn_push_move(struct pgn_line *line, const char *text)
{
	struct pgn_move *grown = pgn_grow(line->move, line->count, sizeof *grown);

	if (!grown)
		return NULL;
	line->move = grown;
	grown += line->count++;
	*grown = (struct pgn_move){ .clk_ms = PGN_NO_TIME, .emt_ms = PGN_NO_TIME };
	strncat(grown->text, text, sizeof grown->text - 1);
	return grown;
}

int pgn_add_move(struct pgn_game *pgn, const char *text, int64_t clk_ms, int64_t emt_ms, const char *comment)
{
	struct pgn_move *m;

	if (!*text || strlen(text) >= sizeof m->text)
		return -EINVAL;
	m = pgn_push_move(&pgn->main, text);
	if (!m)
		return -ENOMEM;
	m->clk_ms = clk_ms;
	m->emt_ms = emt_ms;
	return comment ? pgn_push_comment(&m->comment, &m->comment_count, comment) : 0;
}

int pgn_append_comment(struct pgn_game *pgn, const char *comment)
{
	struct pgn_line *line = &pgn->main;
	struct pgn_move *last = line->count ? &line->move[line->count - 1] : NULL;

	return last ? pgn_push_comment(&last->comment, &last->comment_count, comment) :
		      pgn_push_comment(&line->comment, &line->comment_count, comment);
}

/* Letters and digits of a name, lower case. */
static void plain_name(const char *name, char ret[static 32])
{
	size_t n = 0;

	for (; *name && n < 31; name++)
		if (isalnum((unsigned char)*name))
			ret[n++] = (char)tolower((unsigned char)*name);
	ret[n] = '\0';
}

static bool names_variant(const char *tag, const struct game *game)
{
	static const char *const other_names[] = { "fischerandom", "fischerrandom", "fischerandomchess",
						   "fischerrandomchess" };
	char said[32], own[32];

	plain_name(tag, said);
	plain_name(game->variant, own);
	for (size_t i = 0; game->starts && i < sizeof other_names / sizeof *other_names; i++)
		if (!strcmp(said, other_names[i]))
			return true;
	return !strcmp(said, own);
}

const struct game *pgn_variant(const struct game *game, const struct pgn_game *pgn)
{
	const char *tag = pgn_tag(pgn, "Variant"), *fen = pgn_tag(pgn, "FEN");
	const struct game *by_fen = fen ? game_of_fen(fen) : game;
	struct game_position pos;

	for (const struct game *const *g = game_list(); tag && *g; g++)
		if ((*g)->variant && !strcmp(game_rulebooks(*g), game_rulebooks(game)) && names_variant(tag, *g))
			return *g;
	/* nothing but its castling rights says so */
	if (fen && by_fen->variant && !strcmp(game_rulebooks(by_fen), game_rulebooks(game)) &&
	    game->parse(fen, &pos, NULL) < 0)
		return by_fen;
	return game;
}

int pgn_start(const struct game *game, const struct pgn_game *pgn, struct game_position *ret, struct game_error *err)
{
	const char *fen = pgn_tag(pgn, "FEN");

	game = pgn_variant(game, pgn);
	return game->parse(fen ? fen : game->start_fen, ret, err);
}
