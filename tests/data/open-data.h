/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Data for tests: the project's own in tests/data, or a larger set where FLAGFALL_DATA names a folder that has it. */
#ifndef TESTS_OPEN_DATA_H
#define TESTS_OPEN_DATA_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* own: in tests/data; larger: the file of the same form in $FLAGFALL_DATA. *is_larger says which it is and may be NULL.
 * NULL with the reason printed: neither is there, which is a fault. */
static inline FILE *open_data(const char *own, const char *larger, bool *is_larger)
{
	const char *folder = getenv("FLAGFALL_DATA");
	char path[4096];
	FILE *f = NULL;

	if (folder && *folder) {
		snprintf(path, sizeof(path), "%s/%s", folder, larger);
		f = fopen(path, "re");
	}
	if (is_larger)
		*is_larger = f;
	if (!f) {
		snprintf(path, sizeof(path), "tests/data/%s", own);
		f = fopen(path, "re");
	}
	if (!f)
		fprintf(stderr, "%s is not there\n", path);
	return f;
}

#endif
