/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A seat: a board that is plugged in now. How it comes: seat-arrival.c; what it says: seat-inbox.c, seat-events.c; the
 * game that is played on it: seat-game.c; what it shows: seat-display.c; what people ask of it: seat-calls.c. Nothing
 * here waits for a board: it is asked (board_request_…()), and its answer is an event.
 */
#ifndef SHELL_SEAT_H
#define SHELL_SEAT_H

#include "daemon/core/tracker/guidance.h"
#include "daemon/context.h"
#include "libboard/board.h"

struct pending_start;
struct seat_call;

struct seat {
	struct context *context;
	struct seat *next;
	struct board *board;
	struct board_device device; /* uri always; the rest "" for a board that udev does not know */
	struct named_board *named;  /* named on the command line, NULL found by udev */
	const char *name;	    /* into device or info */
	char *path;
	sd_event_source *io; /* of a recording: a board has a thread, see seat-inbox.h */
	sd_event_source *again;
	struct session *session;

	unsigned changed; /* enum seat_property: what is to be told */

	bool live; /* false: a recording, read only while a game is on */

	/* seat-events.c */
	bool ended;	    /* a recording at its end */
	bool returning;	    /* the session waits for this board's time and squares */
	bool ask;	    /* the whole board is wanted */
	uint64_t ask_at_us; /* … but not before (CLOCK_MONOTONIC): it was asked, and did not answer */
	uint32_t asking;    /* the request for it, 0 none */
	uint32_t recalling; /* the request for what was played while it was away, 0 none */
	bool keeps_no_log;  /* it was asked for that in vain */
	uint32_t last_seq;  /* of the last event read */
	bool holding;	    /* held: an answer that waits for the events it already contains */
	struct board_squares held;
	bool skipping; /* lifts and places up to skip_seq are in an answer already given */
	uint32_t skip_seq;
	bool reading;
	uint32_t lost;
	uint64_t unreadable;
	char remark[300]; /* what is wrong with its clock, "" nothing */
	bool shows_times; /* seat-clock.c: what a clock that runs by itself told last */
	int64_t shown_us[2];

	struct pending_start *start; /* a game is begun when the board has said what stands on it; NULL none */
	struct seat_call *calls;     /* calls on the bus that the board has not answered yet: seat-calls.c */
	/* seat-stream.c */
	char seen[BOARD_MAX_SQUARES]; /* what stands on it, as told */
	bool seen_all;		      /* false: it has not said so yet */
	bool stream_asks;	      /* the next whole board is for the stream, too */
	struct subscribers watchers;  /* who is sent its events */

	/* seat-lending.c */
	sd_bus_track *lent_to; /* the program that has its lights, sounds and texts; NULL none had */
	bool lent_lights, lent_text;

	/* seat-display.c */
	bool shows_result; /* on its clock, until the next game */
	bool guiding;	   /* squares are lit for the step guided */
	struct tracker_step guided;
};

/* The board is gone; its session waits for it. */
void seat_remove(struct seat *seat);
/* Does a board sit at this node, whatever it was called by? */
bool seat_is_at(struct context *ctx, const char *node);
/* By name, serial number, by-id name, node or its number, port path or URI; NULL none. */
struct seat *seat_find(struct context *ctx, const char *text);
/* Reads it again after that time, 0 at once, though nothing comes from it. */
void seat_read_later(struct seat *seat, uint64_t after_us);

#endif
