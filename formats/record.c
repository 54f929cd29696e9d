/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/record.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const char *record_suffix(const struct game *game)
{
	return game->game_type ? "pdn" : "pgn";
}

/* Where the game did not start from the usual position, or may start from many. */
static int set_start(const struct core *core, struct pgn_game *pgn)
{
	const struct game *game = core_get_setup(core)->game;
	const struct game_position *start = core_position(core, 0, NULL);
	struct game_position usual;
	char fen[GAME_FEN];
	int r;

	if (!game->variant && (game->parse(game->start_fen, &usual, NULL) < 0 || game->same(&usual, start)))
		return 0;
	game->format(start, fen);
	r = game->variant ? pgn_set_tag(pgn, "Variant", game->variant) : 0;
	if (r >= 0)
		r = pgn_set_tag(pgn, "SetUp", "1");
	return r < 0 ? r : pgn_set_tag(pgn, "FEN", fen);
}

static int set_clock(const struct record *record, struct pgn_game *pgn, enum side side, const char *name)
{
	char text[PGN_CLOCK_TEXT];

	if (record->clock_us[side] < 0)
		return 0;
	pgn_clock_format(record->clock_us[side] / 1000, record->whole_seconds ? PGN_SECONDS : PGN_TENTHS, text);
	return pgn_set_tag(pgn, name, text);
}

static int set_tags(const struct record *record, struct pgn_game *pgn)
{
	const struct core_setup *setup = core_get_setup(record->core);
	int r = record_tags_set(pgn, record->tags);

	if (r >= 0)
		r = set_start(record->core, pgn);
	if (r >= 0)
		r = pgn_set_tag(pgn, "TimeControl", record->time_control);
	if (r >= 0)
		r = pgn_set_tag(pgn, "Termination", record->termination);
	if (r >= 0 && setup->rulebook)
		r = pgn_set_tag(pgn, "Rulebook", rulebook_id(setup->rulebook));
	if (r >= 0)
		r = set_clock(record, pgn, WHITE, "WhiteClock");
	return r < 0 ? r : set_clock(record, pgn, BLACK, "BlackClock");
}

/* PGN's own results know no game that both lose: it is said in words, too. */
static int set_result(const struct record *record, struct pgn_game *pgn)
{
	const struct game *game = core_get_setup(record->core)->game;
	bool none = strcmp(record->result, "none") == 0, both = strcmp(record->result, game->results[3]) == 0;

	snprintf(pgn->result, sizeof(pgn->result), "%s", none ? "*" : record->result);
	return both && !game->game_type ? pgn_append_comment(pgn, "Both players lose.") : 0;
}

static int add_lines(const struct record *record, struct pgn_game *pgn)
{
	const struct core_setup *setup = core_get_setup(record->core);
	struct comment c = { 0 };
	char start[GAME_FEN];
	int r;

	setup->game->format(core_position(record->core, 0, NULL), start);
	r = record->of_table ? table_line_add(pgn, setup->game, start, record->turns, record->count, record->set_fen) :
			       main_line_add(pgn, record->core, record->turns, record->count, record->partial);
	if (r >= 0 && *record->remark) {
		comment_add(&c, record->remark);
		r = comment_finish(&c, pgn);
		comment_done(&c);
	}
	return r < 0 ? r : set_result(record, pgn);
}

char *record_format(const struct record *record)
{
	struct pgn_style style = { .clk = record->whole_seconds ? PGN_SECONDS : PGN_TENTHS };
	struct pgn_game *pgn = pgn_new();
	char *text = NULL;

	if (!pgn)
		return NULL;
	if (set_tags(record, pgn) >= 0 && add_lines(record, pgn) >= 0)
		text = pgn_format(core_get_setup(record->core)->game, pgn, &style);
	pgn_free(pgn);
	return text;
}
