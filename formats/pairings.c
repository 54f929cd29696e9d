/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

static bool is_code(const struct text_lines *l)
{
	return l->length >= 3 && isalnum((unsigned char)l->line[0]) && isalnum((unsigned char)l->line[1]) &&
	       isalnum((unsigned char)l->line[2]) && (l->length == 3 || l->line[3] == ' ') &&
	       (isdigit((unsigned char)l->line[0]) || strncmp(l->line, "XX", 2) == 0);
}

/* By its first line with anything in it. */
static const char *format_of(const char *text, size_t size)
{
	struct text_lines l = { .text = text, .size = size };

	while (text_next_line(&l)) {
		size_t blank = 0;

		while (blank < l.length && isspace((unsigned char)l.line[blank]))
			blank++;
		if (blank == l.length)
			continue;
		return l.line[blank] == '[' || l.line[blank] == '%' ? "pgn" : is_code(&l) ? "trf" : "csv";
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
