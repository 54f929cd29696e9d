/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that lie packed: what was in them, where they are cut or changed, and that the file is there until the packed
 * one is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/packed-file.h"
#include "tests/unit/memory-folder.h"

static char folder[MEMORY_FOLDER_PATH];
static int dir;

static int setup(void **state)
{
	memory_folder_make(folder);
	dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return dir < 0;
}

static int teardown(void **state)
{
	close(dir);
	memory_folder_remove(folder);
	return 0;
}

static void put(const char *name, const char *text, size_t size)
{
	int fd = openat(dir, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0640);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, size), size);
	close(fd);
}

/* What is read by a descriptor, which it closes. */
static size_t all_of(int fd, char *buf, size_t room)
{
	size_t size = 0;
	ssize_t n;

	assert_true(fd >= 0);
	while ((n = read(fd, buf + size, room - size)) > 0)
		size += (size_t)n;
	close(fd);
	return size;
}

#define MOST 300000
static char text[MOST], read_back[MOST + 1];

static void what_is_packed_is_read(void **state)
{
	static const size_t sizes[] = { 0, 1, 65535, 65536, 65537, MOST };
	struct stat before, after;

	for (size_t i = 0; i < MOST; i++)
		text[i] = (char)(i * i / 7 % 251);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		put("a", text, sizes[i]);
		assert_int_equal(fstatat(dir, "a", &before, 0), 0);
		assert_int_equal(all_of(packed_file_open(dir, "a"), read_back, sizeof(read_back)), sizes[i]);
		assert_int_equal(packed_file_pack(dir, "a"), 0);
		assert_int_equal(faccessat(dir, "a", F_OK, 0), -1);
		assert_int_equal(faccessat(dir, "a" PACKED_SUFFIX ".new", F_OK, 0), -1);
		assert_int_equal(fstatat(dir, "a" PACKED_SUFFIX, &after, 0), 0);
		assert_int_equal(after.st_mode, before.st_mode);
		assert_int_equal(after.st_mtim.tv_sec, before.st_mtim.tv_sec);
		assert_int_equal(all_of(packed_file_open(dir, "a"), read_back, sizeof(read_back)), sizes[i]);
		assert_memory_equal(read_back, text, sizes[i]);
	}
	put("a", "newer", 5); /* it was taken up again: what is not packed counts */
	assert_int_equal(all_of(packed_file_open(dir, "a"), read_back, sizeof(read_back)), 5);
}

static void what_is_not_there(void **state)
{
	assert_int_equal(packed_file_open(dir, "none"), -ENOENT);
	assert_int_equal(packed_file_pack(dir, "none"), -ENOENT);
	put("full", "x", 1);
	assert_int_equal(mkdirat(dir, "full" PACKED_SUFFIX, 0700), 0);
	assert_true(packed_file_pack(dir, "full") < 0);
	assert_int_equal(all_of(packed_file_open(dir, "full"), read_back, sizeof(read_back)), 1);
	assert_int_equal(faccessat(dir, "full" PACKED_SUFFIX ".new", F_OK, 0), -1);
}

static void what_is_damaged_is_said(void **state)
{
	char path[MEMORY_FOLDER_PATH + 16], packed[4096];
	size_t size;
	int fd;

	put("d", "1234567890 1234567890 1234567890 4567890", 40);
	assert_int_equal(packed_file_pack(dir, "d"), 0);
	snprintf(path, sizeof(path), "%s/d" PACKED_SUFFIX, folder);
	size = all_of(open(path, O_RDONLY | O_CLOEXEC), packed, sizeof(packed));
	for (size_t i = 0; i < size; i++) {
		put("d" PACKED_SUFFIX, packed, i); /* cut */
		assert_int_equal(packed_file_open_named(path), -EBADMSG);
		packed[i] ^= 0x55; /* changed: said, or nothing that counts */
		put("d" PACKED_SUFFIX, packed, size);
		fd = packed_file_open_named(path);
		if (fd >= 0)
			assert_int_equal(all_of(fd, read_back, sizeof(read_back)), 40);
		else
			assert_int_equal(fd, -EBADMSG);
		packed[i] ^= 0x55;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_packed_is_read),
		cmocka_unit_test(what_is_not_there),
		cmocka_unit_test(what_is_damaged_is_said),
	};

	return cmocka_run_group_tests_name("packed files", tests, setup, teardown);
}
