/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * From a board's reports to events, for the backends that use the wire
 * protocol themselves: the same events with the same numbers as the kernel
 * module gives, by the same code (kernel/decode.c, kernel/numbering.c).
 */
#ifndef LIBBOARD_WIRE_DECODER_H
#define LIBBOARD_WIRE_DECODER_H

#include <stdint.h>

#include "kernel/decode.h"
#include "kernel/numbering.h"
#include "libboard/backend.h"

/* Events read ahead while an answer is waited for. The last place is kept for BOARD_EVENT_LOST. */
#define WIRE_QUEUE_SIZE 1024

struct wire_decoder {
	struct sbd_geometry geometry;
	struct sbn numbering;
	unsigned head, tail; /* free running: taken out, put in */
	struct board_event queue[WIRE_QUEUE_SIZE];
};

/* The answer to SBW_REQ_GET_INFO: fills board->info. As sbd_read_info(), with the sentence in board. */
int board_wire_info(struct wire_decoder *wire, struct board *board, const void *buf, size_t len);

/* The answer to SBW_REQ_GET_BOARD that follows it: events are numbered from here. */
int board_wire_start(struct wire_decoder *wire, struct board *board, const void *buf, size_t len);
/* Any later one. */
int board_wire_squares(struct wire_decoder *wire, struct board *board, const void *buf, size_t len, int64_t host_us,
		       struct board_squares *ret);

/* One report, as it came. Whatever is wrong with it becomes a BOARD_EVENT_LOST. */
void board_wire_report(struct wire_decoder *wire, const void *buf, size_t len, int64_t host_us);
/* Something was lost that no number shows. */
void board_wire_lose(struct wire_decoder *wire, int64_t host_us);

/* The oldest event; false if there is none. */
bool board_wire_pop(struct wire_decoder *wire, struct board_event *ev);
/* To the mailbox of a board that a thread reads; of any other they stay. */
void board_wire_hand_over(struct wire_decoder *wire, struct board *board);
static inline bool board_wire_is_empty(const struct wire_decoder *wire)
{
	return wire->head == wire->tail;
}

/*
 * --- socket-wire ---
 * The emulated board's transport: what a USB cable carries, as packets on a
 * socket.
 *
 * AF_UNIX, SOCK_SEQPACKET. The board listens, the reader connects; one message
 * is one packet. The payloads are those of kernel/wire.h, byte for byte, so one
 * device-side emulator serves a USB gadget and this socket, and the reader
 * decodes both with kernel/decode.c.
 *
 *   reader to board   struct socket_request + data of an OUT transfer
 *   board to reader   struct socket_reply + data of an IN transfer, one for each
 *                     request, in the order of the requests
 *   board to reader   struct socket_report + one interrupt report
 *   board to reader   struct socket_clock, what a clock beside it shows that runs by itself: behind each answer with
 *                     the whole board, and when it changes. There is none on a cable of USB
 *
 * Hanging up is pulling the cable. A reader that is too slow fills the socket:
 * the board then drops reports, as an interrupt endpoint does that is not read,
 * and the gap shows in the next report's number.
 *
 * All numbers are little-endian.
 */

/* First byte of every message. */
enum socket_kind {
	SOCKET_REQUEST = 1,
	SOCKET_REPLY = 2,
	SOCKET_REPORT = 3,
	SOCKET_CLOCK = 4,
};

enum socket_status {
	SOCKET_OK = 0,
	SOCKET_STALL = 1, /* the board refuses the request: -EPIPE, as on USB */
};

/* A control transfer: the members after kind are those of the USB setup packet. */
struct socket_request {
	uint8_t kind;	       /* SOCKET_REQUEST */
	uint8_t bmRequestType; /* 0xc1 IN, 0x41 OUT: vendor, interface */
	uint8_t bRequest;      /* SBW_REQ_* */
	uint8_t pad;	       /* zero */
	uint16_t wValue;       /* zero */
	uint16_t wIndex;       /* zero */
	uint16_t wLength;      /* IN: bytes wanted at most; OUT: bytes of data that follow */
	uint8_t data[];
} __attribute__((packed));

struct socket_reply {
	uint8_t kind;	/* SOCKET_REPLY */
	uint8_t status; /* enum socket_status */
	uint8_t data[];
} __attribute__((packed));

struct socket_report {
	uint8_t kind;	/* SOCKET_REPORT */
	uint8_t data[]; /* struct sbw_report, as long as its length says */
} __attribute__((packed));

struct socket_clock {
	uint8_t kind;		/* SOCKET_CLOCK */
	uint8_t with_event;	/* it was read at the instant of the last event */
	struct sbw_clock shown; /* a time of 0 is a flag that has fallen */
} __attribute__((packed));

/* No message is longer: the largest is the SET_LEDS request, next the answer to GET_INFO. */
#define SOCKET_MESSAGE_SIZE 256

#endif
