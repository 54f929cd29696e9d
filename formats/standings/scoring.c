/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/standings/scoring.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "formats/json-fields.h"

#define POINTS 6

static int *points_at(struct trf_points *p, size_t i)
{
	int *const list[POINTS] = { &p->win, &p->draw, &p->loss, &p->bye, &p->zero, &p->forfeit };

	return list[i];
}

static bool has_word(const char *line, size_t size, const char *word)
{
	const size_t n = strlen(word);

	for (size_t i = 0; i + n <= size; i++)
		if (strncasecmp(line + i, word, n) == 0)
			return true;
	return false;
}

/* What is printed here goes into pages and files: letters, digits and the signs of tie-breaks. */
static void take_ties(struct scoring *s, const char *text, size_t size)
{
	size_t n = 0;

	for (size_t i = 0; i < size && n < sizeof(s->ties) - 1; i++)
		if (isalnum((unsigned char)text[i]) || strchr("/:#-", text[i]))
			s->ties[n++] = (char)toupper((unsigned char)text[i]);
		else if (n > 0 && s->ties[n - 1] != ' ')
			s->ties[n++] = ' ';
	while (n > 0 && s->ties[n - 1] == ' ')
		n--;
	s->ties[n] = '\0';
}

struct scoring scoring_read(const char *text, size_t size, bool of_draughts)
{
	static const char *const names[] = { "round robin", "roundrobin", "round-robin", "berger" };
	struct scoring s = { .points = trf_points_read(text, size, of_draughts) };
	struct text_lines l = { .text = text, .size = size };

	while (text_next_line(&l)) {
		if (l.length < 5)
			continue;
		if (strncmp(l.line, "202 ", 4) == 0 || strncmp(l.line, "212 ", 4) == 0)
			take_ties(&s, l.line + 4, l.length - 4);
		if (strncmp(l.line, "092 ", 4) == 0 || strncmp(l.line, "192 ", 4) == 0)
			for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
				s.is_round_robin |= has_word(l.line + 4, l.length - 4, names[i]);
	}
	return s;
}

json_t *scoring_format(const struct scoring *s)
{
	json_t *object = json_object(), *points = json_array();
	struct trf_points copy = s->points;
	int failed = 0;

	for (size_t i = 0; i < POINTS; i++)
		failed |= json_array_append_new(points, json_integer(*points_at(&copy, i)));
	failed |= json_object_set_new(object, "points", points);
	failed |= json_put_text(object, "ties", s->ties);
	failed |= json_object_set_new(object, "round_robin", json_boolean(s->is_round_robin));
	return json_whole(object, failed);
}

int scoring_parse(const json_t *json, struct scoring *ret)
{
	const json_t *points = json_object_get(json, "points"), *one;
	size_t i;

	*ret = (struct scoring){ .is_round_robin = json_is_true(json_object_get(json, "round_robin")) };
	if (json_array_size(points) != POINTS || json_take_text(json, "ties", ret->ties, sizeof(ret->ties)) < 0)
		return -EINVAL;
	json_array_foreach(points, i, one) {
		const json_int_t value = json_integer_value(one);

		if (!json_is_integer(one) || value < 0 || value > 10000)
			return -EINVAL;
		*points_at(&ret->points, i) = (int)value;
	}
	return 0;
}
