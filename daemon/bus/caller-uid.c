/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/caller-uid.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int caller_uid_now(sd_bus_message *call, uid_t *ret)
{
	sd_bus_creds *creds = NULL;
	/* Only what the bus says of the sender, nothing looked up in /proc: a pid may be somebody else's by now. */
	int r = sd_bus_query_sender_creds(call, SD_BUS_CREDS_EUID, &creds);

	if (r >= 0)
		r = sd_bus_creds_get_euid(creds, ret);
	sd_bus_creds_unref(creds);
	return r < 0 ? r : 0;
}

int caller_uid(struct context *ctx, sd_bus_message *call, uid_t *ret)
{
	const char *sender = sd_bus_message_get_sender(call);
	struct known_caller *next = &ctx->callers[ctx->next_caller];
	int r;

	*ret = CALLER_GONE;
	if (!sender)
		return -ENXIO;
	for (unsigned i = 0; i < KNOWN_CALLERS; i++)
		if (strcmp(ctx->callers[i].name, sender) == 0) {
			*ret = ctx->callers[i].uid;
			return 0;
		}
	r = caller_uid_now(call, ret);
	if (r < 0 || strlen(sender) >= sizeof(next->name))
		return r;
	snprintf(next->name, sizeof(next->name), "%s", sender);
	next->uid = *ret;
	ctx->next_caller = (ctx->next_caller + 1) % KNOWN_CALLERS;
	return 0;
}

void caller_uids_forget(struct context *ctx)
{
	memset(ctx->callers, 0, sizeof(ctx->callers));
}
