/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A line of a tournament report file, by its columns. */
#ifndef FORMATS_TRF_LINE_H
#define FORMATS_TRF_LINE_H

#include "formats/text-fault.h"

#define TRF_ROUND \
	92 /* the first round's column; each takes 10: opponent in 4, colour in the 6th, result in the 8th \
	    */
#define TRF_MAX_ROUNDS 200

struct trf_line {
	const char *text;
	size_t size;
	bool bytes; /* columns are bytes, not characters: a program counted them so */
};

/* How its columns count is seen from where a player's line has its blanks. */
struct trf_line trf_line(const char *text, size_t size);
/* The columns from and to (counted from 1), without the blanks around them; "" beyond the line's end. */
const char *trf_cell(const struct trf_line *line, unsigned from, unsigned to, size_t *size);
/* Where a column begins, in bytes; the line's size beyond its end. */
size_t trf_offset(const struct trf_line *line, unsigned column);
/* The first of a round's columns. */
static inline unsigned trf_round_column(unsigned round)
{
	return TRF_ROUND + 10 * (round - 1);
}

#endif
