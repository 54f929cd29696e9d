/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/faults/fault-points.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

const char *const fault_kind_name[FAULT_KINDS] = {
	[FAULT_MEMORY] = "memory",
	[FAULT_CALL_EIO] = "calls: EIO",
	[FAULT_CALL_ENOSPC] = "calls: ENOSPC",
	[FAULT_CALL_SHORT] = "calls: short",
	[FAULT_SQL_MEMORY] = "SQLite's memory",
	[FAULT_SQL_IO] = "SQLite's files",
	[FAULT_SQL_FULL] = "SQLite's writes",
	[FAULT_SQL_SHORT] = "SQLite's reads",
	[FAULT_SQL_LOCKED] = "SQLite's locks",
	[FAULT_OTHER] = "other calls",
};

static atomic_bool begun, counting;
static atomic_long count;
static atomic_int kind_now;
static long fail_at;
static bool is_lasting;

/* Names of calls that follow each other: several threads may make them. */
static char called[4096];
static atomic_size_t called_length;

void fault_begin(enum fault_kind kind, long n, bool lasting)
{
	atomic_store(&kind_now, kind);
	fail_at = n;
	is_lasting = lasting;
	atomic_store(&count, 0);
	atomic_store(&called_length, 0);
	atomic_store(&begun, true);
	atomic_store(&counting, true);
}

long fault_end(void)
{
	atomic_store(&begun, false);
	atomic_store(&counting, false);
	return atomic_load(&count);
}

void fault_pause(void)
{
	atomic_store(&counting, false);
}

void fault_resume(void)
{
	atomic_store(&counting, atomic_load(&begun));
}

static bool fails(enum fault_kind kind)
{
	long n;

	if (!atomic_load(&counting) || atomic_load(&kind_now) != (int)kind)
		return false;
	n = atomic_fetch_add(&count, 1);
	return fail_at >= 0 && (is_lasting ? n >= fail_at : n == fail_at);
}

static void note_call(const char *name)
{
	const size_t size = strlen(name) + 1;
	size_t at;

	if (!atomic_load(&counting))
		return;
	at = atomic_fetch_add(&called_length, size);
	if (at + size >= sizeof(called))
		return;
	memcpy(called + at, name, size - 1);
	called[at + size - 1] = ' ';
}

const char *fault_calls(void)
{
	const size_t length = atomic_load(&called_length);

	called[length > 0 && length < sizeof(called) ? length - 1 : 0] = '\0';
	return called;
}

bool fault_meets(void)
{
	return fails(FAULT_OTHER);
}

static bool no_memory(void)
{
	if (!fails(FAULT_MEMORY))
		return false;
	errno = ENOMEM;
	return true;
}

static bool io_fails_at(const char *name)
{
	note_call(name);
	if (!fails(FAULT_CALL_EIO))
		return false;
	errno = EIO;
	return true;
}

static bool space_fails_at(const char *name)
{
	if (io_fails_at(name))
		return true;
	if (!fails(FAULT_CALL_ENOSPC))
		return false;
	errno = ENOSPC;
	return true;
}

/* Half of it; 0: interrupted before the first byte, but not for ever. */
static bool is_cut(size_t *size)
{
	if (!fails(FAULT_CALL_SHORT) || (*size < 16 && is_lasting))
		return false;
	*size = *size >= 16 ? *size / 2 : 0;
	errno = EINTR;
	return true;
}

/* --- the program's own calls --- */

#define WRAP_NAME (__func__ + sizeof("__wrap_") - 1)
#define io_fails() io_fails_at(WRAP_NAME)
#define space_fails() space_fails_at(WRAP_NAME)

#define WRAPPED(type, name, ...) \
	type __real_##name(__VA_ARGS__); \
	type __wrap_##name(__VA_ARGS__); \
	type __wrap_##name(__VA_ARGS__)

WRAPPED(void *, malloc, size_t size)
{
	return no_memory() ? NULL : __real_malloc(size);
}

WRAPPED(void *, calloc, size_t n, size_t size)
{
	return no_memory() ? NULL : __real_calloc(n, size);
}

WRAPPED(void *, reallocarray, void *p, size_t n, size_t size)
{
	return no_memory() ? NULL : __real_reallocarray(p, n, size);
}

WRAPPED(void *, realloc, void *p, size_t size)
{
	return no_memory() ? NULL : __real_realloc(p, size);
}

WRAPPED(char *, strdup, const char *text)
{
	return no_memory() ? NULL : __real_strdup(text);
}

WRAPPED(char *, strndup, const char *text, size_t size)
{
	return no_memory() ? NULL : __real_strndup(text, size);
}

int __wrap_asprintf(char **ret, const char *format, ...) __attribute__((format(printf, 2, 3)));
int __wrap_asprintf(char **ret, const char *format, ...)
{
	va_list ap;
	int r;

	if (no_memory())
		return -1;
	va_start(ap, format);
	r = vasprintf(ret, format, ap);
	va_end(ap);
	return r;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
	va_list ap;
	mode_t mode = 0;

	va_start(ap, flags);
	if (flags & O_CREAT)
		mode = va_arg(ap, mode_t);
	va_end(ap);
	return (flags & O_CREAT ? space_fails() : io_fails()) ? -1 : __real_open(path, flags, mode);
}

int __real_openat(int at, const char *path, int flags, ...);
int __wrap_openat(int at, const char *path, int flags, ...);
int __wrap_openat(int at, const char *path, int flags, ...)
{
	va_list ap;
	mode_t mode = 0;

	va_start(ap, flags);
	if (flags & O_CREAT)
		mode = va_arg(ap, mode_t);
	va_end(ap);
	return (flags & O_CREAT ? space_fails() : io_fails()) ? -1 : __real_openat(at, path, flags, mode);
}

WRAPPED(ssize_t, read, int fd, void *data, size_t size)
{
	if (io_fails() || (is_cut(&size) && !size))
		return -1;
	return __real_read(fd, data, size);
}

WRAPPED(ssize_t, pread, int fd, void *data, size_t size, off_t at)
{
	if (io_fails() || (is_cut(&size) && !size))
		return -1;
	return __real_pread(fd, data, size, at);
}

WRAPPED(ssize_t, write, int fd, const void *data, size_t size)
{
	if (space_fails() || (is_cut(&size) && !size))
		return -1;
	return __real_write(fd, data, size);
}

WRAPPED(ssize_t, pwrite, int fd, const void *data, size_t size, off_t at)
{
	if (space_fails() || (is_cut(&size) && !size))
		return -1;
	return __real_pwrite(fd, data, size, at);
}

WRAPPED(int, fsync, int fd)
{
	(void)fd;
	return space_fails() ? -1 : 0;
}

WRAPPED(int, fdatasync, int fd)
{
	(void)fd;
	return space_fails() ? -1 : 0;
}

/* A test may have its own. */
int __wrap_mkdir(const char *name, mode_t mode) __attribute__((weak));
WRAPPED(int, mkdir, const char *name, mode_t mode)
{
	return space_fails() ? -1 : __real_mkdir(name, mode);
}

WRAPPED(int, dup, int fd)
{
	return io_fails() ? -1 : __real_dup(fd);
}

WRAPPED(ssize_t, getrandom, void *data, size_t size, unsigned flags)
{
	return io_fails() ? -1 : __real_getrandom(data, size, flags);
}

WRAPPED(int, rename, const char *from, const char *to)
{
	return space_fails() ? -1 : __real_rename(from, to);
}

WRAPPED(int, renameat, int at, const char *from, int there, const char *to)
{
	return space_fails() ? -1 : __real_renameat(at, from, there, to);
}

WRAPPED(int, linkat, int at, const char *from, int there, const char *to, int flags)
{
	return space_fails() ? -1 : __real_linkat(at, from, there, to, flags);
}

WRAPPED(int, unlinkat, int at, const char *name, int flags)
{
	return io_fails() ? -1 : __real_unlinkat(at, name, flags);
}

WRAPPED(int, mkdirat, int at, const char *name, mode_t mode)
{
	return space_fails() ? -1 : __real_mkdirat(at, name, mode);
}

WRAPPED(int, fchmodat, int at, const char *name, mode_t mode, int flags)
{
	return io_fails() ? -1 : __real_fchmodat(at, name, mode, flags);
}

WRAPPED(int, fstatat, int at, const char *name, struct stat *st, int flags)
{
	return io_fails() ? -1 : __real_fstatat(at, name, st, flags);
}

WRAPPED(int, stat, const char *path, struct stat *st)
{
	return io_fails() ? -1 : __real_stat(path, st);
}

WRAPPED(int, fstat, int fd, struct stat *st)
{
	return io_fails() ? -1 : __real_fstat(fd, st);
}

WRAPPED(DIR *, fdopendir, int fd)
{
	return io_fails() || no_memory() ? NULL : __real_fdopendir(fd);
}

WRAPPED(struct dirent *, readdir, DIR *dir)
{
	return io_fails() ? NULL : __real_readdir(dir);
}

WRAPPED(int, flock, int fd, int what)
{
	return io_fails() ? -1 : __real_flock(fd, what);
}

WRAPPED(int, eventfd, unsigned value, int flags)
{
	return io_fails() ? -1 : __real_eventfd(value, flags);
}

WRAPPED(int, pthread_create, pthread_t *thread, const pthread_attr_t *attr, void *(*fn)(void *), void *arg)
{
	if (io_fails() || no_memory())
		return EAGAIN;
	return __real_pthread_create(thread, attr, fn, arg);
}

/* Who waits between two attempts has them at once. */
WRAPPED(int, nanosleep, const struct timespec *time, struct timespec *left)
{
	(void)time;
	(void)left;
	return 0;
}

/* --- SQLite's memory --- */

static sqlite3_mem_methods memory;

static void *sql_malloc(int size)
{
	return fails(FAULT_SQL_MEMORY) ? NULL : memory.xMalloc(size);
}

static void *sql_realloc(void *p, int size)
{
	return fails(FAULT_SQL_MEMORY) ? NULL : memory.xRealloc(p, size);
}

/* --- SQLite's files: behind each stands the system's --- */

static sqlite3_vfs vfs, *systems;

static sqlite3_file *real_of(sqlite3_file *file)
{
	return file + 1;
}

#define CALL(file, method, ...) real_of(file)->pMethods->method(real_of(file), ##__VA_ARGS__)

static int file_close(sqlite3_file *file)
{
	return CALL(file, xClose);
}

static int file_read(sqlite3_file *file, void *data, int size, sqlite3_int64 at)
{
	int rc;

	if (fails(FAULT_SQL_IO))
		return SQLITE_IOERR_READ;
	rc = CALL(file, xRead, data, size, at);
	if (rc != SQLITE_OK || !fails(FAULT_SQL_SHORT))
		return rc;
	memset((char *)data + size / 2, 0, (size_t)(size - size / 2));
	return SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *file, const void *data, int size, sqlite3_int64 at)
{
	if (fails(FAULT_SQL_IO)) {
		CALL(file, xWrite, data, size / 2, at);
		return SQLITE_IOERR_WRITE;
	}
	return fails(FAULT_SQL_FULL) ? SQLITE_FULL : CALL(file, xWrite, data, size, at);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	return fails(FAULT_SQL_IO) ? SQLITE_IOERR_TRUNCATE : CALL(file, xTruncate, size);
}

static int file_sync(sqlite3_file *file, int flags)
{
	(void)file;
	(void)flags;
	return fails(FAULT_SQL_IO) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
	return fails(FAULT_SQL_IO) ? SQLITE_IOERR_FSTAT : CALL(file, xFileSize, size);
}

static int file_lock(sqlite3_file *file, int level)
{
	return fails(FAULT_SQL_LOCKED) ? SQLITE_BUSY : CALL(file, xLock, level);
}

static int file_unlock(sqlite3_file *file, int level)
{
	return CALL(file, xUnlock, level);
}

static int file_is_reserved(sqlite3_file *file, int *is)
{
	return CALL(file, xCheckReservedLock, is);
}

static int file_control(sqlite3_file *file, int what, void *arg)
{
	return CALL(file, xFileControl, what, arg);
}

static int file_sector(sqlite3_file *file)
{
	return CALL(file, xSectorSize);
}

static int file_device(sqlite3_file *file)
{
	return CALL(file, xDeviceCharacteristics);
}

static int file_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **at)
{
	return fails(FAULT_SQL_IO) ? SQLITE_IOERR_SHMMAP : CALL(file, xShmMap, region, size, extend, at);
}

static int file_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
	return flags & SQLITE_SHM_LOCK && fails(FAULT_SQL_LOCKED) ? SQLITE_BUSY :
								    CALL(file, xShmLock, offset, n, flags);
}

static void file_shm_barrier(sqlite3_file *file)
{
	CALL(file, xShmBarrier);
}

static int file_shm_unmap(sqlite3_file *file, int delete)
{
	return CALL(file, xShmUnmap, delete);
}

static const sqlite3_io_methods file_methods = {
	.iVersion = 2,
	.xClose = file_close,
	.xRead = file_read,
	.xWrite = file_write,
	.xTruncate = file_truncate,
	.xSync = file_sync,
	.xFileSize = file_size,
	.xLock = file_lock,
	.xUnlock = file_unlock,
	.xCheckReservedLock = file_is_reserved,
	.xFileControl = file_control,
	.xSectorSize = file_sector,
	.xDeviceCharacteristics = file_device,
	.xShmMap = file_shm_map,
	.xShmLock = file_shm_lock,
	.xShmBarrier = file_shm_barrier,
	.xShmUnmap = file_shm_unmap,
};

static int vfs_open(sqlite3_vfs *self, const char *name, sqlite3_file *file, int flags, int *opened)
{
	int rc;

	(void)self;
	file->pMethods = NULL;
	if (fails(FAULT_SQL_IO))
		return SQLITE_CANTOPEN;
	rc = systems->xOpen(systems, name, real_of(file), flags, opened);
	if (real_of(file)->pMethods)
		file->pMethods = &file_methods;
	return rc;
}

static int vfs_delete(sqlite3_vfs *self, const char *name, int sync)
{
	(void)self;
	return fails(FAULT_SQL_IO) ? SQLITE_IOERR_DELETE : systems->xDelete(systems, name, sync);
}

static int vfs_access(sqlite3_vfs *self, const char *name, int flags, int *is)
{
	(void)self;
	return fails(FAULT_SQL_IO) ? SQLITE_IOERR_ACCESS : systems->xAccess(systems, name, flags, is);
}

static int vfs_sleep(sqlite3_vfs *self, int us)
{
	(void)self;
	return us;
}

void fault_points_init(void)
{
	sqlite3_mem_methods counted;

	sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory);
	counted = memory;
	counted.xMalloc = sql_malloc;
	counted.xRealloc = sql_realloc;
	sqlite3_config(SQLITE_CONFIG_MALLOC, &counted);
	systems = sqlite3_vfs_find(NULL);
	vfs = *systems;
	vfs.pNext = NULL;
	vfs.zName = "faults";
	vfs.szOsFile += (int)sizeof(sqlite3_file);
	vfs.xOpen = vfs_open;
	vfs.xDelete = vfs_delete;
	vfs.xAccess = vfs_access;
	vfs.xSleep = vfs_sleep;
	sqlite3_vfs_register(&vfs, 1);
}
