// SPDX-License-Identifier: GPL-2.0-or-later
/* Which board is meant by a name, of those that the machine has; the library's monitor is made up here. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "flagfallctl/client/calls.h"

static const struct board_device hall[] = {
	{ .uri = "chardev:/dev/sensorboard0",
	  .node = "/dev/sensorboard0",
	  .by_id = "/dev/sensorboard/by-id/Board_A1",
	  .port = "1-2.3",
	  .serial = "A1" },
	{ .uri = "usb:1-4", .node = "/dev/bus/usb/001/004", .port = "1-4", .serial = "" },
	{ .uri = "dgt:/dev/ttyUSB0",
	  .node = "/dev/ttyUSB0",
	  .by_id = "/dev/serial/by-id/usb-DGT_42",
	  .port = "1-5",
	  .serial = "42" },
	{ .uri = "chardev:/dev/sensorboard12",
	  .node = "/dev/sensorboard12",
	  .by_id = "",
	  .port = "2-1",
	  .serial = "A12" },
};

/* --- the library's part --- */

static size_t there, next; /* so many of the hall are plugged in */
static int opens, last_change, open_fault;

int board_monitor_open(struct board_monitor **ret)
{
	if (open_fault)
		return open_fault;
	next = 0;
	opens++;
	*ret = (struct board_monitor *)hall;
	return 0;
}

void board_monitor_close(struct board_monitor *monitor)
{
	assert_ptr_equal(monitor, hall);
	opens--;
}

/* Each board comes; between them one goes that nobody asks for. */
int board_monitor_read(struct board_monitor *monitor, struct board_device *ret)
{
	assert_ptr_equal(monitor, hall);
	if (next == 2 * there)
		return 0;
	*ret = hall[next / 2];
	ret->change = next++ % 2 ? BOARD_ADDED : (enum board_change)last_change;
	return 1;
}

/* --- */

static char said[4096];

static int find(const char *name, char *uri)
{
	static const struct ctl ctl = { .verb = "record" };
	char path[] = "/tmp/flagfall-said-XXXXXX";
	const int kept = dup(STDERR_FILENO), into = mkstemp(path);
	int status;
	ssize_t n;

	assert_true(into >= 0);
	unlink(path);
	fflush(stderr);
	dup2(into, STDERR_FILENO);
	status = boards_find(&ctl, name, uri);
	fflush(stderr);
	dup2(kept, STDERR_FILENO);
	close(kept);
	n = pread(into, said, sizeof(said) - 1, 0);
	close(into);
	assert_true(n >= 0);
	said[n] = '\0';
	assert_int_equal(opens, 0);
	return status;
}

#define RECORD "flagfallctl record: "

static void a_board_has_its_names(void **state)
{
	static const struct {
		size_t there;
		const char *name, *uri, *said;
	} asked[] = {
		{ 4, "A1", "chardev:/dev/sensorboard0", "" },
		{ 4, "A12", "chardev:/dev/sensorboard12", "" },
		{ 4, "0", "chardev:/dev/sensorboard0", "" },
		{ 4, "12", "chardev:/dev/sensorboard12", "" },
		{ 4, "/dev/sensorboard12", "chardev:/dev/sensorboard12", "" },
		{ 4, "/dev/ttyUSB0", "dgt:/dev/ttyUSB0", "" },
		{ 4, "1-2.3", "chardev:/dev/sensorboard0", "" },
		{ 4, "1-4", "usb:1-4", "" },
		{ 4, "42", "dgt:/dev/ttyUSB0", "" },
		{ 4, "usb-DGT_42", "dgt:/dev/ttyUSB0", "" },
		{ 4, "/dev/serial/by-id/usb-DGT_42", "dgt:/dev/ttyUSB0", "" },
		{ 4, "Board_A1", "chardev:/dev/sensorboard0", "" },
		{ 4, "dgt:/dev/ttyUSB7", "dgt:/dev/ttyUSB7", "" },
		{ 0, "socket:/nowhere", "socket:/nowhere", "" },
		{ 1, NULL, "chardev:/dev/sensorboard0", "" },
		{ 2, "1-4", "usb:1-4", "" },
		{ 0, NULL, NULL, "no board is plugged in; \"flagfallctl doctor\" says why one is not seen.\n" },
		{ 0, "A1", NULL, "no board is plugged in; \"flagfallctl doctor\" says why one is not seen.\n" },
		{ 2, NULL, NULL, "2 boards are plugged in, so name one of them: A1, 1-4.\n" },
		{ 4, NULL, NULL, "4 boards are plugged in, so name one of them: A1, 1-4, 42, A12.\n" },
		{ 4, "1", NULL, "there is no board \"1\"; plugged in: A1, 1-4, 42, A12.\n" },
		{ 1, "A", NULL, "there is no board \"A\"; plugged in: A1.\n" },
		{ 4, "sensorboard0", NULL, "there is no board \"sensorboard0\"; plugged in: A1, 1-4, 42, A12.\n" },
		{ 4, "004", NULL, "there is no board \"004\"; plugged in: A1, 1-4, 42, A12.\n" },
		{ 4, "/dev/A:B", NULL, "there is no board \"/dev/A:B\"; plugged in: A1, 1-4, 42, A12.\n" },
		/* what two boards are called by */
		{ 4, "", NULL, "4 boards are plugged in, so name one of them: A1, 1-4, 42, A12.\n" },
	};
	static const int changes[] = { BOARD_REMOVED, BOARD_REMOVED };

	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		char uri[BOARDS_URI] = "", expected[256] = "";
		int status;

		there = asked[i].there;
		last_change = changes[i % 2];
		status = find(asked[i].name, uri);
		if (*asked[i].said)
			snprintf(expected, sizeof(expected), RECORD "%s", asked[i].said);
		assert_string_equal(said, expected);
		assert_int_equal(status, asked[i].uri ? 0 : CTL_FAILED);
		if (asked[i].uri)
			assert_string_equal(uri, asked[i].uri);
	}
}

static void what_cannot_be_listed_is_said(void **state)
{
	char uri[BOARDS_URI] = "";

	open_fault = -ENOMEM;
	there = 1;
	assert_int_equal(find(NULL, uri), CTL_FAILED);
	assert_string_equal(said, RECORD "boards cannot be listed: Cannot allocate memory.\n");
	assert_int_equal(find("A1", uri), CTL_FAILED);
	/* a URI needs no list */
	assert_int_equal(find("socket:x", uri), 0);
	open_fault = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_board_has_its_names),
		cmocka_unit_test(what_cannot_be_listed_is_said),
	};

	return cmocka_run_group_tests_name("which board", tests, NULL, NULL);
}
