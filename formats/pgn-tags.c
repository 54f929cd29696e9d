// SPDX-License-Identifier: GPL-2.0-or-later
/* The tags of PGN, read. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pgn-reader.h"

bool pgn_at_line_start(const struct pgn_reader *r)
{
	return !r->at || r->text[r->at - 1] == '\n' || r->text[r->at - 1] == '\r';
}

void pgn_skip_line(struct pgn_reader *r)
{
	while (r->at < r->size && r->text[r->at] != '\n' && r->text[r->at] != '\r')
		r->at++;
}

void pgn_skip_blanks(struct pgn_reader *r)
{
	while (r->at < r->size) {
		if (r->text[r->at] == '%' && (pgn_at_line_start(r) || r->game->game_type))
			pgn_skip_line(r);
		else if (r->text[r->at] && strchr(" \t\r\n\v\f", r->text[r->at]))
			r->at++;
		else
			return;
	}
}

static bool is_utf8(const unsigned char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		unsigned more = s[i] < 0x80		    ? 0 :
				s[i] >= 0xc2 && s[i] < 0xe0 ? 1 :
				s[i] >= 0xe0 && s[i] < 0xf0 ? 2 :
				s[i] >= 0xf0 && s[i] < 0xf5 ? 3 :
							      9;
		if (more == 9 || i + more >= n)
			return false;
		for (unsigned k = 1; k <= more; k++)
			if ((s[i + k] & 0xc0) != 0x80)
				return false;
		if ((s[i] == 0xe0 && s[i + 1] < 0xa0) || (s[i] == 0xed && s[i + 1] > 0x9f) ||
		    (s[i] == 0xf0 && s[i + 1] < 0x90) || (s[i] == 0xf4 && s[i + 1] > 0x8f))
			return false;
		i += more + 1;
	}
	return true;
}

char *pgn_to_utf8(const char *s, size_t n)
{
	bool utf8 = is_utf8((const unsigned char *)s, n);
	char *out = malloc(2 * n + 1), *o = out;

	if (!out)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		if (c == '\r' && i + 1 < n && s[i + 1] == '\n')
			continue;
		if (c == '\n' || c == '\r' || c == '\0') {
			*o++ = ' ';
		} else if (c < 0x80 || utf8) {
			*o++ = (char)c;
		} else {
			*o++ = (char)(0xc0 | c >> 6);
			*o++ = (char)(0x80 | (c & 0x3f));
		}
	}
	*o = '\0';
	return out;
}

static int read_tag(struct pgn_reader *r)
{
	size_t start = r->at++, n = 0;
	char name[64], *value = NULL, *raw;
	int code;

	pgn_skip_blanks(r);
	while (isalnum(peek(r)) || peek(r) == '_') {
		if (n + 1 >= sizeof name)
			return REFUSE(r, "tag", start, "its name is longer than %zu characters", sizeof name - 1);
		name[n++] = r->text[r->at++];
	}
	name[n] = '\0';
	if (!n)
		return REFUSE(r, "tag", r->at, "'[' must be followed by a name of letters, digits and '_'");
	pgn_skip_blanks(r);
	if (peek(r) != '"')
		return REFUSE(r, "tag", r->at, "the value of %s must begin with a quotation mark", name);
	raw = malloc(r->size - r->at + 1);
	if (!raw)
		return -ENOMEM;
	for (n = 0, r->at++;; r->at++) {
		int c = peek(r);
		if (c == '\\' && r->at + 1 < r->size && (r->text[r->at + 1] == '"' || r->text[r->at + 1] == '\\')) {
			raw[n++] = r->text[++r->at];
			continue;
		}
		if (c == '"')
			break;
		if (c < ' ' || c == 127) {
			if (c == '\t') {
				raw[n++] = ' ';
				continue;
			}
			free(raw);
			return REFUSE(r, "tag", r->at,
				      c < 0 || c == '\n' || c == '\r' ?
					      "the value of %s has no closing quotation mark" :
					      "the value of %s has a control character",
				      name);
		}
		raw[n++] = (char)c;
	}
	r->at++;
	value = pgn_to_utf8(raw, n);
	free(raw);
	if (!value)
		return -ENOMEM;
	pgn_skip_blanks(r);
	if (peek(r) != ']') {
		free(value);
		return REFUSE(r, "tag", r->at, "%s has no closing ']'", name);
	}
	r->at++;
	if (pgn_tag(r->pgn, name)) {
		free(value);
		return REFUSE(r, "tag", start, "%s stands twice", name);
	}
	code = pgn_set_tag(r->pgn, name, value);
	free(value);
	return code;
}

/* Tags alone, behind which the next game's come: the first tag of the game again, or behind a blank line one that is
 * there already. */
static bool begins_next(const struct pgn_reader *r)
{
	size_t n = 0, at = r->at, lines = 0;
	char name[64];

	for (size_t k = r->at + 1;
	     k < r->size && n + 1 < sizeof name && (isalnum((unsigned char)r->text[k]) || r->text[k] == '_'); k++)
		name[n++] = r->text[k];
	name[n] = '\0';
	while (at > 0 && strchr(" \t\r\n", r->text[at - 1]))
		lines += r->text[--at] == '\n';
	return pgn_tag(r->pgn, name) && (lines > 1 || (r->pgn->tag_count > 1 && !strcmp(r->pgn->tag[0].name, name)));
}

int pgn_read_tags(struct pgn_reader *r)
{
	int code = 0;

	for (; !code && peek(r) == '[' && !begins_next(r); pgn_skip_blanks(r))
		code = read_tag(r);
	return code;
}
