// SPDX-License-Identifier: GPL-2.0-or-later
/* Where rulebooks are on disk. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rules/rulebook.h"
#include "rules/rulebook/book.h"

#ifndef FLAGFALL_RULES_DIR
#define FLAGFALL_RULES_DIR "/usr/share/flagfall/rules"
#endif

/* rules/books beside the build folder that the program runs from: the innermost, since a checkout may lie in one as
 * well. */
static bool build_tree_books(char buf[static PATH_MAX])
{
	static const char build[] = "/build/", books[] = "/rules/books";
	const ssize_t n = readlink("/proc/self/exe", buf, PATH_MAX - 1);

	if (n <= 0)
		return false;
	buf[n] = '\0';
	for (ssize_t i = n; i-- > 0;) {
		if (strncmp(buf + i, build, strlen(build)) != 0 || (size_t)i + sizeof(books) > PATH_MAX)
			continue;
		strcpy(buf + i, books);
		if (access(buf, R_OK) == 0)
			return true;
	}
	return false;
}

static const char *books_folder(char buf[static PATH_MAX])
{
	const char *env = secure_getenv("FLAGFALL_RULES");

	if (env && *env)
		return env;
	return build_tree_books(buf) ? buf : FLAGFALL_RULES_DIR;
}

int rulebook_path(const char *id, char *buf, size_t size)
{
	char folder[PATH_MAX];
	int n;

	/* An id is a word: nothing that walks out of the folder. */
	if (!*id || id[strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")] || *id == '.')
		return -ENOENT;
	n = snprintf(buf, size, "%s/%s.yaml", books_folder(folder), id);
	if (n < 0 || (size_t)n >= size)
		return -ENAMETOOLONG;
	return access(buf, R_OK) == 0 ? 0 : -ENOENT;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int rulebook_list(char ***ret)
{
	char folder[PATH_MAX], **list = NULL, **more;
	struct dirent *entry;
	size_t count = 0;
	int r = 0;
	DIR *dir = opendir(books_folder(folder));

	if (!dir)
		return -errno;
	while (errno = 0, (entry = readdir(dir))) {
		const size_t n = strlen(entry->d_name);

		if (n <= 5 || strcmp(entry->d_name + n - 5, ".yaml") || entry->d_name[0] == '.')
			continue;
		more = reallocarray(list, count + 2, sizeof(*list));
		if (!more)
			goto fail;
		list = more;
		list[count] = strndup(entry->d_name, n - 5);
		if (!list[count])
			goto fail;
		list[++count] = NULL;
	}
	r = -errno; /* a folder that cannot be read to its end has not fewer rulebooks */
	if (r < 0 || (!list && !(list = calloc(1, sizeof(*list)))))
		goto fail;
	closedir(dir);
	qsort(list, count, sizeof(*list), by_name);
	*ret = list;
	return 0;

fail:
	closedir(dir);
	rulebook_list_free(list);
	return r < 0 ? r : -ENOMEM;
}

void rulebook_list_free(char **list)
{
	for (char **p = list; p && *p; p++)
		free(*p);
	free(list);
}
