/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/shell/journal-sign.h"

#define FOLDER "journal"
#define UNFINISHED "journal.new" /* until all is in it */
#define NAME "journal.db"
#define LOCK NAME ".lock"

/* What is being moved. */
struct move {
	int state; /* the state folder */
	int lock;  /* the older version's */
	char *err;
	const char *path; /* of the state folder */
};

static int say(const struct move *m, const char *what)
{
	int r = -errno;

	snprintf(m->err, 256, "%.160s/%.40s: %s", m->path, what, strerror(-r));
	return r;
}

static bool is_part(const char *name)
{
	return strncmp(name, NAME, strlen(NAME)) == 0 && strcmp(name, LOCK) != 0;
}

/* The journal's files in a folder, one after the other. dir is closed after the last; *r: set where that is not known.
 */
static const char *next_part(const struct move *m, DIR *dir, int *r)
{
	struct dirent *entry;

	while (errno = 0, (entry = readdir(dir)))
		if (is_part(entry->d_name))
			return entry->d_name;
	if (errno && *r >= 0)
		*r = say(m, ".");
	closedir(dir);
	return NULL;
}

static DIR *open_folder(int at, const char *name)
{
	int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	if (!dir && fd >= 0)
		close(fd);
	return dir;
}

/* How many of the journal's files are there. */
static int count(const struct move *m, const char *folder)
{
	DIR *dir = open_folder(m->state, folder);
	int n = 0, r = 0;

	if (!dir)
		return errno == ENOENT ? 0 : say(m, folder);
	while (next_part(m, dir, &r))
		n++;
	return r < 0 ? r : n;
}

/* Of each file of the older place: is it the one in the new place? Then its name is one too many. */
static int remove_moved(const struct move *m)
{
	DIR *dir = open_folder(m->state, ".");
	const char *name;
	int r = 0;

	if (!dir)
		return say(m, ".");
	while ((name = next_part(m, dir, &r))) {
		char there[300];
		struct stat old, new;

		if (r < 0)
			continue;
		snprintf(there, sizeof(there), FOLDER "/%s", name);
		if (fstatat(m->state, name, &old, AT_SYMLINK_NOFOLLOW) < 0) {
			r = say(m, name);
		} else if (fstatat(m->state, there, &new, AT_SYMLINK_NOFOLLOW) < 0 || old.st_ino != new.st_ino ||
			   old.st_dev != new.st_dev) {
			snprintf(m->err, 256,
				 "there is an older version's %.30s beside the journal in %.80s/" FOLDER
				 "; put one of them aside",
				 name, m->path);
			r = -EEXIST;
		} else if (unlinkat(m->state, name, 0) < 0) {
			r = say(m, name);
		}
	}
	return r;
}

/* What an earlier attempt left. */
static int remove_unfinished(const struct move *m)
{
	DIR *dir = open_folder(m->state, UNFINISHED);
	const char *name;
	int r = 0;

	if (!dir)
		return errno == ENOENT ? 0 : say(m, UNFINISHED);
	while ((name = next_part(m, dir, &r))) {
		char path[300];

		snprintf(path, sizeof(path), UNFINISHED "/%s", name);
		unlinkat(m->state, path, 0);
	}
	if (r >= 0 && unlinkat(m->state, UNFINISHED, AT_REMOVEDIR) < 0)
		r = say(m, UNFINISHED);
	return r;
}

static int sync_folder(const struct move *m, const char *name)
{
	int fd = openat(m->state, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int r = fd < 0 || fsync(fd) < 0 ? say(m, name) : 0;

	if (fd >= 0)
		close(fd);
	return r;
}

/* Each file gets a second name in the folder, and the folder its own name when it has them all. */
static int link_all(const struct move *m)
{
	DIR *dir;
	const char *name;
	int r = remove_unfinished(m);

	if (r >= 0 && mkdirat(m->state, UNFINISHED, 0700) < 0)
		r = say(m, UNFINISHED);
	dir = r < 0 ? NULL : open_folder(m->state, ".");
	if (r >= 0 && !dir)
		r = say(m, ".");
	while (dir && (name = next_part(m, dir, &r))) {
		char there[300];

		snprintf(there, sizeof(there), UNFINISHED "/%s", name);
		if (r >= 0 && linkat(m->state, name, m->state, there, 0) < 0)
			r = say(m, name);
	}
	if (r >= 0)
		r = sync_folder(m, UNFINISHED);
	if (r >= 0 && renameat(m->state, UNFINISHED, m->state, FOLDER) < 0)
		r = say(m, FOLDER);
	return r < 0 ? r : sync_folder(m, ".");
}

static int lock_older(struct move *m)
{
	m->lock = openat(m->state, LOCK, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (m->lock < 0)
		return say(m, LOCK);
	if (flock(m->lock, LOCK_EX | LOCK_NB) < 0) {
		snprintf(m->err, 256, "another daemon is using %.200s/" NAME, m->path);
		return -EBUSY;
	}
	return 0;
}

static int move_older(struct move *m)
{
	int r = lock_older(m), there = r < 0 ? r : count(m, FOLDER);

	if (there == 0)
		r = link_all(m);
	else if (there < 0)
		r = there;
	if (r >= 0)
		r = remove_moved(m);
	if (r >= 0)
		unlinkat(m->state, LOCK, 0);
	return r;
}

/* On a full disk the games that run are worth more than it: the next start tries again. */
static int put_sign(const struct move *m)
{
	int r = journal_sign_put(m->state, NAME);

	if (r >= 0 || r == -ENOSPC || r == -EDQUOT)
		return 0;
	errno = -r;
	return say(m, NAME);
}

int journal_folder_prepare(const char *state, char **path, char err[static 256])
{
	struct move m = { .lock = -1, .err = err, .path = state };
	bool sign;
	int r;

	*path = NULL;
	m.state = open(state, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (m.state < 0)
		return say(&m, "");
	sign = journal_sign_is(m.state, NAME);
	r = sign ? 0 : count(&m, ".");
	if (r > 0)
		r = move_older(&m);
	if (r >= 0 && mkdirat(m.state, FOLDER, 0700) < 0 && errno != EEXIST)
		r = say(&m, FOLDER);
	if (r >= 0 && fchmodat(m.state, FOLDER, 0700, 0) < 0)
		r = say(&m, FOLDER);
	if (r >= 0 && !sign)
		r = put_sign(&m);
	if (r >= 0 && asprintf(path, "%s/" FOLDER "/" NAME, state) < 0) {
		*path = NULL;
		r = -ENOMEM;
	}
	if (m.lock >= 0)
		close(m.lock);
	close(m.state);
	return r;
}
