/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A program at the LiveChess socket that never reads what it has asked for: it is left, and its socket is given up some
 * seconds later though it takes nothing, not even that. Meanwhile all others are answered.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/web/program.h"

#define NARROW 4096 /* bytes that its socket takes */
#define FEEDS 90    /* fewer calls than a connection has at once */
#define TOUCHES 3000
#define PAUSE_MS 20 /* 3000 of them are a minute, where five seconds are meant */

/* Has the server this connection's other end still? One that it has closed is nobody's, though it may not be over. */
static bool is_held(int fd)
{
	struct sockaddr_in name;
	socklen_t size = sizeof(name);
	unsigned local, remote;
	unsigned long inode;
	bool held = false;
	char line[256];
	FILE *f = fopen("/proc/net/tcp", "r");

	assert_non_null(f);
	assert_return_code(getsockname(fd, (struct sockaddr *)&name, &size), errno);
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "%*d: %*8x:%x %*8x:%x %*x %*x:%*x %*x:%*x %*x %*d %*d %lu", &local, &remote, &inode) ==
			    3 &&
		    (int)local == web.livechess_port && remote == ntohs(name.sin_port))
			held = inode != 0;
	fclose(f);
	return held;
}

/* Its feeds are all of one board, so that there is much to tell of each piece that is moved. */
static int connect_deaf(const char *serial)
{
	const int fd = program_open(&web, NARROW);
	char text[256];

	for (int i = 0; i < FEEDS; i++) {
		snprintf(text, sizeof(text),
			 "{\"id\":%d,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":%d,"
			 "\"param\":{\"serialnr\":\"%s\"}}}",
			 i, i, serial);
		program_say(fd, text);
	}
	return fd;
}

static void expect_answers(void)
{
	const struct web livechess = { .port = web.livechess_port };

	json_decref(web_json(&web, "/api/v1/"));
	json_decref(web_json(&livechess, "/api/v1.0/eboards"));
}

static void who_never_reads_is_given_up(void **state)
{
	const struct web livechess = { .port = web.livechess_port };
	struct rig *rig = *state;
	unsigned count;
	char *boards, *serial;
	json_t *list;
	int fd;

	boards = web_until(&livechess, "/api/v1.0/eboards", "\"ACTIVE\"");
	list = json_loads(boards, 0, NULL);
	serial = strdup(json_string_value(json_object_get(json_array_get(list, 0), "serialnr")));
	fd = connect_deaf(serial);
	assert_true(is_held(fd));
	expect_answers();
	for (count = 0; count < TOUCHES && is_held(fd); count++) {
		if (count % 2)
			rig_place(rig, "a2", 'P');
		else
			rig_lift(rig, "a2");
		if (count % 100 == 0)
			expect_answers();
		poll(NULL, 0, PAUSE_MS);
	}
	if (count == TOUCHES)
		fail_msg("it is still held");
	expect_answers();
	close(fd);
	json_decref(list);
	free(serial);
	free(boards);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(who_never_reads_is_given_up, web_setup, web_teardown),
	};

	return cmocka_run_group_tests_name("deaf program", tests, NULL, NULL);
}
