/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/rulebook-shelf.h"

#include <errno.h>
#include <stdlib.h>

static struct shelved_rulebook *find(struct shelved_rulebook *shelf, const struct rulebook *whole,
				     const struct rulebook *fitted)
{
	while (shelf && !(rulebook_same(shelf->whole, whole) && rulebook_same(shelf->fitted, fitted)))
		shelf = shelf->next;
	return shelf;
}

int rulebook_shelf_put(struct shelved_rulebook **shelf, struct core_setup *core, struct rulebook **book,
		       struct shelved_rulebook **ret)
{
	struct shelved_rulebook *shelved;
	struct rulebook *fitted;
	int r = core_fit_rulebook(core, &fitted);

	if (r < 0)
		return r;
	shelved = find(*shelf, *book, fitted);
	if (shelved) {
		rulebook_free(fitted);
		rulebook_free(*book);
	} else {
		shelved = malloc(sizeof(*shelved));
		if (!shelved) {
			rulebook_free(fitted);
			return -ENOMEM;
		}
		*shelved =
			(struct shelved_rulebook){ .next = *shelf, .shelf = shelf, .whole = *book, .fitted = fitted };
		*shelf = shelved;
	}
	shelved->users++;
	*book = shelved->whole;
	core->rulebook = shelved->fitted;
	core->fitted = true;
	*ret = shelved;
	return 0;
}

void rulebook_shelf_release(struct shelved_rulebook *shelved)
{
	struct shelved_rulebook **p = shelved->shelf;

	if (--shelved->users)
		return;
	while (*p != shelved)
		p = &(*p)->next;
	*p = shelved->next;
	rulebook_free(shelved->fitted);
	rulebook_free(shelved->whole);
	free(shelved);
}
