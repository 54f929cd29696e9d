/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The boards as the LiveChess API has them ("eboards"): those of the hall that are there, have the squares of chess,
 * and may be told of: boards of an event with a delay are absent.
 */
#ifndef WEB_LIVECHESS_EBOARDS_H
#define WEB_LIVECHESS_EBOARDS_H

#include <jansson.h>

#include "web/live.h"
#include "web/livechess/naming.h"

struct eboard {
	char *serial;
	char source[64]; /* "ttyACM0", "" not known */
	char line[16];	 /* what kind of line that is: "serial", "usb", "hid", "socket", "file" */
	char model[64];
	bool is_there;	/* else it is in no answer */
	bool is_silent; /* a rulebook that silences the arbiter: the squares alone are told */
	bool is_known;	/* squares are */
	bool has_lever, presses_late, names_pieces;
	bool turned;		 /* it was seen to be set up from the other side */
	char squares[SQUARES];	 /* what the sensors show, from the board's own side */
	struct naming naming;	 /* the same with names */
	struct live_clock clock; /* of its game */
	unsigned change;	 /* counts whatever is not a sensor's event */
	struct eboard *next;
};

struct eboards {
	struct eboard *first;
	bool undelayed; /* boards of events with a delay are there like others */
	bool hides;	/* some board is absent only for its delay */
};

void eboards_done(struct eboards *all);
struct eboard *eboards_find(const struct eboards *all, const char *serial);
/* What is known of this board is taken anew from live; it may be gone. 0 or -ENOMEM. */
int eboards_refresh(struct eboards *all, const struct live *live, const char *name, int64_t realtime_us);
/* … of all boards. */
int eboards_refresh_all(struct eboards *all, const struct live *live, int64_t realtime_us);
/*
 * eboards_sensor - its sensors saw something
 * True: squares are otherwise than before (a lift, a place), or the whole board was told (then the caller looks at all
 * of them).
 */
bool eboards_sensor(struct eboard *board, const struct live *live, const struct live_news *news);

/* One of them as clients get it. letters: naming of whoever asks; flipped: the board is seen from the other side. New
 * reference. */
json_t *eboard_format(const struct eboard *board, const char letters[static SQUARES], bool flipped);
/* FEN's first field of what stands there. False: a piece has no name. */
bool eboard_placement(const char letters[static SQUARES], bool flipped, char ret[static SQUARES_FEN]);
/* New reference; null where there is none. */
json_t *eboard_clock(const struct eboard *board);
/* What answers "sources". New reference. */
json_t *eboards_sources(const struct eboards *all);

#endif
