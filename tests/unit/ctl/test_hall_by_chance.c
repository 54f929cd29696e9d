// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Halls of chance: games come, change and go, somebody presses keys, and the picture is drawn on terminals of all
 * sizes. Each picture has the terminal's lines, each of its width, of whole characters; the games that fit are in it
 * once, in their order, and the chosen one is. What cannot be taken back is done only when it was asked about.
 *
 * tests/data/boards/hall.txt has three pictures to be looked at; FLAGFALL_HALL=FILE writes them anew.
 */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <cmocka.h>

#include "common/bus-names.h"
#include "flagfallctl/terminal/hall.h"
#include "flagfallctl/terminal/screen.h"
#include "tests/sim/chance.h"

#define HALL "tests/data/boards/hall.txt"
#define HALLS 120
#define STEPS 60

static struct chance chance;
static FILE *pictures; /* to be looked at */

static unsigned below(unsigned n)
{
	return chance_below(&chance, n);
}

/* What is drawn for one call is drawn before it: each compiler has its own order for a call's arguments. */
#define ONE_OF(list) ((list)[below(sizeof(list) / sizeof((list)[0]))])

static const char *const names[] = { "Anna",
				     "Boris",
				     "",
				     "Łukasz Ångström",
				     "M",
				     "Nguyễn Thị Thanh An",
				     "a name that is longer than most columns are wide",
				     "王皓",
				     "Do\x1b[31m"
				     "ra",
				     "e\u0301\u0302 combined",
				     "x\xff\xfeoops" };
static const char *const states[] = { "running", "paused", "ready", "over", "board-gone", "over" };
static const char *const results[] = { "none", "1-0", "0-1", "1/2-1/2", "0-0" };
static const char *const sides[] = { "white", "black", "none" };
static const char *const questions[] = { "", "", "distraction", "illegal-move", "draw-offer" };
static const char *const kinds[] = { "chess", "chess", "chess", "draughts-10x10", "nothing" };
static const char *const chess[] = { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
				     "r1bqk2r/pp3ppp/2n1pn2/2pp4/1bPP4/2N1PN2/PP3PPP/R1BQKB1R", "8/8/8/8/8/4k3/4P3/4K3",
				     "not a placement", "" };
static const char *const draughts[] = { "W31,32,33,K46:B1,2,K3,20", "W:B", "W1:", "" };
static const char *const controls[] = { "300", "180+2", "300d5", "*120", "40/5400+30:1800+30", "" };
static const char *const modes[] = { "sudden-death", "fischer", "delay", "hourglass", "none", "" };
static const char *const ucis[] = { "e2e4", "e7e8q", "32-28", "26x37x28x17", "0000", "e2",
				    "",	    "z9e4",  "a1-",   "e2e",	     "50x4" };
static const char *const sentences[] = {
	"White has moved (6.2.1).", "",
	"Black's flag has fallen; whoever sees it says so, and the arbiter decides what it means."
};

/* --- games --- */

static json_t *object(int n)
{
	const bool is_draughts = below(3) == 0;
	json_t *tags = json_object(), *game;
	char id[16], board[24], round[24];
	int number, agrees, plies, at, black_us, white_us;
	const char *question, *placement, *control, *kind, *result, *state, *event, *white, *black, *side, *mode;

	snprintf(id, sizeof(id), "%d", n);
	snprintf(board, sizeof(board), below(3) ? "HALL%d" : "%d board", n % 13);
	number = (int)below(20);
	snprintf(round, sizeof(round), below(3) ? "%d.%d" : "%d", 1 + n % 3, number);
	if (below(4) == 0)
		json_object_set_new(tags, "Board",
				    json_string(ONE_OF(((const char *const[]){ "7", "12", "x", "0", "-3" }))));
	question = ONE_OF(questions);
	agrees = (int)below(4);
	plies = (int)below(90);
	placement = is_draughts ? ONE_OF(draughts) : ONE_OF(chess);
	control = ONE_OF(controls);
	kind = ONE_OF(kinds);
	result = ONE_OF(results);
	state = ONE_OF(states);
	event = below(2) ? "Club" : "";
	white = below(9) ? "Anna" : "";
	game = json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:o,s:i,s:I,s:b,s:s}", "Id", id, "Board",
			 board, "White", white, "Black", "Boris", "Event", event, "Round", round, "Rulebook",
			 "fide2023-blitz", "State", state, "Result", result, "Kind", kind, "TimeControl", control,
			 "Placement", placement, "Tags", tags, "Plies", plies, "Started", (json_int_t)1000000 * n,
			 "BoardAgrees", agrees, "Question", question);
	if (below(2)) { /* whatever people are called */
		white = ONE_OF(names);
		black = ONE_OF(names);
		json_object_set_new(game, "White", json_stringn_nocheck(white, strlen(white)));
		json_object_set_new(game, "Black", json_stringn_nocheck(black, strlen(black)));
	}
	at = (int)below(100);
	side = ONE_OF(sides);
	black_us = (int)below(40);
	white_us = (int)below(8000);
	mode = ONE_OF(modes);
	return json_pack("{s:o,s:{s:s,s:I,s:I,s:s,s:I}}", BUS_GAME, game, BUS_CLOCK, "Mode", mode, "WhiteUs",
			 (json_int_t)white_us * 1000003, "BlackUs", (json_int_t)black_us * 333333, "Running", side,
			 "InstantBoottime", (json_int_t)at * 1000000);
}

static json_t *publication(void)
{
	static const char *const rulings[] = { "move-accepted", "continue", "restart-game", "game-won" },
				 *const made[] = { "committed", "provisional", "revised", "undone", "committed" };
	const char *uci, *sentence, *result, *reason, *placement, *state;
	json_t *p;

	switch (below(6)) {
	case 0:
		return json_pack("{s:s,s:s}", "type", "flag", "side", ONE_OF(sides));
	case 1:
		sentence = ONE_OF(sentences);
		result = ONE_OF(results);
		reason = below(2) ? "kings-in-centre" : "banging";
		return json_pack("{s:s,s:s,s:s,s:s}", "type", "question", "reason", reason, "result", result,
				 "sentence", sentence);
	case 2:
		sentence = ONE_OF(sentences);
		result = below(2) ? "" : ONE_OF(results);
		return json_pack("{s:s,s:s,s:s,s:s}", "type", "ruling", "ruling", ONE_OF(rulings), "result", result,
				 "sentence", sentence);
	default:
		uci = ONE_OF(ucis);
		placement = ONE_OF(chess);
		state = ONE_OF(made);
		p = json_pack("{s:s,s:i,s:s,s:s,s:s}", "type", "move", "ply", (int)below(6), "uci", uci, "state", state,
			      "placement", placement);
		if (below(2))
			json_object_set_new(p, "san", json_string("Nf3"));
		return p;
	}
}

static void change(struct hall *hall)
{
	struct hall_game *game = hall->count ? hall->game[below((unsigned)hall->count)] : NULL;
	static const char *const keys[] = { "State", "State", "Result", "Question", "RecordFault" };
	const int n = 1 + (int)below(60);
	int64_t at_us, black_us;
	const char *text;
	json_t *o;
	char path[64];

	snprintf(path, sizeof(path), "/org/flagfall1/game/%d", n);
	switch (game ? below(9) : 0) {
	case 0:
		o = object(n);
		assert_non_null(o);
		game = hall_take_object(hall, path, o);
		assert_ptr_equal(hall_find(hall, path), game);
		json_decref(o);
		break;
	case 1:
		if (below(3) == 0)
			hall_remove(hall, path);
		break;
	case 2:
		text = below(2) ? ONE_OF(states) : below(2) ? ONE_OF(results) : ONE_OF(questions);
		o = json_pack("{s:s}", ONE_OF(keys), text);
		hall_take_properties(game, o);
		json_decref(o);
		o = json_pack("{s:b}", "BoardAgrees", (int)below(2));
		if (below(3) == 0)
			hall_take_properties(game, o);
		json_decref(o);
		break;
	case 3:
		at_us = (int64_t)below(100) * 1000000;
		text = ONE_OF(sides);
		black_us = (int64_t)below(2000000) * 1000;
		hall_take_clock(game, (int64_t)below(20000000), black_us, text, at_us);
		break;
	case 4:
		o = json_array();
		for (unsigned i = below(5); i > 0; i--) {
			text = below(2) ? "" : "O-O";
			json_array_append_new(o, json_pack("{s:s,s:s}", "uci", ONE_OF(ucis), "san", text));
		}
		hall_take_moves(game, o);
		json_decref(o);
		break;
	case 5:
		snprintf(hall->fault, sizeof(hall->fault), "%s", below(3) ? "" : "the disk is full");
		break;
	default:
		o = publication();
		assert_non_null(o);
		hall_take_publication(game, o);
		json_decref(o);
	}
}

/* --- pictures --- */

/* Cells of a line, which has whole characters alone: no half ones, none that move the cursor. */
static int cells_of(const char *line, size_t n)
{
	char text[2000];
	wchar_t wide[2000];
	size_t count;
	int cells;

	assert_true(n < sizeof(text));
	memcpy(text, line, n);
	text[n] = '\0';
	count = mbstowcs(wide, text, sizeof(wide) / sizeof(*wide));
	if (count == (size_t)-1)
		fail_msg("half a character: %s", text);
	cells = wcswidth(wide, count);
	if (cells < 0)
		fail_msg("a control character: %s", text);
	return cells;
}

/* A line without the colour around it; everywhere: without any. */
static const char *plain(const char *line, size_t *n, bool everywhere)
{
	static char text[2000];
	size_t count = 0;

	for (size_t i = 0; i < *n && count < sizeof(text) - 1; i++)
		if (line[i] == '\033' && (everywhere || i == 0 || i + 4 == *n))
			i += strcspn(line + i, "m");
		else
			text[count++] = line[i];
	text[count] = '\0';
	*n = count;
	return text;
}

static void check_game(const struct hall_view *v, const struct hall_game *game, const char *line)
{
	char label[80], name[64];

	snprintf(name, sizeof(name), game->number ? "%d" : "%.0d%s", game->number, game->board);
	if (strlen(name) <= 5)
		snprintf(label, sizeof(label), "%-5s", name);
	else
		snprintf(label, sizeof(label), "%.4s…", name);
	if (v->width > 8 &&
	    (*line != (strcmp(game->path, v->chosen) ? ' ' : '*') || strncmp(line + 2, label, strlen(label))))
		fail_msg("game %s is on board %s: %.*s", game->id, label, (int)strcspn(line, "\n"), line);
}

static void check_picture(const struct hall_view *v, const struct hall *hall, const char *picture)
{
	const enum hall_mode mode = v->mode == MODE_TABLE || v->mode == MODE_BOARD || v->mode == MODE_HELP ? v->mode :
													     v->back;
	const size_t rows = v->height > 5 ? (size_t)v->height - 4 : 1;
	size_t lines = 0, shown = 0, chosen = 0, wider = 0; /* a board is not cut, nor are the clocks below */

	for (const char *line = picture; *line; line += strcspn(line, "\n") + 1, lines++) {
		size_t n = strcspn(line, "\n");
		const char *text = plain(line, &n, mode == MODE_BOARD);

		if (mode != MODE_BOARD ? cells_of(text, n) != v->width :
					 v->width > 50 && cells_of(text, n) > v->width && wider++)
			fail_msg("%d cells, not %d: %.*s", cells_of(text, n), v->width, (int)n, text);
		if (mode == MODE_TABLE && lines >= 2 && lines < 2 + rows && v->top + lines - 2 < hall->count) {
			check_game(v, hall->game[v->top + lines - 2], text);
			shown++;
			chosen += *text == '*';
		}
	}
	if (v->height > 5 ? lines != (size_t)v->height : lines > 6)
		fail_msg("%zu lines, not %d (mode %d, %dx%d)\n%s", lines, v->height, v->mode, v->width, v->height,
			 picture);
	if (mode == MODE_TABLE && v->width)
		assert_int_equal(shown, hall->count < rows ? hall->count : rows);
	if (mode == MODE_TABLE && v->width > 8)
		assert_int_equal(chosen, hall->count > 0);
}

/* The first of each kind that is neither small nor large. */
static void keep_picture(const struct hall_view *v, const struct hall *hall, const char *picture)
{
	static bool is_kept[MODE_HELP + 1];

	if (v->width < 70 || v->width > 110 || v->height < 12 || v->height > 32 || is_kept[v->mode] ||
	    (v->mode == MODE_TABLE ? hall->count < 7 :
	     v->mode == MODE_BOARD ? !strstr(picture, "\n 8 ") :
				     v->mode != MODE_HELP))
		return;
	is_kept[v->mode] = true;
	fprintf(pictures, "%dx%d\n", v->width, v->height);
	for (const char *line = picture; *line; line += strcspn(line, "\n") + 1)
		fprintf(pictures, "| %.*s|\n", (int)strcspn(line, "\n"), line);
}

static void draw(const struct ctl *ctl, struct hall_view *v, const struct hall *hall)
{
	char *picture = NULL;
	size_t size;
	FILE *f = open_memstream(&picture, &size);
	const int64_t now = (int64_t)below(1000) * 100000;

	assert_non_null(f);
	hall_draw(ctl, v, hall, now, "12:34:56", f);
	fclose(f);
	check_picture(v, hall, picture);
	if (!ctl->colour)
		keep_picture(v, hall, picture);
	free(picture);
}

static void press(struct hall_view *v, struct hall *hall)
{
	static const char typed[] = "jkdcprPn?qyY dcprn accept=1-0\t";
	static const int keys[] = { KEY_ENTER,	 KEY_ENTER,	KEY_ESCAPE, KEY_BACKSPACE, KEY_UP,   KEY_DOWN, KEY_DOWN,
				    KEY_PAGE_UP, KEY_PAGE_DOWN, KEY_HOME,   KEY_END,	   KEY_NONE, 0x17f,    0xe9 };
	const int key = below(2) ? typed[below(sizeof(typed) - 1)] : ONE_OF(keys);
	const enum hall_mode mode = v->mode;
	const enum hall_action action = hall_key(v, hall, key);

	assert_true(action != ACTION_PAUSE_ALL || (mode == MODE_ASK_PAUSE_ALL && (key | 32) == 'y'));
	assert_true(action != ACTION_RESULT || (mode == MODE_ASK_RESULT && (key | 32) == 'y'));
	assert_true(action != ACTION_VERDICT || (mode == MODE_VERDICT && *v->text));
	assert_int_equal(!hall_chosen(v, hall), hall->count == 0);
}

static void play(unsigned number)
{
	struct ctl ctl = { .verb = "hall", .language = language_find("en"), .colour = number % 2 };
	struct hall_view v = { .width = 80, .height = 24 };
	struct hall hall = { 0 };
	bool sorted = true;

	chance.state = number;
	for (unsigned i = below(25); i > 0; i--)
		change(&hall);
	for (unsigned step = 0; step < STEPS; step++) {
		if (below(2)) {
			change(&hall);
			sorted = false;
		}
		if (below(2) || !sorted)
			hall_sort(&hall);
		sorted = true;
		if (below(3) == 0) {
			v.width = (int)below(below(2) ? 30 : 140);
			v.height = (int)below(below(2) ? 8 : 50);
		}
		if (below(10) == 0)
			snprintf(v.message, sizeof(v.message), "%s",
				 below(2) ? "" : "game 3: you are not in the group flagfall");
		if (below(10) == 0)
			snprintf(v.moves, sizeof(v.moves), "%s",
				 below(2) ? "" :
					    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 "
					    "7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7");
		press(&v, &hall);
		draw(&ctl, &v, &hall);
	}
	hall_done(&hall);
	assert_int_equal(hall.count, 0);
}

static void halls_fit_their_terminal(void **state)
{
	const char *path = getenv("FLAGFALL_HALL");
	char *made = NULL, there[16384] = "";
	size_t size;
	FILE *f = fopen(path ? path : HALL, path ? "w" : "r");

	pictures = open_memstream(&made, &size);
	assert_true(f && pictures);
	for (unsigned i = 1; i <= HALLS; i++)
		play(i);
	fclose(pictures);
	if (path)
		fputs(made, f);
	else
		fread(there, 1, sizeof(there) - 1, f);
	fclose(f);
	if (!path)
		assert_string_equal(made, there);
	free(made);
}

/* Boards, and what was captured, for all that a placement may be: as many lines as are said, of whole characters. */
static void boards_are_drawn(void **state)
{
	static const char *const games[] = { "chess", "draughts-10x10" };
	char left[GAME_MAX_SQUARES], right[GAME_MAX_SQUARES];

	chance.state = 1;
	for (unsigned n = 0; n < 60; n++) {
		const struct game *game = game_find(games[n % 2]);
		struct screen s = { .last = { GAME_NO_SQUARE, GAME_NO_SQUARE } };
		const struct ctl ctl = { .colour = false };
		char *text = NULL;
		size_t size;
		FILE *f = open_memstream(&text, &size);
		int lines, drawn = 0;

		assert_non_null(f);
		snprintf(s.kind, sizeof(s.kind), "%s", games[n % 2]);
		snprintf(s.placement, sizeof(s.placement), "%s", n % 2 ? ONE_OF(draughts) : ONE_OF(chess));
		screen_set_last(&s, ONE_OF(ucis));
		lines = screen_draw_board(&ctl, &s, f);
		lines += screen_draw_captured(&ctl, &s, f);
		fflush(f);
		for (const char *line = text; *line; line += strcspn(line, "\n") + 1, drawn++)
			cells_of(line, strcspn(line, "\n"));
		assert_int_equal(lines, drawn);
		memset(left, '.', sizeof(left));
		for (unsigned i = 0; i < 12; i++)
			left[below(game->squares)] = n % 2 ? "wbWB"[below(4)] : "PNBRQKpnbrqk"[below(12)];
		memcpy(right, left, sizeof(right));
		for (unsigned i = below(4); i > 0; i--)
			right[below(game->squares)] = '?';
		screen_draw_two(game, below(2) ? "recorded" : "王皓", left, "on the board", right, f);
		fclose(f);
		for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
			cells_of(line, strcspn(line, "\n"));
		free(text);
	}
}

/* Texts of all kinds in columns of all widths are cut between characters, with a mark; also in too small a buffer. */
static void texts_are_fitted(void **state)
{
	char buf[400];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const int whole = text_width(names[i]);

		for (int width = 0; width < 50; width++) {
			text_fit(names[i], width, buf, sizeof(buf));
			assert_int_equal(cells_of(buf, strlen(buf)), width);
			assert_int_equal(strstr(buf, "…") != NULL, width > 0 && whole > width);
		}
		for (size_t size = 6; size < 40; size++) {
			text_fit(names[i], 20, buf, size);
			assert_true(strlen(buf) < size && cells_of(buf, strlen(buf)) <= 20);
		}
	}
}

/* --- what pictures are made of --- */

static void the_last_moves_squares(void **state)
{
	static const struct {
		const char *kind, *uci;
		int from, to; /* -1: none */
	} moves[] = {
		{ "chess", "e2e4", 12, 28 },
		{ "chess", "a1h8", 0, 63 },
		{ "chess", "e7e8q", 52, 60 },
		{ "chess", "0000", -1, -1 },
		{ "chess", "e2e", -1, -1 },
		{ "chess", "e2", -1, -1 },
		{ "chess", "", -1, -1 },
		{ "chess", "z9e4", -1, 28 },
		{ "chess", "e2z9", 12, -1 },
		{ "nothing", "e2e4", -1, -1 },
		{ "draughts-10x10", "32-28", 31, 27 },
		{ "draughts-10x10", "50x4", 49, 3 },
		{ "draughts-10x10", "26x37x28x17", 25, 16 },
		{ "draughts-10x10", "1-51", 0, -1 },
		{ "draughts-10x10", "32-", 31, -1 },
		{ "draughts-10x10", "12345678901-2", -1, 1 },
	};
	struct screen s;

	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
		memset(&s, 0, sizeof(s));
		snprintf(s.kind, sizeof(s.kind), "%s", moves[i].kind);
		screen_set_last(&s, moves[i].uci);
		if (s.last[0] != (uint8_t)moves[i].from || s.last[1] != (uint8_t)moves[i].to)
			fail_msg("%s: %d %d", moves[i].uci, s.last[0], s.last[1]);
	}
	assert_int_equal(GAME_NO_SQUARE, (uint8_t)-1);
}

/* What the kings said is no matter any more when the game is over, and only then. */
static void a_result_waits_until_the_game_is_over(void **state)
{
	static const struct {
		const char *state;
		enum hall_need need;
	} then[] = { { "running", NEED_RESULT }, { "paused", NEED_RESULT },    { "ready", NEED_RESULT },
		     { "overdue", NEED_RESULT }, { "board-gone", NEED_BOARD }, { "over", NEED_NOTHING } };
	json_t *said = json_pack("{s:s,s:s,s:s,s:s}", "type", "question", "reason", "kings-in-centre", "result", "1-0",
				 "sentence", "White wins?"),
	       *running = json_pack("{s:s}", "State", "running"), *changed;

	for (size_t i = 0; i < sizeof(then) / sizeof(then[0]); i++) {
		struct hall_game game = { .state = "running" };

		hall_take_publication(&game, said);
		assert_int_equal(hall_need(&game), NEED_RESULT);
		changed = json_pack("{s:s}", "State", then[i].state);
		hall_take_properties(&game, changed);
		if (strcmp(then[i].state, "over") == 0)
			hall_take_properties(&game, running);
		assert_int_equal(hall_need(&game), then[i].need);
		json_decref(changed);
	}
	json_decref(said);
	json_decref(running);
}

static void clocks_run_as_their_kind_does(void **state)
{
	static const struct {
		const char *mode;
		int64_t bonus, white, black;
		enum side running;
		int64_t now, expected[2];
	} clocks[] = {
		{ "sudden-death", 0, 50, 60, WHITE, 10, { 40, 60 } },
		{ "sudden-death", 0, 50, 60, BLACK, 10, { 50, 50 } },
		{ "sudden-death", 0, 50, 60, NO_SIDE, 10, { 50, 60 } },
		{ "sudden-death", 0, 50, 60, WHITE, 50, { 0, 60 } },
		{ "sudden-death", 0, 50, 60, WHITE, 49, { 1, 60 } },
		{ "sudden-death", 0, 50, 60, WHITE, 90, { 0, 60 } },
		{ "sudden-death", 0, 50, 60, WHITE, -5, { 50, 60 } },
		{ "sudden-death", 0, -3, 60, BLACK, 0, { 0, 60 } },
		{ "fischer", 5, 50, 60, WHITE, 10, { 40, 60 } },
		{ "delay", 5, 50, 60, WHITE, 4, { 50, 60 } },
		{ "delay", 5, 50, 60, WHITE, 5, { 50, 60 } },
		{ "delay", 5, 50, 60, WHITE, 6, { 49, 60 } },
		{ "delay", 5, 50, 60, BLACK, 10, { 50, 55 } },
		{ "hourglass", 0, 50, 60, WHITE, 10, { 40, 70 } },
		{ "hourglass", 0, 50, 60, BLACK, 10, { 60, 50 } },
		{ "hourglass", 0, 50, 60, WHITE, 70, { 0, 110 } },
		{ "hourglass", 0, 50, 60, NO_SIDE, 70, { 50, 60 } },
		{ "hourglass", 0, 50, 60, WHITE, -1, { 50, 60 } },
	};

	for (size_t i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++) {
		struct screen s = { .bonus_us = clocks[i].bonus,
				    .left_us = { clocks[i].white, clocks[i].black },
				    .boottime_us = 1000,
				    .running = clocks[i].running };

		snprintf(s.mode, sizeof(s.mode), "%s", clocks[i].mode);
		for (enum side side = WHITE; side <= BLACK; side++)
			if (screen_left(&s, side, 1000 + clocks[i].now) != clocks[i].expected[side])
				fail_msg("%zu: %lld", i, (long long)screen_left(&s, side, 1000 + clocks[i].now));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(halls_fit_their_terminal),
		cmocka_unit_test(boards_are_drawn),
		cmocka_unit_test(texts_are_fitted),
		cmocka_unit_test(the_last_moves_squares),
		cmocka_unit_test(a_result_waits_until_the_game_is_over),
		cmocka_unit_test(clocks_run_as_their_kind_does),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("halls of chance", tests, NULL, NULL);
}
