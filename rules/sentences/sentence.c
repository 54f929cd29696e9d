// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/sentences/sentence.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define KEY 96
#define NAME 32
#define DEPTH 3 /* texts within texts */

/* One of statement.readings. */
struct reading {
	char verdict[8], word[16], piece[12], from[FACT_SQUARE], to[FACT_SQUARE], name[GAME_TEXT];
};

struct writer {
	const struct language *language;
	const struct statement *statement;
	char *buf;
	size_t size, at;
	enum side gainer; /* who gains or loses the time of also/gains */
	int64_t us;
	const struct reading *reading; /* of which reading/ speaks */
	bool missing;		       /* something that the text names is not known */
};

struct sentence_facts no_facts(void)
{
	return (struct sentence_facts){
		.player = NO_SIDE,
		.starts = NO_SIDE,
		.puts_back = NO_SIDE,
		.count = FACT_NO_NUMBER,
		.limit = FACT_NO_NUMBER,
		.time_us = FACT_NO_NUMBER,
	};
}

const char *piece_word(const struct game *game, char piece)
{
	static const char letters[] = "pnbrqk";
	static const char *const words[] = { "pawn", "knight", "bishop", "rook", "queen", "king" };
	const char *at;

	if (game->piece_side(piece) == NO_SIDE)
		return NULL;
	if (!strchr(game->pieces, 'N'))
		return piece == 'W' || piece == 'B' ? "crowned" : "man";
	at = strchr(letters, piece | 0x20);
	return at ? words[at - letters] : NULL;
}

static void sentence_put(struct writer *w, const char *text, size_t n)
{
	if (w->at + n >= w->size) {
		n = w->size - w->at - 1;
		while (n && ((unsigned char)text[n] & 0xc0) == 0x80)
			n--;
	}
	memcpy(w->buf + w->at, text, n);
	w->at += n;
	w->buf[w->at] = '\0';
}

static void put_text(struct writer *w, const char *text)
{
	sentence_put(w, text, strlen(text));
}

/* The letter at p is a capital from now on: ASCII, and the letters of two bytes that German and Russian have. */
static void capitalize(char *p)
{
	unsigned char *c = (unsigned char *)p;
	unsigned code;

	if (*c >= 'a' && *c <= 'z')
		*c -= 'a' - 'A';
	if ((*c & 0xe0) != 0xc0)
		return;
	code = (unsigned)(*c & 0x1f) << 6 | (c[1] & 0x3f);
	if ((code >= 0xe0 && code <= 0xfe) || (code >= 0x430 && code <= 0x44f))
		code -= 0x20;
	else if (code >= 0x450 && code <= 0x45f)
		code -= 0x50;
	c[0] = (unsigned char)(0xc0 | code >> 6);
	c[1] = (unsigned char)(0x80 | (code & 0x3f));
}

/* m:ss, h:mm:ss; with tenths where it is no whole number of seconds and less than a minute. */
static void put_time(struct writer *w, int64_t us)
{
	const char *point = language_text(w->language, "time/point");
	int64_t tenths = (us < 0 ? -us : us) / 100000, s = tenths / 10;
	char text[40];

	if (s >= 3600)
		snprintf(text, sizeof(text), "%" PRId64 ":%02" PRId64 ":%02" PRId64, s / 3600, s / 60 % 60, s % 60);
	else if (s < 60 && tenths % 10)
		snprintf(text, sizeof(text), "0:%02" PRId64 "%s%" PRId64, s, point ? point : ".", tenths % 10);
	else
		snprintf(text, sizeof(text), "%" PRId64 ":%02" PRId64, s / 60, s % 60);
	put_text(w, text);
}

/* What is added or taken off, to the millisecond: what is left then may be less than a tenth. */
static void put_amount(struct writer *w, int64_t us)
{
	const char *point = language_text(w->language, "time/point");
	int64_t ms = ((us < 0 ? -us : us) + 500) / 1000;
	char digits[8];
	size_t n = 3;

	put_time(w, ms / 1000 * 1000000);
	snprintf(digits, sizeof(digits), "%03d", (int)(ms % 1000));
	while (n && digits[n - 1] == '0')
		n--;
	if (n)
		put_text(w, point ? point : ".");
	sentence_put(w, digits, n);
}

static void put_number(struct writer *w, int64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRId64, number);
	if (number == FACT_NO_NUMBER)
		w->missing = true;
	else
		put_text(w, text);
}

static void put_or_miss(struct writer *w, const char *text)
{
	if (text && *text)
		put_text(w, text);
	else
		w->missing = true;
}

static void expand(struct writer *w, const char *text, const char *end, unsigned depth);

/* The language's text of FOLDER/WORD and the form that is asked for (".gen"). */
static void put_word(struct writer *w, const char *folder, const char *word, const char *form, unsigned depth)
{
	char key[KEY];
	const char *text = NULL;

	if (word && *word) {
		snprintf(key, sizeof(key), "%s/%s%s", folder, word, form);
		text = language_text(w->language, key);
	}
	if (text && depth < DEPTH)
		expand(w, text, text + strlen(text), depth + 1);
	else
		w->missing = true;
}

static void put_side(struct writer *w, enum side side, const char *form, unsigned depth)
{
	put_word(w, "side", side == WHITE ? "white" : side == BLACK ? "black" : NULL, form, depth);
}

static void put_person(struct writer *w, enum person person, const char *form, unsigned depth)
{
	if (person == PERSON_WHITE || person == PERSON_BLACK)
		put_side(w, person == PERSON_WHITE ? WHITE : BLACK, form, depth);
	else
		put_word(w, "person", person == PERSON_NONE ? NULL : person_name(person), form, depth);
}

static enum side person_side(enum person person)
{
	return person == PERSON_WHITE ? WHITE : person == PERSON_BLACK ? BLACK : NO_SIDE;
}

static bool put_named_side(struct writer *w, const char *name, const char *form, unsigned depth)
{
	const struct statement *s = w->statement;
	const struct {
		const char *name;
		enum side side;
	} sides[] = {
		{ "player", s->facts.player },
		{ "opponent", other_side(s->facts.player) },
		{ "winner", s->winner },
		{ "loser", other_side(s->winner) },
		{ "claimant", person_side(s->facts.by) },
		{ "answerer", other_side(person_side(s->facts.by)) },
		{ "starts", s->facts.starts },
		{ "gainer", w->gainer },
		{ "culprit", s->facts.puts_back },
	};

	for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++)
		if (!strcmp(sides[i].name, name)) {
			put_side(w, sides[i].side, form, depth);
			return true;
		}
	return false;
}

static bool put_number_of(struct writer *w, const char *name)
{
	const struct statement *s = w->statement;

	if (!strcmp(name, "count"))
		put_number(w, s->facts.count);
	else if (!strcmp(name, "limit"))
		put_number(w, s->facts.limit);
	else if (!strcmp(name, "gained"))
		put_amount(w, w->us);
	else if (strcmp(name, "time"))
		return false;
	else if (s->facts.time_us == FACT_NO_NUMBER)
		w->missing = true;
	else
		put_time(w, s->facts.time_us);
	return true;
}

static void put_article(struct writer *w)
{
	const char *article = w->statement->article;

	/* an event's own word has no article */
	if (!article || !*article || !strcmp(article, "event"))
		return;
	put_text(w, " (");
	put_text(w, article);
	put_text(w, ")");
}

/* A hyphen stands for what is not known. */
static unsigned split_readings(const char *from, struct reading ret[static FACT_READINGS])
{
	unsigned n = 0;

	while (from && *from && n < FACT_READINGS) {
		struct reading *r = &ret[n];

		if (sscanf(from, "%7s %15s %11s %7s %7s %95[^ ,]", r->verdict, r->word, r->piece, r->from, r->to,
			   r->name) != 6)
			return 0;
		n++;
		from = strchr(from, ',');
		from += from ? strspn(from, ", ") : 0;
	}
	return n;
}

/* Where it came from is said where another reading does the same to that square. */
static bool needs_square(const struct reading *all, unsigned count, unsigned i)
{
	for (unsigned k = 0; k < count; k++)
		if (k != i && !strcmp(all[k].word, all[i].word) && !strcmp(all[k].to, all[i].to))
			return true;
	return !strcmp(all[i].to, "-");
}

static void put_reading(struct writer *w, const struct reading *all, unsigned count, unsigned i, unsigned depth)
{
	const struct statement *said = w->statement;
	struct statement one = *said;
	const struct reading *r = &all[i];

	one.facts.piece = strcmp(r->piece, "-") ? r->piece : NULL;
	strcpy(one.facts.square, needs_square(all, count, i) && strcmp(r->from, "-") ? r->from : "");
	strcpy(one.facts.to, strcmp(r->to, "-") ? r->to : "");
	w->statement = &one;
	w->reading = r;
	put_word(w, "reading", r->word, "", depth);
	w->reading = NULL;
	w->statement = said;
}

/* A comma before the last "or" is the language's. */
static void put_or(struct writer *w)
{
	const char *word = language_text(w->language, "reading/or");

	if (!word) {
		w->missing = true;
		return;
	}
	sentence_put(w, " ", *word != ',');
	put_text(w, word);
	sentence_put(w, " ", 1);
}

static void put_readings(struct writer *w, unsigned depth)
{
	struct reading all[FACT_READINGS];
	const unsigned count = split_readings(w->statement->readings, all);

	w->missing |= !count;
	for (unsigned i = 0; i < count; i++) {
		if (i && i + 1 == count)
			put_or(w);
		else if (i)
			put_text(w, ", ");
		put_reading(w, all, count, i, depth);
	}
}

/* How the question about them is answered: by no language, but by programs. */
static void put_answers(struct writer *w)
{
	struct reading all[FACT_READINGS];
	const unsigned count = split_readings(w->statement->readings, all);

	w->missing |= !count;
	for (unsigned i = 0; i < count; i++) {
		put_text(w, i ? ", " : "");
		put_text(w, all[i].verdict);
		put_text(w, " move=");
		put_text(w, all[i].name);
	}
}

static bool put_named_reading(struct writer *w, const char *name, unsigned depth)
{
	if (!strcmp(name, "readings"))
		put_readings(w, depth);
	else if (!strcmp(name, "answers"))
		put_answers(w);
	else if (!strcmp(name, "reading"))
		put_or_miss(w, w->reading ? w->reading->name : NULL);
	else
		return false;
	return true;
}

static void put_move(struct writer *w, const struct sentence_facts *f)
{
	put_or_miss(w, f->square);
	put_text(w, f->captures ? "x" : "-");
	put_or_miss(w, f->to);
}

static void put_named(struct writer *w, const char *name, const char *form, unsigned depth)
{
	const struct statement *s = w->statement;

	if (put_named_side(w, name, form, depth) || put_number_of(w, name) || put_named_reading(w, name, depth))
		return;
	if (!strcmp(name, "by"))
		put_person(w, s->facts.by, form, depth);
	else if (!strcmp(name, "judge"))
		put_word(w, "judge", s->facts.judge ? s->facts.judge : "arbiter", form, depth);
	else if (!strcmp(name, "claim") || !strcmp(name, "conduct"))
		put_word(w, name, s->about, form, depth);
	else if (!strcmp(name, "fault"))
		put_word(w, "fault", s->facts.word, form, depth);
	else if (!strcmp(name, "piece"))
		put_word(w, "piece", s->facts.piece, form, depth);
	else if (!strcmp(name, "other-piece"))
		put_word(w, "piece", s->facts.other_piece, form, depth);
	else if (!strcmp(name, "square"))
		put_or_miss(w, s->facts.square);
	else if (!strcmp(name, "to"))
		put_or_miss(w, s->facts.to);
	else if (!strcmp(name, "move"))
		put_move(w, &s->facts);
	else if (!strcmp(name, "other-square"))
		put_or_miss(w, s->facts.other_square);
	else if (!strcmp(name, "text"))
		put_or_miss(w, s->text);
	else if (!strcmp(name, "article"))
		put_article(w);
	else if (!strcmp(name, "waiting"))
		put_word(w, "waiting", s->facts.clock_stopped ? "stopped" : "running", form, depth);
	else if (!strcmp(name, "then"))
		put_word(w, "then", s->facts.has_move ? "move" : "press", form, depth);
	else if (!strcmp(name, "duty"))
		put_word(w, "duty", s->facts.duty, form, depth);
	else if (!strcmp(name, "waits"))
		put_word(w, "waiting", s->facts.clock_stopped ? "stopped" : NULL, form, depth);
	else
		w->missing = true;
}

/* {name}, {name.form}; {Name} with a capital. */
static void put_placeholder(struct writer *w, const char *from, size_t n, unsigned depth)
{
	char name[NAME];
	const char *dot;
	char form[NAME] = "";
	size_t begin = w->at;
	bool capital;

	snprintf(name, sizeof(name), "%.*s", (int)(n < NAME - 1 ? n : NAME - 1), from);
	capital = name[0] >= 'A' && name[0] <= 'Z';
	if (capital)
		name[0] += 'a' - 'A';
	dot = strchr(name, '.');
	if (dot) {
		strcpy(form, dot);
		name[dot - name] = '\0';
	}
	put_named(w, name, form, depth);
	if (capital && w->at > begin)
		capitalize(w->buf + begin);
}

/* The end of what from begins, at the same depth; '|' too, where bar is asked for. */
static const char *closing(const char *from, const char *end, bool bar)
{
	unsigned open = 0;

	for (; from < end; from++) {
		if (*from == '[')
			open++;
		else if (*from == ']' && !open--)
			return from;
		else if (bar && *from == '|' && !open)
			return from;
	}
	return end;
}

/* [what is said if all that it names is known|else this] */
static void put_choice(struct writer *w, const char *from, const char *end, unsigned depth)
{
	const bool was_missing = w->missing;
	const size_t begin = w->at;

	for (;;) {
		const char *stop = closing(from, end, true);

		w->missing = false;
		expand(w, from, stop, depth);
		if (!w->missing)
			break;
		w->at = begin;
		w->buf[w->at] = '\0';
		if (stop >= end)
			break;
		from = stop + 1;
	}
	w->missing = was_missing;
}

static void expand(struct writer *w, const char *text, const char *end, unsigned depth)
{
	while (text < end) {
		size_t n = 0;
		const char *stop;

		while (text + n < end && !strchr("{[", text[n]))
			n++;
		sentence_put(w, text, n);
		text += n;
		if (text == end)
			return;
		if (*text == '{') {
			stop = memchr(text, '}', (size_t)(end - text));
			stop = stop ? stop : end;
			put_placeholder(w, text + 1, (size_t)(stop - text - 1), depth);
		} else {
			stop = closing(text + 1, end, false);
			put_choice(w, text + 1, stop, depth);
		}
		text = stop < end ? stop + 1 : end;
	}
}

const char *sentence_key(const struct language *language, const struct statement *s, char buf[static KEY])
{
	const char *const thirds[] = { s->facts.word, s->about };

	for (size_t i = 0; i < sizeof(thirds) / sizeof(thirds[0]); i++) {
		if (!thirds[i] || !*thirds[i])
			continue;
		snprintf(buf, KEY, "%s/%s/%s", s->ruling, s->reason, thirds[i]);
		if (language_text(language, buf))
			return buf;
		/* why castling is not allowed has a text of its own, and the same sentence around it */
		if (!strncmp(thirds[i], "castling-", 9)) {
			snprintf(buf, KEY, "%s/%s/castling", s->ruling, s->reason);
			if (language_text(language, buf))
				return buf;
		}
	}
	snprintf(buf, KEY, "%s/%s", s->ruling, s->reason);
	if (language_text(language, buf))
		return buf;
	snprintf(buf, KEY, "%s", s->ruling);
	return language_text(language, buf) ? buf : NULL;
}

static void sentence_add(struct writer *w, const char *key)
{
	const char *text = language_text(w->language, key);

	if (!text)
		return;
	sentence_put(w, " ", 1);
	expand(w, text, text + strlen(text), 0);
}

/* A turn is undone: what a clock loses by that is what it had got for the turn. */
static bool is_correction(const char *ruling)
{
	return !strcmp(ruling, "move-illegal") || !strcmp(ruling, "restore-position") ||
	       !strcmp(ruling, "touch-obligation");
}

/* What became of the clocks, and who has to do something to them. */
static void add_clocks(struct writer *w)
{
	const struct statement *s = w->statement;

	for (enum side side = WHITE; side <= BLACK; side++) {
		w->gainer = side;
		w->us = s->adjust_us[side];
		/* less than a tenth of a second is not said */
		if (w->us >= 100000)
			sentence_add(w, "also/gains");
		else if (w->us <= -100000)
			sentence_add(w, is_correction(s->ruling) ? "also/revoked" : "also/loses");
	}
	if (!strcmp(s->ruling, "claim-rejected") && !strcmp(s->reason, "no-illegality") && s->facts.other_piece)
		sentence_add(w, "also/goes-back");
	else if (s->facts.puts_back != NO_SIDE)
		sentence_add(w, s->facts.puts_back == s->facts.player ? "also/puts-back" : "also/puts-back-first");
	if (s->facts.starts != NO_SIDE)
		sentence_add(w, "also/starts");
}

size_t sentence_write(const struct language *language, const struct statement *statement, char *buf, size_t size,
		      bool *complete)
{
	struct writer w = { .language = language, .statement = statement, .buf = buf, .size = size, .gainer = NO_SIDE };
	char key[KEY];
	const char *text;

	buf[0] = '\0';
	text = sentence_key(language, statement, key) ? language_text(language, key) : NULL;
	if (text)
		expand(&w, text, text + strlen(text), 0);
	else
		w.missing = true;
	if (text && statement->facts.void_end) {
		snprintf(key, KEY, "also/void-%s", statement->facts.void_end);
		sentence_add(&w, key);
	}
	if (text && statement->facts.undone)
		sentence_add(&w, "also/undone");
	if (text)
		add_clocks(&w);
	if (complete)
		*complete = !w.missing;
	return w.at;
}
