/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the centre says when its file takes nothing: a file beside that, whose room is there before, and which is
 * written in place. So it can be written while the disk is full.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "relay/store/store-inside.h"

#define NAME "last-word"
#define BYTES 512

static int open_word(const char *database, int flags)
{
	const char *slash = strrchr(database, '/');
	char *path = NULL;
	int fd = -1;

	if (asprintf(&path, "%.*s" NAME, slash ? (int)(slash - database) + 1 : 0, database) >= 0)
		fd = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0644);
	free(path);
	return fd;
}

void last_word_open(struct store *store, const char *database)
{
	const int fd = open_word(database, O_RDWR | O_CREAT);
	void *map = MAP_FAILED;

	if (fd >= 0 && posix_fallocate(fd, 0, BYTES) == 0)
		map = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	store->word = map == MAP_FAILED ? NULL : map;
	if (fd >= 0)
		close(fd);
}

void last_word_close(struct store *store)
{
	if (store->word)
		munmap(store->word, BYTES);
	store->word = NULL;
}

void store_set_last_word(struct store *store, int64_t now_us, bool connected, const char *fault)
{
	if (store->word)
		snprintf(store->word, BYTES, "%" PRId64 " %d %.400s\n", now_us, connected, fault);
}

json_t *store_last_word(struct store *store)
{
	const int fd = open_word(sqlite3_db_filename(store->base.db, "main"), O_RDONLY);
	char text[BYTES] = "", fault[BYTES] = "";
	int64_t t_us = 0;
	int connected = 0;

	if (fd >= 0 && read(fd, text, sizeof(text) - 1) > 0)
		sscanf(text, "%" SCNd64 " %d %500[^\n]", &t_us, &connected, fault);
	if (fd >= 0)
		close(fd);
	return *fault ? json_pack("{s:I, s:i, s:s}", "alive_us", (json_int_t)t_us, "connected", connected, "fault",
				  fault) :
			NULL;
}
