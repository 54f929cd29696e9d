/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/backend.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BY_ID "/dev/serial/by-id"

/* udev's name for a tty, with the adapter's maker and number: it stays when ttyUSB0 becomes ttyUSB1. */
static bool name_by_id(const char *real, char name[static NAME_MAX + 1])
{
	char link[PATH_MAX], goal[PATH_MAX];
	struct dirent *entry;
	DIR *folder = opendir(BY_ID);
	bool found = false;

	while (folder && !found && (entry = readdir(folder))) {
		snprintf(link, sizeof(link), "%s/%s", BY_ID, entry->d_name);
		found = entry->d_name[0] != '.' && realpath(link, goal) && strcmp(goal, real) == 0;
		if (found)
			snprintf(name, NAME_MAX + 1, "%s", entry->d_name);
	}
	if (folder)
		closedir(folder);
	return found;
}

char *board_saved_state_path(const struct board_opener *opener, const char *scheme, const char *path)
{
	char real[PATH_MAX], name[NAME_MAX + 1] = "", *file;

	if (!opener || !opener->state)
		return NULL;
	if (!realpath(path, real) || !name_by_id(real, name))
		snprintf(name, sizeof(name), "%s", path[0] == '/' ? path + 1 : path);
	for (char *c = name; *c; c++)
		if (*c == '/')
			*c = '_';
	return asprintf(&file, "%s/%s-%.200s", opener->state, scheme, name) < 0 ? NULL : file;
}

int board_saved_state_read(const struct board_opener *opener, const char *file, char text[static SAVED_STATE_SIZE])
{
	int fd = board_open_file(opener, file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n;

	if (fd < 0)
		return fd;
	n = read(fd, text, SAVED_STATE_SIZE - 1);
	if (n < 0)
		n = -errno;
	close(fd);
	text[n < 0 ? 0 : n] = '\0';
	return (int)n;
}

/* The new name of a file is on disk when its folder is. */
static int sync_folder(const char *file)
{
	char folder[PATH_MAX];
	int fd, r = 0;

	snprintf(folder, sizeof(folder), "%s", file);
	*strrchr(folder, '/') = '\0';
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || fsync(fd) < 0)
		r = -errno;
	if (fd >= 0)
		close(fd);
	return r;
}

static int write_new(const struct board_opener *opener, const char *file, const char *text)
{
	int fd = board_open_file(opener, file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC), r = 0;
	size_t size = strlen(text);
	ssize_t n;

	if (fd < 0)
		return fd;
	n = write(fd, text, size);
	if (n != (ssize_t)size)
		r = n < 0 ? -errno : -ENOSPC;
	if (r == 0 && fsync(fd) < 0)
		r = -errno;
	if (close(fd) < 0 && r == 0)
		r = -errno;
	return r;
}

int board_saved_state_write(const struct board_opener *opener, const char *file, const char *text)
{
	char next[PATH_MAX];
	int r;

	if (!strchr(file, '/'))
		return -EINVAL;
	if (snprintf(next, sizeof(next), "%s.new", file) >= (int)sizeof(next))
		return -ENAMETOOLONG;
	r = write_new(opener, next, text);
	if (r == 0 && rename(next, file) < 0)
		r = -errno;
	if (r < 0) {
		(void)unlink(next);
		return r;
	}
	return sync_folder(file);
}
