/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * polkit thinks about what a person asks for, and meanwhile the game goes on, ends or is gone, the board is pulled, the
 * round is closed, somebody else does the same, or the caller leaves. The answer is about that act alone, acts count in
 * the order in which they came, and nothing of one that came to nothing stays.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bus/rig-journal.h"
#include "tests/bus/rig-round.h"

#define DAEMON_NAME "org.flagfall1"
#define MANAGER "/org/flagfall1", "org.flagfall1.Manager"
#define CLUB "/org/flagfall1/event/club"
#define BOARD_PATH "/org/flagfall1/board/SIM_2d0001"
#define POLKIT "org.freedesktop.PolicyKit1"
#define AUTHORITY "/org/freedesktop/PolicyKit1/Authority"
#define TEST "org.flagfall1.Test"
#define SYS 3 /* a user of every Debian system; whoever else it is, polkit is asked */
#define MOST 64
#define FLOOD 3000
#define KEPT_OVER 64 /* games that are over, and the daemon does not forget */
#define AT_ONCE 20   /* games with what has to come at one instant to be wrong */
#define OF_ONE 32    /* calls of one client that may wait for polkit */

#define SET_UP "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"

#define EVENT_FILE \
	"id: club\nname: Club evening\ndates: [2026-11-22]\nrulebook: fide2023-blitz\ntime: 300\nboards:\n" \
	"- {number: 1, board: " RIG_SERIAL "}\n"
#define PAIRINGS "board,white,black\n1,\"White, W\",\"Black, B\"\n"

/* --- a polkit that answers when it is told to: all that it was asked, in order --- */

static sd_bus_message *asked[MOST];
static unsigned asked_count;
static int asked_fd[2] = { -1, -1 };

static int on_asked(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	const bool says_yes = sd_bus_message_is_method_call(m, TEST, "Allow");

	if (says_yes || sd_bus_message_is_method_call(m, TEST, "Refuse")) {
		for (unsigned i = 0; i < asked_count; i++) {
			sd_bus_reply_method_return(asked[i], "(bba{ss})", says_yes, 0, 0);
			sd_bus_message_unref(asked[i]);
		}
		asked_count = 0;
		return sd_bus_reply_method_return(m, NULL);
	}
	if (!sd_bus_message_is_method_call(m, POLKIT ".Authority", "CheckAuthorization"))
		return 0;
	if (asked_count == MOST)
		return -EBUSY;
	asked[asked_count++] = sd_bus_message_ref(m);
	return write(asked_fd[1], "a", 1) == 1 ? 1 : -EIO;
}

static pid_t polkit_pid;

static void polkit_start(struct rig *rig)
{
	sd_bus *bus = NULL;
	int ready[2];
	char byte;

	assert_return_code(pipe(ready), errno);
	assert_return_code(pipe(asked_fd), errno);
	polkit_pid = fork();
	if (polkit_pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (int fd = STDERR_FILENO + 1; fd < 256; fd++) /* the board's cable among them */
			if (fd != ready[1] && fd != asked_fd[1])
				close(fd);
		bus = rig_connect(rig);
		sd_bus_add_object(bus, NULL, AUTHORITY, on_asked, NULL);
		if (sd_bus_request_name(bus, POLKIT, 0) < 0 || write(ready[1], "r", 1) != 1)
			_exit(1);
		for (;;)
			if (sd_bus_process(bus, NULL) == 0)
				sd_bus_wait(bus, UINT64_MAX);
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	close(ready[1]);
}

static void polkit_end(void)
{
	if (!polkit_pid)
		return;
	kill(polkit_pid, SIGKILL);
	waitpid(polkit_pid, NULL, 0);
	polkit_pid = 0;
	close(asked_fd[0]);
	close(asked_fd[1]);
}

static void polkit_was_asked(unsigned times)
{
	char byte;

	while (times-- > 0) {
		assert_int_equal(poll(&(struct pollfd){ .fd = asked_fd[0], .events = POLLIN }, 1, 20000), 1);
		assert_int_equal(read(asked_fd[0], &byte, 1), 1);
	}
}

static void polkit_says(struct rig *rig, const char *what)
{
	assert_return_code(sd_bus_call_method(rig->bus, POLKIT, AUTHORITY, TEST, what, NULL, NULL, NULL), 0);
}

/* --- somebody about whom it is asked --- */

static sd_bus *sys;

/* The bus asks the socket who it is, and that is who connects it. */
static sd_bus *connect_sys(struct rig *rig)
{
	sd_bus *bus;

	assert_return_code(seteuid(SYS), errno);
	bus = rig_connect(rig);
	assert_return_code(seteuid(0), errno);
	return bus;
}

/* "" not answered yet, "done", or the error's name. */
struct act {
	char answer[96];
};

static int on_answer(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct act *act = userdata;
	const sd_bus_error *e = sd_bus_message_get_error(m);

	assert_string_equal(act->answer, "");
	snprintf(act->answer, sizeof(act->answer), "%s", e ? e->name : "done");
	return 1;
}

static void act(sd_bus *bus, struct act *act, const char *path, const char *interface, const char *method,
		const char *types, ...)
{
	va_list ap;

	*act = (struct act){ 0 };
	va_start(ap, types);
	assert_return_code(sd_bus_call_method_asyncv(bus, NULL, DAEMON_NAME, path, interface, method, on_answer, act,
						     types, ap),
			   0);
	va_end(ap);
	assert_return_code(sd_bus_flush(bus), 0);
}

/* And polkit thinks about it. */
#define sys_asks(...) (act(sys, __VA_ARGS__), polkit_was_asked(1))

static void is_answered(sd_bus *bus, const struct act *act, const char *expected)
{
	while (!*act->answer)
		if (sd_bus_process(bus, NULL) == 0)
			assert_true(sd_bus_wait(bus, 60000000) > 0);
	assert_string_equal(act->answer, expected);
}

/* The game plays on, and acts are done: nothing waits behind what is over. */
static void goes_on(struct rig *rig, const char *moves, const char *turn)
{
	rig_moves(rig, moves);
	rig_wait_committed(rig, turn);
	json_decref(rig_ask(rig, GAME, "Pause", ""));
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
}

static void begin(struct rig *rig)
{
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
}

static int with_sys(void **state, int (*rig_is_set_up)(void **))
{
	const int r = rig_is_set_up(state);

	polkit_start(*state);
	sys = connect_sys(*state);
	return r;
}

static int setup(void **state)
{
	return with_sys(state, rig_setup);
}

static int setup_host(void **state)
{
	return with_sys(state, rig_setup_host);
}

static int teardown(void **state)
{
	sd_bus_flush_close_unref(sys);
	polkit_end();
	return rig_teardown(state);
}

static void has_result(struct rig *rig, const char *expected)
{
	char *result = rig_property(rig, GAME, "Result");

	assert_string_equal(result, expected);
	free(result);
}

/* --- what happens meanwhile --- */

static void somebody_else_takes_the_same_moves_back(void **state)
{
	struct rig *rig = *state;
	struct act own, other;
	sd_bus *root;

	rig_daemon_stop(rig, SIGTERM);
	rig->extra = (char *[]){ (char *)"--grace", (char *)"300", NULL };
	rig_daemon_start(rig);
	begin(rig);
	root = rig_connect(rig);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait_committed(rig, "2 black e7e5");
	act(root, &other, rig->path, GAME, "TakeBack", "u", 2);
	sys_asks(&own, rig->path, GAME, "TakeBack", "u", 2);
	is_answered(root, &other, "done");
	polkit_says(rig, "Allow");
	is_answered(sys, &own, "org.flagfall1.Error.Refused");
	rig_lift(rig, "e4");
	rig_place(rig, "e2", 'P');
	rig_lift(rig, "e5");
	rig_place(rig, "e7", 'p');
	json_decref(rig_ask(rig, GAME, "Pause", ""));
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
	rig_moves(rig, "d2d4");
	rig_wait_committed(rig, "1 white d2d4");
	sd_bus_flush_close_unref(root);
}

static void the_board_is_pulled_and_as_many_may_wait_as_before(void **state)
{
	struct rig *rig = *state;
	struct act acts[OF_ONE], again;

	begin(rig);
	for (int i = 0; i < OF_ONE; i++)
		act(sys, &acts[i], BOARD_PATH, BOARD, "Squares", "");
	polkit_was_asked(OF_ONE);
	assert_return_code(sim_unplug(rig->sim), 0);
	rig_wait(rig, "BoardRemoved", NULL);
	polkit_says(rig, "Allow");
	for (int i = 0; i < OF_ONE; i++)
		is_answered(sys, &acts[i], "org.flagfall1.Error.NoSuchBoard");
	assert_return_code(sim_plug(rig->sim, rig->socket), 0);
	rig_wait(rig, "BoardAdded", NULL);
	sys_asks(&again, BOARD_PATH, BOARD, "Squares", "");
	polkit_says(rig, "Allow");
	is_answered(sys, &again, "done");
	rig_wait_state(rig, "running");
	goes_on(rig, "e2e4", "1 white e2e4");
}

static void a_game_whose_board_is_pulled_is_stopped(void **state)
{
	struct rig *rig = *state;
	struct act pause;

	begin(rig);
	sys_asks(&pause, rig->path, GAME, "Pause", "");
	assert_return_code(sim_unplug(rig->sim), 0);
	rig_wait_state(rig, "board-gone");
	polkit_says(rig, "Allow");
	is_answered(sys, &pause, "done");
	rig_wait(rig, "Ruling", "clock-stopped");
	assert_return_code(sim_plug(rig->sim, rig->socket), 0);
	rig_wait_state(rig, "running");
}

/* The first counts, the second is told that it came too late; refused, and the second counts. */
static void two_end_the_same_game(void **state)
{
	struct rig *rig = *state;
	struct act first, second;
	sd_bus *root;

	begin(rig);
	root = rig_connect(rig);
	sys_asks(&first, rig->path, GAME, "End", "s", "1-0");
	act(root, &second, rig->path, GAME, "End", "s", "0-1");
	polkit_says(rig, "Allow");
	is_answered(sys, &first, "done");
	is_answered(root, &second, "org.flagfall1.Error.GameOver");
	has_result(rig, "1-0");

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	sys_asks(&first, rig->path, GAME, "End", "s", "1-0");
	act(root, &second, rig->path, GAME, "End", "s", "0-1");
	polkit_says(rig, "Refuse");
	is_answered(sys, &first, SD_BUS_ERROR_ACCESS_DENIED);
	is_answered(root, &second, "done");
	has_result(rig, "0-1");
	sd_bus_flush_close_unref(root);
}

/* A mate that stands behind a resignation which polkit thinks over is no mate, and one before it is; also where it
 * comes as soon as polkit is asked. */
static void a_mate_comes_meanwhile(void **state)
{
	struct rig *rig = *state;
	struct act resign;

	for (int i = 0; i < AT_ONCE; i++) {
		begin(rig);
		rig_moves(rig, "f2f3 e7e5 g2g4");
		rig_wait_committed(rig, "3 white g2g4"); /* the act does not wait for the disk */
		sys_asks(&resign, rig->path, GAME, "Resign", "s", "black");
		rig_moves(rig, "d8h4");
		rig_drain(rig);
		assert_false(rig_has_heard(rig, "Ruling", "checkmate"));
		polkit_says(rig, "Allow");
		is_answered(sys, &resign, "done");
		has_result(rig, "1-0");
		sim_set_squares(rig->sim, SET_UP);
	}
}

/* Who asked leaves before the answer: the act was asked for, and counts; a refused one leaves nothing. */
static void the_caller_leaves(void **state)
{
	struct rig *rig = *state;
	struct act ignored;

	begin(rig);
	sys_asks(&ignored, rig->path, GAME, "Pause", "");
	sys = sd_bus_flush_close_unref(sys);
	polkit_says(rig, "Allow");
	rig_wait(rig, "Ruling", "clock-stopped");
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
	sys = connect_sys(rig);
	sys_asks(&ignored, rig->path, GAME, "End", "s", "1-0");
	sys = sd_bus_flush_close_unref(sys);
	polkit_says(rig, "Refuse");
	goes_on(rig, "e2e4", "1 white e2e4");
}

static void the_game_is_forgotten(void **state)
{
	struct rig *rig = *state;
	struct act acts[OF_ONE], end;
	char path[64];

	begin(rig);
	snprintf(path, sizeof(path), "%s", rig->path);
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	for (int i = 0; i < KEPT_OVER; i++) {
		rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
		json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	}
	for (int i = 0; i < OF_ONE; i++)
		act(sys, &acts[i], path, GAME, "Claim", "ssa{sv}", "black", "appeal", 0);
	polkit_was_asked(OF_ONE);
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	polkit_says(rig, "Allow");
	for (int i = 0; i < OF_ONE; i++)
		is_answered(sys, &acts[i], "org.flagfall1.Error.NoSuchGame");
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	sys_asks(&end, rig->path, GAME, "End", "s", "0-1");
	polkit_says(rig, "Allow");
	is_answered(sys, &end, "done");
}

/* A change of a pairing, and a start, whose round is closed by the time that polkit has thought. */
static void the_round_is_closed(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	struct act change, start, pause;

	rig_open_round(rig, EVENT_FILE, 1, PAIRINGS);
	act(sys, &start, CLUB, "org.flagfall1.Event", "Start", "uaua{sv}", 1, 0, 0);
	act(sys, &change, CLUB, "org.flagfall1.Event", "Change", "uua{ss}a{sv}", 1, 1, 1, "result", "1-0", 0);
	act(sys, &pause, CLUB, "org.flagfall1.Event", "Pause", "uaua{sv}", 1, 0, 0);
	polkit_was_asked(3);
	if (sd_bus_call_method(rig->bus, DAEMON_NAME, CLUB, "org.flagfall1.Event", "Change", &error, NULL,
			       "uua{ss}a{sv}", 1, 1, 1, "result", "0-1", 0) < 0 ||
	    sd_bus_call_method(rig->bus, DAEMON_NAME, CLUB, "org.flagfall1.Event", "Close", &error, NULL, "ua{sv}", 1,
			       0) < 0)
		fail_msg("%s", error.message);
	polkit_says(rig, "Allow");
	is_answered(sys, &start, "org.flagfall1.Error.Refused");
	is_answered(sys, &change, "done"); /* a result is corrected after the round, too */
	is_answered(sys, &pause, "org.flagfall1.Error.Refused");
}

/* The board of a game that was to begin has another by then, or is not there. */
static void the_board_has_another_game(void **state)
{
	struct rig *rig = *state;
	struct act start;

	sys_asks(&start, MANAGER, "StartGame", "sa{sv}", RIG_SERIAL, 0);
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	polkit_says(rig, "Allow");
	is_answered(sys, &start, "org.flagfall1.Error.BoardBusy");
	goes_on(rig, "e2e4", "1 white e2e4");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	sys_asks(&start, MANAGER, "StartGame", "sa{sv}", RIG_SERIAL, 0);
	assert_return_code(sim_unplug(rig->sim), 0);
	rig_wait(rig, "BoardRemoved", NULL);
	polkit_says(rig, "Allow");
	is_answered(sys, &start, "org.flagfall1.Error.NoSuchBoard");
}

static void ask_for_everything(sd_bus *bus)
{
	for (int i = 0; i < FLOOD; i++) {
		sd_bus_message *m = NULL;

		assert_return_code(sd_bus_message_new_method_call(bus, &m, DAEMON_NAME, "/org/flagfall1",
								  "org.freedesktop.DBus.ObjectManager",
								  "GetManagedObjects"),
				   0);
		sd_bus_message_set_expect_reply(m, 0); /* no bus counts those */
		assert_return_code(sd_bus_send(bus, m, NULL), 0);
		sd_bus_message_unref(m);
	}
	/* they are the bus' when that is answered */
	assert_return_code(sd_bus_call_method(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
					      "org.freedesktop.DBus", "GetId", NULL, NULL, NULL),
			   0);
}

/* What was let in is not turned away when it comes back, whatever else its caller asks meanwhile. */
static void the_caller_asks_for_everything(void **state)
{
	struct rig *rig = *state;
	struct act pause;

	begin(rig);
	sys_asks(&pause, rig->path, GAME, "Pause", "");
	kill(rig->daemon_pid, SIGSTOP); /* it finds all of that at once */
	ask_for_everything(sys);
	polkit_says(rig, "Allow");
	ask_for_everything(sys);
	kill(rig->daemon_pid, SIGCONT);
	is_answered(sys, &pause, "done");
	rig_wait(rig, "Ruling", "clock-stopped");
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
	goes_on(rig, "e2e4", "1 white e2e4");
}

/* The bus goes while polkit thinks, and with it who asked: nothing of it is done, and nothing waits for it. */
static void the_bus_goes(void **state)
{
	struct rig *rig = *state;
	struct act ignored;

	begin(rig);
	sys_asks(&ignored, rig->path, GAME, "End", "s", "1-0");
	rig_bus_stop(rig);
	polkit_end();
	rig_moves(rig, "e2e4");
	rig_bus_start(rig);
	sys = sd_bus_unref(sys);
	json_decref(rig_ask(rig, GAME, "Pause", ""));
	assert_int_equal(rig_rows(rig, "input", "\"end\""), 0);
}

#define road(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
#define host_road(name) cmocka_unit_test_setup_teardown(name, setup_host, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		host_road(somebody_else_takes_the_same_moves_back),
		road(the_board_is_pulled_and_as_many_may_wait_as_before),
		road(a_game_whose_board_is_pulled_is_stopped),
		host_road(a_game_whose_board_is_pulled_is_stopped),
		road(two_end_the_same_game),
		host_road(two_end_the_same_game),
		road(a_mate_comes_meanwhile),
		host_road(a_mate_comes_meanwhile),
		road(the_caller_leaves),
		host_road(the_caller_leaves),
		road(the_game_is_forgotten),
		road(the_round_is_closed),
		road(the_board_has_another_game),
		road(the_caller_asks_for_everything),
		road(the_bus_goes),
	};

	if (geteuid() != 0) {
		puts("only root can become another user");
		return 77;
	}
	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests_name("access races", tests, NULL, NULL);
}
