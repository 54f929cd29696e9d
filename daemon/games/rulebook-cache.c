/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rulebooks that games share. A book is only read once a game has begun, and all games of an event are played by the
 * same one: what takes tens of kilobytes is there once.
 */
#include "daemon/games/game-setup.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct cached_rulebook *find(struct cached_rulebook *shelf, const struct rulebook *whole,
				    const struct rulebook *fitted)
{
	while (shelf && !(rulebook_same(shelf->whole, whole) && rulebook_same(shelf->fitted, fitted)))
		shelf = shelf->next;
	return shelf;
}

static bool has_files(const struct rulebook *book, const struct rulebook_file *files, size_t count)
{
	const struct rulebook_file *own;
	size_t own_count;

	own = rulebook_files(book, &own_count);
	for (size_t i = 0; i < count && own_count == count; i++)
		if (strcmp(own[i].id, files[i].id) != 0 || strcmp(own[i].text, files[i].text) != 0)
			return false;
	return own_count == count;
}

struct rulebook *rulebook_cache_find(struct cached_rulebook *shelf, const char *asked,
				     const struct rulebook_file *files, size_t count)
{
	while (shelf && (strcmp(shelf->asked, asked) != 0 || !has_files(shelf->whole, files, count)))
		shelf = shelf->next;
	return shelf ? rulebook_hold(shelf->whole) : NULL;
}

int rulebook_cache_put(struct cached_rulebook **shelf, struct core_setup *core, const char *asked,
		       struct rulebook **book, struct cached_rulebook **ret)
{
	struct cached_rulebook *shelved;
	struct rulebook *fitted;
	int r = core_fit_rulebook(core, &fitted);

	if (r < 0)
		return r;
	shelved = find(*shelf, *book, fitted);
	if (shelved) {
		rulebook_free(fitted);
		rulebook_free(*book);
	} else {
		char *copy = strdup(asked);

		shelved = copy ? malloc(sizeof(*shelved)) : NULL;
		if (!shelved) {
			free(copy);
			rulebook_free(fitted);
			return -ENOMEM;
		}
		*shelved = (struct cached_rulebook){
			.next = *shelf, .shelf = shelf, .asked = copy, .whole = *book, .fitted = fitted
		};
		*shelf = shelved;
	}
	shelved->users++;
	*book = shelved->whole;
	core->rulebook = shelved->fitted;
	core->fitted = true;
	*ret = shelved;
	return 0;
}

void rulebook_cache_release(struct cached_rulebook *shelved)
{
	struct cached_rulebook **p = shelved->shelf;

	if (--shelved->users)
		return;
	while (*p != shelved)
		p = &(*p)->next;
	*p = shelved->next;
	rulebook_free(shelved->fitted);
	rulebook_free(shelved->whole);
	free(shelved->asked);
	free(shelved);
}
