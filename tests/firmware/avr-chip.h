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
