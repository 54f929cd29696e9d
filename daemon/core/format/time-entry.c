// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/format/time-control.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define PERIODS 8
#define MS_MAX (INT64_C(1000000) * 1000)

struct amount {
	int64_t ms;
	bool has_unit;
	bool has_fraction;
};

struct entry_period {
	int64_t moves; /* 0: all the rest */
	struct amount base, bonus;
	char sign;	     /* '+', 'd', 'b'; 0 none */
	char behind;	     /* ',' or ':' before the next one, 0 at the end */
	struct amount other; /* Black's, where the two differ; ms 0 otherwise */
	int64_t first_moves; /* the increment is for so many, 0 all */
};

struct entry {
	const char *text, *at;
	char *err;
	bool hourglass;
	unsigned count;
	struct entry_period period[PERIODS];
};

static int time_entry_complain(struct entry *e, const char *what)
{
	snprintf(e->err, 160, "time control \"%.50s\": %.60s at character %zu", e->text, what,
		 (size_t)(e->at - e->text) + 1);
	return -EINVAL;
}

static int64_t unit_ms(char letter)
{
	return letter == 'h' ? 3600000 : letter == 'm' ? 60000 : letter == 's' ? 1000 : 0;
}

/* One number, with a unit or without; its decimals are thousandths at most. */
static int time_entry_read_number(struct entry *e, int64_t *thousandths, bool *fraction)
{
	int64_t n = 0, unit = 100;

	if (!isdigit((unsigned char)*e->at))
		return time_entry_complain(e, "a number is expected");
	for (; isdigit((unsigned char)*e->at); e->at++) {
		n = n * 10 + (*e->at - '0');
		if (n > MS_MAX / 1000)
			return time_entry_complain(e, "this is too long a time");
	}
	n *= 1000;
	*fraction = *e->at == '.';
	if (*fraction) {
		e->at++;
		if (!isdigit((unsigned char)*e->at))
			return time_entry_complain(e, "decimals are expected");
		for (; isdigit((unsigned char)*e->at); e->at++, unit /= 10) {
			if (!unit)
				return time_entry_complain(e, "a thousandth is the smallest part");
			n += (*e->at - '0') * unit;
		}
	}
	*thousandths = n;
	return 0;
}

/* "90", "90m", "1h30m". */
static int read_amount(struct entry *e, struct amount *ret)
{
	*ret = (struct amount){ 0 };
	do {
		int64_t n, unit;

		if (time_entry_read_number(e, &n, &ret->has_fraction) < 0)
			return -EINVAL;
		unit = unit_ms(*e->at);
		if (unit)
			e->at++, ret->has_unit = true;
		else if (ret->has_unit)
			return time_entry_complain(e, "h, m or s is expected");
		ret->ms += n * (unit ? unit : 1000) / 1000;
		if (ret->ms > MS_MAX)
			return time_entry_complain(e, "this is too long a time");
	} while (ret->has_unit && isdigit((unsigned char)*e->at));
	return 0;
}

static bool is_count(const struct amount *a)
{
	return !a->has_unit && !a->has_fraction && a->ms > 0 && a->ms <= 10000 * 1000;
}

/* TIME, TIME/MOVES or MOVES/TIME. */
static int read_base(struct entry *e, struct entry_period *p)
{
	struct amount second;

	if (read_amount(e, &p->base) < 0)
		return -EINVAL;
	if (*e->at == '|') {
		e->at++;
		return read_amount(e, &p->other);
	}
	if (*e->at != '/')
		return 0;
	e->at++;
	if (read_amount(e, &second) < 0)
		return -EINVAL;
	if (p->base.has_unit && is_count(&second)) {
		p->moves = second.ms / 1000;
	} else if (is_count(&p->base)) {
		p->moves = p->base.ms / 1000;
		p->base = second;
	} else {
		return time_entry_complain(e, "moves and a time are expected around /");
	}
	return 0;
}

static int read_period(struct entry *e, struct entry_period *p)
{
	struct amount moves;

	*p = (struct entry_period){ 0 };
	while (*e->at == ' ')
		e->at++;
	if (read_base(e, p) < 0)
		return -EINVAL;
	if (*e->at == '+' || *e->at == 'd' || *e->at == 'b') {
		p->sign = *e->at++;
		if (read_amount(e, &p->bonus) < 0)
			return -EINVAL;
	}
	if (*e->at == '@') {
		e->at++;
		if (read_amount(e, &moves) < 0)
			return -EINVAL;
		if (!is_count(&moves))
			return time_entry_complain(e, "a number of moves is expected before this");
		p->first_moves = moves.ms / 1000;
	}
	if (p->base.ms <= 0)
		return time_entry_complain(e, "a time is expected before this");
	return 0;
}

static int read_entry(struct entry *e)
{
	if (*e->at == '*') {
		e->hourglass = true;
		e->at++;
	}
	for (;;) {
		struct entry_period *p = &e->period[e->count];

		if (e->count == PERIODS)
			return time_entry_complain(e, "there are too many periods");
		if (read_period(e, p) < 0)
			return -EINVAL;
		e->count++;
		if (!*e->at)
			return 0;
		if (*e->at != ',' && *e->at != ':')
			return time_entry_complain(e, "expected is 5m+3s or 90m/40,30m+30s");
		if (!p->moves)
			return time_entry_complain(e, "the moves of this period are missing");
		p->behind = *e->at++;
	}
}

/* Behind a comma the last period's increment is everybody's, unless another one is named. */
static void spread_bonus(struct entry *e)
{
	const struct entry_period *last = &e->period[e->count - 1];

	if (e->count < 2 || !last->sign)
		return;
	for (unsigned i = 0; i + 1 < e->count; i++)
		if (e->period[i].sign || e->period[i].behind != ',')
			return;
	for (unsigned i = 0; i + 1 < e->count; i++) {
		e->period[i].sign = last->sign;
		e->period[i].bonus = last->bonus;
	}
}

static size_t put_seconds(char *buf, size_t size, size_t n, int64_t ms)
{
	char text[32];
	size_t length;

	if (ms % 1000 == 0) {
		snprintf(text, sizeof(text), "%" PRId64, ms / 1000);
	} else {
		snprintf(text, sizeof(text), "%" PRId64 ".%03" PRId64, ms / 1000, ms % 1000);
		for (length = strlen(text); text[length - 1] == '0'; length--)
			text[length - 1] = 0;
	}
	return n + (size_t)snprintf(buf + (n < size ? n : size - 1), n < size ? size - n : 1, "%s", text);
}

static size_t time_entry_put(char *buf, size_t size, size_t n, const char *text)
{
	return n + (size_t)snprintf(buf + (n < size ? n : size - 1), n < size ? size - n : 1, "%s", text);
}

static size_t put_count(char *buf, size_t size, size_t n, const char *before, int64_t count, const char *after)
{
	return n + (size_t)snprintf(buf + (n < size ? n : size - 1), n < size ? size - n : 1, "%s%" PRId64 "%s", before,
				    count, after);
}

static size_t format_pgn(const struct entry *e, char *buf, size_t size)
{
	size_t n = time_entry_put(buf, size, 0, e->hourglass ? "*" : "");

	for (unsigned i = 0; i < e->count; i++) {
		const struct entry_period *p = &e->period[i];

		n = time_entry_put(buf, size, n, i ? ":" : "");
		if (p->moves)
			n = put_count(buf, size, n, "", p->moves, "/");
		n = put_seconds(buf, size, n, p->base.ms);
		if (p->other.ms)
			n = put_seconds(buf, size, time_entry_put(buf, size, n, "|"), p->other.ms);
		if (p->sign && p->bonus.ms) {
			n = time_entry_put(buf, size, n, (char[]){ p->sign, 0 });
			n = put_seconds(buf, size, n, p->bonus.ms);
		}
		if (p->first_moves)
			n = put_count(buf, size, n, "@", p->first_moves, "");
	}
	return n;
}

bool time_entry_is(const char *text)
{
	return strpbrk(text, "hms,") != NULL;
}

int time_entry_to_pgn(const char *text, char *pgn, size_t size, char err[static 160])
{
	struct entry e = { .text = text, .at = text, .err = err };

	if (!*text) {
		snprintf(err, 160,
			 "there is no time control here; it is like 5m+3s or 90m/40,30m+30s, or \"-\" for none");
		return -EINVAL;
	}
	if (read_entry(&e) < 0)
		return -EINVAL;
	spread_bonus(&e);
	if (format_pgn(&e, pgn, size) >= size) {
		snprintf(err, 160, "time control \"%.60s\" is too long", text);
		return -EINVAL;
	}
	return 0;
}

/* In minutes what was meant to be, in seconds what comes on top of it. */
static size_t put_meant(char *buf, size_t size, size_t n, const struct amount *a, const char *unit)
{
	if (a->has_unit && a->ms % 60000 == 0 && a->ms)
		return time_entry_put(buf, size, put_seconds(buf, size, n, a->ms / 60), "m");
	n = put_seconds(buf, size, n, a->ms);
	return time_entry_put(buf, size, n, a->has_unit ? "s" : unit);
}

bool time_entry_suspect(const char *text, char *meant, size_t size)
{
	char err[160];
	struct entry e = { .text = text, .at = text, .err = err };
	bool suspect = false;
	size_t n;

	if (read_entry(&e) < 0)
		return false;
	for (unsigned i = 0; i < e.count; i++)
		suspect |= !e.period[i].base.has_unit && e.period[i].base.ms < 60000;
	n = time_entry_put(meant, size, 0, e.hourglass ? "*" : "");
	for (unsigned i = 0; i < e.count; i++) {
		const struct entry_period *p = &e.period[i];

		n = put_meant(meant, size, n, &p->base, "m");
		if (p->other.ms)
			n = put_meant(meant, size, time_entry_put(meant, size, n, "|"), &p->other, "m");
		if (p->moves)
			n = put_count(meant, size, n, "/", p->moves, "");
		if (p->sign)
			n = put_meant(meant, size, time_entry_put(meant, size, n, (char[]){ p->sign, 0 }), &p->bonus,
				      "s");
		n = time_entry_put(meant, size, n, p->behind ? "," : "");
	}
	if (!suspect || n >= size)
		return false;
	/* Nobody meant a time that no clock can show. */
	e = (struct entry){ .text = meant, .at = meant, .err = err };
	return read_entry(&e) == 0;
}
