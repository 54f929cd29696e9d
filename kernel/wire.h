/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * sensorboard wire protocol, version 1: the bytes between a board and the
 * host. doc/protocol.md is the specification; this file is its layout in C.
 * Used by the kernel module, by libboard and by the emulated board, hence the
 * choice of licences. All numbers are little-endian.
 */
#ifndef SENSORBOARD_WIRE_H
#define SENSORBOARD_WIRE_H

#ifdef __KERNEL__
#include <linux/types.h>
typedef __le16 sbw_le16;
typedef __le32 sbw_le32;
typedef __le64 sbw_le64;
#else
#include "wire-user.h"
#endif

#define SBW_VERSION 1

/* Interface descriptor: bInterfaceClass, bInterfaceSubClass, bInterfaceProtocol */
#define SBW_INTERFACE_CLASS 0xff
#define SBW_INTERFACE_SUBCLASS 0x53 /* 'S' */
#define SBW_INTERFACE_PROTOCOL 0x42 /* 'B' */

/*
 * Control requests: bmRequestType 0xc1 (IN) or 0x41 (OUT): vendor, interface.
 * wValue 0, wIndex the interface number.
 */
#define SBW_REQ_GET_INFO 0x01  /* IN,  struct sbw_info */
#define SBW_REQ_GET_BOARD 0x02 /* IN,  struct sbw_board_header + one byte a square */
#define SBW_REQ_SET_LEDS 0x10  /* OUT, one byte a square: 0 dark .. 255 brightest */
#define SBW_REQ_SET_CLOCK 0x11 /* OUT, struct sbw_clock */

#define SBW_MAGIC 0x44524253 /* bytes "SBRD" */
#define SBW_MAX_SQUARES 100
#define SBW_TEXT_SIZE 32

enum { SBW_SENSORS_PRESENCE = 1, SBW_SENSORS_PIECE_ID = 2 };
enum {
	SBW_FEATURE_LEVER = 1 << 0,
	SBW_FEATURE_PAUSE = 1 << 1,
	SBW_FEATURE_CLOCK = 1 << 2,
	SBW_FEATURE_LEDS = 1 << 3,
	SBW_FEATURE_DEVICE_TIME = 1 << 4, /* the board's time is the time of play */
};

struct sbw_info {
	sbw_le32 magic; /* SBW_MAGIC */
	u8 version;	/* SBW_VERSION */
	u8 width;	/* 8 or 10 */
	u8 height;	/* 8 or 10 */
	u8 sensors;
	sbw_le32 features;
	sbw_le32 scan_us;	   /* duration of one scan of all squares, 0 unknown */
	sbw_le32 boot_id;	   /* new random number whenever the board's time restarts */
	sbw_le32 reserved;	   /* zero */
	char model[SBW_TEXT_SIZE]; /* UTF-8, filled with NUL, the last byte always NUL */
	char firmware[SBW_TEXT_SIZE];
	char serial[SBW_TEXT_SIZE]; /* all NUL: none */
} __packed;			    /* 120 bytes */

struct sbw_board_header {
	sbw_le64 time_us;  /* the board's time of this answer */
	sbw_le32 seq;	   /* number of the last event that it contains, 0 none yet */
	u8 count;	   /* squares that follow: width * height */
	u8 lever;	   /* SBW_SIDE_* whose lever is down, 0 unknown */
	sbw_le16 reserved; /* zero */
} __packed;		   /* 16 bytes */

struct sbw_clock {
	sbw_le32 white_ms;
	sbw_le32 black_ms;
	u8 running;	/* SBW_SIDE_*, 0 none */
	u8 reserved[3]; /* zero */
} __packed;		/* 12 bytes */

/* The interrupt IN endpoint: one report a transfer, at most 64 bytes. */
#define SBW_REPORT_SIZE 64
#define SBW_REPORT_EVENTS 6
#define SBW_REPORT_SPAN_US 1800000000 /* from the first event to the last, at most */

enum { SBW_SIDE_WHITE = 1, SBW_SIDE_BLACK = 2 };
enum {
	SBW_EVENT_LIFT = 1,  /* square, piece */
	SBW_EVENT_PLACE = 2, /* square, piece */
	SBW_EVENT_PRESS = 3, /* side in "piece" */
	SBW_EVENT_PAUSE = 4,
	SBW_EVENT_TIME = 5,
};

struct sbw_event {
	u8 type;
	u8 square;	   /* row * width + column, 0 = White's lower left corner */
	u8 piece;	   /* letter, '?' unknown */
	u8 reserved;	   /* zero */
	sbw_le32 delta_us; /* since sbw_report.time_us, never decreases, up to SBW_REPORT_SPAN_US */
} __packed;		   /* 8 bytes */

struct sbw_report {
	u8 version;	  /* SBW_VERSION */
	u8 count;	  /* events that follow, 1..SBW_REPORT_EVENTS */
	sbw_le16 length;  /* bytes of the whole report: 16 + 8 * count */
	sbw_le32 seq;	  /* number of the first event; counts every event by one, wraps */
	sbw_le64 time_us; /* the board's time of the first event */
	struct sbw_event events[SBW_REPORT_EVENTS];
} __packed; /* 64 bytes */

#endif
