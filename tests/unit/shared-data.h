/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Collections that are not part of the project: $FLAGFALL_SHARED, or ../shared beside the checkout. */
#ifndef TESTS_UNIT_SHARED_DATA_H
#define TESTS_UNIT_SHARED_DATA_H

#include <stdio.h>
#include <stdlib.h>

/* NULL with the reason printed if the file is not there: the caller then ends with 77. */
static inline FILE *open_shared(const char *name)
{
	const char *root = getenv("FLAGFALL_SHARED");
	char path[4096];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", root && *root ? root : "../shared", name);
	f = fopen(path, "re");
	if (!f)
		printf("%s is not there (FLAGFALL_SHARED names the folder)\n", path);
	return f;
}

#endif
