/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/record.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "formats/pgn.h"

const char *unplayed_result(const struct game *game, const char *result)
{
	return strcmp(result, "+/-") == 0 ? game->results[0] :
	       strcmp(result, "-/+") == 0 ? game->results[1] :
	       strcmp(result, "-/-") == 0 ? game->results[3] :
					    result;
}

static int set_result(struct pgn_game *pgn, const struct game *game, const char *result)
{
	const char *plain = unplayed_result(game, result);
	bool both = strcmp(plain, game->results[3]) == 0, known = false;
	int r = 0;

	for (unsigned i = 0; i < 4; i++)
		known |= strcmp(plain, game->results[i]) == 0;
	snprintf(pgn->result, sizeof(pgn->result), "%s", known ? plain : "*");
	if (strcmp(plain, result) != 0)
		r = pgn_append_comment(pgn, both ? "Neither player came: both lose." : "Not played: won by forfeit.");
	else if (both && !game->game_type)
		r = pgn_append_comment(pgn, "Both players lose.");
	return r < 0 ? r :
		       pgn_set_tag(pgn, "Termination",
				   strcmp(plain, result) != 0 ? "unplayed" :
				   *result		      ? "adjudication" :
								"unterminated");
}

char *unplayed_record(const struct game *game, const json_t *tags, const char *result)
{
	struct pgn_game *pgn = pgn_new();
	char *text = NULL;

	if (pgn && record_tags_set(pgn, tags) >= 0 && set_result(pgn, game, result) >= 0)
		text = pgn_format(game, pgn, NULL);
	if (pgn)
		pgn_free(pgn);
	return text;
}
