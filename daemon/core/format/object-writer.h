/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What writes an object of JSON without knowing whether it becomes a tree or, at once, the text that jansson would make
 * of that tree: compact, members in the order in which they come. A press is not to wait for trees.
 */
#ifndef DAEMON_OBJECT_WRITER_H
#define DAEMON_OBJECT_WRITER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OBJECT_WRITER_DEPTH 4

struct object_writer {
	bool is_tree, failed;
	unsigned depth;
	json_t *tree[OBJECT_WRITER_DEPTH]; /* what is being written, from the outermost */
	char *text;
	size_t used, size;
};

/* An empty object is open. */
void object_writer_begin(struct object_writer *writer, bool is_tree);
/* Each is a member of what is open; key is NULL in an array. A text that is NULL, or no UTF-8, is left out. */
void object_writer_text(struct object_writer *writer, const char *key, const char *text);
void object_writer_number(struct object_writer *writer, const char *key, int64_t number);
void object_writer_bool(struct object_writer *writer, const char *key, bool value);
void object_writer_null(struct object_writer *writer, const char *key);
/* What is written next is in it. */
void object_writer_open(struct object_writer *writer, const char *key, bool is_array);
void object_writer_close(struct object_writer *writer, bool is_array);
/* The whole object, which the caller owns then: of a tree, of a text. NULL: no memory. */
json_t *object_writer_tree(struct object_writer *writer);
char *object_writer_end(struct object_writer *writer);

#endif
