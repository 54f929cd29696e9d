/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/replayed-rulings.h"

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

void replayed_rulings_check(struct replayed_rulings *rulings, const struct game *game, const struct publication *p)
{
	json_t *now = publication_format(game, p, true);
	json_t *stored = json_array_get(rulings->stored, rulings->seen++);

	if (!stored || !now || !same_ruling(stored, now))
		rulings->disagreements++;
	json_decref(now);
}
