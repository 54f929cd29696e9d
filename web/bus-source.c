/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The hall as flagfalld tells of it, to somebody who may not act: subscribed first and then read, so that nothing falls
 * between. No call waits. What is on the way is a struct bus_call; when the bus or the daemon goes, all of them go.
 */
#include "web/source.h"

#include <errno.h>
#include <stdlib.h>

#include "common/bus-client.h"

#define RETRY_US (1000 * 1000) /* how often a bus that is gone is looked for */

static int on_objects(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct bus_call *call = userdata;
	struct bus_source *s = call->source;
	json_t *objects = bus_call_reply(call, m), *object;
	const char *path;

	bus_call_free(call);
	if (!objects)
		return 0;
	live_clear(s->live);
	json_object_foreach(objects, path, object)
		bus_news_object(s, path, object);
	json_decref(objects);
	s->live->is_connected = true;
	live_tell(s->live, LIVE_ALL, "");
	return 0;
}

static void read_all(struct bus_source *s)
{
	bus_call_ask(s, BUS_PATH, BUS_MANAGER, "Subscribe", bus_call_done, 0, NULL);
	bus_call_ask(s, BUS_PATH, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", on_objects, 0, NULL);
	bus_call_read_journal_fault(s);
}

/* What was known stays to be seen; it is read anew when the daemon is back. */
static void lose(struct bus_source *s)
{
	while (s->calls)
		bus_call_free(s->calls);
	bus_records_forget(s);
	live_set_journal_fault(s->live, "");
	if (s->live->is_connected) {
		s->live->is_connected = false;
		live_tell(s->live, LIVE_ALL, "");
	}
}

static int on_owner(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	const char *name, *old, *new;

	if (sd_bus_message_read(m, "sss", &name, &old, &new) < 0)
		return 0;
	if (*old)
		lose(userdata);
	if (*new)
		read_all(userdata);
	return 0;
}

static int on_signal(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	bus_news_signal(userdata, m);
	return 0;
}

static void retry_later(struct bus_source *s)
{
	uint64_t now = 0;

	sd_event_now(s->event, CLOCK_MONOTONIC, &now);
	sd_event_source_set_time(s->retry, now + RETRY_US);
	sd_event_source_set_enabled(s->retry, SD_EVENT_ONESHOT);
}

static int on_disconnected(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct bus_source *s = userdata;

	lose(s);
	retry_later(s);
	return 0;
}

static void disconnect(struct bus_source *s)
{
	lose(s);
	if (s->bus)
		sd_bus_detach_event(s->bus);
	s->bus = sd_bus_close_unref(s->bus);
}

static int connect_bus(struct bus_source *s)
{
	int r;

	disconnect(s);
	r = bus_connect(s->address, &s->bus);
	if (r < 0)
		s->bus = NULL;
	/* a daemon whose disk takes its time answers late, and nobody would ask again; where it goes, so do the calls
	 */
	if (r >= 0)
		r = sd_bus_set_method_call_timeout(s->bus, UINT64_MAX);
	if (r >= 0)
		r = sd_bus_attach_event(s->bus, s->event, 0);
	if (r >= 0)
		r = sd_bus_match_signal_async(s->bus, NULL, "org.freedesktop.DBus.Local", "/org/freedesktop/DBus/Local",
					      "org.freedesktop.DBus.Local", "Disconnected", on_disconnected, NULL, s);
	if (r >= 0)
		r = sd_bus_add_match_async(s->bus, NULL,
					   "type='signal',sender='" BUS_NAME "',path_namespace='" BUS_PATH "'",
					   on_signal, NULL, s);
	if (r >= 0)
		r = sd_bus_add_match_async(
			s->bus, NULL,
			"type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" BUS_NAME "'",
			on_owner, NULL, s);
	if (r >= 0)
		read_all(s);
	return r;
}

static int on_retry(sd_event_source *source, uint64_t usec, void *userdata)
{
	if (connect_bus(userdata) < 0)
		retry_later(userdata);
	return 0;
}

int bus_source_open(const char *bus, sd_event *event, struct live *live, struct bus_source **ret)
{
	struct bus_source *s = calloc(1, sizeof(*s));
	int r;

	if (!s)
		return -ENOMEM;
	*s = (struct bus_source){ .address = bus, .event = sd_event_ref(event), .live = live };
	r = sd_event_add_time(event, &s->retry, CLOCK_MONOTONIC, UINT64_MAX, 0, on_retry, s);
	if (r >= 0)
		r = sd_event_source_set_enabled(s->retry, SD_EVENT_OFF);
	if (r >= 0 && connect_bus(s) < 0)
		retry_later(s);
	if (r < 0) {
		bus_source_close(s);
		return r;
	}
	*ret = s;
	return 0;
}

void bus_source_close(struct bus_source *s)
{
	if (!s)
		return;
	disconnect(s);
	sd_event_source_disable_unref(s->retry);
	sd_event_unref(s->event);
	free(s);
}
