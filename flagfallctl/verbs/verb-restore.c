/* SPDX-License-Identifier: GPL-2.0-or-later */
/* restore: what "backup" has written becomes a daemon's state directory. */
#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "flagfallctl/client/calls.h"
#include "flagfallctl/client/state-archive.h"
#include "flagfallctl/verbs.h"
#include "stream/stream.h"

#define MOST_LABEL 4096

struct restore {
	const struct ctl *ctl;
	const char *file, *state;
	char *unfinished; /* a folder in the state directory, until all of it is there */
	json_t *label;
};

static const struct argp argp = {
	.options = state_archive_options,
	.parser = state_archive_parse,
	.args_doc = "FILE",
	.doc = "Put back what \"flagfallctl backup\" has written, where no daemon has a journal yet. Then start the daemon: what ran goes on, here "
	       "or on another machine. Needs the rights of root or of the user flagfall.\v"
	       "Two machines never run with copies of one state: the other one stays off, or its state is moved away. What the relay sends begins anew, "
	       "so that a centre takes this one and not the other.",
};

static int fail_restore(const struct restore *r, const char *path)
{
	return ctl_fail(r->ctl, "%s: %s.", path, strerror(errno));
}

static int take_label(struct restore *r, struct archive *from)
{
	char text[MOST_LABEL];
	la_ssize_t n = archive_read_data(from, text, sizeof(text));

	r->label = n > 0 ? json_loadb(text, (size_t)n, 0, NULL) : NULL;
	return json_is_object(r->label) ? 0 : ctl_fail(r->ctl, "%s is no backup of flagfallctl.", r->file);
}

static int copy_data(const struct restore *r, struct archive *from, struct archive *to)
{
	const void *piece;
	size_t size;
	la_int64_t at;
	int rc;

	while ((rc = archive_read_data_block(from, &piece, &size, &at)) == ARCHIVE_OK)
		if (archive_write_data_block(to, piece, size, at) < 0)
			return ctl_fail(r->ctl, "%s: %s.", r->state, archive_error_string(to));
	return rc == ARCHIVE_EOF ? 0 : ctl_fail(r->ctl, "%s: %s.", r->file, archive_error_string(from));
}

static int extract_one(struct restore *r, struct archive *from, struct archive *to, struct archive_entry *entry)
{
	const char *name = archive_entry_pathname(entry) ?: "";
	char *path = NULL;
	int status;

	if (!r->label)
		return strcmp(name, STATE_ARCHIVE_LABEL) == 0 ?
			       take_label(r, from) :
			       ctl_fail(r->ctl, "%s is no backup of flagfallctl.", r->file);
	if (archive_entry_filetype(entry) != AE_IFREG && archive_entry_filetype(entry) != AE_IFDIR)
		return ctl_fail(r->ctl, "%s: %s is no file.", r->file, name);
	if (asprintf(&path, "%s/%s", r->unfinished, name) < 0)
		return ctl_fail(r->ctl, "out of memory.");
	archive_entry_set_pathname(entry, path);
	free(path);
	if (archive_write_header(to, entry) != ARCHIVE_OK)
		return ctl_fail(r->ctl, "%s: %s.", r->state, archive_error_string(to));
	status = archive_entry_size(entry) > 0 ? copy_data(r, from, to) : 0;
	if (!status && archive_write_finish_entry(to) != ARCHIVE_OK)
		status = ctl_fail(r->ctl, "%s: %s.", r->state, archive_error_string(to));
	return status;
}

static int extract(struct restore *r)
{
	struct archive *from = archive_read_new(), *to = archive_write_disk_new();
	int flags = ARCHIVE_EXTRACT_TIME | ARCHIVE_EXTRACT_PERM | ARCHIVE_EXTRACT_SECURE_SYMLINKS |
		    ARCHIVE_EXTRACT_SECURE_NODOTDOT;
	struct archive_entry *entry;
	int status = 0, rc = ARCHIVE_OK;

	if (geteuid() == 0)
		flags |= ARCHIVE_EXTRACT_OWNER;
	archive_read_support_filter_zstd(from);
	archive_read_support_format_tar(from);
	archive_read_set_options(from, "hdrcharset=UTF-8");
	archive_write_disk_set_options(to, flags);
	archive_write_disk_set_standard_lookup(to);
	if (archive_read_open_filename(from, r->file, 1 << 16) != ARCHIVE_OK)
		status = ctl_fail(r->ctl, "%s: %s.", r->file, archive_error_string(from));
	while (!status && (rc = archive_read_next_header(from, &entry)) == ARCHIVE_OK)
		status = extract_one(r, from, to, entry);
	if (!status && rc != ARCHIVE_EOF)
		status = ctl_fail(r->ctl, "%s: %s.", r->file, archive_error_string(from));
	if (!status && !r->label)
		status = ctl_fail(r->ctl, "%s is no backup of flagfallctl.", r->file);
	archive_read_free(from);
	if (archive_write_free(to) != ARCHIVE_OK && !status)
		status = ctl_fail(r->ctl, "%s: it cannot be written whole.", r->state);
	return status;
}

/* So that a centre takes this one, should the other one run again. */
static int begin_anew(const struct restore *r)
{
	char *path = NULL, err[256];
	int status = 0;

	if (asprintf(&path, "%s/relay/stream.db", r->unfinished) < 0)
		return ctl_fail(r->ctl, "out of memory.");
	if (access(path, F_OK) == 0 && stream_epoch_begin(path, 0, err) < 0)
		status = ctl_fail(r->ctl, "%s.", err);
	free(path);
	return status;
}

static int move_one(const struct restore *r, const char *name)
{
	char *from = NULL, *to = NULL;
	int status = 0;

	if (asprintf(&from, "%s/%s", r->unfinished, name) < 0 || asprintf(&to, "%s/%s", r->state, name) < 0)
		return ctl_fail(r->ctl, "out of memory.");
	rmdir(to); /* an empty folder, as a package or a unit makes it, is none that has anything */
	if (rename(from, to) < 0)
		status = fail_restore(r, to);
	free(from);
	free(to);
	return status;
}

/* The journal comes last: without it there is no state. */
static int move_all(const struct restore *r)
{
	struct dirent **list = NULL;
	int n = scandir(r->unfinished, &list, NULL, alphasort), status = n < 0 ? fail_restore(r, r->unfinished) : 0;

	for (int i = 0; i < n; i++) {
		if (!status && list[i]->d_name[0] != '.' && strcmp(list[i]->d_name, "journal") != 0)
			status = move_one(r, list[i]->d_name);
		free(list[i]);
	}
	free(list);
	return status ? status : move_one(r, "journal");
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	return remove(path);
}

static bool has_journal(const char *state)
{
	char *path = NULL;
	struct dirent **list = NULL;
	int n;

	if (asprintf(&path, "%s/journal", state) < 0)
		return true;
	n = scandir(path, &list, NULL, NULL);
	for (int i = 0; i < n; i++)
		free(list[i]);
	free(list);
	free(path);
	return n > 2;
}

static void tell(const struct restore *r)
{
	const time_t made = json_integer_value(json_object_get(r->label, "t_wall")) / 1000000;
	char when[CTL_TIME];

	if (r->ctl->json) {
		ctl_print_json(json_incref(r->label));
		return;
	}
	printf("%s has the state of the machine \"%s\" as it was at %s. What was played since is not in it.\n"
	       "That machine must not run with its state any more. Here: systemctl start flagfalld, and flagfall-relay if games "
	       "are relayed.\n",
	       r->state, ctl_text(r->label, "machine"), ctl_local_time(made, "%F %T", when));
}

static int run_restore(struct ctl *ctl, int argc, char **argv)
{
	struct state_archive_input in = { .state = STATE_FOLDER, .question = "which file is to be put back?" };
	struct restore r = { .ctl = ctl };
	int status;

	ctl_parse(ctl, &argp, argc, argv, &in);
	r.file = in.file;
	r.state = in.state;
	if (has_journal(in.state))
		return ctl_fail(
			ctl,
			"%s has a journal already: stop the daemon, and move what is there away (mv %s %s.old) if the backup is to take its "
			"place.",
			in.state, in.state, in.state);
	if (mkdir(in.state, 0755) < 0 && errno != EEXIST)
		return fail_restore(&r, in.state);
	if (asprintf(&r.unfinished, "%s/.restored", in.state) < 0)
		return ctl_fail(ctl, "out of memory.");
	nftw(r.unfinished, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	if (mkdir(r.unfinished, 0700) < 0)
		return fail_restore(&r, r.unfinished);
	status = extract(&r);
	if (!status)
		status = begin_anew(&r);
	if (!status)
		status = move_all(&r);
	nftw(r.unfinished, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	if (!status)
		tell(&r);
	json_decref(r.label);
	free(r.unfinished);
	return status;
}

const struct verb verb_restore = { "restore", run_restore, "what backup has written becomes a daemon's state" };
