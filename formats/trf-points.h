/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a result is worth in a tournament report. */
#ifndef FORMATS_TRF_POINTS_H
#define FORMATS_TRF_POINTS_H

#include <stddef.h>

/* In tenths. */
struct trf_points {
	int win, draw, loss;
	int bye;     /* for who cannot be paired (U) */
	int zero;    /* a bye of no points (Z) */
	int forfeit; /* for who did not come (-) */
};

/*
 * trf_points_read - as the report's lines say
 * Of TRF26 line 162, of bbpPairings BBW, BBD, BBL, BBU, BBZ and BBF, of JaVaFo XXS with W=, D=, L=, PAB=, ZPB= and FL=.
 * What none says is 1 for a win and a bye, a half for a draw, and else nothing.
 */
struct trf_points trf_points_read(const char *text, size_t size);
/* Of a letter in the column of results; 0 for what is none. A full bye is worth a win, a half bye a draw. */
int trf_points_of(const struct trf_points *points, char result);

#endif
