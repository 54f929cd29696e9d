/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/bus-link.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

#include "common/bus-names.h"
#include "daemon/bus/access.h"
#include "daemon/bus/call-queue.h"
#include "daemon/boards/live-board.h"
#include "daemon/games/games.h"

#define AGAIN_US 250000

static void end(struct context *ctx, int r, const char *what)
{
	log_message(LOG_ERR, "%s: %s; leaving, the journal has every input", what, strerror(-r));
	sd_event_exit(ctx->loop, r);
}

/* A bus that was started anew has another id, which an address may name. */
static char *without_id(const char *address)
{
	char *copy = strdup(address), *id;

	while (copy && (id = strstr(copy, ",guid="))) {
		size_t length = 1 + strcspn(id + 1, ",;");

		memmove(id, id + length, strlen(id + length) + 1);
	}
	return copy;
}

static int connect_address(struct context *ctx, sd_bus *bus)
{
	char *address = without_id(ctx->options.address);
	int r = address ? sd_bus_set_address(bus, address) : -ENOMEM;

	free(address);
	if (r >= 0)
		r = sd_bus_set_bus_client(bus, 1);
	return r < 0 ? r : sd_bus_start(bus);
}

static int connect_bus(struct context *ctx, sd_bus **ret)
{
	sd_bus *bus = NULL;
	int r;

	switch (ctx->options.bus) {
	case BUS_SYSTEM:
		return sd_bus_open_system(ret);
	case BUS_SESSION:
		return sd_bus_open_user(ret);
	case BUS_ADDRESS:
		break;
	}
	r = sd_bus_new(&bus);
	if (r >= 0)
		r = connect_address(ctx, bus);
	if (r < 0)
		sd_bus_unref(bus);
	else
		*ret = bus;
	return r;
}

static int on_disconnected(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;

	if (!ctx->link->lost_us) {
		ctx->link->lost_us = context_now(ctx)->boottime_us;
		log_message(LOG_WARNING,
			    "The bus is gone; boards and clocks go on, and it is looked for for %" PRId64 " s",
			    ctx->options.bus_patience_us / 1000000);
	}
	sd_event_source_set_time(ctx->link->again, 0);
	sd_event_source_set_enabled(ctx->link->again, SD_EVENT_ONESHOT);
	return 0;
}

/* A client has left the bus. */
static int on_left(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	const char *name;

	if (sd_bus_message_read(m, "s", &name) < 0)
		return 0;
	subscribers_drop(&ctx->listeners, name);
	for (struct live_game *s = ctx->live_games; s; s = s->next) {
		subscribers_drop(&s->listeners, name);
		subscribers_drop(&s->subscribers, name);
	}
	for (struct live_board *board = ctx->live_boards; board; board = board->next)
		subscribers_drop(&board->watchers, name);
	return 0;
}

/* Takes the place of the bus that is gone, if there was one. */
static int use(struct context *ctx, sd_bus *bus)
{
	int r;

	sd_bus_flush_close_unref(ctx->bus);
	ctx->bus = bus;
	/* one match for all clients that leave: see subscribers.h */
	r = sd_bus_add_match_async(bus, NULL,
				   "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
				   "interface='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''",
				   on_left, NULL, ctx);
	if (r >= 0)
		r = sd_bus_attach_event(bus, ctx->loop, SD_EVENT_PRIORITY_NORMAL);
	if (r >= 0)
		r = sd_bus_match_signal(bus, NULL, NULL, "/org/freedesktop/DBus/Local", "org.freedesktop.DBus.Local",
					"Disconnected", on_disconnected, ctx);
	if (r >= 0)
		r = game_calls_join_bus(ctx, bus);
	return r < 0 ? r : manager_register(ctx);
}

/* What belonged to clients of the bus that is gone. */
static void forget_clients(struct context *ctx)
{
	access_forget(ctx);
	call_queue_forget(ctx);
	caller_uids_forget(ctx);
	subscribers_done(&ctx->listeners);
	for (struct live_game *s = ctx->live_games; s; s = s->next) {
		subscribers_done(&s->listeners);
		subscribers_done(&s->subscribers);
		live_game_let_all_go(s);
	}
	for (struct live_board *board = ctx->live_boards; board; board = board->next) {
		subscribers_done(&board->watchers);
		live_board_lending_end(board);
	}
}

static int on_name(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	uint32_t answer = 0;

	if (sd_bus_message_is_method_error(m, NULL)) {
		if (sd_bus_is_open(ctx->bus) > 0) /* else it is looked for again */
			end(ctx, -EACCES, "The bus does not give the name " BUS_NAME);
		return 0;
	}
	if (sd_bus_message_read(m, "u", &answer) < 0 || answer != 1) {
		end(ctx, -EEXIST, "Another program took the name " BUS_NAME " meanwhile");
		return 0;
	}
	ctx->link->lost_us = 0;
	log_message(LOG_NOTICE, "The bus is back");
	return 0;
}

static int on_again(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct context *ctx = userdata;
	sd_bus *bus = NULL;
	uint64_t now;
	int r;

	forget_clients(ctx);
	r = context_now(ctx)->boottime_us - ctx->link->lost_us > ctx->options.bus_patience_us ? -ETIMEDOUT :
												connect_bus(ctx, &bus);
	if (r >= 0) {
		r = use(ctx, bus);
		if (r >= 0)
			r = sd_bus_request_name_async(bus, NULL, BUS_NAME, 0, on_name, ctx);
		if (r < 0)
			end(ctx, r, "The bus cannot be used again");
		return 0;
	}
	if (context_now(ctx)->boottime_us - ctx->link->lost_us + AGAIN_US > ctx->options.bus_patience_us) {
		end(ctx, r, "The bus did not come back");
		return 0;
	}
	sd_event_now(ctx->loop, CLOCK_MONOTONIC, &now);
	sd_event_source_set_time(source, now + AGAIN_US);
	sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
	return 0;
}

int bus_link_open(struct context *ctx)
{
	sd_bus *bus = NULL;
	int r;

	ctx->link = calloc(1, sizeof(*ctx->link));
	if (!ctx->link || access_open(ctx) < 0 || caller_uids_open(ctx) < 0)
		return -ENOMEM;
	r = connect_bus(ctx, &bus);
	if (r < 0) {
		log_message(LOG_ERR, "The bus cannot be reached: %s", strerror(-r));
		return r;
	}
	r = sd_event_add_time(ctx->loop, &ctx->link->again, CLOCK_MONOTONIC, UINT64_MAX, 1000, on_again, ctx);
	if (r >= 0)
		r = sd_event_source_set_enabled(ctx->link->again, SD_EVENT_OFF);
	if (r >= 0)
		r = call_queue_open(ctx);
	if (r < 0) {
		sd_bus_unref(bus);
		return r;
	}
	r = use(ctx, bus);
	if (r < 0)
		log_message(LOG_ERR, "The bus does not take the objects: %s", strerror(-r));
	return r;
}

int bus_link_take_name(struct context *ctx)
{
	int r = sd_bus_request_name(ctx->bus, BUS_NAME, 0);

	if (r == -EEXIST)
		log_message(LOG_ERR, "The name " BUS_NAME " is not available: another flagfalld is on this bus");
	else if (r == -EACCES)
		log_message(
			LOG_ERR,
			"The name " BUS_NAME
			" is not available: the bus does not let the user %ld have it; its policy, " BUS_NAME
			".conf, is not in /usr/share/dbus-1/system.d or /etc/dbus-1/system.d, or was not read since "
			"(systemctl reload dbus)",
			(long)geteuid());
	else if (r < 0)
		log_message(LOG_ERR, "The name " BUS_NAME " is not available: %s", strerror(-r));
	return r;
}

void bus_link_close(struct context *ctx)
{
	access_close(ctx);
	if (ctx->link)
		sd_event_source_disable_unref(ctx->link->again);
	call_queue_close(ctx);
	subscribers_done(&ctx->listeners);
	sd_bus_flush_close_unref(ctx->bus);
	caller_uids_close(ctx);
	free(ctx->link);
	ctx->link = NULL;
}
