/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game drawn with characters. */
#include "flagfallctl/terminal/screen.h"

#include <string.h>

#include "common/bus-names.h"
#include "daemon/core/clock.h"
#include "common/machine-clock.h"

int64_t screen_now(void)
{
	return machine_clock_us(CLOCK_BOOTTIME);
}

static int64_t screen_number(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

void screen_from_object(struct screen *s, json_t *object)
{
	json_t *game = json_object_get(object, BUS_GAME), *clock = json_object_get(object, BUS_CLOCK);
	struct clock_control control;
	char err[160];

	memset(s, 0, sizeof(*s));
	screen_forget_last(s);
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
	s->left_us[WHITE] = screen_number(clock, "WhiteUs");
	s->left_us[BLACK] = screen_number(clock, "BlackUs");
	s->boottime_us = screen_number(clock, "InstantBoottime");
	s->running = strcmp(ctl_text(clock, "Running"), "white") == 0 ? WHITE :
		     strcmp(ctl_text(clock, "Running"), "black") == 0 ? BLACK :
									NO_SIDE;
}

void screen_forget_last(struct screen *s)
{
	s->last[0] = s->last[1] = GAME_NO_SQUARE;
}

static uint8_t square_at(const struct game *game, const char *text, size_t length)
{
	char name[8] = "";
	int square;

	if (length >= sizeof(name))
		return GAME_NO_SQUARE;
	memcpy(name, text, length);
	square = game->square_parse(name);
	return square < 0 ? GAME_NO_SQUARE : (uint8_t)square;
}

/* "e2e4", "e7e8q"; "32-28", "26x37x28x17". */
void screen_set_last(struct screen *s, const char *uci)
{
	const struct game *game = game_find(s->kind);
	const char *first = strpbrk(uci, "-x"), *last = uci + strcspn(uci, "-x");

	screen_forget_last(s);
	if (!game || strcmp(uci, "0000") == 0)
		return;
	if (!first) {
		s->last[0] = strlen(uci) >= 4 ? square_at(game, uci, 2) : GAME_NO_SQUARE;
		s->last[1] = strlen(uci) >= 4 ? square_at(game, uci + 2, 2) : GAME_NO_SQUARE;
		return;
	}
	for (const char *p = uci; *p; p++)
		if (*p == '-' || *p == 'x')
			last = p + 1;
	s->last[0] = square_at(game, uci, (size_t)(first - uci));
	s->last[1] = square_at(game, last, strlen(last));
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

int64_t screen_left(const struct screen *s, enum side side, int64_t now)
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

void screen_draw_clocks(const struct ctl *ctl, const struct screen *s, FILE *out)
{
	screen_draw_clocks_at(ctl, s, screen_now(), out);
}

void screen_draw_clocks_at(const struct ctl *ctl, const struct screen *s, int64_t now, FILE *out)
{
	char buf[CLOCK_TEXT], name[300];

	for (enum side side = WHITE; side <= BLACK; side++) {
		int width = text_width(s->names[side]);
		bool runs = s->has_clock && s->running == side;

		fprintf(out, "%s%s%s %s", side == BLACK ? "    " : "", runs ? colour_bold(ctl) : "", runs ? ">" : " ",
			text_fit(s->names[side], width, name, sizeof(name)));
		if (s->has_clock)
			fprintf(out, " %s", clock_text(buf, screen_left(s, side, now)));
		fprintf(out, "%s", runs ? colour_end(ctl) : "");
	}
	fputc('\n', out);
}
