/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of JSON objects, of the kind that is expected or none at all. */
#ifndef FORMATS_JSON_FIELDS_H
#define FORMATS_JSON_FIELDS_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

/* 0 or -EINVAL: it has no such text, or one that is too long; so a number that is none of 32 bits. */
int json_take_text(const json_t *object, const char *key, char *to, size_t size);
int json_take_number(const json_t *object, const char *key, unsigned *to);
/* Which of the words, behind which NULL stands, it is; -EINVAL. */
int json_take_word(const json_t *object, const char *key, const char *const *words);

/* Not 0: there is no memory, or no object. */
int json_put_text(json_t *object, const char *key, const char *text);
int json_put_number(json_t *object, const char *key, uint64_t number);
/* The object, or NULL if something could not be put into it. */
json_t *json_whole(json_t *object, int failed);

#endif
