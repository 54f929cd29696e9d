/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Of texts of one kind how many are taken and how many are not, beside a file that says it for each kind. Whatever is
 * refused is refused with a sentence. FLAGFALL_FORMATS=FILE writes the file anew: read what differs;
 * FLAGFALL_FORMAT=LINE ("input lift.square") prints what is behind a line. Each program that includes it has one such
 * file.
 */
#ifndef TESTS_FORMATS_READ_H
#define TESTS_FORMATS_READ_H

#include "tests/unit/core/core-testing.h"

static FILE *there, *new;
static const char *wanted;
static unsigned others;

struct line {
	char name[64];
	unsigned taken, refused;
};

static void note(struct line *l, bool is_taken, const char *text)
{
	l->taken += is_taken;
	l->refused += !is_taken;
	if (!is_taken && strlen(text) < 10)
		fail_msg("%s: nothing is said: \"%s\"", l->name, text);
	if (wanted && !strcmp(wanted, l->name))
		printf("%s %s\n", is_taken ? "  " : "no", text);
}

static void end_line(const struct line *l)
{
	char now[160], before[160] = "";

	snprintf(now, sizeof(now), "%s: %u taken, %u refused\n", l->name, l->taken, l->refused);
	if (new)
		fputs(now, new);
	else if ((!fgets(before, sizeof(before), there) || strcmp(now, before)) && others++ < 20)
		print_message("# now  %s# then %s", now, before);
}

static void begin_lines(const char *name)
{
	const char *path = getenv("FLAGFALL_FORMATS");

	wanted = getenv("FLAGFALL_FORMAT");
	there = fopen(name, "r");
	new = path ? fopen(path, "w") : NULL;
	assert_true(new || (there && !path));
}

static void end_lines(void)
{
	assert_true(new || fgetc(there) == EOF);
	if (there)
		fclose(there);
	assert_true(!new || fclose(new) == 0);
	assert_int_equal(others, 0);
}

/* text with each letter left out, doubled by one of letters, or another one of them. */
static void each_letter(struct line *l, const char *text, const char *letters,
			void (*read)(struct line *l, const char *text))
{
	const size_t n = strlen(text);
	char typed[160];

	assert_true(n + 2 < sizeof(typed));
	read(l, text);
	for (size_t at = 0; at <= n; at++) {
		if (at < n) {
			snprintf(typed, sizeof(typed), "%.*s%s", (int)at, text, text + at + 1);
			read(l, typed);
		}
		for (const char *c = letters; *c; c++) {
			snprintf(typed, sizeof(typed), "%.*s%c%s", (int)at, text, *c, text + at);
			read(l, typed);
			snprintf(typed, sizeof(typed), "%.*s%c%s", (int)at, text, *c, text + at + (at < n));
			read(l, typed);
		}
	}
}

#endif
