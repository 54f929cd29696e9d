/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A live board: one that is plugged in now. How it comes: board-arrival.c; what it says: board-inbox.c, board-events.c;
 * what it shows: board-display.c; what people ask of it: board-calls.c. What is played on it, boards do not know: they
 * tell their user.
 * Nothing here waits for a board: it is asked (board_request_…()), and its answer is an event.
 */
#ifndef DAEMON_LIVE_BOARD_H
#define DAEMON_LIVE_BOARD_H

#include "daemon/context.h"
#include "libboard/board.h"
#include "rules/game.h"
#include "rules/vocabulary.h"

struct board_probe;
struct configured_board;
struct live_board;
struct live_board_call;
struct live_game;
struct pending_start;

/* What may be read of a board now. */
enum board_user_takes {
	BOARD_USER_TAKES,
	BOARD_USER_LATER, /* nothing, for a moment */
	BOARD_USER_SAYS,  /* nothing, until it says so: live_board_read_later() */
};

/* Who plays on boards: set once, before the first of them is there. It sets the field game of those that it uses. */
struct board_user {
	/* It is plugged in, perhaps again. */
	void (*arrived)(struct live_board *board);
	void (*gone)(struct live_board *board);
	/* Nothing is played on it, and what stands there may have changed. */
	void (*stands)(struct live_board *board);
	enum board_user_takes (*takes)(const struct live_board *board);
	/* May it have been asked by the user? True: this was the answer. */
	bool (*answered)(struct live_board *board, const struct board_answer *answer);

	/* Whatever it has said, after everything else. */
	void (*heard)(struct live_board *board, const struct board_event *event);

	/* Of a board that has a game only: */
	void (*event)(struct live_board *board, const struct board_event *event);
	/* The whole board; count is 0 where it has told by events what was done while it was away. */
	void (*squares)(struct live_board *board, const struct board_squares *squares);
	/* It has no way to tell that. */
	void (*cannot_tell)(struct live_board *board);
	/* Is the whole board needed? */
	bool (*needs_squares)(const struct live_board *board);
	/* Is it worth asking what was done while it was away? Then with this on its cells when it went. */
	bool (*was_away)(const struct live_board *board, char cells[static BOARD_MAX_SQUARES]);
	/* All that there is now was read. */
	void (*was_read)(struct live_board *board);
	/* A recording has ended. */
	void (*ended)(struct live_board *board);
	const char *(*id)(const struct live_board *board);
	const char *(*path)(const struct live_board *board);
};

/* What all boards have in common, but for their list: context.h. */
struct boards {
	const struct board_user *user;
	struct board_inbox *inbox; /* where the threads that read boards leave what they have read: board-inbox.c */
	sd_event_source *inbox_source;
	struct configured_board *configured; /* configured-board.c */
	struct board_probe *probes;	     /* adapters that are being asked: board-probe.c */
};

struct live_board {
	struct context *context;
	struct live_board *next;
	struct board *handle;
	struct board_device device;	/* uri always; the rest "" for a board that udev does not know */
	struct configured_board *named; /* named on the command line, NULL found by udev */
	const char *name;		/* into device or info */
	char *path;
	sd_event_source *io; /* of a recording: a board has a thread, see board-inbox.c */
	sd_event_source *again;
	/* The user's, who alone looks into them: */
	struct live_game *game;		 /* that is played on it; NULL none */
	struct first_moves *first_moves; /* of the next game; NULL none */
	struct pending_start *start;	 /* a game begins when the board has said what stands on it; NULL none */

	unsigned changed; /* enum live_board_property: what is to be told */

	bool live; /* false: a recording, read only while a game is on */

	/* board-events.c */
	bool ended;	    /* a recording at its end */
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
	bool shows_times; /* shown-start-times.c: what a clock that runs by itself told last */
	int64_t shown_us[2];

	struct live_board_call *calls; /* calls on the bus that the board has not answered yet: board-calls.c */
	/* board-stream.c */
	char seen[BOARD_MAX_SQUARES]; /* what stands on it, as told */
	bool seen_all;		      /* false: it has not said so yet */
	bool stream_asks;	      /* the next whole board is for the stream, too */
	struct subscribers watchers;  /* who is sent its events */

	/* board-lending.c */
	sd_bus_track *lent_to; /* the program that has its lights, sounds and texts; NULL none had */
	bool lent_lights, lent_text;

	/* board-display.c */
	bool shows_result; /* on its clock, until the next game */
	bool guiding;	   /* squares are lit for a step; from and to are the user's numbers */
	uint8_t guided[2];
};

/* The board is gone. */
void live_board_remove(struct live_board *board);
/* Does a board sit at this node, whatever it was called by? */
bool live_board_is_at(struct context *ctx, const char *node);
/* By name, serial number, by-id name, node or its number, port path or URI; NULL none. */
struct live_board *live_board_find(struct context *ctx, const char *text);
/* Reads it again after that time, 0 at once, though nothing comes from it. */
void live_board_read_later(struct live_board *board, uint64_t after_us);

/* --- board-events.c: From a board to who plays on it, once what is in an answer already is known. --- */

/* Reads what there is and tells its user. The board may be gone afterwards: true if it still is. */
bool live_board_read(struct live_board *board);

/* --- board-display.c: What a board with a clock and lights shows of what is played on it. --- */

/* On a board with a clock: what is left of each side's time, and which of BOARD_WHITE and BOARD_BLACK runs, 0 none. */
void live_board_show_clock(struct live_board *board, const int64_t left_us[2], unsigned running);
/* On a clock that shows letters: in a word what was ruled, for some seconds; the result, until the next game begins. */
void live_board_show_ruling(struct live_board *board, enum ruling_kind ruling);
void live_board_show_result(struct live_board *board, const char *result);
void live_board_clear_result(struct live_board *board);
/* On a board with lights: how bright each cell is from now on. */
void live_board_light(struct live_board *board, const uint8_t level[static BOARD_MAX_SQUARES]);

/* The board has answered a request of these functions. */
void live_board_display_answer(struct live_board *board, const struct board_answer *answer);

/* --- board-lending.c --- */

/* What a program lit and wrote ends. */
void live_board_lending_end(struct live_board *board);

/* --- shown-start-times.c --- */

/*
 * A sentence where the clock will not show what a game is started with: it is set by hand, and was set otherwise.
 * False, and "": it shows it, the board sets it, or it has told nothing.
 */
bool live_board_clock_differs(const struct live_board *board, const int64_t start_us[2], char buf[static 160]);

/* --- board-stream.c --- */

/* The whole board: what it is told to the stream for is in board->stream_asks, which ends. */
void live_board_stream_squares(struct live_board *board, const struct board_squares *squares);

/* --- board-dbus.c --- */

/* Properties that change while a board is plugged in. */
enum live_board_property {
	LIVE_BOARD_LOST = 1 << 0,
	LIVE_BOARD_SENSORS = 1 << 1,
	LIVE_BOARD_GAME = 1 << 2,
	LIVE_BOARD_REMARK = 1 << 3
};

/* This has changed: told once, when the turn of the loop is over. */
void live_board_changed(struct live_board *board, enum live_board_property property);

#endif
