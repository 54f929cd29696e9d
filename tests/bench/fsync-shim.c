/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For LD_PRELOAD: counts fsync(2) and fdatasync(2), and makes a disk slow or full. FSYNC_SHIM names a file that whoever
 * measures shares with this: see fsync-shim.h.
 */
#include "tests/bench/fsync-shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static struct fsync_shim *shared;

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("FSYNC_SHIM");
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *map = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (fd >= 0)
		close(fd);
	shared = map == MAP_FAILED ? NULL : map;
}

static int later(const char *name, int fd)
{
	int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
	unsigned ms = shared ? atomic_load(&shared->delay_ms) : 0;
	struct timespec delay = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L };

	if (shared)
		atomic_fetch_add(&shared->count, 1);
	if (ms)
		nanosleep(&delay, NULL);
	return real(fd);
}

/* As SQLite writes. */
static ssize_t write_at(const char *name, int fd, const void *data, size_t size, off64_t at)
{
	ssize_t (*real)(int, const void *, size_t,
			off64_t) = (ssize_t(*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, name);

	if (shared && atomic_load(&shared->full)) {
		errno = ENOSPC;
		return -1;
	}
	return real(fd, data, size, at);
}

__attribute__((visibility("default"))) ssize_t pwrite(int fd, const void *data, size_t size, off_t at)
{
	return write_at("pwrite64", fd, data, size, at);
}

__attribute__((visibility("default"))) ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at)
{
	return write_at("pwrite64", fd, data, size, at);
}

__attribute__((visibility("default"))) int fsync(int fd)
{
	return later("fsync", fd);
}

__attribute__((visibility("default"))) int fdatasync(int fd)
{
	return later("fdatasync", fd);
}
