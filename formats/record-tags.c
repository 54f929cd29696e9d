/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/record.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A text that a tag cannot hold has its control characters as blanks. */
static int set_text_tag(struct pgn_game *pgn, const char *name, const char *value)
{
	char text[512];

	snprintf(text, sizeof(text), "%s", value);
	for (char *c = text; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 127)
			*c = ' ';
	return pgn_set_tag(pgn, name, text);
}

/* What follows from the game is not the caller's to say. */
static bool is_derived(const char *name)
{
	static const char *const derived[] = { "Result",   "FEN",	  "SetUp",	"Variant",
					       "GameType", "TimeControl", "Termination" };

	for (size_t i = 0; i < sizeof(derived) / sizeof(derived[0]); i++)
		if (strcmp(name, derived[i]) == 0)
			return true;
	return false;
}

int record_tags_set(struct pgn_game *pgn, const json_t *tags)
{
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)tags, name, value) {
		if (!json_is_string(value) || !*json_string_value(value) || is_derived(name))
			continue;
		if (set_text_tag(pgn, name, json_string_value(value)) == -ENOMEM)
			return -ENOMEM;
	}
	return 0;
}
