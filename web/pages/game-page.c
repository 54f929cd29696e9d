/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/pages/inside.h"

#include <string.h>

/* Without a script: who plays, what was played, and what it came to. */
static void put_moves(const struct page *p, const json_t *moves)
{
	const json_t *move;
	size_t i;

	if (!json_array_size(moves))
		return;
	put(p, "<p class=\"score\">");
	json_array_foreach(moves, i, move) {
		const long ply = (long)json_integer_value(json_object_get(move, "ply"));

		if (ply % 2 == 1 || i == 0) {
			put_number(p, (ply + 1) / 2);
			put(p, ply % 2 ? ". " : "… ");
		}
		put_text(p, *live_text(move, "san") ? live_text(move, "san") : live_text(move, "uci"));
		put(p, " ");
	}
	put(p, "</p>\n");
}

static json_int_t table_of(const json_t *pairing)
{
	return json_integer_value(json_object_get(pairing, "table"));
}

/* Of that round the game beside this one: at a lower table, or at a higher one; NULL none. */
static const json_t *game_beside(const json_t *round, json_int_t table, int by)
{
	const json_t *found = NULL, *pairing;
	size_t i;

	json_array_foreach(json_object_get(round, "pairings"), i, pairing) {
		const json_int_t its = table_of(pairing);

		if (its && by * (its - table) > 0 && (!found || by * (its - table_of(found)) < 0) &&
		    *live_text(pairing, "game"))
			found = pairing;
	}
	return found;
}

static void put_beside(const struct page *p, const json_t *round, json_int_t table, int by)
{
	const json_t *pairing = game_beside(round, table, by);
	char number[24];

	if (!pairing)
		return;
	snprintf(number, sizeof(number), "%" JSON_INTEGER_FORMAT, table_of(pairing));
	put(p, "<a href=\"/game/");
	put_address(p, live_text(pairing, "game"));
	put(p, by < 0 ? "\" rel=\"prev\">‹ " : "\" rel=\"next\">");
	put_words(p, "board", "table", number);
	put(p, by < 0 ? "</a>\n" : " ›</a>\n");
}

/* Of which event, round and table it is, and the way to the tables beside it. */
static void put_game_place(const struct page *p, const json_t *game, const json_t *event)
{
	const json_int_t table = table_of(game), number = json_integer_value(json_object_get(game, "event_round"));
	const json_t *round = event ? event_round(event, (unsigned)number) : NULL;
	const char *const named[] = { live_text(game, "hall"), live_text(game, "event") };
	char text[24];
	bool is_first = true;

	put(p, "<p class=\"facts\">");
	for (size_t i = 0; i < 2; i++) {
		if (!*named[i])
			continue;
		put_dot(p, &is_first);
		if (i == 1 && event) {
			put(p, "<a href=\"/event/");
			put_address(p, live_text(event, "id"));
			put(p, "/\">");
		}
		put_text(p, named[i]);
		put(p, i == 1 && event ? "</a>" : "");
	}
	snprintf(text, sizeof(text), "%.*s", (int)strcspn(live_text(game, "round"), "."), live_text(game, "round"));
	if (*text) {
		put_dot(p, &is_first);
		if (round) {
			put(p, "<a href=\"/event/");
			put_address(p, live_text(event, "id"));
			fprintf(p->out, "/round/%" JSON_INTEGER_FORMAT "\">", number);
		}
		put_words(p, "round", "round", text);
		put(p, round ? "</a>" : "");
	}
	if (table) {
		put_dot(p, &is_first);
		snprintf(text, sizeof(text), "%" JSON_INTEGER_FORMAT, table);
		put_words(p, "board", "table", text);
	}
	put(p, "</p>\n<nav class=\"neighbours\" aria-label=\"");
	put_word(p, "boards");
	put(p, "\">");
	put_beside(p, round, table, -1);
	put_beside(p, round, table, 1);
	put(p, "</nav>\n");
}

void put_game(const struct page *p, const struct stream *stream, const json_t *game)
{
	const char *event_id = live_text(game, "event_id");
	const json_t *event = *event_id ? json_object_get(stream->events, event_id) : NULL;
	const char *result = live_text(game, "result");

	put(p, "<header class=\"about\"><h1>");
	put_player(p, json_object_get(game, "white"), event);
	put(p, " – ");
	put_player(p, json_object_get(game, "black"), event);
	put(p, "</h1>\n");
	put_game_place(p, game, event);
	put(p, "</header>\n<div id=\"view\">");
	put_moves(p, json_object_get(game, "moves"));
	put(p, "<p><b>");
	if (*result)
		put_printed(p, result);
	else
		put_word(p, "running");
	put(p, "</b> · <a href=\"/game/");
	put_address(p, live_text(game, "id"));
	put(p, ".pgn\" download>");
	put_word(p, "download");
	put(p, "</a></p></div>\n");
}

/* For what shows a link: who plays, and where it stands. */
void put_game_preview(const struct page *p, const json_t *game)
{
	char n[24];
	bool is_first = true;

	if (*live_text(game, "event")) {
		put_dot(p, &is_first);
		put_text(p, live_text(game, "event"));
	}
	if (json_integer_value(json_object_get(game, "table")) > 0) {
		put_dot(p, &is_first);
		snprintf(n, sizeof(n), "%" JSON_INTEGER_FORMAT, json_integer_value(json_object_get(game, "table")));
		put_words(p, "board", "table", n);
	}
	put_dot(p, &is_first);
	if (*live_text(game, "result"))
		put_printed(p, live_text(game, "result"));
	else
		put_word(p, "running");
	snprintf(n, sizeof(n), "%" JSON_INTEGER_FORMAT, (json_integer_value(json_object_get(game, "plies")) + 1) / 2);
	put_dot(p, &is_first);
	put_words(p, "moves-played", "n", n);
}

void put_game_title(const struct page *p, const json_t *game)
{
	put_text(p, live_text(json_object_get(game, "white"), "name"));
	put(p, " – ");
	put_text(p, live_text(json_object_get(game, "black"), "name"));
}
