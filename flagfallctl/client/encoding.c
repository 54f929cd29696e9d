/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/files.h"

static int no_encoding(const struct ctl *ctl, const char *name)
{
	return ctl_fail(
		ctl, "there is no encoding \"%s\"; windows-1250, iso-8859-2 and koi8-r are some (iconv -l lists all).",
		name);
}

int encoding_convert(const struct ctl *ctl, const char *from, const char *to, char **text, size_t *size)
{
	const size_t room = 4 * *size + 8;
	iconv_t converter = iconv_open(to, from);
	char *in = *text, *all, *out;
	size_t left = *size, free_room = room;
	int status = 0;

	if (converter == (iconv_t)-1)
		return no_encoding(ctl, strcmp(from, "UTF-8") == 0 ? to : from);
	all = out = malloc(room + 1);
	if (!all || iconv(converter, &in, &left, &out, &free_room) == (size_t)-1 ||
	    iconv(converter, NULL, NULL, &out, &free_room) == (size_t)-1) {
		status = !all ? ctl_fail(ctl, "%s.", strerror(ENOMEM)) :
				ctl_fail(ctl, "what is at byte %zu of it is not in %s; another --encoding is expected.",
					 *size - left + 1, strcmp(from, "UTF-8") == 0 ? to : from);
		free(all);
	} else {
		*out = '\0';
		free(*text);
		*text = all;
		*size = room - free_room;
	}
	iconv_close(converter);
	return status;
}
