/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An ATmega32U4 that runs the firmware's image in simavr, with switches and a
 * lever on its pins and a host at its USB controller: what a bench has, in the
 * chip's own time.
 *
 * Functions return 0 or what they say, or a negative errno value.
 */
#ifndef TESTS_FIRMWARE_AVR_CHIP_H
#define TESTS_FIRMWARE_AVR_CHIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chip;

/* A chip with the image HEX in its flash, without power. @size: 8 or 10. Prints to stderr why not: -ENOENT, -EINVAL. */
int chip_new(const char *hex, unsigned size, struct chip **ret);
void chip_free(struct chip *chip);

/* Plugged in: it starts, with the memory that power-up leaves. EEPROM stays. */
void chip_power_up(struct chip *chip);

/* The chip's time since chip_new(), and letting it pass. -EFAULT if the program on the chip crashed. */
uint64_t chip_time_us(const struct chip *chip);
int chip_run(struct chip *chip, uint64_t us);

/* What a hand does. A piece stands on a square or not; that side's contact is closed or not. */
void chip_set_square(struct chip *chip, unsigned square, bool piece);
void chip_set_lever(struct chip *chip, unsigned side, bool closed);

/* What whoever wired it did wrongly: a and b are squares, ranks or files from 0, or sides of the lever, as it says. */
enum chip_diode { CHIP_DIODE_RIGHT, CHIP_DIODE_TURNED, CHIP_DIODE_BRIDGED, CHIP_DIODE_MISSING };
enum chip_miswiring {
	CHIP_DIODE, /* of square a: b is an enum chip_diode */
	CHIP_SWITCH_STUCK,
	CHIP_SWITCHES_EXCHANGED,
	CHIP_RANKS_EXCHANGED,
	CHIP_FILES_EXCHANGED,
	CHIP_RANK_BROKEN,
	CHIP_FILE_BROKEN,
	CHIP_RANKS_TOUCH,
	CHIP_FILES_TOUCH,
	CHIP_RANK_GROUNDED,
	CHIP_FILE_GROUNDED,
	CHIP_LEVERS_EXCHANGED,
	CHIP_LEVER_BROKEN,
	CHIP_LEVER_STUCK,
};
void chip_miswire(struct chip *chip, enum chip_miswiring what, unsigned a, unsigned b);

/* A fault in the chip: its program goes in a circle for so long. */
int chip_hang(struct chip *chip, uint64_t us);
/* The byte of the EEPROM is another one: its bits @flip are. */
void chip_spoil_eeprom(struct chip *chip, unsigned at, uint8_t flip);
/* The host suspends the bus, or goes on. In a sleep that stops all clocks nothing but the latter wakes the chip. */
void chip_suspend(struct chip *chip, bool suspended);
bool chip_sleeps_deeply(const struct chip *chip);

/* The host at the other end of the cable. */
void chip_usb_reset(struct chip *chip);
/* Has the chip switched its pull-up on? */
bool chip_attached(const struct chip *chip);
/* A control transfer. Returns the bytes of an IN answer, at most setup's wLength; -EPIPE stalled, -ETIMEDOUT. */
int chip_control(struct chip *chip, const uint8_t setup[8], uint8_t *data);
/* One look at interrupt endpoint 1: bytes of a report, 0 if it has none (NAK), -EPIPE halted. */
int chip_report(struct chip *chip, uint8_t data[64]);

/* Measurements. How far the stack reached down since power-up, in bytes. */
unsigned chip_stack_used(const struct chip *chip);
/* The longest and the number of periods in which the chip was awake, between two sleeps, in its cycles. */
uint64_t chip_longest_awake(const struct chip *chip);
uint64_t chip_periods(const struct chip *chip);
void chip_measure_anew(struct chip *chip);

#endif
