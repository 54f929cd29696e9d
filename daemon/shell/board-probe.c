/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/board-probe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "daemon/shell/async-open.h"
#include "daemon/shell/seat.h"

#define AGAIN_US 2000000
#define BUSY_MOST_US 10000000

struct board_probe {
	struct daemon *daemon;
	struct board_probe *next;
	struct board_device device;
	struct async_open *opening;
	sd_event_source *again;
	bool asked_again;	/* what was silent at first */
	uint64_t busy_us;	/* pause after another program had it, 0: none had when it was asked last */
	bool gone;
};

static void drop(struct board_probe *f)
{
	struct board_probe **p = &f->daemon->probes;

	while (*p != f)
		p = &(*p)->next;
	*p = f->next;
	sd_event_source_disable_unref(f->again);
	free(f);
}

static void on_opened(void *userdata, struct board *board, int r, const char *why);

static int on_again(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct board_probe *f = userdata;

	if (f->gone || seat_is_at(f->daemon, f->device.node) || named_board_opens_at(f->daemon, f->device.node) ||
	    async_open_start(f->daemon, f->device.uri, on_opened, f, &f->opening) < 0)
		drop(f);
	return 0;
}

static int ask_later(struct board_probe *f, uint64_t after_us)
{
	int r;

	if (!f->again)
		return sd_event_add_time_relative(f->daemon->event, &f->again, CLOCK_MONOTONIC, after_us, 0, on_again, f);
	r = sd_event_source_set_time_relative(f->again, after_us);
	return r < 0 ? r : sd_event_source_set_enabled(f->again, SD_EVENT_ONESHOT);
}

/*
 * Nothing tells when the other program lets go of it, so it is asked again while it is plugged in: seldom, since that program may
 * have it for a whole game.
 */
static bool wait_for_it(struct board_probe *f, const char *why)
{
	if (!f->busy_us)
		note(LOG_NOTICE, "%s; trying again", why);
	f->busy_us = !f->busy_us ? AGAIN_US : 2 * f->busy_us < BUSY_MOST_US ? 2 * f->busy_us : BUSY_MOST_US;
	f->asked_again = false;
	return ask_later(f, f->busy_us) >= 0;
}

static void on_opened(void *userdata, struct board *board, int r, const char *why)
{
	struct board_probe *f = userdata;
	struct daemon *daemon = f->daemon;
	bool silent = r == -ENODEV || r == -ETIMEDOUT;

	f->opening = NULL;
	if (f->gone) {
		if (r == 0)
			board_close(board);
	} else if (r == 0) {
		seat_add_open(daemon, &f->device, NULL, board);
		daemon_flush(daemon);
	} else if (r == -EBUSY && wait_for_it(f, why)) {
		return;
	} else if (silent && !f->asked_again && ask_later(f, AGAIN_US) >= 0) {
		f->asked_again = true;
		f->busy_us = 0;
		return;
	} else if (silent) {
		note(LOG_INFO, "%s; it is let alone", why);
	} else {
		note(LOG_ERR, "What is at %s is not used: %s", f->device.node, why);
	}
	drop(f);
}

int board_probe_add(struct daemon *daemon, const struct board_device *device)
{
	struct board_probe *f = calloc(1, sizeof(*f));
	int r;

	if (!f)
		return -ENOMEM;
	f->daemon = daemon;
	f->device = *device;
	f->next = daemon->probes;
	daemon->probes = f;
	/* a board that was named, and has come back, keeps that name: it is tried each second */
	f->asked_again = named_board_missing(daemon);
	if (f->asked_again)
		r = ask_later(f, AGAIN_US);
	else
		r = async_open_start(daemon, device->uri, on_opened, f, &f->opening);
	if (r < 0)
		drop(f);
	return r;
}

void board_probe_forget(struct daemon *daemon, const char *node)
{
	for (struct board_probe *f = daemon->probes; f; f = f->next)
		if (strcmp(f->device.node, node) == 0)
			f->gone = true;
}

bool board_probe_at(const struct daemon *daemon, const char *node)
{
	for (const struct board_probe *f = daemon->probes; f; f = f->next)
		if (f->opening && !f->gone && strcmp(f->device.node, node) == 0)
			return true;
	return false;
}

void board_probes_free(struct daemon *daemon)
{
	while (daemon->probes) {
		async_open_free(daemon->probes->opening);
		drop(daemon->probes);
	}
}
