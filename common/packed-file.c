/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "common/packed-file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#define PIECE (64 << 10)
#define MOST (UINT64_C(1) << 30)
#define LEVEL 9

static int packed_write(int fd, const char *data, size_t size)
{
	while (size > 0) {
		const ssize_t n = write(fd, data, size);

		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0) {
			data += n;
			size -= (size_t)n;
		}
	}
	return 0;
}

/* 0: it is at its end. */
static ssize_t packed_read(int fd, char *data, size_t size)
{
	ssize_t n;

	do
		n = read(fd, data, size);
	while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

static int unpack_to(ZSTD_DStream *stream, int from, int to)
{
	char in[PIECE], out[PIECE];
	uint64_t sum = 0;
	size_t left = 1; /* 0: a frame has ended */
	ssize_t n;
	int r = 0;

	while (r >= 0 && (n = packed_read(from, in, sizeof(in))) != 0) {
		ZSTD_inBuffer source = { in, n < 0 ? 0 : (size_t)n, 0 };

		r = n < 0 ? (int)n : 0;
		while (r >= 0 && source.pos < source.size) {
			ZSTD_outBuffer sink = { out, sizeof(out), 0 };

			left = ZSTD_decompressStream(stream, &sink, &source);
			sum += sink.pos;
			r = ZSTD_isError(left) ? -EBADMSG : sum > MOST ? -EFBIG : packed_write(to, out, sink.pos);
		}
	}
	return r < 0 ? r : left ? -EBADMSG : 0;
}

static int unpack(int from)
{
	ZSTD_DStream *stream = ZSTD_createDStream();
	const int to = memfd_create("unpacked", MFD_CLOEXEC);
	int r = !stream ? -ENOMEM : to < 0 ? -errno : unpack_to(stream, from, to);

	ZSTD_freeDStream(stream);
	if (r >= 0 && lseek(to, 0, SEEK_SET) < 0)
		r = -errno;
	if (r < 0 && to >= 0)
		close(to);
	return r < 0 ? r : to;
}

static int open_packed(int dir, const char *path, int flags)
{
	const int from = openat(dir, path, O_RDONLY | O_CLOEXEC | flags);
	int fd;

	if (from < 0)
		return -errno;
	fd = unpack(from);
	close(from);
	return fd;
}

int packed_file_open(int dir, const char *path)
{
	const int fd = openat(dir, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	char packed[PATH_MAX];

	if (fd >= 0 || errno != ENOENT)
		return fd >= 0 ? fd : -errno;
	snprintf(packed, sizeof(packed), "%s" PACKED_SUFFIX, path);
	return open_packed(dir, packed, O_NOFOLLOW);
}

bool packed_file_is_one(const char *path)
{
	const size_t length = strlen(path), suffix = strlen(PACKED_SUFFIX);

	return length > suffix && strcmp(path + length - suffix, PACKED_SUFFIX) == 0;
}

int packed_file_open_named(const char *path)
{
	int fd;

	if (packed_file_is_one(path))
		return open_packed(AT_FDCWD, path, 0);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static int pack_to(ZSTD_CStream *stream, int from, int to)
{
	char in[PIECE], out[PIECE];
	ssize_t n = 1;
	int r = ZSTD_isError(ZSTD_CCtx_setParameter(stream, ZSTD_c_compressionLevel, LEVEL)) ||
				ZSTD_isError(ZSTD_CCtx_setParameter(stream, ZSTD_c_checksumFlag, 1)) ?
			-EINVAL :
			0;

	while (r >= 0 && n > 0) {
		n = packed_read(from, in, sizeof(in));
		ZSTD_inBuffer source = { in, n < 0 ? 0 : (size_t)n, 0 };
		size_t left = 1;

		r = n < 0 ? (int)n : 0;
		while (r >= 0 && (n > 0 ? source.pos < source.size : left > 0)) {
			ZSTD_outBuffer sink = { out, sizeof(out), 0 };

			left = ZSTD_compressStream2(stream, &sink, &source, n > 0 ? ZSTD_e_continue : ZSTD_e_end);
			r = ZSTD_isError(left) ? -ENOMEM : packed_write(to, out, sink.pos);
		}
	}
	return r;
}

/* On disk, and as old as what it is made of. */
static int pack(int from, int to)
{
	ZSTD_CStream *stream = ZSTD_createCStream();
	struct stat st;
	int r = stream ? pack_to(stream, from, to) : -ENOMEM;

	ZSTD_freeCStream(stream);
	if (r < 0)
		return r;
	if (fstat(from, &st) < 0 || fchmod(to, st.st_mode & 07777) < 0 ||
	    futimens(to, (const struct timespec[2]){ st.st_atim, st.st_mtim }) < 0 || fsync(to) < 0)
		return -errno;
	return 0;
}

int packed_file_pack(int dir, const char *path)
{
	char packed[PATH_MAX], unfinished[PATH_MAX];
	int from = openat(dir, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW), to, r;

	if (from < 0)
		return -errno;
	snprintf(packed, sizeof(packed), "%s" PACKED_SUFFIX, path);
	snprintf(unfinished, sizeof(unfinished), "%s" PACKED_SUFFIX ".new", path);
	to = openat(dir, unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	r = to < 0 ? -errno : pack(from, to);
	if (r >= 0 && (renameat(dir, unfinished, dir, packed) < 0 || unlinkat(dir, path, 0) < 0))
		r = -errno;
	if (r < 0 && to >= 0)
		unlinkat(dir, unfinished, 0);
	if (to >= 0)
		close(to);
	close(from);
	return r;
}
