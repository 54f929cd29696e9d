// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A matrix of reed or hall switches and a lever on an RP2040 (Raspberry Pi
 * Pico), with its C SDK: doc/firmware-rp2040.md.
 *
 * tests/firmware/pico executes it on an emulated chip; it has been on no real
 * one yet.
 *
 * One loop, once a millisecond: read the matrix, tell the board, serve USB.
 * An interrupt takes the time of the lever.
 */
#include <string.h>

#include "hardware/gpio.h"
#include "hardware/sync.h"
#include "hardware/watchdog.h"
#include "pico/rand.h"
#include "pico/stdlib.h"
#include "pico/unique_id.h"
#include "tusb.h"

#include "firmware/rp2040/usb.h"

#define PERIOD_US 1000
#define PRESSES 4 /* that may come within one period */

/* GP0 and on: the wires of the ranks, from White's side; GP10 and on: those of the files. */
#define RANKS FIRMWARE_SIZE
#define FILES (FIRMWARE_SIZE == 8 ? 8 : 5) /* draughts: the dark squares of a rank */
#define RANK_PIN 0
#define FILE_PIN 10
#define LEVER_WHITE_PIN 20
#define LEVER_BLACK_PIN 21

static struct firmware_board board;
static char serial[SBW_TEXT_SIZE];

/* First edges of the lever's contacts, until the loop comes for them. */
static volatile struct {
	uint64_t time;
	uint8_t side;
} press[PRESSES];
static volatile unsigned presses;

static void lever_closed(uint pin, uint32_t events)
{
	(void)events; /* a falling edge is all that is asked for */
	if (presses == PRESSES)
		return; /* it bounces: the first edge is what counts */
	press[presses].time = time_us_64();
	press[presses].side = pin == LEVER_WHITE_PIN ? SBW_SIDE_WHITE : SBW_SIDE_BLACK;
	presses++;
}

/* Returns the time at which no more of them had come: what is scanned from here on is later than all of these. */
static uint64_t take_presses(void)
{
	for (unsigned i = 0;; i++) {
		const uint32_t state = save_and_disable_interrupts();
		const uint64_t now = time_us_64();
		uint64_t time = 0;
		uint8_t side = 0;
		const bool more = i < presses;

		if (more) {
			time = press[i].time;
			side = press[i].side;
		} else {
			presses = 0;
		}
		restore_interrupts(state);
		if (!more)
			return now;
		firmware_press(&board, time, side);
	}
}

/* Both contacts at one instant: of two that close together, neither is alone. */
static uint8_t levers(void)
{
	const uint32_t pins = gpio_get_all();

	return (pins & 1u << LEVER_WHITE_PIN ? 0 : FIRMWARE_LEVER_WHITE) |
	       (pins & 1u << LEVER_BLACK_PIN ? 0 : FIRMWARE_LEVER_BLACK);
}

/* A rank's pin is driven low or let go, never driven high. */
static void drive(unsigned rank, bool low)
{
	gpio_set_dir(RANK_PIN + rank, low ? GPIO_OUT : GPIO_IN);
}

static void read_matrix(struct firmware_squares *seen)
{
	memset(seen, 0, sizeof(*seen));
	for (unsigned rank = 0; rank < RANKS; rank++) {
		uint32_t pins;

		drive(rank, true);
		busy_wait_us_32(6);
		pins = gpio_get_all();
		drive(rank, false);
		for (unsigned file = 0; file < FILES; file++) {
			const unsigned square = FIRMWARE_SIZE == 8 ? rank * 8 + file : rank * 10 + 2 * file + rank % 2;

			if (!(pins >> (FILE_PIN + file) & 1))
				seen->bits[square / 8] |= (uint8_t)(1 << square % 8);
		}
		busy_wait_us_32(12); /* the files rise again */
	}
}

static void set_up_pin(uint pin)
{
	gpio_init(pin); /* an input; its output would be low */
	gpio_pull_up(pin);
}

static void set_up_pins(void)
{
	for (unsigned i = 0; i < RANKS; i++)
		set_up_pin(RANK_PIN + i);
	for (unsigned i = 0; i < FILES; i++)
		set_up_pin(FILE_PIN + i);
	set_up_pin(LEVER_WHITE_PIN);
	set_up_pin(LEVER_BLACK_PIN);
	gpio_set_irq_enabled_with_callback(LEVER_WHITE_PIN, GPIO_IRQ_EDGE_FALL, true, lever_closed);
	gpio_set_irq_enabled(LEVER_BLACK_PIN, GPIO_IRQ_EDGE_FALL, true);
}

int main(void)
{
	struct firmware_squares seen;
	uint64_t next;

	strcpy(serial, "PICO-");
	pico_get_unique_board_id_string(serial + 5, sizeof(serial) - 5);
	set_up_pins();
	sleep_ms(50); /* contacts settle */
	read_matrix(&seen);
	firmware_start(&board, &seen, serial, get_rand_32());
	firmware_find_levers(&board, levers());
	usb_start(&board, serial);
	watchdog_enable(500, true);
	next = time_us_64();
	for (;;) {
		uint64_t time;

		next += PERIOD_US;
		tud_task();
		time = take_presses();
		read_matrix(&seen);
		firmware_scan(&board, time, &seen, levers());
		usb_send_report();
		watchdog_update();
		busy_wait_until(from_us_since_boot(next));
	}
}
