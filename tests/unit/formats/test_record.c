// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Game records: what they say under books that let legality be told and under those that do not, where a turn was no
 * legal move, and where the arbiter set the position. Each is read again by this program's own reader; with a folder as
 * argument each is left there, with the moves that a reader has to find, for readers of other makers
 * (tests/cli/88-record-readers.sh).
 */
#include <ctype.h>
#include <errno.h>

#include "formats/record.h"
#include "tests/unit/core/core-testing.h"
#include "tests/unit/failing-memory.h"

static const char *folder;

#define OPENING \
	"{\"sensors\":\"sure\",\"lever\":true," \
	"\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}"

struct scene_game {
	struct played played;
	enum side to_press;
	int64_t t_ms;
};

static struct scene_game g;

static void begin(const char *book, const char *header)
{
	g = (struct scene_game){ .to_press = WHITE };
	play_start(&g.played, header ? header : OPENING "}", book, false);
	g.to_press = g.played.setup.game->to_move(&g.played.setup.start);
}

static void event(const char *format, ...)
{
	char text[400], list[440];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	g.t_ms += 137;
	snprintf(list, sizeof(list), "[{\"t_ms\":%lld,%s}]", (long long)g.t_ms, text);
	play(&g.played, list, false);
}

static char piece_on(const char *square)
{
	const struct game *game = g.played.setup.game;
	char squares[GAME_MAX_SQUARES];

	memset(squares, '.', sizeof(squares));
	tracker_placement(core_tracker(g.played.core), squares);
	return squares[game->square_parse(square)];
}

static void hand(const char *from, const char *to, const char *piece)
{
	if (piece_on(to) != '.')
		event("\"type\":\"lift\",\"square\":\"%s\"", to);
	event("\"type\":\"lift\",\"square\":\"%s\"", from);
	event("\"type\":\"place\",\"square\":\"%s\"%s", to, piece);
}

static void press(void)
{
	event("\"type\":\"press\",\"side\":\"%s\"", g.to_press == WHITE ? "white" : "black");
	g.to_press = other_side(g.to_press);
}

/* Turns as coordinates, each pressed; "O-O" as "e1g1h1f1", "-" a press alone. */
static void turns(const char *list)
{
	char all[2000], *save;

	snprintf(all, sizeof(all), "%s", list);
	for (char *t = strtok_r(all, " ", &save); t; t = strtok_r(NULL, " ", &save)) {
		char from[3] = { t[0], t[1] }, to[3] = { 0 }, piece[24] = "";

		if (*t != '-') {
			memcpy(to, t + 2, 2);
			if (strlen(t) == 5)
				snprintf(piece, sizeof(piece), ",\"piece\":\"%c\"",
					 g.to_press == WHITE ? toupper(t[4]) : t[4]);
			hand(from, to, piece);
			if (strlen(t) == 8) {
				memcpy(from, t + 4, 2);
				memcpy(to, t + 6, 2);
				hand(from, to, "");
			}
		}
		press();
	}
}

/* The clock is stopped, the arbiter says the position, and the pieces are set up so. */
static void position(const char *fen)
{
	char squares[GAME_MAX_SQUARES], seen[GAME_MAX_SQUARES + 1] = "";
	struct game_position pos;

	event("\"type\":\"pause\"");
	event("\"type\":\"position\",\"fen\":\"%s\"", fen);
	assert_int_equal(g.played.setup.game->parse(fen, &pos, NULL), 0);
	g.to_press = g.played.setup.game->to_move(&pos);
	g.played.setup.game->placement(&pos, squares);
	for (unsigned i = 0; i < 64; i++) /* from a8 */
		seen[i] = squares[(7 - i / 8) * 8 + i % 8];
	event("\"type\":\"board\",\"squares\":\"%s\"", seen);
	event("\"type\":\"resume\",\"side\":\"%s\"", g.to_press == WHITE ? "white" : "black");
}

static struct line_turn *published_turns(unsigned *count, char tail[static GAME_FEN])
{
	const struct core *core = g.played.core;
	const struct game *game = g.played.setup.game;
	struct line_turn *list = calloc(1000, sizeof(*list));
	struct core_turn turn;
	bool is_set;

	for (*count = 0; core_get_turn(core, *count, &turn) == 0; ++*count) {
		struct line_turn *t = &list[*count];

		strcpy(t->text, turn.text);
		game->format_placement(core_position(core, *count + 1, NULL), t->placement);
		core_position(core, *count, &is_set);
		if (is_set)
			game->format(core_position(core, *count, NULL), t->set_fen);
		t->left_us = turn.left_us;
	}
	core_position(core, *count, &is_set);
	*tail = '\0';
	if (is_set)
		game->format(core_position(core, *count, NULL), tail);
	return list;
}

static void leave(const char *name, const char *text, const char *moves)
{
	char path[300];
	FILE *file;

	if (!folder)
		return;
	for (unsigned i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%s.%s", folder, name,
			 i ? "moves" : record_suffix(g.played.setup.game));
		file = fopen(path, "we");
		assert_non_null(file);
		fputs(i ? moves : text, file);
		assert_int_equal(fclose(file), 0);
	}
}

/* The record as text; what stands in line breaks is a blank. moves: what a reader finds, in coordinates. */
struct written {
	const struct record *record;
	const char *whole;
};

static int write_again(void *userdata)
{
	const struct written *written = userdata;
	char *text = record_format(written->record);

	if (text)
		assert_string_equal(text, written->whole);
	free(text);
	/* what can do without has done it */
	return !text || memory_has_failed() ? -ENOMEM : 0;
}

static char *expect_record(const char *name, bool of_table, json_t *tags, const char *moves)
{
	const struct game *game = g.played.setup.game;
	struct core_state state;
	char set_fen[GAME_FEN], read[4000] = "", *text;
	struct pgn_game *pgn = NULL;
	struct game_error why = { 0 };
	struct game_position pos;
	unsigned count;
	struct line_turn *list = published_turns(&count, set_fen);

	core_get_state(g.played.core, &state);
	const struct record record = {
		.core = g.played.core,
		.of_table = of_table,
		.turns = list,
		.count = count,
		.set_fen = set_fen,
		.result = state.result,
		.termination = state.over ? state.termination : "unterminated",
		.remark = state.over ? "The arbiter decided." : "",
		.time_control = "300",
		.clock_us = { 299850000, 1234567 },
		.tags = tags,
	};

	text = record_format(&record);
	assert_non_null(text);
	fail_each_allocation(write_again, &(struct written){ &record, text }, 7);
	free(list);
	json_decref(tags);
	if (moves) {
		if (pgn_read(game, text, strlen(text), NULL, &pgn, &why) < 0)
			fail_msg("%s: %s: %s at %u in\n%s", name, why.field, why.reason, why.offset, text);
		assert_int_equal(pgn_start(game, pgn, &pos, NULL), 0);
		for (unsigned i = 0; i < pgn->main.count; i++) {
			struct game_move move;
			size_t n = strlen(read);

			assert_int_equal(game->move_parse(&pos, pgn->main.move[i].text, &move), 0);
			n += (size_t)sprintf(read + n, "%s", n ? " " : "");
			game->move_text(&pos, &move, read + n);
			game->play(&pos, &move);
		}
		pgn_free(pgn);
		if (strcmp(read, moves) != 0)
			fail_msg("%s: a reader finds %s, not %s, in\n%s", name, read, moves, text);
		leave(name, text, moves);
	}
	for (char *c = text; *c; c++)
		if (*c == '\n')
			*c = ' ';
	return text;
}

static void expect_text(char *text, const char *part, const char *absent)
{
	if (part && !strstr(text, part))
		fail_msg("\"%s\" is not in\n%s", part, text);
	if (absent && strstr(text, absent))
		fail_msg("\"%s\" is in\n%s", absent, text);
	free(text);
}

#define GAME_OF_ALL "e2e4 d7d5 e4d5 g8f6 f1b5 c7c6 d5c6 a7a6 c6b7 a6b5 b7a8q g7g6 g1f3 f8g7 e1g1h1f1 e8g8h8f8"
#define READ_OF_ALL "e2e4 d7d5 e4d5 g8f6 f1b5 c7c6 d5c6 a7a6 c6b7 a6b5 b7a8q g7g6 g1f3 f8g7 e1g1 e8g8"

/* Under a book that lets it be told, notation as it goes on; times in tenths, cut off. */
static void notation_as_it_goes_on(void **state)
{
	begin("fide2023-blitz", NULL);
	turns(GAME_OF_ALL);
	expect_text(expect_record("notation", false, NULL, READ_OF_ALL),
		    "1. e4 {[%clk 0:04:59.5]} 1... d5 {[%clk 0:04:59.5]} 2. exd5 {[%clk 0:04:59.0]}", "Ng1f3");
	expect_text(expect_record("notation", false, NULL, READ_OF_ALL), "6. bxa8=Q", NULL);
	play_end(&g.played);
}

/* WBCA 12: under a silent one from where to where, with the piece's letter, capitals for promotions. */
static void the_table_tells_no_legality(void **state)
{
	char *text;

	begin("wbca-1992", NULL);
	turns(GAME_OF_ALL);
	text = expect_record("table", true, NULL, READ_OF_ALL);
	expect_text(text, "3. Bf1b5", "+");
	text = expect_record("table", true, NULL, READ_OF_ALL);
	expect_text(text, "6. b7a8Q", "x");
	text = expect_record("table", true, NULL, READ_OF_ALL);
	expect_text(text, "8. O-O {[%clk 0:04:5", "=");
	play_end(&g.played);
}

/* … and it goes on through an illegal turn as through a legal one. Readers stop there. */
static void the_table_goes_on(void **state)
{
	begin("wbca-1992", NULL);
	turns("e2e4 e7e5 f1c4 g8f6 e1e3 d7d6 e3d3 b8c6");
	expect_text(expect_record("table-illegal", true, NULL, NULL),
		    "3. Ke1e3 {[%clk 0:04:58.7]} 3... d7d6 {[%clk 0:04:58.7]} 4. Ke3d3 {[%clk 0:04:58.3]} 4... Nb8c6",
		    "legal");
	expect_text(expect_record("table-illegal", true, NULL, NULL), NULL, "A turn without a move");
	play_end(&g.played);
}

/* A press without a move, which everybody has seen: readers refuse "--" in a main line, and with it the whole game. */
static void the_table_has_a_turn_without_a_move(void **state)
{
	begin("wbca-1992", NULL);
	turns("e2e4 e7e5 - g8f6 g1f3");
	expect_text(expect_record("table-no-move", true, NULL, "e2e4 e7e5"),
		    "e7e5 {[%clk 0:04:59.5] A turn without a move, and what followed: 2. (no move) Ng8f6 3. Ng1f3} *",
		    "legal");
	play_end(&g.played);
}

/* A game lost by an illegal move: what stood is behind the last legal one, in a comment. */
static void an_illegal_move_ends_the_main_line(void **state)
{
	begin("wbca-1992", NULL);
	turns("e2e4 e7e5 f1c4 g8f6 e1e3");
	event("\"type\":\"pause\"");
	event("\"type\":\"claim\",\"by\":\"black\",\"claim\":\"illegal-move\"");
	expect_text(expect_record("illegal", false, NULL, "e2e4 e7e5 f1c4 g8f6"),
		    " This turn stood and was no legal move: 3. e1-e3} {The arbiter decided.} 0-1", "--");
	play_end(&g.played);
}

static void a_press_without_a_move_ends_it(void **state)
{
	begin("wbca-1992", NULL);
	turns("e2e4 e7e5 - g8f6");
	event("\"type\":\"end\",\"result\":\"1/2-1/2\"");
	expect_text(expect_record("no-move", false, NULL, "e2e4 e7e5"),
		    " This turn stood and was no legal move: 2. no move Then: 2... Nf6} {The arbiter decided.} 1/2-1/2",
		    "--");
	play_end(&g.played);
}

#define AFTER_NF3 "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"

/* A position that the arbiter set: one move was missed … */
static void a_missed_move_is_found(void **state)
{
	begin("fide2023-rapid", NULL);
	turns("e2e4 e7e5");
	position(AFTER_NF3);
	turns("b8c6");
	expect_text(expect_record("missed", false, NULL, "e2e4 e7e5 g1f3 b8c6"),
		    "2. Nf3 {by the position that the arbiter set} 2... Nc6", "FEN");
	play_end(&g.played);
}

/* … or the last one was another … */
static void another_last_move_is_found(void **state)
{
	begin("fide2023-rapid", NULL);
	turns("e2e4 e7e5 b1c3");
	position(AFTER_NF3);
	turns("b8c6");
	expect_text(expect_record("another", false, NULL, "e2e4 e7e5 g1f3 b8c6"),
		    "by the position that the arbiter set} 2... Nc6", "Nc3");
	play_end(&g.played);
}

/* … or some were taken back. */
static void moves_taken_back_are_gone(void **state)
{
	begin("fide2023-rapid", NULL);
	turns("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
	position(AFTER_NF3);
	turns("d7d6");
	expect_text(expect_record("back", false, NULL, "e2e4 e7e5 g1f3 d7d6"), NULL, "FEN");
	play_end(&g.played);
}

#define ENDGAME "8/5k2/8/8/8/2R5/4K3/8 w - - 0 31"

/* Where no moves lead there the record is a new game from it, and what was before is said. */
static void a_new_game_from_another_position(void **state)
{
	begin("fide2023-rapid", NULL);
	turns("e2e4 e7e5 g1f3");
	position(ENDGAME);
	turns("c3c7 f7e6");
	expect_text(expect_record("anew", false, NULL, "c3c7 f7e6"),
		    "{Before the arbiter set the position: 1. e4 e5 2. Nf3} 31. Rc7+", "Nf3 {");
	expect_text(expect_record("anew", false, NULL, "c3c7 f7e6"), "[FEN \"" ENDGAME "\"]", NULL);
	play_end(&g.played);
}

/* Nothing was played from it yet: the game so far stays. */
static void a_position_at_the_end_is_a_comment(void **state)
{
	begin("fide2023-rapid", NULL);
	turns("e2e4 e7e5 g1f3");
	position(ENDGAME);
	event("\"type\":\"end\",\"result\":\"1-0\"");
	expect_text(expect_record("set-last", false, NULL, "e2e4 e7e5 g1f3"),
		    " The arbiter set the position " ENDGAME "}", "[FEN");
	play_end(&g.played);
}

/* One that nobody can play from: no record begins there. */
static void a_position_that_is_no_start(void **state)
{
	begin(NULL, NULL);
	turns("e2e4 e7e5 g1f3");
	position("4k3/8/8/8/8/8/8/P3K2P w - - 0 1");
	turns("e1e2");
	expect_text(expect_record("no-start", false, NULL, "e2e4 e7e5 g1f3"), " The arbiter set the position 4k3/",
		    "[FEN");
	play_end(&g.played);
}

/* Before the first move it is where the game begins. */
static void a_position_before_the_first_move(void **state)
{
	begin("fide2023-rapid", NULL);
	position(ENDGAME);
	turns("c3c7 f7e6");
	expect_text(expect_record("set-first", false, NULL, "c3c7 f7e6"), "31. Rc7+", "arbiter");
	play_end(&g.played);
}

/* Under a silent book, too, where nothing may tell whether moves lead there. */
static void the_table_begins_anew(void **state)
{
	begin("wbca-1992", NULL);
	turns("e2e4 e7e5");
	position(AFTER_NF3);
	expect_text(expect_record("table-set-last", true, NULL, "e2e4 e7e5"),
		    " The arbiter set the position rnbqkbnr/pppp1ppp", "[FEN");
	turns("b8c6 f1b5");
	expect_text(expect_record("table-set", true, NULL, "b8c6 f1b5"),
		    "{Before the arbiter set the position: 1. e2e4 e7e5} 2... Nb8c6", NULL);
	play_end(&g.played);
}

/* The tag says it; in the moves "0-0" is castling. */
static void both_lose(void **state)
{
	begin("fide2023-rapid", NULL);
	turns("e2e4 e7e5");
	event("\"type\":\"end\",\"result\":\"0-0\"");
	expect_text(expect_record("both-lose", false, NULL, "e2e4 e7e5"), "[Result \"0-0\"]", NULL);
	expect_text(expect_record("both-lose", false, NULL, "e2e4 e7e5"), "{Both players lose.} *", "0-0\n");
	play_end(&g.played);
}

static void draughts_are_written_as_pdn(void **state)
{
	begin("fmjd-annex6",
	      "{\"game\":\"draughts-10x10\",\"sensors\":\"sure\",\"lever\":true,"
	      "\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}}");
	assert_string_equal(record_suffix(g.played.setup.game), "pdn");
	turns("3228 1722");
	event("\"type\":\"lift\",\"square\":\"28\"");
	event("\"type\":\"lift\",\"square\":\"22\"");
	event("\"type\":\"place\",\"square\":\"17\"");
	press();
	turns("1217");
	event("\"type\":\"end\",\"result\":\"1-1\"");
	expect_text(expect_record("draughts", false, NULL, "32-28 17-22 28x17"), "[GameType \"20\"]", NULL);
	expect_text(expect_record("draughts", false, NULL, NULL), "was no legal move: 2... 12-17} {The arbiter", NULL);
	play_end(&g.played);
}

/* Names of all kinds, in the caller's order; what follows from the game is not the caller's to say. */
static void tags_in_order(void **state)
{
	begin("fide2023-rapid", NULL);
	turns("e2e4");
	expect_text(expect_record("tags", false,
				  json_pack("{ss ss ss ss ss ss ss ss}", "Event", "Open \"A\"", "UTCDate", "2026.01.31",
					    "Board", "12", "White", "Māra, \\ Ā", "Team", "a\tb", "WhiteElo", "",
					    "Result", "1-0", "FEN", "none"),
				  "e2e4"),
		    "[White \"Māra, \\\\ Ā\"] [Black \"?\"] [Result \"*\"] [UTCDate \"2026.01.31\"] [Board \"12\"] "
		    "[Team \"a b\"] [TimeControl \"300\"] [Termination \"unterminated\"] "
		    "[Rulebook \"fide2023-rapid\"] [WhiteClock \"0:04:59.8\"] [BlackClock \"0:00:01.2\"]",
		    "WhiteElo");
	play_end(&g.played);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(notation_as_it_goes_on),
		cmocka_unit_test(the_table_tells_no_legality),
		cmocka_unit_test(the_table_goes_on),
		cmocka_unit_test(the_table_has_a_turn_without_a_move),
		cmocka_unit_test(an_illegal_move_ends_the_main_line),
		cmocka_unit_test(a_press_without_a_move_ends_it),
		cmocka_unit_test(a_missed_move_is_found),
		cmocka_unit_test(another_last_move_is_found),
		cmocka_unit_test(moves_taken_back_are_gone),
		cmocka_unit_test(a_new_game_from_another_position),
		cmocka_unit_test(a_position_at_the_end_is_a_comment),
		cmocka_unit_test(a_position_that_is_no_start),
		cmocka_unit_test(a_position_before_the_first_move),
		cmocka_unit_test(the_table_begins_anew),
		cmocka_unit_test(both_lose),
		cmocka_unit_test(draughts_are_written_as_pdn),
		cmocka_unit_test(tags_in_order),
	};

	folder = argc > 1 ? argv[1] : NULL;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
