/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define MAX_COLUMNS 32
#define MAX_FIELD 256
#define MAX_BOARD 9999

enum {
	COLUMN_OTHER,
	COLUMN_BOARD,
	COLUMN_RESULT,
	COLUMN_NUMBER,
	COLUMN_PLAYER = COLUMN_NUMBER + 2
}; /* COLUMN_PLAYER + 2 * field + side */

static const struct {
	const char *name;
	int column;
} known[] = {
	{ "table", COLUMN_BOARD },
	{ "board", COLUMN_BOARD }, /* as it was called */
	{ "result", COLUMN_RESULT },
	{ "white_number", COLUMN_NUMBER },
	{ "black_number", COLUMN_NUMBER + 1 },
	{ "white", COLUMN_PLAYER + 2 * PLAYER_NAME },
	{ "black", COLUMN_PLAYER + 2 * PLAYER_NAME + 1 },
	{ "white_fide", COLUMN_PLAYER + 2 * PLAYER_FIDE },
	{ "black_fide", COLUMN_PLAYER + 2 * PLAYER_FIDE + 1 },
	{ "white_elo", COLUMN_PLAYER + 2 * PLAYER_ELO },
	{ "black_elo", COLUMN_PLAYER + 2 * PLAYER_ELO + 1 },
	{ "white_title", COLUMN_PLAYER + 2 * PLAYER_TITLE },
	{ "black_title", COLUMN_PLAYER + 2 * PLAYER_TITLE + 1 },
	{ "white_team", COLUMN_PLAYER + 2 * PLAYER_TEAM },
	{ "black_team", COLUMN_PLAYER + 2 * PLAYER_TEAM + 1 },
	{ "white_fed", COLUMN_PLAYER + 2 * PLAYER_FED },
	{ "black_fed", COLUMN_PLAYER + 2 * PLAYER_FED + 1 },
};

struct field {
	char text[MAX_FIELD];
	size_t size;
	unsigned line, column;
};

struct reading {
	const char *text;
	size_t size, at;
	unsigned line, column;
	char separator;
	int columns[MAX_COLUMNS];
	unsigned column_count;
	struct field fields[MAX_COLUMNS];
	unsigned count;
	struct text_fault *fault;
	struct pairings *pairings;
};

/* At the end of a line, or of the text? */
static bool at_end(const struct reading *rd)
{
	return rd->at == rd->size || rd->text[rd->at] == '\n' || rd->text[rd->at] == '\r';
}

static void step(struct reading *rd)
{
	char c = rd->text[rd->at++];

	if (c == '\r' && rd->at < rd->size && rd->text[rd->at] == '\n')
		c = rd->text[rd->at++];
	if (c == '\n' || c == '\r') {
		rd->line++;
		rd->column = 1;
	} else if (((unsigned char)c & 0xc0) != 0x80) {
		rd->column++;
	}
}

static int add_byte(struct reading *rd, struct field *f)
{
	if (f->size + 1 == sizeof(f->text))
		return text_fault(rd->fault, f->line, f->column, "this field has more than %zu bytes",
				  sizeof(f->text) - 1);
	f->text[f->size++] = rd->text[rd->at];
	return 0;
}

static int read_quoted(struct reading *rd, struct field *f)
{
	int r = 0;

	step(rd);
	for (;;) {
		if (rd->at == rd->size)
			return text_fault(rd->fault, f->line, f->column, "this quoted field has no closing \"");
		if (rd->text[rd->at] == '"') {
			step(rd);
			if (rd->at == rd->size || rd->text[rd->at] != '"')
				break;
		} else if (at_end(rd)) {
			return text_fault(rd->fault, f->line, f->column,
					  "this quoted field goes on in another line; one line is expected");
		}
		r = add_byte(rd, f);
		if (r < 0)
			return r;
		step(rd);
	}
	if (!at_end(rd) && rd->text[rd->at] != rd->separator)
		return text_fault(rd->fault, rd->line, rd->column,
				  "after a quoted field \"%c\" or the line's end is expected", rd->separator);
	return 0;
}

static int read_field(struct reading *rd, struct field *f)
{
	int r = 0;

	f->size = 0;
	f->line = rd->line;
	f->column = rd->column;
	if (rd->at < rd->size && rd->text[rd->at] == '"')
		return read_quoted(rd, f);
	while (!at_end(rd) && rd->text[rd->at] != rd->separator && r == 0) {
		if (rd->text[rd->at] == '"')
			return text_fault(rd->fault, rd->line, rd->column,
					  "a \" within a field; a field with one is quoted, and the \" doubled");
		r = add_byte(rd, f);
		step(rd);
	}
	return r;
}

static void end_field(struct field *f)
{
	if (csv_is_guarded(f->text, f->size))
		memmove(f->text, f->text + 1, --f->size);
	f->text[f->size] = '\0';
}

static bool is_blank(const struct field *f)
{
	return f->size == strspn(f->text, " \t");
}

/* 1 a line, 0 the end. Lines of nothing are passed over. */
static int read_line(struct reading *rd)
{
	int r;

	while (rd->at < rd->size && at_end(rd))
		step(rd);
	if (rd->at == rd->size)
		return 0;
	rd->count = 0;
	for (;;) {
		if (rd->count == MAX_COLUMNS)
			return text_fault(rd->fault, rd->line, rd->column, "a line has more than %d fields",
					  MAX_COLUMNS);
		r = read_field(rd, &rd->fields[rd->count]);
		if (r < 0)
			return r;
		end_field(&rd->fields[rd->count++]);
		if (at_end(rd))
			break;
		step(rd);
	}
	while (rd->count > 1 &&
	       is_blank(&rd->fields[rd->count - 1])) /* columns that a spreadsheet had beside the table */
		rd->count--;
	return 1;
}

/* "sep=;" before the names of the columns tells spreadsheets what separates them. The line's bytes, 0 there is none. */
static size_t separator_line(const char *text, size_t size, char *separator)
{
	const size_t quote = size > 0 && *text == '"', end = quote + 5;
	size_t n = end + quote;

	if (size < n || strncasecmp(text + quote, "sep=", 4) != 0 || (quote && text[end] != '"'))
		return 0;
	if (n < size && text[n] != '\n' && text[n] != '\r')
		return 0;
	*separator = text[quote + 4];
	return n;
}

static char find_separator(const char *text, size_t size)
{
	size_t n = 0;

	while (n < size && text[n] != '\n' && text[n] != '\r')
		n++;
	return memchr(text, ',', n) ? ',' : memchr(text, ';', n) ? ';' : memchr(text, '\t', n) ? '\t' : ',';
}

static int find_column(const char *name)
{
	size_t size;

	name += strspn(name, " \t");
	for (size = strlen(name); size > 0 && strchr(" \t", name[size - 1]); size--)
		;
	for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); k++)
		if (strlen(known[k].name) == size && strncasecmp(name, known[k].name, size) == 0)
			return known[k].column;
	return COLUMN_OTHER;
}

static int read_names(struct reading *rd)
{
	static const int needed[] = { COLUMN_BOARD, COLUMN_PLAYER + 2 * PLAYER_NAME,
				      COLUMN_PLAYER + 2 * PLAYER_NAME + 1 };
	int r = read_line(rd);

	if (r < 0)
		return r;
	if (r == 0)
		return text_fault(rd->fault, 1, 1, "there is nothing in it; pairings as CSV, TRF or PGN are expected");
	for (unsigned i = 0; i < rd->count; i++) {
		const struct field *f = &rd->fields[i];

		rd->columns[i] = find_column(f->text);
		if (rd->columns[i] == COLUMN_OTHER)
			return text_fault(
				rd->fault, f->line, f->column,
				"there is no column \"%.40s\"; the first line is expected to be "
				"table,white,black and then any of white_fide, black_fide, white_elo, black_elo, "
				"white_title, black_title, white_team, black_team, white_fed, black_fed, white_number, black_number, result",
				f->text);
		for (unsigned j = 0; j < i; j++)
			if (rd->columns[j] == rd->columns[i])
				return text_fault(rd->fault, f->line, f->column, "the column %s comes twice", f->text);
	}
	rd->column_count = rd->count;
	for (size_t n = 0; n < sizeof(needed) / sizeof(needed[0]); n++) {
		bool there = false;

		for (unsigned i = 0; i < rd->count; i++)
			there = there || rd->columns[i] == needed[n];
		if (!there)
			return text_fault(rd->fault, 1, 1,
					  "the columns table, white and black are expected; %s is not there",
					  n == 0 ? "table" :
					  n == 1 ? "white" :
						   "black");
	}
	return 0;
}

static int pairings_csv_read_board(struct reading *rd, const struct field *f, struct pairing *p)
{
	const char *text = f->text + strspn(f->text, " \t");
	size_t size = strcspn(text, " \t");

	p->line = f->line;
	p->column = f->column;
	p->board = number_read(text, size, MAX_BOARD);
	if (size > 0 && !p->board && strcmp(text, "-") != 0)
		return text_fault(rd->fault, f->line, f->column, "a table is a number from 1 to %d, not \"%.40s\"",
				  MAX_BOARD, f->text);
	return 0;
}

/* A player's, of those of the event. */
static int read_number(struct reading *rd, const struct field *f, unsigned *number)
{
	const size_t first = strspn(f->text, " \t"), size = strcspn(f->text + first, " \t");

	*number = number_read(f->text + first, size, MAX_BOARD);
	return *number || !size ?
		       0 :
		       text_fault(rd->fault, f->line, f->column, "a player's number is one from 1 to %d, not \"%.40s\"",
				  MAX_BOARD, f->text);
}

static int read_value(struct reading *rd, int column, const struct field *f, struct pairing *p)
{
	int field = (column - COLUMN_PLAYER) / 2, side = (column - COLUMN_PLAYER) % 2, r;

	if (column == COLUMN_BOARD)
		return pairings_csv_read_board(rd, f, p);
	if (column == COLUMN_RESULT) {
		if (result_read(f->text, f->size, p->given) == 0)
			return 0;
		p->bye = bye_read(f->text, f->size);
		return p->bye ?
			       0 :
			       text_fault(
				       rd->fault, f->line, f->column,
				       "\"%.40s\" is no result; 1-0, 0-1, 1/2-1/2, 0-0 (draughts 2-0, 0-2, 1-1), +/-, -/+, -/-, bye, half-bye and "
				       "zero-bye are",
				       f->text);
	}
	if (column == COLUMN_NUMBER || column == COLUMN_NUMBER + 1)
		return read_number(rd, f, &p->player[column - COLUMN_NUMBER].number);
	if (field == PLAYER_NAME && bye_read(f->text, f->size)) {
		p->bye = bye_read(f->text, f->size);
		return 0;
	}
	r = player_set(&p->player[side], (enum player_field)field, f->text, f->size, f->line, f->column, rd->fault);
	return r < 0 && field == PLAYER_TITLE ? pairings_leave_out(rd->pairings, rd->fault) : r;
}

static int settle_pairing(struct reading *rd, struct pairing *p)
{
	if (!p->bye && !p->board)
		return text_fault(rd->fault, p->line, p->column, "this pairing has no board; a number is expected");
	if (!p->bye)
		return 0;
	if (*p->player[0].name && *p->player[1].name)
		return text_fault(rd->fault, p->player[1].line, p->player[1].column,
				  "a bye is one player's; here are two");
	if (!*p->player[0].name)
		p->player[0] = p->player[1];
	p->player[1] = (struct player){ 0 };
	p->board = 0;
	p->given[0] = '\0';
	return 0;
}

int pairings_csv_read(const char *text, size_t size, struct pairings *pairings, struct text_fault *fault)
{
	struct reading rd = {
		.text = text, .size = size, .line = 1, .column = 1, .fault = fault, .pairings = pairings
	};
	int r;

	rd.at = text_mark(text, size);
	rd.at += separator_line(text + rd.at, size - rd.at, &rd.separator);
	if (!rd.separator)
		rd.separator = find_separator(text, size);
	r = read_names(&rd);
	while (r >= 0 && (r = read_line(&rd)) > 0) {
		struct pairing *p = pairings_add(pairings, rd.fields[0].line, rd.fields[0].column, fault);

		if (!p)
			return fault->line ? -EINVAL : -ENOMEM;
		if (rd.count == 1 && is_blank(&rd.fields[0])) {
			pairings->count--;
			continue;
		}
		if (rd.count > rd.column_count)
			return text_fault(fault, rd.fields[rd.column_count].line, rd.fields[rd.column_count].column,
					  "this line has %u fields; the first line names %u", rd.count,
					  rd.column_count);
		for (unsigned i = 0; i < rd.count && r >= 0; i++)
			r = read_value(&rd, rd.columns[i], &rd.fields[i], p);
		if (r >= 0)
			r = settle_pairing(&rd, p);
	}
	return r;
}
