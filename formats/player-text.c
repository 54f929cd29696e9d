/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool is(const char *text, size_t size, const char *word)
{
	return strlen(word) == size && strncasecmp(text, word, size) == 0;
}

/* Of chess, and of the FMJD's draughts. Short forms are those of the report file. */
static const char *full_title(const char *text, size_t size)
{
	static const char *const titles[][2] = {
		{ "GM", "g" },	  { "IM", "m" },      { "FM", "f" },	{ "CM", "c" },	    { "WGM", "wg" },
		{ "WIM", "wm" },  { "WFM", "wf" },    { "WCM", "wc" },	{ "NM", "NM" },	    { "WNM", "WNM" },
		{ "AGM", "a" },	  { "AIM", "AIM" },   { "AFM", "AFM" }, { "ACM", "ACM" },   { "GMI", "GMI" },
		{ "MI", "MI" },	  { "MF", "MF" },     { "CMF", "CMF" }, { "GMIF", "GMIF" }, { "MIF", "MIF" },
		{ "MFF", "MFF" }, { "CMFF", "CMFF" },
	};

	for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++)
		if (is(text, size, titles[i][0]) || is(text, size, titles[i][1]))
			return titles[i][0];
	return NULL;
}

unsigned number_read(const char *text, size_t size, unsigned max)
{
	unsigned value = 0;

	for (size_t i = 0; i < size; i++) {
		if (!isdigit((unsigned char)text[i]))
			return 0;
		value = 10 * value + (unsigned)(text[i] - '0');
		if (value > max)
			return 0;
	}
	return value;
}

static int digits(const char *what, const char *text, size_t size, size_t most, char *to, unsigned line,
		  unsigned column, struct text_fault *fault)
{
	size_t zeros = 0;

	for (size_t i = 0; i < size; i++)
		if (!isdigit((unsigned char)text[i]) || size > most)
			return text_fault(fault, line, column, "%s is a number of at most %zu digits, not \"%.*s\"",
					  what, most, (int)(size > 40 ? 40 : size), text);
	while (zeros < size && text[zeros] == '0')
		zeros++;
	memcpy(to, text + zeros, size - zeros);
	to[size - zeros] = '\0';
	return 0;
}

static int words(const char *what, const char *text, size_t size, size_t room, char *to, unsigned line, unsigned column,
		 struct text_fault *fault)
{
	if (size >= room)
		return text_fault(fault, line, column, "%s has %zu bytes; at most %zu are kept", what, size, room - 1);
	if (text_check(text, size, NULL) < 0)
		return text_fault(fault, line, column,
				  "%s ends within a character; its columns are counted otherwise here", what);
	memcpy(to, text, size);
	to[size] = '\0';
	for (char *c = to; *c; c++)
		if (*c == '\t')
			*c = ' ';
	return 0;
}

/* "Last,First" as "Last, First" */
static int name(const char *text, size_t size, char to[static 104], unsigned line, unsigned column,
		struct text_fault *fault)
{
	const char *comma = memchr(text, ',', size);
	size_t first = comma ? (size_t)(comma - text) + 1 : size;
	int r = words("a name", text, size, 103, to, line, column, fault);

	if (r < 0 || first >= size || text[first] == ' ')
		return r;
	memmove(to + first + 1, to + first, strlen(to + first) + 1);
	to[first] = ' ';
	return 0;
}

int player_set(struct player *p, enum player_field field, const char *text, size_t size, unsigned line, unsigned column,
	       struct text_fault *fault)
{
	const char *title;

	for (; size > 0 && isspace((unsigned char)*text); text++, size--)
		column++;
	while (size > 0 && isspace((unsigned char)text[size - 1]))
		size--;
	if (size == 0 || is(text, size, "-") || is(text, size, "?"))
		return 0;
	switch (field) {
	case PLAYER_NAME:
		p->line = line;
		p->column = column;
		return name(text, size, p->name, line, column, fault);
	case PLAYER_FIDE:
		return digits("FIDE's number of a player", text, size, sizeof(p->fide) - 1, p->fide, line, column,
			      fault);
	case PLAYER_ELO:
		return digits("a rating", text, size, 4, p->elo, line, column, fault);
	case PLAYER_TITLE:
		title = full_title(text, size);
		if (!title)
			return text_fault(
				fault, line, column,
				"\"%.*s\" is no title; GM, IM, FM, CM, WGM, WIM, WFM and WCM are, in draughts GMI, MI, MF, "
				"CMF, GMIF, MIF, MFF and CMFF",
				(int)(size > 40 ? 40 : size), text);
		snprintf(p->title, sizeof(p->title), "%s", title);
		return 0;
	case PLAYER_TEAM:
		return words("a team's name", text, size, sizeof(p->team), p->team, line, column, fault);
	case PLAYER_FED:
		return words("a federation", text, size, sizeof(p->fed), p->fed, line, column, fault);
	}
	return -EINVAL;
}

#define FIELD(name) #name, offsetof(struct player, name), sizeof(((struct player *)NULL)->name)

static const struct {
	const char *key;
	size_t at, size;
} fields[] = {
	[PLAYER_NAME] = { FIELD(name) },   [PLAYER_FIDE] = { FIELD(fide) }, [PLAYER_ELO] = { FIELD(elo) },
	[PLAYER_TITLE] = { FIELD(title) }, [PLAYER_TEAM] = { FIELD(team) }, [PLAYER_FED] = { FIELD(fed) },
};

const char *player_text(const struct player *p, enum player_field field)
{
	return (const char *)p + fields[field].at;
}

const char *player_key(enum player_field field)
{
	return fields[field].key;
}

int player_put(struct player *p, enum player_field field, const char *text)
{
	if (!text || strlen(text) >= fields[field].size)
		return -EINVAL;
	strcpy((char *)p + fields[field].at, text);
	return 0;
}

enum bye bye_read(const char *text, size_t size)
{
	static const struct {
		const char *word;
		enum bye bye;
	} list[] = {
		{ "bye", BYE_FULL },
		{ "full-bye", BYE_FULL },
		{ "full-point bye", BYE_FULL },
		{ "half-bye", BYE_HALF },
		{ "half-point bye", BYE_HALF },
		{ "half-point-bye", BYE_HALF },
		{ "zero-bye", BYE_ZERO },
		{ "zero-point bye", BYE_ZERO },
		{ "zero-point-bye", BYE_ZERO },
		{ "full-point-bye", BYE_FULL },
		{ "spielfrei", BYE_FULL },
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (is(text, size, list[i].word))
			return list[i].bye;
	return BYE_NONE;
}

/* Without blanks, and with the hyphen of ASCII for a dash or a minus sign; its size, 0 where it is too long. */
static size_t plain_result(const char *text, size_t size, char plain[static 24])
{
	static const char *const dashes[] = { "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212" };
	size_t n = 0;

	for (size_t i = 0; i < size;) {
		size_t dash = 0, skip = 1;

		while (dash < 6 && (size - i < 3 || memcmp(text + i, dashes[dash], 3) != 0))
			dash++;
		if (size - i >= 2 && memcmp(text + i, "\u00a0", 2) == 0)
			skip = 2;
		else if (dash < 6 && n < 23)
			plain[n++] = '-', skip = 3;
		else if (!isspace((unsigned char)text[i]) && n < 23)
			plain[n++] = text[i];
		else if (!isspace((unsigned char)text[i]))
			return (size_t)sprintf(plain, "too long");
		i += skip;
	}
	return n;
}

int result_read(const char *text, size_t size, char result[static 8])
{
	static const char *const list[][2] = {
		{ "1-0", "1-0" },
		{ "1:0", "1-0" },
		{ "0-1", "0-1" },
		{ "0:1", "0-1" },
		{ "1/2-1/2", "1/2-1/2" },
		{ "1/2", "1/2-1/2" },
		{ "=", "1/2-1/2" },
		{ "1/2:1/2", "1/2-1/2" },
		{ "½-½", "1/2-1/2" },
		{ "½", "1/2-1/2" },
		{ "½:½", "1/2-1/2" },
		{ "0.5-0.5", "1/2-1/2" },
		{ "0,5-0,5", "1/2-1/2" },
		{ "draw", "1/2-1/2" },
		{ "2-0", "2-0" },
		{ "2:0", "2-0" },
		{ "0-2", "0-2" },
		{ "0:2", "0-2" },
		{ "1-1", "1-1" },
		{ "1:1", "1-1" },
		{ "0-0", "0-0" },
		{ "0:0", "0-0" },
		{ "+/-", "+/-" },
		{ "+--", "+/-" },
		{ "+-", "+/-" },
		{ "1F-0F", "+/-" },
		{ "+:-", "+/-" },
		{ "1-0F", "+/-" },
		{ "-/+", "-/+" },
		{ "--+", "-/+" },
		{ "-+", "-/+" },
		{ "0F-1F", "-/+" },
		{ "-:+", "-/+" },
		{ "0-1F", "-/+" },
		{ "-/-", "-/-" },
		{ "---", "-/-" },
		{ "--", "-/-" },
		{ "0F-0F", "-/-" },
		{ "-:-", "-/-" },
		{ "0-0F", "-/-" },
		{ "*", "" },
		{ "", "" },
		{ "none", "" },
	};

	char plain[24];

	size = plain_result(text, size, plain);
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (is(plain, size, list[i][0])) {
			strcpy(result, list[i][1]);
			return 0;
		}
	return -EINVAL;
}
