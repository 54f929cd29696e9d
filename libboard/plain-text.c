/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/serial-line.h"

#include <stdint.h>
#include <string.h>

/* How many bytes the printable character at s takes; 0: there is none. */
static size_t character(const unsigned char *s)
{
	size_t n = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	uint32_t c = s[0];

	if (n == 1)
		return c >= 0x20 && c != 0x7f;
	if (c < 0xc2 || c > 0xf4)
		return 0;
	c &= 0x7fu >> n;
	for (size_t i = 1; i < n; i++) { /* a NUL is none either */
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	if (n == 2)
		return c >= 0xa0 ? n : 0;
	if (n == 3)
		return c >= 0x800 && (c < 0xd800 || c > 0xdfff) ? n : 0;
	return c >= 0x10000 && c <= 0x10ffff ? n : 0;
}

void board_plain_text(char *to, size_t size, const char *from)
{
	const char *end = to + size - 1;

	while (from && *from) {
		size_t n = character((const unsigned char *)from);

		if (to + (n ? n : 1) > end)
			break;
		if (n)
			memcpy(to, from, n);
		else
			*to = '?';
		to += n ? n : 1;
		from += n ? n : 1;
	}
	*to = '\0';
}
