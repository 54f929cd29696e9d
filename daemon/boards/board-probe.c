/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Adapters that udev tells of, behind which a board may be or anything else, and boards for libusb: each is asked
 * (async-open.c), once more if it was plugged in just now and does not answer yet, and let alone. One that another
 * program has (-EBUSY) is asked again while it is plugged in, every ten seconds in the end.
 */
#include "daemon/boards/boards.h"
#include "daemon/boards/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#define AGAIN_US 2000000
#define BUSY_MOST_US 10000000

struct board_probe {
	struct context *context;
	struct board_probe *next;
	struct board_device device;
	struct async_open *opening;
	sd_event_source *again;
	bool asked_again; /* what was silent at first */
	uint64_t busy_us; /* pause after another program had it, 0: none had when it was asked last */
	bool gone;
};

static void drop(struct board_probe *p)
{
	struct board_probe **link = &p->context->boards->probes;

	while (*link != p)
		link = &(*link)->next;
	*link = p->next;
	sd_event_source_disable_unref(p->again);
	free(p);
}

static void on_opened(void *userdata, struct board *board, const struct board_squares *squares, int r, const char *why);

static int on_again(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct board_probe *p = userdata;

	if (p->gone || live_board_is_at(p->context, p->device.node) ||
	    configured_board_opens_at(p->context, p->device.node) ||
	    async_open_start(p->context, p->device.uri, on_opened, p, &p->opening) < 0)
		drop(p);
	return 0;
}

static int ask_later(struct board_probe *p, uint64_t after_us)
{
	int r;

	if (!p->again)
		return sd_event_add_time_relative(p->context->loop, &p->again, CLOCK_MONOTONIC, after_us, 0, on_again,
						  p);
	r = sd_event_source_set_time_relative(p->again, after_us);
	return r < 0 ? r : sd_event_source_set_enabled(p->again, SD_EVENT_ONESHOT);
}

/*
 * Nothing tells when the other program lets go of it, so it is asked again while it is plugged in: seldom, since that
 * program may have it for a whole game.
 */
static bool wait_for_it(struct board_probe *p, const char *why)
{
	if (!p->busy_us)
		log_message(LOG_NOTICE, "%s; trying again", why);
	p->busy_us = !p->busy_us ? AGAIN_US : 2 * p->busy_us < BUSY_MOST_US ? 2 * p->busy_us : BUSY_MOST_US;
	p->asked_again = false;
	return ask_later(p, p->busy_us) >= 0;
}

static void on_opened(void *userdata, struct board *board, const struct board_squares *squares, int r, const char *why)
{
	struct board_probe *p = userdata;
	struct context *ctx = p->context;
	bool silent = r == -ENODEV || r == -ETIMEDOUT;

	p->opening = NULL;
	if (p->gone) {
		if (r == 0)
			board_close(board);
	} else if (r == 0) {
		live_board_add_open(ctx, &p->device, NULL, board, squares);
		context_flush(ctx);
	} else if (r == -EBUSY && wait_for_it(p, why)) {
		return;
	} else if (silent && !p->asked_again && ask_later(p, AGAIN_US) >= 0) {
		p->asked_again = true;
		p->busy_us = 0;
		return;
	} else if (silent) {
		log_message(LOG_INFO, "%s; it is left alone", why);
	} else {
		log_message(LOG_ERR, "What is at %s is not used: %s", p->device.node, why);
	}
	drop(p);
}

int board_probe_add(struct context *ctx, const struct board_device *device)
{
	struct board_probe *p = calloc(1, sizeof(*p));
	int r;

	if (!p)
		return -ENOMEM;
	p->context = ctx;
	p->device = *device;
	p->next = ctx->boards->probes;
	ctx->boards->probes = p;
	/* a board that was named, and has come back, keeps that name: it is tried each second */
	p->asked_again = configured_board_missing(ctx);
	if (p->asked_again)
		r = ask_later(p, AGAIN_US);
	else
		r = async_open_start(ctx, device->uri, on_opened, p, &p->opening);
	if (r < 0)
		drop(p);
	return r;
}

void board_probe_forget(struct context *ctx, const char *node)
{
	for (struct board_probe *p = ctx->boards->probes; p; p = p->next)
		if (strcmp(p->device.node, node) == 0)
			p->gone = true;
}

bool board_probe_at(const struct context *ctx, const char *node)
{
	for (const struct board_probe *p = ctx->boards->probes; p; p = p->next)
		if (p->opening && !p->gone && strcmp(p->device.node, node) == 0)
			return true;
	return false;
}

void board_probes_free(struct context *ctx)
{
	while (ctx->boards->probes) {
		async_open_free(ctx->boards->probes->opening);
		drop(ctx->boards->probes);
	}
}
