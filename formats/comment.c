/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void comment_add(struct comment *c, const char *words)
{
	size_t n = strlen(words), room = c->size + n + 2;

	if (room > c->room) {
		char *more = realloc(c->text, 2 * room);

		if (!more) {
			c->failed = true;
			return;
		}
		c->text = more;
		c->room = 2 * room;
	}
	if (c->size)
		c->text[c->size++] = ' ';
	for (const char *w = words; *w; w++)
		c->text[c->size++] = *w == '{' ? '(' : *w == '}' ? ')' : (unsigned char)*w < ' ' ? ' ' : *w;
	c->text[c->size] = '\0';
}

void comment_add_move(struct comment *c, unsigned ply, bool numbered, const char *move)
{
	char number[24];

	if (ply % 2 == 0 || numbered) {
		snprintf(number, sizeof(number), ply % 2 ? "%u..." : "%u.", ply / 2 + 1);
		comment_add(c, number);
	}
	comment_add(c, move);
}

int comment_finish(struct comment *c, struct pgn_game *pgn)
{
	return c->failed ? -ENOMEM : c->size ? pgn_append_comment(pgn, c->text) : 0;
}

void comment_done(struct comment *c)
{
	free(c->text);
	*c = (struct comment){ 0 };
}

int comment_position(struct pgn_game *pgn, const char *fen)
{
	struct comment c = { 0 };
	int r;

	comment_add(&c, "The arbiter set the position");
	comment_add(&c, fen);
	r = comment_finish(&c, pgn);
	comment_done(&c);
	return r;
}

unsigned comment_first_ply(const struct game *game, const struct game_position *pos)
{
	unsigned number = game->move_number(pos);

	return (number ? number - 1 : 0) * 2 + (game->to_move(pos) == BLACK);
}
