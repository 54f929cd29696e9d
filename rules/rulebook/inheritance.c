// SPDX-License-Identifier: GPL-2.0-or-later
/* A rulebook and the parents that it inherits from, put together. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/game.h"
#include "rules/rulebook/book.h"

#define MAX_PARENTS (RULEBOOK_FILES - 1)

static void complain_about(rulebook_complaint complain, void *userdata, const char *file, unsigned line,
			   const char *reason)
{
	if (complain)
		complain(userdata, file, line, reason);
}

/* The books that inherit from one another on the way to this parent; the first has no child. */
struct descendant {
	const char *path;
	const struct descendant *child;
};

static bool inherits(const struct descendant *descendant, const char *path)
{
	while (descendant && strcmp(descendant->path, path))
		descendant = descendant->child;
	return descendant;
}

/* Where books come from: given texts, or (NULL) files. */
struct shelf {
	const struct rulebook_file *files;
	size_t count;
};

/* The path by which a book is known, and its text where it is given; -ENOENT. */
static int inheritance_find(const struct shelf *shelf, const char *id, char path[static PATH_MAX], const char **text)
{
	*text = NULL;
	if (!shelf->files)
		return rulebook_path(id, path, PATH_MAX);
	for (size_t i = 0; i < shelf->count; i++)
		if (strcmp(shelf->files[i].id, id) == 0) {
			*text = shelf->files[i].text;
			return snprintf(path, PATH_MAX, "%s.yaml", id) < PATH_MAX ? 0 : -ENAMETOOLONG;
		}
	return -ENOENT;
}

/*
 * The eldest parent first, so that what a child sets comes later and wins. Each file is read
 * into the same book; only id, title and file are the child's alone.
 */
static int load_file(struct rulebook *book, const struct shelf *shelf, const char *id, const char *path,
		     const char *given, const struct descendant *child, unsigned depth, rulebook_complaint complain,
		     void *userdata)
{
	const struct descendant descendant = { path, child };
	__attribute__((cleanup(rulebook_freep))) struct rulebook *self = calloc(1, sizeof(*self));
	char parent[PATH_MAX], text[200];
	const char *parent_text;
	int findings, r;

	if (!self)
		return -ENOMEM;
	/* Once without complaints, to learn the parent. */
	r = rulebook_read(self, path, given, NULL, NULL);
	if (r < 0)
		return r;
	findings = 0;
	if (self->inherits && strcmp(self->inherits, "none")) {
		if (depth == MAX_PARENTS) {
			complain_about(complain, userdata, path, self->inherits_line, "books inherit too deeply");
			return 1;
		}
		r = inheritance_find(shelf, self->inherits, parent, &parent_text);
		if (r) {
			snprintf(text, sizeof(text), "inherits %.60s, which does not exist", self->inherits);
			complain_about(complain, userdata, path, self->inherits_line, text);
			return 1;
		}
		findings = inherits(&descendant, parent) ? -ELOOP :
							   load_file(book, shelf, self->inherits, parent, parent_text,
								     &descendant, depth + 1, NULL, NULL);
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
	r = rulebook_read(book, path, given, complain, userdata);
	if (r < 0)
		return r;
	id = rulebook_keep(book, id);
	if (!id)
		return -ENOMEM;
	book->files[book->file_count++] = (struct rulebook_file){ id, book->text ? book->text : "" };
	return findings + r;
}

static int inheritance_load(const struct shelf *shelf, const char *id, const char *path, const char *text,
			    rulebook_complaint complain, void *userdata, struct rulebook **ret)
{
	__attribute__((cleanup(rulebook_freep))) struct rulebook *book = calloc(1, sizeof(*book));
	int r;

	if (!book)
		return -ENOMEM;
	r = load_file(book, shelf, id, path, text, NULL, 0, complain, userdata);
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

int rulebook_load(const char *id_or_path, rulebook_complaint complain, void *userdata, struct rulebook **ret)
{
	const struct shelf shelf = { 0 };
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
	return inheritance_load(&shelf, id_or_path, path, NULL, complain, userdata, ret);
}

int rulebook_load_texts(const char *id, const struct rulebook_file *files, size_t count, rulebook_complaint complain,
			void *userdata, struct rulebook **ret)
{
	const struct shelf shelf = { files, count };
	char path[PATH_MAX];
	const char *text;
	int r = inheritance_find(&shelf, id, path, &text);

	return r < 0 ? r : inheritance_load(&shelf, id, path, text, complain, userdata, ret);
}
