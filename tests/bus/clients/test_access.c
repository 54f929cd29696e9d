/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who may do what: a listener, an operator and an arbiter try every method, with a polkit that says who they are, with
 * groups alone, and with a polkit that does not answer; and what happens in a game while polkit thinks. That no method
 * is forgotten is looked at by tests/bus/unit.sh.
 */
#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bus/rig-journal.h"
#include "tests/bus/rig-round.h"

#define MANAGER "org.flagfall1.Manager"
#define EVENT "org.flagfall1.Event"
#define BOARD_PATH "/org/flagfall1/board/SIM_2d0001"
#define POLKIT "org.freedesktop.PolicyKit1"
#define TEST "org.flagfall1.Test"

/* Users of every Debian system, each in the group of its name. */
enum { ROOT = 0, DAEMON = 1, BIN = 2, SYS = 3, NOBODY = 65534 };

enum role { LISTEN, OPERATE, ARBITRATE };

/* Arguments that are right as far as they go: s a text each, u 1, t 0, v an empty a{sv}, m an empty a{ss}, y no bytes,
 * a no boards. */
static const struct {
	const char *interface, *method, *types, *text[3];
	enum role role;
} methods[] = {
	{ GAME, "Moves", "", { 0 }, LISTEN },
	{ GAME, "MoveTimes", "", { 0 }, LISTEN },
	{ GAME, "Subscribe", "", { 0 }, LISTEN },
	{ GAME, "Unsubscribe", "", { 0 }, LISTEN },
	{ GAME, "Guidance", "", { 0 }, LISTEN },
	{ MANAGER, "ListBoards", "", { 0 }, LISTEN },
	{ MANAGER, "ListGames", "", { 0 }, LISTEN },
	{ MANAGER, "Subscribe", "", { 0 }, LISTEN },
	{ MANAGER, "Unsubscribe", "", { 0 }, LISTEN },
	{ MANAGER, "Record", "s", { "99" }, LISTEN },
	{ MANAGER, "Metrics", "", { 0 }, LISTEN },
	{ BOARD, "Subscribe", "", { 0 }, LISTEN },
	{ BOARD, "Unsubscribe", "", { 0 }, LISTEN },
	{ BOARD, "Release", "", { 0 }, LISTEN },
	{ MANAGER, "StartGame", "sv", { "nothing" }, OPERATE },
	{ BOARD, "Squares", "", { 0 }, OPERATE },
	{ BOARD, "SetLeds", "y", { 0 }, OPERATE },
	{ BOARD, "Beep", "uu", { 0 }, OPERATE },
	{ BOARD, "ShowText", "su", { "hello" }, OPERATE },
	{ GAME, "Claim", "ssv", { "white", "draw-offer" }, OPERATE },
	{ GAME, "OfferDraw", "s", { "white" }, OPERATE },
	{ GAME, "AcceptDraw", "s", { "white" }, OPERATE },
	{ GAME, "DeclineDraw", "s", { "white" }, OPERATE },
	{ GAME, "Pause", "", { 0 }, OPERATE },
	{ GAME, "Resume", "s", { "white" }, OPERATE },
	{ GAME, "Press", "s", { "white" }, OPERATE },
	{ GAME, "Arrive", "s", { "white" }, OPERATE },
	{ MANAGER, "FindGames", "vt", { 0 }, LISTEN },
	{ MANAGER, "ListEvents", "", { 0 }, LISTEN },
	{ MANAGER, "OpenRound", "syusys", { "a.yaml", "b.csv", "" }, OPERATE },
	{ MANAGER, "Journal", "s", { "99" }, ARBITRATE },
	{ MANAGER, "GiveUp", "s", { "99" }, ARBITRATE },
	{ MANAGER, "TakeUp", "s", { "99" }, ARBITRATE },
	{ GAME, "TakeBack", "u", { 0 }, ARBITRATE },
	{ GAME, "Undo", "us", { "why" }, ARBITRATE },
	{ GAME, "SetPosition", "s", { "4k3/8/8/8/8/8/8/4K3 w - - 0 1" }, ARBITRATE },
	{ GAME, "SetPromotion", "s", { "q" }, ARBITRATE },
	{ GAME, "TellMove", "s", { "e2e4" }, ARBITRATE },
	{ ARBITER, "Report", "ssv", { "nobody", "nothing" }, ARBITRATE },
	{ ARBITER, "Decide", "ssv", { "draw", "accept" }, ARBITRATE },
	{ ARBITER, "ClockReport", "v", { 0 }, ARBITRATE },
	{ ARBITER, "Subscribe", "", { 0 }, ARBITRATE },
	{ ARBITER, "Unsubscribe", "", { 0 }, ARBITRATE },
	{ ARBITER, "Status", "", { 0 }, ARBITRATE },
	{ ARBITER, "Evidence", "", { 0 }, ARBITRATE },
	{ ARBITER, "Journal", "", { 0 }, ARBITRATE },
	{ GAME, "Resign", "s", { "white" }, OPERATE },
	{ GAME, "End", "s", { "1-0" }, ARBITRATE },
	{ EVENT, "Round", "u", { 0 }, LISTEN },
	{ EVENT, "Source", "u", { 0 }, OPERATE },
	{ EVENT, "Record", "uu", { 0 }, LISTEN },
	{ EVENT, "Log", "u", { 0 }, ARBITRATE },
	{ EVENT, "Check", "ua", { 0 }, OPERATE },
	{ EVENT, "Start", "uav", { 0 }, OPERATE },
	{ EVENT, "Pause", "uav", { 0 }, OPERATE },
	{ EVENT, "Change", "uumv", { 0 }, ARBITRATE },
	{ EVENT, "Close", "uv", { 0 }, ARBITRATE },
	{ EVENT, "End", "", { 0 }, ARBITRATE },
};

#define METHODS (sizeof(methods) / sizeof(methods[0]))

/* --- a process of another user --- */

static sd_bus *become(struct rig *rig, uid_t uid)
{
	sd_bus *bus = NULL;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (setgroups(0, NULL) < 0 || setgid(uid) < 0 || setuid(uid) < 0)
		_exit(10);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (sd_bus_new(&bus) < 0 || sd_bus_set_address(bus, rig->address) < 0 || sd_bus_set_bus_client(bus, 1) < 0 ||
	    sd_bus_start(bus) < 0)
		_exit(11);
	return bus;
}

/* Is the call let pass? Whatever is wrong with it besides does not count. */
static bool passes(struct rig *rig, sd_bus *bus, size_t i)
{
	const char *path = strcmp(methods[i].interface, MANAGER) == 0 ? "/org/flagfall1" :
			   strcmp(methods[i].interface, BOARD) == 0   ? BOARD_PATH :
			   strcmp(methods[i].interface, EVENT) == 0   ? "/org/flagfall1/event/club" :
									rig->path;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *m = NULL;
	unsigned text = 0;
	bool passed;

	sd_bus_message_new_method_call(bus, &m, "org.flagfall1", path, methods[i].interface, methods[i].method);
	for (const char *t = methods[i].types; *t; t++) {
		if (*t == 's')
			sd_bus_message_append(m, "s", methods[i].text[text++]);
		else if (*t == 'u')
			sd_bus_message_append(m, "u", 1);
		else if (*t == 't')
			sd_bus_message_append(m, "t", (uint64_t)0);
		else if (*t == 'v')
			sd_bus_message_append(m, "a{sv}", 0);
		else if (*t == 'm')
			sd_bus_message_append(m, "a{ss}", 0);
		else if (*t == 'a')
			sd_bus_message_append(m, "au", 0);
		else
			sd_bus_message_append_array(m, 'y', "", 0);
	}
	passed = sd_bus_call(bus, m, 0, &error, NULL) >= 0 ||
		 !sd_bus_error_has_name(&error, SD_BUS_ERROR_ACCESS_DENIED);
	if (passed && sd_bus_error_has_name(&error, SD_BUS_ERROR_NO_REPLY))
		_exit(12);
	sd_bus_error_free(&error);
	sd_bus_message_unref(m);
	return passed;
}

/* The methods that let this user pass. */
static void try_all(struct rig *rig, uid_t uid, char passed[METHODS + 1])
{
	int out[2], status;
	pid_t pid;

	assert_return_code(pipe(out), errno);
	pid = fork();
	if (pid == 0) {
		sd_bus *bus = become(rig, uid);
		char said[METHODS];

		for (size_t i = 0; i < METHODS; i++)
			said[i] = passes(rig, bus, i) ? '+' : '-';
		_exit(write(out[1], said, METHODS) == METHODS ? 0 : 13);
	}
	close(out[1]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(read(out[0], passed, METHODS), METHODS);
	passed[METHODS] = '\0';
	close(out[0]);
}

static void may(struct rig *rig, uid_t uid, enum role role)
{
	char passed[METHODS + 1];

	try_all(rig, uid, passed);
	for (size_t i = 0; i < METHODS; i++)
		if ((passed[i] == '+') != (methods[i].role <= role))
			fail_msg("user %u: %s.%s is %s", (unsigned)uid, methods[i].interface, methods[i].method,
				 passed[i] == '+' ? "let pass" : "refused");
}

/* --- a polkit --- */

/* How it answers. */
enum manner {
	/* DAEMON and SYS are arbiters, BIN is an operator; what is asked about SYS is answered after Go. */
	BY_USER,
	GENEROUS, /* yes */
	STRICT,	  /* no */
	FAILING,  /* an error, as of a caller who is gone already */
	WARY	  /* tells the daemon nothing of others */
};

struct polkit {
	pid_t pid;
	int asked; /* a byte whenever something is asked about SYS */
};

static sd_bus_message *unanswered;
static int asked_fd = -1;

static int on_call(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	const enum manner manner = *(const enum manner *)userdata;
	sd_bus_creds *creds = NULL;
	const char *kind, *key, *name, *action;
	uid_t uid = NOBODY;
	bool yes;

	if (sd_bus_message_is_method_call(m, TEST, "Go")) {
		sd_bus_reply_method_return(unanswered, "(bba{ss})", 1, 0, 0);
		unanswered = sd_bus_message_unref(unanswered);
		return sd_bus_reply_method_return(m, NULL);
	}
	if (!sd_bus_message_is_method_call(m, POLKIT ".Authority", "CheckAuthorization"))
		return 0;
	if (manner == FAILING)
		return sd_bus_reply_method_errorf(m, SD_BUS_ERROR_NAME_HAS_NO_OWNER, "Could not get UID of name");
	if (manner == WARY)
		return sd_bus_reply_method_errorf(m, POLKIT ".Error.NotAuthorized", "Only trusted callers");
	sd_bus_message_read(m, "(sa{sv})s", &kind, 1, &key, "s", &name, &action);
	if (strcmp(kind, "system-bus-name") != 0 || strcmp(key, "name") != 0)
		return sd_bus_reply_method_errorf(m, SD_BUS_ERROR_INVALID_ARGS, "subject");
	if (sd_bus_get_name_creds(sd_bus_message_get_bus(m), name, SD_BUS_CREDS_EUID, &creds) >= 0)
		sd_bus_creds_get_euid(creds, &uid);
	sd_bus_creds_unref(creds);
	if (uid == SYS && manner == BY_USER) {
		unanswered = sd_bus_message_ref(m);
		return write(asked_fd, "a", 1) == 1 ? 1 : -EIO;
	}
	yes = manner == GENEROUS ||
	      (manner == BY_USER && (uid == DAEMON || (uid == BIN && strcmp(action, "org.flagfall1.operate") == 0)));
	return sd_bus_reply_method_return(m, "(bba{ss})", yes, 0, 0);
}

/* Has polkit's name, or has it as soon as who has it ends. */
static struct polkit polkit_start(struct rig *rig, uid_t uid, enum manner manner)
{
	struct polkit p;
	int ready[2], asked[2];
	char byte;

	assert_return_code(pipe(ready), errno);
	assert_return_code(pipe(asked), errno);
	p.pid = fork();
	if (p.pid == 0) {
		sd_bus *bus = become(rig, uid);

		asked_fd = asked[1];
		sd_bus_add_object(bus, NULL, "/org/freedesktop/PolicyKit1/Authority", on_call, &manner);
		if (sd_bus_request_name(bus, POLKIT, SD_BUS_NAME_QUEUE) < 0 || write(ready[1], "r", 1) != 1)
			_exit(1);
		for (;;)
			if (sd_bus_process(bus, NULL) == 0)
				sd_bus_wait(bus, UINT64_MAX);
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	close(ready[1]);
	close(asked[1]);
	p.asked = asked[0];
	return p;
}

static void polkit_end(struct polkit *p)
{
	kill(p->pid, SIGKILL);
	waitpid(p->pid, NULL, 0);
	close(p->asked);
}

/* --- tests --- */

static bool is_root(void)
{
	if (geteuid() != 0)
		print_message("# SKIP only root can become another user\n");
	return geteuid() == 0;
}

/* A game, and an event whose first round is open. */
static void start_all(struct rig *rig)
{
	rig_daemon_start(rig);
	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait(rig, "Move", "2 black");
	rig_open_round(rig, "name: Club\n", 1, "board,white,black\n,A,bye\n");
}

static void start(struct rig *rig)
{
	static char *groups[] = { (char *)"--group", (char *)"daemon", (char *)"--operators", (char *)"bin", NULL };

	rig->extra = groups;
	start_all(rig);
}

/* A daemon whose group, with and without polkit, is that of SYS; and a game. */
static void start_with_sys(struct rig *rig)
{
	static char *groups[] = { (char *)"--group", (char *)"sys", NULL };

	rig->extra = groups;
	start_all(rig);
}

static void groups_alone(void **state)
{
	struct rig *rig = *state;

	if (!is_root())
		skip();
	start(rig);
	may(rig, NOBODY, LISTEN);
	may(rig, SYS, LISTEN);
	may(rig, BIN, OPERATE);
	may(rig, DAEMON, ARBITRATE);
	may(rig, ROOT, ARBITRATE);
}

/* polkit's word is the last: what it gives and what it does not, whatever the groups. */
static void polkit_says(void **state)
{
	struct rig *rig = *state;
	struct polkit p;

	if (!is_root())
		skip();
	start_with_sys(rig);
	p = polkit_start(rig, ROOT, BY_USER);
	may(rig, NOBODY, LISTEN);
	may(rig, BIN, OPERATE);
	may(rig, DAEMON, ARBITRATE);
	polkit_end(&p);
	may(rig, DAEMON, LISTEN); /* now the groups say it again */
	may(rig, SYS, ARBITRATE);
}

/* On a bus on which anybody may have any name, one who calls himself polkit is not believed. */
static void an_impostor_is_not_believed(void **state)
{
	struct rig *rig = *state;
	struct polkit p;

	if (!is_root())
		skip();
	start(rig);
	p = polkit_start(rig, NOBODY, GENEROUS);
	may(rig, NOBODY, LISTEN);
	may(rig, BIN, OPERATE);
	polkit_end(&p);
}

/* A polkit that cannot tell: its rules might forbid what the groups would allow. */
static void a_failing_polkit_allows_nothing(void **state)
{
	struct rig *rig = *state;
	struct polkit p;

	if (!is_root())
		skip();
	start_with_sys(rig);
	p = polkit_start(rig, ROOT, FAILING);
	may(rig, SYS, LISTEN);
	may(rig, ROOT, ARBITRATE);
	polkit_end(&p);
}

/* The exit status of a process that stops the clock as SYS: 0 it did, 1 it was refused, in these words. */
static pid_t stop_the_clock(struct rig *rig, const char *words)
{
	pid_t pid = fork();

	if (pid == 0) {
		sd_bus *bus = become(rig, SYS);
		sd_bus_error error = SD_BUS_ERROR_NULL;

		if (sd_bus_call_method(bus, "org.flagfall1", rig->path, GAME, "Pause", &error, NULL, NULL) >= 0)
			_exit(0);
		_exit(sd_bus_error_has_name(&error, SD_BUS_ERROR_ACCESS_DENIED) && strstr(error.message, words) ? 1 :
														  2);
	}
	return pid;
}

static void was_refused(struct rig *rig, pid_t pid)
{
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
	rig_moves(rig, "g1f3");
	rig_wait(rig, "Move", "3 white");
	assert_false(rig_has_heard(rig, "Ruling", "clock-stopped"));
}

/* A stop of the clock, which the groups would allow, is refused in these words beside such a polkit. */
static void is_refused_beside(struct rig *rig, enum manner manner, const char *words)
{
	struct polkit p;

	if (!is_root())
		skip();
	start_with_sys(rig);
	p = polkit_start(rig, ROOT, manner);
	was_refused(rig, stop_the_clock(rig, words));
	polkit_end(&p);
}

static void a_polkit_that_tells_the_daemon_nothing_allows_nothing(void **state)
{
	is_refused_beside(*state, WARY, "org.flagfall1.policy is not among its actions");
}

static void a_mute_polkit_allows_nothing(void **state)
{
	is_refused_beside(*state, BY_USER, "polkit does not say whether you may");
}

/* It ends while it is asked: the one that comes is asked again, and its word counts. */
static void who_is_asked_while_polkit_restarts_waits_for_it(void **state)
{
	struct rig *rig = *state;
	struct polkit p, next;
	char byte;
	pid_t pid;

	if (!is_root())
		skip();
	start_with_sys(rig);
	p = polkit_start(rig, ROOT, BY_USER);
	next = polkit_start(rig, ROOT, STRICT);
	pid = stop_the_clock(rig, "polkit does not authorise user 3");
	assert_int_equal(read(p.asked, &byte, 1), 1);
	polkit_end(&p);
	was_refused(rig, pid);
	polkit_end(&next);
}

/* The last input that contains the word, and which of the inputs it is. */
static json_t *input_of(struct rig *rig, const char *word, unsigned *number)
{
	char *rows = rig_rows_text(rig, rig->game, "input"), *rest = rows, *row, *found = NULL, text[40];
	unsigned n = 0;
	json_t *o;

	snprintf(text, sizeof(text), "\"%s\"", word);
	for (; (row = strsep(&rest, "\n")) && *row; n++)
		if (strstr(row, text)) {
			found = row;
			*number = n;
		}
	assert_non_null(found);
	o = json_loads(found, 0, NULL);
	assert_non_null(o);
	free(rows);
	return o;
}

static int64_t time_of(const json_t *input)
{
	return json_integer_value(json_object_get(input, "t_us"));
}

static const json_t *actor_says(const json_t *input, const char *what)
{
	return json_object_get(json_object_get(input, "actor"), what);
}

/* A stop of the clock whose sender polkit is asked about, and what root says and the board reports meanwhile. */
static void an_act_keeps_its_place(void **state)
{
	struct rig *rig = *state;
	unsigned stop_n = 0, offer_n = 0, press_n = 0;
	json_t *stop, *offer, *press;
	sd_bus *root = NULL;
	struct polkit p;
	char byte, *before, *after;
	int status;
	pid_t pid;

	if (!is_root())
		skip();
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4");
	rig_wait(rig, "Move", "committed");
	p = polkit_start(rig, ROOT, BY_USER);
	pid = fork();
	if (pid == 0) {
		sd_bus *bus = become(rig, SYS);

		_exit(sd_bus_call_method(bus, "org.flagfall1", rig->path, GAME, "Pause", NULL, NULL, NULL) < 0);
	}
	assert_int_equal(read(p.asked, &byte, 1), 1);
	/* by now the daemon has the stop; then comes root, and then a press */
	root = rig_connect(rig);
	assert_return_code(sd_bus_call_method_async(root, NULL, "org.flagfall1", rig->path, GAME, "OfferDraw", NULL,
						    NULL, "s", "white"),
			   0);
	assert_return_code(
		sd_bus_call_method(root, "org.flagfall1", "/org/flagfall1", MANAGER, "ListGames", NULL, NULL, NULL), 0);
	rig_moves(rig, "e7e5");
	rig_drain(rig);
	assert_int_equal(rig_rows(rig, "input", "\"pause\""), 0);
	assert_false(rig_has_heard(rig, "Ruling", "clock-stopped"));
	assert_false(
		rig_has_heard(rig, "Move", "2 black e7e5 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR committed"));
	assert_return_code(sd_bus_call_method(root, POLKIT, "/org/freedesktop/PolicyKit1/Authority", TEST, "Go", NULL,
					      NULL, NULL),
			   0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	rig_wait(rig, "Ruling", "clock-stopped");
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white")); /* what was there before is in the journal */
	stop = input_of(rig, "pause", &stop_n);
	offer = input_of(rig, "offer-draw", &offer_n);
	press = input_of(rig, "press", &press_n);
	assert_true(0 < stop_n && stop_n < offer_n && offer_n < press_n);
	assert_true(time_of(stop) <= time_of(offer) && time_of(offer) <= time_of(press));
	/* who it was */
	assert_int_equal(json_integer_value(actor_says(stop, "uid")), SYS);
	assert_int_equal(json_integer_value(actor_says(offer, "uid")), ROOT);
	assert_int_equal(json_string_value(actor_says(stop, "name"))[0], ':');
	assert_true(json_integer_value(actor_says(stop, "realtime_us")) > INT64_C(1600000000000000));
	assert_null(json_object_get(press, "actor"));
	json_decref(stop);
	json_decref(offer);
	json_decref(press);
	/* which a replay does not mind */
	before = rig_property(rig, GAME, "LastRuling");
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	after = rig_property(rig, GAME, "LastRuling");
	assert_string_equal(after, before);
	free(before);
	free(after);
	polkit_end(&p);
	sd_bus_flush_close_unref(root);
}

/*
 * The clock was stopped with half a minute left, and polkit thinks it over for longer than that: no flag has fallen. An
 * act's time is its arrival.
 */
static void no_flag_falls_behind_a_stop_that_is_thought_over(void **state)
{
	struct rig *rig = *state;
	struct polkit p;
	char byte;
	int status;
	pid_t pid;

	if (!is_root())
		skip();
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "60", NULL);
	rig_move(rig, "e2e4", 1000000, true);
	rig_wait_committed(rig, "1 white e2e4");
	rig_time(rig, 31000000);
	rig_settle(rig);
	p = polkit_start(rig, ROOT, BY_USER);
	pid = stop_the_clock(rig, "");
	assert_int_equal(read(p.asked, &byte, 1), 1);
	for (int64_t t_us = 40000000; t_us <= 90000000; t_us += 10000000)
		rig_time(rig, t_us);
	rig_settle(rig);
	assert_false(rig_has_heard(rig, "Ruling", "flag"));
	assert_return_code(sd_bus_call_method(rig->bus, POLKIT, "/org/freedesktop/PolicyKit1/Authority", TEST, "Go",
					      NULL, NULL, NULL),
			   0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	rig_wait(rig, "Ruling", "clock-stopped");
	rig_time(rig, 100000000);
	rig_settle(rig);
	assert_false(rig_has_heard(rig, "Ruling", "flag"));
	polkit_end(&p);
}

/* Denied: nothing of it stays, and what waited behind it goes on. */
static void what_was_refused_holds_up_nothing(void **state)
{
	struct rig *rig = *state;
	struct polkit p;
	int status;
	pid_t pid;

	if (!is_root())
		skip();
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	p = polkit_start(rig, ROOT, BY_USER);
	pid = fork();
	if (pid == 0) {
		sd_bus *bus = become(rig, NOBODY);
		sd_bus_error error = SD_BUS_ERROR_NULL;

		_exit(sd_bus_call_method(bus, "org.flagfall1", rig->path, GAME, "Pause", &error, NULL, NULL) >= 0 ||
		      !sd_bus_error_has_name(&error, SD_BUS_ERROR_ACCESS_DENIED));
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	rig_moves(rig, "e2e4");
	rig_wait(rig, "Move", "committed");
	assert_false(rig_has_heard(rig, "Ruling", "clock-stopped"));
	polkit_end(&p);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)
#define bare_road(name) cmocka_unit_test_setup_teardown(name, rig_setup_bare, rig_teardown)
#define host_road(name) cmocka_unit_test_setup_teardown(name, rig_setup_host, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		bare_road(groups_alone),
		bare_road(polkit_says),
		bare_road(an_impostor_is_not_believed),
		bare_road(a_failing_polkit_allows_nothing),
		bare_road(a_polkit_that_tells_the_daemon_nothing_allows_nothing),
		bare_road(a_mute_polkit_allows_nothing),
		bare_road(who_is_asked_while_polkit_restarts_waits_for_it),
		host_road(an_act_keeps_its_place),
		road(no_flag_falls_behind_a_stop_that_is_thought_over),
		road(what_was_refused_holds_up_nothing),
		host_road(what_was_refused_holds_up_nothing),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests_name("access", tests, NULL, NULL);
}
