/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A bench: the firmware's image on an ATmega32U4 (avr-chip.h), a host that enumerates it, and libboard's decoder, which
 * reads what it sends. Faults end the test.
 */
#ifndef TESTS_FIRMWARE_AVR_BENCH_H
#define TESTS_FIRMWARE_AVR_BENCH_H

#include "libboard/wire-decoder.h"
#include "tests/firmware/avr-chip.h"

#define IMAGE_8 "build/firmware/board-8x8-atmega32u4.hex"
#define IMAGE_10 "build/firmware/board-10x10-atmega32u4.hex"
#define EVENTS 4096

struct bench {
	struct chip *chip;
	struct wire_decoder wire;
	struct sbd_info info;
	struct board_event events[EVENTS];
	unsigned count;
	uint64_t switched_on; /* the chip's clock began near this time */
};

struct bench *bench_new(const char *image, unsigned size);
void bench_free(struct bench *b);
/* The cable is plugged in: the chip starts, and the host makes it known. */
void bench_switch_on(struct bench *b);
/* What a host does with a device that has come, and then the module with a board. */
void bench_enumerate(struct bench *b);
/* A control transfer: what chip_control() returns. */
int bench_get(struct bench *b, uint8_t type, uint8_t request, uint16_t value, uint16_t index, uint16_t length,
	      uint8_t *data);
struct sbd_board bench_whole_board(struct bench *b);

/* Time passes; the host looks once each millisecond, as bInterval asks. */
void bench_play_on(struct bench *b, uint64_t us);
void bench_until(struct bench *b, uint64_t time);
/* A lever that goes down on that side goes up on the other. */
void bench_press(struct bench *b, unsigned side);
/* The chip's own time of an event against the bench's: a scan late at most. */
void bench_near(const struct bench *b, const struct board_event *ev, uint64_t time);
/* Event i is this one, of that time. */
void bench_expect(const struct bench *b, unsigned i, enum board_event_type type, uint8_t what, uint64_t time);

#endif
