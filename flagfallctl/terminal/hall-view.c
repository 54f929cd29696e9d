/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/terminal/hall.h"

#include <inttypes.h>
#include <string.h>

#include "flagfallctl/terminal/screen.h"

#define CELL 1200      /* bytes of a line that is cut to the terminal's width */
#define AROUND 4       /* lines above and below the games */
#define NUMBER_WIDTH 5 /* of the columns: the board, */
#define CLOCK_WIDTH 8  /* each clock, */
#define LAST_WIDTH 10  /* the last move, */
#define NEED_WIDTH 17  /* what a person is needed for, at least, */
#define FIXED_WIDTH (2 + NUMBER_WIDTH + 1 + 2 * (CLOCK_WIDTH + 2) + LAST_WIDTH + 1) /* and all but names and needs */
#define NAME_WIDEST 34

/* --- what is chosen --- */

static size_t index_of(const struct hall_view *v, const struct hall *hall)
{
	for (size_t i = 0; i < hall->shown; i++)
		if (strcmp(hall->game[i]->path, v->chosen) == 0)
			return i;
	return 0;
}

static void choose(struct hall_view *v, const struct hall *hall, size_t i)
{
	if (hall->shown == 0)
		*v->chosen = '\0';
	else
		snprintf(v->chosen, sizeof(v->chosen), "%s", hall->game[i < hall->shown ? i : hall->shown - 1]->path);
}

struct hall_game *hall_chosen(struct hall_view *v, const struct hall *hall)
{
	if (hall->shown == 0)
		return NULL;
	choose(v, hall, index_of(v, hall));
	return hall->game[index_of(v, hall)];
}

static size_t rows(const struct hall_view *v)
{
	return v->height > AROUND + 1 ? (size_t)v->height - AROUND : 1;
}

static void move_by(struct hall_view *v, const struct hall *hall, long steps)
{
	long i = (long)index_of(v, hall) + steps, last = (long)hall->shown - 1;

	choose(v, hall, (size_t)(i < 0 ? 0 : i > last ? last : i));
}

/* --- keys --- */

static void hall_view_say(struct hall_view *v, const char *text)
{
	snprintf(v->message, sizeof(v->message), "%s", text);
}

static bool is_over(const struct hall_game *game)
{
	return strcmp(game->state, "over") == 0;
}

/* A result: of the kings, which ends the game, or of a game that is over, which is done with. */
static enum hall_action confirm(struct hall_view *v, struct hall *hall, struct hall_game *game)
{
	if (is_over(game)) {
		game->confirmed = true;
		move_by(v, hall, 1);
		hall_sort(hall);
	} else if (*game->kings) {
		v->back = v->mode;
		v->mode = MODE_ASK_RESULT;
	} else {
		hall_view_say(v, "there is no result to confirm in this game");
	}
	return ACTION_NONE;
}

static enum hall_action start_verdict(struct hall_view *v, const struct hall_game *game)
{
	if (!*game->question) {
		hall_view_say(v, "nothing is asked in this game");
		return ACTION_NONE;
	}
	v->back = v->mode;
	v->mode = MODE_VERDICT;
	*v->text = '\0';
	return ACTION_NONE;
}

/* Keys that act on the chosen game, in the table and beside its board. */
static enum hall_action act(struct hall_view *v, struct hall *hall, int key)
{
	struct hall_game *game = hall_chosen(v, hall);

	switch (key) {
	case '?':
		v->back = v->mode;
		v->mode = MODE_HELP;
		return ACTION_NONE;
	case 'P':
		v->back = v->mode;
		v->mode = MODE_ASK_PAUSE_ALL;
		return ACTION_NONE;
	default:
		break;
	}
	if (key == '[' || key == ']') {
		if (hall_goes_back(hall, key == '[' ? 1 : -1))
			return ACTION_ROUNDS;
		hall_view_say(v, key == '[' ? "there is no round before" : "this is the round that runs");
		return ACTION_NONE;
	}
	if (!game)
		return ACTION_NONE;
	if (!hall_is_live(game)) {
		hall_view_say(v, is_over(game) ? "this game is over" : "no game has begun at this table");
		return ACTION_NONE;
	}
	switch (key) {
	case 'd':
		return start_verdict(v, game);
	case 'c':
		return confirm(v, hall, game);
	case 'p':
	case 'r':
		if (is_over(game)) {
			hall_view_say(v, "this game is over");
			return ACTION_NONE;
		}
		return key == 'p' ? ACTION_PAUSE : ACTION_RESUME;
	default:
		return ACTION_NONE;
	}
}

static enum hall_action table_key(struct hall_view *v, struct hall *hall, int key)
{
	switch (key) {
	case 'q':
	case 3: /* Ctrl-C */
		return ACTION_QUIT;
	case KEY_UP:
	case 'k':
		move_by(v, hall, -1);
		return ACTION_NONE;
	case KEY_DOWN:
	case 'j':
		move_by(v, hall, 1);
		return ACTION_NONE;
	case KEY_PAGE_UP:
		move_by(v, hall, -(long)rows(v));
		return ACTION_NONE;
	case KEY_PAGE_DOWN:
	case ' ':
		move_by(v, hall, (long)rows(v));
		return ACTION_NONE;
	case KEY_HOME:
	case 'n': /* what needs a person stands first */
		choose(v, hall, 0);
		return ACTION_NONE;
	case KEY_END:
	case 'G':
		choose(v, hall, hall->shown ? hall->shown - 1 : 0);
		return ACTION_NONE;
	case KEY_ENTER:
	case 'o':
		if (!hall_chosen(v, hall) || !hall_is_live(hall_chosen(v, hall)))
			return ACTION_NONE;
		v->mode = MODE_BOARD;
		return ACTION_OPEN;
	default:
		return act(v, hall, key);
	}
}

static enum hall_action board_key(struct hall_view *v, struct hall *hall, int key)
{
	switch (key) {
	case 3:
		return ACTION_QUIT;
	case 'q':
	case KEY_ESCAPE:
	case KEY_ENTER:
		v->mode = MODE_TABLE;
		return ACTION_NONE;
	case KEY_UP:
	case 'k':
		move_by(v, hall, -1);
		return ACTION_OPEN;
	case KEY_DOWN:
	case 'j':
		move_by(v, hall, 1);
		return ACTION_OPEN;
	default:
		return act(v, hall, key);
	}
}

/* One question, yes or no. */
static enum hall_action ask_key(struct hall_view *v, int key, enum hall_action action)
{
	v->mode = v->back;
	if (key == 'y' || key == 'Y')
		return action;
	hall_view_say(v, "nothing was done");
	return ACTION_NONE;
}

static enum hall_action verdict_key(struct hall_view *v, int key)
{
	const size_t n = strlen(v->text);

	if (key == KEY_ESCAPE || key == 3) {
		v->mode = v->back;
		hall_view_say(v, "nothing was decided");
	} else if (key == KEY_ENTER) {
		v->mode = v->back;
		if (strcmp(v->text, "a") == 0)
			strcpy(v->text, "accept");
		else if (strcmp(v->text, "r") == 0)
			strcpy(v->text, "reject");
		if (*v->text)
			return ACTION_VERDICT;
		hall_view_say(v, "nothing was decided");
	} else if (key == KEY_BACKSPACE && n > 0) {
		v->text[n - 1] = '\0';
	} else if (key >= ' ' && key < 127 && n + 1 < sizeof(v->text)) {
		v->text[n] = (char)key;
		v->text[n + 1] = '\0';
	}
	return ACTION_NONE;
}

enum hall_action hall_key(struct hall_view *v, struct hall *hall, int key)
{
	if (v->mode != MODE_VERDICT)
		*v->message = '\0';
	switch (v->mode) {
	case MODE_TABLE:
		return table_key(v, hall, key);
	case MODE_BOARD:
		return board_key(v, hall, key);
	case MODE_ASK_PAUSE_ALL:
		return ask_key(v, key, ACTION_PAUSE_ALL);
	case MODE_ASK_RESULT:
		return ask_key(v, key, ACTION_RESULT);
	case MODE_VERDICT:
		return verdict_key(v, key);
	case MODE_HELP:
		v->mode = v->back;
		return ACTION_NONE;
	}
	return ACTION_NONE;
}

/* --- the picture --- */

/* A text as a line of exactly the terminal's width. */
static void put_line(const struct hall_view *v, FILE *out, const char *before, const char *text, const char *after)
{
	char buf[CELL];

	fprintf(out, "%s%s%s\n", before, text_fit(text, v->width, buf, sizeof(buf)), after);
}

static void draw_title(const struct ctl *ctl, const struct hall_view *v, const struct hall *hall, const char *clock,
		       FILE *out)
{
	unsigned playing = 0, over = 0, needed = 0, waiting = 0;
	const struct hall_game *first = hall->shown ? hall->game[0] : NULL;
	char text[600], rounds[300];
	int n;

	for (size_t i = 0; i < hall->shown; i++) {
		enum hall_need need = hall_need(hall->game[i]);

		over += is_over(hall->game[i]);
		playing += !is_over(hall->game[i]) && hall_is_live(hall->game[i]);
		waiting += !is_over(hall->game[i]) && !hall_is_live(hall->game[i]);
		needed += need < NEED_LOOK;
	}
	hall_rounds_text(hall, rounds, sizeof(rounds));
	if (*rounds || !first)
		n = snprintf(text, sizeof(text), " %s  %s", clock, rounds);
	else if (*first->round)
		n = snprintf(text, sizeof(text), " %s  %s%sround %.*s  ", clock, first->event,
			     *first->event ? "  " : "", (int)strcspn(first->round, "."), first->round);
	else
		n = snprintf(text, sizeof(text), " %s  %s%s", clock, first->event, *first->event ? "  " : "");
	n += snprintf(text + n, sizeof(text) - (size_t)n, "%u playing, %u over", playing, over);
	if (waiting)
		n += snprintf(text + n, sizeof(text) - (size_t)n, ", %u not begun", waiting);
	if (needed)
		snprintf(text + n, sizeof(text) - (size_t)n, "  %u NEED YOU", needed);
	put_line(v, out, ctl->colour ? "\033[7m" : "", text, colour_end(ctl));
}

static int name_width(const struct hall_view *v)
{
	int width = (v->width - FIXED_WIDTH - NEED_WIDTH) / 2;

	return width < 4 ? 4 : width > NAME_WIDEST ? NAME_WIDEST : width;
}

/* A clock with its side's mark: ">" runs. */
static void put_clock(const struct screen *s, enum side side, int64_t now, char buf[static 40])
{
	char time[CLOCK_TEXT];

	if (s->has_clock)
		snprintf(buf, 40, "%c%s", s->running == side ? '>' : ' ', clock_text(time, screen_left(s, side, now)));
	else
		*buf = '\0';
}

/* Where the game is: its table in the round, else the board's name. */
static void put_number(const struct hall_game *game, char buf[static 64])
{
	if (game->number && game->is_of_another)
		snprintf(buf, 64, "%d r%u", game->number, game->event_round);
	else if (game->number)
		snprintf(buf, 64, "%d", game->number);
	else
		snprintf(buf, 64, "%s", game->board);
}

static void put_last(const struct hall_game *game, char buf[static 40])
{
	*buf = '\0';
	if (game->ply && *game->last)
		snprintf(buf, 40, "%u%s%s", (game->ply + 1) / 2, game->ply % 2 ? "." : "...", game->last);
	else if (game->ply)
		snprintf(buf, 40, "%u%s", (game->ply + 1) / 2, game->ply % 2 ? "." : "...");
}

static void draw_columns(const struct ctl *ctl, const struct hall_view *v, FILE *out)
{
	const int name = name_width(v);
	char text[CELL];

	snprintf(text, sizeof(text), "  %-*s %-*s %-*s %-*s %-*s %-*s %s", NUMBER_WIDTH, "table", name, "White",
		 CLOCK_WIDTH, " clock", name, "Black", CLOCK_WIDTH, " clock", LAST_WIDTH, "last move", "state");
	put_line(v, out, colour_dim(ctl), text, colour_end(ctl));
}

static void draw_game(const struct ctl *ctl, const struct hall_view *v, const struct hall_game *game, bool chosen,
		      int64_t now, FILE *out)
{
	const int name = name_width(v);
	const enum hall_need need = hall_need(game);
	char number[64], white[160], black[160], times[2][40], last[40], text[64], line[CELL], cells[4][160];

	put_number(game, number);
	put_clock(&game->screen, WHITE, now, times[WHITE]);
	put_clock(&game->screen, BLACK, now, times[BLACK]);
	put_last(game, last);
	snprintf(line, sizeof(line), "%c %s %s %s %s %s %s %s", chosen ? '*' : ' ',
		 text_fit(number, NUMBER_WIDTH, cells[0], 160),
		 text_fit(*game->white ? game->white : "?", name, white, sizeof(white)),
		 text_fit(times[WHITE], CLOCK_WIDTH, cells[1], 160),
		 text_fit(*game->black ? game->black : "?", name, black, sizeof(black)),
		 text_fit(times[BLACK], CLOCK_WIDTH, cells[2], 160), text_fit(last, LAST_WIDTH, cells[3], 160),
		 hall_need_text(game, text));
	put_line(v, out,
		 !ctl->colour		   ? "" :
		 chosen			   ? "\033[7m" :
		 need < NEED_LOOK	   ? colour_red(ctl) :
		 need >= NEED_NOTHING_MORE ? colour_dim(ctl) :
					     "",
		 line, colour_end(ctl));
}

/* The chosen one is always on the screen. */
static void scroll(struct hall_view *v, const struct hall *hall)
{
	const size_t at = index_of(v, hall), room = rows(v);

	if (at < v->top)
		v->top = at;
	if (at >= v->top + room)
		v->top = at - room + 1;
	if (v->top + room > hall->shown)
		v->top = hall->shown > room ? hall->shown - room : 0;
}

static void draw_table(const struct ctl *ctl, struct hall_view *v, const struct hall *hall, int64_t now, FILE *out)
{
	scroll(v, hall);
	draw_columns(ctl, v, out);
	for (size_t row = 0; row < rows(v); row++) {
		const size_t i = v->top + row;

		if (i < hall->shown)
			draw_game(ctl, v, hall->game[i], strcmp(hall->game[i]->path, v->chosen) == 0, now, out);
		else
			put_line(v, out, "", hall->shown ? "" : row ? "" : "  no game yet", "");
	}
}

/* Text over several lines of the terminal's width, broken at blanks; at most so many. Returns how many. */
static int put_wrapped(const struct hall_view *v, FILE *out, const char *text, int most)
{
	int lines = 0;

	while (*text && lines < most) {
		size_t n = strlen(text), width = v->width > 4 ? (size_t)v->width - 2 : 2;
		char line[CELL];

		if (n > width)
			for (n = width; n > width / 2 && text[n] != ' ';)
				n--;
		snprintf(line, sizeof(line), " %.*s", (int)(n < CELL - 2 ? n : CELL - 2), text);
		put_line(v, out, "", line, "");
		text += n;
		text += *text == ' ';
		lines++;
	}
	return lines;
}

/* The end of the moves, as many lines as there is room for. */
static const char *moves_end(const struct hall_view *v, int lines)
{
	const size_t n = strlen(v->moves),
		     room = (size_t)(lines > 0 ? lines : 1) * (size_t)(v->width > 8 ? v->width - 6 : 2);
	const char *at = v->moves;

	if (n > room) {
		at = v->moves + (n - room);
		at += strcspn(at, " ");
		at += *at == ' ';
	}
	return at;
}

static void draw_open(const struct ctl *ctl, struct hall_view *v, const struct hall *hall, int64_t now, FILE *out)
{
	const struct hall_game *game = hall_chosen(v, hall);
	const int room = v->height - 3; /* title, and two lines below */
	char text[CELL], need[64], number[64];
	int n = 1;

	if (!game || !hall_is_live(game)) {
		for (n = 0; n < room; n++)
			put_line(v, out, "", "", "");
		return;
	}
	put_number(game, number);
	snprintf(text, sizeof(text), " %s %s  %s - %s  %s%s%s%s%s  game g%s", game->number ? "table" : "board", number,
		 *game->white ? game->white : "White", *game->black ? game->black : "Black", game->event,
		 *game->event ? "  " : "", *game->round ? "round " : "", game->round, *game->round ? "  " : "",
		 game->id);
	put_line(v, out, colour_bold(ctl), text, colour_end(ctl));
	if (room > 14) {
		n += screen_draw_board(ctl, &game->screen, out);
		n += screen_draw_captured(ctl, &game->screen, out);
	}
	screen_draw_clocks_at(ctl, &game->screen, now, out);
	n++;
	snprintf(text, sizeof(text), " %s  %s%s%s", *game->rulebook ? game->rulebook : "no rulebook",
		 is_over(game) ? "over" : game->state, *hall_need_text(game, need) ? "  " : "", need);
	put_line(v, out, hall_need(game) < NEED_LOOK ? colour_red(ctl) : "", text, colour_end(ctl));
	n++;
	if (*game->asked)
		n += put_wrapped(v, out, game->asked, room - n > 4 ? 3 : room - n);
	if (n < room)
		n += put_wrapped(v, out, moves_end(v, room - n), room - n);
	for (; n < room; n++)
		put_line(v, out, "", "", "");
}

static void draw_help(struct hall_view *v, FILE *out)
{
	static const char *const lines[] = {
		" up down page-up page-down home end   choose a game     n   what needs you first",
		" enter   open its board (again, or q: back to all)",
		" d   decide what is asked: a verdict and its details, as \"flagfallctl decide\" takes them; a accepts, r rejects",
		" c   confirm a result: the kings', which ends the game; of a game that is over, which moves it to the end",
		" p   pause its clocks      r   start the clock of the side to move      P   pause all games",
		" [ ]   the round before, and back to the one that runs      q   leave",
		"",
		" A game stands first while a person is needed: a question, a fallen flag, a record that is not written,",
		" a board that is gone, pieces that do not stand as the record says, a result that the kings say.",
	};
	const size_t count = sizeof(lines) / sizeof(lines[0]);

	for (int i = 0; i < v->height - 3; i++)
		put_line(v, out, "", (size_t)i < count ? lines[i] : "", "");
}

static void draw_bottom(const struct ctl *ctl, struct hall_view *v, const struct hall *hall, FILE *out)
{
	const struct hall_game *game = hall_chosen(v, hall);
	char text[CELL];

	if (*hall->fault) {
		snprintf(text, sizeof(text), " NO RULINGS: %s %s", hall->fault, v->message);
		put_line(v, out, colour_red(ctl), text, colour_end(ctl));
	} else {
		put_line(v, out, colour_bold(ctl), v->message, colour_end(ctl));
	}
	switch (v->mode) {
	case MODE_ASK_PAUSE_ALL:
		snprintf(text, sizeof(text), " pause the clocks of all games? y/n");
		break;
	case MODE_ASK_RESULT:
		snprintf(text, sizeof(text), " %s: end the game with %s? y/n", game ? game->title : "",
			 game ? game->kings : "");
		break;
	case MODE_VERDICT:
		snprintf(text, sizeof(text), " %s (a accept, r reject, or VERDICT KEY=VALUE...): %s_",
			 game ? game->question : "", v->text);
		break;
	case MODE_HELP:
		snprintf(text, sizeof(text), " any key: back");
		break;
	case MODE_BOARD:
		snprintf(text, sizeof(text),
			 " q back  up down next  d decide  c confirm  p pause  r resume  P pause all  ?");
		break;
	case MODE_TABLE:
		snprintf(text, sizeof(text),
			 " enter board  d decide  c confirm  p pause  r resume  P pause all  n first  ? q");
		break;
	}
	/* no newline behind the last line: it would scroll the picture away */
	put_line(v, out, ctl->colour ? "\033[7m" : "", text, colour_end(ctl));
}

void hall_draw(const struct ctl *ctl, struct hall_view *v, const struct hall *hall, int64_t now, const char *clock,
	       FILE *out)
{
	const enum hall_mode mode = v->mode == MODE_TABLE || v->mode == MODE_BOARD || v->mode == MODE_HELP ? v->mode :
													     v->back;

	hall_chosen(v, hall);
	draw_title(ctl, v, hall, clock, out);
	if (mode == MODE_HELP)
		draw_help(v, out);
	else if (mode == MODE_BOARD)
		draw_open(ctl, v, hall, now, out);
	else
		draw_table(ctl, v, hall, now, out);
	draw_bottom(ctl, v, hall, out);
}

void hall_print(const struct ctl *ctl, const struct hall *hall, int64_t now, const char *clock, FILE *out)
{
	const struct hall_view v = { .width = FIXED_WIDTH + 2 * NAME_WIDEST + 64 };

	draw_title(ctl, &v, hall, clock, out);
	draw_columns(ctl, &v, out);
	for (size_t i = 0; i < hall->shown; i++)
		draw_game(ctl, &v, hall->game[i], false, now, out);
	if (!hall->shown)
		put_line(&v, out, "", "  no game yet", "");
	if (*hall->fault)
		fprintf(out, " NO RULINGS: %s\n", hall->fault);
}
