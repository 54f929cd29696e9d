/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_RULEBOOK_FOLDER_H
#define RULES_RULEBOOK_FOLDER_H

#include <stddef.h>

/* The path of a book by id; -ENOENT. */
int rulebook_path(const char *id, char *buf, size_t size);

#endif
