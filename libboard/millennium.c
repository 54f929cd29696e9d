/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Millennium ChessLink: text whose bytes have odd parity in their top bit. A
 * message ends with the exclusive or of its characters as two hexadecimal
 * digits. 's' and 64 letters from a8 is the whole board. Its settings are
 * kept in the board's own memory, and are left alone.
 */
#include "libboard/snapshots.h"

#include <string.h>

#define CORNERS 9

/* Answers, and how long they are. */
static size_t length_of(char kind)
{
	switch (kind) {
	case 's':
		return 67;
	case 'v':
		return 7;
	case 'w':
	case 'r':
		return 7;
	case 'x':
	case 'l':
		return 3;
	default:
		return 0;
	}
}

static int digit(uint8_t c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool sum_is_right(const uint8_t *frame, size_t size)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < size - 2; i++)
		sum ^= frame[i];
	return digit(frame[size - 2]) == sum >> 4 && digit(frame[size - 1]) == (sum & 15);
}

static enum snapshot_result millennium_feed(struct snapshot_parser *p, uint8_t byte)
{
	uint8_t c = byte & 0x7f;
	size_t want;

	/* With parity, or without where the line's driver has taken it off. */
	if ((byte & 0x80) && !__builtin_parity(byte))
		return snapshot_drop(p);
	/* No message has a small letter that begins one but in its first place; "r" is a rook. */
	if (p->have && c == 's')
		p->have = 0;
	p->frame[p->have++] = c;
	want = length_of((char)p->frame[0]);
	if (!want || (p->frame[0] == 's' && p->have > 1 && p->have <= 65 && !strchr(".PRNBQKprnbqk", c)) || !c)
		return snapshot_drop(p);
	if (p->have < want)
		return SNAPSHOT_INCOMPLETE;
	if (!sum_is_right(p->frame, want))
		return snapshot_drop(p);
	p->have = 0;
	p->noise = false;
	if (p->frame[0] != 's') {
		p->acks += p->frame[0] == 'l' || p->frame[0] == 'x';
		return SNAPSHOT_INCOMPLETE;
	}
	for (unsigned i = 0; i < SNAPSHOT_SQUARES; i++)
		p->squares[i ^ 56] = (char)p->frame[1 + i];
	return SNAPSHOT_COMPLETE;
}

static size_t millennium_finish(uint8_t *bytes, size_t n)
{
	static const char digits[] = "0123456789ABCDEF";
	uint8_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum ^= bytes[i];
	bytes[n++] = (uint8_t)digits[sum >> 4];
	bytes[n++] = (uint8_t)digits[sum & 15];
	for (size_t i = 0; i < n; i++)
		if (!__builtin_parity(bytes[i]))
			bytes[i] |= 0x80;
	return n;
}

/* Lights stand at the corners of squares: the first at that of a8, the ninth at that of a1, the last at that of h1. A
 * byte each, shown bit after bit in slots of this time: always on. */
static size_t millennium_leds(const struct snapshot_parser *p, uint64_t lit, uint8_t bytes[static COMMAND_SIZE])
{
	if (!lit) {
		bytes[0] = 'X';
		return millennium_finish(bytes, 1);
	}
	memset(bytes, '0', 3 + 2 * CORNERS * CORNERS);
	memcpy(bytes, "L20", 3);
	for (unsigned q = 0; q < SNAPSHOT_SQUARES; q++)
		for (unsigned corner = 0; lit >> q & 1 && corner < 4; corner++)
			memset(bytes + 3 + 2 * ((q % 8 + corner / 2) * CORNERS + 7 - q / 8 + corner % 2), 'F', 2);
	return millennium_finish(bytes, 3 + 2 * CORNERS * CORNERS);
}

static const struct snapshot_protocol protocol = {
	.model = "Millennium ChessLink",
	.speed = B38400,
	.dtr_low = true,
	.scan_us = 50000,
	.features = BOARD_FEATURE_LEDS,
	.gap_us = 500000,
	.tries = 3,
	.feed = millennium_feed,
	.leds = millennium_leds,
	/* "S" and its check, with parity */
	.start = { { 0xd3, 0xb5, 0xb3 }, 3 },
	.request = { { 0xd3, 0xb5, 0xb3 }, 3 },
};

const struct board_driver board_driver_millennium = {
	.scheme = "millennium",
	.backend = &board_snapshots,
	.snapshots = &protocol,
	.name = "Millennium",
	.line_ids = { "0403:6001" }, /* FTDI */
};
