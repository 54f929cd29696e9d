// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What is saved of boards, each in a file of its own. Boards of one maker on several adapters must not read one
 * another's: which piece of a Certabo board has which id is true of that board alone.
 */
#include <dirent.h>
#include <sys/stat.h>

#include "libboard/backend.h"
#include "tests/faults/fault-points.h"
#include "tests/unit/libboard/board-testing.h"

#define BY_ID "/dev/serial/by-id"

/* udev's folder of names is the test's own, and what leads where is in this table. */
static const struct {
	const char *path, *real;
} leads[] = {
	{ "/dev/ttyUSB0", "/dev/ttyUSB0" },
	{ "/dev/ttyUSB1", "/dev/ttyUSB1" },
	{ "/dev/ttyUSB2", "/dev/ttyUSB2" },
	{ "/dev/my-board", "/dev/ttyUSB0" },
	{ BY_ID "/usb-Maker_Adapter_A1-if00-port0", "/dev/ttyUSB0" },
	{ BY_ID "/usb-Maker_Adapter_A2-if00-port0", "/dev/ttyUSB1" },
};

char *realpath(const char *restrict path, char *restrict real)
{
	for (size_t i = 0; i < sizeof(leads) / sizeof(leads[0]); i++)
		if (strcmp(leads[i].path, path) == 0)
			return strcpy(real, leads[i].real);
	errno = ENOENT;
	return NULL;
}

DIR *opendir(const char *path)
{
	int fd = open(strcmp(path, BY_ID) == 0 ? in_folder("by-id") : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	return fd < 0 ? NULL : fdopendir(fd);
}

static int make_names(void **state)
{
	if (make_folder(state) < 0 || mkdir(in_folder("by-id"), 0700) < 0)
		return -1;
	for (size_t i = 0; i < sizeof(leads) / sizeof(leads[0]); i++)
		if (strncmp(leads[i].path, BY_ID "/", strlen(BY_ID "/")) == 0) {
			char name[100];

			snprintf(name, sizeof(name), "by-id/%s", leads[i].path + strlen(BY_ID "/"));
			write_file(in_folder(name), "", 0);
		}
	return 0;
}

static void is_file(const char *scheme, const char *path, const char *want)
{
	const struct board_opener opener = { .state = "/state" };
	char *file = board_saved_state_path(&opener, scheme, path);

	assert_non_null(file);
	assert_string_equal(file, want);
	free(file);
}

static void each_adapter_has_a_file_of_its_own(void **state)
{
	is_file("certabo", "/dev/ttyUSB0", "/state/certabo-usb-Maker_Adapter_A1-if00-port0");
	is_file("certabo", "/dev/ttyUSB1", "/state/certabo-usb-Maker_Adapter_A2-if00-port0");
	/* by whatever name it is opened */
	is_file("certabo", "/dev/my-board", "/state/certabo-usb-Maker_Adapter_A1-if00-port0");
	is_file("certabo", BY_ID "/usb-Maker_Adapter_A2-if00-port0", "/state/certabo-usb-Maker_Adapter_A2-if00-port0");
	is_file("sentio", "/dev/ttyUSB0", "/state/sentio-usb-Maker_Adapter_A1-if00-port0");
}

static void without_udev_the_path_is_the_name(void **state)
{
	is_file("certabo", "/dev/ttyUSB2", "/state/certabo-dev_ttyUSB2");
	is_file("certabo", "/dev/gone", "/state/certabo-dev_gone");
	is_file("certabo", "here/a", "/state/certabo-here_a");
}

static void without_a_folder_nothing_is_saved(void **state)
{
	assert_null(board_saved_state_path(NULL, "certabo", "/dev/ttyUSB0"));
	assert_null(board_saved_state_path(&(struct board_opener){ .state = NULL }, "certabo", "/dev/ttyUSB0"));
}

static void what_is_written_is_read(void **state)
{
	char text[SAVED_STATE_SIZE], file[512];

	snprintf(file, sizeof(file), "%s", in_folder("certabo-a"));
	assert_int_equal(board_saved_state_read(NULL, file, text), -ENOENT);
	assert_int_equal(board_saved_state_write(NULL, file, "first and longer\n"), 0);
	assert_int_equal(board_saved_state_write(NULL, file, "second\n"), 0);
	assert_int_equal(board_saved_state_write(NULL, in_folder("certabo-b"), "other\n"), 0);
	assert_int_equal(board_saved_state_read(NULL, file, text), 7);
	assert_string_equal(text, "second\n");
}

/* A file that somebody else has filled is cut, not believed to be longer than the room for it. */
static void a_huge_file_is_cut(void **state)
{
	static char text[SAVED_STATE_SIZE], huge[2 * SAVED_STATE_SIZE];

	memset(huge, 'x', sizeof(huge));
	write_file(in_folder("huge"), huge, sizeof(huge));
	assert_int_equal(board_saved_state_read(NULL, in_folder("huge"), text), SAVED_STATE_SIZE - 1);
	assert_int_equal(strlen(text), SAVED_STATE_SIZE - 1);
}

static bool disk_is_full;

static int open_on_disk(const char *path, int flags, void *userdata)
{
	return disk_is_full && (flags & O_CREAT) ? -ENOSPC : open(path, flags, 0600);
}

/* The old text stays until the new one is whole, and nothing else is left. */
static void what_cannot_be_written_leaves_the_old_text(void **state)
{
	const struct board_opener opener = { .open = open_on_disk };
	char text[SAVED_STATE_SIZE], file[512], next[520];

	snprintf(file, sizeof(file), "%s", in_folder("certabo-a"));
	snprintf(next, sizeof(next), "%s.new", file);
	assert_int_equal(board_saved_state_write(&opener, file, "old\n"), 0);
	disk_is_full = true;
	assert_int_equal(board_saved_state_write(&opener, file, "new\n"), -ENOSPC);
	disk_is_full = false;
	assert_int_equal(board_saved_state_read(&opener, file, text), 4);
	assert_string_equal(text, "old\n");

	assert_int_equal(symlink("/dev/full", next), 0);
	assert_int_equal(board_saved_state_write(&opener, file, "new\n"), -ENOSPC);
	assert_int_equal(board_saved_state_read(&opener, file, text), 4);
	assert_string_equal(text, "old\n");
	assert_int_equal(access(next, F_OK), -1);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(board_saved_state_write(&opener, file, "new\n"), 0);
	assert_int_equal(board_saved_state_read(&opener, file, text), 4);
	assert_string_equal(text, "new\n");
}

/* Each call that fails is told, in whichever order they come; the new text is on disk before it has the name, and the
 * name is when it is said to be written. */
static void what_is_written_is_on_disk(void **state)
{
	static const enum fault_kind kinds[] = { FAULT_CALL_EIO, FAULT_CALL_ENOSPC, FAULT_CALL_SHORT };
	char text[SAVED_STATE_SIZE], file[512], next[520];

	snprintf(file, sizeof(file), "%s", in_folder("certabo-c"));
	snprintf(next, sizeof(next), "%s.new", file);
	fault_begin(FAULT_CALL_EIO, -1, false);
	assert_int_equal(board_saved_state_write(NULL, file, "old\n"), 0);
	fault_end();
	assert_string_equal(fault_calls(), "open write fsync rename open fsync");
	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		long calls = 1;

		for (long n = -1; n < calls; n++) {
			int r;

			assert_int_equal(board_saved_state_write(NULL, file, "old\n"), 0);
			fault_begin(kinds[k], n, false);
			r = board_saved_state_write(NULL, file, "new and longer than the old one\n");
			if (n < 0)
				calls = fault_end();
			fault_end();
			assert_int_equal(r == 0, n < 0);
			assert_true(board_saved_state_read(NULL, file, text) > 0);
			if (strcmp(text, "new and longer than the old one\n") != 0)
				assert_string_equal(text, "old\n");
			assert_int_equal(access(next, F_OK), -1);
		}
		assert_true(calls > 0);
	}
}

/* A program that was started without standard input has files by that number. */
static void the_first_number_of_a_file(void **state)
{
	const int kept = dup(STDIN_FILENO);
	char text[SAVED_STATE_SIZE], file[512];
	int fd;

	close(STDIN_FILENO);
	snprintf(file, sizeof(file), "%s", in_folder("certabo-d"));
	for (int i = 0; i < 2; i++) {
		assert_int_equal(board_saved_state_write(NULL, file, "text\n"), 0);
		assert_int_equal(board_saved_state_read(NULL, file, text), 5);
	}
	fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	assert_int_equal(fd, STDIN_FILENO); /* none is open still */
	close(fd);
	if (kept >= 0)
		dup2(kept, STDIN_FILENO);
	close(kept);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_adapter_has_a_file_of_its_own),
		cmocka_unit_test(without_udev_the_path_is_the_name),
		cmocka_unit_test(without_a_folder_nothing_is_saved),
		cmocka_unit_test(what_is_written_is_read),
		cmocka_unit_test(a_huge_file_is_cut),
		cmocka_unit_test(what_cannot_be_written_leaves_the_old_text),
		cmocka_unit_test(what_is_written_is_on_disk),
		cmocka_unit_test(the_first_number_of_a_file),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_names, remove_folder);
}
