/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game drawn with characters. */
#include "daemon/ctl/screen.h"

#include <langinfo.h>
#include <string.h>
#include <time.h>

#include "daemon/core/clock.h"
#include "daemon/ctl/bus.h"
#include "daemon/ctl/clock-text.h"
#include "daemon/ctl/colours.h"

static int64_t boottime_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

static int64_t number(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

void screen_from_object(struct screen *s, json_t *object)
{
	json_t *game = json_object_get(object, BUS_GAME), *clock = json_object_get(object, BUS_CLOCK);
	struct clock_control control;
	char err[160];

	memset(s, 0, sizeof(*s));
	snprintf(s->kind, sizeof(s->kind), "%s", ctl_text(game, "Kind"));
	snprintf(s->placement, sizeof(s->placement), "%s", ctl_text(game, "Placement"));
	snprintf(s->names[WHITE], sizeof(s->names[WHITE]), "%s",
		 *ctl_text(game, "White") ? ctl_text(game, "White") : "White");
	snprintf(s->names[BLACK], sizeof(s->names[BLACK]), "%s",
		 *ctl_text(game, "Black") ? ctl_text(game, "Black") : "Black");
	snprintf(s->mode, sizeof(s->mode), "%s", ctl_text(clock, "Mode"));
	s->has_clock = *s->mode && strcmp(s->mode, "none") != 0;
	if (s->has_clock && clock_control_parse(ctl_text(game, "TimeControl"), &control, err) == 0)
		s->bonus_us = control.bonus_us;
	s->left_us[WHITE] = number(clock, "WhiteUs");
	s->left_us[BLACK] = number(clock, "BlackUs");
	s->boottime_us = number(clock, "InstantBoottime");
	s->running = strcmp(ctl_text(clock, "Running"), "white") == 0 ? WHITE :
		     strcmp(ctl_text(clock, "Running"), "black") == 0 ? BLACK :
									NO_SIDE;
}

bool screen_read_placement(const struct game *game, const char *placement, char squares[static GAME_MAX_SQUARES])
{
	struct game_position pos;
	char fen[GAME_FEN + 16];

	/* The side to move is not drawn; a reader wants one. */
	if (strchr(placement, '/'))
		snprintf(fen, sizeof(fen), "%s w - - 0 1", placement);
	else
		snprintf(fen, sizeof(fen), "W:%s", placement);
	if (game->parse(fen, &pos, NULL) < 0)
		return false;
	game->placement(&pos, squares);
	return true;
}

/* Figurines where the terminal can show them. The black shapes for both sides: the colour tells whose they are. */
static const char *figurine(char piece)
{
	static const char letters[] = "KQRBNPkqrbnpwbWB";
	static const char *const chess[] = { "\u2654", "\u2655", "\u2656", "\u2657", "\u2658", "\u2659",
					     "\u265a", "\u265b", "\u265c", "\u265d", "\u265e", "\u265f" };
	const char *at = piece ? strchr(letters, piece) : NULL;

	return at && at - letters < 12 ? chess[at - letters] : NULL;
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
		const bool ranks = game->squares == game->width * game->height;

		if (ranks)
			snprintf(name, sizeof(name), "%u", (row + 1) % 100);
		else
			first_square(game, row, name);
		fprintf(out, "%2s ", name);
		draw_plain_row(game, row, left, right, out);
		fprintf(out, "    %2s ", name);
		draw_plain_row(game, row, right, left, out);
		fputc('\n', out);
	}
}

int screen_draw_board(const struct ctl *ctl, const struct screen *s, FILE *out)
{
	const struct game *game = game_find(s->kind);
	bool figurines = ctl->colour && strcmp(nl_langinfo(CODESET), "UTF-8") == 0 && game &&
			 game->squares == game->width * game->height;
	char squares[GAME_MAX_SQUARES], name[8];

	if (!game || !screen_read_placement(game, s->placement, squares))
		return 0;
	for (int row = (int)game->height - 1; row >= 0; row--) {
		/* ranks, or the number of the row's first square */
		if (game->squares == game->width * game->height)
			fprintf(out, "%s%2d%s ", colour_dim(ctl), row + 1, colour_end(ctl));
		else
			fprintf(out, "%s%2s%s ", colour_dim(ctl), first_square(game, (unsigned)row, name),
				colour_end(ctl));
		for (unsigned column = 0; column < game->width; column++) {
			int square = game->square_of_cell((unsigned)row * game->width + column);
			char piece = square < 0 ? ' ' : squares[square];

			if (figurines && figurine(piece))
				fprintf(out, " %s", figurine(piece));
			else if (piece == '.')
				fprintf(out, " %s%s%s", colour_dim(ctl), (unsigned)row % 2 == column % 2 ? ":" : ".",
					colour_end(ctl));
			else
				fprintf(out, " %c", piece);
		}
		fputc('\n', out);
	}
	if (game->squares != game->width * game->height)
		return (int)game->height;
	fprintf(out, "   %s", colour_dim(ctl));
	for (unsigned column = 0; column < game->width; column++)
		fprintf(out, " %c", (char)('a' + column));
	fprintf(out, "%s\n", colour_end(ctl));
	return (int)game->height + 1;
}

/* What a clock shows now: counted down from the last publication. */
static int64_t screen_left(const struct screen *s, enum side side, int64_t now)
{
	int64_t elapsed = s->running == side ? now - s->boottime_us : 0;
	int64_t left;

	if (elapsed < 0)
		elapsed = 0;
	if (strcmp(s->mode, "delay") == 0)
		elapsed = elapsed > s->bonus_us ? elapsed - s->bonus_us : 0;
	left = s->left_us[side] - elapsed;
	if (strcmp(s->mode, "hourglass") == 0 && s->running == other_side(side) && now > s->boottime_us) {
		int64_t gain = now - s->boottime_us, most = s->left_us[s->running];

		left += gain < most ? gain : most;
	}
	return left > 0 ? left : 0;
}

void screen_clocks_now(const struct screen *s, int64_t us[static 2])
{
	int64_t now = boottime_us();

	for (enum side side = WHITE; side <= BLACK; side++)
		us[side] = screen_left(s, side, now);
}

void screen_draw_clocks(const struct ctl *ctl, const struct screen *s, FILE *out)
{
	int64_t now = boottime_us();
	char buf[CLOCK_TEXT];

	for (enum side side = WHITE; side <= BLACK; side++) {
		bool runs = s->has_clock && s->running == side;

		fprintf(out, "%s%s%s %s", side == BLACK ? "    " : "", runs ? colour_bold(ctl) : "", runs ? ">" : " ",
			s->names[side]);
		if (s->has_clock)
			fprintf(out, " %s", clock_text(buf, screen_left(s, side, now)));
		fprintf(out, "%s", runs ? colour_end(ctl) : "");
	}
	fputc('\n', out);
}
