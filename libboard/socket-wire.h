/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
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
 *
 * Hanging up is pulling the cable. A reader that is too slow fills the socket:
 * the board then drops reports, as an interrupt endpoint does that is not read,
 * and the gap shows in the next report's number.
 *
 * All numbers are little-endian.
 */
#ifndef BOARD_SOCKET_WIRE_H
#define BOARD_SOCKET_WIRE_H

#include <stdint.h>

/* First byte of every message. */
enum socket_kind {
	SOCKET_REQUEST = 1,
	SOCKET_REPLY = 2,
	SOCKET_REPORT = 3,
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

/* No message is longer: the largest is the SET_LEDS request, next the answer to GET_INFO. */
#define SOCKET_MESSAGE_SIZE 256

#endif
