/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/transcripts/message-text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <time.h>
#include <unistd.h>

/* --- a message as text --- */

static void put_string(const char *s, bool in_list, FILE *out)
{
	if (*s == '{' || *s == '[') {
		fprintf(out, "%s%s", in_list ? "\n    " : "", s);
	} else if (!strchr(s, '\n')) {
		fprintf(out, "\"%s\"", s);
	} else {
		for (bool begins = true; *s; s++) {
			if (begins)
				fputs("\n    | ", out);
			begins = *s == '\n';
			if (!begins)
				fputc(*s, out);
		}
	}
}

static void put_basic(sd_bus_message *m, char type, bool in_list, FILE *out)
{
	union {
		const char *s;
		uint64_t t;
		int64_t x;
		uint32_t u;
		int32_t i;
		double d;
		int b;
		uint8_t y;
	} v = { 0 };

	assert_true(sd_bus_message_read_basic(m, type, &v) > 0);
	if (type == 's' || type == 'o' || type == 'g')
		put_string(v.s, in_list, out);
	else if (type == 'b')
		fputs(v.b ? "true" : "false", out);
	else if (type == 'x')
		fprintf(out, "%lld", (long long)v.x);
	else if (type == 't')
		fprintf(out, "%llu", (unsigned long long)v.t);
	else if (type == 'd')
		fprintf(out, "%g", v.d);
	else
		fprintf(out, "%u", type == 'y' ? v.y : v.u);
}

static void put(sd_bus_message *m, bool in_list, FILE *out)
{
	const char *contents;
	bool first = true;
	char type;

	while (sd_bus_message_peek_type(m, &type, &contents) > 0) {
		const char *in = type == 'a' ? (*contents == '{' ? "{}" : "[]") : type == 'r' ? "()" : NULL;

		if (!first)
			fputs(type == 'e' ? ", " : " ", out);
		first = false;
		if (!contents) {
			put_basic(m, type, in_list, out);
			continue;
		}
		assert_true(sd_bus_message_enter_container(m, type, contents) > 0);
		if (in)
			fputc(in[0], out);
		put(m, type == 'a', out);
		if (in)
			fputc(in[1], out);
		sd_bus_message_exit_container(m);
	}
}

void message_text(sd_bus_message *m, FILE *out)
{
	put(m, false, out);
}

/* --- words --- */

unsigned words_of(char *line, char **words, unsigned size)
{
	unsigned n = 0;

	while (*line) {
		char end = ' ';

		while (*line == ' ')
			line++;
		if (!*line)
			break;
		assert_true(n < size);
		if (*line == '"' || *line == '\'')
			end = *line++;
		words[n++] = line;
		while (*line && *line != end)
			line++;
		if (*line)
			*line++ = '\0';
	}
	return n;
}

/* \n is a line's end: files are written on a line. */
static char *with_lines(char *word)
{
	char *to = word;

	for (const char *c = word; *c; c++) {
		bool ends = c[0] == '\\' && c[1] == 'n';

		*to++ = ends ? '\n' : *c;
		c += ends;
	}
	*to = '\0';
	return word;
}

/* How long the first complete type is. */
static size_t type_length(const char *types)
{
	size_t depth = 0, n = 0;

	do {
		while (types[n] == 'a')
			n++;
		depth += types[n] == '(' || types[n] == '{';
		depth -= types[n] == ')' || types[n] == '}';
		n++;
	} while (depth > 0);
	return n;
}

static unsigned append_one(sd_bus_message *m, const char *types, size_t length, char **words, unsigned count)
{
	char contents[64];
	unsigned used = 1;

	assert_true(count > 0 || *types == '(' || *types == '{');
	if (*types == 'v') {
		assert_return_code(sd_bus_message_open_container(m, 'v', words[0]), 0);
		used += message_append_words(m, words[0], words + 1, count - 1);
	} else if (strncmp(types, "ay", 2) == 0) {
		with_lines(words[0]);
		assert_return_code(sd_bus_message_append_array(m, 'y', words[0], strlen(words[0])), 0);
		return 1;
	} else if (*types == 'a') {
		snprintf(contents, sizeof(contents), "%.*s", (int)length - 1, types + 1);
		assert_return_code(sd_bus_message_open_container(m, 'a', contents), 0);
		for (long n = atol(words[0]); n > 0; n--)
			used += append_one(m, contents, length - 1, words + used, count - used);
	} else if (*types == '(' || *types == '{') {
		snprintf(contents, sizeof(contents), "%.*s", (int)length - 2, types + 1);
		assert_return_code(sd_bus_message_open_container(m, *types == '(' ? 'r' : 'e', contents), 0);
		used = message_append_words(m, contents, words, count);
	} else {
		const uint64_t number = strtoull(words[0], NULL, 10);
		const double real = atof(words[0]);
		const int yes = strcmp(words[0], "true") == 0;

		if (strchr("sog", *types))
			assert_return_code(sd_bus_message_append_basic(m, *types, words[0]), 0);
		else if (*types == 'b')
			assert_return_code(sd_bus_message_append_basic(m, 'b', &yes), 0);
		else if (*types == 'd')
			assert_return_code(sd_bus_message_append_basic(m, 'd', &real), 0);
		else
			assert_return_code(sd_bus_message_append_basic(m, *types, &number), 0);
		return 1;
	}
	assert_return_code(sd_bus_message_close_container(m), 0);
	return used;
}

unsigned message_append_words(sd_bus_message *m, const char *types, char **words, unsigned count)
{
	unsigned used = 0;

	for (size_t length; *types; types += length) {
		length = type_length(types);
		used += append_one(m, types, length, words + used, count - used);
	}
	return used;
}

/* --- made the same --- */

/* Members and properties whose value is the wall clock's or the machine's. */
static const char *const times[] = { "Started",	    "Ended",	   "InstantBoottime",  "started_us",
				     "ended_us",    "realtime_us", "realtime_zero_us", "boottime_zero_us",
				     "wall_gap_us", "since_us",	   "since_boot_us",    "t_wall",
				     "uid" };

/* Is it a word of its own that ends here? */
static bool is_named(const char *begin, const char *end, const char *name)
{
	size_t n = strlen(name);

	return (size_t)(end - begin) >= n && strncmp(end - n, name, n) == 0 &&
	       ((size_t)(end - begin) == n || !(isalnum((unsigned char)end[-(long)n - 1]) || end[-(long)n - 1] == '_'));
}

static bool is_time(const char *text, const char *number, bool untimed)
{
	const char *end = number;

	while (end > text && strchr("\": =", end[-1]))
		end--;
	for (size_t i = 0; end < number && i < sizeof(times) / sizeof(times[0]); i++)
		if (is_named(text, end, times[i]))
			return true;
	return untimed && end < number && (is_named(text, end, "t_us") || is_named(text, end, "Instant"));
}

static bool is_shaped(const char *text, const char *shape)
{
	for (; *shape; shape++, text++)
		if (*shape == '9' ? !isdigit((unsigned char)*text) : *text != *shape)
			return false;
	return true;
}

/* A date as it is written somewhere, digits for its parts; near now: of another zone it may be another day. */
static bool is_today(const char *text, const char *shape, const char *format)
{
	if (!is_shaped(text, shape))
		return false;
	for (int day = -1; day <= 1; day++) {
		time_t t = time(NULL) + day * 86400;
		struct tm tm;
		char date[16];

		gmtime_r(&t, &tm);
		strftime(date, sizeof(date), format, &tm);
		if (strncmp(text, date, strlen(date)) == 0)
			return true;
	}
	return false;
}

static const struct {
	const char *shape, *format;
} dates[] = { { "9999-99-99", "%Y-%m-%d" },
	      { "9999.99.99", "%Y.%m.%d" },
	      { "9999/99-99", "%Y/%m-%d" },
	      { "99999999T999999Z", "%Y%m%d" } };

/* How long the date of today is that begins there, 0 none. */
static size_t today(const char *text)
{
	for (size_t i = 0; i < sizeof(dates) / sizeof(dates[0]); i++)
		if (is_today(text, dates[i].shape, dates[i].format))
			return strlen(dates[i].shape);
	return 0;
}

char *made_same(const char *text, const char *dir, bool untimed)
{
	char *made = NULL;
	size_t size, length, n = strlen(dir);
	FILE *out = open_memstream(&made, &size);

	for (const char *c = text; *c;) {
		bool begins = c == text || !isalnum((unsigned char)c[-1]);

		if (strncmp(c, dir, n) == 0) {
			fputs("DIR", out);
			c += n;
		} else if (begins && (length = today(c)) > 0) {
			fputs("TODAY", out);
			c += length;
			if (is_shaped(c, "T99:99:99")) {
				fputs("TNOW", out);
				c += 9;
			}
		} else if (untimed && strncmp(c, "\"board-gone\"", 12) == 0) {
			fputs("\"paused\"", out); /* whether the board has answered already */
			c += 12;
		} else if (begins && is_shaped(c, "99:99:99")) {
			fputs("NOW", out);
			c += 8;
		} else if (isdigit((unsigned char)*c) && begins && is_time(text, c, untimed) &&
			   !(c[0] == '0' && !isdigit((unsigned char)c[1]))) {
			fputc('T', out);
			while (isdigit((unsigned char)*c))
				c++;
		} else {
			fputc(*c++, out);
		}
	}
	fclose(out);
	return made;
}
