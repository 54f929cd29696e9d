/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/hall/hall.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "common/text-file.h"

static char *path_of(const char *stream)
{
	const char *slash = strrchr(stream, '/');
	char *path = NULL;

	return asprintf(&path, "%.*sidentity", slash ? (int)(slash - stream) + 1 : 0, stream) < 0 ? NULL : path;
}

static int make(char id[static IDENTITY_SIZE])
{
	unsigned char bytes[(IDENTITY_SIZE - 1) / 2];

	if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
		return -errno;
	for (size_t i = 0; i < sizeof(bytes); i++)
		snprintf(id + 2 * i, 3, "%02x", bytes[i]);
	return 0;
}

bool identity_is_one(const char *text)
{
	return strlen(text) == IDENTITY_SIZE - 1 && strspn(text, "0123456789abcdef") == IDENTITY_SIZE - 1;
}

int identity_write(const char *stream, const char *id)
{
	char *path = path_of(stream), line[IDENTITY_SIZE + 1];
	int r;

	snprintf(line, sizeof(line), "%s\n", id);
	r = path ? text_file_replace(path, line, true) : -ENOMEM;
	free(path);
	return r < 0 ? r : 0;
}

int identity_take(const char *stream, char id[static IDENTITY_SIZE])
{
	char *path = path_of(stream), *text = path ? text_file_read(path) : NULL;
	int r = 0;

	if (text)
		text[strcspn(text, "\n")] = '\0';
	if (text && identity_is_one(text)) {
		memcpy(id, text, IDENTITY_SIZE);
	} else {
		if (!identity_is_one(id)) /* else its folder was lost while this program runs */
			r = make(id);
		if (r >= 0)
			r = identity_write(stream, id);
	}
	free(text);
	free(path);
	return r;
}
