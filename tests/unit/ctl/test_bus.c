// SPDX-License-Identifier: GPL-2.0-or-later
/* What comes over the bus as JSON, which game is meant, and what a failed call means to whoever called. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>

#include "flagfallctl/client/bus.h"

static const struct ctl ctl = { .verb = "test" };
static sd_bus *bus; /* of nobody: for messages that are not sent */
static int peer;

/* --- what is said --- */

static int kept_stderr, into;

static void listen_to_stderr(void)
{
	char path[] = "/tmp/flagfall-said-XXXXXX";

	fflush(stderr);
	kept_stderr = dup(STDERR_FILENO);
	into = mkstemp(path);
	assert_true(into >= 0);
	unlink(path);
	assert_true(dup2(into, STDERR_FILENO) >= 0);
}

static const char *said(void)
{
	static char text[2048];
	ssize_t n;

	fflush(stderr);
	dup2(kept_stderr, STDERR_FILENO);
	close(kept_stderr);
	n = pread(into, text, sizeof(text) - 1, 0);
	close(into);
	assert_true(n >= 0);
	text[n] = '\0';
	return text;
}

/* --- failed calls --- */

#define DOCTOR "\"flagfallctl doctor\" says more.\n"
#define NO_DAEMON "flagfallctl test: flagfalld does not answer on this bus: "
#define GROUP \
	"flagfallctl test: you are not in the group flagfall, and only root and its members may act (usermod -aG " \
	"flagfall YOU, then log in again; members of flagfall-operator start games, claim and stop clocks).\n"
#define BUS_ERROR(name) "org.freedesktop.DBus.Error." name

static void each_failure_has_its_status_and_sentence(void **state)
{
	static const struct {
		const char *name, *message; /* of the bus' error, NULL: none */
		int r, status;
		const char *said; /* NULL: that of the errno is in it, behind NO_DAEMON */
	} failures[] = {
		{ NULL, NULL, -ECONNREFUSED, CTL_NO_DAEMON, NULL },
		{ NULL, NULL, -ECONNRESET, CTL_NO_DAEMON, NULL },
		{ NULL, NULL, -ENOTCONN, CTL_NO_DAEMON, NULL },
		{ NULL, NULL, -ENOENT, CTL_NO_DAEMON, NULL },
		{ NULL, NULL, -EPIPE, CTL_NO_DAEMON, NULL },
		{ NULL, NULL, -ETIMEDOUT, CTL_NO_DAEMON, NULL },
		{ NULL, NULL, -EHOSTDOWN, CTL_NO_DAEMON, NULL },
		{ NULL, NULL, -EHOSTUNREACH, CTL_NO_DAEMON, NULL },
		{ NULL, NULL, -ENOMEM, CTL_FAILED, "flagfallctl test: Cannot allocate memory.\n" },
		{ NULL, NULL, -EBADMSG, CTL_FAILED, "flagfallctl test: Bad message.\n" },
		{ NULL, NULL, -EACCES, CTL_FAILED, GROUP },
		{ BUS_ERROR("ServiceUnknown"), "Nobody.", -EHOSTUNREACH, CTL_NO_DAEMON, NO_DAEMON "Nobody. " DOCTOR },
		{ BUS_ERROR("NameHasNoOwner"), "Nobody", -ENXIO, CTL_NO_DAEMON, NO_DAEMON "Nobody. " DOCTOR },
		{ BUS_ERROR("NoReply"), "Really?", -EIO, CTL_NO_DAEMON, NO_DAEMON "Really? " DOCTOR },
		{ BUS_ERROR("Timeout"), "Late!", -EIO, CTL_NO_DAEMON, NO_DAEMON "Late! " DOCTOR },
		{ BUS_ERROR("Disconnected"), "Gone", -EIO, CTL_NO_DAEMON, NO_DAEMON "Gone. " DOCTOR },
		{ BUS_ERROR("NoServer"), "No", -EIO, CTL_NO_DAEMON, NO_DAEMON "No. " DOCTOR },
		{ BUS_ERROR("Spawn.ChildExited"), "It ended", -EIO, CTL_NO_DAEMON, NO_DAEMON "It ended. " DOCTOR },
		{ BUS_ERROR("Spawn"), "It ended", -EIO, CTL_FAILED, "flagfallctl test: It ended.\n" },
		{ BUS_ERROR("AccessDenied"), "Rejected send message, 2 matched rules", -EACCES, CTL_FAILED, GROUP },
		{ BUS_ERROR("AccessDenied"), "polkit does not answer", -EACCES, CTL_FAILED,
		  "flagfallctl test: polkit does not answer.\n" },
		{ BUS_ERROR("AccessDenied"), "polkit does not authorise user 7", -EACCES, CTL_FAILED,
		  "flagfallctl test: polkit does not authorise user 7. As installed it authorises the members of the group "
		  "flagfall (usermod -aG flagfall YOU, then log in again), and those of flagfall-operator to start games, "
		  "claim and stop clocks.\n" },
		{ "org.flagfall1.Error.Refused", "Round 1 is closed", -EIO, CTL_FAILED,
		  "flagfallctl test: Round 1 is closed.\n" },
		/* what the daemon says counts, not the errno that it became */
		{ "org.flagfall1.Error.Refused", "It is.", -ENOENT, CTL_FAILED, "flagfallctl test: It is.\n" },
		{ "org.flagfall1.Error.Refused", "It is.", -EACCES, CTL_FAILED, "flagfallctl test: It is.\n" },
		{ "org.flagfall1.Error.Refused", "", -EINVAL, CTL_FAILED, "flagfallctl test: Invalid argument.\n" },
	};

	for (size_t i = 0; i < sizeof(failures) / sizeof(failures[0]); i++) {
		const sd_bus_error error = { .name = failures[i].name, .message = failures[i].message };
		char expected[256];
		const char *got;
		int status;

		snprintf(expected, sizeof(expected), NO_DAEMON "%s. " DOCTOR, strerror(-failures[i].r));
		listen_to_stderr();
		status = bus_fail(&ctl, failures[i].name || i % 2 ? &error : NULL, failures[i].r);
		got = said();
		assert_int_equal(status, failures[i].status);
		assert_string_equal(got, failures[i].said ? failures[i].said : expected);
	}
}

static void a_bus_that_cannot_be_reached_is_said_by_its_name(void **state)
{
	static const struct {
		const char *address;
		int status;
		const char *said;
	} buses[] = {
		{ "unix:path=/nowhere/bus", CTL_NO_DAEMON,
		  "flagfallctl test: the bus cannot be reached: No such file or directory.\n" },
		{ "nothing", CTL_USAGE,
		  "flagfallctl test: \"nothing\" is not a D-Bus address (such as unix:path=/run/dbus/system_bus_socket).\n" },
		{ "unix:way=/nowhere", CTL_USAGE,
		  "flagfallctl test: \"unix:way=/nowhere\" is not a D-Bus address (such as "
		  "unix:path=/run/dbus/system_bus_socket).\n" },
		{ "user", CTL_NO_DAEMON, "flagfallctl test: the bus cannot be reached: No such file or directory.\n" },
		{ NULL, CTL_NO_DAEMON,
		  "flagfallctl test: the system bus cannot be reached: No such file or directory.\n" },
	};

	setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere/system", 1);
	setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/user", 1);
	for (size_t i = 0; i < sizeof(buses) / sizeof(buses[0]); i++) {
		const struct ctl with = { .verb = "test", .bus = buses[i].address };
		sd_bus *none = NULL;
		int status;

		listen_to_stderr();
		status = bus_open(&with, &none);
		assert_string_equal(said(), buses[i].said);
		assert_int_equal(status, buses[i].status);
		assert_null(none);
		assert_true(bus_connect(with.bus, &none) < 0);
	}
}

/* --- JSON --- */

static sd_bus_message *message(void)
{
	sd_bus_message *m = NULL;

	assert_return_code(sd_bus_message_new_method_call(bus, &m, "a.b", "/", "a.b", "C"), 0);
	return m;
}

static void done(sd_bus_message *m)
{
	assert_return_code(sd_bus_message_seal(m, 1, 0), 0);
	assert_return_code(sd_bus_message_rewind(m, true), 0);
}

static void reads(sd_bus_message *m, const char *expected)
{
	char *text;
	json_t *value;
	int r;

	value = bus_read_json(m, &r);
	assert_true(r >= 0);
	assert_non_null(value);
	text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
	assert_string_equal(text, expected);
	free(text);
	json_decref(value);
}

static void every_type_is_read(void **state)
{
	sd_bus_message *m = message();
	json_t *none;
	int r;

	assert_return_code(sd_bus_message_append(m, "ybbnqiuxtdsog", 255, 1, 0, -2, 65535, -70000, 4000000000u,
						 INT64_C(-5000000000), UINT64_C(5000000000), 0.5, "text", "/an/object",
						 "a{sv}"),
			   0);
	assert_return_code(sd_bus_message_append(m, "asa{sv}", 2, "one", "two", 2, "Number", "i", 7, "Text", "s", "x"),
			   0);
	assert_return_code(sd_bus_message_append(m, "asa{sv}a(si)", 0, 0, 2, "a", 1, "b", 2), 0);
	assert_return_code(sd_bus_message_append(m, "(sb(y))va{os}a{us}", "s", 1, 9, "v", "as", 1, "deep", 1, "/o", "v",
						 1, 7, "seven"),
			   0);
	done(m);
	for (const char *const *at = (const char *const[]){ "255",
							    "true",
							    "false",
							    "-2",
							    "65535",
							    "-70000",
							    "4000000000",
							    "-5000000000",
							    "5000000000",
							    "0.5",
							    "\"text\"",
							    "\"/an/object\"",
							    "\"a{sv}\"",
							    "[\"one\",\"two\"]",
							    "{\"Number\":7,\"Text\":\"x\"}",
							    "[]",
							    "{}",
							    "[[\"a\",1],[\"b\",2]]",
							    "[\"s\",true,[9]]",
							    "[\"deep\"]",
							    "{\"/o\":\"v\"}",
							    "{}",
							    NULL };
	     *at; at++)
		reads(m, *at);
	none = bus_read_json(m, &r);
	assert_null(none);
	assert_int_equal(r, -EBADMSG);
	sd_bus_message_unref(m);
}

/* A file descriptor says nothing to anybody: an error, wherever it is, and nothing half read. */
static void what_is_no_value_is_an_error(void **state)
{
	static const char *const types[] = { "h", "ah", "(sh)", "v", "a{sv}", "a{sh}" };

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		sd_bus_message *m = message();
		json_t *value;
		int r;

		r = i == 0 ? sd_bus_message_append(m, "h", STDERR_FILENO) :
		    i == 1 ? sd_bus_message_append(m, "ah", 1, STDERR_FILENO) :
		    i == 2 ? sd_bus_message_append(m, "(sh)", "s", STDERR_FILENO) :
		    i == 3 ? sd_bus_message_append(m, "v", "h", STDERR_FILENO) :
		    i == 4 ? sd_bus_message_append(m, "a{sv}", 1, "key", "h", STDERR_FILENO) :
			     sd_bus_message_append(m, "a{sh}", 1, "key", STDERR_FILENO);
		assert_return_code(r, 0);
		done(m);
		value = bus_read_json(m, &r);
		assert_null(value);
		assert_int_equal(r, -EBADMSG);
		sd_bus_message_unref(m);
	}
}

static void keys_become_words(void **state)
{
	static const struct {
		const char *property, *key;
	} keys[] = {
		{ "WhiteUs", "white_us" },
		{ "Id", "id" },
		{ "ById", "by_id" },
		{ "already", "already" },
		{ "A", "a" },
		{ "StartFenX", "start_fen_x" },
		{ "SixtyOneCharactersAreTheMostThatOneNameHasAndNobodysWillHave",
		  "sixty_one_characters_are_the_most_that_one_name_has_and_nobody" },
	};
	json_t *properties = json_object(), *made;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		json_object_set_new(properties, keys[i].property, json_integer((json_int_t)i));
	made = bus_snake_case(properties);
	assert_int_equal(json_object_size(made), sizeof(keys) / sizeof(keys[0]));
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (!json_object_get(made, keys[i].key))
			fail_msg("%s: %s", keys[i].property, json_dumps(made, 0));
		assert_int_equal(json_integer_value(json_object_get(made, keys[i].key)), i);
	}
	json_decref(properties);
	json_decref(made);
}

/* --- which game --- */

/* STATES: "1 running, 2 over": the objects of such games, with a board among them. */
static json_t *objects_of(const char *states)
{
	json_t *objects = json_pack("{s:{s:{s:s}}}", "/board", BUS_BOARD, "Name", "B");
	char id[16], what[32], path[32];
	int n;

	for (; sscanf(states, "%15s %31[^,]%n", id, what, &n) == 2; states += n, states += strspn(states, ", ")) {
		snprintf(path, sizeof(path), "/game/%s", id);
		json_object_set_new(objects, path, json_pack("{s:{s:s,s:s}}", BUS_GAME, "Id", id, "State", what));
	}
	return objects;
}

static void a_game_is_found_or_named(void **state)
{
	static const struct {
		const char *games, *id, *path, *said;
	} asked[] = {
		{ "1 running", NULL, "/game/1", "" },
		{ "1 over, 2 running", NULL, "/game/2", "" },
		{ "1 paused, 2 over", NULL, "/game/1", "" },
		{ "1 over, 2 running", "1", "/game/1", "" },
		{ "1 running, 12 running", "12", "/game/12", "" },
		{ "", NULL, NULL, "no game is running" },
		{ "1 over", NULL, NULL, "no game is running" },
		{ "", "3", NULL, "there is no game g3 here; running: none" },
		{ "1 over", "3", NULL, "there is no game g3 here; running: none" },
		{ "1 running", "3", NULL, "there is no game g3 here; running: g1" },
		{ "1 running, 2 paused, 4 over", "3", NULL, "there is no game g3 here; running: g1, g2" },
		{ "1 running, 2 paused", NULL, NULL, "2 games are running, so name one of them: g1, g2" },
		{ "1 running, 2 paused, 7 running", "", NULL, "there is no game g here; running: g1, g2, g7" },
	};

	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		json_t *objects = objects_of(asked[i].games);
		char expected[256] = "";
		const char *path = NULL, *got;
		int status;

		if (*asked[i].said)
			snprintf(expected, sizeof(expected), "flagfallctl test: %s.\n", asked[i].said);
		listen_to_stderr();
		status = bus_find_game(&ctl, objects, asked[i].id, &path);
		got = said();
		assert_string_equal(got, expected);
		assert_int_equal(status, asked[i].path ? 0 : CTL_FAILED);
		if (asked[i].path)
			assert_string_equal(path, asked[i].path);
		assert_non_null(bus_properties(objects, "/board", BUS_BOARD));
		assert_null(bus_properties(objects, "/board", BUS_GAME));
		assert_null(bus_properties(objects, "/nothing", BUS_GAME));
		json_decref(objects);
	}
}

/* More games than a sentence has room for: it ends, and the program does not. */
static void a_hall_is_named_as_far_as_there_is_room(void **state)
{
	json_t *objects = json_object();
	const char *path = NULL, *got;
	char id[16], name[32];

	for (int i = 1; i <= 300; i++) {
		snprintf(id, sizeof(id), "%d", i);
		snprintf(name, sizeof(name), "/game/%d", i);
		json_object_set_new(objects, name, json_pack("{s:{s:s,s:s}}", BUS_GAME, "Id", id, "State", "running"));
	}
	listen_to_stderr();
	assert_int_equal(bus_find_game(&ctl, objects, NULL, &path), CTL_FAILED);
	got = said();
	assert_non_null(strstr(got, "300 games are running, so name one of them: g1, g2, g3, "));
	assert_in_range(strlen(got), 500, 600);
	json_decref(objects);
}

/* People say tables, of the running round; where two events run, whose; else the game. */
static void a_game_is_called_by_its_table(void **state)
{
	static const struct {
		const char *club, *blitz; /* the state of their rounds */
		const char *event;
		int round, table;
		const char *word, *title;
	} called[] = {
		{ "running", "open", "club", 2, 3, "3", "Table 3, Anna – Boris" },
		{ "paused", "closed", "club", 2, 3, "3", "Table 3, Anna – Boris" },
		{ "running", "running", "club", 2, 3, "club:3", "Table 3, Anna – Boris" },
		{ "closed", "running", "club", 2, 3, "g31", "Table 3, Anna – Boris" },
		{ "running", "closed", "club", 1, 3, "g31", "Table 3, Anna – Boris" },
		{ "running", "closed", "", 0, 0, "g31", "g31, Anna – Boris" },
	};

	for (size_t i = 0; i < sizeof(called) / sizeof(called[0]); i++) {
		json_t *game = json_pack("{s:s, s:s, s:s, s:[s,i,i]}", "Id", "31", "White", "Anna", "Black", "Boris",
					 "Pairing", called[i].event, called[i].round, called[i].table);
		json_t *objects = json_pack("{s:{s:{s:s, s:[[i,s,i],[i,s,i]]}}, s:{s:{s:s, s:[[i,s,i]]}}}", "/club",
					    BUS_EVENT, "Id", "club", "Rounds", 1, "closed", 1, 2, called[i].club, 1,
					    "/blitz", BUS_EVENT, "Id", "blitz", "Rounds", 1, called[i].blitz, 1);
		char word[BUS_GAME_WORD], title[BUS_GAME_TITLE];

		assert_string_equal(bus_game_word(objects, game, word), called[i].word);
		assert_string_equal(bus_game_title(game, title), called[i].title);
		json_decref(game);
		json_decref(objects);
	}
}

static void what_the_daemon_says_names_games_as_people_do(void **state)
{
	static const struct {
		const char *said, *told;
	} sentences[] = {
		{ "Game 17 is running on board B2", "Game g17 is running on board B2" },
		{ "it is gone; game 5 goes on without it", "it is gone; game g5 goes on without it" },
		{ "There is no game \"99\"", "There is no game \"g99\"" },
		{ "stop them first (flagfallctl pause 12), and wait 5 s",
		  "stop them first (flagfallctl pause g12), and wait 5 s" },
		{ "give it up (flagfallctl games --give-up 3).", "give it up (flagfallctl games --give-up g3)." },
		{ "The name 3 is on board 4", "The name 3 is on board 4" },
	};
	char buf[200];

	for (size_t i = 0; i < sizeof(sentences) / sizeof(sentences[0]); i++)
		assert_string_equal(bus_sentence(sentences[i].said, buf, sizeof(buf)), sentences[i].told);
	assert_string_equal(bus_sentence("Game 17 is over", buf, 9), "Game g1");
}

static int setup(void **state)
{
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0)
		return -1;
	peer = fds[1];
	return sd_bus_new(&bus) < 0 || sd_bus_set_fd(bus, fds[0], fds[0]) < 0 || sd_bus_negotiate_fds(bus, 1) < 0 ||
			       sd_bus_start(bus) < 0 ?
		       -1 :
		       0;
}

static int teardown(void **state)
{
	sd_bus_close_unref(bus);
	return close(peer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_failure_has_its_status_and_sentence),
		cmocka_unit_test(a_bus_that_cannot_be_reached_is_said_by_its_name),
		cmocka_unit_test(every_type_is_read),
		cmocka_unit_test(what_is_no_value_is_an_error),
		cmocka_unit_test(keys_become_words),
		cmocka_unit_test(a_game_is_called_by_its_table),
		cmocka_unit_test(what_the_daemon_says_names_games_as_people_do),
		cmocka_unit_test(a_game_is_found_or_named),
		cmocka_unit_test(a_hall_is_named_as_far_as_there_is_room),
	};

	return cmocka_run_group_tests_name("what comes over the bus", tests, setup, teardown);
}
