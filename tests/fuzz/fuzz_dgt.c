/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes of a DGT board: whatever comes, events lie on the board and are numbered without a gap, and the next frame is found. */
#include <string.h>

#include <jansson.h>

#include "libboard/dgt-reader.h"
#include "tests/fuzz/fuzz.h"

/* Texts that may hold noughts do not do as seeds: those are in the corpus. */
const char *const fuzz_seeds[] = { "\x8e\x01\x05", "\x11\x22\x33", NULL };
const char *const fuzz_words[] = { "\x86", "\x8d", "\x8e", "\x91", "\x93", "\xa0", "\xff", "\x0a", "\x20", "\x13", "\x09", NULL };

static void check(const struct board_event *ev, uint32_t *last, int64_t *time)
{
	FUZZ_ASSERT(ev->device_us >= *time && ev->host_us == BOARD_NO_TIME);
	*time = ev->device_us;
	switch (ev->type) {
	case BOARD_EVENT_TEXT: {
		json_t *o = json_loads(ev->text, 0, NULL);

		FUZZ_ASSERT(o);
		json_decref(o);
		FUZZ_ASSERT(ev->seq == *last);
		return;
	}
	case BOARD_EVENT_SQUARES:
		FUZZ_ASSERT(ev->squares->count == 64 && !memchr(ev->squares->squares, 0, 64) && ev->seq == *last);
		return;
	case BOARD_EVENT_LIFT:
	case BOARD_EVENT_PLACE:
		FUZZ_ASSERT(ev->square < 64 && ev->piece && ev->piece != '.');
		break;
	case BOARD_EVENT_PRESS:
		FUZZ_ASSERT(ev->side == BOARD_WHITE || ev->side == BOARD_BLACK);
		break;
	default:
		FUZZ_ASSERT(ev->type == BOARD_EVENT_PAUSE);
	}
	FUZZ_ASSERT(ev->seq == *last + 1);
	*last = ev->seq;
}

void fuzz_one(const uint8_t *data, size_t size)
{
	static const uint8_t field[] = { 0x8e, 0, 5, 0x24, 1 }, empty[] = { 0x8e, 0, 5, 0x24, 0 };
	static struct dgt_reader r;
	uint32_t last = 0;
	int64_t time = 0;
	struct board_event ev;

	memset(&r, 0, sizeof(r));
	r.recorded = true;
	for (size_t i = 0; i < size; i++) {
		board_dgt_reader_byte(&r, data[i], 0);
		while (board_dgt_reader_pop(&r, &ev))
			check(&ev, &last, &time);
	}
	for (size_t i = 0; i < sizeof(empty); i++)
		board_dgt_reader_byte(&r, empty[i], 0);
	while (board_dgt_reader_pop(&r, &ev))
		check(&ev, &last, &time);
	for (size_t i = 0; i < sizeof(field); i++)
		board_dgt_reader_byte(&r, field[i], 0);
	FUZZ_ASSERT(board_dgt_reader_pop(&r, &ev) && ev.type == BOARD_EVENT_PLACE && ev.square == 28 && ev.piece == 'P');
}
