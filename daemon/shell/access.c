/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/access.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static bool is_allowed(uid_t uid, const char *group)
{
	struct passwd *pw;
	struct group *gr;
	gid_t gid, *list;
	int count = 64;
	bool found = false;

	if (uid == 0 || uid == geteuid())
		return true;
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

int access_check(sd_bus_message *message, const char *group, sd_bus_error *error)
{
	sd_bus_creds *creds = NULL;
	uid_t uid;
	int r;

	/* Only what the bus says of the sender, nothing looked up in /proc: a pid may be somebody else's by now. */
	r = sd_bus_query_sender_creds(message, SD_BUS_CREDS_EUID, &creds);
	if (r >= 0)
		r = sd_bus_creds_get_euid(creds, &uid);
	sd_bus_creds_unref(creds);
	if (r < 0)
		return sd_bus_error_set_errnof(error, r, "The bus could not say who is asking");
	if (is_allowed(uid, group))
		return 1;
	return sd_bus_error_setf(error, SD_BUS_ERROR_ACCESS_DENIED,
				 "Only root and members of the group %s may do this, not user %u", group,
				 (unsigned)uid);
}
