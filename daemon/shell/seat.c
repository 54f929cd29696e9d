/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "daemon/shell/seat.h"
#include "daemon/shell/session.h"

#define READ_BATCH 64
#define ASK_AGAIN_US 500000
#define MAX_STAGED 65536	/* inputs kept in memory while the journal cannot be written */

static void feed_squares(struct seat *seat, const struct board_squares *squares);

enum time_source seat_time_source(const struct seat *seat)
{
	const struct board_info *info = board_get_info(seat->board);

	return !seat->live || (info->features & BOARD_FEATURE_DEVICE_TIME) ? TIME_DEVICE : TIME_HOST;
}

/* --- the whole board --- */

void seat_squares_to_game(const struct game *game, const struct board_squares *squares, char ret[static GAME_MAX_SQUARES])
{
	memset(ret, 0, GAME_MAX_SQUARES);
	for (unsigned i = 0; i < game->squares; i++) {
		int cell = game->cell_of_square(i);

		ret[i] = cell >= 0 && cell < squares->count ? squares->squares[cell] : '?';
	}
}

/* The session knows where it is in time again. */
static void come_back(struct seat *seat, const struct board_squares *squares)
{
	struct session *s = seat->session;
	const struct board_info *info = board_get_info(seat->board);

	seat->returning = false;
	if (timemap_return(&s->map, daemon_now(seat->daemon), squares->device_us, info->boot_id))
		note(LOG_NOTICE, "Board %s: its own time has restarted; game %s goes on by the machine's clock", seat->name, s->id);
	s->map_changed = true;
	note(LOG_INFO, "Board %s is back: game %s goes on", seat->name, s->id);
	session_state_changed(s);
}

static void ask_later(struct seat *seat)
{
	uint64_t now;

	if (sd_event_now(seat->daemon->event, CLOCK_MONOTONIC, &now) < 0)
		return;
	sd_event_source_set_time(seat->again, now + ASK_AGAIN_US);
	sd_event_source_set_enabled(seat->again, SD_EVENT_ONESHOT);
}

/* Asks; the answer is held until the events that it contains have been read. */
static void ask(struct seat *seat)
{
	int r;

	if (seat->holding)
		return;
	r = board_get_squares(seat->board, &seat->held);
	if (r == -EOPNOTSUPP) {
		seat->ask = seat->returning = false;
	} else if (r < 0) {
		note(LOG_WARNING, "Board %s does not tell its squares: %s", seat->name, board_error(seat->board));
		if (r != -ENODEV)
			ask_later(seat);
	} else {
		seat->ask = false;
		seat->holding = true;
	}
}

static void deliver_held(struct seat *seat)
{
	seat->holding = false;
	seat->skipping = true;
	seat->skip_seq = seat->held.seq;
	if (!seat->session)
		return;
	if (seat->returning)
		come_back(seat, &seat->held);
	feed_squares(seat, &seat->held);
}

/* --- events --- */

static int64_t time_of(const struct seat *seat, int64_t host_us, int64_t device_us)
{
	return timemap_event(&seat->session->map, host_us, device_us);
}

static void feed(struct seat *seat, struct input *input)
{
	struct session *s = seat->session;
	char err[160] = "";
	int r;

	if (input->t_us < 0)	/* from before the game */
		return;
	session_release(s, input->t_us - 1);
	r = session_feed(s, input, NULL, err);
	if (r == -EINVAL)
		note(LOG_WARNING, "Board %s: game %s takes no such event: %s", seat->name, s->id, err);
}

static enum side side_of(unsigned side)
{
	return side == BOARD_WHITE ? WHITE : side == BOARD_BLACK ? BLACK : NO_SIDE;
}

static void feed_squares(struct seat *seat, const struct board_squares *squares)
{
	struct session *s = seat->session;
	struct input input = {
		.type = INPUT_SQUARES,
		.t_us = time_of(seat, squares->host_us, squares->device_us),
	};
	enum side lever = side_of(squares->lever);
	const struct game_clock *clock;

	seat_squares_to_game(s->setup.core.game, squares, input.squares);
	feed(seat, &input);
	/* Events were missed, a press may be among them: the lever that is down tells, unless it was down before and an
	 * arbiter has started that side's clock again. */
	clock = core_clock(s->core);
	if (lever != NO_SIDE && lever != s->pressed && clock->control.mode != CLOCK_NONE && clock->running == lever && s->last_t_us > 0) {
		input = (struct input) { .type = INPUT_PRESS, .side = lever, .t_us = input.t_us };
		feed(seat, &input);
	}
}

static void feed_text(struct seat *seat, const struct board_event *ev)
{
	struct session *s = seat->session;
	json_t *object = json_loads(ev->text, 0, NULL);
	struct input input;
	char err[160] = "";

	if (!object || input_parse(s->setup.core.game, object, &input, err) < 0) {
		note(LOG_WARNING, "Board %s: event not understood: %s", seat->name, object ? err : "not JSON");
	} else {
		input.t_us = time_of(seat, ev->host_us, ev->device_us);
		feed(seat, &input);
	}
	json_decref(object);
}

static void feed_event(struct seat *seat, const struct board_event *ev)
{
	struct session *s = seat->session;
	const struct game *game = s->setup.core.game;
	struct input input = { .t_us = time_of(seat, ev->host_us, ev->device_us), .side = NO_SIDE };
	int square;

	switch (ev->type) {
	case BOARD_EVENT_LIFT: case BOARD_EVENT_PLACE:
		square = game->square_of_cell(ev->square);
		if (square < 0)
			return;	/* a light square of a draughts board */
		input.type = ev->type == BOARD_EVENT_LIFT ? INPUT_LIFT : INPUT_PLACE;
		input.square = (uint8_t)square;
		input.piece = ev->piece;
		feed(seat, &input);
		break;
	case BOARD_EVENT_PRESS:
		input.type = INPUT_PRESS;
		input.side = side_of(ev->side);
		feed(seat, &input);
		break;
	case BOARD_EVENT_PAUSE:
		input.type = INPUT_PAUSE;
		feed(seat, &input);
		break;
	case BOARD_EVENT_LOST:
		input.type = INPUT_LOST;
		input.count = ev->lost;
		feed(seat, &input);
		seat->ask = true;
		break;
	case BOARD_EVENT_SQUARES:
		feed_squares(seat, ev->squares);
		break;
	case BOARD_EVENT_TEXT:
		feed_text(seat, ev);
		break;
	case BOARD_EVENT_TIME:
		break;
	}
	if (s->map.source == TIME_DEVICE) {
		daemon_now(seat->daemon);
		if (input.t_us >= 0)
			timemap_follow(&s->map, &seat->daemon->machine, input.t_us);
		session_release(s, input.t_us - 1);
		session_tick(s, input.t_us);
		if (input.t_us > s->last_t_us)
			s->last_t_us = input.t_us;
	}
}

static bool after(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) > 0;
}

static void on_event(struct seat *seat, const struct board_event *ev)
{
	if (ev->type == BOARD_EVENT_LOST) {
		seat->lost = seat->lost + ev->lost < seat->lost ? UINT32_MAX : seat->lost + ev->lost;
		seat_emit_changed(seat, "Lost");
	}
	if (seat->holding && after(ev->seq, seat->held.seq))
		deliver_held(seat);
	if (seat->skipping) {
		if (after(ev->seq, seat->skip_seq))
			seat->skipping = false;
		else if (ev->type == BOARD_EVENT_LIFT || ev->type == BOARD_EVENT_PLACE)
			return;
	}
	/* A game that waits for the whole board does not know yet when this was. */
	if (seat->session && !seat->returning)
		feed_event(seat, ev);
}

static void at_end(struct seat *seat)
{
	seat->ended = true;
	sd_event_source_set_enabled(seat->io, SD_EVENT_OFF);
	if (seat->session) {
		struct input end = { .type = INPUT_TICK, .t_us = seat->session->last_t_us };
		char err[160];

		core_finish(seat->session->core);
		session_feed(seat->session, &end, NULL, err);
	}
}

bool seat_read(struct seat *seat)
{
	struct board_event ev;
	int r = 0;

	if (seat->reading || seat->ended || (!seat->live && !seat->session))
		return true;
	if (seat->session && seat->daemon->journal_fault[0] && journal_staged(seat->daemon->journal) >= MAX_STAGED) {
		/* The board's own queue is next; it is bounded too and tells what it lost. */
		sd_event_source_set_enabled(seat->io, SD_EVENT_OFF);
		ask_later(seat);
		return true;
	}
	if (seat->io)
		sd_event_source_set_enabled(seat->io, SD_EVENT_ON);
	seat->reading = true;
	for (int i = 0; i < READ_BATCH; i++) {
		if (seat->ask)
			ask(seat);
		r = board_read(seat->board, &ev);
		if (r == 1) {
			on_event(seat, &ev);
		} else if (r == -EAGAIN && seat->holding) {
			deliver_held(seat);
		} else if (r == -EBADMSG) {
			seat->unreadable++;
			note(LOG_WARNING, "Board %s: %s", seat->name, board_error(seat->board));
		} else {
			break;
		}
		if (seat->session && !seat->ask) {
			struct core_state state;

			core_get_state(seat->session->core, &state);
			seat->ask = state.wants_squares && !seat->holding && seat->live && !seat->skipping;
		}
	}
	seat->reading = false;
	if (seat->session)
		session_arm(seat->session);
	if (r == 1 || r == -EBADMSG) {	/* more is waiting: others first */
		sd_event_source_set_time(seat->again, 0);
		sd_event_source_set_enabled(seat->again, SD_EVENT_ONESHOT);
	} else if (r == -ENODATA) {
		at_end(seat);
	} else if (r < 0 && r != -EAGAIN) {
		note(LOG_NOTICE, "Board %s is gone: %s", seat->name, r == -ENODEV ? "unplugged" : board_error(seat->board));
		seat_remove(seat);
		return false;
	}
	return true;
}

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

/* --- games --- */

int seat_start(struct seat *seat, struct board_squares *squares)
{
	struct board_event ev;
	int r;

	*squares = (struct board_squares) { .host_us = 0, .device_us = 0 };
	if (!seat->live)
		return 0;
	for (int i = 0; i < 4096 && (r = board_read(seat->board, &ev)) != -EAGAIN; i++)
		if (r < 0 && r != -EBADMSG)
			return r;
	r = board_get_squares(seat->board, squares);
	if (r < 0)
		return r;
	seat->holding = seat->ask = false;
	seat->skipping = true;
	seat->skip_seq = squares->seq;
	return 0;
}

void seat_take(struct seat *seat, struct session *session)
{
	seat->session = session;
	session->seat = seat;
	if (!seat->live) {
		sd_event_source_set_time(seat->again, 0);
		sd_event_source_set_enabled(seat->again, SD_EVENT_ONESHOT);
	}
	seat_emit_changed(seat, "Game");
}

void seat_leave(struct seat *seat)
{
	seat->session->seat = NULL;
	seat->session = NULL;
	seat->ask = seat->holding = seat->returning = false;
	seat_emit_changed(seat, "Game");
}

static uint32_t display_ms(int64_t us)
{
	return us <= 0 ? 0 : us / 1000 > UINT32_MAX ? UINT32_MAX : (uint32_t)(us / 1000);
}

void seat_show_clock(struct seat *seat, struct session *session)
{
	const struct view *v = &session->view;
	int64_t left[2] = { v->clock_us[WHITE], v->clock_us[BLACK] };
	int r;

	if (!(board_get_info(seat->board)->features & BOARD_FEATURE_CLOCK) || session->setup.core.clock.mode == CLOCK_NONE)
		return;
	if (v->running != NO_SIDE)	/* the board counts on from when it is told */
		left[v->running] -= session_now(session) - v->clock_t_us;
	r = board_set_clock(seat->board, display_ms(left[WHITE]), display_ms(left[BLACK]),
			    v->running == WHITE ? BOARD_WHITE : v->running == BLACK ? BOARD_BLACK : 0);
	if (r < 0 && r != -ENODEV)
		note(LOG_WARNING, "Board %s does not show the clock: %s", seat->name, board_error(seat->board));
}

/* --- coming and going --- */

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

static void rejoin(struct seat *seat)
{
	struct session *s = session_on_board(seat->daemon, seat->name);
	const struct board_info *info = board_get_info(seat->board);
	const struct game *game;

	if (!s || s->seat)
		return;
	game = s->setup.core.game;
	if (game->width != info->width || game->height != info->height) {
		note(LOG_ERR, "Board %s has %ux%u squares; game %s is not played on that", seat->name, info->width, info->height, s->id);
		return;
	}
	seat->returning = seat->ask = true;
	seat_take(seat, s);
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

int seat_add(struct daemon *daemon, const struct board_device *device, struct address *address)
{
	struct seat *seat = calloc(1, sizeof(*seat)), **end = &daemon->seats;
	int r;

	if (!seat)
		return -ENOMEM;
	seat->daemon = daemon;
	seat->device = *device;
	seat->address = address;
	r = board_open(device->uri, NULL, &seat->board);
	if (r < 0) {
		if (!address)
			note(LOG_ERR, "Board at %s is not used: %s", device->uri, board_error(NULL));
		free(seat);
		return r;
	}
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
	note(LOG_INFO, "Board %s at %s", seat->name, device->uri);
	sd_bus_emit_object_added(daemon->bus, seat->path);
	sd_bus_emit_signal(daemon->bus, DAEMON_PATH, "org.flagfall1.Manager", "BoardAdded", "so", seat->name, seat->path);
	rejoin(seat);
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
	if (seat->address)
		address_lost(seat->address);
	board_close(seat->board);
	free(seat->path);
	free(seat);
}

static const char *base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
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
