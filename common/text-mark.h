/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef COMMON_TEXT_MARK_H
#define COMMON_TEXT_MARK_H

#include <stdint.h>

/* By which a text is known again (FNV-1a); never 0. */
static inline uint64_t text_mark(const char *text)
{
	uint64_t mark = UINT64_C(0xcbf29ce484222325);

	for (; *text; text++)
		mark = (mark ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return mark ? mark : 1;
}

#endif
