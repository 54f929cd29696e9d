/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tournament report files: TRF16 (FIDE C.04 annex 2), with lines of codes that it does not know left alone (TRFx).
 *
 * A report has no numbers of boards: they are given in the order in which pairings are published (FIDE C.04.2): the
 * higher score of the two, the sum of both, the lower number of the two; of teams, match by match.
 */
#ifndef FORMATS_PAIRINGS_TRF_H
#define FORMATS_PAIRINGS_TRF_H

#include "formats/pairing-list.h"

/* Adds what the text, which text_check() found good, has. 0; -EINVAL with *fault; -ENOMEM. */
int pairings_trf_read(const char *text, size_t size, unsigned round, struct pairings *pairings,
		      struct text_fault *fault);

#endif
