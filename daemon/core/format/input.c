// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/format/input.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const type_names[] = {
	[INPUT_LIFT] = "lift",	       [INPUT_PLACE] = "place",
	[INPUT_PRESS] = "press",       [INPUT_SQUARES] = "board",
	[INPUT_LOST] = "lost",	       [INPUT_TICK] = "tick",
	[INPUT_PAUSE] = "pause",       [INPUT_RESUME] = "resume",
	[INPUT_ARRIVE] = "arrive",     [INPUT_CLOCK_REPORT] = "clock-report",
	[INPUT_CLAIM] = "claim",       [INPUT_REPORT] = "report",
	[INPUT_DECIDE] = "decide",     [INPUT_TAKEBACK] = "takeback",
	[INPUT_POSITION] = "position", [INPUT_PROMOTION] = "promotion",
	[INPUT_MOVE] = "move",	       [INPUT_END] = "end",
	[INPUT_ANSWER] = "answer",     [INPUT_AWAIT] = "absent",
	[INPUT_UNDO] = "undo",
};
#define TYPES (sizeof(type_names) / sizeof(type_names[0]))

const char *input_type_name(enum input_type type)
{
	return type < TYPES && type_names[type] ? type_names[type] : "";
}

static const char *const side_names[] = { [WHITE] = "white", [BLACK] = "black" };
static const char *const answer_names[] = { [GAME_NO] = "no", [GAME_YES] = "yes", [GAME_UNDECIDED] = "undecided" };

/* Reading one object: the first fault is kept, later reads do nothing. */
struct object_reader {
	const struct game *game;
	json_t *object;
	const char *type;
	char *err;
	bool failed;
};

static void __attribute__((format(printf, 2, 3))) fail(struct object_reader *r, const char *format, ...)
{
	va_list ap;

	if (r->failed)
		return;
	r->failed = true;
	va_start(ap, format);
	vsnprintf(r->err, 160, format, ap);
	va_end(ap);
}

enum need { OPTIONAL, REQUIRED };

static json_t *get(struct object_reader *r, const char *key, enum need need)
{
	json_t *v = json_object_get(r->object, key);

	if (v && json_is_null(v))
		v = NULL;
	if (!v && need == REQUIRED)
		fail(r, "\"%s\" is missing in \"%s\"", key, r->type);
	return r->failed ? NULL : v;
}

static const char *get_string(struct object_reader *r, const char *key, enum need need)
{
	json_t *v = get(r, key, need);

	if (v && !json_is_string(v)) {
		fail(r, "\"%s\" is not a string", key);
		return NULL;
	}
	return v ? json_string_value(v) : NULL;
}

static void copy(struct object_reader *r, const char *key, enum need need, char *buf, size_t size)
{
	const char *s = get_string(r, key, need);

	buf[0] = 0;
	if (!s)
		return;
	if (strlen(s) >= size)
		fail(r, "\"%s\" is longer than %zu characters", key, size - 1);
	else
		strcpy(buf, s);
}

static int64_t get_number(struct object_reader *r, const char *key, enum need need, int64_t absent, int64_t min,
			  int64_t max)
{
	json_t *v = get(r, key, need);

	if (!v)
		return absent;
	if (!json_is_integer(v)) {
		fail(r, "\"%s\" is not a whole number", key);
		return absent;
	}
	if (json_integer_value(v) < min || json_integer_value(v) > max) {
		fail(r, "\"%s\" is out of range", key);
		return absent;
	}
	return json_integer_value(v);
}

static bool get_bool(struct object_reader *r, const char *key)
{
	json_t *v = get(r, key, OPTIONAL);

	if (v && !json_is_boolean(v))
		fail(r, "\"%s\" is neither true nor false", key);
	return json_is_true(v);
}

/* Milliseconds or microseconds; INPUT_ABSENT where neither is given. */
#define US_MAX (INT64_MAX / 4)
static int64_t get_us(struct object_reader *r, const char *key_ms, const char *key_us, enum need need, int64_t min_us)
{
	int64_t us = get_number(r, key_us, OPTIONAL, INPUT_ABSENT, min_us, US_MAX);
	int64_t ms;

	if (us != INPUT_ABSENT)
		return us;
	ms = get_number(r, key_ms, need, INPUT_ABSENT, min_us > 0 ? (min_us + 999) / 1000 : min_us / 1000,
			US_MAX / 1000);
	return ms == INPUT_ABSENT ? ms : ms * 1000;
}

/* "white", "black", their first letters, "none" and "unknown" for NO_SIDE. */
static enum side get_side(struct object_reader *r, const char *key, enum need need)
{
	const char *s = get_string(r, key, need);

	if (!s)
		return NO_SIDE;
	if (!strcmp(s, "white") || !strcmp(s, "w"))
		return WHITE;
	if (!strcmp(s, "black") || !strcmp(s, "b"))
		return BLACK;
	if (need == OPTIONAL && (!strcmp(s, "none") || !strcmp(s, "unknown")))
		return NO_SIDE;
	fail(r, "\"%s\" is \"%.20s\", not white or black", key, s);
	return NO_SIDE;
}

static uint8_t get_square(struct object_reader *r, enum need need)
{
	const char *s = get_string(r, "square", need);
	int square;

	if (!s)
		return GAME_NO_SQUARE;
	square = r->game->square_parse(s);
	if (square < 0) {
		fail(r, "\"square\" is \"%.20s\", which is not a square of %s", s, r->game->name);
		return GAME_NO_SQUARE;
	}
	return (uint8_t)square;
}

static char get_piece(struct object_reader *r, enum need need)
{
	const char *s = get_string(r, "piece", need);

	if (!s)
		return 0;
	if (strlen(s) == 1 && (strchr(r->game->pieces, *s) || *s == '?'))
		return *s == '?' ? 0 : *s;
	fail(r, "\"piece\" is \"%.20s\", not a letter of \"%s\"", s, r->game->pieces);
	return 0;
}

/* A text of squares runs as the board is printed: from the top left. */
static unsigned square_of_letter(const struct game *game, unsigned i)
{
	if (game->squares != game->width * game->height)
		return i;
	return (game->height - 1 - i / game->width) * game->width + i % game->width;
}

static void get_squares(struct object_reader *r, char squares[GAME_MAX_SQUARES])
{
	const char *s = get_string(r, "squares", REQUIRED);

	if (!s)
		return;
	if (strlen(s) != r->game->squares) {
		fail(r, "\"squares\" has %zu letters, not %u", strlen(s), r->game->squares);
		return;
	}
	for (unsigned i = 0; i < r->game->squares; i++) {
		if (s[i] != '.' && s[i] != '?' && !strchr(r->game->pieces, s[i])) {
			fail(r, "\"squares\" holds \"%c\", not a letter of \"%s.?\"", s[i], r->game->pieces);
			return;
		}
		squares[square_of_letter(r->game, i)] = s[i];
	}
}

static void get_claim(struct object_reader *r, const char *key, struct input *in)
{
	const char *name = get_string(r, key, REQUIRED);
	int claim;

	if (!name)
		return;
	claim = claim_from_name(name);
	if (claim <= 0 || !(in->type == INPUT_REPORT ? claim_is_reported : claim_is_claimed)((enum claim_kind)claim))
		fail(r, "\"%s\" is \"%.40s\", which is not a known %s", key, name, key);
	else
		in->claim = (enum claim_kind)claim;
}

static void get_by(struct object_reader *r, struct input *in, enum person absent)
{
	const char *name = get_string(r, "by", OPTIONAL);
	int by = name ? person_from_name(name) : (int)absent;

	if (r->failed)
		return;
	if (in->type == INPUT_CLAIM ? by != PERSON_WHITE && by != PERSON_BLACK && by != PERSON_SPECTATOR :
				      by != PERSON_ARBITER && by != PERSON_CAPTAIN)
		fail(r, "\"by\" is \"%.20s\", not %s", name ? name : "",
		     in->type == INPUT_CLAIM ? "white, black or spectator" : "arbiter or captain");
	else
		in->by = (enum person)by;
}

static void only(struct object_reader *r, const char *key, const char *is, const char *may)
{
	if (*is && strcmp(is, may))
		fail(r, "\"%s\" is \"%.20s\"; it can only be %s", key, is, may);
}

static void get_details(struct object_reader *r, struct input *in)
{
	json_t *rule;

	in->against = get_side(r, "against", OPTIONAL);
	in->side = get_side(r, "side", OPTIONAL);
	in->square = get_square(r, OPTIONAL);
	in->piece = get_piece(r, OPTIONAL);
	in->claim_count = get_number(r, "count", OPTIONAL, INPUT_ABSENT, 0, 1000000);
	rule = get(r, "rule", OPTIONAL);
	if (rule)
		in->claim_count = get_number(r, "rule", OPTIONAL, INPUT_ABSENT, 0, 1000000);
	in->base_ms = get_number(r, "base_ms", OPTIONAL, INPUT_ABSENT, 0, US_MAX / 1000);
	in->forced_win = get_bool(r, "forced_win");
	copy(r, "intend", OPTIONAL, in->intend, sizeof(in->intend));
	copy(r, "source", OPTIONAL, in->source, sizeof(in->source));
	copy(r, "remedy", OPTIONAL, in->remedy, sizeof(in->remedy));
	copy(r, "want", OPTIONAL, in->want, sizeof(in->want));
	only(r, "source", in->source, "display");
	only(r, "remedy", in->remedy, "retract");
	only(r, "want", in->want, "rectify");
	copy(r, "about", OPTIONAL, in->about, sizeof(in->about));
}

static void get_decision(struct object_reader *r, struct input *in)
{
	const char *name = get_string(r, "verdict", REQUIRED);
	int verdict = name ? verdict_from_name(name) : -EINVAL;
	int claim;

	get_by(r, in, PERSON_ARBITER);
	if (name && verdict <= 0)
		fail(r, "\"verdict\" is \"%.40s\", which is not a known verdict", name);
	in->verdict = verdict > 0 ? (enum verdict_kind)verdict : VERDICT_NONE;
	copy(r, "about", REQUIRED, in->about, sizeof(in->about));
	if (!r->failed && !about_is_known(in->about))
		fail(r, "\"about\" is \"%.40s\", which is not a claim, a report, conduct, assistant or 10.2",
		     in->about);
	claim = claim_from_name(in->about);
	in->claim = claim > 0 ? (enum claim_kind)claim : CLAIM_NONE;
	in->against = get_side(r, "against", OPTIONAL);
	in->side = get_side(r, "side", OPTIONAL);
	in->claim_count = get_number(r, "count", OPTIONAL, INPUT_ABSENT, 0, 1000000);
	in->ms = get_number(r, "ms", OPTIONAL, INPUT_ABSENT, -US_MAX / 1000, US_MAX / 1000);
	in->white_us = get_us(r, "white_ms", "white_us", OPTIONAL, 0);
	in->black_us = get_us(r, "black_ms", "black_us", OPTIONAL, 0);
	copy(r, "level", OPTIONAL, in->level, sizeof(in->level));
	copy(r, "move", OPTIONAL, in->text, GAME_TEXT);
	if (in->text[0] && in->claim != CLAIM_ILLEGAL_MOVE)
		fail(r,
		     "\"move\" is the reading that is right of a turn: \"about\" is illegal-move then, not \"%.40s\"",
		     in->about);
}

static void get_clock_report(struct object_reader *r, struct input *in)
{
	in->sets = get_bool(r, "set");
	in->white_us = get_us(r, "white_ms", "white_us", in->sets ? OPTIONAL : REQUIRED, in->sets);
	in->black_us = get_us(r, "black_ms", "black_us", in->sets ? OPTIONAL : REQUIRED, in->sets);
	if (in->sets && in->white_us == INPUT_ABSENT && in->black_us == INPUT_ABSENT)
		fail(r, "neither \"white_ms\" nor \"black_ms\" is given");
	in->has_first = get(r, "first", OPTIONAL) != NULL;
	in->first = get_side(r, "first", OPTIONAL);
	in->running = get_side(r, "running", OPTIONAL);
}

static int type_from_name(const char *name)
{
	for (size_t i = 1; i < TYPES; i++)
		if (!strcmp(type_names[i], name))
			return (int)i;
	return -EINVAL;
}

static void get_answer(struct object_reader *r, struct input *in)
{
	const char *s = get_string(r, "answer", REQUIRED);
	size_t i = 0;

	while (s && i < 3 && strcmp(s, answer_names[i]))
		i++;
	if (i == 3)
		fail(r, "\"answer\" is \"%.40s\", which is not one of no, yes, undecided", s);
	in->answer = (enum game_answer)i;
}

static void get_by_type(struct object_reader *r, struct input *in)
{
	switch (in->type) {
	case INPUT_LIFT:
	case INPUT_PLACE:
		in->square = get_square(r, REQUIRED);
		in->piece = get_piece(r, OPTIONAL);
		break;
	case INPUT_PRESS:
	case INPUT_ARRIVE:
	case INPUT_AWAIT:
		in->side = get_side(r, "side", REQUIRED);
		break;
	case INPUT_RESUME:
		in->side = get_side(r, "running", OPTIONAL);
		break;
	case INPUT_SQUARES:
		get_squares(r, in->squares);
		break;
	case INPUT_LOST:
	case INPUT_TAKEBACK:
		in->count = (uint32_t)get_number(r, "count", OPTIONAL, 1, 1, UINT32_MAX);
		break;
	case INPUT_TICK:
	case INPUT_PAUSE:
	case INPUT_FINISH:
		break;
	case INPUT_CLOCK_REPORT:
		get_clock_report(r, in);
		break;
	case INPUT_CLAIM:
		get_claim(r, "claim", in);
		get_by(r, in, PERSON_NONE);
		get_details(r, in);
		break;
	case INPUT_REPORT:
		get_claim(r, "report", in);
		get_by(r, in, PERSON_ARBITER);
		get_details(r, in);
		break;
	case INPUT_DECIDE:
		get_decision(r, in);
		break;
	case INPUT_POSITION:
		copy(r, "fen", REQUIRED, in->text, sizeof(in->text));
		break;
	case INPUT_MOVE:
		copy(r, "move", REQUIRED, in->text, sizeof(in->text));
		break;
	case INPUT_END:
		copy(r, "result", REQUIRED, in->text, sizeof(in->text));
		break;
	case INPUT_PROMOTION:
		in->piece = get_piece(r, REQUIRED);
		break;
	case INPUT_ANSWER:
		in->side = get_side(r, "side", REQUIRED);
		copy(r, "fen", REQUIRED, in->text, sizeof(in->text));
		get_answer(r, in);
		break;
	case INPUT_UNDO:
		in->count = (uint32_t)get_number(r, "act", REQUIRED, 1, 1, UINT32_MAX);
		in->stops = get_bool(r, "stops");
		in->claim_count = get_number(r, "rulings", OPTIONAL, INPUT_ABSENT, 0, UINT32_MAX);
		copy(r, "reason", OPTIONAL, in->text, sizeof(in->text));
		break;
	}
}

int input_parse(const struct game *game, json_t *object, struct input *ret, char err[static 160])
{
	struct object_reader r = { .game = game, .object = object, .type = "event", .err = err };
	struct input in = input_at(0, (enum input_type)0);
	const char *type;
	int t;

	err[0] = 0;
	if (!json_is_object(object)) {
		fail(&r, "an event is not an object");
		return -EINVAL;
	}
	type = get_string(&r, "type", REQUIRED);
	if (r.failed)
		return -EINVAL;
	t = type_from_name(type);
	if (t < 0) {
		fail(&r, "\"type\" is \"%.40s\", which is not a known event", type);
		return -EINVAL;
	}
	r.type = type_names[t];
	in.type = (enum input_type)t;
	in.t_us = get_us(&r, "t_ms", "t_us", REQUIRED, -US_MAX);
	get_by_type(&r, &in);
	if (r.failed)
		return -EINVAL;
	*ret = in;
	return 0;
}

/* --- writing: keys at rest are left out --- */

/* More than every key with a text of its full length, each character of it escaped. */
#define WRITTEN_MAX 4096
struct writer {
	char *end;
	char text[WRITTEN_MAX];
};

static void input_put(struct writer *w, const char *text)
{
	w->end = stpcpy(w->end, text);
}

static void put_key(struct writer *w, const char *key)
{
	input_put(w, ",\"");
	input_put(w, key);
	input_put(w, "\":");
}

/* A word that has nothing to be escaped. */
static void put_word(struct writer *w, const char *key, const char *value)
{
	put_key(w, key);
	input_put(w, "\"");
	input_put(w, value);
	input_put(w, "\"");
}

static void put_text(struct writer *w, const char *key, const char *value)
{
	if (!value[0])
		return;
	put_key(w, key);
	input_put(w, "\"");
	for (; *value; value++)
		w->end += sprintf(w->end,
				  (unsigned char)*value < ' '	  ? "\\u%04x" :
				  *value == '"' || *value == '\\' ? "\\%c" :
								    "%c",
				  *value);
	input_put(w, "\"");
}

static void put_number(struct writer *w, const char *key, int64_t value)
{
	if (value == INPUT_ABSENT)
		return;
	put_key(w, key);
	w->end += sprintf(w->end, "%" PRId64, value);
}

static void put_true(struct writer *w, const char *key, bool value)
{
	if (!value)
		return;
	put_key(w, key);
	input_put(w, "true");
}

static void put_side(struct writer *w, const char *key, enum side side)
{
	if (side != NO_SIDE)
		put_word(w, key, side_names[side]);
}

static void put_square(struct writer *w, const struct game *game, uint8_t square)
{
	char name[8];

	if (square != GAME_NO_SQUARE && game->square_name(square, name) > 0)
		put_word(w, "square", name);
}

static void put_squares(struct writer *w, const struct game *game, const char squares[GAME_MAX_SQUARES])
{
	char text[GAME_MAX_SQUARES + 1] = "";

	for (unsigned i = 0; i < game->squares; i++)
		text[i] = squares[square_of_letter(game, i)];
	put_text(w, "squares", text);
}

static void put_by_type(struct writer *w, const struct game *game, const struct input *in)
{
	switch (in->type) {
	case INPUT_SQUARES:
		put_squares(w, game, in->squares);
		break;
	case INPUT_LOST:
	case INPUT_TAKEBACK:
		put_number(w, "count", in->count);
		break;
	case INPUT_RESUME:
		put_side(w, "running", in->side);
		break;
	case INPUT_CLOCK_REPORT:
		if (in->has_first)
			put_word(w, "first", in->first == NO_SIDE ? "unknown" : side_names[in->first]);
		put_true(w, "set", in->sets);
		put_side(w, "running", in->running);
		break;
	case INPUT_CLAIM:
	case INPUT_REPORT:
		put_word(w, in->type == INPUT_CLAIM ? "claim" : "report", claim_name(in->claim));
		put_number(w, in->claim == CLAIM_COUNTED_DRAW ? "rule" : "count", in->claim_count);
		break;
	case INPUT_DECIDE:
		put_number(w, "count", in->claim_count);
		put_text(w, "move", in->text);
		break;
	case INPUT_POSITION:
		put_text(w, "fen", in->text);
		break;
	case INPUT_MOVE:
		put_text(w, "move", in->text);
		break;
	case INPUT_END:
		put_text(w, "result", in->text);
		break;
	case INPUT_ANSWER:
		put_word(w, "answer", answer_names[in->answer]);
		put_text(w, "fen", in->text);
		break;
	case INPUT_UNDO:
		put_number(w, "act", in->count);
		put_true(w, "stops", in->stops);
		put_number(w, "rulings", in->claim_count);
		put_text(w, "reason", in->text);
		break;
	default:
		break;
	}
	if (in->type != INPUT_RESUME)
		put_side(w, "side", in->side);
}

char *input_format(const struct game *game, const struct input *in, const char *actor)
{
	size_t more = actor ? strlen(actor) : 0;
	struct writer w;
	char *text;

	assert(in->type < TYPES); /* INPUT_FINISH is written nowhere */
	w.end = w.text + sprintf(w.text, "{\"t_us\":%" PRId64, in->t_us);
	put_word(&w, "type", type_names[in->type]);
	put_by_type(&w, game, in);
	if (in->by != PERSON_NONE)
		put_word(&w, "by", person_name(in->by));
	if (in->verdict != VERDICT_NONE)
		put_word(&w, "verdict", verdict_name(in->verdict));
	put_text(&w, "about", in->about);
	put_square(&w, game, in->square);
	put_text(&w, "piece", (const char[2]){ in->piece });
	put_side(&w, "against", in->against);
	put_number(&w, "white_us", in->white_us);
	put_number(&w, "black_us", in->black_us);
	put_number(&w, "ms", in->ms);
	put_number(&w, "base_ms", in->base_ms);
	put_true(&w, "forced_win", in->forced_win);
	put_text(&w, "intend", in->intend);
	put_text(&w, "source", in->source);
	put_text(&w, "remedy", in->remedy);
	put_text(&w, "want", in->want);
	put_text(&w, "level", in->level);
	if (actor)
		put_key(&w, "actor");
	text = malloc((size_t)(w.end - w.text) + more + 2);
	if (text)
		strcpy(stpcpy(mempcpy(text, w.text, (size_t)(w.end - w.text)), actor ? actor : ""), "}");
	return text;
}
