// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A matrix of reed or hall switches and a lever on an ATmega32U4 at 16 MHz
 * (Arduino Leonardo, Pro Micro): doc/firmware-avr.md.
 *
 * One loop, once a millisecond: read the matrix, tell the board, serve USB.
 * Interrupts only count time and take the time of the lever.
 */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <string.h>
#include <util/crc16.h>
#include <util/delay_basic.h>

#include "firmware/avr/usb.h"
#include "firmware/avr/wiring.h"

#define TICKS 2 /* of timer 1 in a microsecond: 16 MHz / 8 */
#define PERIOD_US 1000
#define PRESSES 4 /* that may come within one period */

/*
 * Kept without power: who the board is, and how often it has been switched on. Power may go while they are written, and
 * bits of an EEPROM do: each has its checksum.
 */
struct kept {
	uint32_t number;
	uint16_t check;
};
static struct kept EEMEM kept_serial, kept_starts;

static struct firmware_board board;
static uint8_t answer[FIRMWARE_ANSWER_SIZE];
static char serial[SBW_TEXT_SIZE];

/* Timer 1 runs through in 32,768 us. */
static volatile uint32_t turns;
ISR(TIMER1_OVF_vect)
{
	turns++;
}

/* Wakes the loop. */
ISR(TIMER1_COMPA_vect)
{
	OCR1A += PERIOD_US * TICKS;
}

/* With interrupts off. */
static uint64_t time_now(void)
{
	uint16_t count = TCNT1;
	uint32_t n = turns;

	if (TIFR1 & 1 << TOV1 && count < 0x8000)
		n++;
	return ((uint64_t)n << 15) + count / TICKS;
}

static uint64_t time_us(void)
{
	uint64_t now;

	cli();
	now = time_now();
	sei();
	return now;
}

/* First edges of the lever's contacts, until the loop comes for them. */
static volatile struct {
	uint64_t time;
	uint8_t side;
} press[PRESSES];
static volatile uint8_t presses;

static void note_press(uint8_t side)
{
	if (presses == PRESSES)
		return; /* it bounces: the first edge is what counts */
	press[presses].time = time_now();
	press[presses].side = side;
	presses++;
}

ISR(INT1_vect)
{
	note_press(SBW_SIDE_WHITE);
}

ISR(INT0_vect)
{
	note_press(SBW_SIDE_BLACK);
}

/* Returns the time at which no more of them had come: what is scanned from here on is later than all of these. */
static uint64_t take_presses(void)
{
	for (uint8_t i = 0;; i++) {
		uint64_t time;
		uint8_t side;

		cli();
		if (i >= presses) {
			presses = 0;
			time = time_now();
			sei();
			return time;
		}
		time = press[i].time;
		side = press[i].side;
		sei();
		firmware_press(&board, time, side);
	}
}

/* Both contacts at one instant: of two that close together, neither is alone. */
static uint8_t levers(void)
{
	const uint8_t pins = PIND;

	return (pins & 1 << LEVER_WHITE_BIT ? 0 : FIRMWARE_LEVER_WHITE) |
	       (pins & 1 << LEVER_BLACK_BIT ? 0 : FIRMWARE_LEVER_BLACK);
}

/* A rank that is not driven is an input, so that two never fight. */
static void drive(uint8_t rank, bool on)
{
#define X(n, port, bit) \
	case n: \
		if (on) \
			DDR##port |= 1 << bit; \
		else \
			DDR##port &= ~(1 << bit); \
		break;
	switch (rank) {
		RANK_PINS(X)
	}
#undef X
}

/* Of the rank that is driven: the switches that are closed. */
static uint8_t read_files(void)
{
	uint8_t closed = 0;

#define X(n, port, bit) \
	if (!(PIN##port & 1 << bit)) \
		closed |= 1 << n;
	FILE_PINS(X)
#undef X
	return closed;
}

static void put_rank(struct firmware_squares *seen, uint8_t rank, uint8_t closed)
{
#if FIRMWARE_SIZE == 8
	seen->bits[rank] = closed;
#else
	for (uint8_t square = rank * 10 + (rank & 1); closed; square += 2, closed >>= 1)
		if (closed & 1)
			seen->bits[square / 8] |= 1 << (square % 8);
#endif
}

static void read_matrix(struct firmware_squares *seen)
{
	memset(seen, 0, sizeof(*seen));
	for (uint8_t rank = 0; rank < RANKS; rank++) {
		uint8_t closed;

		drive(rank, true);
		_delay_loop_1(16 * 6 / 3); /* 6 us: the wire of a file falls through the switch and its diode */
		closed = read_files();
		drive(rank, false);
		put_rank(seen, rank, closed);
		_delay_loop_1(16 * 12 / 3); /* 12 us: and rises by its pull-up */
	}
}

/* What nobody can foresee: the ADC's last bits of the chip's temperature, and memory as it came up. */
static uint32_t noise(void)
{
	extern uint8_t __heap_start;
	uint32_t hash = 2166136261;

	for (const uint8_t *p = &__heap_start; p < (const uint8_t *)RAMEND - 64; p++)
		hash = (hash ^ *p) * 16777619;
	ADMUX = 1 << REFS1 | 1 << REFS0 | 0x07;
	ADCSRB = 1 << MUX5;
	ADCSRA = 1 << ADEN | 1 << ADPS2 | 1 << ADPS1 | 1 << ADPS0;
	for (uint8_t i = 0; i < 64; i++) {
		ADCSRA |= 1 << ADSC;
		while (ADCSRA & 1 << ADSC)
			;
		hash = (hash ^ ADCL ^ TCNT1L) * 16777619;
		(void)ADCH;
	}
	ADCSRA = 0;
	return hash;
}

static uint16_t check_of(uint32_t number)
{
	uint16_t crc = 0x4646;

	for (uint8_t i = 0; i < 4; i++, number >>= 8)
		crc = _crc16_update(crc, (uint8_t)number);
	return crc;
}

static bool read_kept(const struct kept *from, uint32_t *number)
{
	struct kept k;

	eeprom_read_block(&k, from, sizeof(k));
	*number = k.number;
	return k.check == check_of(k.number);
}

static void keep(struct kept *to, uint32_t number)
{
	const struct kept k = { .number = number, .check = check_of(number) };

	eeprom_update_block(&k, to, sizeof(k));
}

/*
 * Who the board is. Returns a boot_id: no two starts of a board have the same, and hardly two boards. Where what was
 * kept is spoiled it is another board from now on, rather than one that somebody else is; or its starts count on from
 * anywhere.
 */
static uint32_t identify(void)
{
	static const char digits[] = "0123456789ABCDEF";
	uint32_t n, starts;

	if (!read_kept(&kept_serial, &n)) {
		n = noise();
		keep(&kept_serial, n);
	}
	if (!read_kept(&kept_starts, &starts))
		starts = noise();
	keep(&kept_starts, ++starts);
	starts = (n ^ starts * 2654435761u) | 1;
	memcpy(serial, "DIY-", 4);
	for (uint8_t i = 0; i < 8; i++, n <<= 4)
		serial[4 + i] = digits[n >> 28];
	return starts;
}

static void set_up(void)
{
	MCUSR = 0;
	wdt_disable();
	USBCON = 0;	     /* a bootloader may have been another device */
	CLKPR = 1 << CLKPCE; /* a bootloader may have divided the clock */
	CLKPR = 0;
	MCUCR = 1 << JTD; /* twice within four cycles: the pins of JTAG are ranks */
	MCUCR = 1 << JTD;
#define X(n, port, bit) PORT##port |= 1 << bit;
	FILE_PINS(X)
#undef X
	PORTD |= 1 << LEVER_WHITE_BIT | 1 << LEVER_BLACK_BIT;
	EICRA = 1 << ISC11 | 1 << ISC01; /* falling edges */
	EIMSK = 1 << INT1 | 1 << INT0;
	TCCR1A = 0;
	TCCR1B = 1 << CS11;
	OCR1A = PERIOD_US * TICKS;
	TIMSK1 = 1 << TOIE1 | 1 << OCIE1A;
	set_sleep_mode(SLEEP_MODE_IDLE);
}

/* As long as it takes a contact to keep still. */
static void read_first(struct firmware_squares *seen)
{
	struct firmware_squares before;
	uint64_t since = time_us();

	read_matrix(seen);
	while (time_us() - since < FIRMWARE_SQUARE_STILL_US && time_us() < 1000000) {
		before = *seen;
		read_matrix(seen);
		if (memcmp(&before, seen, sizeof(before)) != 0)
			since = time_us();
	}
}

/* An answer or a report in a period, not both: neither may make a scan late. */
static void serve_usb(void)
{
	uint8_t report[SBW_REPORT_SIZE], request = 0, n;
	bool answered = false;

	while (usb_poll(&request)) {
		answered = true;
		n = firmware_answer(&board, time_us(), request, answer);
		if (n)
			usb_answer(answer, n);
		else
			usb_refuse();
	}
	if (!answered && usb_can_report()) {
		n = firmware_report(&board, report);
		if (n)
			usb_report(report, n);
	}
}

/*
 * No rank is driven, nothing runs; the lever's interrupts are off, so that a press wakes nobody. The board's time
 * stands meanwhile. What was done then is seen when the host goes on: it asks for the whole board.
 */
static void rest(void)
{
	wdt_disable();
	EIMSK = 0;
	usb_wait();
	EIFR = 1 << INTF1 | 1 << INTF0;
	EIMSK = 1 << INT1 | 1 << INT0;
	wdt_enable(WDTO_250MS);
}

int main(void)
{
	struct firmware_squares seen;
	uint32_t boot_id;

	set_up();
	sei();
	boot_id = identify();
	read_first(&seen);
	firmware_start(&board, &seen, serial, boot_id);
	firmware_find_levers(&board, levers());
	usb_start(serial);
	presses = 0;
	wdt_enable(WDTO_250MS);
	for (;;) {
		const uint64_t time = take_presses();

		wdt_reset();
		if (usb_is_suspended())
			rest();
		read_matrix(&seen);
		firmware_scan(&board, time, &seen, levers());
		serve_usb();
		sleep_mode();
	}
}
