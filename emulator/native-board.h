/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A board that speaks this project's own protocol (doc/protocol.md): pieces stand on it, it has a lever, lights, a
 * display for both clocks, and a time of its own that runs only as it is told. What happens on it is kept, in the order
 * and with the times it happened, until the host has taken it.
 *
 * Pure: whoever has the cable asks for reports and hands over requests. Squares are the sensors', row by row from
 * White's lower left corner. Times are microseconds of the board's own time.
 */
#ifndef EMULATOR_NATIVE_BOARD_H
#define EMULATOR_NATIVE_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/wire.h"

#define NATIVE_QUEUE 256
#define NATIVE_REPLY_SIZE 256
#define NATIVE_BEAT_US 250000

/* What the board says of itself. Members at rest take the value in brackets. */
struct native_config {
	uint8_t size;	   /* 8 or 10 columns and rows [8] */
	uint8_t sensors;   /* SBW_SENSORS_* [SBW_SENSORS_PIECE_ID] */
	uint32_t features; /* SBW_FEATURE_* [all but none: see no_features] */
	bool no_features;  /* features really is 0 */
	uint32_t scan_us;
	uint32_t boot_id;     /* [1] */
	const char *model;    /* ["Emulated board"]; texts are copied, cut to SBW_TEXT_SIZE bytes */
	const char *firmware; /* ["flagfall-sim"] */
	const char *serial;   /* [none] */
	const char *squares;  /* size * size letters in the order of the sensors [the start position; 10x10: empty] */
	uint64_t time_us;     /* the board's time as it is made */
	uint8_t lever;	      /* SBW_SIDE_* whose lever is down [unknown] */
	uint32_t beat_us;     /* a board whose time counts tells of it so often, at least [NATIVE_BEAT_US] */
};

/* What can be read back. */
struct native_state {
	uint64_t time_us;
	uint32_t seq;	  /* of the last event */
	unsigned pending; /* events not yet taken by the host */
	uint32_t dropped; /* events that the host never took: unplugged, or far behind */
	uint8_t size;
	uint8_t lever;
	char squares[SBW_MAX_SQUARES + 1]; /* what truly stands there, '?' a piece whose kind was never told */
	uint8_t leds[SBW_MAX_SQUARES];
	uint32_t leds_set, clock_set; /* how often the host did */
	uint32_t white_ms, black_ms;  /* the clock's display */
	uint8_t running;
	uint32_t info_asked, board_asked, stalled;
	uint32_t unanswered; /* requests, counted by the cable */
};

struct native_event {
	uint8_t type, square, piece;
	uint8_t mark; /* it did not happen, and is told alone */
	uint32_t seq;
	uint64_t time_us;
};

struct native_board {
	struct native_state state;
	struct sbw_info info;
	bool is_plugged;
	uint32_t every_us;
	uint64_t beat_us; /* time of the last event */
	char lifted;	  /* the last piece that was lifted, 0 none */

	/* Events that happened and were not taken, as many as are pending; the first taking of them are on their way.
	 */
	struct native_event queue[NATIVE_QUEUE];
	unsigned head, taking;
	/* The board as the host knows it once it has taken what it took: what GET_BOARD answers with, so that an
	 * answer never contains an event whose report is yet to come. */
	struct {
		char squares[SBW_MAX_SQUARES];
		uint8_t lever;
		uint32_t seq;
		uint64_t time_us;
	} known;

	/* The owner's, NULL: none. The host has set lights or the clock's display. */
	void (*on_shown)(struct native_board *board, uint8_t request);
	/* What is about to be said may be made wrong: a report whose event has a mark, and an answer (-EPIPE: refused).
	 * They return the new length. */
	size_t (*spoil_report)(struct native_board *board, uint8_t mark, struct sbw_report *report, size_t length);
	int (*spoil_answer)(struct native_board *board, uint8_t request, uint8_t *reply, int length);
};

/* A control transfer's setup packet. */
struct native_setup {
	uint8_t type, request;
	uint16_t value, index, length;
};

/* board is zeroed. 0, or -EINVAL. */
int native_init(struct native_board *board, const struct native_config *config);
unsigned native_cells(const struct native_board *board);

/*
 * Hands. Each happens at the board's present time. The board tells the host only what its sensors notice: a lift from
 * an empty square and a place of what stands there already are nothing new to it, and a presence-only board does not
 * see one piece put in another's place. Returns 1 if the sensors noticed, 0 if not, -ERANGE for a square outside the
 * board.
 */
int native_lift(struct native_board *board, unsigned square);
int native_place(struct native_board *board, unsigned square, char piece); /* 0: what was lifted last, '?' if nothing */
int native_set_squares(struct native_board *board, const char *squares);   /* number of lifts and places; -EINVAL */
int native_press(struct native_board *board, int side); /* SBW_SIDE_*; -EOPNOTSUPP without SBW_FEATURE_LEVER */
int native_pause(struct native_board *board);		/* -EOPNOTSUPP without SBW_FEATURE_PAUSE */
/* What did not happen is told, with a mark other than 0. */
void native_mark(struct native_board *board, uint8_t mark);

/* Lets time pass; never backwards (-EINVAL). native_beat() says the time at once. */
int native_advance(struct native_board *board, uint64_t until_us);
int native_beat(struct native_board *board);
/* It was switched off and on: numbers begin anew. The pieces stand as they stood. */
void native_reboot(struct native_board *board, uint32_t boot_id, uint64_t time_us);

/* The cable. What happens while the board is not plugged in is never told to the host, except by the whole board. */
void native_plug(struct native_board *board);
void native_unplug(struct native_board *board);
/* Forgets what is waiting, all but what is on its way. */
void native_drop_waiting(struct native_board *board);
/* The next report into buf: its length, 0 if nothing happened. Its events are on their way then, until
 * native_report_taken(): it arrived, or was lost on the way. */
size_t native_next_report(struct native_board *board, uint8_t buf[static NATIVE_REPLY_SIZE]);
void native_report_taken(struct native_board *board, bool arrived);

/* Would the board take this OUT request? To be asked before its data are read: setup->length fits NATIVE_REPLY_SIZE
 * then. */
bool native_accepts(const struct native_board *board, const struct native_setup *setup);
/*
 * A control request. OUT: data holds setup->length bytes. IN: the answer goes to reply.
 * Returns the answer's length (0 for OUT), or -EPIPE to stall.
 */
int native_control(struct native_board *board, const struct native_setup *setup, const uint8_t *data,
		   uint8_t reply[static NATIVE_REPLY_SIZE]);

#endif
