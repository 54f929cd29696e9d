/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The board that the protocol describes, without its hardware: sensors and
 * lever levers go in, reports and answers come out. doc/protocol.md, which
 * this follows. One file for every microcontroller and for the tests.
 *
 * A port calls firmware_scan() once a millisecond or so with all that its
 * sensors see, firmware_press() from then to then with the time that a lever's
 * interrupt took, and sends what firmware_report() gives whenever its endpoint
 * is free. Nothing here is called from an interrupt, waits, or allocates.
 *
 * What happened is kept in the order of its first edges until it has settled:
 * nothing is numbered before everything earlier is. So no event can have an
 * earlier time than the one before.
 *
 * Times are microseconds of the board's own clock, 48 bits: nine years.
 */
#ifndef FIRMWARE_BOARD_H
#define FIRMWARE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/wire.h"

#ifndef FIRMWARE_SIZE
#define FIRMWARE_SIZE 8 /* columns and rows: 8 or 10 */
#endif
#define FIRMWARE_SQUARES (FIRMWARE_SIZE * FIRMWARE_SIZE)
#define FIRMWARE_BYTES ((FIRMWARE_SQUARES + 7) / 8)
#ifndef FIRMWARE_QUEUE
#define FIRMWARE_QUEUE 64 /* events that wait for the host; a power of two */
#endif
#define FIRMWARE_CHANGES 16 /* that may be settling at a time; what begins besides is seen when there is room */

/*
 * Debouncing. A change counts once its contact has kept still for so long, or,
 * if it never does, that long after its first edge: a square as it shows then, the lever's as closed.
 */
#ifndef FIRMWARE_SQUARE_STILL_US
#define FIRMWARE_SQUARE_STILL_US 5000
#endif
#ifndef FIRMWARE_LEVER_STILL_US
#define FIRMWARE_LEVER_STILL_US 2000
#endif
#define FIRMWARE_LONGEST_US 20000

/* A bit a square, square s in bit s % 8 of byte s / 8: a piece stands there. */
struct firmware_squares {
	uint8_t bits[FIRMWARE_BYTES];
};

/*
 * Which lever contacts are closed. A press is a contact that closes: one that was closed already is none, whatever the
 * other does. While both are (a rocker in mid-swing, two buttons) nothing is, until one has opened: who is left has
 * pressed then, if he has not before. Once a contact was open it may press again, also if the other side has not: what
 * that means is the host's to judge.
 */
enum { FIRMWARE_LEVER_WHITE = 1, FIRMWARE_LEVER_BLACK = 2 };

struct firmware_event {
	uint32_t seq;
	uint32_t time_low;
	uint16_t time_high;
	uint8_t type; /* SBW_EVENT_* */
	uint8_t what; /* LIFT, PLACE: the square; PRESS: the side */
};

/* Something that began to change. */
struct firmware_change {
	uint32_t time_low; /* of its first edge */
	uint16_t time_high;
	uint16_t edge_us; /* the low bits of the time of its last edge */
	uint8_t what;	  /* a square, or FIRMWARE_LEVER + side */
	uint8_t state;
};

struct firmware_board {
	const char *serial; /* SBW_TEXT_SIZE bytes */
	uint32_t boot_id;
	uint32_t next_seq;

	struct firmware_squares settled;	 /* as debounced */
	struct firmware_squares changing;	 /* a change of it is in the list */
	struct firmware_squares reported;	 /* as told by the events that are numbered */
	uint8_t settled_levers, changing_levers; /* the lever's contacts in the same way: which are closed */
	uint8_t levers, owed;	/* which are closed by what was released, and have not been a press since */
	uint8_t reported_lever; /* who pressed last */
	bool began_lever;	/* since the last scan */

	uint8_t changes, queued;
	uint8_t first;					 /* of the queue, a ring */
	struct firmware_change change[FIRMWARE_CHANGES]; /* in the order of their first edges */
	struct firmware_event queue[FIRMWARE_QUEUE];
};

/*
 * At power-up: what the sensors see stands there, nothing has happened yet.
 * @serial: 32 bytes that stay, the last of them 0. @boot_id: a new one each time.
 */
void firmware_start(struct firmware_board *b, const struct firmware_squares *seen, const char *serial,
		    uint32_t boot_id);

/*
 * Then, where a lever may lie: the contacts that are closed already. They are no press; without this the first scan
 * that finds one closed takes it for one.
 */
void firmware_find_levers(struct firmware_board *b, uint8_t levers);

/* All sensors, read just now: @time is from before the first was read. @levers: FIRMWARE_LEVER_*. */
void firmware_scan(struct firmware_board *b, uint64_t time, const struct firmware_squares *seen, uint8_t levers);

/*
 * A lever's contact closed at @time: since the last scan, and not before it. Whether it was more than a spark is for
 * the scans to say. A port without an interrupt for the lever leaves this out, and the scan finds the time.
 */
void firmware_press(struct firmware_board *b, uint64_t time, uint8_t side);

/* The next report: its length, 0 if there is nothing to say. It is taken out of the queue. */
uint8_t firmware_report(struct firmware_board *b, uint8_t out[SBW_REPORT_SIZE]);

/*
 * The answer to a vendor request from the host to the interface, all of it:
 * its length, 0 if the request is to be stalled.
 */
#define FIRMWARE_ANSWER_SIZE 120
uint8_t firmware_answer(const struct firmware_board *b, uint64_t time, uint8_t request,
			uint8_t out[FIRMWARE_ANSWER_SIZE]);

#endif
