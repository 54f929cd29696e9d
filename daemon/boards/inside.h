/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of boards share. */
#ifndef DAEMON_BOARDS_INSIDE_H
#define DAEMON_BOARDS_INSIDE_H

#include "daemon/boards/live-board.h"

/* --- board-arrival.c --- */

/* 0; the board's fault, said in the log. device holds uri at least. */
int live_board_add(struct context *ctx, const struct board_device *device, struct configured_board *named);
/* The same for a board that is open already, and has just said what stands on it (count 0: it has not); it is closed on
 * failure. */
int live_board_add_open(struct context *ctx, const struct board_device *device, struct configured_board *named,
			struct board *board, const struct board_squares *squares);

/* --- board-calls.c: Calls on the bus that are answered when the board has answered. --- */

/* The call asked this of the board: what board_request_…() returned. 1, or a negative errno value with *error filled.
 */
int live_board_call_add(struct live_board *board, sd_bus_message *call, int request, enum board_request kind,
			sd_bus_error *error);
/* True: the answer was a call's, which has been replied to. */
bool live_board_call_answer(struct live_board *board, const struct board_answer *answer);
/* The board is gone: so it is said to all that wait. */
void live_board_calls_fail(struct live_board *board);

/* --- shown-start-times.c: What the clock beside a board shows while no game is on. --- */

/* Each event passes; a clock that runs by itself tells its times. */
void live_board_clock_event(struct live_board *board, const struct board_event *event);

/* --- board-stream.c --- */

/* One event, as it is read. */
void live_board_stream_event(struct live_board *board, const struct board_event *event);

/* The property Placement of org.flagfall1.Board, "" not known yet. */
void live_board_stream_placement(const struct live_board *board, char text[static GAME_FEN]);

/* --- configured-board.c --- */

struct async_open;

struct configured_board {
	struct context *context;
	struct configured_board *next;
	char *uri;
	sd_event_source *timer;
	struct async_open *opening; /* under way, NULL none */
	uint64_t delay_us;	    /* until it is tried again; doubles */
	int said;		    /* the fault that was said last: not again and again */
	char why[200];		    /* it is not there, "" not known yet */
	char *name;		    /* of the board that was there last, NULL none */
	uint64_t gone_us;	    /* CLOCK_MONOTONIC, when that one went */
};

/* It was found: the next time that it is missing, it is tried again soon. */
void configured_board_found(struct configured_board *board);
/* It is missing: its timer is set. */
void configured_board_lost(struct configured_board *board);
/* That board was there, and is missing. */
void configured_board_gone(struct configured_board *board, const char *name);
/* The device that its URI leads to now. 0 or -ENAMETOOLONG. */
int configured_board_device(const struct configured_board *board, struct board_device *ret);

bool configured_board_is_there(const struct configured_board *board);
/* Is one of them missing, and may be any device that comes? */
bool configured_board_missing(const struct context *ctx);
/* Is one of them being opened at this node? */
bool configured_board_opens_at(const struct context *ctx, const char *node);

/* --- board-probe.c --- */

struct board_probe;

/* device->uri is find:NODE or usb:NODE. 0, or -ENOMEM and what async_open_start() gives. */
int board_probe_add(struct context *ctx, const struct board_device *device);
/* It was pulled out: what is opened there yet is closed again. */
void board_probe_forget(struct context *ctx, const char *node);
/* Is that node being asked? */
bool board_probe_at(const struct context *ctx, const char *node);

/* --- async-open.c --- */

struct async_open;

/*
 * Would opening this wait for what is behind it? A line, a hidraw node, a FIFO, a socket, what libusb reads; the
 * kernel driver's node does not.
 */
bool async_open_needed(const char *uri);
/*
 * Begins. done is called once from the event loop: with the board, which it owns then, and what stands on it (count
 * 0: it does not say), or with r < 0 and the sentence;
 * the opening is gone then. 0, or a negative errno value.
 */
typedef void (*async_open_done)(void *userdata, struct board *board, const struct board_squares *squares, int r,
				const char *why);
int async_open_start(struct context *ctx, const char *uri, async_open_done done, void *userdata,
		     struct async_open **ret);
/* Nobody waits for it any more; the thread ends, and closes what it has opened, when it can. NULL is allowed. */
void async_open_free(struct async_open *opening);

#endif
