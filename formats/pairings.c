/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

/* A report's first line may have any code of three digits, or those that pairing programs add; words begin CSV, too. */
static bool is_report(const char *line, size_t size)
{
	return trf_is_code(line, size) && (isdigit((unsigned char)line[0]) || strncmp(line, "XX", 2) == 0);
}

/* By its first line with anything in it, behind comments that only reports have. */
static const char *format_of(const char *text, size_t size)
{
	struct text_lines l = { .text = text, .size = size };
	bool comments = false;

	while (text_next_line(&l)) {
		size_t blank = 0;

		while (blank < l.length && isspace((unsigned char)l.line[blank]))
			blank++;
		if (blank == l.length)
			continue;
		if (trf_is_comment(l.line, l.length)) {
			comments = true;
			continue;
		}
		return comments && trf_is_code(l.line, l.length)    ? "trf" :
		       l.line[blank] == '[' || l.line[blank] == '%' ? "pgn" :
		       is_report(l.line, l.length)		    ? "trf" :
								      "csv";
	}
	return "csv";
}

int pairings_read(const char *text, size_t size, unsigned round, struct pairings *ret, struct text_fault *fault)
{
	int r;

	*ret = (struct pairings){ .format = format_of(text, size) };
	r = text_check(text, size, fault);
	if (r < 0)
		return r;
	if (strcmp(ret->format, "trf") == 0)
		r = pairings_trf_read(text, size, round, ret, fault);
	else if (strcmp(ret->format, "pgn") == 0)
		r = pairings_pgn_read(text, size, round, ret, fault);
	else
		r = pairings_csv_read(text, size, ret, fault);
	if (r >= 0)
		r = pairings_settle(ret, fault);
	if (r >= 0 && ret->count == 0)
		r = text_fault(fault, 1, 1, "there is no pairing of round %u in it", round);
	if (r < 0)
		pairings_done(ret);
	return r < 0 ? r : 0;
}
