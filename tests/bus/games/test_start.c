/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Starting games: what is refused, and the sentence that says why; a board that is set up wrongly. */
#include <poll.h>
#include <stdio.h>
#include <signal.h>

#include "tests/bus/rig-journal.h"

enum { WHITE_LEVER = 1, BLACK_LEVER };

#define expect_fault(error, the_name, words) \
	do { \
		assert_string_equal((error).name, "org.flagfall1.Error." the_name); \
		if (!strstr((error).message, words)) \
			fail_msg("\"%s\" does not say \"%s\"", (error).message, words); \
		sd_bus_error_free(&(error)); \
	} while (0)

#define expect_refusal(rig, board, the_name, words, ...) \
	do { \
		sd_bus_error e_ = SD_BUS_ERROR_NULL; \
		assert_true(rig_try_start(rig, board, &e_, __VA_ARGS__) < 0); \
		expect_fault(e_, the_name, words); \
		assert_int_equal(rig_games(rig, NULL, NULL), 0); \
	} while (0)

static void unknown_board(void **state)
{
	expect_refusal(*state, "SIM-9", "NoSuchBoard", "There is no board \"SIM-9\"; plugged in: " RIG_SERIAL, NULL);
}

static void unknown_rulebook(void **state)
{
	expect_refusal(*state, RIG_SERIAL, "UnknownRulebook", "wbca-1892", "rulebook", "wbca-1892", NULL);
}

static void known_rulebooks_are_named(void **state)
{
	expect_refusal(*state, RIG_SERIAL, "UnknownRulebook", "wbca-1992", "rulebook", "blitz", NULL);
}

/* the daemon opens no file that a caller names */
static void rulebook_by_path(void **state)
{
	expect_refusal(*state, RIG_SERIAL, "BadArgument", "rulebook", "rulebook", "../../etc/passwd", NULL);
}

static void malformed_time_control(void **state)
{
	expect_refusal(*state, RIG_SERIAL, "BadTimeControl", "5min", "time", "5min", NULL);
}

static void malformed_fen(void **state)
{
	expect_refusal(*state, RIG_SERIAL, "BadFen", "placement", "fen",
		       "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NULL);
}

static void fen_that_cannot_be_played(void **state)
{
	expect_refusal(*state, RIG_SERIAL, "BadFen", "fen:", "fen", "8/8/8/8/8/8/8/K7 w - - 0 1", NULL);
}

static void unknown_option(void **state)
{
	expect_refusal(*state, RIG_SERIAL, "BadArgument", "colour", "colour", "white", NULL);
}

/* a game record has one line for a name */
static void name_of_two_lines(void **state)
{
	expect_refusal(*state, RIG_SERIAL, "BadArgument", "white", "white", "Morphy\nPaul", NULL);
}

static void unknown_override(void **state)
{
	expect_refusal(*state, RIG_SERIAL, "BadRulebook", "no-such-parameter", "rulebook", "fide2023-blitz", "time",
		       "300", "overrides", "no-such-parameter=1", NULL);
}

/* WBCA 1: five minutes each, and nothing else */
static void unsuitable_time(void **state)
{
	expect_refusal(*state, RIG_SERIAL, "Unsuitable", "wbca-1992", "rulebook", "wbca-1992", "time", "180+2", NULL);
}

static void busy_board(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error = SD_BUS_ERROR_NULL;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	assert_true(rig_try_start(rig, RIG_SERIAL, &error, NULL) < 0);
	expect_fault(error, "BoardBusy", RIG_SERIAL);
	assert_int_equal(rig_games(rig, NULL, NULL), 1);
}

static void unknown_game(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error;

	strcpy(rig->path, "/org/flagfall1/game/77");
	error = rig_refused(rig, GAME, "Pause", NULL);
	expect_fault(error, "NoSuchGame", "77");
}

static void unknown_words(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	error = rig_refused(rig, GAME, "Claim", "ssa{sv}", "white", "victory", 0);
	expect_fault(error, "UnknownWord", "victory");
	error = rig_refused(rig, GAME, "Claim", "ssa{sv}", "green", "flag", 0);
	expect_fault(error, "UnknownWord", "green");
	error = rig_refused(rig, GAME, "Claim", "ssa{sv}", "white", "flag", 1, "loudly", "b", 1);
	expect_fault(error, "BadArgument", "loudly");
	error = rig_refused(rig, GAME, "Claim", "ssa{sv}", "white", "repetition", 1, "count", "s", "three");
	expect_fault(error, "BadArgument", "count");
	error = rig_refused(rig, ARBITER, "Decide", "ssa{sv}", "flag", "perhaps", 0);
	expect_fault(error, "UnknownWord", "perhaps");
	error = rig_refused(rig, ARBITER, "Report", "ssa{sv}", "white", "flag", 0);
	expect_fault(error, "UnknownWord", "white");
	error = rig_refused(rig, GAME, "Resume", "s", "both");
	expect_fault(error, "UnknownWord", "both");
	error = rig_refused(rig, GAME, "End", "s", "2-0");
	expect_fault(error, "UnknownWord", "2-0");
	error = rig_refused(rig, GAME, "SetPosition", "s", "nonsense");
	expect_fault(error, "BadFen", "fen:");
	error = rig_refused(rig, GAME, "TakeBack", "u", 3);
	expect_fault(error, "Refused", "");
	assert_int_equal(rig_rows(rig, "ruling", NULL), 0);
}

/* What the record is to say besides the seven tags is given at the start, and kept over a restart. */
static void tags_of_the_record(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *id, *path;
	char *white, *pgn_path, *pgn;

	assert_true(sd_bus_call_method(rig->bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager",
				       "StartGame", &error, NULL, "sa{sv}", RIG_SERIAL, 1, "tags", "a{ss}", 1,
				       "White Elo", "2650") < 0);
	expect_fault(error, "BadArgument", "White Elo");
	assert_true(sd_bus_call_method(rig->bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager",
				       "StartGame", &error, NULL, "sa{sv}", RIG_SERIAL, 1, "tags", "a{ss}", 1, "Result",
				       "1-0") < 0);
	expect_fault(error, "BadArgument", "Result");
	assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager",
					      "StartGame", &error, &reply, "sa{sv}", RIG_SERIAL, 1, "tags", "a{ss}", 3,
					      "White", "Morphy, Paul", "WhiteElo", "2690", "Board", "7"),
			   0);
	sd_bus_message_read(reply, "so", &id, &path);
	snprintf(rig->game, sizeof(rig->game), "%s", id);
	snprintf(rig->path, sizeof(rig->path), "%s", path);
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	white = rig_property(rig, GAME, "White");
	assert_string_equal(white, "Morphy, Paul");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	pgn_path = rig_property(rig, GAME, "PgnPath");
	pgn = rig_read_file(pgn_path);
	assert_non_null(strstr(pgn, "[White \"Morphy, Paul\"]"));
	assert_non_null(strstr(pgn, "[WhiteElo \"2690\"]"));
	assert_non_null(strstr(pgn, "[Board \"7\"]"));
	free(pgn);
	free(pgn_path);
	free(white);
	sd_bus_message_unref(reply);
}

static void expect_running(struct rig *rig, const char *side)
{
	char *running = rig_property(rig, CLOCK, "Running");

	assert_string_equal(running, side);
	free(running);
}

/* FIDE 6.3 (6.2.3): Black's press starts White's clock, where the game was set up to wait for it. */
static void the_first_press_starts_the_clock(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "time", "300", "running", "press", NULL);
	expect_running(rig, "none");
	rig_press(rig, BLACK_LEVER, 2000000);
	rig_settle(rig);
	expect_running(rig, "white");
	rig_move(rig, "e2e4", 5000000, true);
	rig_wait(rig, "Move", "1 white e2e4");
	expect_running(rig, "black");
	assert_int_equal(rig_number(rig, CLOCK, "WhiteUs"), 296900000);
	/* later presses are presses */
	rig_press(rig, WHITE_LEVER, 6000000);
	rig_settle(rig);
	expect_running(rig, "black");
}

/* White plays and presses though nobody started the clock: that is the first move. */
static void a_move_that_is_pressed_starts_the_game(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "time", "300", "running", "press", NULL);
	rig_move(rig, "d2d4", 3000000, true);
	rig_wait(rig, "Move", "1 white d2d4");
	expect_running(rig, "black");
	assert_int_equal(rig_number(rig, CLOCK, "WhiteUs"), 300000000);
}

/* "none" waits for a person, as it says */
static void a_clock_that_waits_for_resume(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "time", "300", "running", "none", NULL);
	rig_press(rig, BLACK_LEVER, 2000000);
	rig_settle(rig);
	expect_running(rig, "none");
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
	expect_running(rig, "white");
}

/* Where a game begins with Black's move it is Black's clock that runs, unless somebody says otherwise. */
static void the_clock_of_the_side_to_move_runs(void **state)
{
	static const char fen[] = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
	struct rig *rig = *state;
	char *running;

	sim_set_squares(rig->sim, "RNBQKBNRPPPP.PPP............P...................pppppppprnbqkbnr");
	rig_settle(rig);
	rig_start(rig, "time", "300", "fen", fen, NULL);
	running = rig_property(rig, CLOCK, "Running");
	assert_string_equal(running, "black");
	free(running);
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	rig_start(rig, "time", "300", "fen", fen, "running", "white", NULL);
	running = rig_property(rig, CLOCK, "Running");
	assert_string_equal(running, "white");
	free(running);
}

/* The board's clock and the machine's drift apart: when the game was started does not move with them. */
static void when_it_started_stays(void **state)
{
	struct rig *rig = *state;
	int64_t started;

	rig_start(rig, "time", "300", NULL);
	started = rig_number(rig, GAME, "Started");
	rig_moves_judged(rig, "e2e4 e7e5 g1f3");
	rig_wait(rig, "Move", "3 white g1f3");
	assert_int_equal(rig_number(rig, GAME, "Started"), started);
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	assert_int_equal(rig_number(rig, GAME, "Started"), started);
}

/* A verdict without a question would be taken without a word: it is refused with one. */
static void a_verdict_that_nobody_asked_for(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error;
	json_t *answer;

	rig_start(rig, "rulebook", "fide2023-standard", "time", "7200", NULL);
	rig_moves_judged(rig, "e2e4 e7e5");
	error = rig_refused(rig, ARBITER, "Decide", "ssa{sv}", "touch-move", "accept", 0);
	expect_fault(error, "Refused", "Nothing is asked in this game now");
	error = rig_refused(rig, ARBITER, "Decide", "ssa{sv}", "displaced", "postpone", 0);
	expect_fault(error, "Refused", "Nothing is asked in this game now");
	/* what the arbiter saw himself, and what he does to a clock, needs no question before */
	answer = rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "banging", "accept", 1, "against", "s", "white");
	assert_true(json_array_size(answer) > 0);
	json_decref(answer);
	answer = rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "clock-defect", "adjust-clock", 2, "against", "s", "white",
			 "ms", "x", INT64_C(5000));
	assert_true(json_array_size(answer) > 0);
	json_decref(answer);
	/* he is asked what it is worth: that question is answered, another is not */
	error = rig_refused(rig, ARBITER, "Decide", "ssa{sv}", "hover", "reject", 0);
	expect_fault(error, "Refused", "the open question is \"banging\"");
	answer = rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "banging", "reject", 0);
	assert_true(json_array_size(answer) > 0);
	json_decref(answer);
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	error = rig_refused(rig, ARBITER, "Decide", "ssa{sv}", "touch-move", "accept", 0);
	expect_fault(error, "GameOver", "over");
}

/* every way to name a board: its serial number, its URI */
static void board_by_uri(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char uri[112];

	snprintf(uri, sizeof(uri), "socket:%s", rig->socket);
	assert_int_equal(rig_try_start(rig, uri, &error, NULL), 0);
	assert_null(rig->wrong ? rig->wrong[0] : NULL);
}

static void wrong_squares_are_listed(void **state)
{
	struct rig *rig = *state;

	rig_lift(rig, "e2");
	rig_place(rig, "e3", 'P');
	rig_lift(rig, "a8");
	rig_place(rig, "a8", 'q');
	rig_settle(rig);
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	assert_non_null(rig->wrong);
	assert_string_equal(rig->wrong[0], "e2: expected P, found nothing");
	assert_string_equal(rig->wrong[1], "e3: expected nothing, found P");
	assert_string_equal(rig->wrong[2], "a8: expected r, found q");
	assert_null(rig->wrong[3]);
	rig_wait(rig, "Published", "\"type\":\"setup\"");
}

static void start_with_what_stands(struct rig *rig)
{
	sd_bus_message *reply = NULL;
	const char *id, *path;

	assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager",
					      "StartGame", NULL, &reply, "sa{sv}", RIG_SERIAL, 2, "found", "b", 1,
					      "time", "s", "300"),
			   0);
	assert_return_code(sd_bus_message_read(reply, "so", &id, &path), 0);
	snprintf(rig->game, sizeof(rig->game), "%s", id);
	snprintf(rig->path, sizeof(rig->path), "%s", path);
	sd_bus_message_unref(reply);
}

/* The first move shows who is to move; it is so again when the daemon has read its journal. */
static void what_stands_is_the_start(void **state)
{
	struct rig *rig = *state;
	char *path, *text;

	sim_set_squares(rig->sim, ".................R.........K.........p.....k....................");
	rig_settle(rig);
	start_with_what_stands(rig);
	rig_expect(rig, GAME, "StartFen", "8/8/3k4/5p2/3K4/1R6/8/8 w - - 0 1");
	rig_moves_judged(rig, "d6c6 b3b5");
	rig_wait_committed(rig, "2 white b3b5");
	rig_expect(rig, GAME, "StartFen", "8/8/3k4/5p2/3K4/1R6/8/8 b - - 0 1");
	rig_restart(rig, SIGKILL);
	rig_expect(rig, GAME, "StartFen", "8/8/3k4/5p2/3K4/1R6/8/8 b - - 0 1");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	path = rig_property(rig, GAME, "PgnPath");
	text = rig_read_file(path);
	assert_non_null(strstr(text, "[FEN \"8/8/3k4/5p2/3K4/1R6/8/8 b - - 0 1\"]"));
	assert_non_null(strstr(text, "1... Kc6 "));
	free(text);
	free(path);
}

/* Where the men are still being set up it is the usual start in the end. */
static void the_start_stands_after_all(void **state)
{
	struct rig *rig = *state;

	sim_set_squares(rig->sim, "RNBQKBNRPPPPPP..................................pppppppprnbqkbnr");
	rig_settle(rig);
	start_with_what_stands(rig);
	rig_place(rig, "g2", 'P');
	rig_place(rig, "h2", 'P');
	rig_moves_judged(rig, "h2h4 h7h5");
	rig_wait_committed(rig, "2 black h7h5");
	rig_expect(rig, GAME, "StartFen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

static void set_up_anew(struct rig *rig)
{
	rig_time(rig, (int64_t)sim_time(rig->sim) + 3000000);
	sim_set_squares(rig->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
	rig_settle(rig);
}

static void expect_turns(struct rig *rig, const char *moves)
{
	char *copy = strdup(moves), *rest = copy;
	unsigned n = 1;

	for (char *move; (move = strsep(&rest, " ")); n++) {
		char turn[24];

		snprintf(turn, sizeof(turn), "%u %s %s", n, n % 2 ? "white" : "black", move);
		rig_wait_committed(rig, turn);
	}
	free(copy);
}

/* The first moves of the next game are played before anybody starts it: they are that game's, and none of the last. */
static void first_moves_before_the_start(void **state)
{
	struct rig *rig = *state;
	char *path, *text, first[64];

	rig_start(rig, "rulebook", "fide2023-standard", "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 e7e5 g1f3");
	strcpy(first, rig->path);
	set_up_anew(rig);
	rig_wait(rig, "Published", "new-game");
	rig_moves_judged(rig, "d2d4 g8f6 c2c4");
	rig_start(rig, "rulebook", "fide2023-standard", "time", "300", NULL);
	assert_null(rig->wrong ? rig->wrong[0] : NULL);
	assert_string_not_equal(first, rig->path);
	rig_moves_judged(rig, "e7e6");
	expect_turns(rig, "d2d4 g8f6 c2c4 e7e6");
	assert_true(rig_number(rig, CLOCK, "WhiteUs") > 290000000);
	strcpy(rig->path, first);
	path = rig_property(rig, GAME, "PgnPath");
	text = rig_read_file(path);
	assert_non_null(strstr(text, "2. Nf3"));
	assert_null(strstr(text, "d4"));
	free(text);
	free(path);
}

/* So they are where the game before has ended by a result, and its players leave the board as it is for a while. */
static void first_moves_after_a_result(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 e7e5");
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "resign", 0));
	rig_wait(rig, "Ruling", "win resign 0-1");
	set_up_anew(rig);
	rig_moves_judged(rig, "c2c4 c7c5");
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves_judged(rig, "b1c3");
	expect_turns(rig, "c2c4 c7c5 b1c3");
}

/* Moves of a game that is over are not the first of the next one. */
static void moves_of_the_game_before(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 e7e5");
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "resign", 0));
	rig_wait(rig, "Ruling", "win resign 0-1");
	rig_moves_judged(rig, "g1f3");
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	assert_non_null(rig->wrong[0]);
}

/* Without a rulebook nobody has to start it: it begins when a move of each side stands. */
static void next_game_of_free_play(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 e7e5 g1f3");
	set_up_anew(rig);
	rig_wait(rig, "Published", "new-game");
	rig_moves(rig, "d2d4 g8f6");
	assert_non_null(rig_wait(rig, "GameAdded", ""));
	assert_int_equal(rig_games(rig, NULL, NULL), 2);
}

static void new_game_without_restart(void **state)
{
	struct rig *rig = *state;
	char first[32];

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	strcpy(first, rig->game);
	rig_moves(rig, "e2e4 e7e5");
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "resign", 0));
	rig_wait(rig, "Ruling", "win resign 0-1");
	sim_set_squares(rig->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
	rig_settle(rig);
	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	assert_string_not_equal(first, rig->game);
	assert_null(rig->wrong ? rig->wrong[0] : NULL);
	rig_moves_judged(rig, "d2d4");
	rig_wait(rig, "Move", "1 white d2d4");
}

/* The players set the pieces up again and nobody said how it ended: the next game starts at once, the first loses
 * nothing. */
static void the_men_set_up_again_start_the_next_game(void **state)
{
	struct rig *rig = *state;
	char first[64];

	rig_start(rig, "time", "300", NULL);
	snprintf(first, sizeof(first), "%s", rig->game);
	rig_moves_judged(rig, "e2e4 e7e5 g1f3");
	sim_set_squares(rig->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
	rig_settle(rig);
	rig_wait(rig, "Published", "new-game");
	rig_start(rig, "time", "300", NULL);
	assert_string_not_equal(first, rig->game);
	assert_int_equal(rig_games(rig, NULL, NULL), 2);
	rig_moves_judged(rig, "d2d4");
	rig_wait(rig, "Move", "1 white d2d4");
}

static int on_answer(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	const sd_bus_error *e = sd_bus_message_get_error(m);
	char **said = userdata;

	*said = strdup(e ? e->message : "it began");
	return 0;
}

/* A start by one who waits for nothing else; it is handled when this returns. */
static sd_bus *starts(struct rig *rig, char **said)
{
	sd_bus *bus = rig_connect(rig);

	*said = NULL;
	assert_return_code(sd_bus_call_method_async(bus, NULL, "org.flagfall1", "/org/flagfall1",
						    "org.flagfall1.Manager", "StartGame", on_answer, said, "sa{sv}",
						    RIG_SERIAL, 0),
			   0);
	for (int i = 0; i < 2; i++) {
		/* it is handled when what the same client said after it is answered */
		assert_return_code(sd_bus_call_method(bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager",
						      "ListGames", NULL, NULL, NULL),
				   0);
		while (rig_games(rig, "running", NULL) > 0)
			poll(NULL, 0, 1);
	}
	return bus;
}

/* NULL: anything but that it began. */
static void is_told(sd_bus *bus, char **said, const char *expected)
{
	while (!*said) {
		int r = sd_bus_process(bus, NULL);

		assert_return_code(r, 0);
		if (r == 0)
			assert_true(sd_bus_wait(bus, 20000000) > 0);
	}
	if (expected)
		assert_string_equal(*said, expected);
	else
		assert_string_not_equal(*said, "it began");
	free(*said);
	sd_bus_flush_close_unref(bus);
}

/* The board does not answer, and is pulled: whoever asked for a game learns that; another board's game can begin. */
static void unplugged_while_it_is_asked(struct rig *rig)
{
	sd_bus *bus;
	char *said;

	sim_set_fault(rig->sim, SIM_FAULT_MUTE);
	bus = starts(rig, &said);
	assert_return_code(sim_unplug(rig->sim), 0);
	is_told(bus, &said, "There is no board \"" RIG_SERIAL "\"; plugged in: none");
	sim_set_fault(rig->sim, SIM_FAULT_NONE);
	assert_return_code(sim_plug(rig->sim, rig->socket), 0);
	rig_wait(rig, "BoardAdded", RIG_SERIAL);
	rig_start(rig, "time", "300", NULL);
}

static void unplugged_before_the_first_game(void **state)
{
	unplugged_while_it_is_asked(*state);
}

static void end_and_set_up(struct rig *rig)
{
	rig_start(rig, "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 e7e5 g1f3");
	sim_set_squares(rig->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
	rig_settle(rig);
	rig_wait(rig, "Published", "new-game");
}

static void unplugged_before_the_next_game(void **state)
{
	end_and_set_up(*state);
	unplugged_while_it_is_asked(*state);
}

/* It is another board for an instant, as one that gets a clock: the game begins when it is there again. */
static void plugged_again_while_it_is_asked(struct rig *rig)
{
	sd_bus *bus;
	char *said;

	sim_set_fault(rig->sim, SIM_FAULT_MUTE);
	bus = starts(rig, &said);
	assert_return_code(sim_unplug(rig->sim), 0);
	sim_set_fault(rig->sim, SIM_FAULT_NONE);
	assert_return_code(sim_plug(rig->sim, rig->socket), 0);
	is_told(bus, &said, "it began");
}

static void plugged_again_before_the_first_game(void **state)
{
	plugged_again_while_it_is_asked(*state);
}

static void plugged_again_before_the_next_game(void **state)
{
	end_and_set_up(*state);
	plugged_again_while_it_is_asked(*state);
}

/* On a board that has just gone. */
static sd_bus *starts_without_board(struct rig *rig, char **said)
{
	assert_return_code(sim_unplug(rig->sim), 0);
	rig_wait(rig, "BoardRemoved", RIG_SERIAL);
	return starts(rig, said);
}

static void started_while_it_is_another_board(void **state)
{
	struct rig *rig = *state;
	char *said;
	sd_bus *bus = starts_without_board(rig, &said);

	assert_return_code(sim_plug(rig->sim, rig->socket), 0);
	is_told(bus, &said, "it began");
}

static void the_daemon_ends_while_a_board_is_waited_for(void **state)
{
	struct rig *rig = *state;
	char *said;
	sd_bus *bus = starts_without_board(rig, &said);

	rig_daemon_stop(rig, SIGTERM);
	is_told(bus, &said, NULL);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(unknown_board),
		road(unknown_rulebook),
		road(known_rulebooks_are_named),
		road(rulebook_by_path),
		road(malformed_time_control),
		road(malformed_fen),
		road(fen_that_cannot_be_played),
		road(unknown_option),
		road(name_of_two_lines),
		road(unknown_override),
		road(unsuitable_time),
		road(busy_board),
		road(unknown_game),
		road(unknown_words),
		road(tags_of_the_record),
		road(the_first_press_starts_the_clock),
		road(a_move_that_is_pressed_starts_the_game),
		road(a_clock_that_waits_for_resume),
		road(the_clock_of_the_side_to_move_runs),
		road(when_it_started_stays),
		road(a_verdict_that_nobody_asked_for),
		road(board_by_uri),
		road(wrong_squares_are_listed),
		road(new_game_without_restart),
		road(what_stands_is_the_start),
		road(the_start_stands_after_all),
		road(first_moves_before_the_start),
		road(first_moves_after_a_result),
		road(moves_of_the_game_before),
		road(next_game_of_free_play),
		road(the_men_set_up_again_start_the_next_game),
		road(unplugged_before_the_first_game),
		road(unplugged_before_the_next_game),
		road(plugged_again_before_the_first_game),
		road(plugged_again_before_the_next_game),
		road(started_while_it_is_another_board),
		road(the_daemon_ends_while_a_board_is_waited_for),
	};

	return cmocka_run_group_tests_name("start", tests, NULL, NULL);
}
