/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/salvage-pages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOG_HEADER 32
#define LOG_MAGIC 0x377f0682
#define FRAME_HEADER 24
#define LARGEST_PAGE 65536
#define FILE_HEADER 100
#define FILE_MAGIC "SQLite format 3"
#define USUAL_PAGE 1024	   /* JOURNAL_PAGE_BYTES */
#define LONGEST (4u << 20) /* bytes of one value; a rulebook has a fiftieth of that */
#define BEFORE 10
#define DISK_BLOCK 4096

static uint32_t be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint32_t le32(const uint8_t *p)
{
	return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

/* What the disk cannot read, not even at the second attempt, is left zero. -errno: nothing of it can be read. */
static int read_parts(int fd, uint8_t *data, size_t size)
{
	bool again = false;

	for (size_t used = 0; used < size;) {
		const ssize_t n = pread(fd, data + used, size - used, (off_t)used);

		if (n < 0 && errno != EIO && errno != EINTR)
			return -errno;
		if (n == 0)
			break;
		if (n > 0)
			used += (size_t)n;
		else if (again)
			used += DISK_BLOCK - used % DISK_BLOCK;
		again = n < 0 && !again;
	}
	return 0;
}

/* As much again as a page or frame may have is free behind it, and zero. */
static int read_whole(const char *path, uint8_t **ret, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), r = 0;
	struct stat st;

	*ret = NULL;
	*size = 0;
	if (fd < 0)
		return errno == ENOENT ? 0 : -errno;
	if (fstat(fd, &st) < 0)
		r = -errno;
	else if (!S_ISREG(st.st_mode))
		r = -EIO;
	else if (!(*ret = calloc(1, (size_t)st.st_size + FRAME_HEADER + LARGEST_PAGE)))
		r = -ENOMEM;
	if (r >= 0)
		r = read_parts(fd, *ret, (size_t)st.st_size);
	close(fd);
	if (r >= 0)
		*size = (size_t)st.st_size;
	return r;
}

static bool is_page_size(uint32_t n)
{
	return n >= 512 && n <= LARGEST_PAGE && (n & (n - 1)) == 0;
}

/* The last one may have been cut: what is left of it is searched as the others are. */
static size_t whole_parts(size_t size, size_t part)
{
	return (size + part - 1) / part * part;
}

/* The file says it, and the log; both may be damaged. */
static uint32_t page_size(const struct salvage_files *f)
{
	const uint32_t of_log = f->log_size >= LOG_HEADER ? be32(f->log + 8) : 0;
	const uint32_t of_file = f->file_size >= FILE_HEADER && !memcmp(f->file, FILE_MAGIC, sizeof(FILE_MAGIC)) ?
					 (uint32_t)f->file[16] << 8 | f->file[17] :
					 0;

	if (is_page_size(of_log))
		return of_log;
	return is_page_size(of_file) ? of_file : USUAL_PAGE;
}

/* The sum that SQLite keeps of the log's head, of words in the order that its first one tells. */
static bool is_log_head(const uint8_t *head)
{
	const bool big = head[3] & 1;
	uint32_t a = 0, b = 0;

	if ((be32(head) & ~1u) != LOG_MAGIC)
		return false;
	for (int i = 0; i < LOG_HEADER - 8; i += 8) {
		const uint8_t *p = head + i, *q = p + 4;

		a += b + (big ? be32(p) : le32(p));
		b += a + (big ? be32(q) : le32(q));
	}
	return a == be32(head + LOG_HEADER - 8) && b == be32(head + LOG_HEADER - 4);
}

int salvage_is_log(const char *path)
{
	uint8_t head[LOG_HEADER] = { 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC), r;
	struct stat st;

	if (fd < 0)
		return errno == ENOENT ? 1 : -errno;
	r = fstat(fd, &st) < 0 ? -errno : 0;
	if (r >= 0 && st.st_size >= LOG_HEADER)
		r = read_parts(fd, head, sizeof(head));
	if (r >= 0)
		r = st.st_size < LOG_HEADER || is_log_head(head);
	close(fd);
	return r;
}

static bool is_of_round(const struct salvage_files *f, size_t at)
{
	return memcmp(f->log + at + 8, f->salt, sizeof(f->salt)) == 0;
}

/* Frames of the present round have the log's salt, and its first frame has it, too, if the log's head is damaged. */
static void find_salt(struct salvage_files *f)
{
	const size_t frame = FRAME_HEADER + f->page_size;

	if (f->log_size < LOG_HEADER + frame)
		return;
	memcpy(f->salt, f->log + 16, sizeof(f->salt));
	for (size_t at = LOG_HEADER; at + frame <= f->log_size; at += frame)
		if (is_of_round(f, at))
			return;
	memcpy(f->salt, f->log + LOG_HEADER + 8, sizeof(f->salt));
}

int salvage_read(struct salvage_files *f, const char *path, const char *log)
{
	int r;

	*f = (struct salvage_files){ .page_size = USUAL_PAGE };
	r = read_whole(path, &f->file, &f->file_size);
	if (r >= 0)
		r = read_whole(log, &f->log, &f->log_size);
	if (r >= 0)
		f->page_size = page_size(f);
	f->file_size = whole_parts(f->file_size, f->page_size);
	if (f->log_size > LOG_HEADER)
		f->log_size = LOG_HEADER + whole_parts(f->log_size - LOG_HEADER, FRAME_HEADER + f->page_size);
	find_salt(f);
	return r;
}

void salvage_done(struct salvage_files *f)
{
	free(f->file);
	free(f->log);
	*f = (struct salvage_files){ 0 };
}

/* The newest page of that number; NULL none. */
static const uint8_t *page(const struct salvage_files *f, uint32_t number)
{
	size_t frame = FRAME_HEADER + f->page_size;
	const uint8_t *found = NULL;

	if (number == 0)
		return NULL;
	if ((size_t)number * f->page_size <= f->file_size)
		found = f->file + (size_t)(number - 1) * f->page_size;
	for (size_t at = LOG_HEADER; at + frame <= f->log_size; at += frame)
		if (be32(f->log + at) == number && is_of_round(f, at))
			found = f->log + at + FRAME_HEADER;
	return found;
}

/* A number of up to nine bytes; how many, 0 it is cut off. */
static unsigned varint(const uint8_t *p, const uint8_t *end, uint64_t *ret)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < 9 && p + i < end; i++) {
		if (i == 8) {
			*ret = v << 8 | p[i];
			return 9;
		}
		v = v << 7 | (p[i] & 0x7f);
		if (!(p[i] & 0x80)) {
			*ret = v;
			return i + 1;
		}
	}
	return 0;
}

/* Does a value of that serial type fit, and how long is it? -1 it does not. */
static long fits(char form, uint64_t type)
{
	static const unsigned char length[] = { 0, 1, 2, 3, 4, 6, 8 };

	switch (form) {
	case 'i':
	case 'I':
		return type >= 1 && type <= 6				    ? length[type] :
		       type == 8 || type == 9 || (form == 'I' && type == 0) ? 0 :
									      -1;
	case 't':
	case 'T':
		return type >= 13 && type % 2 && (type - 13) / 2 <= LONGEST ? (long)((type - 13) / 2) :
		       form == 'T' && type == 0				    ? 0 :
									      -1;
	case 'h':
	case 'H':
		return type == 12 + 2 * 32 ? 32 : form == 'H' && type == 0 ? 0 : -1;
	case 'n':
		return type == 0 ? 0 : -1;
	default:
		return -1;
	}
}

static int64_t integer(uint64_t type, const uint8_t *p, long size)
{
	int64_t v = size && p[0] & 0x80 ? -1 : 0;

	if (type == 8 || type == 9)
		return type == 9;
	for (long i = 0; i < size; i++)
		v = (int64_t)((uint64_t)v << 8 | p[i]);
	return v;
}

/* How much of a record lies on its own page: of a table that is more. */
static size_t local_size(const struct salvage_files *f, size_t size, bool table)
{
	size_t usable = f->page_size, most = table ? usable - 35 : (usable - 12) * 64 / 255 - 23;
	size_t least = (usable - 12) * 32 / 255 - 23, k;

	if (size <= most)
		return size;
	k = least + (size - least) % (usable - 4);
	return k <= most ? k : least;
}

/*
 * The whole record, what went over into other pages included: *ret, NULL where that is not to be had. free() *copy. 0
 * or -ENOMEM.
 */
static int gather(const struct salvage_files *f, const uint8_t *at, const uint8_t *end, size_t size, bool table,
		  uint8_t **copy, const uint8_t **ret)
{
	size_t used = local_size(f, size, table);
	uint32_t next;

	*copy = NULL;
	*ret = used == size && (size_t)(end - at) >= size ? at : NULL;
	if (used == size || (size_t)(end - at) < used + 4)
		return 0;
	*copy = malloc(size);
	if (!*copy)
		return -ENOMEM;
	memcpy(*copy, at, used);
	for (next = be32(at + used); used < size;) {
		const uint8_t *p = page(f, next);
		size_t part = size - used < f->page_size - 4 ? size - used : f->page_size - 4;

		if (!p)
			return 0;
		memcpy(*copy + used, p + 4, part);
		used += part;
		next = be32(p);
	}
	*ret = *copy;
	return 0;
}

/* A record's head: its length and a type each. The size of the record; 0: there is none of that form here. */
static size_t read_head(const uint8_t *at, const uint8_t *end, const char *form, uint64_t types[static SALVAGE_COLUMNS],
			size_t *head)
{
	size_t size, columns = strlen(form);
	unsigned n, used;
	uint64_t length;

	used = varint(at, end, &length);
	if (!used || length < columns + 1 || length > 9 * (columns + 1))
		return 0;
	size = length;
	for (size_t i = 0; i < columns; i++) {
		long bytes;

		n = varint(at + used, end, &types[i]);
		bytes = n ? fits(form[i], types[i]) : -1;
		if (bytes < 0)
			return 0;
		used += n;
		size += (size_t)bytes;
	}
	*head = used;
	return used == length ? size : 0;
}

static int try_here(const struct salvage_files *f, const uint8_t *start, const uint8_t *at, const char *form,
		    salvage_record_fn fn, void *userdata)
{
	bool table = form[0] == 'n'; /* the number of its rows stands before the record */
	const uint8_t *end = start + f->page_size, *whole;
	struct salvage_record record = { .columns = (unsigned)strlen(form) };
	uint64_t types[SALVAGE_COLUMNS];
	size_t head, size = read_head(at, end, form, types, &head), used;
	uint8_t *copy;
	int r;

	if (!size)
		return 0;
	r = gather(f, at, end, size, table, &copy, &whole);
	if (r >= 0 && whole) {
		used = head;
		for (unsigned i = 0; i < record.columns; i++) {
			long bytes = fits(form[i], types[i]);

			record.value[i] = (struct salvage_value){
				.type = types[i] == 0	  ? SALVAGE_NULL :
					types[i] < 12	  ? SALVAGE_INTEGER :
					types[i] % 2 == 0 ? SALVAGE_BLOB :
							    SALVAGE_TEXT,
				.integer = types[i] < 12 ? integer(types[i], whole + used, bytes) : 0,
				.data = whole + used,
				.size = (size_t)bytes,
			};
			used += (size_t)bytes;
		}
		record.before_size = at - start < BEFORE ? (unsigned)(at - start) : BEFORE;
		record.before = at - record.before_size;
		r = fn(userdata, &record);
	}
	free(copy);
	return r;
}

static int search_page(const struct salvage_files *f, const uint8_t *start, const char *form, salvage_record_fn fn,
		       void *userdata)
{
	for (size_t i = 1; i < f->page_size; i++) {
		int r = try_here(f, start, start + i, form, fn, userdata);

		if (r)
			return r;
	}
	return 0;
}

int salvage_find(const struct salvage_files *f, const char *form, salvage_record_fn fn, void *userdata)
{
	size_t frame = FRAME_HEADER + f->page_size;
	int r = 0;

	for (size_t at = 0; at + f->page_size <= f->file_size && r == 0; at += f->page_size)
		r = search_page(f, f->file + at, form, fn, userdata);
	/* frames of an earlier round lie behind those of the present one, and are older */
	for (int present = 0; present < 2; present++)
		for (size_t at = LOG_HEADER; at + frame <= f->log_size && r == 0; at += frame)
			if (is_of_round(f, at) == (bool)present)
				r = search_page(f, f->log + at + FRAME_HEADER, form, fn, userdata);
	return r;
}
