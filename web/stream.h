/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The views that were told last, and what has changed of them since, by ids. An id counts within one run of the program
 * and carries that run's own mark, so that one of an earlier run is never taken for a place here.
 */
#ifndef WEB_STREAM_H
#define WEB_STREAM_H

#include "web/live.h"

#define STREAM_EVENTS 2048
#define STREAM_BYTES (8 << 20) /* of all events that are remembered */
#define STREAM_ID 48

/* As it goes over the wire of server-sent events: "id: …\nevent: …\ndata: …\n\n". */
struct stream_event {
	uint64_t number;
	char *game; /* the game it is about, NULL: for everybody */
	char *text;
	size_t length;
};

struct stream {
	char mark[20];
	json_t *games, *boards, *events; /* id or name to view */
	json_t *halls;			 /* of a centre; NULL it is one hall */
	bool is_connected, is_begun;
	uint64_t cursor; /* in the live news */
	struct stream_event ring[STREAM_EVENTS];
	uint64_t first, last; /* numbers that are remembered: first … last; first > last none */
	size_t bytes;
	char *snapshot; /* cached, of last */
	uint64_t snapshot_of;
};

/* 0 or a negative errno value; stream_done() in any case. */
int stream_init(struct stream *stream);
void stream_done(struct stream *stream);

/*
 * Looks at what has changed in the hall, and makes events of it. *next_us: when it has to be looked at again though
 * nothing happens (live_now(), INT64_MAX never). True: there are new events.
 */
bool stream_update(struct stream *stream, const struct live *live, int64_t now_us, int64_t *next_us);

/* "MARK-NUMBER" */
void stream_id(const struct stream *stream, uint64_t number, char buf[static STREAM_ID]);
/* The number of an id that somebody has seen; false: it is not one of this run, or what followed is forgotten. */
bool stream_number(const struct stream *stream, const char *id, uint64_t *ret);
/* The event of that number; NULL: it is forgotten, or not there yet. */
const struct stream_event *stream_event(const struct stream *stream, uint64_t number);

/* All views as one JSON text, games without their moves; lives until the next update. NULL: no memory. */
const char *stream_snapshot(struct stream *stream);
/* The view of a game, with its moves; borrowed, NULL there is none. */
json_t *stream_game(const struct stream *stream, const char *id);

#endif
