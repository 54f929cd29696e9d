/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Boards named on the command line, by the URI they are to be found at: opened now, and again whenever one is missing,
 * since no udev tells when it comes back.
 */
#include "daemon/boards/inside.h"
#include "daemon/boards/boards.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_US 50000
#define MOST_US 1000000

void configured_board_found(struct configured_board *b)
{
	b->delay_us = FIRST_US;
	b->said = 0;
	b->why[0] = '\0';
}

void configured_board_lost(struct configured_board *b)
{
	uint64_t now;

	if (sd_event_now(b->context->loop, CLOCK_MONOTONIC, &now) < 0)
		return;
	sd_event_source_set_time(b->timer, now + b->delay_us);
	sd_event_source_set_enabled(b->timer, SD_EVENT_ONESHOT);
	b->delay_us = 2 * b->delay_us < MOST_US ? 2 * b->delay_us : MOST_US;
}

void configured_board_gone(struct configured_board *b, const char *name)
{
	free(b->name);
	b->name = strdup(name);
	sd_event_now(b->context->loop, CLOCK_MONOTONIC, &b->gone_us);
	configured_board_lost(b);
}

bool configured_board_returns(const struct context *ctx, const char *name)
{
	const struct configured_board *b = ctx->boards->configured;
	uint64_t now;

	while (b && (!b->name || (strcmp(b->name, name) != 0 && strcmp(b->uri, name) != 0)))
		b = b->next;
	return b && sd_event_now(ctx->loop, CLOCK_MONOTONIC, &now) >= 0 && now < b->gone_us + BOARD_RETURN_US;
}

/* A line or hidraw node, where its path leads to now. */
static void name_node(const struct configured_board *b, struct board_device *device)
{
	char *real = async_open_needed(b->uri) ? realpath(strrchr(b->uri, ':') + 1, NULL) : NULL;

	if (real && strncmp(real, "/dev/", 5) == 0)
		snprintf(device->node, sizeof(device->node), "%s", real);
	free(real);
}

int configured_board_device(const struct configured_board *b, struct board_device *device)
{
	*device = (struct board_device){ .change = BOARD_ADDED };
	if ((size_t)snprintf(device->uri, sizeof(device->uri), "%s", b->uri) >= sizeof(device->uri))
		return -ENAMETOOLONG;
	if (strncmp(b->uri, "chardev:", 8) == 0)
		snprintf(device->node, sizeof(device->node), "%s", b->uri + 8);
	else
		name_node(b, device);
	return 0;
}

bool configured_board_is_there(const struct configured_board *b)
{
	const struct live_board *s = b->context->live_boards;

	while (s && s->named != b)
		s = s->next;
	return s;
}

bool configured_board_missing(const struct context *ctx)
{
	for (const struct configured_board *b = ctx->boards->configured; b; b = b->next) {
		if (!configured_board_is_there(b) && strncmp(b->uri, "socket:", 7) != 0 &&
		    strncmp(b->uri, "livechess:", 10) != 0 && strncmp(b->uri, "trace:", 6) != 0)
			return true;
	}
	return false;
}

bool configured_board_opens_at(const struct context *ctx, const char *node)
{
	for (const struct configured_board *b = ctx->boards->configured; b; b = b->next) {
		struct board_device device;

		if (b->opening && configured_board_device(b, &device) == 0 && strcmp(device.node, node) == 0)
			return true;
	}
	return false;
}
