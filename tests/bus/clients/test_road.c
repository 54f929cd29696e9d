/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What goes over the bus while a game is played, and what must not. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "formats/pgn.h"
#include "tests/bus/rig-journal.h"

static const char *word(json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* A move is provisional when it is set down and committed at the press; the clock is that of the event's time. */
static void moves_and_clocks(void **state)
{
	struct rig *rig = *state;
	int64_t start;
	const struct received *h;

	rig_time(rig, 5000000);
	rig_settle(rig);
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "180+2", NULL);
	start = 5000000;
	rig_move(rig, "e2e4", start + 4000000, false);
	rig_wait(rig, "Move", "1 white e2e4");
	rig_press(rig, SBW_SIDE_WHITE, start + 4321000);
	h = rig_wait(rig, "Move", "committed");
	assert_non_null(strstr(h->text, "1 white e2e4 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR committed"));
	assert_int_equal(strtoll(h->text, NULL, 10), 4321000);
	rig_drain(rig);
	assert_int_equal(rig_number(rig, CLOCK, "WhiteUs"), 180000000 - 4321000 + 2000000);
	assert_int_equal(rig_number(rig, CLOCK, "BlackUs"), 180000000);
	assert_int_equal(rig_number(rig, CLOCK, "Instant"), 4321000);
}

/* Design: durable before received. When the ruling is received it is in the journal, and so is the input that caused
 * it. */
static void ruling_is_on_disk_before_it_is_heard(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	for (int i = 0; i < 4; i++) {
		static const char *const moves[] = { "f2f3", "e7e5", "g2g4", "d8h4" };

		rig_move(rig, moves[i], 1000000 * (i + 1), true);
		if (i < 3)
			rig_wait(rig, "Ruling", "move-accepted");
		else
			rig_wait(rig, "Ruling", "win checkmate 0-1");
		assert_true(rig_rulings_with_input(rig, i < 3 ? "move-accepted" : "checkmate") >= (i < 3 ? i + 1 : 1));
	}
	assert_int_equal(rig_games(rig, NULL, "0-1"), 1);
}

/* A record's lines are broken where they grow too long. */
static char *unwrapped(const char *path)
{
	char *text = rig_read_file(path);

	for (char *c = text; c && *c; c++)
		*c = *c == '\n' ? ' ' : *c;
	return text;
}

static void finished_game_is_on_file(void **state)
{
	struct rig *rig = *state;
	char *path, *text;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", "white", "Fool", "black", "O'Scholar, B.", NULL);
	rig_moves(rig, "f2f3 e7e5 g2g4 d8h4");
	rig_wait(rig, "Ruling", "checkmate");
	rig_wait(rig, "PropertiesChanged", NULL);
	rig_drain(rig);
	path = rig_property(rig, GAME, "PgnPath");
	assert_non_null(strstr(path, "/games/2"));
	assert_non_null(strstr(path, "-Fool-O_Scholar_B.pgn"));
	text = unwrapped(path);
	assert_non_null(text);
	assert_non_null(strstr(text, "[Result \"0-1\"]"));
	assert_non_null(strstr(text, "[TimeControl \"300\"]"));
	assert_non_null(strstr(text, "[Rulebook \"fide2023-blitz\"]"));
	assert_non_null(strstr(text, "1. f3 {[%clk 0:04:"));
	assert_non_null(strstr(text, "Qh4#"));
	free(path);
	free(text);
}

/* Castling, also as a running record has it under a silent book, as every reader knows it, this program's own among
 * them. */
static void castling_in_a_running_record_can_be_read(void **state)
{
	struct rig *rig = *state;
	char *path = NULL, *text = NULL;
	struct pgn_game *pgn = NULL;
	struct game_error why = { 0 };
	struct game_position pos;
	const struct game *game = game_find("chess");

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 d7d5 g1f3 c8g4 f1e2 b8c6 e1g1 d8d6 d2d3 e8c8");
	rig_wait(rig, "Move", "e8c8");
	rig_daemon_stop(rig, SIGTERM);
	assert_true(asprintf(&path, "%s/state/games/running/%s.pgn", rig->dir, rig->game) > 0);
	text = rig_read_file(path);
	assert_non_null(text);
	if (pgn_read(game, text, strlen(text), NULL, &pgn, &why) < 0)
		fail_msg("%s: %s", why.field, why.reason);
	assert_int_equal(pgn->main.count, 10);
	assert_int_equal(game->parse(game->start_fen, &pos, NULL), 0);
	for (unsigned i = 0; i < 10; i++) {
		struct game_move move;

		if (game->move_parse(&pos, pgn->main.move[i].text, &move) < 0)
			fail_msg("%s is no move", pgn->main.move[i].text);
		game->play(&pos, &move);
	}
	assert_string_equal(pgn->main.move[6].text, "O-O");
	assert_string_equal(pgn->main.move[9].text, "O-O-O");
	pgn_free(pgn);
	free(path);
	free(text);
}

/* WBCA 12: a running game's record has the moves so far, in coordinates. */
static void running_game_is_on_file(void **state)
{
	struct rig *rig = *state;
	char *path = NULL, *text = NULL;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 e7e5 d1h5 b8c6 h5f7");
	rig_wait(rig, "Move", "h5f7");
	rig_daemon_stop(rig, SIGTERM); /* leaving in order writes what was due */
	assert_true(asprintf(&path, "%s/state/games/running/%s.pgn", rig->dir, rig->game) > 0);
	text = unwrapped(path);
	assert_non_null(text);
	assert_non_null(strstr(text, "[Result \"*\"]"));
	assert_non_null(strstr(text, "Qh5f7 {[%clk 0:04:5"));
	assert_null(strchr(strstr(text, "1. e2e4"), '+'));
	free(path);
	free(text);
}

/* WBCA 12, 14: an illegal move is nobody's business until it is claimed. Those without authority receive what they
 * would of a legal one. */
static void illegal_move_is_not_told(void **state)
{
	struct rig *rig = *state;
	json_t *answer;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_subscribe_arbiter(rig);
	rig_moves_judged(rig, "e2e4 e7e5 e1e3");
	rig_wait(rig, "Observed", "\"illegal\"");
	rig_drain(rig);
	for (size_t i = 0; i < rig->count; i++)
		if (strcmp(rig->received[i].member, "Observed") != 0 && strstr(rig->received[i].text, "illegal"))
			fail_msg("%s said %s", rig->received[i].member, rig->received[i].text);
	assert_false(rig_has_heard(rig, "Ruling", "illegal"));
	assert_true(rig_has_heard(rig, "Move", "3 white e1e3"));
	answer = rig_ask(rig, GAME, "Claim", "ssa{sv}", "black", "illegal-move", 0);
	assert_int_equal(json_array_size(answer), 1);
	assert_string_equal(word(json_array_get(answer, 0), "ruling"), "win");
	assert_string_equal(word(json_array_get(answer, 0), "result"), "0-1");
	assert_string_equal(
		json_string_value(json_array_get(json_object_get(json_array_get(answer, 0), "articles"), 0)), "14");
	json_decref(answer);
	rig_wait(rig, "Ruling", "0-1 wbca-1992 14");
}

/* What was received since, in order and with its times, without what is the turn's own: its squares. free(). */
static char *shape(struct rig *rig, size_t since)
{
	size_t size;
	char *text;
	FILE *out = open_memstream(&text, &size);

	for (; since < rig->count; since++) {
		const struct received *h = &rig->received[since];
		long long t_us, white, black;
		unsigned ply;
		char side[8], state[16], running[8];

		if (h->json) {
			json_t *o = json_deep_copy(h->json);
			char *line;

			json_object_del(o, "uci");
			json_object_del(o, "placement");
			line = json_dumps(o, JSON_COMPACT);
			fprintf(out, "%s %s\n", h->member, line);
			free(line);
			json_decref(o);
		} else if (!strcmp(h->member, "Move")) {
			assert_int_equal(sscanf(h->text, "%lld %u %7s %*s %*s %15s", &t_us, &ply, side, state), 4);
			fprintf(out, "Move %lld %u %s %s\n", t_us, ply, side, state);
		} else if (!strcmp(h->member, "Changed")) {
			/* the machine's own time is another game's */
			assert_int_equal(sscanf(h->text, "%lld %lld %lld %7s", &t_us, &white, &black, running), 4);
			fprintf(out, "Changed %lld %lld %lld %s\n", t_us, white, black, running);
		} else {
			fprintf(out, "%s %s\n", h->member, h->text);
		}
	}
	fclose(out);
	return text;
}

/*
 * What anybody learns at an unclaimed illegal turn, signal by signal, is what is received at a legal one with the same
 * presses, and when; it is received before any time has passed since the press.
 */
static void silence_has_no_shape(void **state)
{
	struct rig *rig = *state;
	static const char *const third[] = { "g1f3", "e1e3", "g1g5", "d2c3", "g1e2" };
	char *said[5][2];

	for (int i = 0; i < 5; i++) {
		int64_t t_us;
		size_t first;

		sim_set_squares(rig->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
		rig_settle(rig);
		rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
		rig_moves(rig, "e2e4 e7e5");
		t_us = (int64_t)sim_time(rig->sim);
		rig_record_begins(rig);
		rig_drain(rig);
		first = rig->count;
		rig_moves(rig, third[i]);
		rig_wait(rig, "Move", "3 white ");
		rig_wait(rig, "Changed", "black");
		rig_drain(rig);
		assert_int_equal((int64_t)sim_time(rig->sim), t_us + 1000000);
		said[i][0] = shape(rig, first);
		assert_non_null(strstr(said[i][0], "committed"));
		first = rig->count;
		rig_time(rig, t_us + 5000000);
		rig_settle(rig);
		rig_drain(rig);
		said[i][1] = shape(rig, first);
		json_decref(rig_ask(rig, GAME, "End", "s", "1/2-1/2"));
		rig_drain(rig);
	}
	for (int i = 0; i < 5; i++)
		for (int part = 0; part < 2; part++) {
			assert_string_equal(said[i][part], said[0][part]);
			if (i)
				free(said[i][part]);
		}
	free(said[0][0]);
	free(said[0][1]);
}

/* A fallen flag under WBCA 7c: nothing is received until it is claimed with the clock stopped. */
static void fallen_flag_is_claimed(void **state)
{
	struct rig *rig = *state;
	json_t *answer;
	size_t before;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 e7e5");
	rig_record_begins(rig);
	rig_drain(rig); /* whenever the daemon has time for it: one more signal */
	before = rig->count;
	rig_time(rig, 310000000); /* White has had more than five minutes */
	rig_settle(rig);
	rig_drain(rig);
	assert_int_equal(rig->count, before);
	answer = rig_ask(rig, GAME, "Pause", NULL);
	assert_string_equal(word(json_array_get(answer, 0), "ruling"), "clock-stopped");
	json_decref(answer);
	answer = rig_ask(rig, GAME, "Claim", "ssa{sv}", "black", "flag", 0);
	assert_string_equal(word(json_array_get(answer, json_array_size(answer) - 1), "ruling"), "win");
	assert_string_equal(word(json_array_get(answer, json_array_size(answer) - 1), "reason"), "flag");
	json_decref(answer);
}

/* FIDE 6.8 by the machine's clock: nobody does anything, the flag falls and the daemon's timer finds it, at its own
 * instant. */
static void flag_falls_by_the_machines_clock(void **state)
{
	struct rig *rig = *state;
	const struct received *h;

	rig_start(rig, "rulebook", "fide2023-blitz", "clock",
		  "{\"mode\":\"sudden-death\",\"white_ms\":200,\"black_ms\":60000,\"running\":\"white\"}", "state",
		  "{\"moves_completed\":{\"white\":20,\"black\":20}}", "options", "{\"flag_call\":\"auto\"}", NULL);
	h = rig_wait(rig, "Ruling", "win flag 0-1");
	assert_in_range(strtoll(h->text, NULL, 10), 200000, 60000000);
}

/* A claim by the machine's clock waits until no press made before it can still be on its way, and is then answered. */
static void claim_by_the_machines_clock(void **state)
{
	struct rig *rig = *state;
	char *rows, *press;
	json_t *answer;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4");
	answer = rig_ask(rig, GAME, "Claim", "ssa{sv}", "black", "resign", 0);
	assert_string_equal(word(json_array_get(answer, 0), "result"), "1-0");
	json_decref(answer);
	/* the press had happened before the claim and was taken before it */
	rows = rig_rows_text(rig, rig->game, "input");
	press = strstr(rows, "\"press\"");
	assert_true(press && strstr(press, "\"resign\""));
	assert_null(strstr(press + 1, "\"press\""));
	free(rows);
}

/* --- who may act --- */

/* A process of another user that subscribes, claims, and listens; exit status 0 if it was denied and received nothing
 * private. */
static int stranger(struct rig *rig, int go, int ready)
{
	sd_bus *bus = NULL;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char byte;
	int status = 0;

	if (setgid(65534) < 0 || setuid(65534) < 0)
		return 10;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (sd_bus_new(&bus) < 0 || sd_bus_set_address(bus, rig->address) < 0 || sd_bus_set_bus_client(bus, 1) < 0 ||
	    sd_bus_start(bus) < 0)
		return 11;
	sd_bus_match_signal(bus, NULL, "org.flagfall1", NULL, NULL, NULL, NULL, NULL);
	if (sd_bus_call_method(bus, "org.flagfall1", rig->path, ARBITER, "Subscribe", &error, NULL, NULL) >= 0 ||
	    strcmp(error.name, SD_BUS_ERROR_ACCESS_DENIED) != 0)
		status |= 1;
	sd_bus_error_free(&error);
	if (sd_bus_call_method(bus, "org.flagfall1", rig->path, GAME, "Claim", &error, NULL, "ssa{sv}", "white",
			       "resign", 0) >= 0)
		status |= 2;
	sd_bus_error_free(&error);
	if (sd_bus_call_method(bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager", "StartGame", &error,
			       NULL, "sa{sv}", RIG_SERIAL, 0) >= 0)
		status |= 4;
	sd_bus_error_free(&error);
	if (sd_bus_call_method(bus, "org.flagfall1", rig->path, ARBITER, "Status", &error, NULL, NULL) >= 0 ||
	    sd_bus_call_method(bus, "org.flagfall1", rig->path, ARBITER, "Journal", &error, NULL, NULL) >= 0)
		status |= 8;
	sd_bus_error_free(&error);
	/* but he may look */
	if (sd_bus_call_method(bus, "org.flagfall1", rig->path, GAME, "Moves", &error, NULL, NULL) < 0)
		status |= 16;
	if (write(ready, "r", 1) != 1 || read(go, &byte, 1) != 1)
		return 12;
	/* A reply comes after all that was sent before. */
	sd_bus_call_method(bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager", "ListGames", NULL, NULL,
			   NULL);
	for (;;) {
		sd_bus_message *m = NULL;

		if (sd_bus_process(bus, &m) <= 0)
			break;
		if (m && sd_bus_message_is_signal(m, ARBITER, NULL))
			status |= 32;
		sd_bus_message_unref(m);
	}
	return status;
}

static void strangers_hear_nothing_private(void **state)
{
	struct rig *rig = *state;
	int go[2], ready[2], status;
	char byte;
	pid_t pid;

	if (geteuid() != 0) {
		print_message("# SKIP only root can become another user\n");
		skip();
	}
	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	assert_return_code(pipe(go), errno);
	assert_return_code(pipe(ready), errno);
	pid = fork();
	if (pid == 0) {
		close(go[1]);
		_exit(stranger(rig, go[0], ready[1]));
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	rig_subscribe_arbiter(rig);
	rig_moves_judged(rig, "e2e4 e7e5 e1e3");
	rig_wait(rig, "Observed", "\"illegal\"");
	assert_int_equal(write(go[1], "g", 1), 1);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	assert_false(rig_has_heard(rig, "Ruling", "resign"));
}

static void who_leaves_hears_no_more(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_subscribe_arbiter(rig);
	rig_moves(rig, "e2e4");
	rig_wait(rig, "Observed", "\"turn\"");
	assert_return_code(
		sd_bus_call_method(rig->bus, "org.flagfall1", rig->path, ARBITER, "Unsubscribe", NULL, NULL, NULL), 0);
	rig_drain(rig);
	rig->seen = rig->count;
	rig_moves(rig, "e7e5");
	rig_wait(rig, "Move", "committed");
	rig_drain(rig);
	while (rig->seen < rig->count)
		assert_string_not_equal(rig->received[rig->seen++].member, "Observed");
}

/* --- persons --- */

static void takeback(void **state)
{
	struct rig *rig = *state;
	char *placement;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5 g1f3");
	rig_wait(rig, "Move", "g1f3");
	json_decref(rig_ask(rig, GAME, "TakeBack", "u", 1));
	rig_wait(rig, "Move", "undone");
	rig_drain(rig);
	placement = rig_property(rig, GAME, "Placement");
	assert_string_equal(placement, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
	free(placement);
	placement = rig_property(rig, GAME, "ToMove");
	assert_string_equal(placement, "white");
	free(placement);
	/* the pieces are put back and another move is played */
	rig_lift(rig, "f3");
	rig_place(rig, "g1", 'N');
	rig_moves(rig, "f1c4");
	rig_wait(rig, "Move", "3 white f1c4");
}

static void nothing_after_the_end(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error;
	char *text;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4");
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "black", "resign", 0));
	rig_wait(rig, "Ruling", "1-0");
	text = rig_property(rig, GAME, "State");
	assert_string_equal(text, "over");
	free(text);
	error = rig_refused(rig, GAME, "Pause", NULL);
	assert_string_equal(error.name, "org.flagfall1.Error.GameOver");
	sd_bus_error_free(&error);
}

/* --- the cable --- */

static void has_state(struct rig *rig, const char *state)
{
	char *text = rig_property(rig, GAME, "State");

	assert_string_equal(text, state);
	free(text);
}

/* Pulled in mid-game, a move is made meanwhile, plugged in again: the game goes on from the whole board. */
static void cable_is_pulled(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait(rig, "Move", "e7e5");
	assert_return_code(sim_unplug(rig->sim), 0);
	rig_wait(rig, "BoardRemoved", RIG_SERIAL);
	has_state(rig, "board-gone");
	rig_move(rig, "g1f3", 4000000, true); /* nobody sees it */
	assert_return_code(sim_plug(rig->sim, rig->socket), 0);
	rig_wait(rig, "BoardAdded", RIG_SERIAL);
	rig_wait(rig, "Move", "3 white g1f3");
	rig_moves(rig, "b8c6");
	rig_wait(rig, "Move", "4 black b8c6");
	assert_int_equal(rig_number(rig, CLOCK, "BlackUs") + rig_number(rig, CLOCK, "WhiteUs"),
			 600000000 - rig_number(rig, CLOCK, "Instant"));
	rig_wait_state(rig, "running");
}

/* It is plugged in again, and cannot say yet what stands on it: what happens there is not in the game. */
static void a_board_that_comes_back_is_heard_first(void **state)
{
	struct rig *rig = *state;
	int64_t boards;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait(rig, "Move", "e7e5");
	assert_return_code(sim_unplug(rig->sim), 0);
	rig_wait(rig, "BoardRemoved", RIG_SERIAL);
	boards = rig_boards_read(rig);
	sim_set_fault(rig->sim, SIM_FAULT_BOARD_SHORT);
	assert_return_code(sim_plug(rig->sim, rig->socket), 0);
	rig_wait(rig, "BoardAdded", RIG_SERIAL);
	has_state(rig, "board-gone");
	sim_set_fault(rig->sim, SIM_FAULT_NONE);
	rig_wait_board_read(rig, boards);
	rig_wait_state(rig, "running");
}

/* --- the disk --- */

/* While the journal cannot be written nothing is ruled; once it can be, everything that was played is. */
static void disk_is_full(void **state)
{
	struct rig *rig = *state;
	struct rlimit none = { 0, RLIM_INFINITY }, usual;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char *text = NULL;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4");
	rig_wait(rig, "Move", "1 white e2e4");
	rig_wait(rig, "Ruling", "move-accepted");
	assert_return_code(prlimit(rig->daemon_pid, RLIMIT_FSIZE, &none, &usual), errno);
	rig_moves(rig, "e7e5");
	rig_wait(rig, "PropertiesChanged",
		 "org.flagfall1.Manager"); /* the fault is told; a record may have begun, too */
	assert_false(rig_has_heard(rig, "Ruling", "2 "));
	assert_return_code(sd_bus_get_property_string(rig->bus, "org.flagfall1", "/org/flagfall1",
						      "org.flagfall1.Manager", "JournalFault", &error, &text),
			   0);
	assert_string_not_equal(text, "");
	free(text);
	error = rig_refused(rig, GAME, "Claim", "ssa{sv}", "white", "resign", 0);
	assert_string_equal(error.name, "org.flagfall1.Error.JournalFault");
	sd_bus_error_free(&error);
	rig_moves(rig, "g1f3");
	assert_false(
		rig_has_heard(rig, "Move", "2 black e7e5 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR committed"));
	assert_return_code(prlimit(rig->daemon_pid, RLIMIT_FSIZE, &usual, NULL), errno);
	rig_wait(rig, "Move", "2 black e7e5 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR committed");
	rig_wait(rig, "Move", "3 white g1f3");
	assert_int_equal(rig_rows(rig, "ruling", "move-accepted"), 3);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)
#define host_road(name) cmocka_unit_test_setup_teardown(name, rig_setup_host, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(moves_and_clocks),
		road(ruling_is_on_disk_before_it_is_heard),
		road(finished_game_is_on_file),
		road(running_game_is_on_file),
		road(castling_in_a_running_record_can_be_read),
		road(illegal_move_is_not_told),
		road(silence_has_no_shape),
		road(fallen_flag_is_claimed),
		host_road(flag_falls_by_the_machines_clock),
		host_road(claim_by_the_machines_clock),
		road(strangers_hear_nothing_private),
		road(who_leaves_hears_no_more),
		road(takeback),
		road(nothing_after_the_end),
		road(cable_is_pulled),
		road(a_board_that_comes_back_is_heard_first),
		road(disk_is_full),
	};

	return cmocka_run_group_tests_name("road", tests, NULL, NULL);
}
