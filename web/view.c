/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "formats/round.h"
#include "replay/board-input.h"

static void view_set_text(json_t *o, const char *key, const char *text)
{
	json_object_set_new(o, key, json_string(text));
}

static json_t *player(const json_t *properties, const char *side)
{
	static const char *const keys[][2] = {
		{ "elo", "Elo" }, { "title", "Title" }, { "team", "Team" }, { "fed", "Fed" }, { "fide", "FideId" },
	};
	const json_t *tags = json_object_get(properties, "Tags");
	json_t *o = json_object();
	char tag[24];

	view_set_text(o, "name", live_text(properties, side));
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		snprintf(tag, sizeof(tag), "%s%s", side, keys[i][1]);
		if (*live_text(tags, tag))
			view_set_text(o, keys[i][0], live_text(tags, tag));
	}
	return o;
}

/* The number of the table: the tag "Board", else what the round says behind its point ("3.12"). 0 none. */
static int table(const json_t *properties)
{
	const char *tag = live_text(json_object_get(properties, "Tags"), "Board");
	const char *point = strrchr(live_text(properties, "Round"), '.');
	const int n = atoi(*tag ? tag : point ? point + 1 : "");

	return n > 0 ? n : 0;
}

static const char *side_word(enum side side)
{
	return side == WHITE ? "white" : side == BLACK ? "black" : "none";
}

static bool is_delayed(const struct live_game *game)
{
	return game->delay.moves > 0 || game->delay.us > 0;
}

/* Of a game that is shown later: as the players' clocks stood behind the last move that is shown. */
static void add_past_clock(json_t *o, const struct live_game *game, size_t shown)
{
	json_t *left[2] = { NULL, NULL };

	for (size_t i = shown; i-- > 0 && !(left[WHITE] && left[BLACK]);) {
		const enum side side = strcmp(live_text(game->moves[i].json, "side"), "white") == 0 ? WHITE : BLACK;

		if (!left[side])
			left[side] = json_object_get(game->moves[i].json, "left_us");
	}
	json_object_set_new(o, "clock",
			    json_pack("{s:O?, s:O?, s:s, s:n}", "white_us", left[WHITE], "black_us", left[BLACK],
				      "running", "none", "at_us"));
}

static void add_clock(json_t *o, const struct live_game *game)
{
	const struct live_clock *c = &game->clock;

	json_object_set_new(o, "clock",
			    json_pack("{s:I, s:I, s:s, s:I}", "white_us", (json_int_t)c->left_us[WHITE], "black_us",
				      (json_int_t)c->left_us[BLACK], "running", side_word(c->running), "at_us",
				      (json_int_t)c->at_us));
}

/* All that is to be had by now; else what was so at the last move that is shown, and no more. */
/* That the game has begun is no news when a move was made. */
static bool is_told(const json_t *ruling, size_t plies)
{
	return ruling && !(plies && strcmp(live_text(ruling, "ruling"), "continue") == 0 &&
			   strcmp(live_text(ruling, "reason"), "start") == 0);
}

static void add_state(json_t *o, const struct live_game *game, const struct delay_shown *shown)
{
	const json_t *p = game->properties;
	const bool live = shown->all || !is_delayed(game);
	const char *result = live_text(p, "Result"), *start = live_text(p, "StartFen");
	const struct live_move *last = shown->count ? &game->moves[shown->count - 1] : NULL;

	view_set_text(o, "state", live ? live_text(p, "State") : "running");
	view_set_text(o, "result", live && strcmp(result, "none") != 0 ? result : "");
	if (live && *live_text(p, "Placement"))
		view_set_text(o, "placement", live_text(p, "Placement"));
	else if (last)
		view_set_text(o, "placement", live_text(last->json, "placement"));
	else
		json_object_set_new(o, "placement", json_stringn(start, strcspn(start, " ")));
	if (live && game->clock.is_there)
		add_clock(o, game);
	else if (game->clock.is_there)
		add_past_clock(o, game, shown->count);
	else
		json_object_set_new(o, "clock", json_null());
	json_object_set_new(o, "ruling",
			    live && is_told(game->ruling, shown->count) ? json_incref(game->ruling) : json_null());
	json_object_set_new(o, "rulings", live_rulings(game, live ? SIZE_MAX : shown->count));
	view_set_text(o, "question", live ? live_text(p, "Question") : "");
	view_set_text(o, "absent", live ? live_text(p, "Absent") : "");
	json_object_set_new(o, "agrees", json_boolean(!live || !json_is_false(json_object_get(p, "BoardAgrees"))));
}

static void add_moves(json_t *o, const struct live_game *game, size_t shown)
{
	json_t *moves = json_array();

	for (size_t i = 0; i < shown; i++)
		json_array_append(moves, game->moves[i].json);
	json_object_set_new(o, "plies", json_integer((json_int_t)shown));
	json_object_set(o, "last", shown ? game->moves[shown - 1].json : json_null());
	json_object_set_new(o, "moves", moves);
}

json_t *view_game(const struct live_game *game, int64_t now_us, int64_t *next_us)
{
	static const char *const texts[][2] = {
		{ "board", "Board" },	    { "kind", "Kind" },	       { "event", "Event" },
		{ "site", "Site" },	    { "round", "Round" },      { "date", "Date" },
		{ "rulebook", "Rulebook" }, { "time", "TimeControl" }, { "start_fen", "StartFen" },
	};
	const json_t *p = game->properties, *pairing = json_object_get(p, "Pairing");
	struct delay_shown shown;
	json_t *o;

	if (!game->is_read || live_game_shown(game, now_us, &shown) < 0)
		return NULL;
	if (shown.next_us < *next_us)
		*next_us = shown.next_us;
	o = json_object();
	view_set_text(o, "id", game->id);
	view_set_text(o, "rulebook_title", live_rulebook_title(live_text(p, "Rulebook")));
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		view_set_text(o, texts[i][0], live_text(p, texts[i][1]));
	json_object_set_new(o, "table", json_integer(table(p)));
	json_object_set_new(o, "white", player(p, "White"));
	json_object_set_new(o, "black", player(p, "Black"));
	if (json_array_size(pairing) == 3 && *json_string_value(json_array_get(pairing, 0))) {
		json_object_set(o, "event_id", json_array_get(pairing, 0));
		json_object_set(o, "event_round", json_array_get(pairing, 1));
	}
	json_object_set(o, "started_us", json_object_get(p, "Started"));
	json_object_set_new(o, "silent", json_boolean(game->is_silent));
	json_object_set_new(o, "delayed", json_boolean(is_delayed(game) || game->is_late));
	if (*live_text(p, "Hall"))
		view_set_text(o, "hall", live_text(p, "Hall"));
	add_state(o, game, &shown);
	add_moves(o, game, shown.count);
	return o;
}

json_t *view_board(const struct live *live, const struct live_board *board, int64_t now_us)
{
	const struct live_game *game = live_board_game(live, board);
	const json_t *p = board->properties;
	char cells[BOARD_MAX_SQUARES], placement[GAME_FEN] = "";
	json_t *o;

	if (!live_board_is_shown(live, board, now_us))
		return NULL;
	if (board->is_known) {
		memset(cells, '.', sizeof(cells));
		for (unsigned i = 0; i < board->geometry->squares; i++)
			cells[board->geometry->cell_of_square(i)] = board->squares[i];
		board_placement_format(board->geometry, cells, placement);
	}
	o = json_pack("{s:s, s:s, s:O?, s:O?, s:s, s:s}", "name", board->name, "model", live_text(p, "Model"), "width",
		      json_object_get(p, "Width"), "height", json_object_get(p, "Height"), "game", game ? game->id : "",
		      "placement", placement);
	return o;
}

/* Of a round that was closed so long ago nothing is kept back, whoever remembers its games. */
static bool is_past(const json_t *round, int64_t delay_us, int64_t now_us, int64_t *next_us)
{
	struct tm tm = { 0 };
	int64_t shown_us;

	if (strcmp(live_text(round, "state"), "closed") != 0 ||
	    !strptime(live_text(json_object_get(round, "last"), "t"), "%Y-%m-%dT%H:%M:%S", &tm))
		return false;
	shown_us = live_of_wall(timegm(&tm) * INT64_C(1000000)) + delay_us;
	if (shown_us > now_us && shown_us < *next_us)
		*next_us = shown_us;
	return shown_us <= now_us;
}

/* May the result of a pairing be told? What has no game hides nothing. */
static bool is_pairing_shown(const struct live *live, const struct live_event *event, const json_t *round,
			     const json_t *pairing, int64_t now_us, int64_t *next_us)
{
	const struct live_game *game = live_game(live, live_text(pairing, "game"));
	const json_t *delay = json_object_get(event->properties, "Delay");
	struct delay_shown shown;

	if (!*live_text(pairing, "game"))
		return true;
	if (!game) { /* over before the daemon started: nobody here knows when */
		const json_int_t minutes = json_integer_value(json_array_get(delay, 1));

		return minutes == 0 || is_past(round, minutes * INT64_C(60000000), now_us, next_us);
	}
	if (!game->is_read || live_game_shown(game, now_us, &shown) < 0)
		return false;
	if (shown.next_us < *next_us)
		*next_us = shown.next_us;
	return shown.all;
}

/* Did a person give another result than the game's own? */
static bool is_corrected(const json_t *pairing)
{
	const char *given = live_text(pairing, "given"), *its = live_text(pairing, "game_result");

	return *live_text(pairing, "game") && *given && *its && strcmp(given, its) != 0;
}

static json_t *view_pairing(const json_t *pairing, bool shown)
{
	const char *state = live_text(pairing, "state");

	if (!shown && strcmp(state, "waiting") != 0 && strcmp(state, "ready") != 0)
		state = "running";
	return json_pack("{s:O?, s:O?, s:s, s:s, s:O?, s:O?, s:s, s:s, s:s, s:s, s:b, s:b}", "table",
			 json_object_get(pairing, "table"), "match", json_object_get(pairing, "match"), "round",
			 live_text(pairing, "round_tag"), "bye", live_text(pairing, "bye"), "white",
			 json_object_get(pairing, "white"), "black", json_object_get(pairing, "black"), "game",
			 live_text(pairing, "game"), "result", shown ? live_text(pairing, "result") : "", "state",
			 state, "absent", shown || strcmp(state, "running") != 0 ? live_text(pairing, "absent") : "",
			 "corrected", shown && is_corrected(pairing), "appealed",
			 shown && strcmp(live_text(pairing, "question"), "appeal") == 0);
}

static json_t *view_round(const struct live *live, const struct live_event *event, const json_t *round, int64_t now_us,
			  int64_t *next_us)
{
	json_t *list = json_array(), *pairing;
	size_t i;

	json_array_foreach(json_object_get(round, "pairings"), i, pairing) {
		const bool shown = is_pairing_shown(live, event, round, pairing, now_us, next_us);

		json_array_append_new(list, view_pairing(pairing, shown));
	}
	return json_pack("{s:O?, s:s, s:O*, s:o}", "round", json_object_get(round, "round"), "state",
			 live_text(round, "state"), "scoring", json_object_get(round, "scoring"), "pairings", list);
}

json_t *view_event(const struct live *live, const struct live_event *event, int64_t now_us, int64_t *next_us)
{
	const json_t *p = event->properties, *delay = json_object_get(p, "Delay");
	json_t *rounds = json_array(), *given, *o;
	size_t i;

	json_array_foreach(json_object_get(p, "Rounds"), i, given) {
		char number[16];
		const json_t *round;

		snprintf(number, sizeof(number), "%" JSON_INTEGER_FORMAT, json_integer_value(json_array_get(given, 0)));
		round = json_object_get(event->rounds, number);
		if (!round) {
			json_decref(rounds);
			return NULL;
		}
		json_array_append_new(rounds, view_round(live, event, round, now_us, next_us));
	}
	given = json_array_get(json_object_get(p, "Rounds"), rounds_current(json_object_get(p, "Rounds")) - 1);
	o = json_pack("{s:s, s:s, s:s, s:O?, s:s, s:s, s:{s:O?, s:O?}, s:O?, s:o}", "id", event->id, "name",
		      live_text(p, "Name"), "site", live_text(p, "Site"), "dates", json_object_get(p, "Dates"),
		      "rulebook", live_text(p, "Rulebook"), "time", live_text(p, "Time"), "delay", "moves",
		      json_array_get(delay, 0), "minutes", json_array_get(delay, 1), "round", json_array_get(given, 0),
		      "rounds", rounds);
	return o;
}

/* --- attention --- */

/* In the order in which somebody should go there; NULL: nothing. */
static const char *need(const struct live_game *game)
{
	const json_t *p = game->properties;

	if (*live_text(p, "RecordFault"))
		return "record-unwritten";
	if (*live_text(p, "Question")) /* of a game that is over an appeal */
		return "question";
	if (strcmp(live_text(p, "State"), "over") == 0)
		return *live_text(p, "Open") ? "result" : NULL;
	if (*live_text(p, "Open"))
		return strcmp(live_text(p, "Open"), "new-game") == 0 ? "new-game" : "illegal-move";
	if (strcmp(live_text(p, "State"), "board-gone") == 0)
		return "board-gone";
	if (json_is_false(json_object_get(p, "BoardAgrees")))
		return "board-disagrees";
	if (game->clock.is_there && game->clock.running == NO_SIDE)
		return game->count ? "clock-stopped" : "clock-waits";
	return NULL;
}

json_t *view_attention(const struct live *live)
{
	json_t *list = json_array();

	for (const struct live_game *g = live->games; g; g = g->next) {
		const char *what = need(g);
		const json_t *p = g->properties;

		if (what)
			json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:i, s:s, s:s, s:s}", "need", what,
							      "game", g->id, "board", live_text(p, "Board"), "table",
							      table(p), "round", live_text(p, "Round"), "white",
							      live_text(p, "White"), "black", live_text(p, "Black")));
	}
	return json_pack("{s:b, s:s, s:o}", "connected", live->is_connected, "journal",
			 live->journal_fault ? live->journal_fault : "", "needs", list);
}
