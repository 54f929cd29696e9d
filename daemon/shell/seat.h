/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A seat: a board that is plugged in now. Those found by udev and those named
 * on the command line come and go through the same two functions.
 */
#ifndef SHELL_SEAT_H
#define SHELL_SEAT_H

#include "daemon/core/tracker/tracker.h"
#include "daemon/shell/daemon.h"
#include "libboard/board.h"
#include "rules/vocabulary.h"

struct seat {
	struct daemon *daemon;
	struct seat *next;
	struct board *board;
	struct board_device device;	/* uri always; the rest "" for a board that udev does not know */
	struct named_board *named;	/* named on the command line, NULL found by udev */
	const char *name;		/* into device or info */
	char *path;
	sd_event_source *io, *again;
	struct session *session;

	bool live;		/* false: a recording, read only while a game is on */
	bool ended;		/* a recording at its end */
	bool returning;		/* the session waits for this board's time and squares */
	bool ask;		/* the whole board is wanted */
	bool holding;		/* held: an answer that waits for the events it already contains */
	struct board_squares held;
	bool skipping;		/* lifts and places up to skip_seq are in an answer already given */
	uint32_t skip_seq;
	bool reading;
	bool shows_result;	/* on its clock, until the next game */
	bool guiding;		/* squares are lit for the step guided */
	struct tracker_step guided;
	uint32_t lost;
	uint64_t unreadable;
};

/* 0; the board's fault, said in the log. device holds uri at least. */
int seat_add(struct daemon *daemon, const struct board_device *device, struct named_board *named);
/* The same for a board that is open already; it is closed on failure. */
int seat_add_open(struct daemon *daemon, const struct board_device *device, struct named_board *named, struct board *board);
/* Does a board sit at this node, whatever it was called by? */
bool seat_is_at(struct daemon *daemon, const char *node);
/* The board is gone; its session waits for it. */
void seat_remove(struct seat *seat);
/* By name, serial number, by-id name, node or its number, port path or URI; NULL none. */
struct seat *seat_find(struct daemon *daemon, const char *text);

/* Reads what there is and feeds it to the game. The seat may be gone afterwards: true if it still is. */
bool seat_read(struct seat *seat);
/* A new game: reads away what happened before it and asks for the whole board. Source without one: squares->count is 0. */
int seat_start(struct seat *seat, struct board_squares *squares);
void seat_take(struct seat *seat, struct session *session);	/* from now on events are that game's */
void seat_leave(struct seat *seat);				/* the game is over */
void seat_rejoin(struct seat *seat);				/* the board is back: its game goes on */
void seat_show_clock(struct seat *seat, struct session *session);
/* On a clock that shows letters: in a word what was ruled, for some seconds; the result, until the next game begins. */
void seat_show_ruling(struct seat *seat, enum ruling_kind ruling);
void seat_show_result(struct seat *seat, const char *result);
/* Where men are to be put right: lights the squares of the next step, and puts the lights out after the last. */
void seat_guide(struct seat *seat, struct session *session);
/* The session's time source on this board. */
enum time_source seat_time_source(const struct seat *seat);

/* URIs named on the command line: opened now and tried again while nothing is there. */
int named_board_add(struct daemon *daemon, const char *uri);
void named_board_lost(struct named_board *named);
/* Is one of them missing, and may be any device that comes? */
bool named_board_missing(const struct daemon *daemon);
/* Is one of them being opened at this node? */
bool named_board_opens_at(const struct daemon *daemon, const char *node);
void named_boards_free(struct daemon *daemon);

int seat_register(struct daemon *daemon);	/* seat-dbus.c */
void seat_emit_changed(struct seat *seat, const char *property);

#endif
