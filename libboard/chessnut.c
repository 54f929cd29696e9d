/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Chessnut Air, Pro, Go: reports 01 LENGTH and 32 bytes of two squares each,
 * the low half first, from h8 to a8, then h7 and so on. LENGTH is 36 (four
 * bytes of time follow) or 34 (two).
 */
#include "libboard/snapshots.h"

#include <string.h>

/* How many bytes follow the first two; -1: no board sends this. Battery reports (two kinds) do not have the squares. */
static int length_of(uint8_t kind, uint8_t length)
{
	switch (kind) {
	case 0x01:
		return length == 0x24 || length == 0x22 ? length : -1;
	case 0x2a:
		return length == 2 ? length : -1;
	case 0x41:
		return length == 3 ? length : -1;
	default:
		return -1;
	}
}

static bool may_begin(uint8_t byte)
{
	return byte == 0x01 || byte == 0x2a || byte == 0x41;
}

static enum snapshot_result chessnut_feed(struct snapshot_parser *p, uint8_t byte)
{
	static const char letters[] = ".qkbpnRPrBNQK";
	char squares[SNAPSHOT_SQUARES];

	p->frame[p->have++] = byte;
	if (p->have == 1)
		return may_begin(byte) ? SNAPSHOT_INCOMPLETE : snapshot_drop(p);
	if (p->have == 2) {
		if (length_of(p->frame[0], byte) > 0)
			return SNAPSHOT_INCOMPLETE;
		p->have = may_begin(byte); /* it may be the first of a message itself */
		p->frame[0] = byte;
		if (p->have || p->noise)
			return SNAPSHOT_INCOMPLETE;
		p->noise = true;
		return SNAPSHOT_NOISE;
	}
	if (p->frame[0] == 0x01 && p->have <= 34 && ((byte & 15) > 12 || byte >> 4 > 12))
		return snapshot_drop(p);
	if (p->have < 2u + p->frame[1])
		return SNAPSHOT_INCOMPLETE;
	p->have = 0;
	p->noise = false;
	if (p->frame[0] != 0x01)
		return SNAPSHOT_INCOMPLETE;
	for (unsigned i = 0; i < SNAPSHOT_SQUARES; i++) {
		unsigned code = i % 2 ? p->frame[2 + i / 2] >> 4 : p->frame[2 + i / 2] & 15;

		squares[(7 - i / 8) * 8 + 7 - i % 8] = letters[code];
	}
	memcpy(p->squares, squares, sizeof(squares));
	return SNAPSHOT_COMPLETE;
}

/* Rank 8 first, file a in the highest bit. */
static size_t chessnut_leds(const struct snapshot_parser *p, uint64_t lit, uint8_t bytes[static COMMAND_SIZE])
{
	memset(bytes, 0, 10);
	bytes[0] = 0x0a;
	bytes[1] = 0x08;
	for (unsigned i = 0; i < SNAPSHOT_SQUARES; i++)
		if (lit >> i & 1)
			bytes[2 + 7 - i / 8] |= (uint8_t)(0x80 >> i % 8);
	return 10;
}

static size_t chessnut_beep(unsigned hz, unsigned ms, uint8_t bytes[static COMMAND_SIZE])
{
	const uint8_t sound[] = { 0x0b, 0x04, (uint8_t)(hz >> 8), (uint8_t)hz, (uint8_t)(ms >> 8), (uint8_t)ms };

	memcpy(bytes, sound, sizeof(sound));
	return sizeof(sound);
}

/* Others have its battery, its versions, its stored games. */
static bool chessnut_is_snapshot(const uint8_t *report, size_t n)
{
	return n >= 2 && report[0] == 0x01;
}

static const struct snapshot_protocol protocol = {
	.model = "Chessnut board",
	.speed = B0,
	.scan_us = 200000,
	.features = BOARD_FEATURE_LEDS | BOARD_FEATURE_BEEP,
	.gap_us = 200000,
	.tries = 1,
	.feed = chessnut_feed,
	.is_snapshot = chessnut_is_snapshot,
	.start = { { 0x21, 0x01, 0x00 }, 3 },
	.leds = chessnut_leds,
	.beep = chessnut_beep,
};

const struct board_driver board_driver_chessnut = {
	.scheme = "chessnut",
	.backend = &board_snapshots,
	.snapshots = &protocol,
	.name = "Chessnut",
	/* Air is 8002; other models differ in the high byte. No other maker uses these. */
	.hid_ids = { "2d80:8[0-6]??" },
};
