/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "common/text-file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *text_file_read(const char *path)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t size = 0;

	if (!file)
		return NULL;
	if (getdelim(&text, &size, '\0', file) < 0) {
		free(text);
		text = feof(file) ? strdup("") : NULL;
	}
	fclose(file);
	return text;
}

int text_file_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		int r;

		*slash = '\0';
		r = mkdir(path, 0755) < 0 && errno != EEXIST ? -errno : 0;
		*slash = '/';
		if (r < 0)
			return r;
	}
	return 0;
}

static int text_file_write_all(int fd, const char *text)
{
	size_t size = strlen(text);

	while (size > 0) {
		ssize_t n = write(fd, text, size);

		if (n < 0)
			return -errno;
		text += n;
		size -= (size_t)n;
	}
	return 0;
}

static int write_new(const char *path, const char *text, bool sync)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
	int r;

	if (fd < 0)
		return -errno;
	r = text_file_write_all(fd, text);
	if (r >= 0 && sync && fsync(fd) < 0)
		r = -errno;
	if (close(fd) < 0 && r >= 0)
		r = -errno;
	return r;
}

/* The one that the file lies in. */
static int sync_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	int fd, r = 0;

	if (!folder)
		return -ENOMEM;
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || fsync(fd) < 0)
		r = -errno;
	if (fd >= 0)
		close(fd);
	free(folder);
	return r;
}

int text_file_replace(const char *path, const char *text, bool sync)
{
	char *temporary = NULL;
	int r;

	if (asprintf(&temporary, "%s.tmp", path) < 0)
		return -ENOMEM;
	r = text_file_folders(temporary);
	if (r >= 0) {
		r = write_new(temporary, text, sync);
		if (r >= 0 && rename(temporary, path) < 0)
			r = -errno;
		if (r < 0)
			unlink(temporary);
	}
	free(temporary);
	return r < 0 || !sync ? r : sync_folder(path);
}

/*
 * The text before the last, which nobody reads any more: to be written over. -1: there is none, or somebody has it open
 * yet and is to keep all of it.
 */
static int open_spare(const char *path)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);

	/* a lease to write is given only where nobody else has the file open; who opens it then sends a signal */
	if (fd >= 0 && (fcntl(fd, F_SETSIG, SIGURG) < 0 || fcntl(fd, F_SETLEASE, F_WRLCK) < 0)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static int write_over(int fd, const char *text)
{
	int r = text_file_write_all(fd, text);

	if (r >= 0 && ftruncate(fd, (off_t)strlen(text)) < 0)
		r = -errno;
	if (close(fd) < 0 && r >= 0)
		r = -errno;
	return r;
}

/* The two change places; where there is nothing yet, or the file system cannot do that, the new one takes its place. */
static int exchange(const char *spare, const char *path)
{
	if (renameat2(AT_FDCWD, spare, AT_FDCWD, path, RENAME_EXCHANGE) == 0 || rename(spare, path) == 0)
		return 0;
	return -errno;
}

int text_file_renew(const char *path, const char *text)
{
	char *spare = NULL;
	int fd, r;

	if (asprintf(&spare, "%s.tmp", path) < 0)
		return -ENOMEM;
	fd = open_spare(spare);
	if (fd >= 0) {
		r = write_over(fd, text);
	} else {
		r = unlink(spare) < 0 && errno != ENOENT ? -errno : text_file_folders(spare);
		if (r >= 0)
			r = write_new(spare, text, false);
	}
	if (r >= 0)
		r = exchange(spare, path);
	if (r < 0)
		unlink(spare);
	free(spare);
	return r;
}

void text_file_remove(const char *path)
{
	char *temporary = NULL;

	unlink(path);
	if (asprintf(&temporary, "%s.tmp", path) < 0)
		return;
	unlink(temporary);
	free(temporary);
}

int text_file_write(const char *path, const char *text)
{
	char *there = text_file_read(path);
	const bool same = there && strcmp(there, text) == 0;
	int r;

	free(there);
	if (same)
		return 0;
	r = text_file_replace(path, text, false);
	return r < 0 ? r : 1;
}
