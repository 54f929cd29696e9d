/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a board sends, as libboard reads it without the module. The first byte chooses the board's geometry,
 * then packets follow: one byte of length, as many bytes. The events lie on the board, and no number is missing.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "libboard/wire-decoder.h"
#include "tests/fuzz/fuzz.h"

/* The seeds have zero bytes and are in tests/fuzz/corpus/wire. */
const char *const fuzz_seeds[] = { NULL };
const char *const fuzz_words[] = { "SBRD", "\x01\x01\x18", "\x01\x06\x40", "\x78\x53", "\xff\xff\xff\xff", "\x41", "?",
				   NULL };

static void check_text(const char *text)
{
	size_t n = strnlen(text, SBW_TEXT_SIZE);

	FUZZ_ASSERT(n < SBW_TEXT_SIZE);
	for (size_t i = 0; i < n; i++)
		FUZZ_ASSERT((uint8_t)text[i] >= ' ' && text[i] != 0x7f);
}

static void check_info(const uint8_t *packet, size_t n)
{
	struct sbd_info info;
	const char *why = NULL;
	int r = sbd_read_info(packet, n, &info, &why);

	if (r < 0) {
		FUZZ_ASSERT(why && (r == -ENODEV || r == -EPROTONOSUPPORT || r == -EBADMSG));
		return;
	}
	FUZZ_ASSERT(sbd_check_geometry(&info.geometry, &why) == 0);
	check_text(info.model);
	check_text(info.firmware);
	check_text(info.serial);
}

static void check_board(const struct sbd_geometry *geo, const uint8_t *packet, size_t n)
{
	struct sbd_board board;
	const char *why = NULL;

	if (sbd_read_board(geo, packet, n, &board, &why) < 0) {
		FUZZ_ASSERT(why);
		return;
	}
	FUZZ_ASSERT(board.count == geo->width * geo->height && board.lever <= SBW_SIDE_BLACK);
	for (unsigned i = 0; i < board.count; i++)
		FUZZ_ASSERT(board.squares[i] == '.' || sbd_is_piece(geo, board.squares[i]));
}

/* Events come with the next number; a loss stands for as many as it counts; a heartbeat may replace another. */
static void check_events(struct wire_decoder *wire, uint32_t *last)
{
	const struct sbd_geometry *geo = &wire->geometry;
	struct board_event ev;

	while (board_wire_pop(wire, &ev)) {
		uint32_t step = ev.type == BOARD_EVENT_LOST ? ev.lost : 1;

		if (ev.type == BOARD_EVENT_TIME)
			FUZZ_ASSERT(ev.seq - *last >= 1);
		else if (step != UINT32_MAX)
			FUZZ_ASSERT(ev.seq == *last + step);
		FUZZ_ASSERT(step > 0);
		*last = ev.seq;
		if (ev.type == BOARD_EVENT_LIFT || ev.type == BOARD_EVENT_PLACE)
			FUZZ_ASSERT(ev.square < geo->width * geo->height && sbd_is_piece(geo, (u8)ev.piece));
		if (ev.type == BOARD_EVENT_PRESS)
			FUZZ_ASSERT(ev.side == BOARD_WHITE || ev.side == BOARD_BLACK);
		FUZZ_ASSERT(ev.device_us >= 0 || ev.device_us == BOARD_NO_TIME);
	}
}

void fuzz_one(const uint8_t *data, size_t size)
{
	struct wire_decoder *wire = calloc(1, sizeof(*wire));
	const uint8_t *end = data + size;
	uint32_t last = 0;

	FUZZ_ASSERT(wire);
	if (size) {
		wire->geometry.width = wire->geometry.height = *data & 1 ? 10 : 8;
		wire->geometry.sensors = *data++ & 2 ? SBW_SENSORS_PIECE_ID : SBW_SENSORS_PRESENCE;
	}
	while (data < end) {
		size_t n = *data++;

		n = n < (size_t)(end - data) ? n : (size_t)(end - data);
		check_info(data, n);
		check_board(&wire->geometry, data, n);
		board_wire_report(wire, data, n, 1);
		check_events(wire, &last);
		data += n;
	}
	free(wire);
}
