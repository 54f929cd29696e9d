/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/access.h"

#include <grp.h>
#include <pwd.h>
#include <stdlib.h>

bool user_is_in_group(uid_t uid, const char *group)
{
	struct passwd *pw;
	struct group *gr;
	gid_t gid, *list;
	int count = 64;
	bool found = false;

	gr = getgrnam(group);
	if (!gr)
		return false;
	gid = gr->gr_gid;
	pw = getpwuid(uid);
	if (!pw)
		return false;
	list = calloc((size_t)count, sizeof(*list));
	if (list && getgrouplist(pw->pw_name, pw->pw_gid, list, &count) < 0) {
		free(list); /* count now says how many there are */
		list = calloc((size_t)count, sizeof(*list));
		if (list && getgrouplist(pw->pw_name, pw->pw_gid, list, &count) < 0)
			count = 0;
	}
	for (int i = 0; list && i < count; i++)
		found |= list[i] == gid;
	free(list);
	return found;
}
