/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What dm-log-writes has logged, and what a disk has of it that lost its power.
 *
 *   replay-writes LOG                     a line an entry that ends something: its number, and "flush" or "mark TEXT"
 *   replay-writes LOG DISK COUNT [SEED]   the first COUNT entries are written to DISK; with SEED also some of those
 *                                         that follow up to the next flush, one of them in part
 *
 * What was written before a flush is on the disk when the flush has ended; of what was written since, any part may be.
 */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAGIC UINT64_C(0x6a736677736872)
#define SECTOR 512

enum { FLUSH = 1, FUA = 2, DISCARD = 4, MARK = 8 };

struct super {
	uint64_t magic, version, entries;
	uint32_t sector_size;
};

struct entry {
	uint64_t sector, sectors, flags, data_len;
};

struct log {
	int fd;
	uint64_t entries, at; /* at: the sector of the next */
};

static void fail(const char *what)
{
	fprintf(stderr, "replay-writes: %s: %s\n", what, errno ? strerror(errno) : "not what dm-log-writes writes");
	exit(1);
}

static void read_at(int fd, void *data, size_t size, uint64_t sector)
{
	errno = 0;
	if (pread(fd, data, size, (off_t)(sector * SECTOR)) != (ssize_t)size)
		fail("log");
}

static void open_log(struct log *log, const char *path)
{
	struct super super;

	log->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (log->fd < 0)
		fail(path);
	read_at(log->fd, &super, sizeof(super), 0);
	if (le64toh(super.magic) != MAGIC || le32toh(super.sector_size) != SECTOR)
		fail(path);
	log->entries = le64toh(super.entries);
	log->at = 1;
}

/* Its data begins at the sector that is returned. */
static uint64_t next_entry(struct log *log, struct entry *ret, char mark[SECTOR])
{
	char block[SECTOR];
	uint64_t data = log->at + 1;

	read_at(log->fd, block, sizeof(block), log->at);
	memcpy(ret, block, sizeof(*ret));
	ret->sector = le64toh(ret->sector);
	ret->sectors = le64toh(ret->sectors);
	ret->flags = le64toh(ret->flags);
	ret->data_len = le64toh(ret->data_len);
	mark[0] = '\0';
	if (ret->flags & MARK && ret->data_len < SECTOR - sizeof(*ret)) {
		memcpy(mark, block + sizeof(*ret), ret->data_len);
		mark[ret->data_len] = '\0';
	}
	log->at = data + (ret->flags & DISCARD ? 0 : ret->sectors);
	return data;
}

static void list(struct log *log)
{
	struct entry entry;
	char mark[SECTOR];

	for (uint64_t n = 1; n <= log->entries; n++) {
		next_entry(log, &entry, mark);
		if (entry.flags & MARK)
			printf("%llu mark %s\n", (unsigned long long)n, mark);
		else if (entry.flags & (FLUSH | FUA))
			printf("%llu flush\n", (unsigned long long)n);
	}
}

static void write_sectors(const struct log *log, int disk, const struct entry *entry, uint64_t data, uint64_t sectors)
{
	char sector[SECTOR];

	for (uint64_t i = 0; i < sectors; i++) {
		memset(sector, 0, sizeof(sector));
		if (!(entry->flags & DISCARD))
			read_at(log->fd, sector, sizeof(sector), data + i);
		errno = 0;
		if (pwrite(disk, sector, sizeof(sector), (off_t)((entry->sector + i) * SECTOR)) != SECTOR)
			fail("disk");
	}
}

static uint64_t random_below(uint64_t *state, uint64_t below)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state % below;
}

static void replay(struct log *log, int disk, uint64_t count, uint64_t seed)
{
	uint64_t random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
	struct entry entry;
	char mark[SECTOR];
	bool torn = false;

	for (uint64_t n = 1; n <= log->entries && (n <= count || seed); n++) {
		uint64_t data = next_entry(log, &entry, mark), sectors = entry.sectors;

		if (n > count) {
			if (entry.flags & (FLUSH | FUA))
				break;
			if (random_below(&random, 2))
				continue;
			if (!torn && sectors > 1) {
				sectors = random_below(&random, sectors);
				torn = true;
			}
		}
		write_sectors(log, disk, &entry, data, sectors);
	}
}

int main(int argc, char **argv)
{
	struct log log;
	int disk;

	if (argc != 2 && argc != 4 && argc != 5) {
		fprintf(stderr, "Usage: replay-writes LOG [DISK COUNT [SEED]]\n");
		return 2;
	}
	open_log(&log, argv[1]);
	if (argc == 2) {
		list(&log);
		return 0;
	}
	disk = open(argv[2], O_WRONLY | O_CLOEXEC);
	if (disk < 0)
		fail(argv[2]);
	replay(&log, disk, strtoull(argv[3], NULL, 10), argc == 5 ? strtoull(argv[4], NULL, 10) : 0);
	if (close(disk) < 0)
		fail(argv[2]);
	return 0;
}
