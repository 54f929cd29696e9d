/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes of a DGT board: whatever comes, events lie on the board and are numbered without a gap, and the next frame is
 * found. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <jansson.h>

#include "libboard/dgt.h"
#include "tests/fuzz/fuzz.h"

/* Texts that may contain zeros cannot be seeds: those are in the corpus. */
const char *const fuzz_seeds[] = { "\x8e\x01\x05", "\x11\x22\x33", NULL };
const char *const fuzz_words[] = { "\x86",
				   "\x8d",
				   "\x8e",
				   "\x91",
				   "\x93",
				   "\x8f",
				   "\xa0",
				   "\xff",
				   "\x0a",
				   "\x20",
				   "\x13",
				   "\x09",
				   "\x6f\x40\x34\x41\x24\x6b",
				   "\x8f\x01\x06\x6f",
				   NULL };

static bool live;

static void check(const struct board_event *ev, uint32_t *last, int64_t *time)
{
	int64_t now = live ? ev->host_us : ev->device_us;

	FUZZ_ASSERT(now >= *time && (live ? ev->device_us : ev->host_us) == BOARD_NO_TIME);
	*time = now;
	switch (ev->type) {
	case BOARD_EVENT_TEXT: {
		json_t *o = json_loads(ev->text, 0, NULL);

		FUZZ_ASSERT(o);
		json_decref(o);
		FUZZ_ASSERT(ev->seq == *last);
		return;
	}
	case BOARD_EVENT_SQUARES:
		FUZZ_ASSERT(ev->squares->count == 64 && (live || !memchr(ev->squares->squares, 0, 64)) &&
			    ev->seq == *last);
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

/* A recording that begins anywhere. */
static void begin(const uint8_t *data, size_t size)
{
	static int fd = -1;
	enum dgt_side white;

	if (fd < 0)
		fd = memfd_create("recording", MFD_CLOEXEC);
	FUZZ_ASSERT(fd >= 0 && ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size);
	FUZZ_ASSERT(board_dgt_find_white(fd, &white) == 0 && white <= DGT_RIGHT);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	static const uint8_t field[] = { 0x8e, 0, 5, 0x24, 1 }, empty[] = { 0x8e, 0, 5, 0x24, 0 };
	static struct dgt_decoder r;
	uint32_t last = 0;
	int64_t time = 0;
	struct board_event ev;

	if (size % 16 == 0)
		begin(data, size);
	/* how many bytes came before a cable was put back, and whether it is a live line */
	live = size & 1;
	memset(&r, 0, sizeof(r));
	r.recorded = !live;
	for (size_t i = 0; i < size; i++) {
		if (live && i == size / 3)
			board_dgt_decoder_recall(&r, r.squares);
		if (live && i == size / 2)
			board_dgt_decoder_guess_white(&r, (enum dgt_side)(data[i] % 3));
		board_dgt_decoder_byte(&r, data[i], (int64_t)i);
		while (board_dgt_decoder_pop(&r, &ev))
			check(&ev, &last, &time);
	}
	if (r.recalling)
		board_dgt_decoder_no_log(&r);
	for (size_t i = 0; i < sizeof(empty); i++)
		board_dgt_decoder_byte(&r, empty[i], (int64_t)size);
	/* recorded fields get their times once the clock is read again or the bytes have ended */
	board_dgt_decoder_end(&r);
	while (board_dgt_decoder_pop(&r, &ev))
		check(&ev, &last, &time);
	for (size_t i = 0; i < sizeof(field); i++)
		board_dgt_decoder_byte(&r, field[i], (int64_t)size);
	board_dgt_decoder_end(&r);
	FUZZ_ASSERT(board_dgt_decoder_pop(&r, &ev) && ev.type == BOARD_EVENT_PLACE && ev.square == 28 &&
		    ev.piece == 'P');
}
