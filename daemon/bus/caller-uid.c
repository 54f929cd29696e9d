/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/access.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KNOWN_CALLERS 256

struct caller_uids {
	struct known_caller {
		char name[32];
		uid_t uid;
	} known[KNOWN_CALLERS]; /* the last that were asked for */
	unsigned next;		/* takes the place of that one */
};

int caller_uids_open(struct context *ctx)
{
	ctx->caller_uids = calloc(1, sizeof(*ctx->caller_uids));
	return ctx->caller_uids ? 0 : -ENOMEM;
}

void caller_uids_close(struct context *ctx)
{
	free(ctx->caller_uids);
	ctx->caller_uids = NULL;
}

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
	struct known_caller *next = &ctx->caller_uids->known[ctx->caller_uids->next];
	int r;

	*ret = CALLER_GONE;
	if (!sender)
		return -ENXIO;
	for (unsigned i = 0; i < KNOWN_CALLERS; i++)
		if (strcmp(ctx->caller_uids->known[i].name, sender) == 0) {
			*ret = ctx->caller_uids->known[i].uid;
			return 0;
		}
	r = caller_uid_now(call, ret);
	if (r < 0 || strlen(sender) >= sizeof(next->name))
		return r;
	snprintf(next->name, sizeof(next->name), "%s", sender);
	next->uid = *ret;
	ctx->caller_uids->next = (ctx->caller_uids->next + 1) % KNOWN_CALLERS;
	return 0;
}

void caller_uids_forget(struct context *ctx)
{
	memset(ctx->caller_uids->known, 0, sizeof(ctx->caller_uids->known));
}
