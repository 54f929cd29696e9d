/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the pairings of a round, from a tournament report file (TRF16, FIDE C.04 annex 2, with the further lines that
 * pairing programs write), from CSV, or from PGN of tags only; which of them it is, the text says.
 */
#ifndef FORMATS_PAIRINGS_H
#define FORMATS_PAIRINGS_H

#include "formats/pairing-list.h"

/*
 * pairings_read - the pairings of one round
 * @round: as told; a text that says another is at fault
 * In the order of their boards, byes last. Every board and every player is there once, every pairing has two players
 * and every bye has one. 0; -EINVAL with *fault; -ENOMEM. On failure *ret is empty.
 */
int pairings_read(const char *text, size_t size, unsigned round, struct pairings *ret, struct text_fault *fault);

#endif
