/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/terminal/hall.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/calls.h"
#include "flagfallctl/client/texts.h"

/* Not handled here: sd_bus_process() hands it to hall_client_next(). */
static int pass_on(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return 0;
}

static int hall_client_subscribe(struct hall_client *c, const char *path, const char *interface)
{
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	int r = sd_bus_call_method(c->bus, BUS_NAME, path, interface, "Subscribe", &error, NULL, NULL);

	return r < 0 ? bus_fail(c->ctl, &error, r) : 0;
}

/* The closed turns of a game, anew. 0, or an exit status after saying why. */
static int read_moves(struct hall_client *c, struct hall_game *game)
{
	json_t *moves = NULL;
	int status = game_moves_get(c->ctl, c->bus, game->path, &moves);

	if (!status)
		hall_take_moves(game, moves);
	json_decref(moves);
	return status;
}

static int hall_client_take_game(struct hall_client *c, const char *path, json_t *object, struct hall_game **ret)
{
	struct hall_game *game = hall_take_object(&c->hall, path, object);
	int status = 0;

	if (!game)
		return ctl_fail(c->ctl, "%s.", strerror(ENOMEM));
	if (c->arbiter)
		status = hall_client_subscribe(c, path, BUS_ARBITER);
	/* what was played before that subscription is told nowhere else */
	if (!status && (c->arbiter || game->ply > 0))
		status = read_moves(c, game);
	*ret = game;
	return status;
}

static void take_fault(struct hall_client *c, const char *text)
{
	snprintf(c->hall.fault, sizeof(c->hall.fault), "%s", text ? text : "");
}

/* The tables of the rounds that are shown. What cannot be read now is read with the next change. */
static void read_rounds(struct hall_client *c)
{
	json_t *round = NULL;

	c->rounds_due = false;
	for (struct hall_event *e = c->hall.events; e; e = e->next) {
		if (hall_wants_round(&c->hall, e))
			event_call_round(c->ctl, c->bus, e->path, hall_round(&c->hall, e), &round);
		hall_take_round(&c->hall, e, round);
		json_decref(round);
		round = NULL;
	}
	hall_sort(&c->hall);
}

void hall_client_look_at_rounds(struct hall_client *c)
{
	c->rounds_due = c->rounds;
}

/* All games as they are now. */
static int read_hall(struct hall_client *c)
{
	json_t *objects = NULL, *object;
	char *fault;
	struct hall_game *game;
	const char *path;
	int status = 0;

	if (!c->arbiter)
		status = hall_client_subscribe(c, BUS_PATH, BUS_MANAGER);
	if (!status)
		status = bus_objects(c->ctl, c->bus, &objects);
	json_object_foreach(objects, path, object)
		if (!status && json_object_get(object, BUS_GAME))
			status = hall_client_take_game(c, path, object, &game);
		else if (!status && c->rounds && json_object_get(object, BUS_EVENT))
			hall_take_event(&c->hall, path, json_object_get(object, BUS_EVENT));
	json_decref(objects);
	hall_client_look_at_rounds(c);
	fault = status ? NULL : bus_journal_fault(c->bus);
	take_fault(c, fault);
	free(fault);
	hall_sort(&c->hall);
	return status;
}

int hall_client_open(struct hall_client *c)
{
	int r, status = bus_open(c->ctl, &c->bus);

	if (status)
		return status;
	r = sd_bus_add_match(c->bus, NULL, "type='signal',sender='" BUS_NAME "',path_namespace='" BUS_PATH "'", pass_on,
			     c);
	if (r >= 0)
		r = sd_bus_add_match(
			c->bus, NULL,
			"type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" BUS_NAME "'",
			pass_on, c);
	return r < 0 ? bus_fail(c->ctl, NULL, r) : read_hall(c);
}

void hall_client_close(struct hall_client *c)
{
	hall_done(&c->hall);
	sd_bus_flush_close_unref(c->bus);
	c->bus = NULL;
}

static void take_added(struct hall_client *c, sd_bus_message *m, struct hall_news *news)
{
	const char *path;
	json_t *object;
	int r;

	if (sd_bus_message_read(m, "o", &path) < 0)
		return;
	object = bus_read_json(m, &r);
	if (c->rounds && object && json_object_get(object, BUS_EVENT))
		hall_take_event(&c->hall, path, json_object_get(object, BUS_EVENT));
	hall_client_look_at_rounds(c);
	if (object && json_object_get(object, BUS_GAME) && hall_client_take_game(c, path, object, &news->game) == 0) {
		news->type = NEWS_ADDED;
		hall_sort(&c->hall);
	}
	json_decref(object);
}

static void take_published(struct hall_client *c, struct hall_news *news, sd_bus_message *m)
{
	const char *text;
	int64_t t;

	if (sd_bus_message_read(m, "xs", &t, &text) < 0 || !(news->json = json_loads(text, 0, NULL)))
		return;
	hall_take_publication(news->game, news->json);
	if (strcmp(ctl_text(news->json, "state"), "undone") == 0)
		read_moves(c, news->game); /* which is the last one now is not published */
	news->type = NEWS_PUBLICATION;
}

static void hall_client_take_clock(struct hall_news *news, sd_bus_message *m)
{
	int64_t t, white, black, boottime;
	const char *running;

	if (sd_bus_message_read(m, "xxxsx", &t, &white, &black, &running, &boottime) < 0)
		return;
	hall_take_clock(news->game, white, black, running, boottime);
	news->type = NEWS_CHANGED;
}

/* What has changed of that interface; NULL: another's has. New reference. */
static json_t *changed_properties(sd_bus_message *m, const char *of)
{
	const char *interface;
	int r;

	if (sd_bus_message_read(m, "s", &interface) < 0 || strcmp(interface, of) != 0)
		return NULL;
	return bus_read_json(m, &r);
}

/* Who plays, where: what a game is called is made of more than that. */
static bool names_game(const json_t *changed)
{
	static const char *const names[] = { "White", "Black", "Tags", "Board" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (json_object_get(changed, names[i]))
			return true;
	return false;
}

static void read_game(struct hall_client *c, struct hall_game *game)
{
	json_t *objects = NULL;
	char path[sizeof(game->path)];

	snprintf(path, sizeof(path), "%s", game->path);
	if (bus_objects(c->ctl, c->bus, &objects) == 0 && json_object_get(objects, path))
		hall_client_take_game(c, path, json_object_get(objects, path), &game);
	json_decref(objects);
}

static void take_properties(struct hall_client *c, struct hall_news *news, sd_bus_message *m)
{
	json_t *changed = changed_properties(m, BUS_GAME);

	if (!changed)
		return;
	hall_take_properties(news->game, changed);
	if (names_game(changed))
		read_game(c, news->game);
	json_decref(changed);
	news->type = NEWS_CHANGED;
}

/* Of the manager. */
static void take_manager(struct hall_client *c, sd_bus_message *m, struct hall_news *news)
{
	json_t *changed = changed_properties(m, BUS_MANAGER);

	if (json_object_get(changed, "JournalFault")) {
		take_fault(c, ctl_text(changed, "JournalFault"));
		news->type = NEWS_FAULT;
	}
	json_decref(changed);
}

/* Something of an event. */
static void take_event(struct hall_client *c, sd_bus_message *m, const char *path)
{
	json_t *changed = NULL;

	if (sd_bus_message_is_signal(m, "org.freedesktop.DBus.Properties", "PropertiesChanged"))
		changed = changed_properties(m, BUS_EVENT);
	if (changed)
		hall_take_event(&c->hall, path, changed);
	hall_client_look_at_rounds(c);
	json_decref(changed);
}

static void take_owner(struct hall_client *c, sd_bus_message *m, struct hall_news *news)
{
	const char *name, *old, *new;

	if (sd_bus_message_read(m, "sss", &name, &old, &new) < 0)
		return;
	if (*new && !*old) {
		hall_done(&c->hall);
		news->type = read_hall(c) == 0 ? NEWS_DAEMON_BACK : NEWS_DAEMON_GONE;
	} else if (*old && !*new) {
		news->type = NEWS_DAEMON_GONE;
	}
}

static void take_removed(struct hall_client *c, sd_bus_message *m, struct hall_news *news)
{
	const char *id, *path;

	if (sd_bus_message_read(m, "so", &id, &path) < 0)
		return;
	hall_remove(&c->hall, path);
	hall_client_look_at_rounds(c);
	news->type = NEWS_REMOVED;
}

static void take_message(struct hall_client *c, sd_bus_message *m, struct hall_news *news)
{
	const char *path = sd_bus_message_get_path(m);

	news->type = NEWS_OTHER;
	if (sd_bus_message_is_signal(m, "org.freedesktop.DBus", "NameOwnerChanged"))
		take_owner(c, m, news);
	else if (sd_bus_message_is_signal(m, "org.freedesktop.DBus.ObjectManager", "InterfacesAdded"))
		take_added(c, m, news);
	else if (sd_bus_message_is_signal(m, BUS_MANAGER, "GameRemoved"))
		take_removed(c, m, news);
	else if (path && strcmp(path, BUS_PATH) == 0 &&
		 sd_bus_message_is_signal(m, "org.freedesktop.DBus.Properties", "PropertiesChanged"))
		take_manager(c, m, news);
	if (path && hall_find_event(&c->hall, path))
		take_event(c, m, path);
	if (news->type != NEWS_OTHER || !path || !(news->game = hall_find(&c->hall, path)))
		return;
	if (sd_bus_message_is_signal(m, c->arbiter ? BUS_ARBITER : BUS_GAME, c->arbiter ? "Observed" : "Published"))
		take_published(c, news, m);
	else if (sd_bus_message_is_signal(m, BUS_CLOCK, "Changed"))
		hall_client_take_clock(news, m);
	else if (sd_bus_message_is_signal(m, "org.freedesktop.DBus.Properties", "PropertiesChanged"))
		take_properties(c, news, m);
}

int hall_client_next(struct hall_client *c, struct hall_news *news)
{
	sd_bus_message *m = NULL;
	int r;

	*news = (struct hall_news){ .type = NEWS_NONE };
	r = sd_bus_process(c->bus, &m);
	if (r < 0)
		return r;
	if (m)
		take_message(c, m, news);
	else if (r > 0)
		news->type = NEWS_OTHER;
	else if (c->rounds_due) {
		read_rounds(c);
		news->type = NEWS_OTHER;
	}
	sd_bus_message_unref(m);
	return 0;
}
