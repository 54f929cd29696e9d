/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A tournament report file with the results of a round filled in. */
#ifndef FORMATS_TRF_RESULTS_H
#define FORMATS_TRF_RESULTS_H

#include "formats/text-fault.h"

/* What a round says of one player. */
struct trf_result {
	unsigned number;   /* the player's */
	unsigned opponent; /* 0: a bye */
	char colour;	   /* 'w', 'b', '-' */
	char result;	   /* '1', '0', '=', '+', '-', 'H', 'U', 'Z'; ' ' not known yet */
};

/*
 * trf_fill - the text with these results in the columns of that round
 * Points (columns 81 to 84) are raised by what the round brings (trf_points_read()), where the file has them, and what
 * the file has counted of it already is not counted twice; a bye keeps the letter that the file gave it. Everything
 * else, also the lines' ends, stays as it is. free() it; NULL without memory.
 */
char *trf_fill(const char *text, size_t size, unsigned round, const struct trf_result *results, size_t count);

/* What White (side 0) or Black gets for a pairing's result; ' ' none yet. */
char trf_letter(const char *result, int side);

#endif
