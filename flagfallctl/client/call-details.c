/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/calls.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The details of claims, reports and verdicts, with the casebook's keys. D-Bus types. */
static const struct detail {
	const char *key;
	char type;
} details[] = {
	{ "about", 's' },   { "against", 's' },	 { "square", 's' },   { "intend", 's' },     { "source", 's' },
	{ "remedy", 's' },  { "want", 's' },	 { "level", 's' },    { "move", 's' },	     { "first", 's' },
	{ "by", 's' },	    { "side", 's' },	 { "count", 'x' },    { "rule", 'x' },	     { "ms", 'x' },
	{ "base_ms", 'x' }, { "white_ms", 'x' }, { "black_ms", 'x' }, { "forced_win", 'b' },
};

static const struct detail *find_detail(const char *word)
{
	const char *eq = strchr(word, '=');

	for (size_t i = 0; eq && i < sizeof(details) / sizeof(details[0]); i++)
		if (strlen(details[i].key) == (size_t)(eq - word) &&
		    strncmp(details[i].key, word, (size_t)(eq - word)) == 0)
			return &details[i];
	return NULL;
}

const char *call_details_keys(char buf[static 400])
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof(details) / sizeof(details[0]) && n < 400; i++)
		n += (size_t)snprintf(buf + n, 400 - n, "%s%s=", i ? ", " : "", details[i].key);
	return buf;
}

static bool parse_number(const char *value, int64_t *ret)
{
	char *end;

	errno = 0;
	*ret = strtoll(value, &end, 10);
	return *value && !*end && !errno;
}

static int parse_bool(const char *value)
{
	if (strcmp(value, "true") == 0 || strcmp(value, "yes") == 0)
		return 1;
	if (strcmp(value, "false") == 0 || strcmp(value, "no") == 0)
		return 0;
	return -EINVAL;
}

const char *call_details_check(char **words, int n)
{
	static char sentence[700];
	char known[400], meant[200];

	for (int i = 0; i < n; i++) {
		const struct detail *d = find_detail(words[i]);
		const char *value = d ? strchr(words[i], '=') + 1 : NULL;
		int64_t number;

		if (!d) {
			char key[48];

			call_details_keys(known);
			snprintf(key, sizeof(key), "%.*s=", (int)strcspn(words[i], "="), words[i]);
			snprintf(sentence, sizeof(sentence), "\"%.40s\" is not a detail; %s%s%s", words[i],
				 ctl_near_words(key, known, meant, sizeof(meant)) ? "did you mean " :
										    "the details are ",
				 *meant ? meant : known, *meant ? "?" : "");
			return sentence;
		}
		if (d->type == 'x' && !parse_number(value, &number)) {
			snprintf(sentence, sizeof(sentence), "%s must be a whole number%s, not \"%.40s\"", d->key,
				 strstr(d->key, "ms") ? " of milliseconds (300000 are five minutes)" : "", value);
			return sentence;
		}
		if (d->type == 'b' && parse_bool(value) < 0) {
			snprintf(sentence, sizeof(sentence), "%s must be true or false, not \"%.40s\"", d->key, value);
			return sentence;
		}
	}
	return NULL;
}

int call_details_append(sd_bus_message *m, char **words, int n)
{
	int r = sd_bus_message_open_container(m, 'a', "{sv}");

	for (int i = 0; i < n && r >= 0; i++) {
		const struct detail *d = find_detail(words[i]);
		const char *value = d ? strchr(words[i], '=') + 1 : NULL;
		int64_t number = 0;

		if (!d)
			return -EINVAL;
		if (d->type == 's')
			r = sd_bus_message_append(m, "{sv}", d->key, "s", value);
		else if (d->type == 'x' && parse_number(value, &number))
			r = sd_bus_message_append(m, "{sv}", d->key, "x", number);
		else
			r = sd_bus_message_append(m, "{sv}", d->key, "b", parse_bool(value) == 1);
	}
	return r < 0 ? r : sd_bus_message_close_container(m);
}
