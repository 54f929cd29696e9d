/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/pages/inside.h"

#include <string.h>

/* Without a script: who plays, what was played, and what it came to. */
static void put_moves(const struct page *p, const json_t *moves)
{
	const json_t *move;
	size_t i;

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

void put_game(const struct page *p, const struct stream *stream, const json_t *game)
{
	const char *event_id = live_text(game, "event_id");
	const json_t *event = *event_id ? json_object_get(stream->events, event_id) : NULL;
	const char *result = live_text(game, "result");

	put(p, "<h1>");
	put_player(p, json_object_get(game, "white"), event);
	put(p, " – ");
	put_player(p, json_object_get(game, "black"), event);
	put(p, "</h1>\n<p class=\"facts\">");
	if (event) {
		put(p, "<a href=\"/event/");
		put_address(p, event_id);
		put(p, "/\">");
	}
	put_text(p, live_text(game, "event"));
	put(p, event ? "</a></p>\n" : "</p>\n");
	put(p, "<div id=\"view\">");
	put_moves(p, json_object_get(game, "moves"));
	put(p, "<p><b>");
	if (*result)
		put_text(p, result);
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
		put_text(p, live_text(game, "result"));
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
