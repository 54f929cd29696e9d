/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/atomic-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int make_folders(const char *file)
{
	char path[1024];

	if ((size_t)snprintf(path, sizeof(path), "%s", file) >= sizeof(path))
		return -ENAMETOOLONG;
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0755) < 0 && errno != EEXIST)
			return -errno;
		*slash = '/';
	}
	return 0;
}

static int sync_folder(const char *file)
{
	char path[1024];
	int fd, r = 0;

	snprintf(path, sizeof(path), "%s", file);
	*strrchr(path, '/') = '\0';
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || fsync(fd) < 0)
		r = -errno;
	if (fd >= 0)
		close(fd);
	return r;
}

static int write_all(int fd, const char *text)
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

int atomic_file_write(const char *path, const char *text, bool sync)
{
	char temporary[1040];
	int fd, r;

	r = make_folders(path);
	if (r < 0)
		return r;
	snprintf(temporary, sizeof(temporary), "%s.tmp", path);
	fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
	if (fd < 0)
		return -errno;
	r = write_all(fd, text);
	if (r >= 0 && sync && fsync(fd) < 0)
		r = -errno;
	close(fd);
	if (r >= 0 && rename(temporary, path) < 0)
		r = -errno;
	if (r < 0)
		unlink(temporary);
	return r < 0 || !sync ? r : sync_folder(path);
}
