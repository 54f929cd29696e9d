/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All files below a folder, to be put back as they were, or otherwise. */
#ifndef TESTS_UNIT_FOLDER_IMAGE_H
#define TESTS_UNIT_FOLDER_IMAGE_H

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/unit/memory-folder.h"

#define FOLDER_IMAGE_FILES 64

struct folder_image {
	struct folder_file {
		char name[128]; /* from the folder on */
		char *data;
		size_t size;
	} files[FOLDER_IMAGE_FILES];
	unsigned count;
	size_t root; /* length of the folder's path */
};

static struct folder_image *folder_image_taken;

static inline int folder_image_add(const char *path, const struct stat *st, int type, struct FTW *at)
{
	struct folder_image *im = folder_image_taken;
	struct folder_file *f = &im->files[im->count];
	int fd;

	(void)at;
	if (type != FTW_F)
		return 0;
	assert_true(im->count < FOLDER_IMAGE_FILES);
	snprintf(f->name, sizeof(f->name), "%s", path + im->root + 1);
	f->size = (size_t)st->st_size;
	f->data = malloc(f->size + 1);
	assert_non_null(f->data);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0 && read(fd, f->data, f->size) == (ssize_t)f->size);
	close(fd);
	im->count++;
	return 0;
}

static inline int folder_image_by_name(const void *a, const void *b)
{
	return strcmp(((const struct folder_file *)a)->name, ((const struct folder_file *)b)->name);
}

static inline void folder_image_free(struct folder_image *im)
{
	while (im->count > 0)
		free(im->files[--im->count].data);
}

/* In the order of their names; what it had is freed. */
static inline void folder_image_take(struct folder_image *im, const char *folder)
{
	folder_image_free(im);
	im->root = strlen(folder);
	folder_image_taken = im;
	assert_int_equal(nftw(folder, folder_image_add, 8, FTW_PHYS), 0);
	qsort(im->files, im->count, sizeof(im->files[0]), folder_image_by_name);
}

static inline void folder_image_copy(struct folder_image *to, const struct folder_image *from)
{
	folder_image_free(to);
	*to = *from;
	for (unsigned i = 0; i < to->count; i++) { /* each has its own bytes */
		to->files[i].data = malloc(to->files[i].size + 1);
		assert_non_null(to->files[i].data);
		memcpy(to->files[i].data, from->files[i].data, to->files[i].size);
	}
}

/* Nothing else is in the folder then. A file whose data is NULL is left out. */
static inline void folder_image_put(const struct folder_image *im, const char *folder)
{
	memory_folder_clear(folder);
	for (unsigned i = 0; i < im->count; i++) {
		const struct folder_file *f = &im->files[i];
		char path[256];
		int fd;

		snprintf(path, sizeof(path), "%s/%s", folder, f->name);
		for (char *c = path + strlen(folder) + 1; (c = strchr(c, '/')); *c++ = '/') {
			*c = '\0';
			mkdir(path, 0700);
		}
		if (!f->data)
			continue;
		fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		assert_true(fd >= 0 && write(fd, f->data, f->size) == (ssize_t)f->size);
		close(fd);
	}
}

#endif
