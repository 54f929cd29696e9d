/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/event-file.h"

#include "rules/rulebook.h"

const struct game *event_game(const char *rulebook)
{
	__attribute__((cleanup(rulebook_freep))) struct rulebook *book = NULL;
	const struct game *game = NULL;

	if (rulebook && *rulebook && rulebook_load(rulebook, NULL, NULL, &book) >= 0)
		game = game_find(rulebook_game(book));
	return game ? game : game_find("chess");
}
