/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands in a text of JSON, letter for letter: an id goes back to its client as it came, whatever it is. */
#ifndef WEB_LIVECHESS_MEMBER_H
#define WEB_LIVECHESS_MEMBER_H

#include <stddef.h>

/*
 * member_find - the text of a member's value
 * @object: text that has been read as JSON and is an object, @size bytes; leading white space is fine
 * @key:    written without escapes in the text, or it is not found
 * Returns where the value begins in object, *length bytes without white space around it; NULL: there is no such member.
 */
const char *member_find(const char *object, size_t size, const char *key, size_t *length);

#endif
