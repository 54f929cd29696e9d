/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Games as text: PGN (the 1994 standard's import and export formats, with the
 * [%clk] and [%emt] commands of its 2001 supplement) and, with the draughts
 * table, PDN. The text of moves is the game's own notation.
 *
 * A struct pgn_game owns all it points at. Strings are UTF-8.
 */
#ifndef FORMATS_PGN_H
#define FORMATS_PGN_H

#include "rules/game.h"

#define PGN_NO_TIME INT64_MIN

struct pgn_tag {
	char *name, *value;
};

struct pgn_line;

struct pgn_move {
	char text[GAME_TEXT]; /* as it is written, without check of its legality and without "!?" */
	int64_t clk_ms;	      /* [%clk]: left after the move; PGN_NO_TIME none */
	int64_t emt_ms;	      /* [%emt]: spent on the move; PGN_NO_TIME none */
	unsigned nag_count, comment_count, variation_count;
	uint8_t *nag;		    /* $1 … $255; "!" is $1, "?" $2, "!!" $3, "??" $4, "!?" $5, "?!" $6 */
	char **comment;		    /* after the move, in order, without the two commands above; others stay */
	struct pgn_line *variation; /* instead of this move */
};

struct pgn_line {
	unsigned comment_count, count;
	char **comment; /* before the first move */
	struct pgn_move *move;
};

struct pgn_game {
	unsigned tag_count;
	struct pgn_tag *tag;
	struct pgn_line main;
	char result[8]; /* as the movetext ends: one of game->results or "*" */
};

struct pgn_game *pgn_new(void); /* no tags, no moves, result "*"; NULL without memory */
void pgn_free(struct pgn_game *pgn);
static inline void pgn_freep(struct pgn_game **p)
{
	if (*p)
		pgn_free(*p);
}

/* The value of a tag, NULL if it is not there. Lives until the tag is set again. */
const char *pgn_tag(const struct pgn_game *pgn, const char *name);
/* Adds or replaces. 0; -EINVAL for a name that is none (letters, digits, _) or a value with control characters;
 * -ENOMEM. */
int pgn_set_tag(struct pgn_game *pgn, const char *name, const char *value);
/*
 * pgn_add_move - one more move of the main line
 * @text: in the game's notation (SAN; PDN), copied
 * @clk_ms, @emt_ms: PGN_NO_TIME none
 * @comment: NULL none; copied
 * 0, -EINVAL for a text that is empty or too long, -ENOMEM.
 */
int pgn_add_move(struct pgn_game *pgn, const char *text, int64_t clk_ms, int64_t emt_ms, const char *comment);
/* A comment behind the last move of the main line, before the first where there is none. 0 or -ENOMEM. */
int pgn_append_comment(struct pgn_game *pgn, const char *comment);

/* What is beyond these digits of a time is cut off. */
enum pgn_digits { PGN_MILLISECONDS = 0, PGN_TENTHS, PGN_SECONDS };

struct pgn_style {
	enum pgn_digits clk; /* of [%clk] and [%emt] */
};

/*
 * pgn_format - a game as export text
 * The Seven Tag Roster first and in its order (unknown ones as the standard says: "?", "????.??.??", "*"; Result is
 * pgn->result), the other tags as they were added; lines of less than 80 columns; a blank line at the end.
 * Numbers of the moves follow the FEN tag. style may be NULL. free() the text; NULL without memory.
 */
char *pgn_format(const struct game *game, const struct pgn_game *pgn, const struct pgn_style *style);

/*
 * pgn_read - one game from text
 * @text, @size: what follows is read up to the end of one game; blank lines, "%" lines and a byte order mark are passed
 * over; CRLF, CR and LF end lines. Text that is not UTF-8 is taken as Latin-1, string by string.
 * @used: how many bytes were read, also with errors (then up to where the next game begins); may be NULL
 * @ret:  the game
 * Moves of the main line and of all variations are checked and written as the game writes them; err->offset is in bytes
 * of text. 0; -ENODATA there is no game (only blanks); -EINVAL with err (may be NULL); -ENOMEM.
 */
int pgn_read(const struct game *game, const char *text, size_t size, size_t *used, struct pgn_game **ret,
	     struct game_error *err);

/* The game that the record is of: that of its Variant tag ("Chess960"), or of its FEN's castling rights where game
 * cannot have them; else game. */
const struct game *pgn_variant(const struct game *game, const struct pgn_game *pgn);
/* The position before the first move: FEN tag or the game's start. 0, -EINVAL with err. */
int pgn_start(const struct game *game, const struct pgn_game *pgn, struct game_position *ret, struct game_error *err);

/* H:MM:SS.mmm, H:MM:SS.d or H:MM:SS, and back: also H:MM:SS.d…, M:SS, plain seconds; -EINVAL. */
#define PGN_CLOCK_TEXT 32
int pgn_clock_format(int64_t ms, enum pgn_digits digits, char buf[static PGN_CLOCK_TEXT]);
int pgn_clock_parse(const char *text, size_t size, int64_t *ret_ms);

#endif
