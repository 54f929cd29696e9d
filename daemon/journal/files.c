/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of finished games and ended events: their lines, as they were in the log. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/journal/inside.h"
#include "common/machine-clock.h"
#include "common/packed-file.h"

#define GAMES "games"
#define EVENTS "events"
#define GAMES_A_FOLDER 1000
#define GAME_SUFFIX ".trace"
#define EVENT_SUFFIX ".log"
#define AGAIN_US 10000000 /* a file that could not be written */
#define DAY_US (INT64_C(24) * 3600 * 1000000)
#define CARE_US (DAY_US / 24)
#define PATH 200

static void path_of(bool is_event, const char *id, char path[static PATH])
{
	if (is_event)
		snprintf(path, PATH, EVENTS "/%.128s" EVENT_SUFFIX, id);
	else
		snprintf(path, PATH, GAMES "/%" PRIu64 "/%.20s" GAME_SUFFIX,
			 (uint64_t)strtoull(id, NULL, 10) / GAMES_A_FOLDER, id);
}

/* --- reading --- */

struct picking {
	bool is_event;
	const char *id;
	struct lines books;
	struct owner as; /* what its lines say of it, and they */
};

static int pick_line(void *userdata, const struct chain_line *line, struct chain_owner *owner, bool begins)
{
	struct picking *p = userdata;
	int r;

	if (line->kind == CHAIN_RULEBOOK)
		return p->is_event ? 0 : lines_add(&p->books, line->text, line->length);
	if (!owner || owner->is_event != p->is_event || strcmp(owner->id, p->id) != 0)
		return 0;
	if (begins)
		lines_free(&p->as.lines);
	r = owner_take(&p->as, line);
	return r < 0 ? r : lines_add(&p->as.lines, line->text, line->length);
}

static void picking_done(struct picking *p)
{
	owner_done(&p->as);
	lines_free(&p->books);
}

struct book {
	const char *name;
	struct lines *to;
};

static int add_book(void *userdata, const struct chain_line *line)
{
	struct book *b = userdata;

	return strcmp(line->id, b->name) == 0 && !b->to->count ? lines_add(b->to, line->text, line->length) : 0;
}

/* The texts of its rulebook, and its own lines. */
static int put_together(const struct lines *books, const struct owner *o, struct lines *ret)
{
	int r = *o->rulebook ? lines_each(books, add_book, &(struct book){ o->rulebook, ret }) : 0;

	return r < 0 ? r : lines_join(ret, &o->lines);
}

static int files_read_file(struct journal *j, bool is_event, const char *id, struct lines *ret)
{
	struct picking p = { .is_event = is_event, .id = id, .as.is_event = is_event };
	const struct chain_sink sink = { pick_line, &p };
	struct chain_reader reader;
	char path[PATH];
	int fd, r;

	path_of(is_event, id, path);
	fd = packed_file_open(j->log.dir, path);
	if (fd == -EBADMSG)
		journal_say(j, "%.160s" PACKED_SUFFIX " is damaged", path);
	if (fd < 0)
		return fd;
	chain_reader_init(&reader, &sink);
	r = log_scan_lines(fd, &reader);
	close(fd);
	if (r >= 0)
		r = put_together(&p.books, &p.as, ret);
	if (r >= 0 && (chain_reader_is_damaged(&reader) || !p.as.lines.count)) {
		journal_say(j, "%.160s is damaged", path);
		r = -EBADMSG;
	} else if (r >= 0 && !owner_is_finished(&p.as)) { /* it had a file when it was */
		journal_say(j, "%.160s is damaged: it ends before the %s does", path, is_event ? "event" : "game");
		r = -EBADMSG;
	}
	chain_reader_done(&reader);
	picking_done(&p);
	return r;
}

static int read_segment(struct journal *j, struct owner *o, struct lines *ret)
{
	struct picking p = { .is_event = o->is_event, .id = o->id, .as.is_event = o->is_event };
	const struct chain_sink sink = { pick_line, &p };
	struct chain_reader reader;
	int r;

	chain_reader_init(&reader, &sink);
	reader.seen_end = UINT64_MAX;
	r = log_scan(j->fd, j->place.end, &reader);
	if (r >= 0)
		r = put_together(&p.books, &p.as, ret);
	if (r >= 0 && chain_reader_is_damaged(&reader)) {
		journal_say(j, "the journal is damaged at byte %" PRIu64, reader.first_damage);
		r = -EBADMSG;
	}
	chain_reader_done(&reader);
	picking_done(&p);
	return r;
}

int files_read(struct journal *j, bool is_event, const char *id, struct lines *ret)
{
	struct owner *o = owner_find(j, is_event, id);
	int r = !o	     ? files_read_file(j, is_event, id, ret) :
		!j->has_read ? put_together(&j->books, o, ret) :
			       read_segment(j, o, ret);

	if (r < 0 && r != -ENOENT && r != -ENOMEM && r != -EBADMSG)
		journal_say(j, "%s %.100s cannot be read: %s", is_event ? "event" : "game", id, strerror(-r));
	return r;
}

bool files_have(const struct journal *j, bool is_event, const char *id, const chain_digest last)
{
	char path[PATH], text[64 << 10], *line;
	struct stat st;
	ssize_t n = -1;
	int fd;

	path_of(is_event, id, path);
	fd = packed_file_open(j->log.dir, path);
	if (fd >= 0 && fstat(fd, &st) == 0)
		n = pread(fd, text, sizeof(text) - 1,
			  st.st_size < (off_t)sizeof(text) ? 0 : st.st_size - (off_t)sizeof(text) + 1);
	if (fd >= 0)
		close(fd);
	if (n < CHAIN_DIGITS || text[n - 1] != '\n')
		return false;
	text[n - 1] = '\0';
	line = memrchr(text, '\n', (size_t)n - 1);
	line = line ? line + 1 : text;
	return strncmp(line, last, CHAIN_DIGITS) == 0 && line[CHAIN_DIGITS] == ' ';
}

bool files_have_game(const struct journal *j, uint64_t game)
{
	char path[PATH], id[24];

	snprintf(id, sizeof(id), "%" PRIu64, game);
	path_of(false, id, path);
	if (faccessat(j->log.dir, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
		return true;
	strcat(path, PACKED_SUFFIX);
	return faccessat(j->log.dir, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* --- writing --- */

/* What a file is made of. */
struct filed {
	struct owner as; /* as the segment has it */
	int r;
};

struct filing {
	struct journal *journal;
	int dir, fd;
	uint64_t to;
	struct filed *items;
	size_t count;
	struct lines books;
	int r;
};

static int file_line(void *userdata, const struct chain_line *line, struct chain_owner *owner, bool begins)
{
	struct filing *f = userdata;
	struct filed *item;
	int r;

	if (line->kind == CHAIN_RULEBOOK)
		return lines_add(&f->books, line->text, line->length);
	if (!owner)
		return 0;
	if (begins) {
		owner->userdata = NULL;
		for (size_t i = 0; i < f->count && !owner->userdata; i++)
			if (f->items[i].as.is_event == owner->is_event && strcmp(f->items[i].as.id, owner->id) == 0)
				owner->userdata = &f->items[i];
	}
	item = owner->userdata;
	if (!item)
		return 0;
	if (begins)
		lines_free(&item->as.lines);
	r = owner_take(&item->as, line);
	return r < 0 ? r : lines_add(&item->as.lines, line->text, line->length);
}

static int files_write_all(int fd, const char *text, size_t length)
{
	while (length > 0) {
		ssize_t n = write(fd, text, length);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		text += n;
		length -= (size_t)n;
	}
	return 0;
}

/* By rename, so that it is whole whenever it is there. */
static int write_file(int dir, const char *path, const struct lines *lines)
{
	char unfinished[PATH + 8];
	int fd, r;

	snprintf(unfinished, sizeof(unfinished), "%s.new", path);
	fd = openat(dir, unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0640);
	if (fd < 0)
		return -errno;
	r = files_write_all(fd, lines->text, lines->length);
	if (r >= 0 && fsync(fd) < 0)
		r = -errno;
	close(fd);
	if (r >= 0 && renameat(dir, unfinished, dir, path) < 0)
		r = -errno;
	if (r < 0)
		unlinkat(dir, unfinished, 0);
	return r;
}

static int make_folder(int dir, const char *path)
{
	return mkdirat(dir, path, 0750) < 0 && errno != EEXIST ? -errno : 0;
}

/* What it is in lasts, too. */
static int sync_folder(int dir, const char *path)
{
	int fd = openat(dir, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), r;

	if (fd < 0)
		return -errno;
	r = fsync(fd) < 0 ? -errno : 0;
	close(fd);
	return r;
}

static int file_item(struct filing *f, struct filed *item)
{
	struct lines whole = { 0 };
	char path[PATH], folder[PATH];
	int r = item->as.lines.count ? 0 : -ENODATA;

	path_of(item->as.is_event, item->as.id, path);
	strcpy(folder, path);
	*strrchr(folder, '/') = '\0';
	if (r >= 0)
		r = make_folder(f->dir, item->as.is_event ? EVENTS : GAMES);
	if (r >= 0)
		r = make_folder(f->dir, folder);
	if (r >= 0)
		r = put_together(&f->books, &item->as, &whole);
	if (r >= 0)
		r = write_file(f->dir, path, &whole);
	if (r >= 0)
		r = sync_folder(f->dir, folder);
	strcat(path, PACKED_SUFFIX);
	if (r >= 0)
		unlinkat(f->dir, path, 0); /* what it was before it was taken up again */
	lines_free(&whole);
	return r;
}

static void file_all(void *userdata)
{
	struct filing *f = userdata;
	const struct chain_sink sink = { file_line, f };
	struct chain_reader reader;

	chain_reader_init(&reader, &sink);
	reader.seen_end = UINT64_MAX;
	f->r = log_scan(f->fd, f->to, &reader);
	if (f->r >= 0 && chain_reader_is_damaged(&reader))
		f->r = -EUCLEAN;
	chain_reader_done(&reader);
	for (size_t i = 0; i < f->count; i++)
		f->items[i].r = f->r < 0 ? f->r : file_item(f, &f->items[i]);
}

static void filing_free(struct filing *f)
{
	for (size_t i = 0; i < f->count; i++)
		owner_done(&f->items[i].as);
	lines_free(&f->books);
	free(f->items);
	if (f->fd >= 0)
		close(f->fd);
	free(f);
}

static void on_filed(void *userdata)
{
	struct filing *f = userdata;
	struct journal *j = f->journal;

	j->filing = NULL;
	for (size_t i = 0; i < f->count; i++) {
		struct owner *o = owner_find(j, f->items[i].as.is_event, f->items[i].as.id);

		if (f->items[i].r < 0) {
			j->file_again_us = machine_clock_us(CLOCK_MONOTONIC) + AGAIN_US;
			snprintf(j->news, sizeof(j->news), "%s %.60s has no file of its own yet: %s; it is tried again",
				 f->items[i].as.is_event ? "Event" : "Game", f->items[i].as.id,
				 strerror(-f->items[i].r));
		}
		if (f->items[i].r < 0 || (o && strcmp(o->last, f->items[i].as.last) != 0))
			j->must_file = true; /* more was said of it since */
		else if (o)
			owner_remove(j, o);
	}
	filing_free(f);
	files_make(j);
}

void files_make(struct journal *j)
{
	struct filing *f;

	if (!j->must_file || j->filing || machine_clock_us(CLOCK_MONOTONIC) < j->file_again_us)
		return;
	f = calloc(1, sizeof(*f));
	if (!f)
		return;
	*f = (struct filing){ .journal = j, .dir = j->log.dir, .fd = dup(j->fd), .to = j->place.end };
	f->items = calloc(j->owner_count + 1, sizeof(*f->items));
	for (size_t i = 0; i < j->owner_count && f->items; i++)
		if (owner_is_finished(j->owners[i])) {
			f->items[f->count].as.is_event = j->owners[i]->is_event;
			strcpy(f->items[f->count++].as.id, j->owners[i]->id);
		}
	j->must_file = false;
	if (f->count && f->fd >= 0 && worker_run(j->filer, file_all, on_filed, f) >= 0) {
		j->filing = f;
		return;
	}
	j->must_file = f->count > 0;
	filing_free(f);
}

/* --- all of them --- */

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_event_file(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');

	return dot && strcmp(dot, EVENT_SUFFIX) == 0;
}

int files_events(struct journal *j, int (*fn)(void *userdata, const char *id), void *userdata)
{
	struct dirent **list = NULL;
	int n = scandirat(j->log.dir, EVENTS, &list, is_event_file, by_name), r = 0;

	for (int i = 0; i < n; i++) {
		char id[CHAIN_ID + 1];

		snprintf(id, sizeof(id), "%.*s", (int)(strlen(list[i]->d_name) - strlen(EVENT_SUFFIX)),
			 list[i]->d_name);
		if (r == 0)
			r = fn(userdata, id);
		free(list[i]);
	}
	free(list);
	return r;
}

static int is_game_file(const struct dirent *entry)
{
	const size_t digits = strspn(entry->d_name, "0123456789");

	return digits && (!entry->d_name[digits] || strcmp(entry->d_name + digits, GAME_SUFFIX) == 0 ||
			  strcmp(entry->d_name + digits, GAME_SUFFIX PACKED_SUFFIX) == 0);
}

int files_games(struct journal *j, int (*fn)(void *userdata, uint64_t game), void *userdata)
{
	struct dirent **folders = NULL, **list = NULL;
	int n = scandirat(j->log.dir, GAMES, &folders, is_game_file, by_name), r = 0;

	for (int i = 0; i < n; i++) {
		char path[PATH];
		int m = 0;

		snprintf(path, sizeof(path), GAMES "/%.64s", folders[i]->d_name);
		m = r == 0 ? scandirat(j->log.dir, path, &list, is_game_file, by_name) : 0;
		for (int k = 0; k < m; k++) {
			if (r == 0 && strchr(list[k]->d_name, '.'))
				r = fn(userdata, strtoull(list[k]->d_name, NULL, 10));
			free(list[k]);
		}
		if (m >= 0)
			free(list);
		list = NULL;
		free(folders[i]);
	}
	free(folders);
	return r;
}

/* --- care: what nobody asks for any more lies packed, and is not kept for ever --- */

struct care {
	struct journal *journal;
	int dir;
	time_t pack_before, drop_before; /* changed before that; 0 never */
	unsigned dropped;
};

static void care_for(struct care *c, const char *path)
{
	struct stat st;

	if (fstatat(c->dir, path, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode))
		return;
	if (st.st_mtime < c->drop_before)
		c->dropped += unlinkat(c->dir, path, 0) == 0;
	else if (st.st_mtime < c->pack_before && !packed_file_is_one(path))
		packed_file_pack(c->dir, path); /* one that fails stays as it is until the next time */
}

static void care_for_folder(struct care *c, const char *folder)
{
	struct dirent **list = NULL;
	char path[PATH];
	int n = scandirat(c->dir, folder, &list, is_game_file, by_name);

	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%.100s/%.64s", folder, list[i]->d_name);
		if (strchr(list[i]->d_name, '.'))
			care_for(c, path);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
}

static void care_for_all(void *userdata)
{
	struct care *c = userdata;
	struct dirent **folders = NULL;
	char folder[PATH];
	int n = scandirat(c->dir, GAMES, &folders, is_game_file, by_name);

	for (int i = 0; i < n; i++) {
		snprintf(folder, sizeof(folder), GAMES "/%.64s", folders[i]->d_name);
		care_for_folder(c, folder);
		free(folders[i]);
	}
	if (n >= 0)
		free(folders);
}

static bool is_kept(void *userdata, uint64_t game)
{
	return owner_game(userdata, game) || files_have_game(userdata, game);
}

static void on_cared(void *userdata)
{
	struct care *c = userdata;
	struct journal *j = c->journal;

	if (c->dropped)
		index_drop_missing(j->index, is_kept, j);
	j->is_caring = false;
	free(c);
}

void files_care(struct journal *j)
{
	const int64_t now_us = machine_clock_us(CLOCK_BOOTTIME);
	const time_t now = machine_clock_us(CLOCK_REALTIME) / 1000000;
	struct care *c;

	if (j->is_caring || j->filing || now_us < j->care_us)
		return;
	c = calloc(1, sizeof(*c));
	if (!c)
		return;
	j->care_us = now_us + CARE_US;
	*c = (struct care){ .journal = j,
			    .dir = j->log.dir,
			    .pack_before = now - DAY_US / 1000000,
			    .drop_before = j->keep_days ? now - (time_t)j->keep_days * (DAY_US / 1000000) : 0 };
	if (worker_run(j->filer, care_for_all, on_cared, c) >= 0)
		j->is_caring = true;
	else
		free(c);
}

void journal_keep(struct journal *j, unsigned days)
{
	j->keep_days = days;
}
