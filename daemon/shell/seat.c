/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Boards that come and go, and what they are called. What they tell: seat-events.c; their games: seat-game.c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "daemon/shell/seat.h"
#include "daemon/shell/session.h"

static int on_io(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct seat *seat = userdata;
	struct daemon *daemon = seat->daemon;

	seat_read(seat);
	daemon_flush(daemon);
	return 0;
}

static int on_again(sd_event_source *source, uint64_t usec, void *userdata)
{
	return on_io(source, -1, 0, userdata);
}

static bool name_taken(struct daemon *daemon, const char *name)
{
	for (struct seat *s = daemon->seats; s; s = s->next)
		if (strcmp(s->name, name) == 0)
			return true;
	return false;
}

/* The serial number, or where the board is plugged in; makers exist who give all their boards one number. */
static int choose_name(struct seat *seat)
{
	const char *names[] = { board_get_info(seat->board)->serial, seat->device.serial, seat->device.port, seat->device.uri };

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!names[i][0])
			continue;
		if (!name_taken(seat->daemon, names[i])) {
			seat->name = names[i];
			return 0;
		}
		note(LOG_WARNING, "Two boards are called %s", names[i]);
	}
	return -EEXIST;
}

static int watch(struct seat *seat)
{
	sd_event *event = seat->daemon->event;
	int r;

	r = sd_event_add_time(event, &seat->again, CLOCK_MONOTONIC, UINT64_MAX, 0, on_again, seat);
	if (r >= 0)
		r = sd_event_source_set_enabled(seat->again, SD_EVENT_OFF);
	if (r < 0)
		return r;
	r = sd_event_add_io(event, &seat->io, board_get_fd(seat->board), EPOLLIN, on_io, seat);
	return r == -EPERM ? 0 : r;	/* a file is always ready: read in turns by "again" */
}

int seat_add(struct daemon *daemon, const struct board_device *device, struct named_board *named)
{
	struct board_opener opener = { .state = daemon->options.state };
	struct board *board;
	int r = board_open(device->uri, &opener, &board);

	if (r == 0)
		return seat_add_open(daemon, device, named, board);
	if (!named)
		note(LOG_ERR, "Board at %s is not used: %s", device->uri, board_error(NULL));
	return r;
}

int seat_add_open(struct daemon *daemon, const struct board_device *device, struct named_board *named, struct board *board)
{
	struct seat *seat = calloc(1, sizeof(*seat)), **end = &daemon->seats;
	int r;

	if (!seat) {
		board_close(board);
		return -ENOMEM;
	}
	seat->daemon = daemon;
	seat->device = *device;
	snprintf(seat->device.uri, sizeof(seat->device.uri), "%s", board_uri(board));	/* what it was found to be */
	seat->named = named;
	seat->board = board;
	seat->live = !board_get_header(seat->board);
	r = choose_name(seat);
	if (r >= 0)
		r = sd_bus_path_encode(DAEMON_PATH "/board", seat->name, &seat->path);
	if (r >= 0)
		r = watch(seat);
	if (r < 0) {
		note(LOG_ERR, "Board at %s is not used: %s", device->uri, strerror(-r));
		sd_event_source_disable_unref(seat->io);
		sd_event_source_disable_unref(seat->again);
		board_close(seat->board);
		free(seat->path);
		free(seat);
		return r;
	}
	while (*end)
		end = &(*end)->next;
	*end = seat;
	note(LOG_INFO, "Board %s at %s", seat->name, seat->device.uri);
	sd_bus_emit_object_added(daemon->bus, seat->path);
	sd_bus_emit_signal(daemon->bus, DAEMON_PATH, "org.flagfall1.Manager", "BoardAdded", "so", seat->name, seat->path);
	seat_rejoin(seat);
	if (seat->session) {
		seat_read(seat);
		daemon_flush(daemon);
	}
	return 0;
}

void seat_remove(struct seat *seat)
{
	struct daemon *daemon = seat->daemon;
	struct session *s = seat->session;

	for (struct seat **p = &daemon->seats; *p; p = &(*p)->next)
		if (*p == seat) {
			*p = seat->next;
			break;
		}
	if (s) {
		s->seat = NULL;
		session_state_changed(s);
	}
	sd_bus_emit_object_removed(daemon->bus, seat->path);
	sd_bus_emit_signal(daemon->bus, DAEMON_PATH, "org.flagfall1.Manager", "BoardRemoved", "so", seat->name, seat->path);
	sd_event_source_disable_unref(seat->io);
	sd_event_source_disable_unref(seat->again);
	if (seat->named)
		named_board_lost(seat->named);
	board_close(seat->board);
	free(seat->path);
	free(seat);
}

static const char *base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool seat_is_at(struct daemon *daemon, const char *node)
{
	for (struct seat *s = daemon->seats; s; s = s->next) {
		const char *path = strchr(s->device.uri, ':');
		char *real = path ? realpath(path + 1, NULL) : NULL;
		bool same = strcmp(s->device.node, node) == 0 || (real && strcmp(real, node) == 0);

		free(real);
		if (same)
			return true;
	}
	return false;
}

static bool is_number_of(const char *node, const char *text)
{
	size_t digits = strspn(text, "0123456789"), length = strlen(node);

	return digits > 0 && !text[digits] && length > digits && strcmp(node + length - digits, text) == 0 &&
	       !strchr("0123456789", node[length - digits - 1]);
}

struct seat *seat_find(struct daemon *daemon, const char *text)
{
	struct seat *s;

	if (!*text)
		return NULL;
	for (s = daemon->seats; s; s = s->next)
		if (strcmp(s->name, text) == 0)
			return s;
	for (s = daemon->seats; s; s = s->next) {
		const struct board_device *d = &s->device;

		if (strcmp(d->by_id, text) == 0 || strcmp(base(d->by_id), text) == 0 || strcmp(d->node, text) == 0 ||
		    strcmp(base(d->node), text) == 0 || is_number_of(d->node, text) || strcmp(d->port, text) == 0 ||
		    strcmp(d->uri, text) == 0 || strcmp(board_get_info(s->board)->serial, text) == 0)
			return s;
	}
	return NULL;
}
