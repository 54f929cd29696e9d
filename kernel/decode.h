/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * Checks and unpacks what a board sends. No kernel calls, no allocation, no
 * state: the same file is compiled into the module, into libboard and into a
 * unit test. doc/protocol.md is the specification.
 *
 * All functions return 0 or a negative errno value:
 *
 *   -ENODEV           this is not a board (the magic word is missing)
 *   -EPROTONOSUPPORT  a version of the protocol that this code does not know
 *   -EBADMSG          anything else that breaks the protocol
 *
 * and on failure set *why to a static sentence part that says what is wrong,
 * for a log line: "info refused: <why>". The output is undefined then.
 * @buf need not be aligned. Texts in the output are NUL-terminated valid UTF-8
 * without control characters.
 */
#ifndef SENSORBOARD_DECODE_H
#define SENSORBOARD_DECODE_H

#include "wire.h"

/* What the checks need to know of a board; from its info answer. */
struct sbd_geometry {
	u8 width;   /* 8 or 10 */
	u8 height;  /* the same as width in version 1 */
	u8 sensors; /* SBW_SENSORS_* */
};

struct sbd_info {
	u8 version;
	struct sbd_geometry geometry;
	u32 features; /* SBW_FEATURE_*, unknown bits as the board sent them */
	u32 scan_us;
	u32 boot_id;
	char model[SBW_TEXT_SIZE];
	char firmware[SBW_TEXT_SIZE];
	char serial[SBW_TEXT_SIZE]; /* "" where the board has none */
};

struct sbd_event {
	u8 type;	 /* SBW_EVENT_*; 0: a bad event, to be counted and dropped */
	u8 square;	 /* LIFT, PLACE: below width * height; else 0 */
	u8 piece;	 /* LIFT, PLACE: a letter or '?'; else 0 */
	u8 side;	 /* PRESS: SBW_SIDE_*; else 0 */
	u32 seq;	 /* the board's number of the event; also set for a bad one */
	u64 time_us;	 /* the board's time; also set for a bad one */
	const char *bad; /* what is wrong with a bad event, else a null pointer */
};

struct sbd_report {
	u8 count; /* events, 1..SBW_REPORT_EVENTS */
	u8 bad;	  /* how many of them are bad */
	struct sbd_event events[SBW_REPORT_EVENTS];
};

struct sbd_board {
	u64 time_us;		     /* the board's time of the answer */
	u32 seq;		     /* number of the last event that is contained, 0 none yet */
	u8 count;		     /* width * height */
	u8 lever;		     /* SBW_SIDE_*, 0 unknown */
	u8 squares[SBW_MAX_SQUARES]; /* '.', '?' or a letter; zero from count on */
};

/* 8x8 or 10x10, and sensors of a known kind. */
int sbd_check_geometry(const struct sbd_geometry *geo, const char **why);

/* Is this letter ('?' included, '.' not) one that a board of this kind may send for a piece? */
int sbd_is_piece(const struct sbd_geometry *geo, u8 letter);

/* The answer to SBW_REQ_GET_INFO. */
int sbd_read_info(const void *buf, size_t len, struct sbd_info *ret, const char **why);

/* The answer to SBW_REQ_GET_BOARD. */
int sbd_read_board(const struct sbd_geometry *geo, const void *buf, size_t len,
		   struct sbd_board *ret, const char **why);

/*
 * One interrupt report. It fails if the report as a whole cannot be trusted;
 * how many events went with it shows in the next report's numbers. Otherwise
 * it succeeds and marks each event that makes no sense (type 0): the reader
 * counts it as one lost, drops it, and asks for the whole board.
 */
int sbd_read_report(const struct sbd_geometry *geo, const void *buf, size_t len,
		    struct sbd_report *ret, const char **why);

#endif
