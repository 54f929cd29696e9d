/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the daemon has only so many places for: one user, with as many connections as the bus gives him, takes them all,
 * and another user still has one.
 */
#include <errno.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bus/rig.h"

#define MANAGER "org.flagfall1.Manager"
#define BOARD_PATH "/org/flagfall1/board/SIM_2d0001"
#define POLKIT "org.freedesktop.PolicyKit1"

/* Users of every Debian system. */
enum { BIN = 2, NOBODY = 65534 };

static void become(uid_t uid)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (setgroups(0, NULL) < 0 || setgid(uid) < 0 || setuid(uid) < 0)
		_exit(10);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/* NULL: the bus gives this user no more. */
static sd_bus *connect_to(const struct rig *rig)
{
	sd_bus *bus = NULL;

	if (sd_bus_new(&bus) >= 0 && sd_bus_set_address(bus, rig->address) >= 0 && sd_bus_set_bus_client(bus, 1) >= 0 &&
	    sd_bus_start(bus) >= 0 &&
	    sd_bus_call_method(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId",
			       NULL, NULL, NULL) >= 0)
		return bus;
	return sd_bus_unref(bus);
}

#define MOST 300

struct crowd {
	sd_bus *bus[MOST];
	unsigned count, answered;
};

static void gather(const struct rig *rig, struct crowd *c, unsigned most)
{
	while (c->count < most && (c->bus[c->count] = connect_to(rig)))
		c->count++;
}

/* What it is asked in its own process: says so, and stays as it is until it is ended. */
typedef void crowd_does(const struct rig *rig, struct crowd *crowd);

static pid_t begin(struct rig *rig, uid_t uid, crowd_does *does)
{
	int ready[2];
	char byte;
	pid_t pid;

	assert_return_code(pipe(ready), errno);
	pid = fork();
	if (pid == 0) {
		struct crowd c = { .count = 0 };

		become(uid);
		does(rig, &c);
		if (write(ready[1], "r", 1) != 1)
			_exit(1);
		for (;;) {
			for (unsigned i = 0; i < c.count; i++)
				while (sd_bus_process(c.bus[i], NULL) > 0)
					;
			poll(NULL, 0, 5);
		}
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	return pid;
}

static void end(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static bool is_root(void)
{
	if (geteuid() != 0)
		print_message("# SKIP only root can become another user\n");
	return geteuid() == 0;
}

static int on_answer(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct crowd *c = userdata;

	c->answered++;
	return 0;
}

/* So many of one call each, and all lie in the daemon's socket when this returns. */
static void ask(struct crowd *c, unsigned each, const char *path, const char *interface, const char *method)
{
	for (unsigned i = 0; i < c->count; i++) {
		for (unsigned k = 0; k < each; k++)
			if (sd_bus_call_method_async(c->bus[i], NULL, "org.flagfall1", path, interface, method,
						     on_answer, c, NULL) < 0)
				_exit(11);
		if (sd_bus_call_method(c->bus[i], "org.freedesktop.DBus", "/org/freedesktop/DBus",
				       "org.freedesktop.DBus", "GetId", NULL, NULL, NULL) < 0)
			_exit(12);
	}
}

/* --- subscriptions --- */

static const struct {
	const char *path, *interface;
} subscribed[] = { { "/org/flagfall1", MANAGER }, { "/org/flagfall1/game/1", GAME }, { BOARD_PATH, BOARD } };

#define SUBSCRIBED (sizeof(subscribed) / sizeof(subscribed[0]))

static void subscribe_to_all(const struct rig *rig, struct crowd *c)
{
	gather(rig, c, MOST);
	for (unsigned i = 0; i < c->count; i++)
		for (size_t k = 0; k < SUBSCRIBED; k++)
			sd_bus_call_method(c->bus[i], "org.flagfall1", subscribed[k].path, subscribed[k].interface,
					   "Subscribe", NULL, NULL, NULL);
}

static void subscribe_to_all_games(const struct rig *rig, struct crowd *c)
{
	gather(rig, c, MOST);
	for (unsigned i = 0; i < c->count; i++)
		sd_bus_call_method(c->bus[i], "org.flagfall1", "/org/flagfall1", MANAGER, "Subscribe", NULL, NULL,
				   NULL);
}

/* Whose the daemon's name is. */
static char *owner(struct rig *rig)
{
	sd_bus_message *reply = NULL;
	const char *name;
	char *copy;

	assert_return_code(sd_bus_call_method(rig->bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
					      "org.freedesktop.DBus", "GetNameOwner", NULL, &reply, "s",
					      "org.flagfall1"),
			   0);
	assert_return_code(sd_bus_message_read(reply, "s", &name), 0);
	copy = strdup(name);
	sd_bus_message_unref(reply);
	return copy;
}

static void expect_place(sd_bus *bus, size_t k)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (sd_bus_call_method(bus, "org.flagfall1", subscribed[k].path, subscribed[k].interface, "Subscribe", &error,
			       NULL, NULL) < 0)
		fail_msg("%s: %s: %s", subscribed[k].interface, error.name, error.message);
}

static void a_subscription(void **state)
{
	struct rig *rig = *state;
	sd_bus *bus;
	pid_t pid;

	if (!is_root())
		skip();
	pid = begin(rig, NOBODY, subscribe_to_all_games);
	bus = rig_connect(rig);
	expect_place(bus, 0);
	sd_bus_flush_close_unref(bus);
	end(pid);
}

/* The bus gives one connection only so many matches, and ends one that wants more. */
static void many_subscriptions_cost_the_daemon_nothing(void **state)
{
	struct rig *rig = *state;
	char *before, *after;
	sd_bus *bus;
	pid_t pid;

	if (!is_root())
		skip();
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	before = owner(rig);
	pid = begin(rig, NOBODY, subscribe_to_all);
	bus = rig_connect(rig);
	for (size_t k = 0; k < SUBSCRIBED; k++)
		expect_place(bus, k);
	sd_bus_flush_close_unref(bus);
	after = owner(rig);
	assert_string_equal(before, after);
	free(before);
	free(after);
	end(pid);
}

static void subscribe_once(const struct rig *rig, struct crowd *c)
{
	while (c->count == 0) /* the bus notices soon that the others are gone */
		gather(rig, c, 1);
	if (sd_bus_call_method(c->bus[0], "org.flagfall1", "/org/flagfall1", MANAGER, "Subscribe", NULL, NULL, NULL) <
	    0)
		_exit(15);
}

static void who_leaves_leaves_his_place(void **state)
{
	struct rig *rig = *state;

	if (!is_root())
		skip();
	for (int i = 0; i < 3; i++)
		end(begin(rig, NOBODY, subscribe_to_all_games));
	end(begin(rig, NOBODY, subscribe_once));
}

/* --- questions to polkit, and places in a game --- */

/* A polkit that is still thinking about nobody, and lets everybody else do everything. */
static int on_question(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	const char *kind, *key, *name;
	sd_bus_creds *creds = NULL;
	uid_t uid = NOBODY;

	if (!sd_bus_message_is_method_call(m, POLKIT ".Authority", "CheckAuthorization"))
		return 0;
	sd_bus_message_read(m, "(sa{sv})", &kind, 1, &key, "s", &name);
	if (sd_bus_get_name_creds(sd_bus_message_get_bus(m), name, SD_BUS_CREDS_EUID, &creds) >= 0)
		sd_bus_creds_get_euid(creds, &uid);
	sd_bus_creds_unref(creds);
	return uid == NOBODY ? 1 : sd_bus_reply_method_return(m, "(bba{ss})", 1, 0, 0);
}

static void be_polkit(const struct rig *rig, struct crowd *c)
{
	gather(rig, c, 1);
	sd_bus_add_object(c->bus[0], NULL, "/org/freedesktop/PolicyKit1/Authority", on_question, NULL);
	if (sd_bus_request_name(c->bus[0], POLKIT, 0) < 0)
		_exit(13);
}

static void ask_for_squares(const struct rig *rig, struct crowd *c)
{
	gather(rig, c, 12);
	ask(c, 32, BOARD_PATH, BOARD, "Squares");
}

static void ask_for_a_pause(const struct rig *rig, struct crowd *c)
{
	gather(rig, c, 12);
	ask(c, 32, rig->path, GAME, "Pause");
}

static void call_once(const struct rig *rig, struct crowd *c, const char *path, const char *interface,
		      const char *method)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	gather(rig, c, 1);
	if (sd_bus_call_method(c->bus[0], "org.flagfall1", path, interface, method, &error, NULL, NULL) < 0) {
		print_message("# %s: %s: %s\n", method, error.name, error.message);
		_exit(14);
	}
}

static void get_squares(const struct rig *rig, struct crowd *c)
{
	call_once(rig, c, BOARD_PATH, BOARD, "Squares");
}

static void get_a_pause(const struct rig *rig, struct crowd *c)
{
	call_once(rig, c, rig->path, GAME, "Pause");
}

static void list_games(const struct rig *rig, struct crowd *c)
{
	call_once(rig, c, "/org/flagfall1", MANAGER, "ListGames");
}

static void beside(struct rig *rig, crowd_does *crowd, crowd_does *other)
{
	pid_t polkit, many;

	if (!is_root())
		skip();
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	polkit = begin(rig, 0, be_polkit);
	many = begin(rig, NOBODY, crowd);
	end(begin(rig, BIN, other));
	end(many);
	end(polkit);
}

static void questions_to_polkit(void **state)
{
	beside(*state, ask_for_squares, get_squares);
}

static void acts_in_a_game(void **state)
{
	beside(*state, ask_for_a_pause, get_a_pause);
}

/* --- calls that wait for the disk --- */

static void ask_for_everything(const struct rig *rig, struct crowd *c)
{
	gather(rig, c, 40);
	ask(c, 120, "/org/flagfall1", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects");
}

static void calls_that_wait_for_the_disk(void **state)
{
	struct rig *rig = *state;
	char flag[96];
	pid_t many, other;
	int status = 0;

	if (!is_root())
		skip();
#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#endif
	snprintf(flag, sizeof(flag), "%s/held", rig->dir);
	rig_daemon_start_with(rig, DISK_FAULTS, "FAULTS_SYNC_HOLD", flag, NULL);
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_hold_disk(rig, flag, "e2e4");
	many = begin(rig, NOBODY, ask_for_everything);
	other = fork();
	if (other == 0) {
		struct crowd c = { .count = 0 };

		become(BIN);
		list_games(rig, &c);
		_exit(0);
	}
	/* it has taken what lies in its socket, and so that call, too: each event of the board is read in between */
	for (int i = 0; i < 200; i++) {
		rig_lift(rig, "e7");
		rig_place(rig, "e7", 'p');
		rig_settle(rig);
	}
	unlink(flag);
	assert_int_equal(waitpid(other, &status, 0), other);
	assert_int_equal(status, 0);
	end(many);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(a_subscription),
		road(many_subscriptions_cost_the_daemon_nothing),
		road(who_leaves_leaves_his_place),
		road(questions_to_polkit),
		road(acts_in_a_game),
		cmocka_unit_test_setup_teardown(calls_that_wait_for_the_disk, rig_setup_bare, rig_teardown),
	};

	return cmocka_run_group_tests_name("places", tests, NULL, NULL);
}
