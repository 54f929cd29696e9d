// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Time controls as text and as JSON. PGN's TimeControl with additions:
 *
 *   ? -            no clock
 *   300            sudden death            *300   hourglass
 *   300+2          2 s added at every press       300+2@60  for the first 60 moves
 *   300d5          time delay              300b5  Bronstein
 *   40/7200:3600   periods                 40/5400+30:1800+30
 *   300|240        White and Black, before any of the endings above
 *
 * Seconds may have up to three decimals. Where units or commas stand, it is people's form (time-control.h): 5m+3s.
 */
#include "daemon/core/format/time-control.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SECONDS_MAX 1000000

/* Seconds with decimals into microseconds; moves *at. Negative: not a number. */
static int64_t read_seconds(const char **at)
{
	int64_t s = 0, us = 0;
	int64_t unit = 100000;

	if (!isdigit((unsigned char)**at))
		return -EINVAL;
	while (isdigit((unsigned char)**at)) {
		s = s * 10 + (*(*at)++ - '0');
		if (s > SECONDS_MAX)
			return -ERANGE;
	}
	if (**at != '.')
		return s * 1000000;
	(*at)++;
	if (!isdigit((unsigned char)**at))
		return -EINVAL;
	for (; isdigit((unsigned char)**at); (*at)++, unit /= 10) {
		if (unit < 1000)
			return -EINVAL;
		us += (**at - '0') * unit;
	}
	return s * 1000000 + us;
}

static int time_control_complain(char err[static 160], const char *text, const char *at, const char *what)
{
	snprintf(err, 160, "time control \"%.60s\": %s at character %zu", text, what, (size_t)(at - text) + 1);
	return -EINVAL;
}

static int read_count(const char **at, unsigned *ret)
{
	unsigned n = 0;

	if (!isdigit((unsigned char)**at))
		return -EINVAL;
	while (isdigit((unsigned char)**at)) {
		n = n * 10 + (unsigned)(*(*at)++ - '0');
		if (n > 10000)
			return -EINVAL;
	}
	*ret = n;
	return 0;
}

static bool is_period(const char *at)
{
	while (isdigit((unsigned char)*at))
		at++;
	return *at == '/' || *at == ':';
}

static int parse_periods(const char *text, const char *at, struct clock_control *c, char err[static 160])
{
	c->mode = CLOCK_PERIODS;
	for (;;) {
		struct clock_period *p = &c->period[c->period_count];
		const char *slash = at;
		int64_t us;

		if (c->period_count == CLOCK_MAX_PERIODS)
			return time_control_complain(err, text, at, "too many periods");
		while (isdigit((unsigned char)*slash))
			slash++;
		if (*slash == '/') {
			if (read_count(&at, &p->moves) < 0 || !p->moves)
				return time_control_complain(err, text, at, "number of moves expected");
			at++;
		}
		us = read_seconds(&at);
		if (us <= 0)
			return time_control_complain(err, text, at, "seconds expected");
		p->us = us;
		if (*at == '+') {
			at++;
			p->increment_us = read_seconds(&at);
			if (p->increment_us < 0)
				return time_control_complain(err, text, at, "seconds expected");
		}
		c->period_count++;
		if (!*at)
			break;
		if (*at != ':')
			return time_control_complain(err, text, at, "\":\" or the end expected");
		if (!p->moves)
			return time_control_complain(err, text, at,
						     "only the last period may be without a number of moves");
		at++;
	}
	c->start_us[WHITE] = c->start_us[BLACK] = c->period[0].us;
	return 0;
}

static int parse_ending(const char *text, const char *at, struct clock_control *c, char err[static 160])
{
	static const struct {
		char letter;
		enum clock_mode mode;
	} endings[] = {
		{ '+', CLOCK_FISCHER },
		{ 'd', CLOCK_DELAY },
		{ 'b', CLOCK_BRONSTEIN },
	};

	for (unsigned i = 0; i < 3; i++)
		if (*at == endings[i].letter && c->mode == CLOCK_SUDDEN_DEATH) {
			at++;
			c->mode = endings[i].mode;
			c->bonus_us = read_seconds(&at);
			if (c->bonus_us < 0)
				return time_control_complain(err, text, at, "seconds expected");
			break;
		}
	if (*at == '@' && c->mode == CLOCK_FISCHER) {
		at++;
		if (read_count(&at, &c->first_moves) < 0 || !c->first_moves)
			return time_control_complain(err, text, at, "number of moves expected");
	}
	if (*at)
		return time_control_complain(err, text, at, "unexpected text");
	if (c->mode == CLOCK_FISCHER && !c->bonus_us)
		c->mode = CLOCK_SUDDEN_DEATH, c->first_moves = 0;
	return 0;
}

int clock_control_parse(const char *text, struct clock_control *ret, char err[static 160])
{
	struct clock_control c = { .mode = CLOCK_SUDDEN_DEATH, .running = NO_SIDE };
	const char *at;
	char pgn[CLOCK_CONTROL_TEXT];
	int r;

	if (time_entry_is(text)) {
		r = time_entry_to_pgn(text, pgn, sizeof(pgn), err);
		if (r < 0)
			return r;
		text = pgn;
	}
	at = text;
	if (!strcmp(text, "-") || !strcmp(text, "?")) {
		c.mode = CLOCK_NONE;
		*ret = c;
		return 0;
	}
	if (*at == '*') {
		c.mode = CLOCK_HOURGLASS;
		at++;
	}
	if (is_period(at) && c.mode == CLOCK_SUDDEN_DEATH) {
		r = parse_periods(text, at, &c, err);
	} else {
		c.start_us[WHITE] = c.start_us[BLACK] = read_seconds(&at);
		if (c.start_us[WHITE] <= 0)
			return time_control_complain(err, text, at, "seconds expected");
		if (*at == '|') {
			at++;
			c.start_us[BLACK] = read_seconds(&at);
			if (c.start_us[BLACK] <= 0)
				return time_control_complain(err, text, at, "seconds expected");
		}
		r = parse_ending(text, at, &c, err);
	}
	if (r < 0)
		return r;
	*ret = c;
	return 0;
}

/* Seconds as text, without needless decimals. Two buffers are enough for one line. */
struct seconds {
	char text[32];
};
static struct seconds seconds(int64_t us)
{
	struct seconds s;
	int64_t ms = us / 1000;
	size_t n;

	if (ms % 1000 == 0) {
		snprintf(s.text, sizeof(s.text), "%" PRId64, ms / 1000);
		return s;
	}
	snprintf(s.text, sizeof(s.text), "%" PRId64 ".%03" PRId64, ms / 1000, ms % 1000);
	for (n = strlen(s.text); s.text[n - 1] == '0'; n--)
		s.text[n - 1] = 0;
	return s;
}

static int time_control_put(char *buf, size_t size, int n, const char *a, const char *b)
{
	size_t at = n > 0 ? (size_t)n : 0;

	return n + snprintf(at < size ? buf + at : NULL, at < size ? size - at : 0, "%s%s", a, b);
}

int clock_control_format(const struct clock_control *c, char *buf, size_t size)
{
	int n = 0;

	if (size)
		*buf = 0;
	if (c->mode == CLOCK_NONE)
		return time_control_put(buf, size, 0, "-", "");
	if (c->mode == CLOCK_PERIODS) {
		for (unsigned i = 0; i < c->period_count; i++) {
			char moves[16] = "";

			if (c->period[i].moves)
				snprintf(moves, sizeof(moves), "%u/", c->period[i].moves);
			n = time_control_put(buf, size, n, i ? ":" : "", moves);
			n = time_control_put(buf, size, n, seconds(c->period[i].us).text,
					     c->period[i].increment_us ? "+" : "");
			if (c->period[i].increment_us)
				n = time_control_put(buf, size, n, seconds(c->period[i].increment_us).text, "");
		}
		return n;
	}
	n = time_control_put(buf, size, n, c->mode == CLOCK_HOURGLASS ? "*" : "", seconds(c->start_us[WHITE]).text);
	if (c->start_us[WHITE] != c->start_us[BLACK])
		n = time_control_put(buf, size, n, "|", seconds(c->start_us[BLACK]).text);
	if (c->mode == CLOCK_FISCHER || c->mode == CLOCK_DELAY || c->mode == CLOCK_BRONSTEIN)
		n = time_control_put(buf, size, n,
				     c->mode == CLOCK_FISCHER ? "+" :
				     c->mode == CLOCK_DELAY   ? "d" :
								"b",
				     seconds(c->bonus_us).text);
	if (c->first_moves) {
		char moves[16];

		snprintf(moves, sizeof(moves), "@%u", c->first_moves);
		n = time_control_put(buf, size, n, moves, "");
	}
	return n;
}

struct words {
	char text[64];
};
static struct words duration(int64_t us)
{
	struct words w;

	if (us >= 60000000 && us % 60000000 == 0)
		snprintf(w.text, sizeof(w.text), "%" PRId64 " minute%s", us / 60000000, us == 60000000 ? "" : "s");
	else
		snprintf(w.text, sizeof(w.text), "%s second%s", seconds(us).text, us == 1000000 ? "" : "s");
	return w;
}

int clock_control_words(const struct clock_control *c, char *buf, size_t size)
{
	int n = 0;

	if (size)
		*buf = 0;
	if (c->mode == CLOCK_NONE)
		return time_control_put(buf, size, 0, "no clock", "");
	if (c->mode == CLOCK_PERIODS) {
		for (unsigned i = 0; i < c->period_count; i++) {
			char moves[32] = " for the rest";

			if (c->period[i].moves)
				snprintf(moves, sizeof(moves), " for %u move%s", c->period[i].moves,
					 c->period[i].moves == 1 ? "" : "s");
			n = time_control_put(buf, size, n, i ? ", then " : "", duration(c->period[i].us).text);
			n = time_control_put(buf, size, n, moves, "");
			if (c->period[i].increment_us) {
				n = time_control_put(buf, size, n, " with ", duration(c->period[i].increment_us).text);
				n = time_control_put(buf, size, n, " added at every press", "");
			}
		}
		return n;
	}
	n = time_control_put(buf, size, n, duration(c->start_us[WHITE]).text, "");
	if (c->start_us[WHITE] != c->start_us[BLACK]) {
		n = time_control_put(buf, size, n, " for White, ", duration(c->start_us[BLACK]).text);
		n = time_control_put(buf, size, n, " for Black", "");
	}
	switch (c->mode) {
	case CLOCK_FISCHER:
		n = time_control_put(buf, size, n, ", ", duration(c->bonus_us).text);
		n = time_control_put(buf, size, n, " added at every press", "");
		break;
	case CLOCK_DELAY:
		n = time_control_put(buf, size, n, ", running after a delay of ", duration(c->bonus_us).text);
		break;
	case CLOCK_BRONSTEIN:
		n = time_control_put(buf, size, n, ", what was used given back up to ", duration(c->bonus_us).text);
		break;
	case CLOCK_HOURGLASS:
		n = time_control_put(buf, size, n, ", what one uses the other gains", "");
		break;
	default:
		break;
	}
	if (c->first_moves) {
		char moves[48];

		if (c->first_moves == 1)
			strcpy(moves, " of the first move");
		else
			snprintf(moves, sizeof(moves), " of the first %u moves", c->first_moves);
		n = time_control_put(buf, size, n, moves, "");
	}
	return n;
}

static const char *const mode_names[] = {
	[CLOCK_NONE] = "none",		 [CLOCK_SUDDEN_DEATH] = "sudden-death", [CLOCK_FISCHER] = "fischer",
	[CLOCK_DELAY] = "delay",	 [CLOCK_BRONSTEIN] = "bronstein",	[CLOCK_PERIODS] = "periods",
	[CLOCK_HOURGLASS] = "hourglass",
};

const char *clock_mode_name(enum clock_mode mode)
{
	return mode_names[mode];
}

static int get_ms(json_t *o, const char *key, int64_t *us, bool required, char err[static 160])
{
	json_t *v = json_object_get(o, key);

	if (!v && !required)
		return 0;
	if (!json_is_integer(v) || json_integer_value(v) < 0 ||
	    json_integer_value(v) > SECONDS_MAX * (json_int_t)1000) {
		snprintf(err, 160, "clock: \"%s\" is %s", key, v ? "not a number of milliseconds" : "missing");
		return -EINVAL;
	}
	*us = json_integer_value(v) * 1000;
	return 0;
}

static int get_count(json_t *o, const char *key, unsigned *ret, char err[static 160])
{
	json_t *v = json_object_get(o, key);

	if (!v)
		return 0;
	if (!json_is_integer(v) || json_integer_value(v) < 0 || json_integer_value(v) > 10000) {
		snprintf(err, 160, "clock: \"%s\" is not a count", key);
		return -EINVAL;
	}
	*ret = (unsigned)json_integer_value(v);
	return 0;
}

static int get_periods(json_t *o, struct clock_control *c, char err[static 160])
{
	json_t *list = json_object_get(o, "periods"), *p;
	size_t i;

	if (json_object_get(o, "increment_ms")) {
		snprintf(err, 160,
			 "clock: \"increment_ms\" stands beside \"periods\": each period has its own \"increment_ms\"");
		return -EINVAL;
	}
	if (!json_is_array(list) || !json_array_size(list) || json_array_size(list) > CLOCK_MAX_PERIODS) {
		snprintf(err, 160, "clock: \"periods\" is not a list of 1 to %d periods", CLOCK_MAX_PERIODS);
		return -EINVAL;
	}
	json_array_foreach(list, i, p) {
		if (get_count(p, "moves", &c->period[i].moves, err) < 0 ||
		    get_ms(p, "ms", &c->period[i].us, true, err) < 0 ||
		    get_ms(p, "increment_ms", &c->period[i].increment_us, false, err) < 0)
			return -EINVAL;
	}
	c->period_count = (unsigned)json_array_size(list);
	if (get_count(o, "period_index", &c->period_index, err) < 0)
		return -EINVAL;
	if (c->period_index >= c->period_count) {
		snprintf(err, 160, "clock: \"period_index\" is past the last period");
		return -EINVAL;
	}
	return 0;
}

int clock_control_from_json(json_t *o, struct clock_control *ret, char err[static 160])
{
	struct clock_control c = { .running = NO_SIDE };
	const char *mode = json_string_value(json_object_get(o, "mode"));
	const char *running = json_string_value(json_object_get(o, "running"));
	const char *credit = json_string_value(json_object_get(o, "credit"));
	unsigned i;

	if (json_is_string(o))
		return clock_control_parse(json_string_value(o), ret, err);
	if (!json_is_object(o)) {
		snprintf(err, 160, "clock: not an object");
		return -EINVAL;
	}
	for (i = 0; i < sizeof(mode_names) / sizeof(mode_names[0]); i++)
		if (mode && !strcmp(mode, mode_names[i]))
			break;
	if (i == sizeof(mode_names) / sizeof(mode_names[0])) {
		snprintf(err, 160, "clock: \"mode\" is \"%.30s\", which is not a known mode", mode ? mode : "");
		return -EINVAL;
	}
	c.mode = (enum clock_mode)i;
	if (c.mode == CLOCK_NONE) {
		*ret = c;
		return 0;
	}
	if (get_ms(o, "white_ms", &c.start_us[WHITE], true, err) < 0 ||
	    get_ms(o, "black_ms", &c.start_us[BLACK], true, err) < 0 ||
	    get_ms(o, "increment_ms", &c.bonus_us, c.mode == CLOCK_FISCHER, err) < 0 ||
	    get_ms(o, "delay_ms", &c.bonus_us, c.mode == CLOCK_DELAY || c.mode == CLOCK_BRONSTEIN, err) < 0 ||
	    get_count(o, "first_moves", &c.first_moves, err) < 0)
		return -EINVAL;
	if (c.mode == CLOCK_PERIODS && get_periods(o, &c, err) < 0)
		return -EINVAL;
	if (running && strcmp(running, "none") && strcmp(running, "press")) {
		if (strcmp(running, "white") && strcmp(running, "black")) {
			snprintf(err, 160, "clock: \"running\" is \"%.20s\", not white, black, none or press", running);
			return -EINVAL;
		}
		c.running = *running == 'w' ? WHITE : BLACK;
	}
	if (credit && strcmp(credit, "on-zero") && strcmp(credit, "on-move")) {
		snprintf(err, 160, "clock: \"credit\" is \"%.20s\", not on-zero or on-move", credit);
		return -EINVAL;
	}
	c.credit_on_move = credit && !strcmp(credit, "on-move");
	c.credit_said = credit;
	*ret = c;
	return 0;
}

bool clock_starts_by_press(const json_t *o)
{
	const char *running = json_string_value(json_object_get(o, "running"));

	return running && strcmp(running, "press") == 0;
}
