/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "common/text-change.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Is it the second or a later byte of a character? */
static bool is_within(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

void text_change_find(const char *before, const char *now, struct text_change *ret)
{
	const size_t was = strlen(before), is = strlen(now), common = was < is ? was : is;
	size_t keep = 0, tail = 0;

	while (keep < common && before[keep] == now[keep])
		keep++;
	while (keep > 0 && (is_within(before[keep]) || is_within(now[keep])))
		keep--;
	while (tail < common - keep && before[was - 1 - tail] == now[is - 1 - tail])
		tail++;
	while (tail > 0 && is_within(now[is - tail]))
		tail--;
	*ret = (struct text_change){ .keep = keep, .tail = tail, .text = now + keep, .length = is - keep - tail };
}

char *text_change_apply(const char *before, const struct text_change *change)
{
	const size_t was = strlen(before);
	char *text;

	if (change->keep > was || change->tail > was - change->keep) {
		errno = EBADMSG;
		return NULL;
	}
	text = malloc(change->keep + change->length + change->tail + 1);
	if (!text)
		return NULL;
	memcpy(text, before, change->keep);
	memcpy(text + change->keep, change->text, change->length);
	memcpy(text + change->keep + change->length, before + was - change->tail, change->tail);
	text[change->keep + change->length + change->tail] = '\0';
	return text;
}
