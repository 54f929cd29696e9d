// SPDX-License-Identifier: GPL-2.0-or-later
/* PGN's export format (standard, 3.2): the roster, the other tags, movetext in lines of at most 80 columns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pgn.h"

static const struct {
	const char *name, *unknown;
} roster[] = {
	{ "Event", "?" }, { "Site", "?" },  { "Date", "????.??.??" }, { "Round", "?" },
	{ "White", "?" }, { "Black", "?" }, { "Result", "*" },
};
#define ROSTER (sizeof roster / sizeof *roster)

struct pgn_writer {
	FILE *out;
	unsigned column;
	bool failed, is_pdn;
	bool begun; /* something stands on this line: a blank comes before the next word */
	enum pgn_digits digits;
	bool numbered; /* the next black move needs its number */
};

#define WIDTH 79 /* the standard asks for lines shorter than 80 columns */

static void new_line(struct pgn_writer *w)
{
	fputc('\n', w->out);
	w->column = 0;
	w->begun = false;
}

/* One word that is not broken; a blank or a new line before it. A line must not begin with '%' (standard, 6). */
static void write_word(struct pgn_writer *w, const char *text, size_t length)
{
	if (w->begun && w->column + 1 + length > WIDTH && *text != '%')
		new_line(w);
	if (w->begun) {
		fputc(' ', w->out);
		w->column++;
	}
	fwrite(text, 1, length, w->out);
	w->column += (unsigned)length;
	w->begun = true;
}

static void write_token(struct pgn_writer *w, const char *text)
{
	write_word(w, text, strlen(text));
}

/* A word that follows the last one without a blank. */
static void write_attached(struct pgn_writer *w, const char *text)
{
	if (w->column + strlen(text) > WIDTH)
		new_line(w);
	w->column += (unsigned)fprintf(w->out, "%s", text);
	w->begun = true;
}

/* A comment may be broken at each of its blanks, a reader takes the end of a line as one; not within a command. */
static void write_comment(struct pgn_writer *w, const char *commands, const char *text)
{
	char *all = NULL, *end;

	/* '}' would end it: such a comment can only be written to the end of a line, which PDN does not know. */
	if (strchr(text, '}') && !w->is_pdn) {
		if (w->begun)
			new_line(w);
		fprintf(w->out, ";%s", text);
		new_line(w);
		return;
	}
	if (asprintf(&all, "{%s%s%s}", commands, *commands && *text ? " " : "", text) < 0) {
		w->failed = true;
		return;
	}
	for (char *end_sign = all; w->is_pdn && (end_sign = strchr(end_sign, '}')) && end_sign[1];)
		*end_sign = ')';
	for (char *at = all; at; at = *end ? end + 1 : NULL) {
		end = strchrnul(at, ' ');
		if (!strncmp(at + (at == all), "[%", 2) && strchr(at, ']'))
			end = strchrnul(strchr(at, ']'), ' ');
		write_word(w, at, (size_t)(end - at));
	}
	free(all);
}

static void write_comments(struct pgn_writer *w, char *const *text, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		write_comment(w, "", text[i]);
	w->numbered |= count;
}

static void write_annotations(struct pgn_writer *w, const struct pgn_move *m)
{
	char times[2 * (PGN_CLOCK_TEXT + 8)] = "", clock[PGN_CLOCK_TEXT];
	size_t n = 0;
	unsigned from = 0;

	for (unsigned i = 0; i < m->nag_count; i++) {
		char nag[8];
		snprintf(nag, sizeof nag, "$%u", m->nag[i]);
		write_token(w, nag);
	}
	if (m->clk_ms != PGN_NO_TIME) {
		pgn_clock_format(m->clk_ms, w->digits, clock);
		n += (size_t)snprintf(times, sizeof times, "[%%clk %s]", clock);
	}
	if (m->emt_ms != PGN_NO_TIME) {
		pgn_clock_format(m->emt_ms, w->digits, clock);
		n += (size_t)snprintf(times + n, sizeof times - n, "%s[%%emt %s]", n ? " " : "", clock);
	}
	if (n) {
		/* The usual form: command and words in one pair of braces. */
		bool joined = m->comment_count && !strchr(m->comment[0], '}') && m->comment[0][0];
		write_comment(w, times, joined ? m->comment[0] : "");
		from = joined;
		w->numbered = true;
	}
	if (m->comment_count > from)
		write_comments(w, m->comment + from, m->comment_count - from);
}

static void pgn_writer_write_line(struct pgn_writer *w, const struct pgn_line *l, unsigned ply)
{
	write_comments(w, l->comment, l->comment_count);
	w->numbered = true;
	for (unsigned i = 0; i < l->count; i++, ply++) {
		const struct pgn_move *m = &l->move[i];
		char number[16];

		if (ply % 2 == 0 || w->numbered) {
			snprintf(number, sizeof number, ply % 2 ? "%u..." : "%u.", ply / 2 + 1);
			write_token(w, number);
		}
		w->numbered = false;
		write_token(w, m->text);
		write_annotations(w, m);
		for (unsigned v = 0; v < m->variation_count; v++) {
			write_token(w, "(");
			w->begun = false;
			pgn_writer_write_line(w, &m->variation[v], ply);
			write_attached(w, ")");
			w->numbered = true;
		}
	}
}

static void write_tag(FILE *out, const char *name, const char *value)
{
	fprintf(out, "[%s \"", name);
	for (; *value; value++) {
		if (*value == '"' || *value == '\\')
			fputc('\\', out);
		fputc(*value, out);
	}
	fputs("\"]\n", out);
}

static bool in_roster(const char *name)
{
	for (size_t i = 0; i < ROSTER; i++)
		if (!strcmp(roster[i].name, name))
			return true;
	return false;
}

/* In PDN 3.0 only * ends a game, since results look like moves; of chess that both lose ("0-0") looks like castling.
 * Then the tag alone says it. */
static const char *end_of(const struct game *game, const struct pgn_game *pgn)
{
	return game->game_type || strcmp(pgn->result, game->results[3]) == 0 ? "*" : pgn->result;
}

char *pgn_format(const struct game *game, const struct pgn_game *pgn, const struct pgn_style *style)
{
	struct game_position start;
	unsigned first_ply = 0;
	char *text = NULL;
	size_t size = 0;
	struct pgn_writer w = { .out = open_memstream(&text, &size),
				.digits = style ? style->clk : PGN_MILLISECONDS,
				.is_pdn = game->game_type };
	bool failed;

	if (!w.out)
		return NULL;
	for (size_t i = 0; i < ROSTER; i++) {
		const char *value = i == ROSTER - 1 ? pgn->result : pgn_tag(pgn, roster[i].name);
		write_tag(w.out, roster[i].name, value ? value : roster[i].unknown);
	}
	if (game->game_type && !pgn_tag(pgn, "GameType"))
		write_tag(w.out, "GameType", game->game_type);
	/* A start other than the usual one is not readable without SetUp (9.7.1). */
	if (pgn_tag(pgn, "FEN") && !pgn_tag(pgn, "SetUp"))
		write_tag(w.out, "SetUp", "1");
	for (unsigned i = 0; i < pgn->tag_count; i++)
		if (!in_roster(pgn->tag[i].name))
			write_tag(w.out, pgn->tag[i].name, pgn->tag[i].value);
	fputc('\n', w.out);
	if (pgn_tag(pgn, "FEN") && pgn_start(game, pgn, &start, NULL) == 0) {
		unsigned number = game->move_number(&start);
		first_ply = (number ? number - 1 : 0) * 2 + (game->to_move(&start) == BLACK);
	}
	pgn_writer_write_line(&w, &pgn->main, first_ply);
	write_token(&w, end_of(game, pgn));
	fputs("\n\n", w.out);
	failed = w.failed || ferror(w.out);
	if (fclose(w.out) || failed) {
		free(text);
		return NULL;
	}
	return text;
}
