/* SPDX-License-Identifier: GPL-2.0-or-later */
/* backup: all that a daemon keeps, in one file, while it runs. */
#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <grp.h>
#include <pwd.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/machine-clock.h"
#include "flagfallctl/client/calls.h"
#include "flagfallctl/client/state-archive.h"
#include "flagfallctl/verbs.h"

#define STREAM "relay/stream.db"
#define TRIES 20 /* the log has a new segment meanwhile, which is seldom */

struct backup {
	const struct ctl *ctl;
	const char *state;
	struct archive *archive;
	unsigned files;
};

static const struct argp argp = {
	.options = state_archive_options,
	.parser = state_archive_parse,
	.args_doc = "FILE",
	.doc = "Write all that the daemon keeps into one file: journal, records, exports, and what waits for the relay. The daemon may run, and "
	       "so may games. Needs the rights of root or of the user flagfall.\v"
	       "The file is a tar archive, compressed with zstd, for its owner alone: it has what only arbiters may know. \"flagfallctl restore\" "
	       "puts it back, here or on another machine.",
};

/* The path below the state directory; new text. */
static char *path_of(const struct backup *b, const char *name)
{
	char *path = NULL;

	return asprintf(&path, "%s/%s", b->state, name) < 0 ? NULL : path;
}

static int fail_archive(const struct backup *b, const char *what)
{
	return ctl_fail(b->ctl, "%s: %s.", what, archive_error_string(b->archive));
}

/* Owners are named: they have other numbers on another machine. */
static int add(struct backup *b, const char *name, const struct stat *st, const void *data, size_t size)
{
	struct archive_entry *entry = archive_entry_new();
	const struct passwd *user = getpwuid(st->st_uid);
	const struct group *group = getgrgid(st->st_gid);
	int r = 0;

	if (!entry)
		return ctl_fail(b->ctl, "out of memory.");
	archive_entry_copy_stat(entry, st);
	archive_entry_set_pathname(entry, name);
	archive_entry_set_size(entry, (la_int64_t)size);
	archive_entry_set_uname(entry, user ? user->pw_name : "");
	archive_entry_set_gname(entry, group ? group->gr_name : "");
	if (archive_write_header(b->archive, entry) != ARCHIVE_OK ||
	    (size && archive_write_data(b->archive, data, size) != (la_ssize_t)size))
		r = fail_archive(b, name);
	archive_entry_free(entry);
	b->files += S_ISREG(st->st_mode);
	return r;
}

/* A file that is not there any more is none. */
static int add_file(struct backup *b, const char *name)
{
	char *path = path_of(b, name), *data = NULL;
	const int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
	struct stat st;
	size_t size = 0;
	ssize_t n = 0;
	int r = fd < 0 && errno == ENOENT ? 0 : -1;

	if (fd >= 0 && fstat(fd, &st) == 0 && (data = malloc((size_t)st.st_size + 1))) {
		while (size < (size_t)st.st_size && (n = read(fd, data + size, (size_t)st.st_size - size)) > 0)
			size += (size_t)n;
		r = n < 0 ? -1 : add(b, name, &st, data, size);
	}
	if (r == -1)
		r = ctl_fail(b->ctl, "%s cannot be read: %s.", path ? path : name, strerror(errno));
	if (fd >= 0)
		close(fd);
	free(data);
	free(path);
	return r;
}

static int add_folder(struct backup *b, const char *name)
{
	char *path = path_of(b, name);
	struct stat st;
	int r = path && stat(path, &st) == 0 && S_ISDIR(st.st_mode) ? add(b, name, &st, NULL, 0) : 0;

	free(path);
	return r;
}

/* As it is at one instant, while the daemon writes it. */
static int add_stream(struct backup *b)
{
	char *path = path_of(b, STREAM);
	sqlite3 *from = NULL, *copy = NULL;
	sqlite3_backup *backup = NULL;
	unsigned char *data = NULL;
	sqlite3_int64 size = 0;
	struct stat st;
	int r = 0, rc = SQLITE_OK;

	if (!path || stat(path, &st) < 0) { /* no event has asked for the relay */
		free(path);
		return 0;
	}
	if (sqlite3_open_v2(path, &from, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
	    sqlite3_open_v2(":memory:", &copy, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK) {
		sqlite3_busy_timeout(from, 5000);
		backup = sqlite3_backup_init(copy, "main", from, "main");
		rc = backup ? sqlite3_backup_step(backup, -1) : sqlite3_errcode(copy);
		sqlite3_backup_finish(backup);
		data = rc == SQLITE_DONE ? sqlite3_serialize(copy, "main", &size, 0) : NULL;
	}
	r = data ? add_folder(b, "relay") : ctl_fail(b->ctl, "%s cannot be read: %s.", path, sqlite3_errmsg(from));
	if (r == 0)
		r = add(b, STREAM, &st, data, (size_t)size);
	sqlite3_free(data);
	sqlite3_close(copy);
	sqlite3_close(from);
	free(path);
	return r;
}

static int is_segment(const struct dirent *entry)
{
	return strlen(entry->d_name) == 12 && strspn(entry->d_name, "0123456789") == 8 &&
	       strcmp(entry->d_name + 8, ".log") == 0;
}

/* The newest. False: there is none; errno says why. */
static bool find_segment(const struct backup *b, char name[static 32])
{
	char *folder = path_of(b, "journal");
	struct dirent **list = NULL;
	int n;

	errno = 0;
	n = folder ? scandir(folder, &list, is_segment, alphasort) : 0;
	name[0] = '\0';
	for (int i = 0; i < n; i++) {
		snprintf(name, 32, "journal/%.20s", list[i]->d_name);
		free(list[i]);
	}
	free(list);
	free(folder);
	return *name;
}

/*
 * How far the log was is read before the log, which may be longer then; finished games, which leave the log for files
 * of their own, come after it.
 */
static int add_log(struct backup *b)
{
	char name[32], then[32];
	int r = add_folder(b, "journal");

	for (unsigned tries = 0; r == 0 && tries < TRIES; tries++) {
		const unsigned before = b->files;

		if (!find_segment(b, name))
			return errno == EACCES ?
				       ctl_fail(b->ctl,
						"%s/journal cannot be read: %s. It needs the rights of root or of "
						"the user flagfall.",
						b->state, strerror(errno)) :
				       ctl_fail(b->ctl, "%s has no journal: is it a daemon's state directory?",
						b->state);
		r = add_file(b, "journal/seen");
		if (r == 0)
			r = add_file(b, name);
		if (r == 0 && b->files == before + 2 && find_segment(b, then) && strcmp(name, then) == 0)
			return 0;
	}
	return r ? r : ctl_fail(b->ctl, "%s: the journal has a new segment again and again.", b->state);
}

/* Was it taken already, is it being written, or can it be made anew? */
static bool is_left_out(const char *name)
{
	static const char *const left[] = { "journal/seen", "journal/lock", "journal/index.db", "relay/stream.db",
					    "relay/sent.json" };
	const char *slash = strrchr(name, '/'), *dot = strrchr(slash ? slash : name, '.');

	for (size_t i = 0; i < sizeof(left) / sizeof(left[0]); i++)
		if (strncmp(name, left[i], strlen(left[i])) == 0)
			return true;
	if (strncmp(name, "journal/", 8) == 0 && !strchr(name + 8, '/') && dot && strcmp(dot, ".log") == 0)
		return true;
	return dot && (strcmp(dot, ".tmp") == 0 || strcmp(dot, ".new") == 0);
}

static int add_rest(struct backup *b)
{
	char *paths[] = { (char *)b->state, NULL };
	FTS *fts = fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
	FTSENT *one;
	int r = fts ? 0 : ctl_fail(b->ctl, "%s: %s.", b->state, strerror(errno));

	while (r == 0 && (one = fts_read(fts))) {
		const char *name = one->fts_path + strlen(b->state);

		name += strspn(name, "/");
		if (!*name || is_left_out(name))
			continue;
		if (one->fts_info == FTS_D)
			r = add_folder(b, name);
		else if (one->fts_info == FTS_F)
			r = add_file(b, name);
		else if (one->fts_info == FTS_DNR || one->fts_info == FTS_ERR)
			r = ctl_fail(b->ctl, "%s: %s.", one->fts_path, strerror(one->fts_errno));
	}
	if (fts)
		fts_close(fts);
	return r;
}

static int add_label(struct backup *b)
{
	const struct stat st = { .st_mode = S_IFREG | 0644, .st_mtime = time(NULL) };
	char machine[65] = "", *text;
	json_t *label;
	int r;

	gethostname(machine, sizeof(machine) - 1);
	label = json_pack("{s:s, s:I, s:s}", "machine", machine, "t_wall", (json_int_t)machine_clock_us(CLOCK_REALTIME),
			  "version", FLAGFALL_VERSION);
	text = json_dumps(label, JSON_COMPACT);
	r = text ? add(b, STATE_ARCHIVE_LABEL, &st, text, strlen(text)) : ctl_fail(b->ctl, "out of memory.");
	b->files = 0;
	free(text);
	json_decref(label);
	return r;
}

static int write_all(struct backup *b, const char *file)
{
	int r = 0;

	archive_write_set_format_pax_restricted(b->archive);
	archive_write_set_options(b->archive, "hdrcharset=UTF-8"); /* whatever the locale is */
	if (archive_write_add_filter_zstd(b->archive) != ARCHIVE_OK ||
	    archive_write_open_filename(b->archive, file) != ARCHIVE_OK)
		return ctl_fail(b->ctl, "%s: %s.", file, strerror(archive_errno(b->archive)));
	r = add_label(b);
	if (r == 0)
		r = add_stream(b);
	if (r == 0)
		r = add_log(b);
	if (r == 0)
		r = add_rest(b);
	if (r == 0 && archive_write_close(b->archive) != ARCHIVE_OK)
		r = fail_archive(b, file);
	return r;
}

/* On disk, under its name, or not at all. */
static int finish(const struct backup *b, const char *unfinished, const char *file, int status)
{
	const int fd = status ? -1 : open(unfinished, O_RDONLY | O_CLOEXEC);

	if (!status && (fd < 0 || fsync(fd) < 0 || rename(unfinished, file) < 0))
		status = ctl_fail(b->ctl, "%s: %s.", file, strerror(errno));
	if (fd >= 0)
		close(fd);
	if (status)
		unlink(unfinished);
	return status;
}

static int run_backup(struct ctl *ctl, int argc, char **argv)
{
	struct state_archive_input in = { .state = STATE_FOLDER, .question = "which file is to be written?" };
	struct backup b = { .ctl = ctl };
	char *unfinished = NULL;
	int status;

	ctl_parse(ctl, &argp, argc, argv, &in);
	b.state = in.state;
	b.archive = archive_write_new();
	if (!b.archive || asprintf(&unfinished, "%s.tmp", in.file) < 0)
		return ctl_fail(ctl, "out of memory.");
	umask(077);
	status = write_all(&b, unfinished);
	archive_write_free(b.archive);
	status = finish(&b, unfinished, in.file, status);
	free(unfinished);
	if (!status && ctl->json)
		ctl_print_json(json_pack("{s:s, s:i}", "file", in.file, "files", (int)b.files));
	else if (!status)
		printf("%s has %u files of %s.\n", in.file, b.files, in.state);
	return status;
}

const struct verb verb_backup = { "backup", run_backup, "all that the daemon keeps, in one file, while it runs" };
