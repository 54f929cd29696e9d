/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which pin of the ATmega32U4 is what. The names beside the pins are those on
 * a Pro Micro. doc/firmware-avr.md draws this.
 *
 * The wires of the ranks are driven low one after the other; a file's wire
 * reads low where a switch closes it to the rank that is driven. Each switch
 * has a diode.
 */
#ifndef FIRMWARE_AVR_WIRING_H
#define FIRMWARE_AVR_WIRING_H

#include <avr/io.h>

#include "firmware/board.h"

/* X(number, port, bit). The ranks, from White's side. */
#define EIGHT_RANK_PINS(X) \
	X(0, F, 4) /* A3 */ \
	X(1, F, 5) /* A2 */ \
	X(2, F, 6) /* A1 */ \
	X(3, F, 7) /* A0 */ \
	X(4, D, 2) /* 0, RX */ \
	X(5, D, 3) /* 1, TX */ \
	X(6, D, 4) /* 4 */ \
	X(7, D, 7) /* 6 */

#if FIRMWARE_SIZE == 8

#define RANKS 8
#define RANK_PINS(X) EIGHT_RANK_PINS(X)
/* Files a to h. */
#define FILE_PINS(X) \
	X(0, B, 1) /* 15 */ \
	X(1, B, 2) /* 16 */ \
	X(2, B, 3) /* 14 */ \
	X(3, B, 4) /* 8 */ \
	X(4, B, 5) /* 9 */ \
	X(5, B, 6) /* 10 */ \
	X(6, C, 6) /* 5 */ \
	X(7, E, 6) /* 7 */

#else

/* International draughts: the fifty dark squares, five to a rank: a1 c1 e1 g1 i1, b2 d2 … */
#define RANKS 10
#define RANK_PINS(X) \
	EIGHT_RANK_PINS(X) \
	X(8, C, 6) /* 5 */ \
	X(9, E, 6) /* 7 */
#define FILE_PINS(X) \
	X(0, B, 1) /* 15 */ \
	X(1, B, 2) /* 16 */ \
	X(2, B, 3) /* 14 */ \
	X(3, B, 4) /* 8 */ \
	X(4, B, 5) /* 9 */

#endif

/* The lever's two contacts, closed to ground: interrupts INT1 and INT0. */
#define LEVER_WHITE_BIT 1 /* PD1, pin 2 */
#define LEVER_BLACK_BIT 0 /* PD0, pin 3 */

#endif
