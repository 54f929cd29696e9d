/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Put before the C library with LD_PRELOAD: what can happen to a program at its disk. Only calls on files and folders
 * count; pipes and sockets go through.
 *
 *   FAULTS_KILL_FROM=TEXT, FAULTS_KILL_AT=N
 *       SIGKILL before the N-th call (from 0) that changes the disk, counted from the first write that contains TEXT
 *   FAULTS_STEPS=FILE
 *       the program's steps are counted in the file, and it is killed at one of them: tests/faults/disk-steps.h
 *   FAULTS_FULL=FILE, FAULTS_UNDER=PREFIX
 *       while FILE is there, what writes to files below PREFIX finds no space
 *   FAULTS_READ_ONLY=FILE, FAULTS_UNDER=PREFIX
 *       while FILE is there, nothing below PREFIX can be changed, as after the kernel has found an error on the disk
 *   FAULTS_SYNC_MS=N
 *       each fsync takes that much longer
 *   FAULTS_SYNC_HOLD=FILE
 *       while FILE is there, no fsync ends, and FILE.waits is there while one is held; where FILE is not empty, one
 *       ends and makes it so
 */
#include "tests/faults/disk-steps.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static atomic_bool counting;
static atomic_long calls;
static struct disk_steps *steps;

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("FAULTS_STEPS");
	int fd = path ? NEXT(open)(path, O_RDWR | O_CLOEXEC) : -1;
	void *map = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(*steps), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (fd >= 0)
		close(fd);
	steps = map == MAP_FAILED ? NULL : map;
}

/* Whoever counts wants to know of which kind it is. */
static void count_step(enum disk_step kind)
{
	long n;

	if (!steps)
		return;
	n = atomic_fetch_add(&steps->count[kind], 1);
	if (n == atomic_load(&steps->kill_at[kind]) ||
	    atomic_fetch_add(&steps->all, 1) == atomic_load(&steps->kill_at_all))
		raise(SIGKILL);
}

static bool is_on_disk(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
}

/* Before each call that changes what is on disk. */
static void step(enum disk_step kind, const void *data, size_t size)
{
	const char *from = getenv("FAULTS_KILL_FROM"), *at = getenv("FAULTS_KILL_AT");

	count_step(kind);
	if (!from || !at)
		return;
	if (data && !atomic_load(&counting) && memmem(data, size, from, strlen(from)))
		atomic_store(&counting, true);
	if (atomic_load(&counting) && atomic_fetch_add(&calls, 1) == atol(at))
		raise(SIGKILL);
}

static bool is_under(const char *path)
{
	const char *under = getenv("FAULTS_UNDER");

	return !under || strncmp(path, under, strlen(under)) == 0;
}

/* What is asked of the disk. */
enum need {
	NEED_CHANGE, /* something there becomes otherwise */
	NEED_ROOM,   /* and takes room */
};

static bool is_there(const char *flag)
{
	struct stat st;

	return flag && stat(flag, &st) == 0;
}

/* The error of a call there, 0 none. */
static int refusal(const char *path, enum need need)
{
	bool is_read_only;
	long full_at;

	if (!is_under(path))
		return 0;
	if (is_there(getenv("FAULTS_READ_ONLY")))
		return EROFS;
	if (need == NEED_ROOM && is_there(getenv("FAULTS_FULL")))
		return ENOSPC;
	is_read_only = steps && atomic_load(&steps->is_read_only);
	if (!steps || (need != NEED_ROOM && !is_read_only))
		return 0;
	full_at = atomic_load(&steps->full_at);
	if (atomic_fetch_add(&steps->room, 1) < full_at || full_at == DISK_NEVER)
		return 0;
	return is_read_only ? EROFS : ENOSPC;
}

static int refusal_fd(int fd, enum need need)
{
	char link[64], path[1024];
	ssize_t n;

	if (!getenv("FAULTS_FULL") && !getenv("FAULTS_READ_ONLY") && !steps)
		return 0;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 1);
	if (n < 0)
		return 0;
	path[n] = '\0';
	return refusal(path, need);
}

/* Of a name below a folder: what is asked of the folder is true of it. */
static int refusal_at(int dir, const char *path, enum need need)
{
	return dir == AT_FDCWD || *path == '/' ? refusal(path, need) : refusal_fd(dir, need);
}

static bool fails(int error)
{
	if (error)
		errno = error;
	return error != 0;
}

static void wait_while_held(const char *hold)
{
	char waits[256];
	struct stat st;

	if (!hold || stat(hold, &st) < 0)
		return;
	snprintf(waits, sizeof(waits), "%s.waits", hold);
	while (stat(hold, &st) == 0) {
		int fd = st.st_size == 0 ? NEXT(open)(waits, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;

		if (fd >= 0)
			close(fd);
		if (st.st_size > 0 && unlink(waits) == 0 && truncate(hold, 0) == 0)
			return;
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	}
	unlink(waits);
}

static void slow(void)
{
	const char *ms = getenv("FAULTS_SYNC_MS");
	struct timespec ts;

	wait_while_held(getenv("FAULTS_SYNC_HOLD"));
	if (!ms)
		return;
	ts = (struct timespec){ atol(ms) / 1000, atol(ms) % 1000 * 1000000 };
	nanosleep(&ts, NULL);
}

EXPORT ssize_t write(int fd, const void *data, size_t size)
{
	if (is_on_disk(fd)) {
		step(DISK_OTHER, data, size);
		if (fails(refusal_fd(fd, NEED_ROOM)))
			return -1;
	}
	return NEXT(write)(fd, data, size);
}

EXPORT ssize_t pwrite(int fd, const void *data, size_t size, off_t at)
{
	step(DISK_WRITE, data, size);
	if (fails(refusal_fd(fd, NEED_ROOM)))
		return -1;
	return NEXT(pwrite)(fd, data, size, at);
}

EXPORT ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at)
{
	step(DISK_WRITE, data, size);
	if (fails(refusal_fd(fd, NEED_ROOM)))
		return -1;
	return NEXT(pwrite64)(fd, data, size, at);
}

EXPORT ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at)
{
	step(DISK_WRITE, count > 0 ? parts[0].iov_base : NULL, count > 0 ? parts[0].iov_len : 0);
	if (fails(refusal_fd(fd, NEED_ROOM)))
		return -1;
	return NEXT(pwritev)(fd, parts, count, at);
}

EXPORT int ftruncate(int fd, off_t size)
{
	step(DISK_OTHER, NULL, 0);
	if (fails(refusal_fd(fd, NEED_CHANGE)))
		return -1;
	return NEXT(ftruncate)(fd, size);
}

EXPORT int ftruncate64(int fd, off64_t size)
{
	step(DISK_OTHER, NULL, 0);
	if (fails(refusal_fd(fd, NEED_CHANGE)))
		return -1;
	return NEXT(ftruncate64)(fd, size);
}

EXPORT int fallocate(int fd, int mode, off_t at, off_t size)
{
	step(DISK_OTHER, NULL, 0);
	if (fails(refusal_fd(fd, NEED_ROOM)))
		return -1;
	return NEXT(fallocate)(fd, mode, at, size);
}

EXPORT int posix_fallocate(int fd, off_t at, off_t size)
{
	int r;

	step(DISK_OTHER, NULL, 0);
	r = refusal_fd(fd, NEED_ROOM);
	return r ? r : NEXT(posix_fallocate)(fd, at, size);
}

/* What was synced may be told: there is a point before it is and one after. */
static int sync_with(int (*next)(int), int fd)
{
	int r;

	step(DISK_SYNC, NULL, 0);
	slow();
	r = next(fd);
	count_step(DISK_SYNCED);
	return r;
}

EXPORT int fsync(int fd)
{
	return sync_with(NEXT(fsync), fd);
}

EXPORT int fdatasync(int fd)
{
	return sync_with(NEXT(fdatasync), fd);
}

EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	count_step(DISK_TOLD);
	return NEXT(sendmsg)(fd, message, flags);
}

EXPORT int rename(const char *from, const char *to)
{
	step(DISK_RENAME, NULL, 0);
	if (fails(refusal(to, NEED_CHANGE)))
		return -1;
	return NEXT(rename)(from, to);
}

EXPORT int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
	step(DISK_RENAME, NULL, 0);
	if (fails(refusal_at(to_dir, to, NEED_CHANGE)))
		return -1;
	return NEXT(renameat)(from_dir, from, to_dir, to);
}

EXPORT int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
	step(DISK_RENAME, NULL, 0);
	if (fails(refusal_at(to_dir, to, NEED_CHANGE)))
		return -1;
	return NEXT(renameat2)(from_dir, from, to_dir, to, flags);
}

EXPORT int fchmod(int fd, mode_t mode)
{
	if (fails(refusal_fd(fd, NEED_CHANGE)))
		return -1;
	return NEXT(fchmod)(fd, mode);
}

EXPORT int utimensat(int dir, const char *path, const struct timespec times[2], int flags)
{
	if (fails(refusal_at(dir, path, NEED_CHANGE)))
		return -1;
	return NEXT(utimensat)(dir, path, times, flags);
}

EXPORT int unlinkat(int dir, const char *path, int flags)
{
	step(DISK_OTHER, NULL, 0);
	if (fails(refusal_at(dir, path, NEED_CHANGE)))
		return -1;
	return NEXT(unlinkat)(dir, path, flags);
}

EXPORT int unlink(const char *path)
{
	step(DISK_OTHER, NULL, 0);
	if (fails(refusal(path, NEED_CHANGE)))
		return -1;
	return NEXT(unlink)(path);
}

EXPORT int mkdir(const char *path, mode_t mode)
{
	step(DISK_OTHER, NULL, 0);
	if (fails(refusal(path, NEED_ROOM)))
		return -1;
	return NEXT(mkdir)(path, mode);
}

EXPORT int mkdirat(int dir, const char *path, mode_t mode)
{
	step(DISK_OTHER, NULL, 0);
	if (fails(refusal_at(dir, path, NEED_ROOM)))
		return -1;
	return NEXT(mkdirat)(dir, path, mode);
}

static bool is_for_change(int flags)
{
	return (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
}

static int open_mode(int (*next)(const char *, int, ...), const char *path, int flags, va_list ap)
{
	mode_t mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0;

	if (flags & (O_CREAT | O_TRUNC))
		step(DISK_OTHER, NULL, 0);
	if (is_for_change(flags) && fails(refusal(path, flags & O_CREAT ? NEED_ROOM : NEED_CHANGE)))
		return -1;
	return next(path, flags, mode);
}

EXPORT int open(const char *path, int flags, ...)
{
	va_list ap;
	int fd;

	va_start(ap, flags);
	fd = open_mode(NEXT(open), path, flags, ap);
	va_end(ap);
	return fd;
}

EXPORT int open64(const char *path, int flags, ...)
{
	va_list ap;
	int fd;

	va_start(ap, flags);
	fd = open_mode(NEXT(open64), path, flags, ap);
	va_end(ap);
	return fd;
}

EXPORT int openat(int dir, const char *path, int flags, ...)
{
	mode_t mode = 0;
	va_list ap;

	va_start(ap, flags);
	if (flags & O_CREAT)
		mode = va_arg(ap, mode_t);
	va_end(ap);
	if (flags & (O_CREAT | O_TRUNC))
		step(DISK_OTHER, NULL, 0);
	if (is_for_change(flags) && fails(refusal_at(dir, path, flags & O_CREAT ? NEED_ROOM : NEED_CHANGE)))
		return -1;
	return NEXT(openat)(dir, path, flags, mode);
}
