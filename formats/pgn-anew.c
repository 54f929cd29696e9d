// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "formats/pgn-reader.h"
#include "formats/record.h"

static void add_all(struct comment *c, char *const *comment, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		comment_add(c, comment[i]);
}

int pgn_begin_anew(struct pgn_game *pgn, const char *fen, unsigned first_ply)
{
	struct pgn_game *before = pgn_new();
	struct comment c = { 0 };
	int r;

	if (!before)
		return -ENOMEM;
	before->main = pgn->main;
	pgn->main = (struct pgn_line){ 0 };
	add_all(&c, before->main.comment, before->main.comment_count);
	for (unsigned i = 0; i < before->main.count; i++) {
		const struct pgn_move *m = &before->main.move[i];

		comment_add_move(&c, first_ply + i, i == 0, m->text);
		add_all(&c, m->comment, m->comment_count);
	}
	r = comment_finish(&c, pgn);
	comment_done(&c);
	pgn_free(before);
	if (r >= 0)
		r = pgn_set_tag(pgn, "SetUp", "1");
	return r < 0 ? r : pgn_set_tag(pgn, "FEN", fen);
}
