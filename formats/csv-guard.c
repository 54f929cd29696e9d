/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <string.h>

bool csv_needs_guard(const char *text, size_t size)
{
	/* and as wide as a Chinese character: some spreadsheets know no difference */
	static const char *const wide[] = { "\uff1d", "\uff0b", "\uff0d", "\uff20" };

	/* so that who reads it takes away just the one that was put there */
	while (size > 0 && *text == '\'') {
		text++;
		size--;
	}
	if (size > 0 && memchr("=+-@\t\r\n", *text, 7))
		return true;
	for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++)
		if (size >= strlen(wide[i]) && memcmp(text, wide[i], strlen(wide[i])) == 0)
			return true;
	return false;
}

bool csv_is_guarded(const char *text, size_t size)
{
	return size > 0 && *text == '\'' && csv_needs_guard(text, size);
}
