// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * PGN's import format (standard, 3.1), read without loss: tags, moves, the
 * two clock commands, comments, variations and annotation glyphs.
 *
 * Each move is read on the position it is played on, so a game that was read
 * is a legal game, and its moves are spelled as the game spells them.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/game.h"
#include "formats/pgn-reader.h"
#include "formats/pgn-tree.h"

/* Takes [%NAME …] of the two clocks out of a comment; leaves one it cannot read where it stands. */
static bool pgn_reader_take_clock(char *comment, const char *name, int64_t *ret_ms)
{
	for (char *at = comment; (at = strstr(at, name)); at++) {
		char *value = at + strlen(name), *end = strchr(value, ']'), *stop;
		int64_t ms;

		if (!end || (*value != ' ' && *value != '\t'))
			continue;
		value += strspn(value, " \t");
		for (stop = end; stop > value && (stop[-1] == ' ' || stop[-1] == '\t'); stop--)
			;
		if (*ret_ms != PGN_NO_TIME || pgn_clock_parse(value, (size_t)(stop - value), &ms) < 0)
			continue;
		*ret_ms = ms;
		end++;
		/* the blank that set the command off from its neighbours goes with it */
		if (*end == ' ')
			end++;
		else if (at > comment && at[-1] == ' ')
			at--;
		memmove(at, end, strlen(end) + 1);
		return true;
	}
	return false;
}

/* In braces or to the end of the line; move: the one it stands after, NULL before the first. */
static int read_comment(struct pgn_reader *r, struct pgn_line *line, struct pgn_move *move)
{
	size_t start = r->at, n;
	const char *body = r->text + r->at + 1, *end;
	char *comment;
	bool timed = false;
	int code = 0;

	if (peek(r) == '{') {
		end = memchr(body, '}', r->size - r->at - 1);
		if (!end)
			return REFUSE(r, "comment", start, "it has no closing '}'");
		n = (size_t)(end - body);
		r->at += n + 2;
	} else {
		pgn_skip_line(r);
		n = r->at - start - 1;
	}
	comment = pgn_to_utf8(body, n);
	if (!comment)
		return -ENOMEM;
	if (move) {
		int64_t clk = move->clk_ms, emt = move->emt_ms;
		/* what is left of a comment must not read as a command: search again after each */
		while (pgn_reader_take_clock(comment, "[%clk", &move->clk_ms) ||
		       pgn_reader_take_clock(comment, "[%emt", &move->emt_ms))
			;
		timed = clk != move->clk_ms || emt != move->emt_ms;
	}
	if (!timed || comment[strspn(comment, " ")])
		code = move ? pgn_push_comment(&move->comment, &move->comment_count, comment) :
			      pgn_push_comment(&line->comment, &line->comment_count, comment);
	free(comment);
	return code;
}

static int push_nag(struct pgn_reader *r, struct pgn_move *move, size_t where, unsigned nag)
{
	uint8_t *grown;
	char sign[12];

	if (!move && r->game->game_type) { /* it may stand anywhere there */
		snprintf(sign, sizeof sign, "$%u", nag);
		return pgn_push_comment(&r->pgn->main.comment, &r->pgn->main.comment_count, sign);
	}
	if (!move)
		return REFUSE(r, "annotation", where, "it stands before any move");
	grown = pgn_grow(move->nag, move->nag_count, sizeof *grown);
	if (!grown)
		return -ENOMEM;
	move->nag = grown;
	grown[move->nag_count++] = (uint8_t)nag;
	return 0;
}

/* $n, or ! ? !! ?? !? ?! */
static int read_nag(struct pgn_reader *r, struct pgn_move *move)
{
	static const char *const signs[] = { "!!", "??", "!?", "?!", "!", "?" };
	static const uint8_t values[] = { 3, 4, 5, 6, 1, 2 };
	size_t start = r->at;
	unsigned value = 0;

	if (peek(r) == '$') {
		r->at++;
		if (!isdigit(peek(r)))
			return REFUSE(r, "annotation", start, "'$' must be followed by a number");
		for (; isdigit(peek(r)) && value < 256; r->at++)
			value = value * 10 + (unsigned)(peek(r) - '0');
		if (value > 255)
			return REFUSE(r, "annotation", start, "its number is greater than 255");
		return push_nag(r, move, start, value);
	}
	for (size_t i = 0; i < 6; i++) {
		size_t n = strlen(signs[i]);
		if (r->size - r->at >= n && !memcmp(r->text + r->at, signs[i], n)) {
			r->at += n;
			return push_nag(r, move, start, values[i]);
		}
	}
	return -EINVAL;
}

static bool ends_word(int c)
{
	return c < 0 || c <= ' ' || strchr("{}()[];$!?.<>", c);
}

static int pgn_reader_take_word(struct pgn_reader *r)
{
	size_t n = 0;

	r->word_at = r->at;
	/* PDN's moves may hold parentheses or points nowhere, SAN's neither: e8(Q) is respelled as e8=Q by most writers
	 */
	while (!ends_word(peek(r))) {
		if (n + 1 >= sizeof r->word)
			return REFUSE(r, "move", r->word_at, "it is longer than %zu characters", sizeof r->word - 1);
		r->word[n++] = r->text[r->at++];
	}
	r->word[n] = '\0';
	return 0;
}

/* The result as the game writes it; NULL for another word, as "0-0" is among the moves of chess. PDN files have chess
 * results as often as their own. */
static const char *find_result(const struct pgn_reader *r, const char *word, bool in_moves)
{
	static const char *const chess[] = { "1-0", "0-1", "1/2-1/2" };

	if (!strcmp(word, "*"))
		return "*";
	for (unsigned i = 0; i < (in_moves && !r->game->game_type ? 3 : 4); i++)
		if (r->game->results[i] && !strcmp(word, r->game->results[i]))
			return r->game->results[i];
	for (unsigned i = 0; r->game->game_type && i < 3; i++)
		if (!strcmp(word, chess[i]))
			return r->game->results[i];
	return NULL;
}

/* PDN's moves of numbers, with blanks in them or without ("32 - 28", "26 x 17 x 8"): one word, without blanks. False:
 * what stands here is not of that form. */
static bool take_numbers(struct pgn_reader *r)
{
	size_t at = r->at, end = at, n = 0;
	bool joined = false;

	for (;;) {
		size_t digits = 0, sign;

		for (; at + digits < r->size && isdigit((unsigned char)r->text[at + digits]); digits++)
			;
		if (!digits || digits > 2 || n + 4 >= sizeof r->word)
			break;
		memcpy(r->word + n, r->text + at, digits);
		n += digits;
		at = end = at + digits;
		while (at < r->size && r->text[at] && strchr(" \t\r\n", r->text[at]))
			at++;
		sign = r->size - at >= 2 && !memcmp(r->text + at, "\xc3\x97", 2) ?
			       2 :
			       at < r->size && (r->text[at] == '-' || r->text[at] == 'x' || r->text[at] == 'X' ||
						r->text[at] == ':' || r->text[at] == '\xd7');
		if (!sign) {
			if (!joined)
				return false;
			r->word[n] = '\0';
			r->word_at = r->at;
			r->at = end;
			return true;
		}
		joined = true;
		r->word[n++] = r->text[at] == '-' ? '-' : 'x';
		at += sign;
		while (at < r->size && r->text[at] && strchr(" \t\r\n", r->text[at]))
			at++;
	}
	return false;
}

/* What one level of variation goes on from. */
struct level {
	struct pgn_line *line;
	struct game_position pos, before; /* to move on from; before the last move, where a variation begins */
	size_t opened;
};

static int read_move(struct pgn_reader *r, struct level *l)
{
	struct game_move move;
	struct pgn_move *m;
	char text[GAME_TEXT];
	char shown[16];
	int code = r->game->move_parse(&l->pos, r->word, &move);

	if (code == -ENOTUNIQ)
		return REFUSE(r, "move", r->word_at, "%.24s fits more than one legal move", r->word);
	if (code == -ENOENT)
		return REFUSE(r, "move", r->word_at, "%.24s is not legal here", r->word);
	if (code < 0) {
		for (const char *c = r->word; *c; c++)
			if ((unsigned char)*c < ' ' || (unsigned char)*c > 126)
				return REFUSE(r, "move", r->word_at + (size_t)(c - r->word),
					      "%s does not belong to a move", game_show_byte((unsigned char)*c, shown));
		return REFUSE(r, "move", r->word_at, "%.24s is not a move", r->word);
	}
	if (r->game->move_notation(&l->pos, &move, text) < 0)
		return -EINVAL;
	if (strlen(text) >= sizeof m->text) /* PDN's longest captures: the coordinates are enough */
		r->game->move_text(&l->pos, &move, text);
	m = pgn_push_move(l->line, text);
	if (!m)
		return -ENOMEM;
	l->before = l->pos;
	r->game->play(&l->pos, &move);
	return 0;
}

static struct pgn_move *last_move(const struct level *l)
{
	return l->line->count ? &l->line->move[l->line->count - 1] : NULL;
}

static int open_variation(struct pgn_reader *r, struct level *l, unsigned depth)
{
	struct pgn_move *move = last_move(l);
	struct pgn_line *grown;

	if (!move)
		return REFUSE(r, "variation", r->at, "it stands before any move");
	if (depth + 1 >= PGN_MAX_DEPTH)
		return REFUSE(r, "variation", r->at, "variations nest deeper than %d", PGN_MAX_DEPTH - 1);
	grown = pgn_grow(move->variation, move->variation_count, sizeof *grown);
	if (!grown)
		return -ENOMEM;
	move->variation = grown;
	grown[move->variation_count] = (struct pgn_line){ 0 };
	l[1] = (struct level){
		.line = &grown[move->variation_count++], .pos = l->before, .before = l->before, .opened = r->at
	};
	r->at++;
	return 0;
}

/* PDN's "(?)" behind a move, which is no variation. */
static bool is_strength(const struct pgn_reader *r)
{
	size_t n = 1;

	while (r->at + n < r->size && (r->text[r->at + n] == '!' || r->text[r->at + n] == '?'))
		n++;
	return n > 1 && r->at + n < r->size && r->text[r->at + n] == ')';
}

static int read_strength(struct pgn_reader *r, struct pgn_move *move)
{
	int code = 0;

	for (r->at++; !code && peek(r) != ')';)
		code = read_nag(r, move);
	r->at += !code;
	return code;
}

/* PDN's /FEN "W:W31-50:B1-20"/: the game goes on from there. */
static int read_setup(struct pgn_reader *r, struct level *l, unsigned depth)
{
	const char *text = r->text + r->at, *end = memchr(text + 1, '/', r->size - r->at - 1);
	const char *first = end ? memchr(text, '"', (size_t)(end - text)) : NULL;
	const char *last = first ? memchr(first + 1, '"', (size_t)(end - first - 1)) : NULL;
	struct game_position start;
	char fen[GAME_FEN];
	unsigned number;

	if (!last || last - first > GAME_FEN)
		return REFUSE(r, "setup", r->at, "/FEN \"…\"/ is expected");
	if (depth)
		return REFUSE(r, "setup", r->at, "a position is set within a variation, which is not read");
	snprintf(fen, sizeof fen, "%.*s", (int)(last - first - 1), first + 1);
	if (r->game->parse(fen, &l->pos, r->err) < 0)
		return REFUSE(r, "setup", r->at, "\"%.60s\" is no position of %s", fen, r->game->name);
	number = pgn_start(r->game, r->pgn, &start, NULL) == 0 ? r->game->move_number(&start) : 0;
	r->at += (size_t)(end - text) + 1;
	return pgn_begin_anew(r->pgn, fen, (number ? number - 1 : 0) * 2 + (r->game->to_move(&start) == BLACK));
}

/* Is all there that a game must have? PDN asks for no end, and tags alone are a game that is to be played. */
static bool may_end(const struct pgn_reader *r)
{
	return r->pgn->result[0] || r->game->game_type || (!r->pgn->main.count && r->pgn->tag_count);
}

static int read_movetext(struct pgn_reader *r, struct level *levels)
{
	unsigned depth = 0;

	for (int code = 0; !code;) {
		struct level *l = &levels[depth];
		int c;

		pgn_skip_blanks(r);
		c = peek(r);
		if (c < 0 || (c == '[' && pgn_at_line_start(r))) {
			if (depth)
				return REFUSE(r, "variation", l->opened, "it has no closing ')'");
			if (may_end(r))
				return 0;
			return REFUSE(r, "result", r->at, "the game has none at its end");
		}
		if (c == '{' || c == ';') {
			code = read_comment(r, l->line, last_move(l));
		} else if (c == '$' || c == '!' || c == '?') {
			code = read_nag(r, last_move(l));
		} else if (c == '(' && is_strength(r)) {
			code = read_strength(r, last_move(l));
		} else if (c == '/' && r->game->game_type) {
			code = read_setup(r, l, depth);
		} else if (c == '(') {
			code = open_variation(r, l, depth);
			depth += !code;
		} else if (c == ')') {
			if (!depth)
				return REFUSE(r, "variation", r->at, "')' closes no variation");
			if (!l->line->count)
				return REFUSE(r, "variation", l->opened, "it has no move");
			depth--;
			r->at++;
		} else if (c == '.') {
			r->at++;
		} else if (last_move(l) && r->size - r->at >= 4 && !memcmp(r->text + r->at, "e.p.", 4)) {
			r->at += 4; /* said by some writers after a capture in passing, and by the move itself */
		} else {
			const char *result;
			char shown[16];
			code = r->game->game_type && take_numbers(r) ? 0 : pgn_reader_take_word(r);
			if (code)
				return code;
			if (!r->word[0])
				return REFUSE(r, "move", r->at, "%s does not belong to a move",
					      game_show_byte((unsigned char)c, shown));
			result = find_result(r, r->word, true);
			if (result) {
				if (depth) /* some writers end variations with one too */
					continue;
				snprintf(r->pgn->result, sizeof r->pgn->result, "%s", result);
				return 0;
			}
			if (r->word[strspn(r->word, "0123456789")] == '\0') {
				/* a move's number; it must be followed by a move or points, and says nothing new */
				continue;
			}
			code = read_move(r, l);
		}
		if (code)
			return code;
	}
	return 0;
}

/* After an error: to the beginning of the next game, a tag at the start of a line after something else. */
static void skip_game(struct pgn_reader *r)
{
	bool movetext = false;

	for (; r->at < r->size; pgn_skip_line(r), r->at += r->at < r->size) {
		int c = peek(r);
		if (c == '[' && movetext)
			return;
		movetext |= c != '[' && c != '\n' && c != '\r' && c != '%';
	}
}

static int check_result_tag(struct pgn_reader *r)
{
	const char *tag = pgn_tag(r->pgn, "Result"), *result = tag ? find_result(r, tag, false) : NULL;

	if (tag && !result)
		return REFUSE(r, "Result", 0, "\"%.16s\" is not a result of %s", tag, r->game->name);
	return tag && strcmp(tag, result) ? pgn_set_tag(r->pgn, "Result", result) : 0;
}

/* GameType "20", also with how it is written and played after a comma ("20,W,10,0,N2,0"). */
static int check_type_tag(struct pgn_reader *r)
{
	const char *tag = pgn_tag(r->pgn, "GameType");
	size_t n = tag ? strcspn(tag, ", ") : 0;

	if (!r->game->game_type || !n || (n == strlen(r->game->game_type) && !memcmp(tag, r->game->game_type, n)))
		return 0;
	return REFUSE(r, "GameType", 0, "\"%.16s\" is not %s, the type of %s", tag, r->game->game_type, r->game->name);
}

/* Where the moves end without a result the tag has it, as PDN 3.0 asks for; of chess that both lose. */
static int settle_result(struct pgn_reader *r)
{
	const char *tag = pgn_tag(r->pgn, "Result");

	if (!r->pgn->result[0])
		strcpy(r->pgn->result, "*");
	if (tag && !strcmp(r->pgn->result, "*") && (r->game->game_type || !strcmp(tag, r->game->results[3])))
		snprintf(r->pgn->result, sizeof r->pgn->result, "%s", tag);
	return 0;
}

static int read_game(struct pgn_reader *r, struct level *levels)
{
	size_t tags_at;
	int code;

	if (r->size >= 3 && !memcmp(r->text, "\xef\xbb\xbf", 3))
		r->at = 3;
	pgn_skip_blanks(r);
	if (peek(r) < 0)
		return -ENODATA;
	tags_at = r->at;
	code = pgn_read_tags(r);
	if (code)
		return code;
	code = check_result_tag(r);
	if (code)
		return code;
	code = check_type_tag(r);
	if (code)
		return code;
	r->game = pgn_variant(r->game, r->pgn);
	code = pgn_start(r->game, r->pgn, &levels[0].pos, r->err);
	if (code) {
		if (r->err) {
			struct game_error inner = *r->err;
			return REFUSE(r, "FEN", tags_at, "%s: %.100s", inner.field, inner.reason);
		}
		return code;
	}
	levels[0].line = &r->pgn->main;
	r->pgn->result[0] = '\0';
	code = read_movetext(r, levels);
	return code ? code : settle_result(r);
}

int pgn_read(const struct game *game, const char *text, size_t size, size_t *used, struct pgn_game **ret,
	     struct game_error *err)
{
	struct pgn_reader r = { .game = game, .text = text, .size = size, .err = err, .pgn = pgn_new() };
	struct level *levels = calloc(PGN_MAX_DEPTH, sizeof *levels);
	int code = r.pgn && levels ? read_game(&r, levels) : -ENOMEM;

	free(levels);
	if (code == -EINVAL)
		skip_game(&r);
	if (used)
		*used = r.at;
	if (code) {
		pgn_free(r.pgn);
		return code;
	}
	*ret = r.pgn;
	return 0;
}
