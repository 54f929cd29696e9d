/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Boards named on the command line: no udev tells when they come back, so they are tried again. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "daemon/shell/board-probe.h"
#include "daemon/shell/async-open.h"
#include "daemon/shell/seat.h"

#define FIRST_US 50000
#define MOST_US 1000000

struct named_board {
	struct daemon *daemon;
	struct named_board *next;
	char *uri;
	sd_event_source *timer;
	struct async_open *opening;	/* under way, NULL none */
	uint64_t delay_us;
	int said;	/* the fault that was said last: not again and again */
};

static void try_later(struct named_board *a)
{
	uint64_t now;

	if (sd_event_now(a->daemon->event, CLOCK_MONOTONIC, &now) < 0)
		return;
	sd_event_source_set_time(a->timer, now + a->delay_us);
	sd_event_source_set_enabled(a->timer, SD_EVENT_ONESHOT);
	a->delay_us = 2 * a->delay_us < MOST_US ? 2 * a->delay_us : MOST_US;
}

static int conclude(struct named_board *a, int r, const char *why)
{
	if (r >= 0) {
		a->delay_us = FIRST_US;
		a->said = 0;
		return 0;
	}
	if (a->said != r)
		note(LOG_NOTICE, "Board at %s: %s; trying again", a->uri, *why ? why : strerror(-r));
	a->said = r;
	try_later(a);
	return r;
}

/* A line or hidraw node, where its path leads to now. */
static void name_node(const struct named_board *a, struct board_device *device)
{
	char *real = async_open_needed(a->uri) ? realpath(strrchr(a->uri, ':') + 1, NULL) : NULL;

	if (real && strncmp(real, "/dev/", 5) == 0)
		snprintf(device->node, sizeof(device->node), "%s", real);
	free(real);
}

static int describe(const struct named_board *a, struct board_device *device)
{
	*device = (struct board_device) { .change = BOARD_ADDED };
	if ((size_t)snprintf(device->uri, sizeof(device->uri), "%s", a->uri) >= sizeof(device->uri))
		return -ENAMETOOLONG;
	if (strncmp(a->uri, "chardev:", 8) == 0)
		snprintf(device->node, sizeof(device->node), "%s", a->uri + 8);
	else
		name_node(a, device);
	return 0;
}

bool named_board_missing(const struct daemon *daemon)
{
	for (const struct named_board *a = daemon->named_boards; a; a = a->next) {
		const struct seat *s = daemon->seats;

		while (s && s->named != a)
			s = s->next;
		if (!s && strncmp(a->uri, "socket:", 7) != 0 && strncmp(a->uri, "trace:", 6) != 0)
			return true;
	}
	return false;
}

bool named_board_opens_at(const struct daemon *daemon, const char *node)
{
	for (const struct named_board *a = daemon->named_boards; a; a = a->next) {
		struct board_device device;

		if (a->opening && describe(a, &device) == 0 && strcmp(device.node, node) == 0)
			return true;
	}
	return false;
}

static void on_opened(void *userdata, struct board *board, int r, const char *why)
{
	struct named_board *a = userdata;
	struct board_device device;

	a->opening = NULL;
	if (r == 0) {
		describe(a, &device);
		r = seat_add_open(a->daemon, &device, a, board);
		why = "";
	}
	conclude(a, r, why);
	daemon_flush(a->daemon);
}

static int attempt(struct named_board *a)
{
	struct board_device device;
	int r = describe(a, &device);

	if (r < 0)
		return r;
	if (*device.node && (board_probe_at(a->daemon, device.node) || seat_is_at(a->daemon, device.node))) {
		try_later(a);	/* it was found without its name */
		return 0;
	}
	if (async_open_needed(a->uri)) {
		r = async_open_start(a->daemon, a->uri, on_opened, a, &a->opening);
		return r < 0 ? conclude(a, r, "") : 0;
	}
	return conclude(a, seat_add(a->daemon, &device, a), board_error(NULL));
}

static int on_timer(sd_event_source *source, uint64_t usec, void *userdata)
{
	attempt(userdata);
	return 0;
}

int named_board_add(struct daemon *daemon, const char *uri)
{
	struct named_board *a = calloc(1, sizeof(*a));
	int r;

	if (!a || !(a->uri = strdup(uri))) {
		free(a);
		return -ENOMEM;
	}
	a->daemon = daemon;
	a->delay_us = FIRST_US;
	a->next = daemon->named_boards;
	daemon->named_boards = a;
	r = sd_event_add_time(daemon->event, &a->timer, CLOCK_MONOTONIC, UINT64_MAX, 10000, on_timer, a);
	if (r >= 0)
		r = sd_event_source_set_enabled(a->timer, SD_EVENT_OFF);
	if (r < 0)
		return r;
	r = attempt(a);
	if (r == -EINVAL || r == -ENAMETOOLONG) {
		note(LOG_ERR, "%s: %s", uri, *board_error(NULL) ? board_error(NULL) : strerror(-r));
		return r;
	}
	return 0;
}

void named_board_lost(struct named_board *a)
{
	try_later(a);
}

void named_boards_free(struct daemon *daemon)
{
	struct named_board *a;

	while ((a = daemon->named_boards)) {
		daemon->named_boards = a->next;
		async_open_free(a->opening);
		sd_event_source_disable_unref(a->timer);
		free(a->uri);
		free(a);
	}
}
