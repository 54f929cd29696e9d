/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PGN while it is read: what the files of its reader share. Not for callers. */
#ifndef FORMATS_PGN_READER_H
#define FORMATS_PGN_READER_H

#include "formats/pgn.h"

struct pgn_reader {
	const struct game *game;
	const char *text;
	size_t size, at;
	struct pgn_game *pgn;
	struct game_error *err;
	char word[256]; /* the token last read by take_word() */
	size_t word_at;
};

#define REFUSE(r, field, where, ...) game_refuse((r)->err, -EINVAL, field, (unsigned)(where), __VA_ARGS__)

static inline int peek(const struct pgn_reader *r)
{
	return r->at < r->size ? (unsigned char)r->text[r->at] : -1;
}

/* --- pgn-tags.c --- */

bool pgn_at_line_start(const struct pgn_reader *r);
void pgn_skip_line(struct pgn_reader *r);
/* Blanks, and lines that '%' at their beginning hides (standard, 6); in PDN it hides the rest of any line. */
void pgn_skip_blanks(struct pgn_reader *r);
/* A string of the file as UTF-8, ends of lines as one blank. NULL without memory. */
char *pgn_to_utf8(const char *s, size_t n);
/* The tags of a game, of which none or some may be there. 0; -EINVAL with the reader's error; -ENOMEM. */
int pgn_read_tags(struct pgn_reader *r);

/*
 * --- pgn-anew.c ---
 * The game goes on from another position: what was before it becomes a comment before the first move. first_ply: the
 * number, from 0, of the first of these moves. 0 or -ENOMEM.
 */
int pgn_begin_anew(struct pgn_game *pgn, const char *fen, unsigned first_ply);

#endif
