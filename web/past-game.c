/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/source.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "formats/event-file.h"
#include "formats/pgn.h"

static void set_text(json_t *o, const char *key, const char *text)
{
	json_object_set_new(o, key, json_string(text ? text : ""));
}

static json_t *of_pairing(const json_t *event, const json_t *round, const json_t *pairing)
{
	const char *rulebook = live_text(event, "rulebook"), *result = live_text(pairing, "result");
	const struct game *game = event_game(rulebook);
	char number[24];

	snprintf(number, sizeof(number), "%" JSON_INTEGER_FORMAT, json_integer_value(json_object_get(round, "round")));
	return json_pack(
		"{s:s, s:s, s:O?, s:O?, s:O?, s:s, s:s, s:O?, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:b, "
		"s:b, s:i, s:[], s:[], s:n, s:n, s:n}",
		"id", live_text(pairing, "game"), "kind", game->name, "white", json_object_get(pairing, "white"),
		"black", json_object_get(pairing, "black"), "table", json_object_get(pairing, "table"), "event",
		live_text(event, "name"), "event_id", live_text(event, "id"), "event_round",
		json_object_get(round, "round"), "round", number, "site", live_text(event, "site"), "rulebook",
		rulebook, "rulebook_title", live_rulebook_title(rulebook), "time", live_text(event, "time"),
		"start_fen", game->start_fen, "state", *result ? "over" : "running", "result", result, "question", "",
		"absent", "", "silent", 0, "delayed", 0, "agrees", 1, "plies", 0, "moves", "rulings", "last", "ruling",
		"clock");
}

json_t *past_game(const json_t *events, const char *id)
{
	const json_t *event, *round, *pairing;
	const char *key;
	size_t i, k;

	json_object_foreach((json_t *)events, key, event)
		json_array_foreach(json_object_get(event, "rounds"), i, round)
			json_array_foreach(json_object_get(round, "pairings"), k, pairing)
				if (*id && strcmp(live_text(pairing, "game"), id) == 0)
					return of_pairing(event, round, pairing);
	return NULL;
}

static json_t *left_of(const struct pgn_move *move)
{
	return move->clk_ms == PGN_NO_TIME ? json_null() : json_integer((json_int_t)(move->clk_ms * 1000));
}

/* What cannot be read any more is left out. */
static void add_moves(json_t *o, const struct game *game, const struct pgn_game *pgn, struct game_position *pos)
{
	json_t *moves = json_object_get(o, "moves"), *left[2] = { NULL, NULL };
	char placement[GAME_FEN], uci[GAME_TEXT];
	struct game_move move;

	game->format_placement(pos, placement);
	set_text(o, "placement", placement);
	for (unsigned i = 0; i < pgn->main.count; i++) {
		const struct pgn_move *its = &pgn->main.move[i];
		const enum side side = game->to_move(pos);
		json_t *one;

		if (game->move_parse(pos, its->text, &move) < 0)
			break;
		game->move_text(pos, &move, uci);
		game->play(pos, &move);
		game->format_placement(pos, placement);
		one = json_pack("{s:i, s:s, s:s, s:s, s:s, s:o}", "ply", (int)i + 1, "side",
				side == WHITE ? "white" : "black", "uci", uci, "san", its->text, "placement", placement,
				"left_us", left_of(its));
		left[side] = json_object_get(one, "left_us");
		json_array_append_new(moves, one);
		json_object_set(o, "last", one);
		set_text(o, "placement", placement);
	}
	json_object_set_new(o, "plies", json_integer((json_int_t)json_array_size(moves)));
	if (json_is_integer(left[WHITE]) || json_is_integer(left[BLACK]))
		json_object_set_new(o, "clock",
				    json_pack("{s:O?, s:O?, s:s, s:n}", "white_us", left[WHITE], "black_us",
					      left[BLACK], "running", "none", "at_us"));
}

void past_game_read(json_t *o, const char *text, size_t length)
{
	const struct game *game = game_find(live_text(o, "kind"));
	__attribute__((cleanup(pgn_freep))) struct pgn_game *pgn = NULL;
	struct game_position pos;
	char fen[GAME_FEN];

	if (!game || pgn_read(game, text, length, NULL, &pgn, NULL) < 0)
		return;
	game = pgn_variant(game, pgn);
	if (pgn_start(game, pgn, &pos, NULL) < 0)
		return;
	game->format(&pos, fen);
	set_text(o, "start_fen", fen);
	set_text(o, "date", pgn_tag(pgn, "Date"));
	add_moves(o, game, pgn, &pos);
}
