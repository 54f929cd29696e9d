// SPDX-License-Identifier: GPL-2.0-or-later
/* Values of parameters, from their text. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rulebook/book.h"

static bool next_word(const char **text, const char **word, size_t *length)
{
	const char *s = *text + strspn(*text, " \t\n");

	*word = s;
	*length = strcspn(s, " \t\n");
	*text = s + *length;
	return *length > 0;
}

/* More than that is never counted. */
#define MOST 1000000

static bool value_read_number(const char *word, size_t length, int64_t *ret)
{
	int64_t n = 0;

	if (!length || length > 15)
		return false;
	for (size_t i = 0; i < length; i++) {
		if (!isdigit((unsigned char)word[i]))
			return false;
		n = n * 10 + (word[i] - '0');
	}
	*ret = n;
	return true;
}

static bool is_word(const char *word, size_t length, const char *name)
{
	return strlen(name) == length && !memcmp(word, name, length);
}

int rulebook_choice_find(const char *choices, const char *name, size_t length)
{
	int i = 0;

	for (const char *c = choices; *c; i++) {
		const size_t n = strcspn(c, "|");

		if (n == length && !memcmp(c, name, n))
			return i;
		c += n + (c[n] == '|');
	}
	return -1;
}

static int read_one_choice(const struct rulebook_parameter_info *info, const char *word, size_t length,
			   struct rulebook_value *v, char err[static 160])
{
	const int i = rulebook_choice_find(info->choices, word, length);

	if (i < 0) {
		snprintf(err, 160, "%s cannot be \"%.*s\": one of %s", info->name, (int)length, word, info->choices);
		return -EINVAL;
	}
	v->choice = (unsigned)i;
	v->choice_name = info->choices;
	for (int n = 0; n < i; n++)
		v->choice_name = strchr(v->choice_name, '|') + 1;
	return 0;
}

static int read_counted(const struct rulebook_parameter_info *info, const char *word, size_t length, int64_t *ret,
			char err[static 160])
{
	if (value_read_number(word, length, ret)) {
		if (info->type != RULEBOOK_COUNT || *ret <= MOST)
			return 0;
		snprintf(err, 160, "%s cannot be \"%.*s\": no game is that long", info->name, (int)length, word);
		return -EINVAL;
	}
	if (is_word(word, length, "off")) {
		*ret = 0;
		return 0;
	}
	if (rulebook_choice_find(info->choices, word, length) >= 0) {
		*ret = is_word(word, length, "ask") ? RULEBOOK_ASK : RULEBOOK_NONE;
		return 0;
	}
	snprintf(err, 160, "%s cannot be \"%.*s\": a whole number, off%s%s", info->name, (int)length, word,
		 *info->choices ? " or " : "", info->choices);
	return -EINVAL;
}

static int read_range(const char *word, size_t length, struct rulebook_value *v)
{
	size_t dots = 0;

	v->number = 0;
	v->max = INT64_MAX;
	if (is_word(word, length, "any"))
		return 0;
	while (dots + 1 < length && !(word[dots] == '.' && word[dots + 1] == '.'))
		dots++;
	if (dots + 1 >= length) {
		if (!value_read_number(word, length, &v->number))
			return -EINVAL;
		v->max = v->number;
		return 0;
	}
	if (dots && !value_read_number(word, dots, &v->number))
		return -EINVAL;
	if (dots + 2 < length && !value_read_number(word + dots + 2, length - dots - 2, &v->max))
		return -EINVAL;
	return v->number <= v->max ? 0 : -EINVAL;
}

/* The number after a choice: some need one, some may have one, the others have none. */
static int read_choice_number(enum rulebook_parameter p, struct rulebook_value *v, const char *choice,
			      size_t choice_length, const char **rest, char err[static 160])
{
	static const struct {
		enum rulebook_parameter p;
		const char *choice;
		bool needed;
	} numbered[] = {
		{ PARAM_SETUP_CLAIM_WINDOW, "moves", true },	  { PARAM_CLOCK_SETTING_WINDOW, "moves", true },
		{ PARAM_COLOURS_REVERSED, "moves", true },	  { PARAM_CONDUCT_LADDER, "ladder", true },
		{ PARAM_CLOCK_KNOCKED_AWARD, "award", true },	  { PARAM_DISPLACED_FIRST, "warning", false },
		{ PARAM_NO_PROGRESS_POSTPONE, "verdict", false }, { PARAM_DISPLACED_FIRST, "either-flag", true },
	};
	const char *name = rulebook_parameter_info(p)->name, *word;
	bool may = false, needed = false;
	size_t length;

	for (size_t i = 0; i < sizeof(numbered) / sizeof(numbered[0]); i++)
		if (numbered[i].p == p && is_word(choice, choice_length, numbered[i].choice)) {
			may = true;
			needed = numbered[i].needed;
		}
	if (!next_word(rest, &word, &length)) {
		if (needed)
			snprintf(err, 160, "%s: %.*s needs a number after it", name, (int)choice_length, choice);
		return needed ? -EINVAL : 0;
	}
	if (!may || !value_read_number(word, length, &v->number) ||
	    (is_word(choice, choice_length, "moves") && v->number > MOST)) {
		snprintf(err, 160,
			 may ? "%s: \"%.*s\" is not a possible whole number" : "%s: \"%.*s\" is one word too many",
			 name, (int)length, word);
		return -EINVAL;
	}
	return 0;
}

static unsigned count_choices(const char *choices)
{
	unsigned n = 1;

	for (; *choices; choices++)
		n += *choices == '|';
	return n;
}

static int read_numbers(const struct rulebook_parameter_info *info, const char *text, struct rulebook_value *v,
			char err[static 160])
{
	const char *word;
	size_t length;

	while (next_word(&text, &word, &length)) {
		if (v->list_count == RULEBOOK_LIST || !value_read_number(word, length, &v->list[v->list_count])) {
			snprintf(err, 160, "%s: \"%.*s\" is not a whole number, or there are over %d", info->name,
				 (int)length, word, RULEBOOK_LIST);
			return -EINVAL;
		}
		v->list_count++;
	}
	if (*info->choices && v->list_count != count_choices(info->choices)) {
		snprintf(err, 160, "%s needs %u numbers: %s", info->name, count_choices(info->choices), info->choices);
		return -EINVAL;
	}
	return 0;
}

static int read_set(const struct rulebook_parameter_info *info, const char *text, struct rulebook_value *v,
		    char err[static 160])
{
	const char *word;
	size_t length;

	while (next_word(&text, &word, &length)) {
		int r = read_one_choice(info, word, length, v, err);

		if (r)
			return r;
		v->set |= UINT32_C(1) << v->choice;
	}
	return 0;
}

int rulebook_value_read(enum rulebook_parameter p, const char *text, struct rulebook_value *v, char err[static 160])
{
	const struct rulebook_parameter_info *info = rulebook_parameter_info(p);
	const char *word, *rest = text;
	size_t length;
	int r = 0;

	v->choice = v->list_count = v->set = 0;
	v->number = v->max = 0;
	if (!next_word(&rest, &word, &length)) {
		if (info->type == RULEBOOK_WORDS)
			return 0;
		snprintf(err, 160, "%s has no value", info->name);
		return -EINVAL;
	}
	switch (info->type) {
	case RULEBOOK_YESNO:
		if (!is_word(word, length, "yes") && !is_word(word, length, "no")) {
			snprintf(err, 160, "%s cannot be \"%.*s\": yes or no", info->name, (int)length, word);
			return -EINVAL;
		}
		v->choice = is_word(word, length, "yes");
		break;
	case RULEBOOK_CHOICE:
		r = read_one_choice(info, word, length, v, err);
		break;
	case RULEBOOK_CHOICEN:
		r = read_one_choice(info, word, length, v, err);
		if (!r)
			r = read_choice_number(p, v, word, length, &rest, err);
		break;
	case RULEBOOK_COUNT:
	case RULEBOOK_MS:
		r = read_counted(info, word, length, &v->number, err);
		break;
	case RULEBOOK_RANGE:
		r = read_range(word, length, v);
		if (r)
			snprintf(err, 160, "%s cannot be \"%.*s\": any, N, N..M, N.. or ..M with N at most M",
				 info->name, (int)length, word);
		break;
	case RULEBOOK_NUMBERS:
		if (is_word(word, length, "off"))
			break;
		return read_numbers(info, text, v, err);
	case RULEBOOK_SET:
		if (is_word(word, length, "none"))
			break;
		if (is_word(word, length, "all")) {
			v->set = UINT32_MAX;
			break;
		}
		return read_set(info, text, v, err);
	case RULEBOOK_WORDS:
		return 0;
	}
	if (!r && next_word(&rest, &word, &length)) {
		snprintf(err, 160, "%s: \"%.*s\" is one word too many", info->name, (int)length, word);
		return -EINVAL;
	}
	return r;
}
