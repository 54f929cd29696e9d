/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/pages/inside.h"

#include <string.h>

/* His side in that pairing; NULL: it is not his. */
static const char *side_in(const json_t *pairing, const char *key)
{
	static const char *const sides[] = { "white", "black" };
	char its[ENTRANT_KEY];

	for (size_t i = 0; i < 2; i++) {
		entrant_key(json_object_get(pairing, sides[i]), its);
		if (*its && strcmp(its, key) == 0)
			return sides[i];
	}
	return NULL;
}

/* What it brought to him: of a game he reads his own points, whichever colour he had. */
static void put_round(const struct page *p, const struct event_table *t, unsigned index, const struct entrant *e,
		      const json_t *pairing)
{
	const json_t *round = json_array_get(json_object_get(t->event, "rounds"), index);
	const struct standings_cell *cell = standings_cell(&t->standings, (unsigned)(e - t->list), index);
	const char *bye = live_text(pairing, "bye"), *side = side_in(pairing, e->key);
	char buf[24];
	const char *brought = letter_text(cell->letter, &t->scoring.points, buf);

	put(p, "<tr><th scope=\"row\">");
	put_number(p, (long)json_integer_value(json_object_get(round, "round")));
	put(p, "</th><td class=\"colour\">");
	if (*bye) {
		put(p, "</td><td>");
		put_word(p, strcmp(bye, "full") == 0 ? "bye-full" : strcmp(bye, "half") == 0 ? "bye-half" : "bye-zero");
		put(p, "</td><td class=\"result\"><b>");
		put(p, brought);
		put(p, "</b></td></tr>\n");
		return;
	}
	put_colour(p, strcmp(side, "white") == 0);
	put(p, "</td><td>");
	put_player(p, json_object_get(pairing, strcmp(side, "white") == 0 ? "black" : "white"), t->event);
	put(p, "</td><td class=\"result\">");
	put_result(p, pairing, cell->letter == '*' ? NULL : brought);
	put_marks(p, pairing);
	put(p, "</td></tr>\n");
}

static void put_place(const struct page *p, const struct event_table *t, const struct entrant *e)
{
	const struct standings_row *row = &t->standings.rows[e - t->list];
	char buf[24], rank[24];

	put(p, "<p class=\"place\">");
	snprintf(rank, sizeof(rank), "%u", row->rank);
	put_words(p, "place", "rank", rank);
	put(p, " · ");
	put_words(p, "with-points", "points", points_text(row->points, 10, buf));
	if (*live_text(e->player, "team")) {
		put(p, " · ");
		put_text(p, live_text(e->player, "team"));
	}
	put(p, "</p>\n");
}

void put_player_page(const struct page *p, const struct event_table *t, const struct entrant *e)
{
	static const char *const heads[] = { "round-short", "colour", "opponent", "points" };
	static const char *const suffixes[] = { ".pgn", ".csv" };
	const json_t *round, *pairing;
	size_t i, k;

	put(p, "<h2>");
	put_player(p, e->player, NULL);
	put(p, "</h2>\n");
	put_place(p, t, e);
	put(p, "<table class=\"results\"><thead><tr>");
	for (i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		put(p, i == 3 ? "<th scope=\"col\" class=\"result\">" : "<th scope=\"col\">");
		put_word(p, heads[i]);
		put(p, "</th>");
	}
	put(p, "</tr></thead><tbody>\n");
	json_array_foreach(json_object_get(t->event, "rounds"), i, round)
		json_array_foreach(json_object_get(round, "pairings"), k, pairing)
			if (side_in(pairing, e->key))
				put_round(p, t, (unsigned)i, e, pairing);
	put(p, "</tbody></table>\n<p class=\"files\">");
	for (i = 0; i < 2; i++) {
		put(p, "<a class=\"button\" href=\"/event/");
		put_address(p, live_text(t->event, "id"));
		put(p, "/player/");
		put_address(p, e->key);
		put(p, suffixes[i]);
		put(p, "\" download>");
		put_word(p, i ? "as-csv" : "all-games-of-player");
		put(p, "</a>\n");
	}
	put(p, "</p>\n");
}

bool pages_is_player(const json_t *pairing, const char *key)
{
	return side_in(pairing, key);
}
