/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/terminal/screen.h"

#include <ctype.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

static bool fills_board(const struct game *game)
{
	return game->squares == game->width * game->height;
}

static bool has_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* The black shapes for both sides where a background says whose square it is: then the colour says whose piece it is.
 */
static const char *figurine(char piece, bool filled)
{
	static const char letters[] = "KQRBNPkqrbnp";
	static const char *const outlined[] = { "\u2654", "\u2655", "\u2656", "\u2657", "\u2658", "\u2659",
						"\u265a", "\u265b", "\u265c", "\u265d", "\u265e", "\u265f" };
	static const char *const shapes[] = { "\u265a", "\u265b", "\u265c", "\u265d", "\u265e", "\u265f" };
	const char *at = piece ? strchr(letters, piece) : NULL;

	if (!at)
		return NULL;
	return filled ? shapes[(at - letters) % 6] : outlined[at - letters];
}

static const char *first_square(const struct game *game, unsigned row, char buf[static 8])
{
	buf[0] = 0;
	for (unsigned column = 0; column < game->width; column++) {
		const int square = game->square_of_cell(row * game->width + column);

		if (square >= 0) {
			game->square_name((unsigned)square, buf);
			break;
		}
	}
	return buf;
}

/* Ranks, or the number of the row's first square. */
static const char *row_name(const struct game *game, unsigned row, char buf[static 8])
{
	if (!fills_board(game))
		return first_square(game, row, buf);
	snprintf(buf, 8, "%u", (row + 1) % 100);
	return buf;
}

/* --- two boards --- */

static void draw_plain_row(const struct game *game, unsigned row, const char *squares, const char *other, FILE *out)
{
	for (unsigned column = 0; column < game->width; column++) {
		int square = game->square_of_cell(row * game->width + column);

		if (square < 0)
			fputs("  ", out);
		else
			fprintf(out, "%c%c", squares[square] == other[square] ? ' ' : '*', squares[square]);
	}
}

void screen_draw_two(const struct game *game, const char *left_title, const char *left, const char *right_title,
		     const char *right, FILE *out)
{
	const int width = 2 * (int)game->width;
	char name[8];

	fprintf(out, "   %-*s       %s\n", width, left_title, right_title);
	for (unsigned row = game->height; row-- > 0;) {
		row_name(game, row, name);
		fprintf(out, "%2s ", name);
		draw_plain_row(game, row, left, right, out);
		fprintf(out, "    %2s ", name);
		draw_plain_row(game, row, right, left, out);
		fputc('\n', out);
	}
}

/* --- one board --- */

/* Terminals of 256 colours have wood; the others two greys of the eight. */
static const char *background(bool dark, bool last)
{
	static const char *const many[2][2] = { { "\033[48;5;179m", "\033[48;5;143m" },
						{ "\033[48;5;94m", "\033[48;5;100m" } };
	static const char *const few[2][2] = { { "\033[47m", "\033[43m" }, { "\033[46m", "\033[42m" } };
	const char *term = getenv("TERM"), *colours = getenv("COLORTERM");

	return (colours && *colours) || (term && strstr(term, "256")) ? many[dark][last] : few[dark][last];
}

static bool is_white(char piece)
{
	return isupper((unsigned char)piece) || piece == 'w';
}

/* A cell of two columns upon its square's colour. */
static void draw_coloured(const struct game *game, const struct screen *s, int square, bool dark, char piece, FILE *out)
{
	const bool last = square >= 0 && (s->last[0] == square || s->last[1] == square);
	const char *shape = has_utf8() && fills_board(game) ? figurine(piece, true) : NULL;

	fprintf(out, "%s%s", background(dark, last),
		piece == '.' || piece == ' '	     ? "" :
		is_white(piece) && fills_board(game) ? "\033[97m\033[1m" :
						       "\033[30m");
	if (shape)
		fprintf(out, "%s ", shape);
	else
		fprintf(out, "%c ", piece == '.' ? ' ' : piece);
	fputs("\033[0m", out);
}

static void draw_letter(const struct screen *s, int square, bool dark, char piece, FILE *out)
{
	char mark = ' ';

	if (square >= 0 && s->last[0] == square)
		mark = '<';
	else if (square >= 0 && s->last[1] == square)
		mark = '>';
	fprintf(out, "%c%c", mark, piece == '.' ? (dark ? ':' : '.') : piece);
}

int screen_draw_board(const struct ctl *ctl, const struct screen *s, FILE *out)
{
	const struct game *game = game_find(s->kind);
	char squares[GAME_MAX_SQUARES], name[8];

	if (!game || !screen_read_placement(game, s->placement, squares))
		return 0;
	for (unsigned row = game->height; row-- > 0;) {
		fprintf(out, "%s%2s%s ", colour_dim(ctl), row_name(game, row, name), colour_end(ctl));
		for (unsigned column = 0; column < game->width; column++) {
			const int square = game->square_of_cell(row * game->width + column);
			const char piece = square < 0 ? ' ' : squares[square];
			const bool dark = fills_board(game) ? row % 2 == column % 2 : square >= 0;

			if (ctl->colour)
				draw_coloured(game, s, square, dark, piece, out);
			else
				draw_letter(s, square, dark, piece, out);
		}
		fputc('\n', out);
	}
	if (!fills_board(game))
		return (int)game->height;
	fprintf(out, "   %s", colour_dim(ctl));
	for (unsigned column = 0; column < game->width; column++)
		fprintf(out, ctl->colour ? "%c " : " %c", (char)('a' + column));
	fprintf(out, "%s\n", colour_end(ctl));
	return (int)game->height + 1;
}

/* --- what was captured --- */

static void print_missing(const struct ctl *ctl, const struct game *game, const char *start, const char *now,
			  bool white, FILE *out)
{
	for (const char *p = "QRBNP"; *p; p++) {
		const char piece = white ? *p : (char)tolower((unsigned char)*p);
		int missing = 0;

		for (unsigned i = 0; i < game->squares; i++)
			missing += (start[i] == piece) - (now[i] == piece);
		for (; missing > 0; missing--) {
			if (has_utf8() && ctl->colour)
				fputs(figurine(piece, false), out);
			else
				fputc(piece, out);
		}
	}
}

int screen_draw_captured(const struct ctl *ctl, const struct screen *s, FILE *out)
{
	const struct game *game = game_find(s->kind);
	char start[GAME_MAX_SQUARES], now[GAME_MAX_SQUARES];
	struct game_position pos;
	int fewer = 0;

	if (!game || !fills_board(game) || game->parse(game->start_fen, &pos, NULL) < 0 ||
	    !screen_read_placement(game, s->placement, now))
		return 0;
	game->placement(&pos, start);
	for (unsigned i = 0; i < game->squares; i++)
		fewer += (start[i] != '.') - (now[i] != '.');
	if (fewer <= 0)
		return 0;
	fprintf(out, "   %scaptured: by White%s ", colour_dim(ctl), colour_end(ctl));
	print_missing(ctl, game, start, now, false, out);
	fprintf(out, "  %sby Black%s ", colour_dim(ctl), colour_end(ctl));
	print_missing(ctl, game, start, now, true, out);
	fputc('\n', out);
	return 1;
}
