/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/journal/log-inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK "lock"
#define SEEN "seen"
#define SEEN_BYTES 256
#define PIECE (1u << 20) /* what is read at once */

int log_fail(struct log *log, int r, const char *format, ...)
{
	int n = snprintf(log->error, sizeof(log->error), "%.120s/", log->path);
	va_list ap;

	va_start(ap, format);
	vsnprintf(log->error + n, sizeof(log->error) - (size_t)n, format, ap);
	va_end(ap);
	return r;
}

int log_fail_with(struct log *log, int r, const char *name)
{
	return log_fail(log, r, "%.60s: %s", name, r == -ENOSPC ? "the disk is full" : strerror(-r));
}

int log_fail_errno(struct log *log, const char *name)
{
	return log_fail_with(log, -errno, name);
}

/* --- the folder --- */

int log_lock(struct log *log, const char *folder)
{
	*log = (struct log){ .dir = -1, .fd = -1, .lock = -1, .seen = -1 };
	log->path = strdup(folder);
	if (!log->path)
		return -ENOMEM;
	if (mkdir(folder, 0750) < 0 && errno != EEXIST)
		return log_fail_errno(log, "");
	log->dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (log->dir < 0)
		return log_fail_errno(log, "");
	log->lock = openat(log->dir, LOCK, O_RDWR | O_CREAT | O_CLOEXEC, 0640);
	if (log->lock < 0)
		return log_fail_errno(log, LOCK);
	if (flock(log->lock, LOCK_EX | LOCK_NB) < 0)
		return errno == EWOULDBLOCK ? log_fail(log, -EBUSY, LOCK ": another flagfalld has this journal") :
					      log_fail_errno(log, LOCK);
	log->seen = openat(log->dir, SEEN, O_RDWR | O_CREAT | O_CLOEXEC, 0640);
	return log->seen < 0 ? log_fail_errno(log, SEEN) : 0;
}

void log_close(struct log *log)
{
	close_fd(&log->fd);
	close_fd(&log->seen);
	close_fd(&log->lock);
	close_fd(&log->dir);
	free(log->path);
	free(log->data);
	log->path = log->data = NULL;
}

void log_read_seen(const struct log *log, struct log_place *ret)
{
	char text[SEEN_BYTES + 1] = "";
	struct log_place p = { 0 };
	int used = 0;

	*ret = (struct log_place){ 0 };
	if (pread(log->seen, text, SEEN_BYTES, 0) > 0 &&
	    sscanf(text,
		   CHAIN_FORMAT " 1 %32[0-9a-f] %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
				" %32[0-9a-f] .%n",
		   p.id, &p.segment, &p.end, &p.batches, &p.inputs, &p.next_game, p.digest, &used) == 7 &&
	    used > 0)
		*ret = p;
}

/* It needs no fsync of its own: it may know less than the log, never more. */
void log_write_seen(const struct log *log)
{
	const struct log_place *p = &log->place;
	char text[SEEN_BYTES];
	int n;

	memset(text, ' ', sizeof(text)); /* as long each time: one sector */
	n = snprintf(text, sizeof(text),
		     CHAIN_FORMAT " 1 %s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %s .", p->id,
		     p->segment, p->end, p->batches, p->inputs, p->next_game, p->digest);
	text[n] = ' ';
	text[sizeof(text) - 1] = '\n';
	if (log->seen >= 0 && pwrite(log->seen, text, sizeof(text), 0) < 0) {
		/* the journal goes without: nothing is lost by it */
	}
}

static bool is_segment(const char *name)
{
	const size_t digits = strspn(name, "0123456789");

	return digits == 8 && strcmp(name + digits, SUFFIX) == 0;
}

int log_find(struct log *log, char name[static 32])
{
	int fd = openat(log->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;
	int r = 0;

	name[0] = '\0';
	if (!dir) {
		close_fd(&fd);
		return log_fail_errno(log, "");
	}
	while (errno = 0, (entry = readdir(dir))) {
		if (is_segment(entry->d_name) && strcmp(entry->d_name, name) > 0)
			strcpy(name, entry->d_name);
		else if (strlen(entry->d_name) > sizeof(UNFINISHED) &&
			 strcmp(entry->d_name + strlen(entry->d_name) - strlen(UNFINISHED), UNFINISHED) == 0)
			unlinkat(log->dir, entry->d_name, 0);
	}
	if (errno) /* the newest may be behind that */
		r = log_fail_errno(log, "");
	closedir(dir);
	return r;
}

/* Segments before this one: all that was wanted of them is in it. */
static void remove_older(struct log *log)
{
	char name[32];

	for (uint64_t n = log->place.segment; n-- > 1 && log->place.segment - n < 8;) {
		snprintf(name, sizeof(name), "%08" PRIu64 SUFFIX, n);
		unlinkat(log->dir, name, 0);
	}
}

void log_name_aside(const struct log *log, char name[static 48])
{
	for (int i = 1;; i++) {
		snprintf(name, 48, "%.8s.damaged-%d", log->name, i);
		if (faccessat(log->dir, name, F_OK, AT_SYMLINK_NOFOLLOW) < 0)
			return;
	}
}

/* --- reading --- */

/* From where the reader is. lines: a file of lines, not a segment. */
static int scan(int fd, uint64_t to, struct chain_reader *reader, bool lines)
{
	size_t size = PIECE, had = 0;
	char *data = malloc(size);
	uint64_t at = reader->offset;
	int r = data ? 0 : -ENOMEM;

	while (r >= 0) {
		const uint64_t left = to - at;
		ssize_t n = pread(fd, data + had, left < size - had ? left : size - had, (off_t)at), used;
		bool last;

		if (n < 0) {
			r = errno == EINTR ? 0 : -errno;
			continue;
		}
		at += (uint64_t)n;
		had += (size_t)n;
		last = n == 0 || at == to;
		if (lines && !last) {
			used = 0;
		} else if (lines) {
			used = chain_read_lines(reader, data, had);
			r = (int)used;
			break;
		} else {
			used = chain_read(reader, data, had, last);
		}
		if (used < 0 || last) {
			r = used < 0 ? (int)used : 0;
			break;
		}
		had -= (size_t)used;
		memmove(data, data + used, had);
		if (size - had < PIECE / 2) {
			char *more = realloc(data, 2 * size);

			r = more ? 0 : -ENOMEM;
			data = more ? more : data;
			size *= more ? 2 : 1;
		}
	}
	free(data);
	return r;
}

int log_scan(int fd, uint64_t to, struct chain_reader *reader)
{
	return scan(fd, to, reader, false);
}

int log_scan_lines(int fd, struct chain_reader *reader)
{
	return scan(fd, UINT64_MAX, reader, true);
}

/* The id and the number in a segment's first line. 0; -EPROTONOSUPPORT: it is a newer version's. */
static int read_head(struct log *log, struct log_place *place)
{
	char text[1024] = "", *at;
	struct chain_line line;
	char *stop;
	ssize_t n;
	int version = 0;

	do
		n = pread(log->fd, text, sizeof(text) - 1, 0);
	while (n < 0 && errno == EINTR);
	if (n < 0) /* its id is not known: that is no damage */
		return log_fail_errno(log, log->name);
	stop = memchr(text, '\n', (size_t)n);
	if (!stop || !chain_line_parse(text, (size_t)(stop - text), &line) || line.kind != CHAIN_HEAD)
		return 0;
	*stop = '\0';
	at = strstr(text, "\"version\":");
	if (at && sscanf(at, "\"version\":%d", &version) == 1 && version > CHAIN_VERSION)
		return log_fail(
			log, -EPROTONOSUPPORT,
			"%s was written by a newer version of Flagfall (format %d, this one knows %d); it is left as it is",
			log->name, version, CHAIN_VERSION);
	at = strstr(text, "\"id\":\"");
	if (at && sscanf(at, "\"id\":\"%32[0-9a-f]\"", place->id) == 1)
		place->segment = strtoull(line.id, NULL, 10);
	return 0;
}

int log_read(struct log *log, const char *name, struct chain_reader *reader)
{
	struct stat st;
	int r;

	snprintf(log->name, sizeof(log->name), "%.31s", name);
	log->fd = openat(log->dir, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
	if (log->fd < 0 || fstat(log->fd, &st) < 0)
		return log_fail_errno(log, name);
	log->room = (uint64_t)st.st_size;
	log->place = (struct log_place){ .segment = strtoull(name, NULL, 10) };
	r = read_head(log, &log->place);
	if (r < 0)
		return r;
	r = log_scan(log->fd, log->room, reader);
	if (r < 0)
		return log_fail_with(log, r, name);
	log->place.end = reader->end;
	log->place.batches = reader->batch.number;
	log->place.inputs = reader->batch.inputs;
	log->place.next_game = reader->batch.next_game;
	memcpy(log->place.digest, reader->digest, sizeof(reader->digest));
	return 0;
}

/* --- writing --- */

static int write_at(int fd, const char *data, size_t size, uint64_t at)
{
	while (size > 0) {
		ssize_t n = pwrite(fd, data, size, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			return -ENOSPC;
		data += n;
		size -= (size_t)n;
		at += (uint64_t)n;
	}
	return 0;
}

static int write_zeros(int fd, uint64_t from, uint64_t to)
{
	static const char zeros[64 << 10];
	int r = 0;

	while (from < to && r >= 0) {
		const size_t bytes = to - from < sizeof(zeros) ? to - from : sizeof(zeros);

		r = write_at(fd, zeros, bytes, from);
		from += bytes;
	}
	return r;
}

/* Is it still the file that others find under its name, and as long as it was? */
static int check_place(struct log *log)
{
	struct stat here, there;

	if (fstat(log->fd, &here) < 0)
		return log_fail_errno(log, log->name);
	log->is_gone = true;
	if ((uint64_t)here.st_size < log->room)
		return log_fail(log, -ESTALE, "%s was cut while it was being written", log->name);
	if (fstatat(log->dir, log->name, &there, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? log_fail(log, -ESTALE, "%s was removed or renamed while it was being written",
						  log->name) :
					 log_fail_errno(log, log->name);
	if (here.st_nlink == 0 || here.st_ino != there.st_ino || here.st_dev != there.st_dev)
		return log_fail(log, -ESTALE, "%s was replaced while it was being written", log->name);
	log->is_gone = false;
	return 0;
}

int log_append(struct log *log, const char *body, size_t bytes, uint64_t inputs, uint64_t next_game)
{
	struct chain_batch batch = { .number = log->place.batches + 1,
				     .bytes = bytes,
				     .inputs = log->place.inputs + inputs,
				     .next_game = next_game };
	char head[CHAIN_BATCH_LINE];
	chain_digest digest;
	size_t length;
	uint64_t end;
	int r;

	memcpy(batch.after, log->place.digest, sizeof(batch.after));
	length = chain_batch_format(&batch, body, head, digest);
	end = log->place.end + length + bytes;
	if (log->size < length + bytes) {
		char *more = realloc(log->data, length + bytes);

		if (!more)
			return log_fail_with(log, -ENOMEM, log->name);
		log->data = more;
		log->size = length + bytes;
	}
	memcpy(log->data, head, length);
	if (bytes) /* that of a beat may have no line */
		memcpy(log->data + length, body, bytes);
	if (log->dirty < end)
		log->dirty = end;
	r = write_at(log->fd, log->data, length + bytes, log->place.end);
	if (r >= 0 && log->dirty > end) /* what an earlier try left */
		r = write_zeros(log->fd, end, log->dirty);
	if (r >= 0 && fdatasync(log->fd) < 0)
		r = -errno;
	if (r < 0)
		return log_fail_with(log, r, log->name);
	log->place.end = end;
	log->place.batches = batch.number;
	log->place.inputs = batch.inputs;
	log->place.next_game = next_game;
	memcpy(log->place.digest, digest, sizeof(digest));
	if (log->room < end)
		log->room = end;
	log->dirty = 0;
	return 0;
}

int log_write(struct log *log, const char *body, size_t bytes, uint64_t inputs, uint64_t next_game)
{
	const struct log_place before = log->place;
	int r = check_place(log); /* written behind what was cut, it would be as long as it was */

	if (r >= 0)
		r = log_append(log, body, bytes, inputs, next_game);
	if (r >= 0)
		r = check_place(log);
	if (r >= 0) {
		log_write_seen(log);
	} else if (log->place.end != before.end) { /* it is on a disk, and nobody will find it */
		log->dirty = log->place.end;
		log->place = before;
	}
	return r;
}

bool log_make_room(struct log *log)
{
	const uint64_t wanted = log->place.end + LOG_ROOM_BYTES;
	int r;

	if (log->room >= wanted || log->is_gone)
		return false;
	r = write_zeros(log->fd, log->room, log->room + LOG_ROOM_STEP);
	if (r >= 0 && fdatasync(log->fd) < 0)
		r = -errno;
	log->room_fault = r;
	if (r < 0)
		return false;
	log->room += LOG_ROOM_STEP;
	return log->room < wanted;
}

static int write_head(struct log *log, const struct log_place *after)
{
	char text[768];
	chain_digest digest;
	int n = snprintf(text, sizeof(text),
			 "%s log %" PRIu64 " {\"format\":\"" CHAIN_FORMAT
			 "\",\"version\":%d,\"program\":\"" FLAGFALL_VERSION
			 "\",\"id\":\"%s\",\"after\":{\"segment\":%" PRIu64 ",\"end\":%" PRIu64
			 ",\"digest\":\"%s\"}}\n",
			 chain_first, log->place.segment, CHAIN_VERSION, log->place.id, after->segment, after->end,
			 after->segment ? after->digest : "");
	int r;

	chain_digest_of(chain_first, text + CHAIN_DIGITS + 1, (size_t)n - CHAIN_DIGITS - 2, digest);
	memcpy(text, digest, CHAIN_DIGITS);
	r = write_at(log->fd, text, (size_t)n, 0);
	if (r < 0)
		return log_fail_with(log, r, log->name);
	memcpy(log->place.digest, digest, sizeof(digest));
	log->place.end = log->room = (uint64_t)n;
	log->place.batches = log->place.inputs = 0;
	return 0;
}

static int sync_folder(struct log *log)
{
	return fsync(log->dir) < 0 ? log_fail_errno(log, "") : 0;
}

int log_make_segment(struct log *log, uint64_t number, const struct log_place *after)
{
	char unfinished[40];

	log->place.segment = number;
	snprintf(log->name, sizeof(log->name), "%08" PRIu64 SUFFIX, number);
	snprintf(unfinished, sizeof(unfinished), "%s" UNFINISHED, log->name);
	log->fd = openat(log->dir, unfinished, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0640);
	return log->fd < 0 ? log_fail_errno(log, unfinished) : write_head(log, after);
}

/* It is whole, and takes its name. */
int log_finish_segment(struct log *log)
{
	char unfinished[40];
	int r;

	snprintf(unfinished, sizeof(unfinished), "%s" UNFINISHED, log->name);
	if (fsync(log->fd) < 0 || renameat(log->dir, unfinished, log->dir, log->name) < 0)
		return log_fail_errno(log, unfinished);
	r = sync_folder(log);
	if (r >= 0)
		log_write_seen(log);
	return r;
}

int log_begin(struct log *log, const struct log_place *place)
{
	static const struct log_place nothing;
	uint8_t random[CHAIN_DIGITS / 2];
	int r;

	close_fd(&log->fd);
	log->place = *place;
	if (getrandom(random, sizeof(random), 0) != sizeof(random))
		return log_fail_errno(log, "");
	for (size_t i = 0; i < sizeof(random); i++)
		sprintf(log->place.id + 2 * i, "%02x", random[i]);
	r = log_make_segment(log, place->segment + 1, &nothing);
	while (r >= 0 && log_make_room(log))
		;
	if (r >= 0)
		r = log_finish_segment(log);
	return r;
}

int log_go_on(struct log *log, const struct chain_reader *reader)
{
	int r = 0;

	if (reader->torn) {
		r = write_zeros(log->fd, log->place.end, log->place.end + reader->torn);
		if (r >= 0 && fdatasync(log->fd) < 0)
			r = -errno;
		if (r < 0)
			return log_fail_with(log, r, log->name);
	}
	remove_older(log);
	log_write_seen(log);
	while (log_make_room(log))
		;
	return 0;
}
