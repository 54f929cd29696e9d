/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-sign.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* SQLite's database file format: one page with its header and an empty table of tables, all numbers big-endian. */
#define PAGE 512
#define VERSION_AT 60
#define APPLICATION_AT 68

static const uint8_t version[4] = { 0, 15, 66, 64 }; /* 1,000,000 as user_version */
static const uint8_t application[4] = { 'F', 'f', 's', 'n' };

static void fill(uint8_t page[static PAGE])
{
	memset(page, 0, PAGE);
	memcpy(page, "SQLite format 3", 16);
	page[16] = PAGE >> 8;
	/* read and written with a log, as older versions ask for before they look at the version */
	page[18] = page[19] = 2;
	page[21] = 64; /* fractions of a page, which are fixed */
	page[22] = page[23] = 32;
	page[27] = page[95] = 1; /* changes, and for which of them the library's version below is */
	page[31] = 1;		 /* pages */
	page[47] = 4;		 /* schema format */
	page[59] = 1;		 /* UTF-8 */
	memcpy(page + VERSION_AT, version, sizeof(version));
	memcpy(page + APPLICATION_AT, application, sizeof(application));
	page[97] = 46; /* 3.40: 3040000 */
	page[98] = 99;
	page[100] = 13; /* a leaf without cells */
	page[105] = PAGE >> 8;
}

bool journal_sign_is(int dir, const char *name)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	uint8_t page[PAGE];
	bool is = fd >= 0 && read(fd, page, sizeof(page)) == PAGE &&
		  memcmp(page + VERSION_AT, version, sizeof(version)) == 0 &&
		  memcmp(page + APPLICATION_AT, application, sizeof(application)) == 0;

	if (fd >= 0)
		close(fd);
	return is;
}

int journal_sign_put(int dir, const char *name)
{
	char unfinished[64];
	uint8_t page[PAGE];
	int fd, r = 0;

	snprintf(unfinished, sizeof(unfinished), ".%.50s.sign", name);
	fill(page);
	fd = openat(dir, unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return -errno;
	errno = EIO; /* written in part */
	if (write(fd, page, sizeof(page)) != PAGE || fsync(fd) < 0)
		r = -errno;
	close(fd);
	if (r >= 0 && renameat(dir, unfinished, dir, name) < 0)
		r = -errno;
	if (r < 0)
		unlinkat(dir, unfinished, 0);
	else if (fsync(dir) < 0)
		r = -errno;
	return r;
}
