/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tests of the library share: traces written to a folder of their own, and events read and compared. */
#ifndef TESTS_BOARD_TESTING_H
#define TESTS_BOARD_TESTING_H

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "libboard/board.h"

#define CHESS "{\"format\":\"sensorboard-trace\",\"version\":1,\"sensors\":\"piece-id\"}\n"
#define DRAUGHTS "{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"draughts-10x10\"}\n"

static char test_folder[256];

__attribute__((unused)) static int make_folder(void **state)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(test_folder, sizeof(test_folder), "%.200s/flagfall-board-XXXXXX", tmp ? tmp : "/tmp");
	return mkdtemp(test_folder) ? 0 : -1;
}

__attribute__((unused)) static int remove_folder(void **state)
{
	char command[300];

	snprintf(command, sizeof(command), "rm -rf '%s'", test_folder);
	return system(command);
}

/* A path in the folder; the last few stay valid. */
__attribute__((unused)) static const char *in_folder(const char *name)
{
	static char paths[4][512];
	static unsigned next;
	char *path = paths[next++ % 4];

	snprintf(path, sizeof(paths[0]), "%s/%s", test_folder, name);
	return path;
}

__attribute__((unused)) static void write_file(const char *path, const char *text, size_t n)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

/* The whole file; free() it. */
__attribute__((unused)) static char *read_whole(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = calloc(1, 1 << 20);

	assert_non_null(f);
	assert_non_null(text);
	assert_true(fread(text, 1, (1 << 20) - 1, f) < (1 << 20) - 1);
	fclose(f);
	return text;
}

/* Opens "t.jsonl" in the folder with this text. */
__attribute__((unused)) static int open_text(const char *text, struct board **board)
{
	char uri[600];

	write_file(in_folder("t.jsonl"), text, strlen(text));
	snprintf(uri, sizeof(uri), "trace:%s", in_folder("t.jsonl"));
	return board_open(uri, NULL, board);
}

/* How many descriptors this program has open. */
__attribute__((unused)) static int open_descriptors(void)
{
	int n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

__attribute__((unused)) static struct board *opened(const char *uri)
{
	struct board *board;
	int r = board_open(uri, NULL, &board);

	if (r < 0)
		fail_msg("%s: %d: %s", uri, r, board_error(NULL));
	return board;
}

#endif
