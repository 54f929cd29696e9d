/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who has to go from flagfall-web, and when: whoever asks nothing, is idle or does not answer, by a clock that the test
 * shifts; and where there are more than it has places for, whoever has most of them.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/web/program.h"

#define PATIENCE_MS 60000
#define GET "GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"
#define STREAM "GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"

static char shift_path[96];
static int64_t ahead_us;

/* Before, all that was said has been taken; and who sleeps looks at the clock when it is woken. */
static void pass(int seconds)
{
	const int64_t us[2] = { ahead_us += seconds * INT64_C(1000000), 0 };
	FILE *f;

	if (web.pid > 0)
		json_decref(web_json(&web, "/api/v1/"));
	f = fopen(shift_path, access(shift_path, F_OK) == 0 ? "r+" : "w");
	assert_non_null(f);
	assert_int_equal(fwrite(us, sizeof(us), 1, f), 1);
	assert_int_equal(fclose(f), 0);
	if (web.pid > 0)
		json_decref(web_json(&web, "/api/v1/"));
}

static void start_asking(struct rig *rig, const char *connections)
{
	const char *const extra[] = { "--connections", connections, NULL };

	snprintf(shift_path, sizeof(shift_path), "%s/shift", rig->dir);
	ahead_us = 0;
	web.pid = 0;
	pass(0);
	setenv("LD_PRELOAD", CLOCK_SHIFT, 1);
	setenv("CLOCK_SHIFT", shift_path, 1);
	web_start(&web, rig, extra);
	unsetenv("LD_PRELOAD");
	unsetenv("CLOCK_SHIFT");
}

static void start(struct rig *rig, const char *connections)
{
	start_asking(rig, connections);
	free(web_until(&web, "/api/v1/", RIG_SERIAL));
}

static int connect_from(const char *address)
{
	struct sockaddr_in name = { .sin_family = AF_INET };
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_return_code(fd, errno);
	assert_int_equal(inet_pton(AF_INET, address, &name.sin_addr), 1);
	assert_return_code(bind(fd, (struct sockaddr *)&name, sizeof(name)), errno);
	name = (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = htons((uint16_t)web.port) };
	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_return_code(connect(fd, (struct sockaddr *)&name, sizeof(name)), errno);
	return fd;
}

static void say(int fd, const char *text)
{
	assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

/* The next answer's head, and its body if it has a length. False: the connection is closed. */
static bool hear(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	static char text[65536];
	size_t n = 0, whole = SIZE_MAX;

	while (n < whole) {
		ssize_t got;
		char *body, *length;

		assert_int_equal(poll(&p, 1, PATIENCE_MS), 1);
		got = recv(fd, text + n, sizeof(text) - 1 - n, 0);
		if (got <= 0)
			return false;
		n += (size_t)got;
		text[n] = '\0';
		body = strstr(text, "\r\n\r\n");
		if (!body)
			continue;
		length = strcasestr(text, "\r\nContent-Length: ");
		whole = (size_t)(body + 4 - text) + (length ? (size_t)atoi(strchr(length, ':') + 1) : 0);
	}
	assert_non_null(strstr(text, "HTTP/1.1 200"));
	return true;
}

static bool is_answered(int fd, const char *request)
{
	return send(fd, request, strlen(request), MSG_NOSIGNAL) > 0 && hear(fd);
}

static bool is_open(int fd)
{
	char byte;
	const ssize_t n = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

	return n > 0 || (n < 0 && errno == EAGAIN);
}

static void until_closed(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char text[4096];

	do
		assert_int_equal(poll(&p, 1, PATIENCE_MS), 1);
	while (recv(fd, text, sizeof(text), 0) > 0);
	close(fd);
}

static unsigned count_open(const int *fds, unsigned n)
{
	unsigned open = 0;

	for (unsigned i = 0; i < n; i++)
		open += is_open(fds[i]);
	return open;
}

static void close_all(const int *fds, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		close(fds[i]);
}

/* 5 s for a request's head. */
static void who_asks_nothing_has_to_go(void **state)
{
	int slow, slower;

	start(*state, "100");
	slow = connect_from("127.0.0.2");
	slower = connect_from("127.0.0.2");
	say(slow, "GET /icon.svg HT");
	say(slower, "GET /icon.svg HTTP/1.1\r\nHost:");
	pass(4);
	assert_true(is_answered(slow, "TP/1.1\r\nHost: localhost\r\n\r\n"));
	pass(2);
	until_closed(slower);
	assert_true(is_answered(slow, GET));
	close(slow);
}

/* 75 s; a stream is not idle. */
static void who_is_idle_has_to_go(void **state)
{
	struct events events;
	int fd;

	start(*state, "100");
	fd = connect_from("127.0.0.2");
	events_open(&events, &web, "", "");
	json_decref(events_next(&events));
	for (int i = 0; i < 3; i++) {
		assert_true(is_answered(fd, GET));
		pass(74);
	}
	pass(2);
	until_closed(fd);
	rig_lift(*state, "a2");
	json_decref(events_until(&events, "board", "name"));
	events_close(&events);
}

/* The daemon takes its time, as where its disk does: what was asked of it is told when it answers. */
static void who_is_asked_may_take_long(void **state)
{
	struct rig *rig = *state;

	kill(rig->daemon_pid, SIGSTOP);
	start_asking(rig, "100");
	for (int i = 0; i < 4; i++)
		pass(30);
	kill(rig->daemon_pid, SIGCONT);
	free(web_until(&web, "/api/v1/", RIG_SERIAL));
}

/* A program that says nothing is pinged, and has 30 s to say anything. */
static void who_answers_no_ping_has_to_go(void **state)
{
	struct web livechess;
	int deaf, alive;

	start(*state, "100");
	livechess = (struct web){ .port = web.livechess_port };
	deaf = program_open(&web, 0);
	alive = program_open(&web, 0);
	for (int i = 0; i < 4; i++) {
		pass(15);
		program_say(alive, "{\"id\":1,\"call\":\"eboards\"}");
		json_decref(program_until(alive, "call", 1));
		json_decref(web_json(&livechess, "/api/v1.0/eboards"));
	}
	assert_null(program_hear(deaf));
	program_say(alive, "{\"id\":2,\"call\":\"eboards\"}");
	json_decref(program_until(alive, "call", 2));
	close(deaf);
	close(alive);
}

/* What follows a board by a program that asks nothing after it has subscribed: the next squares that it is told. */
static void hears_squares(FILE *said)
{
	char line[128];

	assert_non_null(fgets(line, sizeof(line), said));
	assert_memory_equal(line, "board ", 6);
}

/* … and who answers each ping may only listen. */
static void who_answers_pings_stays(void **state)
{
	char command[160];
	FILE *said;

	start(*state, "100");
	snprintf(command, sizeof(command), "python3 tests/livechess/client.py fixed 127.0.0.1:%d %s",
		 web.livechess_port, RIG_SERIAL);
	said = popen(command, "r");
	assert_non_null(said);
	hears_squares(said);
	for (int i = 0; i < 12; i++) {
		pass(15);
		if (i % 2)
			rig_place(*state, "a2", 'P');
		else
			rig_lift(*state, "a2");
		hears_squares(said); /* the ping before was answered before that was told */
	}
	web_stop(&web, SIGTERM);
	pclose(said);
}

/* A quarter of the places; who has most of these loses its oldest, nobody else. */
static void those_that_ask_nothing_are_few(void **state)
{
	int other, asks, fds[60];

	start(*state, "40");
	other = connect_from("127.0.0.3");
	for (unsigned i = 0; i < 60; i++)
		fds[i] = connect_from("127.0.0.2");
	asks = connect_from("127.0.0.4");
	assert_true(is_answered(asks, GET));
	assert_in_range(count_open(fds, 60), 1, 11);
	assert_true(is_open(fds[59]));
	assert_true(is_answered(other, GET));
	close_all(fds, 60);
	close(asks);
	close(other);
}

/* A hall behind one router has all places: its idle connections go, its streams stay, and whoever comes is served. */
static void a_full_hall_is_served(void **state)
{
	int streams[12], fds[60], other;

	start(*state, "20");
	for (unsigned i = 0; i < 12; i++) {
		streams[i] = connect_from("127.0.0.2");
		assert_true(is_answered(streams[i], STREAM));
	}
	other = connect_from("127.0.0.3");
	assert_true(is_answered(other, GET));
	for (unsigned i = 0; i < 60; i++) {
		fds[i] = connect_from("127.0.0.2");
		assert_true(is_answered(fds[i], GET));
	}
	assert_int_equal(count_open(streams, 12), 12);
	assert_in_range(count_open(fds, 60), 1, 8);
	assert_true(is_answered(other, GET));
	close_all(streams, 12);
	close_all(fds, 60);
	close(other);
}

/* One address has all places by streams: the next one of it is not taken, those of others are. */
static void who_has_all_places_gives_one_up(void **state)
{
	int streams[20], own, other;

	start(*state, "20");
	for (unsigned i = 0; i < 20; i++) {
		streams[i] = connect_from("127.0.0.2");
		assert_true(is_answered(streams[i], STREAM));
	}
	own = connect_from("127.0.0.2");
	until_closed(own);
	assert_int_equal(count_open(streams, 20), 20);
	other = connect_from("127.0.0.3");
	assert_true(is_answered(other, GET));
	until_closed(streams[0]);
	assert_int_equal(count_open(streams + 1, 19), 19);
	close_all(streams + 1, 19);
	close(other);
}

/* Readers who leave are noticed though nothing is told to them: their places are free again. */
static void who_leaves_is_noticed(void **state)
{
	start(*state, "8");
	for (unsigned i = 0; i < 40; i++) {
		int fd = connect_from("127.0.0.2");

		while (!is_answered(fd, STREAM)) { /* one who leaves may not be gone yet */
			close(fd);
			fd = connect_from("127.0.0.2");
		}
		close(fd);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(who_asks_nothing_has_to_go, rig_setup, web_teardown),
		cmocka_unit_test_setup_teardown(who_is_idle_has_to_go, rig_setup, web_teardown),
		cmocka_unit_test_setup_teardown(who_is_asked_may_take_long, rig_setup, web_teardown),
		cmocka_unit_test_setup_teardown(who_answers_no_ping_has_to_go, rig_setup, web_teardown),
		cmocka_unit_test_setup_teardown(who_answers_pings_stays, rig_setup, web_teardown),
		cmocka_unit_test_setup_teardown(who_leaves_is_noticed, rig_setup, web_teardown),
		cmocka_unit_test_setup_teardown(those_that_ask_nothing_are_few, rig_setup, web_teardown),
		cmocka_unit_test_setup_teardown(a_full_hall_is_served, rig_setup, web_teardown),
		cmocka_unit_test_setup_teardown(who_has_all_places_gives_one_up, rig_setup, web_teardown),
	};

	return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
