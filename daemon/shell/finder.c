/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/finder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "daemon/shell/opening.h"
#include "daemon/shell/seat.h"

#define AGAIN_US 2000000

struct found {
	struct daemon *daemon;
	struct found *next;
	struct board_device device;
	struct opening *opening;
	sd_event_source *again;	/* NULL: not yet asked a second time */
	bool gone;
};

static void drop(struct found *f)
{
	struct found **p = &f->daemon->found;

	while (*p != f)
		p = &(*p)->next;
	*p = f->next;
	sd_event_source_disable_unref(f->again);
	free(f);
}

static void on_opened(void *userdata, struct board *board, int r, const char *why);

static int on_again(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct found *f = userdata;

	if (f->gone || seat_is_at(f->daemon, f->device.node) || address_opens(f->daemon, f->device.node) ||
	    opening_start(f->daemon, f->device.uri, on_opened, f, &f->opening) < 0)
		drop(f);
	return 0;
}

static void on_opened(void *userdata, struct board *board, int r, const char *why)
{
	struct found *f = userdata;
	struct daemon *daemon = f->daemon;
	bool silent = r == -ENODEV || r == -ETIMEDOUT;

	f->opening = NULL;
	if (f->gone) {
		if (r == 0)
			board_close(board);
	} else if (r == 0) {
		seat_add_open(daemon, &f->device, NULL, board);
		daemon_flush(daemon);
	} else if (silent && !f->again &&
		   sd_event_add_time_relative(daemon->event, &f->again, CLOCK_MONOTONIC, AGAIN_US, 0, on_again, f) >= 0) {
		return;
	} else if (silent) {
		note(LOG_INFO, "%s; it is let alone", why);
	} else {
		note(LOG_ERR, "What is at %s is not used: %s", f->device.node, why);
	}
	drop(f);
}

int finder_add(struct daemon *daemon, const struct board_device *device)
{
	struct found *f = calloc(1, sizeof(*f));
	int r;

	if (!f)
		return -ENOMEM;
	f->daemon = daemon;
	f->device = *device;
	f->next = daemon->found;
	daemon->found = f;
	/* a board that was named, and has come back, keeps that name: it is tried each second */
	if (addresses_wait(daemon))
		r = sd_event_add_time_relative(daemon->event, &f->again, CLOCK_MONOTONIC, AGAIN_US, 0, on_again, f);
	else
		r = opening_start(daemon, device->uri, on_opened, f, &f->opening);
	if (r < 0)
		drop(f);
	return r;
}

void finder_forget(struct daemon *daemon, const char *node)
{
	for (struct found *f = daemon->found; f; f = f->next)
		if (strcmp(f->device.node, node) == 0)
			f->gone = true;
}

bool finder_has(const struct daemon *daemon, const char *node)
{
	for (const struct found *f = daemon->found; f; f = f->next)
		if (f->opening && !f->gone && strcmp(f->device.node, node) == 0)
			return true;
	return false;
}

void finder_free(struct daemon *daemon)
{
	while (daemon->found) {
		opening_free(daemon->found->opening);
		drop(daemon->found);
	}
}
