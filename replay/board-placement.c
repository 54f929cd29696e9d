/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "replay/board-input.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

const struct game *board_placement_game(const struct board_info *info)
{
	for (const struct game *const *g = game_list(); *g; g++)
		if ((*g)->width == info->width && (*g)->height == info->height)
			return *g;
	return NULL;
}

static void format_rows(const struct game *game, const char *cells, FILE *out)
{
	for (unsigned row = game->height; row-- > 0;) {
		unsigned empty = 0;

		for (unsigned column = 0; column < game->width; column++) {
			const char piece = cells[row * game->width + column];

			if (piece == '.') {
				empty++;
				continue;
			}
			if (empty)
				fprintf(out, "%u", empty);
			empty = 0;
			fputc(piece, out);
		}
		if (empty)
			fprintf(out, "%u", empty);
		if (row > 0)
			fputc('/', out);
	}
}

/* The squares of the pieces of one side; NO_SIDE: of those without a name. */
static void format_list(const struct game *game, const char *cells, enum side side, FILE *out)
{
	bool first = true;

	for (unsigned i = 0; i < game->squares; i++) {
		const char piece = cells[game->cell_of_square(i)];
		char name[8];

		if (piece == '.' || game->piece_side(piece) != side)
			continue;
		game->square_name(i, name);
		fprintf(out, "%s%s%s", first ? "" : ",", side != NO_SIDE && isupper((unsigned char)piece) ? "K" : "",
			name);
		first = false;
	}
}

static bool has_unnamed(const struct game *game, const char *cells)
{
	for (unsigned i = 0; i < game->squares; i++)
		if (cells[game->cell_of_square(i)] == '?')
			return true;
	return false;
}

void board_placement_format(const struct game *game, const char *cells, char buf[static GAME_FEN])
{
	FILE *out = fmemopen(buf, GAME_FEN, "w");

	buf[0] = '\0';
	if (!out)
		return;
	if (game->squares == game->width * game->height) {
		format_rows(game, cells, out);
	} else {
		fputc('W', out);
		format_list(game, cells, WHITE, out);
		fputs(":B", out);
		format_list(game, cells, BLACK, out);
		if (has_unnamed(game, cells)) {
			fputs(":?", out);
			format_list(game, cells, NO_SIDE, out);
		}
	}
	fclose(out);
}
