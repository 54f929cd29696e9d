/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The interface files in git are what the daemon says of itself. */
#include <stdio.h>
#include <signal.h>
#include <errno.h>

#include "tests/bus/rig-round.h"

/* The interface's element without comments and without blanks between tags; free(). */
static char *element(const char *xml, const char *interface)
{
	char open[96], *out;
	const char *p, *end;
	size_t n = 0;

	snprintf(open, sizeof(open), "<interface name=\"%s\">", interface);
	p = strstr(xml, open);
	if (!p)
		return NULL;
	end = strstr(p, "</interface>");
	assert_non_null(end);
	out = calloc(1, (size_t)(end - p) + 1);
	while (p < end) {
		if (strncmp(p, "<!--", 4) == 0) {
			p = strstr(p, "-->") + 3;
		} else if (strchr(" \t\n", *p) && (n == 0 || out[n - 1] == '>')) {
			p++;
		} else {
			out[n++] = *p++;
			if (out[n - 1] == '>')
				while (p < end && strchr(" \t\n", *p))
					p++;
		}
	}
	return out;
}

static void compare(struct rig *rig, const char *path, const char *interface)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *said;
	char file[96], *text, *ours, *theirs;

	snprintf(file, sizeof(file), "daemon/bus/%s.xml", interface);
	text = rig_read_file(file);
	assert_non_null(text);
	assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", path, "org.freedesktop.DBus.Introspectable",
					      "Introspect", &error, &reply, NULL),
			   0);
	assert_return_code(sd_bus_message_read(reply, "s", &said), 0);
	ours = element(text, interface);
	theirs = element(said, interface);
	assert_non_null(ours);
	assert_non_null(theirs);
	assert_string_equal(ours, theirs);
	free(ours);
	free(theirs);
	free(text);
	sd_bus_message_unref(reply);
}

static void manager_is_as_written(void **state)
{
	compare(*state, "/org/flagfall1", "org.flagfall1.Manager");
}

static void board_is_as_written(void **state)
{
	compare(*state, "/org/flagfall1/board/SIM_2d0001", "org.flagfall1.Board");
}

static void game_is_as_written(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "time", "300", NULL);
	compare(rig, rig->path, "org.flagfall1.Game");
	compare(rig, rig->path, "org.flagfall1.Clock");
	compare(rig, rig->path, "org.flagfall1.Arbiter");
}

static void event_is_as_written(void **state)
{
	static const char event[] = "name: Club\n", pairings[] = "board,white,black\n,A,bye\n";
	struct rig *rig = *state;

	rig_open_round(rig, event, 1, pairings);
	compare(rig, "/org/flagfall1/event/club", "org.flagfall1.Event");
}

static void objects_are_enumerated(void **state)
{
	struct rig *rig = *state;
	sd_bus_message *reply = NULL;
	const char *path;
	unsigned boards = 0, games = 0;

	rig_start(rig, NULL);
	assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", "/org/flagfall1",
					      "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", NULL, &reply,
					      NULL),
			   0);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "{oa{sa{sv}}}"), 0);
	while (sd_bus_message_enter_container(reply, 'e', "oa{sa{sv}}") > 0) {
		sd_bus_message_read_basic(reply, 'o', &path);
		boards += strcmp(path, "/org/flagfall1/board/SIM_2d0001") == 0;
		games += strcmp(path, rig->path) == 0;
		sd_bus_message_skip(reply, "a{sa{sv}}");
		sd_bus_message_exit_container(reply);
	}
	assert_int_equal(boards, 1);
	assert_int_equal(games, 1);
	sd_bus_message_unref(reply);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(manager_is_as_written, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(board_is_as_written, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(game_is_as_written, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(event_is_as_written, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(objects_are_enumerated, rig_setup, rig_teardown),
	};

	return cmocka_run_group_tests_name("interface", tests, NULL, NULL);
}
