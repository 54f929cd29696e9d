/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
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

	if (pairings_engine_is(text, size))
		return "list";
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

/* Where letters are none of ASCII's, three names show whether they were read rightly. */
static void note_encoding(struct pairings *p)
{
	static const char *const names[][2] = { { "windows-1252", "Windows-1252" },
						{ "utf-16le", "UTF-16" },
						{ "utf-16be", "UTF-16" } };
	struct text_fault note;
	char quoted[250] = "";
	unsigned count = 0;
	const char *name = "";

	for (size_t i = 0; i < p->count && count < 3; i++)
		for (int side = 0; side < 2 && count < 3; side++) {
			const char *player = p->list[i].player[side].name;
			const size_t n = strlen(quoted);

			if (text_length(player, strlen(player)) == strlen(player) ||
			    n + strlen(player) + 5 > sizeof(quoted))
				continue;
			snprintf(quoted + n, sizeof(quoted) - n, "%s\"%s\"", count++ ? ", " : ": ", player);
		}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(p->encoding, names[i][0]) == 0)
			name = names[i][1];
	if (!*name)
		return;
	text_fault(&note, 1, 1, "it is read as %s%s", name, quoted);
	pairings_note(p, &note);
}

int pairings_read(const char *text, size_t size, unsigned round, struct pairings *ret, struct text_fault *fault)
{
	return pairings_read_among(text, size, round, NULL, 0, ret, fault);
}

int pairings_read_among(const char *text, size_t size, unsigned round, const struct pairings *const *known,
			size_t known_count, struct pairings *ret, struct text_fault *fault)
{
	const char *encoding;
	int r;

	*ret = (struct pairings){ .format = "csv" };
	r = text_decode(text, size, &ret->text, &ret->text_size, &encoding, fault);
	if (r < 0)
		return r;
	strcpy(ret->encoding, encoding);
	if (ret->text) {
		text = ret->text;
		size = ret->text_size;
	}
	ret->format = format_of(text, size);
	r = text_check(text, size, fault);
	if (r < 0)
		;
	else if (strcmp(ret->format, "trf") == 0)
		r = pairings_trf_read(text, size, round, ret, fault);
	else if (strcmp(ret->format, "list") == 0)
		r = pairings_engine_read(text, size, known, known_count, ret, fault);
	else if (strcmp(ret->format, "pgn") == 0)
		r = pairings_pgn_read(text, size, round, ret, fault);
	else
		r = pairings_csv_read(text, size, ret, fault);
	if (r >= 0)
		r = pairings_settle(ret, fault);
	if (r >= 0 && ret->count == 0)
		r = text_fault(fault, 1, 1, "there is no pairing of round %u in it", round);
	if (r >= 0)
		note_encoding(ret);
	else
		pairings_done(ret);
	return r < 0 ? r : 0;
}
