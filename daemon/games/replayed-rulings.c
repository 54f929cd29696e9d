/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rulings of a game's journal, compared with those that the same inputs lead to now. */
#include "daemon/games/inside.h"

#include <errno.h>

/* So far it is looked for where the two agree again. */
#define LOOK_AHEAD 32

int replayed_rulings_init(struct replayed_rulings *rulings)
{
	*rulings = (struct replayed_rulings){ .stored = json_array(),
					      .now = json_array(),
					      .numbers = json_array(),
					      .undone_rows = json_array(),
					      .undone = json_array() };
	return rulings->stored && rulings->now && rulings->numbers && rulings->undone_rows && rulings->undone ? 0 :
														-ENOMEM;
}

void replayed_rulings_done(struct replayed_rulings *rulings)
{
	json_decref(rulings->stored);
	json_decref(rulings->now);
	json_decref(rulings->numbers);
	json_decref(rulings->undone_rows);
	json_decref(rulings->undone);
}

static int add_stored(void *userdata, uint64_t n, const char *text)
{
	struct replayed_rulings *rulings = userdata;
	json_error_t error = { .line = 0 };
	json_t *object = json_loads(text, 0, &error);

	if (!object)
		return *error.text ? -EBADMSG : -ENOMEM; /* jansson has no words for the latter */
	return json_array_append_new(rulings->stored, object) < 0 ||
			       json_array_append_new(rulings->numbers, json_integer((json_int_t)n)) < 0 ?
		       -ENOMEM :
		       0;
}

int replayed_rulings_load(struct replayed_rulings *rulings, struct journal *journal, uint64_t game)
{
	return journal_rulings(journal, game, add_stored, rulings);
}

void replayed_rulings_leave_out(struct replayed_rulings *r)
{
	if (!r->undoes)
		r->same = json_array_size(r->now);
	r->undoes = true;
}

static void cut(json_t *list, size_t from, size_t end)
{
	while (end > from && json_array_size(list) > from) {
		json_array_remove(list, from);
		end--;
	}
}

/* A later version may say the same in other words, and name other articles for it. */
static bool same_ruling(json_t *stored, json_t *now)
{
	json_t *a = json_copy(stored), *b = json_copy(now);
	bool same;

	json_object_del(a, "sentence");
	json_object_del(b, "sentence");
	json_object_del(a, "articles");
	json_object_del(b, "articles");
	json_object_del(a, "facts");
	json_object_del(b, "facts");
	same = json_equal(a, b);
	json_decref(a);
	json_decref(b);
	return same;
}

/* Of those stored up to end: which are not among those that the game has without the act? */
static void mark_undone(struct replayed_rulings *r, size_t end)
{
	size_t at = r->same;

	for (size_t i = r->same; i < end && i < json_array_size(r->stored); i++) {
		size_t j = at;

		while (j < json_array_size(r->now) &&
		       !same_ruling(json_array_get(r->stored, i), json_array_get(r->now, j)))
			j++;
		if (j < json_array_size(r->now)) {
			at = j + 1;
			continue;
		}
		json_array_append(r->undone_rows, json_array_get(r->numbers, i));
		json_array_append(r->undone, json_array_get(r->stored, i));
	}
}

void replayed_rulings_undo(struct replayed_rulings *r, int64_t stored)
{
	const size_t end = stored > (int64_t)r->gone ? (size_t)stored - r->gone : 0;

	if (!r->undoes)
		return;
	mark_undone(r, end);
	cut(r->now, r->same, json_array_size(r->now));
	cut(r->stored, r->same, end);
	cut(r->numbers, r->same, end);
	r->gone += end > r->same ? end - r->same : 0;
}

void replayed_rulings_add(struct replayed_rulings *rulings, const struct game *game, const struct publication *p)
{
	json_array_append_new(rulings->now, publication_format(game, p, true));
}

/* How many of stored and of now are passed over until the two agree again, fewest first; or to the end of both. */
static void find_agreement(const struct replayed_rulings *r, size_t i, size_t j, size_t *stored, size_t *now)
{
	for (size_t passed = 1; passed <= LOOK_AHEAD; passed++)
		for (*stored = 0; *stored <= passed; ++*stored) {
			*now = passed - *stored;
			if (i + *stored < json_array_size(r->stored) && j + *now < json_array_size(r->now) &&
			    same_ruling(json_array_get(r->stored, i + *stored), json_array_get(r->now, j + *now)))
				return;
		}
	*stored = json_array_size(r->stored) - i;
	*now = json_array_size(r->now) - j;
}

json_t *replayed_rulings_differences(const struct replayed_rulings *r)
{
	json_t *differences = json_array();
	size_t i = 0, j = 0, stored, now;

	while (i < json_array_size(r->stored) || j < json_array_size(r->now)) {
		if (same_ruling(json_array_get(r->stored, i), json_array_get(r->now, j))) {
			i++;
			j++;
			continue;
		}
		find_agreement(r, i, j, &stored, &now);
		while (stored || now) {
			json_t *one = json_object();

			if (stored && stored--)
				json_object_set(one, "published", json_array_get(r->stored, i++));
			if (now && now--)
				json_object_set(one, "now", json_array_get(r->now, j++));
			json_array_append_new(differences, one);
		}
	}
	if (json_array_size(differences) > 0)
		return differences;
	json_decref(differences);
	return NULL;
}

json_t *replayed_rulings_last_public(const struct replayed_rulings *rulings)
{
	for (size_t i = json_array_size(rulings->stored); i > 0; i--) {
		json_t *ruling = json_array_get(rulings->stored, i - 1);

		if (json_is_true(json_object_get(ruling, "public")))
			return ruling;
	}
	return NULL;
}
