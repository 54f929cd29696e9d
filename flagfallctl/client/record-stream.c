/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-event.h>
#include <unistd.h>

#include "flagfallctl/client/bus.h"
#include "rules/game.h"

struct recording {
	const struct ctl *ctl;
	const struct record_limits *limits;
	const char *path;
	const struct game *game;
	sd_bus *bus;
	sd_event *loop;
	sd_event_source *idle;
	FILE *file;
	int64_t base_us, last_us;
	long events, lost;
	int failed;
};

static bool is_called(const json_t *board, const char *name)
{
	static const char *const keys[] = { "Name", "Serial", "ById", "Node", "Port", "Uri" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (*ctl_text(board, keys[i]) && strcmp(ctl_text(board, keys[i]), name) == 0)
			return true;
	return false;
}

void record_stream_find(const struct ctl *ctl, const char *name, char **ret)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	const char *path, *found = NULL;
	json_t *objects = NULL, *object;
	unsigned count = 0;

	*ret = NULL;
	if (bus_connect(ctl->bus, &bus) < 0 ||
	    sd_bus_call_method(bus, BUS_NAME, BUS_PATH, "org.freedesktop.DBus.Peer", "Ping", NULL, NULL, "") < 0 ||
	    bus_objects(ctl, bus, &objects) != 0)
		return;
	json_object_foreach(objects, path, object) {
		json_t *board = json_object_get(object, BUS_BOARD);

		if (!board || (name && !is_called(board, name)))
			continue;
		count++;
		/* the module's nodes are read by whoever opens them */
		found = strncmp(ctl_text(board, "Uri"), "chardev:", 8) == 0 ? NULL : path;
	}
	if (count == 1 && found)
		*ret = strdup(found);
	json_decref(objects);
}

static void record_stream_write_line(struct recording *r, json_t *object)
{
	char *line = object ? json_dumps(object, JSON_COMPACT) : NULL;

	if (!line)
		r->failed = -ENOMEM;
	else if (fprintf(r->file, "%s\n", line) < 0 || fflush(r->file) != 0)
		r->failed = errno ? -errno : -EIO;
	free(line);
	json_decref(object);
	if (r->failed)
		sd_event_exit(r->loop, 0);
}

/* "W31,K46:B1,2:?20" as 50 squares. */
static void numbered_squares(const char *text, char squares[static GAME_MAX_SQUARES + 1])
{
	char side = '?', piece;

	memset(squares, '.', 50);
	squares[50] = '\0';
	while (*text) {
		unsigned n = 0;

		if (*text == 'W' || *text == 'B' || *text == '?')
			side = *text++;
		piece = side == 'W' ? 'w' : side == 'B' ? 'b' : '?';
		if (*text == 'K')
			piece = *text++ && side == 'W' ? 'W' : 'B';
		while (*text >= '0' && *text <= '9')
			n = n * 10 + (unsigned)(*text++ - '0');
		if (n >= 1 && n <= 50)
			squares[n - 1] = piece;
		if (*text)
			text++;
	}
}

/* FEN's first field as 64 squares, from a8. */
static void lettered_squares(const char *text, char squares[static GAME_MAX_SQUARES + 1])
{
	size_t n = 0;

	for (; *text && n < 64; text++)
		for (int left = *text >= '1' && *text <= '8' ? *text - '0' :
				*text == '/'		     ? 0 :
							       1;
		     left > 0 && n < 64; left--)
			squares[n++] = *text >= '1' && *text <= '8' ? '.' : *text;
	while (n < 64)
		squares[n++] = '.';
	squares[n] = '\0';
}

/* The whole board, as it stands. */
static int write_board(struct recording *r, int64_t t_us)
{
	char squares[GAME_MAX_SQUARES + 1], *placement = NULL;
	int result = sd_bus_get_property_string(r->bus, BUS_NAME, r->path, BUS_BOARD, "Placement", NULL, &placement);

	if (result < 0)
		return result;
	if (*placement) {
		if (r->game->game_type)
			numbered_squares(placement, squares);
		else
			lettered_squares(placement, squares);
		record_stream_write_line(r, json_pack("{s:I, s:s, s:s}", "t_us", (json_int_t)t_us, "type", "board",
						      "squares", squares));
	}
	free(placement);
	return 0;
}

static int64_t since_base(struct recording *r, int64_t t_us)
{
	int64_t t = t_us - r->base_us;

	r->last_us = t > r->last_us ? t : r->last_us; /* times never decrease in a trace */
	return r->last_us;
}

static int on_event(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct recording *r = userdata;
	const char *type, *square, *piece, *side;
	int64_t t_us;
	json_t *line;

	if (sd_bus_message_read(m, "xssss", &t_us, &type, &square, &piece, &side) < 0)
		return 0;
	t_us = since_base(r, t_us);
	if (strcmp(type, "board") == 0 || strcmp(type, "lost") == 0) {
		r->lost += *type == 'l';
		write_board(r, t_us); /* one that is gone says so itself */
		return 0;
	}
	line = json_pack("{s:I, s:s}", "t_us", (json_int_t)t_us, "type", type);
	if (strcmp(type, "press") == 0)
		json_object_set_new(line, "side", json_string(side));
	if (*square)
		json_object_set_new(line, "square", json_string(square));
	if (*piece && *piece != '?')
		json_object_set_new(line, "piece", json_string(piece));
	record_stream_write_line(r, line);
	r->events++;
	if (r->idle)
		sd_event_source_set_time_relative(r->idle, (uint64_t)(r->limits->idle_s * 1e6));
	if (r->limits->events && r->events >= r->limits->events)
		sd_event_exit(r->loop, 0);
	return 0;
}

static int on_time(sd_event_source *source, uint64_t usec, void *userdata)
{
	return sd_event_exit(sd_event_source_get_event(source), 0);
}

/* The board is unplugged, or the daemon is gone. */
static int on_gone(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct recording *r = userdata;

	return sd_event_exit(r->loop, 0);
}

/* Where the recording begins, if a game on the board says who is to move; NULL: it does not. New reference. */
static json_t *known_start(const struct recording *r, const json_t *game)
{
	const enum side side = strcmp(ctl_text(game, "ToMove"), "black") == 0 ? BLACK : WHITE;
	struct game_position pos;
	char squares[GAME_MAX_SQUARES], fen[GAME_FEN];

	if (!game || json_is_false(json_object_get(game, "BoardAgrees")) ||
	    strcmp(ctl_text(game, "State"), "over") == 0)
		return NULL;
	if (json_integer_value(json_object_get(game, "Plies")) == 0)
		return json_string(ctl_text(game, "StartFen"));
	if (r->game->game_type)
		snprintf(fen, sizeof(fen), "%c:%s", side == WHITE ? 'W' : 'B', ctl_text(game, "Placement"));
	else
		snprintf(fen, sizeof(fen), "%s %c - - 0 1", ctl_text(game, "Placement"), side == WHITE ? 'w' : 'b');
	if (r->game->parse(fen, &pos, NULL) < 0)
		return NULL;
	r->game->placement(&pos, squares);
	if (r->game->standing(squares, side, GAME_NO_SQUARE, &pos) < 0)
		return NULL;
	r->game->format(&pos, fen);
	return json_string(fen);
}

static int write_header(struct recording *r, json_t *objects)
{
	json_t *board = bus_properties(objects, r->path, BUS_BOARD);
	const char *game_path = ctl_text(board, "Game");
	json_t *game = game_path[1] ? bus_properties(objects, game_path, BUS_GAME) : NULL;
	json_t *features = json_object_get(board, "Features"), *feature, *header;
	bool lever = false;
	size_t i;

	json_array_foreach(features, i, feature)
		lever |= strcmp(json_string_value(feature), "lever") == 0;
	r->game = game_find(json_integer_value(json_object_get(board, "Width")) == 10 ? "draughts-10x10" : "chess");
	if (game && game_find(ctl_text(game, "Kind")))
		r->game = game_find(ctl_text(game, "Kind"));
	header = json_pack("{s:s, s:i, s:s, s:s, s:b, s:{s:s, s:s, s:s}}", "format", "sensorboard-trace", "version", 1,
			   "game", r->game->name, "sensors", ctl_text(board, "Sensors"), "lever", (int)lever, "board",
			   "model", ctl_text(board, "Model"), "firmware", ctl_text(board, "Firmware"), "serial",
			   ctl_text(board, "Serial"));
	json_object_set_new(header, "start", known_start(r, game));
	record_stream_write_line(r, header);
	return r->failed;
}

static int record_stream_subscribe(struct recording *r)
{
	char match[512];
	uint64_t now;
	int result;

	snprintf(match, sizeof(match),
		 "type='signal',sender='" BUS_NAME "',interface='" BUS_MANAGER "',member='BoardRemoved',arg1path='%s'",
		 r->path);
	result = sd_bus_match_signal(r->bus, NULL, BUS_NAME, r->path, BUS_BOARD, "Event", on_event, r);
	if (result >= 0)
		result = sd_bus_add_match(r->bus, NULL, match, on_gone, r);
	if (result >= 0)
		result = sd_bus_call_method(r->bus, BUS_NAME, r->path, BUS_BOARD, "Subscribe", NULL, NULL, "");
	if (result >= 0)
		result = sd_event_now(r->loop, CLOCK_BOOTTIME, &now);
	if (result < 0)
		return result;
	r->base_us = (int64_t)now;
	return write_board(r, 0);
}

static int prepare_loop(struct recording *r)
{
	sigset_t mask;
	int result = sd_event_new(&r->loop);

	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	sigprocmask(SIG_BLOCK, &mask, NULL);
	if (result >= 0)
		result = sd_event_add_signal(r->loop, NULL, SIGINT, NULL, NULL);
	if (result >= 0)
		result = sd_event_add_signal(r->loop, NULL, SIGTERM, NULL, NULL);
	if (result >= 0 && r->limits->duration_s > 0)
		result = sd_event_add_time_relative(r->loop, NULL, CLOCK_MONOTONIC,
						    (uint64_t)(r->limits->duration_s * 1e6), 0, on_time, NULL);
	if (result >= 0 && r->limits->idle_s > 0)
		result = sd_event_add_time_relative(r->loop, &r->idle, CLOCK_MONOTONIC,
						    (uint64_t)(r->limits->idle_s * 1e6), 0, on_time, NULL);
	return result >= 0 ? sd_bus_attach_event(r->bus, r->loop, 0) : result;
}

int record_stream(const struct ctl *ctl, const char *path, const char *file, bool force,
		  const struct record_limits *limits, long *events, long *lost)
{
	struct recording r = { .ctl = ctl, .limits = limits, .path = path };
	json_t *objects = NULL;
	int status, result = 0, fd;

	status = bus_open(ctl, &r.bus);
	if (!status)
		status = bus_objects(ctl, r.bus, &objects);
	if (status)
		return status;
	fd = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | (force ? O_TRUNC : O_EXCL), 0666);
	r.file = fd < 0 ? NULL : fdopen(fd, "w");
	if (!r.file)
		status = ctl_fail(ctl, "%s cannot be made: %s; name another file.", file, strerror(errno));
	if (!status)
		result = prepare_loop(&r);
	if (!status && result >= 0)
		result = write_header(&r, objects);
	if (!status && result >= 0)
		result = record_stream_subscribe(&r);
	if (!status && result >= 0)
		result = sd_event_loop(r.loop);
	if (!status && (result < 0 || r.failed))
		status = ctl_fail(ctl, "%s: %s.", file, strerror(result < 0 ? -result : -r.failed));
	*events = r.events;
	*lost = r.lost;
	if (r.file)
		fclose(r.file);
	json_decref(objects);
	sd_event_source_unref(r.idle);
	sd_bus_flush_close_unref(r.bus);
	sd_event_unref(r.loop);
	return status;
}
