/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pairings as PGN of tags only: a game a pairing. Its board is the tag Board, else the second part of the tag Round
 * ("3.12"), else the game's place in the file.
 */
#ifndef FORMATS_PAIRINGS_PGN_H
#define FORMATS_PAIRINGS_PGN_H

#include "formats/pairing-list.h"

/* Adds what the text, which text_check() found good, has. 0; -EINVAL with *fault; -ENOMEM. */
int pairings_pgn_read(const char *text, size_t size, unsigned round, struct pairings *pairings,
		      struct text_fault *fault);

#endif
