/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds rulebooks on disk and puts parents and children together. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rules/game.h"
#include "rules/rulebook/book.h"

#ifndef FLAGFALL_RULES_DIR
#define FLAGFALL_RULES_DIR "/usr/share/flagfall/rules"
#endif
#define MAX_PARENTS 8

/* rules/books beside the build folder that the program runs from. */
static bool build_tree_books(char buf[static PATH_MAX])
{
	const ssize_t n = readlink("/proc/self/exe", buf, PATH_MAX - 1);
	char *build;

	if (n <= 0)
		return false;
	buf[n] = '\0';
	build = strstr(buf, "/build/");
	if (!build || build - buf + sizeof("/rules/books") > PATH_MAX)
		return false;
	strcpy(build, "/rules/books");
	return access(buf, R_OK) == 0;
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
	DIR *dir = opendir(books_folder(folder));

	if (!dir)
		return -errno;
	while ((entry = readdir(dir))) {
		const size_t n = strlen(entry->d_name);

		if (n <= 5 || strcmp(entry->d_name + n - 5, ".yaml") || entry->d_name[0] == '.')
			continue;
		more = reallocarray(list, count + 2, sizeof(*list));
		if (!more)
			goto no_memory;
		list = more;
		list[count] = strndup(entry->d_name, n - 5);
		if (!list[count])
			goto no_memory;
		list[++count] = NULL;
	}
	closedir(dir);
	if (!list && !(list = calloc(1, sizeof(*list))))
		return -ENOMEM;
	qsort(list, count, sizeof(*list), by_name);
	*ret = list;
	return 0;

no_memory:
	closedir(dir);
	rulebook_list_free(list);
	return -ENOMEM;
}

void rulebook_list_free(char **list)
{
	for (char **p = list; p && *p; p++)
		free(*p);
	free(list);
}

static void complain_about(rulebook_complaint complain, void *userdata, const char *file, unsigned line, const char *reason)
{
	if (complain)
		complain(userdata, file, line, reason);
}

/* Who inherits whom, from the eldest child. */
struct heir { const char *path; const struct heir *child; };

static bool inherits(const struct heir *heir, const char *path)
{
	while (heir && strcmp(heir->path, path))
		heir = heir->child;
	return heir;
}

/*
 * The order of the road: the eldest parent first, so that what a child says comes later and wins. Each file is read
 * into the same book; only id, title and file are the child's alone.
 */
static int load_file(struct rulebook *book, const char *path, const struct heir *child, unsigned depth, rulebook_complaint complain,
		     void *userdata)
{
	const struct heir heir = { path, child };
	__attribute__((cleanup(rulebook_freep))) struct rulebook *self = calloc(1, sizeof(*self));
	char parent[PATH_MAX], text[200];
	int findings, r;

	if (!self)
		return -ENOMEM;
	/* Once to learn the parent, in silence. */
	r = rulebook_read(self, path, NULL, NULL);
	if (r < 0)
		return r;
	findings = 0;
	if (self->inherits && strcmp(self->inherits, "none")) {
		if (depth == MAX_PARENTS) {
			complain_about(complain, userdata, path, self->inherits_line, "books inherit too deeply");
			return 1;
		}
		r = rulebook_path(self->inherits, parent, sizeof(parent));
		if (r) {
			snprintf(text, sizeof(text), "inherits %.60s, which is not there", self->inherits);
			complain_about(complain, userdata, path, self->inherits_line, text);
			return 1;
		}
		findings = inherits(&heir, parent) ? -ELOOP : load_file(book, parent, &heir, depth + 1, NULL, NULL);
		if (findings == -ELOOP && !child) {
			snprintf(text, sizeof(text), "inherits %.60s: books inherit in a circle", self->inherits);
			complain_about(complain, userdata, path, self->inherits_line, text);
			return 1;
		}
		if (findings < 0)
			return findings;
		if (findings) {
			snprintf(text, sizeof(text), "inherits %.60s, which has findings of its own", self->inherits);
			complain_about(complain, userdata, path, self->inherits_line, text);
		}
	}
	if (book->game && self->game && game_find(self->game) && strcmp(book->game, self->game)) {
		snprintf(text, sizeof(text), "inherits %.60s, a rulebook for %.40s", self->inherits, book->game);
		complain_about(complain, userdata, path, self->inherits_line, text);
		findings++;
	}
	book->id = book->title = NULL;
	r = rulebook_read(book, path, complain, userdata);
	return r < 0 ? r : findings + r;
}

int rulebook_load(const char *id_or_path, rulebook_complaint complain, void *userdata, struct rulebook **ret)
{
	__attribute__((cleanup(rulebook_freep))) struct rulebook *book = NULL;
	char path[PATH_MAX];
	int r;

	if (strchr(id_or_path, '/')) {
		if (snprintf(path, sizeof(path), "%s", id_or_path) >= (int)sizeof(path))
			return -ENAMETOOLONG;
	} else {
		r = rulebook_path(id_or_path, path, sizeof(path));
		if (r)
			return r;
	}
	book = calloc(1, sizeof(*book));
	if (!book)
		return -ENOMEM;
	r = load_file(book, path, NULL, 0, complain, userdata);
	if (r < 0)
		return r;
	/* Without its parent it was not read: what else is missing in it is not known. */
	if (!book->file)
		return -EINVAL;
	if (rulebook_check(book, complain, userdata) + (unsigned)r)
		return -EINVAL;
	*ret = book;
	book = NULL;
	return 0;
}
