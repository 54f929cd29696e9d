// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Random games on every kind of clock, told by the words of the time control, beside a clock that counts each unit of
 * time (slow-clock.h): at every step both show the same, and no time comes or goes but by an increment, a period or a
 * ruling. test_clock_model [SEQUENCES]; make clock-million tries a million.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/clock.h"
#include "tests/unit/core/slow-clock.h"

#define STEPS 24

static unsigned long sequences = 200000;

struct pair {
	struct game_clock fast;
	struct slow_clock slow;
	int64_t unit;  /* of the slow clock, in microseconds */
	long begun[2]; /* with so much */
	char text[128];
};

static uint64_t seed;

static unsigned upto(unsigned n)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(seed >> 33) % n;
}

static const char *said(long ms)
{
	static char text[8][16];
	static unsigned next;
	char *t = text[next++ % 8];

	/* seconds, with as many decimals as it takes */
	if (ms % 1000 == 0)
		sprintf(t, "%ld", ms / 1000);
	else if (ms % 100 == 0)
		sprintf(t, "%ld.%ld", ms / 1000, ms / 100 % 10);
	else
		sprintf(t, "%ld.%03ld", ms / 1000, ms % 1000);
	return t;
}

/* The control in words, and the slow clock set to the same by hand. */
static void choose(struct pair *p)
{
	struct slow_clock *s = &p->slow;
	long white = 5 + (long)upto(50), black = upto(3) ? white : 5 + (long)upto(50);
	char sides[32];

	*s = (struct slow_clock){
		.kind = (enum slow_kind)upto(SLOW_KINDS), .bonus = 1 + upto(9), .running = 0, .stopped = NOBODY
	};
	sprintf(sides, white == black ? "%s" : "%s|%s", said(white), said(black));
	switch (s->kind) {
	case SLOW_NONE:
		strcpy(p->text, upto(2) ? "?" : "-");
		white = black = 0;
		s->running = NOBODY;
		break;
	case SLOW_SUDDEN:
		strcpy(p->text, sides);
		break;
	case SLOW_FISCHER:
		s->first_moves = upto(3) ? 0 : 1 + (int)upto(4);
		sprintf(p->text, s->first_moves ? "%s+%s@%d" : "%s+%s", sides, said(s->bonus), s->first_moves);
		break;
	case SLOW_DELAY:
		sprintf(p->text, "%sd%s", sides, said(s->bonus));
		break;
	case SLOW_BRONSTEIN:
		sprintf(p->text, "%sb%s", sides, said(s->bonus));
		break;
	case SLOW_HOURGLASS:
		sprintf(p->text, "*%s", sides);
		break;
	case SLOW_PERIODS:
		s->periods = 2 + (int)upto(3);
		p->text[0] = '\0';
		for (int i = 0; i < s->periods; i++) {
			struct slow_period *d = &s->period[i];
			bool last = i + 1 == s->periods;

			*d = (struct slow_period){ last ? 0 : 1 + (int)upto(3), 3 + upto(25),
						   upto(2) ? 0 : 1 + (long)upto(4) };
			if (!last)
				sprintf(p->text + strlen(p->text), "%d/", d->moves);
			strcat(p->text, said(d->time));
			if (d->increment)
				sprintf(p->text + strlen(p->text), "+%s", said(d->increment));
			if (!last)
				strcat(p->text, ":");
		}
		white = black = s->period[0].time;
		s->on_move = upto(2);
		break;
	case SLOW_KINDS:
		break;
	}
	s->left[0] = p->begun[0] = white;
	s->left[1] = p->begun[1] = black;
}

/* Half of the games are played in microseconds, not in milliseconds. */
static void set_up(struct pair *p)
{
	struct clock_control c;
	char err[160], again[128];

	choose(p);
	if (clock_control_parse(p->text, &c, err) < 0)
		fail_msg("%s", err);
	clock_control_format(&c, again, sizeof(again));
	if (strcmp(again, p->text) && strcmp(p->text, "?") && !strpbrk(p->text, "."))
		fail_msg("%s is written %s", p->text, again);
	p->unit = 1000;
	if (upto(2)) {
		p->unit = 1;
		c.bonus_us /= 1000;
		for (int i = 0; i < 2; i++)
			c.start_us[i] /= 1000;
		for (unsigned i = 0; i < c.period_count; i++) {
			c.period[i].us /= 1000;
			c.period[i].increment_us /= 1000;
		}
	}
	c.credit_on_move = p->slow.on_move;
	c.running = WHITE;
	game_clock_init(&p->fast, &c);
}

static void compare(const struct pair *p, const char *after)
{
	const struct slow_clock *s = &p->slow;
	long sum = 0;

	if (p->fast.running != (s->running == NOBODY ? NO_SIDE : (enum side)s->running))
		fail_msg("%s, %s: other clocks run", p->text, after);
	for (int i = 0; i < 2; i++) {
		if (p->fast.left_us[i] != s->left[i] * p->unit)
			fail_msg("%s, %s: side %d has %lld, not %ld units", p->text, after, i,
				 (long long)p->fast.left_us[i], s->left[i]);
		if (game_clock_flag_down(&p->fast, (enum side)i) != s->down[i])
			fail_msg("%s, %s: side %d, flag", p->text, after, i);
		sum += p->begun[i] + s->given[i] + s->gained[i] - s->spent[i];
	}
	if (p->fast.left_us[0] + p->fast.left_us[1] != sum * p->unit)
		fail_msg("%s, %s: time came from nowhere", p->text, after);
	if (s->kind == SLOW_HOURGLASS && s->gained[0] + s->gained[1] != s->spent[0] + s->spent[1])
		fail_msg("%s, %s: the hourglass leaks", p->text, after);
}

/* When the flag will fall if nothing happens: told beforehand. */
static void compare_deadline(const struct pair *p, int64_t now)
{
	struct slow_clock s = p->slow;
	int64_t when = game_clock_deadline(&p->fast);
	long ticks = 0;

	if (s.kind == SLOW_PERIODS || s.running == NOBODY || s.down[s.running] || !s.left[s.running])
		return; /* a period that begins at zero is no fall, but an instant to look at */
	while (!s.down[s.running]) {
		slow_tick(&s);
		ticks++;
	}
	if (when != now + ticks * p->unit)
		fail_msg("%s: the flag falls in %ld units, not at %lld", p->text, ticks, (long long)(when - now));
}

static const char *act(struct pair *p)
{
	struct slow_clock *s = &p->slow;
	int side = (int)upto(2), runs = s->running == NOBODY ? side : s->running;
	long time;

	switch (upto(14)) {
	case 0:
		game_clock_pause(&p->fast);
		slow_pause(s);
		return "pause";
	case 1:
	case 2:
		game_clock_resume(&p->fast, (enum side)side);
		if (s->kind != SLOW_NONE)
			slow_resume(s, side);
		return "resume";
	case 3:
		time = (long)upto(12) - 5;
		game_clock_adjust(&p->fast, (enum side)side, time * p->unit);
		if (s->kind != SLOW_NONE)
			slow_adjust(s, side, time);
		return "adjust";
	case 4:
		time = upto(4) ? 1 + (long)upto(30) : 0;
		game_clock_set(&p->fast, (enum side)side, time * p->unit);
		if (s->kind != SLOW_NONE)
			slow_set(s, side, time);
		return "set";
	case 5:
		if (s->kind == SLOW_NONE || !s->down[side])
			return "nothing";
		time = (long)upto(8);
		game_clock_revive(&p->fast, (enum side)side, time * p->unit);
		slow_revive(s, side, time);
		return "revive";
	case 6: {
		bool increment = upto(2);

		if (s->kind == SLOW_NONE)
			return "nothing";
		game_clock_revoke(&p->fast, (enum side)side, increment);
		slow_revoke(s, side, increment);
		return "revoke";
	}
	case 7:
		game_clock_press(&p->fast, (enum side)side);
		slow_press(s, side);
		return "press by either";
	default:
		game_clock_press(&p->fast, (enum side)runs);
		slow_press(s, runs);
		return "press";
	}
}

static void the_clock_agrees_with_one_that_counts(void **state)
{
	unsigned long of_kind[SLOW_KINDS] = { 0 }, falls = 0;

	(void)state;
	for (unsigned long n = 0; n < sequences; n++) {
		struct pair p;
		int64_t t = 0;

		seed = n; /* a sequence that fails can be played alone */
		upto(2);
		set_up(&p);
		of_kind[p.slow.kind]++;
		for (unsigned step = 0; step < STEPS; step++) {
			unsigned wait = upto(4) ? upto(8) : upto(40);
			const char *what;

			for (unsigned i = 0; i < wait; i++)
				slow_tick(&p.slow);
			/* at once or with a look between: the same */
			if (upto(2))
				game_clock_advance(&p.fast, t + (int64_t)upto(wait + 1) * p.unit);
			t += wait * p.unit;
			game_clock_advance(&p.fast, t);
			compare(&p, "time");
			what = act(&p);
			compare(&p, what);
			if (step % 8 == n % 8)
				compare_deadline(&p, t);
		}
		falls += p.slow.down[0] || p.slow.down[1];
	}
	for (unsigned k = 0; k < SLOW_KINDS; k++)
		assert_true(of_kind[k] > sequences / 20);
	assert_true(falls > sequences / 5);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(the_clock_agrees_with_one_that_counts) };

	if (argc > 1)
		sequences = strtoul(argv[1], NULL, 10);
	return cmocka_run_group_tests_name("clock and slow clock", tests, NULL, NULL);
}
