/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "emulator/emulated-board.h"

#include <stdio.h>
#include <string.h>

#define EMULATED_ROW(name) &emulated_##name,
static const struct emulated_kind *const kinds[] = { EMULATED_KINDS(EMULATED_ROW) };

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

const struct emulated_kind *emulated_find(const char *name)
{
	for (size_t i = 0; i < KINDS; i++)
		if (strcmp(kinds[i]->name, name) == 0)
			return kinds[i];
	return NULL;
}

const char *emulated_names(void)
{
	static char names[160];
	size_t n = 0;

	for (size_t i = 0; i < KINDS && n < sizeof(names); i++)
		n += (size_t)snprintf(names + n, sizeof(names) - n, "%s%s",
				      i == 0	    ? "" :
				      i + 1 < KINDS ? ", " :
						      " and ",
				      kinds[i]->name);
	return names;
}
